"""What a check comes to: findings, requirements, cost, and the verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from inspector.core.check.probes import LOCAL_RULES, PROBES, REMAINING
from inspector.core.check.suite import Suite
from inspector.errors import UsageError
from inspector.lint.whole import RULES
from inspector.protocol.faults import PRESETS
from inspector.protocol.jsonrpc import decode
from inspector.translation import in_english

__all__ = ["SEVERITIES", "STATUSES", "Judged", "Report", "Requirement", "read_definitions", "rule_table"]

SEVERITIES: Final = ("error", "warning", "info")
"""Worst first."""

STATUSES: Final = ("fail", "not tried", "pass", "not applicable")
"""Of a requirement, in the order of a report."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding with all that its reader needs. record: its number."""

    rule: str
    severity: str
    message: str
    sentence: str  # what the page says
    fix: str
    revision: str
    page: str
    record: int
    pointer: str
    evidence: str
    times: int = 1  # in this revision
    reason: str = ""  # a baseline accepts it, and says why


@dataclass(frozen=True, slots=True)
class Requirement:
    """One rule and what became of it. status: one of STATUSES; why: what was not there, or not allowed."""

    id: str
    status: str
    why: str
    page: str


@dataclass(slots=True)
class Report:
    """target: as the user named it. untried: what could not be asked, and why. gone: what a baseline
    accepts and was not found again. more: rule → how many findings it has at least beyond those told.
    definitions: digests of what the server listed, for a later check."""

    target: str
    revisions: list[str] = field(default_factory=list)
    findings: list[Judged] = field(default_factory=list)
    accepted: list[Judged] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=dict)
    requirements: list[Requirement] = field(default_factory=list)
    cost: dict[str, Any] = field(default_factory=dict)
    definitions: dict[str, dict[str, str]] = field(default_factory=dict)
    untried: list[str] = field(default_factory=list)
    records: int = 0
    ended: str = ""  # why it came to an end before everything was asked; then a pass says little
    suite: Suite | None = None  # the official one, whose verdict is its own
    fail_on: str = "error"

    @property
    def verdict(self) -> str:
        """pass | fail: whether a finding is as bad as `fail_on`, or worse."""
        worst = SEVERITIES[: SEVERITIES.index(self.fail_on) + 1]
        return "fail" if any(one.severity in worst for one in self.findings) else "pass"

    @property
    def counts(self) -> dict[str, int]:
        """Findings by severity, requirements by status, and the records that were looked at."""
        severities = Counter(one.severity for one in self.findings)
        statuses = Counter(one.status for one in self.requirements)
        told = {name: severities[name] for name in SEVERITIES} | {name: statuses[name] for name in STATUSES}
        return told | {"accepted": len(self.accepted), "records": self.records}

    def as_json(self) -> dict[str, Any]:
        """The members of `mcpdi check --json`, in English."""
        return {
            "target": self.target,
            "revisions": self.revisions,
            "verdict": self.verdict,
            "ended": in_english(self.ended),
            "findings": [_members(one) for one in self.findings],
            "accepted": [_members(one) for one in self.accepted],
            "gone": self.gone,
            "more": self.more,
            "requirements": [_members(one) for one in self.requirements],
            "cost": self.cost,
            "definitions": self.definitions,
            "counts": self.counts,
            "not_tried": [in_english(one) for one in self.untried],
        } | ({"suite": self.suite.as_json()} if self.suite is not None else {})


def read_definitions(path: Path) -> dict[str, dict[str, str]] | None:
    """Those of a report that was written as JSON; None: the file is none. Raises UsageError."""
    try:
        with path.open("rb") as file:
            if file.read(1) != b"{":
                return None
        value: Any = decode(path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    found = value.get("definitions") if isinstance(value, dict) else None
    if not isinstance(found, dict):
        return None  # a recording of another program may be JSON, too
    return {name: members for name, members in found.items() if isinstance(members, dict)}


def rule_table() -> list[dict[str, str]]:
    """Every rule that a check knows, by id: severity, revisions (letters), page, sentence, fix."""
    found = {
        one.name: {
            "id": one.name,
            "severity": one.severity,
            "revisions": one.revisions,
            "page": one.page,
            "sentence": one.sentence,
            "fix": one.fix,
        }
        for one in RULES.values()
    }
    for probe in PROBES:
        if probe.rule in found:  # the worse of the two: a probe is surer than what passes by
            worse = min(probe.severity, found[probe.rule]["severity"], key=SEVERITIES.index)
            found[probe.rule]["severity"] = worse
        duties = PRESETS[probe.key].duties
        found.setdefault(
            probe.rule,
            {
                "id": probe.rule,
                "severity": probe.severity,
                "revisions": "".join(sorted({letter for duty in duties for letter in duty.revisions})),
                "page": duties[-1].page,
                "sentence": in_english(duties[-1].text),
                "fix": probe.fix,
            },
        )
    for one in (*LOCAL_RULES, *REMAINING):
        found[one.rule] = {
            "id": one.rule,
            "severity": one.severity,
            "revisions": one.revisions,
            "page": one.page,
            "sentence": one.sentence,
            "fix": one.fix,
        }
    return sorted(found.values(), key=lambda one: one["id"])


def _members(one: Judged | Requirement) -> dict[str, Any]:
    return {
        name: in_english(value) if isinstance(value, str) else value
        for name, value in asdict(one).items()
        if name != "reason" or value
    }
