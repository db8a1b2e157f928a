"""Which bracket belongs to which in text that is nearly JSON."""

from __future__ import annotations

from typing import Final

from inspector.json_tokens import BRACKET

__all__ = ["bracket_pairs"]

_CLOSES: Final = {"}": "{", "]": "["}


def bracket_pairs(text: str) -> dict[int, int]:
    """Places of brackets to the places of their partners, both ways; -1 for a bracket without one.

    Brackets inside strings do not count; a string that is not closed ends at the end of its line.
    """
    pairs: dict[int, int] = {}
    waiting: list[tuple[str, int]] = []
    for match in BRACKET.finditer(text):
        token, at = match[1], match.start(1)
        if token in _CLOSES:
            pairs[at] = -1
            if waiting and waiting[-1][0] == _CLOSES[token]:
                _, other = waiting.pop()
                pairs[at], pairs[other] = other, at
        elif token:
            waiting.append((token, at))
    pairs.update((at, -1) for _, at in waiting)
    return pairs
