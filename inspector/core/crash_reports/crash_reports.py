"""An error of this program as it may leave the computer: where it happened in the code, and nothing of data.

What an exception says may hold anything: an answer of a server, a token, a path. So its sentence keeps only
words that stand in the code it passed through, and those that Python's own messages are made of; the rest
becomes `…`. Variables are never looked at.
"""

from __future__ import annotations

import builtins
import linecache
import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, TracebackType
from typing import Final

__all__ = ["ProgramError", "plain_path", "plain_words", "program_error_of"]

_FRAMES: Final = 40  # of one exception: the first and the last ones
_CHAIN: Final = 8
_LONGEST: Final = 300  # characters of what an exception says
_GONE: Final = "…"
_ROOT: Final = Path(__file__).resolve().parents[3]
_WORD: Final = re.compile(r"[^\W\d_][\w.]*(?:'t)?|\d+|_\w*", re.UNICODE)
_OPAQUE: Final = re.compile(r"""[^\s'"(),:;<>{}=|]*[^\s\w'"(),:;<>{}=|.…-][^\s'"(),:;<>{}=|]*""")
_REPEATED: Final = re.compile(rf"{_GONE}(?:[\s.,:;/'\"-]*{_GONE})+")
_MESSAGES: Final = """
a an the and or not no of in on at to for from with by as is are was be been can cannot could must may has
have had does do did only more than most least one two three first last expected got given missing required
positional keyword argument arguments takes take took but were unexpected multiple values value object objects
type types instance class method function attribute attributes module name names list tuple dict set string
str int float bool bytes bytearray none index indices out range slice key keys item items iterable iterator
iterate over subscriptable callable hashable unhashable assignment support supported operand operands
unsupported division zero modulo invalid literal base decode encode codec byte position start end continuation
character characters ordinal surrogates allowed embedded null unpack too many enough pop empty remove sequence
mapping changed size during iteration maximum recursion depth exceeded while calling comparing recursive local
variable free referenced before associated defined global enclosing scope never await awaited coroutine task
tasks future loop event running closed different attached already internal deleted created thread threads main
another reuse exception ignored file read write readable writable open operation connection database locked
disk full image malformed memory error errors failed fail unable timeout timed result state called call calls
signal slot connect disconnect receiver parent child pointer returned return non unknown wrong number length
large small convert converting integer truth ambiguous abstract instantiate initialize initialized import
circular partially likely due recent such there after when needs need this that it its you cannot concatenate
"""
_USUAL: Final = frozenset(_MESSAGES.split())
"""What the messages of Python, Qt's binding and asyncio are made of."""
_BUILTINS: Final = frozenset({"NoneType", *(name for name in dir(builtins) if name.isidentifier())})


@dataclass(frozen=True, slots=True)
class ProgramError:
    """kind: of the exception. place: where in our code. said: its words that may be shown. trace: all of it.

    where: what ran (`thread`, `task`, `slot` …); at: seconds since 1970.
    """

    kind: str
    place: str
    said: str
    trace: str
    where: str = ""
    at: float = field(default_factory=time.time, compare=False)

    @property
    def key(self) -> tuple[str, str]:
        """The same for the same error again."""
        return self.kind, self.place

    @property
    def title(self) -> str:
        """One line."""
        said = f": {self.said}" if self.said else ""
        return f"{self.kind}{said} ({self.place})" if self.place else f"{self.kind}{said}"


def program_error_of(
    error: BaseException, where: str = "", trace: TracebackType | None = None
) -> ProgramError:
    """What may be told of an error. trace: where it has none of its own."""
    frames = list(_frames(trace or error.__traceback__))
    ours = [frame for frame in frames if frame[0].startswith("inspector/")] or frames
    place = f"{ours[-1][0]}:{ours[-1][1]} in {ours[-1][2]}" if ours else ""
    return ProgramError(type(error).__name__, place, _said(error), _whole(error, trace, 0), where)


def plain_path(path: str) -> str:
    """A file of ours or of a library without the folders of this computer."""
    given = Path(path)
    for folder in (_ROOT, *map(Path, sorted(filter(None, sys.path), key=len, reverse=True))):
        if folder.is_absolute() and given.is_relative_to(folder):
            return given.relative_to(folder).as_posix()
    return given.name


def plain_words(text: str, known: frozenset[str] = frozenset()) -> str:
    """A sentence with only its usual words, and those that are known; what else it holds becomes `…`."""
    text = _OPAQUE.sub(_GONE, text[:_LONGEST])

    def kept(match: re.Match[str]) -> str:
        word = match[0]
        if word.isascii() and word.isdigit():
            return word if len(word) <= 4 else _GONE
        parts = word.rstrip(".").split(".")
        usual = all(part in known or part in _BUILTINS or part.lower() in _USUAL for part in parts)
        return word if usual else _GONE

    return _REPEATED.sub(_GONE, _WORD.sub(kept, text)).strip()


def _whole(error: BaseException, trace: TracebackType | None, depth: int) -> str:
    """The chain of an exception, the cause first, as Python prints it."""
    parts = []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and depth < _CHAIN:
        parts.append(_whole(before, None, depth + 1))
        parts.append("That led to:" if error.__cause__ is not None else "While it was handled:")
    frames = list(_frames(trace or error.__traceback__))
    if len(frames) > _FRAMES:
        frames = [*frames[: _FRAMES // 2], *frames[-_FRAMES // 2 :]]
    for file, line, function, source in frames:
        parts.append(f'  File "{file}", line {line}, in {function}')
        if source:
            parts.append(f"    {source}")
    said = _said(error)
    parts.append(f"{type(error).__name__}: {said}" if said else type(error).__name__)
    if isinstance(error, BaseExceptionGroup) and depth < _CHAIN:
        for number, one in enumerate(error.exceptions[:_CHAIN], 1):
            parts += [f"  -- {number} of the group:", _whole(one, None, depth + 1)]
    return "\n".join(parts)


def _frames(trace: TracebackType | None) -> Iterator[tuple[str, int, str, str]]:
    while trace is not None:
        code = trace.tb_frame.f_code
        source = linecache.getline(code.co_filename, trace.tb_lineno).strip()
        yield plain_path(code.co_filename), trace.tb_lineno, code.co_name, source
        trace = trace.tb_next


def _said(error: BaseException) -> str:
    if isinstance(error, OSError) and error.errno is not None:  # its text names the file
        return os.strerror(error.errno)
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - an exception that cannot even say itself
        return ""
    known: set[str] = set()
    trace = error.__traceback__
    while trace is not None:
        known |= _words_of(trace.tb_frame.f_code)
        trace = trace.tb_next
    return plain_words(text, frozenset(known))


def _words_of(code: CodeType) -> set[str]:
    """Names and words that stand in a function."""
    found = {*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars, code.co_name}
    for constant in code.co_consts:
        if isinstance(constant, str):
            found |= set(_WORD.findall(constant))
    return found
