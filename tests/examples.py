"""How many examples a long property test tries: all of them with `dev.py test --all`, else every fourth.

Only those that take half a minute; the others are quick, and with fewer examples they would reach less.
"""

from __future__ import annotations

import os
from typing import Final

__all__ = ["ALL", "examples"]

ALL: Final = bool(os.environ.get("MCPDI_ALL_EXAMPLES"))
_PART: Final = 4


def examples(count: int) -> int:
    """What to try of so many."""
    return count if ALL else -(-count // _PART)
