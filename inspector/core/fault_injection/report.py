"""The verdicts of a sweep as a table in Markdown, for an issue or a mail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inspector.core.client.answers import ServerInfo
from inspector.core.fault_injection.faults import FaultVerdict
from inspector.protocol.faults import PRESETS, WORDS
from inspector.protocol.faults.preset import BROKEN, COMPLIED, SILENT, UNDECIDED
from inspector.translation import composed, in_english, joined, shown, translate

__all__ = ["GLYPHS", "as_markdown", "summary"]

GLYPHS: Final = {
    COMPLIED: "✓",
    BROKEN: "✗",
    SILENT: "–",
    UNDECIDED: "?",
}
_LEVELS: Final = {"must": "MUST", "should": "SHOULD"}


def summary(verdicts: Iterable[FaultVerdict]) -> str:
    """`36 faults: 26 complied, 3 not complied; 1 against a MUST`."""
    known = list(verdicts)
    counts = {word: sum(one.word == word for one in known) for word in WORDS}
    found = tuple(composed("{} {}", count, shown(word)) for word, count in counts.items() if count)
    parts = joined(", ", found)
    breaches = sum(one.breach for one in known)
    return translate("Faults", "{count} faults: {parts}; MUST violations: {breaches}").format(
        count=len(known),
        parts=parts or translate("Faults", "nothing"),
        breaches=breaches or translate("Faults", "none"),
    )


def as_markdown(verdicts: Iterable[FaultVerdict], info: ServerInfo | None, transport: str) -> str:
    """A heading, a summary, and a row a verdict; in English, as verdicts are."""
    known = list(verdicts)
    server = f"{info.name} {info.version}".strip() if info is not None else ""
    about = ", ".join(filter(None, (server, info.revision if info is not None else "", transport)))
    lines = [f"**Deliberate faults**: {about}", "", in_english(summary(known)), ""]
    lines += ["| | FaultVerdict | Rule | Fault | What happened |", "|---|---|---|---|---|"]
    lines += [_row(one) for one in known]
    return "\n".join(lines) + "\n"


def _row(verdict: FaultVerdict) -> str:
    title = PRESETS[verdict.key].title
    cells = (GLYPHS[verdict.word], verdict.word, _LEVELS.get(verdict.level, ""), title, verdict.sentence)
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
