"""Every sentence that is recorded, as a template: `{name}` stands for what differs.

A text is recorded by the module that says it, in English, and shown by `inspector.recorded`. It stands here
once more, because what was recorded yesterday or by others is shown in another language as well. A
test compares this with what the modules say.
"""

from __future__ import annotations

from typing import Final

from inspector.recorded_texts import calls, failures, faults, findings, schema, wire

__all__ = ["FAILURES", "TEXTS"]

TEXTS: Final = (*calls.TEXTS, *faults.TEXTS, *findings.TEXTS, *schema.TEXTS, *wire.TEXTS)

FAILURES: Final = failures.FAILURES
"""Context → texts that the window says too, and that are translated there."""
