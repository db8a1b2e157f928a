"""What a user who mistyped a name probably meant."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["did_you_mean"]


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """` (did you mean “add”?)`, or nothing when no name is near."""
    from difflib import get_close_matches  # here: needed for mistakes only

    lower = {name.lower(): name for name in names}
    close = get_close_matches(word.lower(), lower, 1)
    return f" (did you mean “{lower[close[0]]}”?)" if close else ""
