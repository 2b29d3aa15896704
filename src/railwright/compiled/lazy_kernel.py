"""A compiled function whose code is loaded from the cache at its first use.

The code of a kernel contains that of the kernels it calls. So most kernels are never used by themselves once everything
is compiled, and a process that loaded them all at import would spend most of its start on that.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numba.core.registry
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typeinfer import register_dispatcher

numba_registry: Any = numba.core.registry  # largely untyped

_of_module: defaultdict[str, list[LazyKernel]] = defaultdict(list)
"""The kernels with declared signatures of each module."""


class LazyKernel(numba_registry.CPUDispatcher):  # type: ignore[misc]
    """A kernel with declared signatures. It is compiled for them and for no other types."""

    _declared: Sequence[Any] = ()
    """The signatures that still have to be loaded."""
    _is_loaded = True

    def declare(self, signatures: Sequence[Any]) -> None:
        """Set the signatures. Numba uses what compile and overloads give, which load them first."""
        self._declared, self._is_loaded = signatures, False
        _of_module[self.py_func.__module__].append(self)

    def load(self) -> None:
        """Load the code for the declared signatures, or compile what the cache does not have."""
        with global_compiler_lock:
            declared, self._declared = self._declared, ()  # a kernel that calls itself comes here again
            if not declared:
                return
            try:
                with register_dispatcher(self):
                    for signature in declared:
                        super().compile(signature)
            except BaseException:
                self._declared = declared
                raise
            self.disable_compile()
            self._is_loaded = True

    def compile(self, signature: Any) -> Any:
        """What Numba calls for types that it has no code for; returns what it should call then."""
        with global_compiler_lock:
            self.load()
            return super().compile(signature) if self._can_compile else self

    @property
    def overloads(self) -> OrderedDict[Any, Any]:
        """The compiled versions by their argument types."""
        if not self._is_loaded:
            self.load()
        return self._overloads

    @overloads.setter
    def overloads(self, versions: OrderedDict[Any, Any]) -> None:
        self._overloads = versions

    @property
    def _numba_type_(self) -> Any:
        """Its type as an argument, which depends on what is loaded: it must not change while a call is resolved."""
        if not self._is_loaded:
            self.load()
        return super()._numba_type_

    def _reduce_states(self) -> Any:
        self.load()
        return super()._reduce_states()


def load_kernels(module: str) -> None:
    """Import a module and load its kernels, so that nobody has to wait for them later."""
    import_module(module)
    for kernel in _of_module[module]:
        kernel.load()
