"""Sentences that are recorded with a session, in the language of the window.

What a session file holds is English in every language: its notes, the ends of its calls, its findings. So it
can be filtered, compared and sent to somebody else, and the program can look at it. The window shows it by

    shown("cancelled by us")

which finds the sentence among the templates of `recorded_texts` and translates it where it is shown. What a
server said stays in its own words: within quotes, behind the number of an error, in a hole for data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inspector.translation import Translator, translate, translator

__all__ = ["shown"]

_HOLE: Final = re.compile(r"\{(\w+)\}")
_ANSWER: Final = re.compile(r"(-\d+|\?)( |$)")
"""How the error that a server answered with begins: its code, then its words."""
_SENTENCES: Final = """
asked complaint detail dropped error exit_text expected how kept named note other outcome pids place processes
proxy reason reply ruling scope sentence text transports when where who why word words
"""
_OURS: Final = frozenset(_SENTENCES.split())
"""Holes that may hold a sentence of ours; the others hold data."""
_QUOTES: Final = ('"', "“")
_DEPTH: Final = 6  # of sentences within each other; a server may send as many as it likes
_KEPT: Final = 2048
"""Translations that are kept: what a window shows again and again while it is scrolled."""
_HEAD: Final = 4  # characters by which templates are chosen
_SHORT: Final = 500  # characters of what is kept


def shown(text: str) -> str:
    """A recorded sentence as the window shows it; the text itself in English, or when it is none of ours."""
    now = translator()
    if now is None or not text:
        return text
    return _kept(text, now) if len(text) <= _SHORT else _translated(text)


@lru_cache(_KEPT)
def _kept(text: str, _now: Translator) -> str:
    """_now: so that nothing of another language is given."""
    return _translated(text)


def _translated(text: str, depth: int = 0) -> str:
    if text in _templates()[0]:
        return translate("Recorded", text)
    if depth < _DEPTH:
        answered = _ANSWER.match(text) is not None
        for template in _beginning(text[:_HEAD]):
            if answered and template.begins_with_ours:
                continue
            if (found := template.holes_of(text)) is not None:
                holes = {
                    name: _translated(value, depth + 1) if name in template.ours else value
                    for name, value in found.items()
                }
                return translate("Recorded", template.text).format(**holes)
    return text


@dataclass(frozen=True, slots=True)
class _Template:
    """parts: its own words, before, between and behind the holes. ours: holes that are translated as well."""

    text: str
    parts: tuple[str, ...]
    names: tuple[str, ...]
    ours: frozenset[str]

    @property
    def begins_with_ours(self) -> bool:
        """Whether a sentence of ours stands at its beginning: none of them begins like an answer."""
        return not self.parts[0] and self.names[0] in self.ours

    @classmethod
    def of(cls, text: str) -> _Template:
        words = _HOLE.split(text)
        parts, names = tuple(words[::2]), tuple(words[1::2])
        ours = (
            name
            for name, before in zip(names, parts, strict=False)
            if name in _OURS and not before.endswith(_QUOTES)
        )
        return cls(text, parts, names, frozenset(ours))

    def holes_of(self, text: str) -> dict[str, str] | None:
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
        return dict(zip(self.names, [*values, text[at:end]], strict=True))


@lru_cache(512)
def _beginning(head: str) -> tuple[_Template, ...]:
    """The templates that a text which begins so can be of: a few dozen of some hundreds."""
    return tuple(one for one in _templates()[1] if head.startswith(one.parts[0][:_HEAD]))


@lru_cache(1)
def _templates() -> tuple[frozenset[str], tuple[_Template, ...]]:
    """The texts without holes, and those with some: what says most in its own words comes first."""
    from inspector.recorded_texts import TEXTS  # here: English needs none, and the command line starts fast

    holed = sorted((text for text in TEXTS if _HOLE.search(text)), key=lambda one: -len(_HOLE.sub("", one)))
    return frozenset(TEXTS).difference(holed), tuple(map(_Template.of, holed))
