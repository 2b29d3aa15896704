"""Linear programs: building them row by row and passing them to HiGHS."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import highspy
import numpy as np

INFINITY = highspy.kHighsInf
WHOLE = 1e-5
"""Integrality tolerance: a value this close to a whole number counts as whole."""


@dataclass
class Rows:
    """Rows of a linear program under construction."""

    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    columns: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)

    def add(self, lower: float, upper: float, *terms: tuple[float, Iterable[int]]) -> int:
        """Add a row; each term is a coefficient and the columns that have it. Returns the row's index."""
        for factor, columns in terms:
            for column in columns:
                self.columns.append(column)
                self.values.append(factor)
        self.lower.append(lower)
        self.upper.append(upper)
        self.starts.append(len(self.columns))
        return len(self.lower) - 1


@dataclass
class Columns:
    """Columns of a linear program under construction."""

    gain: list[float] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)

    def add(self, count: int, *, upper: float = 1, gain: float = 0) -> range:
        """Add ``count`` equal columns. Returns their indices."""
        begin = len(self.gain)
        self.gain += [gain] * count
        self.lower += [0] * count
        self.upper += [upper] * count
        return range(begin, begin + count)


def load(columns: Columns, rows: Rows, *, offset: float, whole: int = 0) -> Any:
    """Load a maximisation problem into HiGHS, on one thread; the first ``whole`` columns are integer."""
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(columns.gain), len(rows.lower)
    model.sense_ = highspy.ObjSense.kMaximize
    model.offset_ = float(offset)
    model.col_cost_ = np.array(columns.gain, np.float64)
    model.col_lower_, model.col_upper_ = np.array(columns.lower, np.float64), np.array(columns.upper, np.float64)
    model.row_lower_, model.row_upper_ = np.array(rows.lower, np.float64), np.array(rows.upper, np.float64)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.array(rows.starts, np.int32)
    model.a_matrix_.index_ = np.array(rows.columns, np.int32)
    model.a_matrix_.value_ = np.array(rows.values, np.float64)
    if whole:
        kinds = highspy.HighsVarType
        model.integrality_ = [kinds.kInteger if i < whole else kinds.kContinuous for i in range(len(columns.gain))]
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    highs.setOptionValue("threads", 1)
    highs.passModel(model)
    return highs


def run_stoppable(highs: Any) -> None:
    """Run HiGHS so that Ctrl-C stops a long solve at its next check for interrupts; a second Ctrl-C has no effect.

    Python handles signals only in its main thread, between bytecodes. So the solver runs in a thread of its own, and
    the main thread waits for it.
    """
    if threading.current_thread() is not threading.main_thread():  # only the main thread can handle Ctrl-C
        highs.run()
        return
    stopped = threading.Event()
    highs.HandleUserInterrupt = True
    solver = threading.Thread(target=highs.run)

    def stop(signum: int, frame: FrameType | None) -> None:
        stopped.set()
        highs.cancelSolve()

    before = signal.signal(signal.SIGINT, stop)
    try:
        solver.start()
        solver.join()
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)
    if stopped.is_set():
        raise KeyboardInterrupt
