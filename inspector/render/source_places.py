"""Places of source files in what a server wrote on stderr: lines of the tracebacks of several languages.

Only the text is read: whether there is such a file is asked when a user wants to see it. What a server
writes must not make this computer look at a path, which may be one of the network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Final
from urllib.parse import unquote

__all__ = ["SourcePlace", "cause_lines", "source_places"]

_READ: Final = 4_000  # characters of a line
_ROOT: Final = r"(?:file:///[A-Za-z]:/|(?:file://)?(?:/|[A-Za-z]:[\\/]))"
_PATH: Final = r"\w/\\.@+~%=,#-"
"""Signs of a path in running text. No path begins inside another, so that each sign is looked at once."""
_PLACES: Final = re.compile(
    # Python: File "/x/y.py", line 12
    r'File "(?P<python>[^"]+)", line (?P<python_line>\d{1,7})'
    # JavaScript: at f (/x/y.js:10:3), whose name may have spaces
    rf"|(?<=\()(?P<inside>{_ROOT}[^():]+)"
    r":(?P<inside_line>\d{1,7})(?::(?P<inside_column>\d{1,7}))?(?=\))"
    # Go, Rust and others: /x/y.go:12
    rf"|(?<![{_PATH}:])(?P<plain>{_ROOT}[{_PATH}]++)"
    r":(?P<plain_line>\d{1,7})(?::(?P<plain_column>\d{1,7}))?"
)

_LIBRARIES: Final = re.compile(
    r"[\\/](?:site-packages|dist-packages|node_modules|lib[\\/]python\d[^\\/]*|python\d+[\\/]lib|\.cargo[\\/]registry"
    r"|go[\\/]pkg[\\/]mod)[\\/]",
    re.IGNORECASE,
)
"""Where code lies that the author of a server did not write."""


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in a file, and where the text of it stands. column: 0: not told."""

    start: int
    end: int
    path: str
    line: int
    column: int = 0


def source_places(text: str, flavour: type[PurePath] = PurePath) -> Iterator[SourcePlace]:
    """The places that a line names, in order; of absolute paths of this computer only.

    flavour: of paths; that of the system unless a test wants another.
    """
    if ":" not in text and '"' not in text:
        return
    for match in _PLACES.finditer(text[:_READ]):
        kind = next(name for name in ("python", "inside", "plain") if match[name] is not None)
        path = match[kind]
        if path.startswith("file://"):
            path = unquote(path[7:])
            if re.match("/[A-Za-z]:", path):  # of Windows: the drive is the root
                path = path[1:]
        if not _is_local(path, flavour):
            continue
        column = match[f"{kind}_column"] if kind != "python" else None
        line = int(match[f"{kind}_line"])
        yield SourcePlace(match.start(kind), match.end(), path, line, int(column or 0))


def cause_lines(lines: Sequence[str], most: int, flavour: type[PurePath] = PurePath) -> Sequence[str]:
    """The lines to show of what a server wrote while a call failed: the last ones, at most so many.

    Where those are a traceback through libraries alone, as when an SDK raises an error of its own from that
    of the server, it is the last place in the server's own code instead, up to the error.
    """
    last, own = len(lines) - most, -1
    for at, text in enumerate(lines):
        for place in source_places(text, flavour):
            if not _LIBRARIES.search(place.path):
                own = at
    if own < 0 or own >= last:
        return lines[max(last, 0) :]
    while own and lines[own].lstrip().startswith("at "):  # JavaScript begins with the error
        own -= 1
    cause = lines[own : own + most]
    return cause[: cause.index("")] if "" in cause else cause


def _is_local(path: str, flavour: type[PurePath]) -> bool:
    r"""Absolute, and no share of the network such as \\host\share, where looking already tells who looks."""
    if path[:2].replace("\\", "/") == "//" or "\0" in path:
        return False
    if flavour is PurePath:
        flavour = type(PurePath())
    known = PureWindowsPath if issubclass(flavour, PureWindowsPath) else PurePosixPath
    return known(path).is_absolute()
