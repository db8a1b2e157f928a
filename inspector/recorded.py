"""Sentences that are recorded with a session, in the language of the window.

What a session file holds is English in every language: its notes, the ends of its calls, its findings. So it
can be filtered, compared and sent to others, and the program can look at it. The window shows it by

    shown("cancelled by us")

which finds the sentence among the templates of `recorded_texts` and translates it where it is shown. What a
server said stays in its own words: within quotes, behind the number of an error, in a hole for data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inspector.translation import (
    Message,
    Translated,
    Translator,
    composed,
    has_window,
    in_english,
    translator,
)

__all__ = ["read_back", "shown"]

_HOLE: Final = re.compile(r"\{(\w*)((?:!r)?(?::g)?)\}")
_ANSWER: Final = re.compile(r"(-\d+|\?)( |$)")
"""How the error that a server answered with begins: its code, then its words."""
_SENTENCES: Final = """
asked complaint detail dropped error exit_text expected happened how kept named note other outcome pids place
problem processes proxy reason reply ruling scope sentence text transports when where who why word words
"""
_OURS: Final = frozenset(_SENTENCES.split())
"""Holes that may hold a sentence of ours; the others hold data."""
_TITLE: Final = "title"
"""A hole for what a step is called, by us also within quotes."""
_QUOTES: Final = ('"', "“")
_BEFORE: Final = ("(", ": ")
"""What stands before a hole without a name that may hold a sentence of ours."""
_DEPTH: Final = 6  # of sentences within each other; a server may send as many as it likes
_KEPT: Final = 2048
"""Translations that are kept: what a window shows again and again while it is scrolled."""
_HEAD: Final = 4  # characters by which templates are chosen
_SHORT: Final = 500  # characters of what is kept


def shown(text: str) -> str:
    """A recorded sentence as the window shows it; the text itself in English, or when it is none of ours."""
    now = translator()
    if not text or now is None:
        return text
    return read_back(text) if len(text) > _SHORT else _kept(text, now)


@lru_cache(_KEPT)
def _kept(text: str, _now: Translator) -> str:
    """_now: so that nothing of another language is given."""
    return read_back(text)


def read_back(text: str) -> str:
    """A recorded sentence with the message it was made of, for what outlives the language of now."""
    return _read(in_english(text)) if text and has_window() else text


def _read(text: str, depth: int = 0) -> str:
    told, own = _found(text, depth)
    if not depth and text.endswith(".") and text[:1].isupper():  # or one of ours, made a sentence of its own
        for part in (text[:-1], f"{text[0].lower()}{text[1:-1]}"):
            said, words = _found(part, 1)
            if words > own:
                told, own = composed("{:sentence}", said), words
    return told


def _found(text: str, depth: int) -> tuple[str, int]:
    """A text with the message it was made of, and how many letters of it the template says by itself."""
    if (context := _templates()[0].get(text)) is not None:
        return Translated.now(Message(context, text)), len(text)
    if depth < _DEPTH:
        answered = _ANSWER.match(text) is not None
        for template in _beginning(text[:_HEAD]):
            if answered and template.begins_with_ours:
                continue
            if (found := template.holes_of(text)) is not None:
                values = [
                    _read(value, depth + 1) if ours else _Printed(value)
                    for value, ours in zip(found, template.ours, strict=True)
                ]
                return template.filled(values), template.own
    return text, 0


class _Printed(str):
    """What stands in a hole, which was put into its form when it was said."""

    __slots__ = ()

    def __format__(self, _form: str) -> str:
        return str(self)

    __repr__ = str.__str__


@dataclass(frozen=True, slots=True)
class _Template:
    """parts: its own words, before, between and behind the holes. ours: which are translated as well."""

    context: str
    text: str
    parts: tuple[str, ...]
    names: tuple[str, ...]
    ours: tuple[bool, ...]

    @property
    def own(self) -> int:
        """How much it says in its own words."""
        return sum(map(len, self.parts))

    @property
    def begins_with_ours(self) -> bool:
        """Whether a sentence of ours stands at its beginning: none of them begins like an answer."""
        return not self.parts[0] and self.ours[0]

    @classmethod
    def of(cls, context: str, text: str) -> _Template:
        words = _HOLE.split(text)
        parts, names, forms = tuple(words[::3]), tuple(words[1::3]), words[2::3]
        ours = (not form and _is_ours(*hole) for form, *hole in zip(forms, names, parts, strict=False))
        return cls(context, text, parts, names, tuple(ours))

    def filled(self, values: list[str]) -> Translated:
        """The sentence with what stands in its holes."""
        pairs = list(zip(self.names, values, strict=True))
        placed = tuple(value for name, value in pairs if not name)
        named = {name: value for name, value in pairs if name}
        return Translated.now(Message(self.context, self.text, placed, named))

    def holes_of(self, text: str) -> list[str] | None:
        """What stands in the holes, as little as can be from left to right; None: it is another sentence.

        No pattern of `re`: with several holes one of those takes minutes for what a server can send.
        """
        first, *between, last = self.parts
        end = len(text) - len(last)
        if not text.startswith(first) or not text.endswith(last) or end <= len(first):
            return None
        values, at = [], len(first)
        for part in between:
            place = text.find(part, at + 1, end)
            if place < 0:
                return None
            values.append(text[at:place])
            at = place + len(part)
        if at >= end:
            return None
        return [*values, text[at:end]]


def _is_ours(name: str, before: str) -> bool:
    """Whether a hole may hold a sentence of ours. before: what stands before it."""
    if not name:
        return before.endswith(_BEFORE)
    return name == _TITLE or (name in _OURS and not before.endswith(_QUOTES))


@lru_cache(512)
def _beginning(head: str) -> tuple[_Template, ...]:
    """The templates that a text which begins so can be of: a few dozen of some hundreds."""
    return tuple(one for one in _templates()[1] if head.startswith(one.parts[0][:_HEAD]))


@lru_cache(1)
def _templates() -> tuple[dict[str, str], tuple[_Template, ...]]:
    """The context of each text without holes, and those with some: what says most by itself comes first."""
    # here: English needs none, and the command line starts fast
    from inspector.recorded_texts import FAILURES, TEXTS

    told = [(context, text) for context, texts in FAILURES.items() for text in texts]
    told += [("Recorded", text) for text in TEXTS]
    holed = [_Template.of(*one) for one in told if _HOLE.search(one[1])]
    whole = {text: context for context, text in told if not _HOLE.search(text)}
    return whole, tuple(sorted(holed, key=lambda one: -one.own))
