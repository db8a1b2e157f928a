"""One clock for a whole run: monotonic, shown as time of day.

Stamps are `time.monotonic_ns()`; adding the offset taken once at start makes them nanoseconds since the
Unix epoch that never jump, on one axis for all connections.
"""

from __future__ import annotations

import time
from typing import Final

__all__ = ["OFFSET_NS", "now_ns"]

OFFSET_NS: Final = time.time_ns() - time.monotonic_ns()


def now_ns() -> int:
    """Nanoseconds since the epoch on the monotonic clock of this run."""
    return time.monotonic_ns() + OFFSET_NS
