"""One look over JSON that is being typed: which brackets belong together, where each value is, what is odd.

It goes on in broken text. The offsets are those of the text given; in a `wide` text they are those of Qt.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Final, Literal

from inspector.json_tokens import HIGH_HALF, LOW_HALF, TOKEN, key_of
from inspector.schema.scan import number_fits

__all__ = ["Finding", "Survey", "survey", "survey_steps"]

_STEP: Final = 400  # tokens a step
_MOST: Final = 2_000  # findings of one kind
_EXACT: Final = 2**53
_SAFE_DIGITS: Final = 15  # a number of so many digits is the same in every double
_LONGEST: Final = 5_000  # characters of a number that is looked at
_BIDI: Final = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
_HALVES: Final = re.compile(
    r"[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]"
    rf"|{HIGH_HALF}(?!{LOW_HALF})|(?<!{HIGH_HALF}){LOW_HALF}"
)

Kind = Literal["duplicate", "large", "inexact", "half", "bidi"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd that is valid JSON all the same. text: its key or character."""

    start: int
    end: int
    kind: Kind
    text: str = ""


@dataclass(slots=True)
class _Container:
    """An object or list: key or index to (start of key, end of key, start of value, end of value)."""

    start: int
    places: dict[str | int, tuple[int, int, int, int]] = field(default_factory=dict)
    inner: dict[str | int, _Container] = field(default_factory=dict)
    end: int = -1


@dataclass(slots=True)
class Survey:
    """pairs: a bracket to its partner, both ways, -1 for one without. findings: in order of place."""

    pairs: dict[int, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    root: _Container | None = None
    whole: tuple[int, int] = (0, 0)

    def span(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Where to point for a value: a scalar itself, the key of a container, its opening bracket without a
        key. What is not there is looked for one level up."""
        container, found = self.root, self._head(self.root, self.whole)
        for step in path:
            step = _own(container, step)
            place = container.places.get(step) if container is not None else None
            if container is None or place is None:
                return found
            below = container.inner.get(step)
            found = (place[0], place[1]) if below is not None and place[0] >= 0 else (place[2], place[3])
            if below is not None and place[0] < 0:
                found = self._head(below, found)
            container = below
        return found

    def key_span(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Where the key of a member stands; without one the same as `span`."""
        container = self.root
        for step in path[:-1]:
            container = container.inner.get(_own(container, step)) if container is not None else None
        place = container.places.get(_own(container, path[-1])) if container is not None and path else None
        return (place[0], place[1]) if place is not None and place[0] >= 0 else self.span(path)

    def _head(self, container: _Container | None, other: tuple[int, int]) -> tuple[int, int]:
        return other if container is None else (container.start, container.start + 1)


def _own(container: _Container | None, step: str | int) -> str | int:
    """A step of a pointer as this container names it: in a list a number."""
    if container is None or step in container.places or not isinstance(step, str) or not step.isdecimal():
        return step
    return int(step) if len(step) < 10 and int(step) in container.places else step


def survey(text: str) -> Survey:
    """All at once, for short texts."""
    steps = survey_steps(text)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Survey = end.value
            return found


def survey_steps(text: str) -> Generator[None, None, Survey]:
    """`survey` in steps of about a millisecond."""
    work = _Surveying(text)
    for number, match in enumerate(TOKEN.finditer(text)):
        kind = match.lastgroup
        if kind == "mark":
            work.mark(match[0], match.start())
        elif kind not in ("space", "comment"):
            work.scalar(match[0], match.start(), match.end())
        if number % _STEP == _STEP - 1:
            yield
    yield
    return work.finished()


class _Surveying:
    """What is open while the tokens go by."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.made = Survey()
        self._open: list[tuple[str, int, _Container]] = []
        self._kind = ""  # of the innermost open bracket
        self._at: _Container | None = None
        self._key: str | int = 0
        self._key_place = (-1, -1)
        self._keys: list[tuple[str | int, tuple[int, int]]] = []
        self._awaits_key = False

    def mark(self, token: str, at: int) -> None:
        if token == ",":
            if self._kind == "{":
                self._awaits_key = True
            elif isinstance(self._key, int):
                self._key += 1
        elif token in "{[(":
            self._enter("{" if token == "{" else "[", at)
        elif token in "}])":
            self._leave("{" if token == "}" else "[", at)

    def _enter(self, kind: str, at: int) -> None:
        made = _Container(at)
        if self._at is None:
            if self.made.root is None:
                self.made.root = made
        else:
            self._at.inner[self._key] = made
        self._open.append((self._kind, at, made))
        self._keys.append((self._key, self._key_place))
        self._kind, self._at = kind, made
        self._key = "" if kind == "{" else 0
        self._key_place = (-1, -1)
        self._awaits_key = kind == "{"

    def _leave(self, kind: str, at: int) -> None:
        if not self._open or self._kind != kind:
            self.made.pairs[at] = -1
            return
        self._kind, start, container = self._open.pop()
        container.end = at + 1
        self.made.pairs[start], self.made.pairs[at] = at, start
        self._at = self._open[-1][2] if self._open else None
        self._key, self._key_place = self._keys.pop()
        self._awaits_key = False
        self._put(start, at + 1)

    def scalar(self, token: str, start: int, end: int) -> None:
        if self._awaits_key:
            key = key_of(token)
            known = self._at.places.get(key) if self._at is not None else None
            if known is not None:
                self._find(start, end, "duplicate", key)
            self._key, self._key_place, self._awaits_key = key, (start, end), False
            return
        self._put(start, end)
        # Digits that a double takes as they are need no second look.
        if token[0] in "-0123456789" and (end - start > _SAFE_DIGITS or "e" in token or "E" in token):
            self._number(token, start, end)

    def _put(self, start: int, end: int) -> None:
        if self._at is not None:
            self._at.places[self._key] = (*self._key_place, start, end)
        elif not self.made.whole[1]:
            self.made.whole = (start, end)

    def _number(self, token: str, start: int, end: int) -> None:
        if end - start > _LONGEST or not number_fits(token):
            return
        whole = token.lstrip("-").isdigit()
        if whole and abs(Decimal(token)) > _EXACT:
            self._find(start, end, "large", token)
        elif not whole and _is_inexact(token):
            self._find(start, end, "inexact", token)

    def _find(self, start: int, end: int, kind: Kind, text: str) -> None:
        if len(self.made.findings) < _MOST:
            self.made.findings.append(Finding(start, end, kind, text))

    def finished(self) -> Survey:
        made = self.made
        made.pairs.update((start, -1) for _, start, _ in self._open)
        for pattern, kind in (
            ((_BIDI, "bidi"), (_HALVES, "half")) if not self._text.isascii() else ((_HALVES, "half"),)
        ):
            for match in pattern.finditer(self._text):
                self._find(match.start(), match.end(), kind, match[0])  # type: ignore[arg-type]  # from the table
        made.findings.sort(key=_start)
        return made


def _is_inexact(token: str) -> bool:
    """Whether a double has not the value of a number as it is written."""
    try:
        return Decimal(token) != Decimal(repr(float(token)))
    except InvalidOperation:  # an exponent beyond what even Decimal takes
        return True


def _start(finding: Finding) -> int:
    return finding.start
