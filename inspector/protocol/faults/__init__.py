"""Deliberate faults: messages that break the rules on purpose, and what the server must make of them.

`PRESETS` is the table. A preset builds its bytes from a `Situation`; what comes back is sorted by `Heard`
and judged by the duty of the connection's revision. Sending and waiting is the business of
core/fault_injection/faults.py.
Source of the rules: the pages named in each duty; protocol reference 1.1, 1.3, 3.3 to 3.5, 8.1 to 8.3.
"""

from __future__ import annotations

from typing import Final

from inspector.protocol.faults import batches, envelope, features, http, lifecycle, text
from inspector.protocol.faults.heard import FaultReply, Heard
from inspector.protocol.faults.preset import (
    BROKEN,
    COMPLIED,
    SILENT,
    UNDECIDED,
    WORDS,
    Duty,
    InputQuestion,
    Preset,
    Ruling,
    Situation,
)
from inspector.protocol.faults.shot import Shot

__all__ = [
    "BROKEN",
    "COMPLIED",
    "PRESETS",
    "SILENT",
    "UNDECIDED",
    "WORDS",
    "Duty",
    "FaultReply",
    "Heard",
    "InputQuestion",
    "Preset",
    "Ruling",
    "Shot",
    "Situation",
]

_TABLES: Final = (envelope, batches, text, lifecycle, features, http)

PRESETS: Final[dict[str, Preset]] = {preset.key: preset for table in _TABLES for preset in table.PRESETS}
"""All faults by key, in the order in which a sweep sends them."""
