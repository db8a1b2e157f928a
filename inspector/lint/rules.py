"""What a rule is, and the table in which every rule of this package registers itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from inspector.lint.requirements import REQUIREMENTS
from inspector.lint.seen import Seen
from inspector.protocol.records import Finding

__all__ = ["RULES", "Rule", "rests_on", "rule"]

Check = Callable[[Seen], Iterable[str]]

MESSAGES: Final = ("request", "notification", "response", "error", "batch", "malformed")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. revisions: letters as in `protocol/methods.py`; a dialogue whose revision is not known
    yet is checked by every rule that holds in all five. kinds: the records it looks at."""

    name: str
    severity: str  # error | warning | info
    revisions: str
    page: str
    kinds: tuple[str, ...]
    check: Check
    good: str
    bad: str
    softer: str = ""  # revisions in which it is only a warning

    @property
    def of_pipe(self) -> bool:
        """It is about what stands on a pipe, message or not."""
        return self.name.startswith("STD-")

    def severity_in(self, revision: str) -> str:
        """The severity for one revision letter."""
        return "warning" if revision and revision in self.softer else self.severity


RULES: dict[str, Rule] = {}
"""All rules by name, in the order of their modules."""


def rests_on(finding: Finding) -> str:
    """The page of the specification that a finding rests on, and what that page says."""
    return ": ".join(part for part in (finding.page, REQUIREMENTS.get(finding.rule, "")) if part)


def rule(
    name: str,
    severity: str,
    page: str,
    *,
    good: str,
    bad: str,
    revisions: str = "ABCDE",
    kinds: tuple[str, ...] = MESSAGES,
    softer: str = "",
) -> Callable[[Check], Check]:
    """Register a rule. good and bad: dialogues in the notation of tests/lint/dialogue.py."""

    def register(check: Check) -> Check:
        RULES[name] = Rule(name, severity, revisions, page, kinds, check, good, bad, softer)
        return check

    return register
