"""Kernels with declared signatures are loaded when they are first used, and then behave as if they had always been."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import numba
import numpy as np
import pytest
from numba import float64, int64, njit, types
from numba.core.errors import TypingError

from railwright.compiled.kernel_cache import KernelCache
from railwright.compiled.lazy_kernel import LazyKernel
from railwright.compiled.numba_settings import INTERPRETED
from waiting import HANG_SECONDS

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

typeof: Any = numba.typeof

FUNCTION = types.FunctionType(int64(int64))
TWO_FUNCTIONS: Any = types.UniTuple(FUNCTION, 2)  # type: ignore[no-untyped-call]


def double(number: int) -> int:
    return 2 * number


def factorial(number: int) -> int:
    return 1 if number == 0 else number * factorial(number - 1)


def unknown_field(number: int) -> int:
    return number.nowhere  # type: ignore[attr-defined, no-any-return]


def declared(function: Any, folder: Path, *signatures: Any) -> Any:
    """A kernel with a cache of its own, which nobody has used."""
    lazy: Any = LazyKernel(function, targetoptions={"nopython": True})
    lazy._cache = KernelCache(function, folder)
    lazy.declare(signatures or [int64(int64)])
    return lazy


def loads(lazy: Any) -> tuple[int, int]:
    """How many versions were compiled, and how many found in the cache."""
    return sum(lazy.stats.cache_misses.values()), sum(lazy.stats.cache_hits.values())


def test_code_is_loaded_once_and_only_when_it_is_used(tmp_path: Path) -> None:
    first = declared(double, tmp_path)
    assert loads(first) == (0, 0)
    assert [first(3), first(4)] == [6, 8]
    assert loads(first) == (1, 0)
    second = declared(double, tmp_path)
    assert loads(second) == (0, 0)
    assert [second(3), second(4)] == [6, 8]
    assert loads(second) == (0, 1)


def test_threads_that_use_it_first_at_the_same_time_all_get_its_result(tmp_path: Path) -> None:
    lazy, together = declared(double, tmp_path), Barrier(8)

    def use(number: int) -> int:
        together.wait(timeout=HANG_SECONDS)
        return int(lazy(number))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(use, range(8))) == [2 * number for number in range(8)]
    assert loads(lazy) == (1, 0)


def test_other_types_are_converted_or_refused_but_never_compiled(tmp_path: Path) -> None:
    lazy = declared(double, tmp_path)
    assert lazy(np.int8(3)) == 6
    with pytest.raises(TypeError):
        lazy("three")
    assert lazy.signatures == [(int64,)]


def test_the_first_call_can_be_of_a_type_that_is_refused(tmp_path: Path) -> None:
    lazy = declared(double, tmp_path)
    with pytest.raises(TypeError):
        lazy(np.zeros(3))
    assert lazy(3) == 6


def test_each_declared_signature_has_its_version(tmp_path: Path) -> None:
    lazy = declared(double, tmp_path, int64(int64), float64(float64))
    assert [lazy(3), lazy(1.5)] == [6, 3.0]
    assert lazy.signatures == [(int64,), (float64,)]


def test_a_kernel_that_calls_it_gets_the_declared_version(tmp_path: Path) -> None:
    lazy = declared(double, tmp_path)
    caller = njit(lambda: lazy(3) + lazy(np.int8(4)))
    assert caller() == 14
    assert lazy.signatures == [(int64,)]


def test_it_can_be_an_argument_of_a_kernel(tmp_path: Path) -> None:
    lazy = declared(double, tmp_path)
    caller = njit(int64(FUNCTION, int64))(lambda function, number: function(number))
    assert caller(lazy, 3) == 6


def test_its_type_as_an_argument_is_the_same_before_and_after_its_first_use(tmp_path: Path) -> None:
    first, second = declared(double, tmp_path), declared(double, tmp_path)
    before = typeof((first, second))  # if it changed, threads could see both types during one call
    assert [first(3), second(3)] == [6, 6]
    assert before == typeof((first, second)) == TWO_FUNCTIONS


def test_it_can_call_itself(tmp_path: Path) -> None:
    lazy = declared(factorial, tmp_path)
    globals_of = factorial.__globals__
    plain, globals_of["factorial"] = globals_of["factorial"], lazy
    try:
        assert lazy(5) == 120
    finally:
        globals_of["factorial"] = plain


def test_code_that_cannot_be_compiled_says_so_at_every_use(tmp_path: Path) -> None:
    lazy = declared(unknown_field, tmp_path)
    for _ in range(2):
        with pytest.raises(TypingError, match="nowhere"):
            lazy(3)


def test_a_process_loads_what_it_calls_and_not_what_that_contains() -> None:
    program = """if True:
        from railwright.game import rules
        from railwright.maps.load import load_setup
        from railwright.matches import compiled_games, match
        setup = load_setup("usa")
        kernels = (compiled_games.play_block, rules.apply)
        print(*(len(kernel.stats.cache_hits) for kernel in kernels))
        match.play_games(setup, ["random", "random"], seed=1, games=1)
        print(*(len(kernel.stats.cache_hits) for kernel in kernels))
    """
    for _ in range(2):  # the first may have to compile
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG_SECONDS, check=True
        )
    assert done.stdout.split("\n")[:2] == ["0 0", "1 0"]
