"""Linear programs as they are written, and handed to HiGHS."""

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
"""So far from a whole number still counts as one."""


@dataclass
class Rows:
    """Rows of a linear program that is being written."""

    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    columns: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)

    def add(self, lower: float, upper: float, *terms: tuple[float, Iterable[int]]) -> int:
        """A row: factors and the columns that have them. Returns its number."""
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
    """Columns of a linear program that is being written."""

    gain: list[float] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)

    def add(self, count: int, *, upper: float = 1, gain: float = 0) -> range:
        """So many equal columns."""
        begin = len(self.gain)
        self.gain += [gain] * count
        self.lower += [0] * count
        self.upper += [upper] * count
        return range(begin, begin + count)


def load(columns: Columns, rows: Rows, *, offset: float, whole: int = 0) -> Any:
    """HiGHS with a program to be maximised, on one thread; the first ``whole`` columns are whole numbers."""
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
    """Let HiGHS solve what may take long; Ctrl-C makes it stop, as soon as it asks, and further ones change nothing.

    Python hears of signals only between its own steps and in its main thread, so that thread waits for the solver.
    """
    if threading.current_thread() is not threading.main_thread():  # Ctrl-C is the main thread's affair
        highs.run()
        return
    stopped = threading.Event()
    highs.HandleUserInterrupt = True
    solver = threading.Thread(target=highs.run)

    def stop(sign: int, frame: FrameType | None) -> None:
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
