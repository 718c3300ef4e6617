"""The compiler, numba, where there is one; otherwise the same source runs as plain Python.

Every compiled function of the package is in a file `x_kernel.py`; what calls it is in `x.py`, or in
the kernel file itself if it is only a few lines.

Numba keeps what it has compiled in a folder `__pycache__`, or in the user's own cache if that
cannot be written, so that only the first use on a machine has to wait.
"""

import contextlib
import ctypes
import hashlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

try:
    import numba
    from llvmlite import binding, ir
    from numba import types
    from numba.core import cgutils, event
    from numba.core.caching import FunctionCache, IndexDataCacheFile
    from numba.extending import intrinsic
except ImportError:
    COMPILED = False
else:
    COMPILED = not numba.config.DISABLE_JIT  # the environment's NUMBA_DISABLE_JIT=1
"""Whether functions are compiled here."""

Word = Any
"""64 bits: a NumPy integer where code is compiled, a Python integer where it is not.

The two must not be mixed: NumPy turns some sums of both into floats.
"""
Words = Any  # several words: a NumPy array, or a list

word: Callable[[int], Word] = np.uint64 if COMPILED else int
number: Callable[[Word], Any] = np.int64 if COMPILED else int
"""A word as a number that can be subtracted from others and compared with them."""

PREFETCH = "llvm.prefetch.p0i8"
"""LLVM's name for an instruction that loads memory into the cache: for reading, to stay."""
DEPOSIT = "llvm.x86.bmi.pdep.64"
"""The same for one that puts the bits of a word where another has its ones, from the lowest on."""

IMPORT = re.compile(r"^from c4lib\.(\S+) import (\([^)]*\)|.*)", re.MULTILINE)
Function = TypeVar("Function", bound=Callable[..., Any])


def _nth_one(bits: Word, skip: Word) -> Word:
    """The bit with that number among those that are set, from the lowest on."""
    one = word(1)
    while skip:
        bits &= bits - one
        skip -= one
    return bits & ~bits + one


def words(numbers: Sequence[int]) -> Words:
    """The numbers, ready to be passed to a compiled function."""
    return np.array(numbers, np.uint64) if COMPILED else list(numbers)


@contextlib.contextmanager
def room_for(what: str) -> Iterator[None]:
    """Turn any error within, where only arrays are made, into a ValueError about memory."""
    try:
        yield
    except (MemoryError, OSError, OverflowError, ValueError):
        raise ValueError(f"there is not enough memory for {what}; ask for less") from None


def compiled(function: Function) -> Function:
    """The function compiled, when it is first called; it leaves other threads running.

    It must not create arrays, only use those that it is given: references are not counted, as
    that would take longer than much of what is done here.
    """
    return _compiled(function, _nrt=False)


def inlined(function: Function) -> Function:
    """The function compiled into its callers, because a call would take longer than its work."""
    return _compiled(function, _nrt=False, forceinline=True)


def _compiled(function: Function, **options: bool) -> Function:
    if not COMPILED:
        return function
    fast = numba.njit(nogil=True, **options)(function)
    with contextlib.suppress(RuntimeError):  # nowhere to keep it; compile it in each session
        fast._cache = _KernelCache(function)
    return fast  # type: ignore[no-any-return]


@cache
def _sources() -> list[Path]:
    """The files that decide what is compiled: the kernels, and those with constants for them."""
    package = Path(__file__).parents[1]
    kernels = set(package.rglob("*_kernel.py"))
    imports = (line for file in kernels for line in IMPORT.findall(file.read_text("utf-8")))
    modules = {module for module, names in imports if re.search(r"\b[A-Z][A-Z_]+\b", names)}
    named = {package / f"{module.replace('.', '/')}.py" for module in modules}
    return sorted(kernels | {file for file in named if file.is_file()})


@cache
def _stamp() -> str:
    """A text that changes with any of the sources, and with nothing else, such as their dates."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in _sources())).hexdigest()


def _say(message: str) -> None:
    """Write to the terminal; a notebook's outputs, which tests compare, never get it."""
    # What a notebook writes to file 2 is often shown, too; but then its stderr knows the number
    # of the file that it replaces. There may be no stderr at all.
    for stream in (sys.stderr, sys.__stderr__):
        with contextlib.suppress(AttributeError, OSError, ValueError):
            os.write(stream.fileno(), f"{message}\n".encode())  # type: ignore[union-attr]
            break


@cache
def say_if_slow() -> None:
    """Say once, in the terminal, that long work is about to be done without the compiler."""
    if not COMPILED:
        _say("c4lib.fast: not compiled (numba is missing or switched off), so this is slow ...")


if COMPILED:

    class _KernelCache(FunctionCache):  # type: ignore[misc]
        """Compiled functions, kept until any source changes; a cache that fails is ignored.

        Numba's own cache only checks the file that a function is in, not those that it calls.
        """

        def __init__(self, function: Callable[..., Any]) -> None:
            super().__init__(function)
            name = self._impl.filename_base
            self._cache_file = IndexDataCacheFile(self.cache_path, name, _stamp())

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            """What was kept; None if there is nothing, or nothing that can be read."""
            with contextlib.suppress(Exception):  # a damaged file can raise any error
                return super().load_overload(sig, target_context)
            return None

        def save_overload(self, sig: Any, data: Any) -> None:
            """Keep it; if that fails, on a full disk say, it is compiled in each session."""
            try:
                super().save_overload(sig, data)
            except Exception:
                # Remove an index that is damaged, or that would name a file of older code.
                with contextlib.suppress(OSError):
                    os.unlink(self._cache_file._index_path)

    class _Notice(event.Listener):  # type: ignore[misc]
        """Says once that the compiler is at work, but only for this package's code."""

        said = False

        def on_start(self, event: Any) -> None:
            ours = event.data["dispatcher"].py_func.__module__.startswith("c4lib.")
            if ours and not self.said:
                self.said = True
                _say("c4lib.fast: compiling, once for each machine; a few seconds ...")

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", _Notice())

    _now = ctypes.CFUNCTYPE(ctypes.c_double)(time.perf_counter)
    binding.add_symbol("c4lib_now", ctypes.cast(_now, ctypes.c_void_p).value)
    now = types.ExternalFunction("c4lib_now", types.float64())
    """Compiled code finds Python's clock by this name: the cache must not contain addresses."""

    @intrinsic  # type: ignore[untyped-decorator]
    def count_ones(_context: Any, bits: Any) -> Any:
        """How many bits are set: one instruction of the processor."""
        return types.int64(types.uint64), lambda _, builder, __, values: builder.ctpop(values[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def nth_one(_context: Any, bits: Any, skip: Any) -> Any:
        """As `_nth_one`, but one instruction where the processor has it, as most PCs do."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if "+bmi2" not in context.codegen().magic_tuple()[2]:
                return context.compile_internal(builder, _nth_one, signature, values)
            number = ir.IntType(64)
            shape = ir.FunctionType(number, [number, number])
            instruction = cgutils.get_or_insert_function(builder.module, shape, DEPOSIT)
            return builder.call(instruction, [builder.shl(number(1), values[1]), values[0]])

        return types.uint64(types.uint64, types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def fetch(_context: Any, array: Any, index: Any) -> Any:
        """Prefetch an element of an array that will soon be read."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, values[0]).data
            number, address = ir.IntType(32), ir.IntType(8).as_pointer()
            shape = ir.FunctionType(ir.VoidType(), [address, number, number, number])
            instruction = cgutils.get_or_insert_function(builder.module, shape, PREFETCH)
            place = builder.bitcast(builder.gep(data, [values[1]]), address)
            builder.call(instruction, [place, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.uint64), generate

else:
    now = time.perf_counter

    def count_ones(bits: int) -> int:
        """How many bits are set."""
        return bits.bit_count()

    nth_one = _nth_one

    def fetch(array: Words, index: int) -> None:
        """Do nothing: only compiled code gains by prefetching."""
