"""What a check found, as data; the sentence that names the step that failed; the whole as a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from inspector.core.doctor.fixes import Fix
from inspector.errors import Explanation
from inspector.translation import translate

__all__ = [
    "SIGNS",
    "STATES",
    "Check",
    "CheckOutcome",
    "Fact",
    "as_markdown",
    "as_members",
    "explained",
    "verdict",
]

STATES: Final = ("waiting", "running", "ok", "warning", "failed", "skipped")
SIGNS: Final = {
    "waiting": "·",
    "running": "…",
    "ok": "✓",
    "warning": "!",
    "failed": "✗",
    "skipped": "–",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was seen. A text of several lines is output or a table: shown in monospace."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What a step found. said: one line, beside the title. explanation: what it means and what helps."""

    state: str
    said: str
    facts: tuple[Fact, ...] = ()
    explanation: str = ""
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A step of the list. state: STATES. duration_ns: how long it took, 0 before it ended."""

    id: str
    title: str
    state: str = "waiting"
    said: str = ""
    facts: tuple[Fact, ...] = ()
    explanation: str = ""
    fixes: tuple[Fix, ...] = ()
    duration_ns: int = 0

    def ended(self, outcome: CheckOutcome, duration_ns: int) -> Check:
        """The same step with what it found."""
        return replace(
            self,
            state=outcome.state,
            said=outcome.said,
            facts=outcome.facts,
            explanation=outcome.explanation,
            fixes=outcome.fixes,
            duration_ns=duration_ns,
        )


def explained(
    explanation: Explanation,
    facts: Iterable[Fact] = (),
    fixes: Iterable[Fix] = (),
    state: str = "failed",
    evidence: str = "",
) -> CheckOutcome:
    """An explanation of the rest of the program as what a step found. evidence: what that is called."""
    words = [explanation.cause and _sentence(explanation.cause), explanation.next_step]
    evidence = evidence or translate("Doctor", "Evidence")
    shown = [*facts, *([Fact(evidence, explanation.evidence)] if explanation.evidence else [])]
    return CheckOutcome(
        state, explanation.happened, tuple(shown), " ".join(filter(None, words)), tuple(fixes)
    )


def _sentence(words: str) -> str:
    text = words[0].upper() + words[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def verdict(checks: Sequence[Check]) -> str:
    """One sentence: which step failed and why, what is doubtful, or that all is well."""
    failed = next((one for one in checks if one.state == "failed"), None)
    if failed is not None:
        return translate("Doctor", "{title} failed: {said}").format(title=failed.title, said=failed.said)
    doubtful = [one.title for one in checks if one.state == "warning"]
    if doubtful:
        return translate("Doctor", "It connects, with warnings for: {}.").format(", ".join(doubtful))
    return translate("Doctor", "It connects without problems.")


def as_markdown(name: str, checks: Sequence[Check]) -> str:
    """The report for an issue or a colleague."""
    lines = [translate("Doctor", "# Diagnosis of {}").format(name), "", verdict(checks), ""]
    for one in checks:
        took = f" ({one.duration_ns / 1e6:.0f} ms)" if one.duration_ns else ""
        lines.append(f"## {SIGNS[one.state]} {one.title}{took}")
        lines += ["", one.said] if one.said else []
        lines += ["", one.explanation] if one.explanation else []
        short = [fact for fact in one.facts if "\n" not in fact.text]
        lines += ["", *(f"- {fact.name}: {_code(fact.text)}" for fact in short)] if short else []
        for fact in one.facts:
            if "\n" in fact.text:
                fence = "`" * max(3, _longest_run(fact.text) + 1)
                lines += ["", f"{fact.name}:", "", fence, fact.text, fence]
        lines += (
            ["", *(translate("Doctor", "- Fix: {}").format(fix.title) for fix in one.fixes)]
            if one.fixes
            else []
        )
        lines.append("")
    return "\n".join(lines)


def _code(text: str) -> str:
    if not text:
        return "(nothing)"
    fence = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _longest_run(text: str) -> int:
    """Of backquotes."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    return longest


def as_members(name: str, checks: Sequence[Check]) -> dict[str, Any]:
    """For JSON. What a fix would write is not in it: its title says enough."""
    listed = []
    for one in checks:
        members = asdict(one) | {"fixes": [fix.title for fix in one.fixes]}
        members["facts"] = {fact.name: fact.text for fact in one.facts}
        members["duration_ms"] = round(members.pop("duration_ns") / 1e6, 1)
        listed.append({key: value for key, value in members.items() if value or key == "duration_ms"})
    failed = next((one.id for one in checks if one.state == "failed"), "")
    return {"server": name, "verdict": verdict(checks), "failed": failed, "checks": listed}
