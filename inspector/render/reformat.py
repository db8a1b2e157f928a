"""Lay JSON text out anew: indented, on one line, or with sorted keys. No token changes, ever.

What msgspec refuses though it is JSON (half surrogate pairs, nesting beyond its limit, a byte order mark) is
laid out here, token by token.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Final

import msgspec

from inspector.json_tokens import TOKEN, key_of
from inspector.render.json_errors import find_json_error
from inspector.render.pretty import pretty_steps

__all__ = ["indented", "one_lined", "sorted_steps"]

_STEP: Final = 400  # tokens a step
_BOM: Final = b"\xef\xbb\xbf"


def indented(data: bytes) -> bytes | None:
    """Indented by two; None for what is no JSON. A byte order mark stays where it is."""
    pieces = bytearray()
    steps = pretty_steps(data)
    while True:
        try:
            piece = next(steps)
        except StopIteration as end:
            head = _BOM if data.startswith(_BOM) else b""
            return head + bytes(pieces) if end.value is None else None
        pieces = pieces + piece if piece else bytearray()


def one_lined(data: bytes) -> bytes | None:
    """Without white space between tokens; None for what is no JSON."""
    head, body = (_BOM, data[3:]) if data.startswith(_BOM) else (b"", data)
    try:
        return head + msgspec.json.format(body, indent=-1)
    except (msgspec.DecodeError, RecursionError):
        error = find_json_error(body)
        if error is not None and "deeply" not in error.reason:
            return None
        tokens = TOKEN.finditer(body.decode("utf-8"))
        return head + "".join(match[0] for match in tokens if match.lastgroup != "space").encode("utf-8")


@dataclass(slots=True)
class _Level:
    """An object or list that is open while sorting. parts: what stands between its members."""

    is_object: bool
    deep: bool
    gaps: list[str] = field(default_factory=list)
    members: list[tuple[str, str]] = field(default_factory=list)
    key: str | None = None
    text: list[str] = field(default_factory=list)
    blanks: list[str] = field(default_factory=list)

    def close(self) -> str:
        """The whole text of it."""
        self._end_member()
        members = [text for _, text in self.members]
        if self.is_object and self.deep:
            members = [text for _, text in sorted(self.members, key=_name)]
        made = [self.gaps[0] if self.gaps else ""]
        for number, member in enumerate(members):
            made += (member, self.gaps[number + 1] if number + 1 < len(self.gaps) else "")
        return "".join(made)

    def add(self, token: str) -> None:
        """Something of the current member; blanks before its beginning belong to the gap."""
        if not self.text:
            self.gaps.append("".join(self.blanks))
        else:
            self.text += self.blanks
        self.blanks.clear()
        self.text.append(token)

    def comma(self) -> None:
        """The member ends."""
        self._end_member()
        self.blanks.append(",")

    def _end_member(self) -> None:
        if self.text:
            self.members.append((self.key or "", "".join(self.text)))
            self.key = None
            self.text.clear()
            # blanks between the last token and the comma or bracket belong to the gap after it


def _name(member: tuple[str, str]) -> str:
    return member[0]


def sorted_steps(text: str, deep: bool = True) -> Generator[None, None, str]:
    """JSON text with the members of every object in order of their keys, in steps of about a millisecond.

    deep: also inside of the outermost object. Members of the same name keep their order; blanks stay where
    they are, so that an indented text stays indented. text must be JSON.
    """
    out = _Level(False, True)
    levels = [out]
    for number, match in enumerate(TOKEN.finditer(text)):
        kind, token, level = match.lastgroup, match[0], levels[-1]
        if kind == "space":
            level.blanks.append(token)
        elif token in ("{", "["):
            level.add(token)
            levels.append(_Level(token == "{", deep or len(levels) == 1))
        elif token in ("}", "]") and len(levels) > 1:
            levels.pop()
            level_text = level.close() + "".join(level.blanks)
            levels[-1].text += (level_text, token)
        elif token == "," and len(levels) > 1:
            level.comma()
        else:
            if level.is_object and level.key is None and kind != "mark":
                level.key = key_of(token)
            level.add(token)
        if number % _STEP == _STEP - 1:
            yield
    while len(levels) > 1:
        level = levels.pop()
        levels[-1].text.append(level.close() + "".join(level.blanks))
    return out.close() + "".join(out.blanks)
