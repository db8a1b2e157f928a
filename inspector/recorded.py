"""Sentences that are recorded with a session, in the language of the window.

What a session file holds is English in every language: its notes, the ends of its calls, its findings. So it
can be filtered, compared and sent to somebody else, and the program can look at it. The window shows it by

    shown("cancelled by us")

which finds the sentence among the templates of `recorded_texts` and translates it where it is shown.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from inspector.translation import Translator, translate, translator

__all__ = ["shown"]

_HOLE: Final = re.compile(r"\{(\w+)\}")
_KEPT: Final = 4096
"""Translations that are kept: what a window shows again and again while it is scrolled."""


def shown(text: str) -> str:
    """A recorded sentence as the window shows it; the text itself in English, or when it is none of ours."""
    now = translator()
    return text if now is None or not text else _translated(text, now)


@lru_cache(_KEPT)
def _translated(text: str, now: Translator) -> str:
    """now: the translator, so that nothing of another language is given."""
    whole, patterns = _templates()
    if text in whole:
        return translate("Recorded", text)
    for template, pattern in patterns:
        if found := pattern.fullmatch(text):
            holes = {name: _translated(value, now) for name, value in found.groupdict().items()}
            return translate("Recorded", template).format(**holes)
    return text


@lru_cache(1)
def _templates() -> tuple[frozenset[str], tuple[tuple[str, re.Pattern[str]], ...]]:
    """The texts without holes, and those with some: what says most in its own words comes first."""
    from inspector.recorded_texts import TEXTS  # here: English needs none, and the command line starts fast

    holed = sorted((text for text in TEXTS if _HOLE.search(text)), key=lambda one: -len(_HOLE.sub("", one)))
    patterns = tuple((text, _pattern(text)) for text in holed)
    return frozenset(TEXTS).difference(holed), patterns


def _pattern(template: str) -> re.Pattern[str]:
    parts = _HOLE.split(template)
    texts, names = parts[::2], [*(f"(?P<{name}>.+?)" for name in parts[1::2]), ""]
    return re.compile(
        "".join(re.escape(text) + name for text, name in zip(texts, names, strict=True)), re.DOTALL
    )
