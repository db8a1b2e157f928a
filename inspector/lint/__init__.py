"""Lint: what a record says about how well the server (or we) keep to the protocol.

A rule is one decorated function that looks at a `Seen` record and yields sentences. It comes with a good
and a bad sample dialogue, which the tests replay. `Linter` runs the rules over the records of one session
in their order and keeps what they need to remember; it works the same on a live connection and on an old
file. Source of the rules: protocol reference section 8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from inspector.lint.duties import DUTIES, page_in
from inspector.lint.seen import Seen, State
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import AUTH, PIPES

__all__ = ["RULES", "Linter", "Rule", "rests_on", "rule"]

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
    return ": ".join(part for part in (finding.page, DUTIES.get(finding.rule, "")) if part)


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


class Linter:
    """Checks the records of one session in order. exchange_of: exchange number → exchange, if known."""

    def __init__(self, transport: str, target: str, exchange_of: Callable[[int], Exchange | None]) -> None:
        self.state = State(transport, target)
        self._exchange_of = exchange_of
        self._by_kind: dict[str, list[Rule]] = {}
        for one in RULES.values():
            for kind in one.kinds:
                self._by_kind.setdefault(kind, []).append(one)

    def check(self, record: Record) -> list[Finding]:
        """The findings of one record. Never raises for what it holds."""
        if record.channel.startswith(AUTH):  # of OAuth, not of MCP
            return []
        seen = Seen(record, self.state, self._exchange_of)
        revision, piped = self.state.revision, self.state.transport in PIPES
        findings = [
            Finding(
                record=record.number,
                exchange=record.exchange,
                session=record.session,
                rule=one.name,
                severity=one.severity_in(revision),
                message=sentence,
                page=page_in(one.page, revision, piped),
            )
            for one in self._by_kind.get(record.kind, ())
            if (revision in one.revisions if revision else one.revisions == "ABCDE")
            and (one.of_pipe or not seen.noise)
            for sentence in one.check(seen)
        ]
        self.state.remember(seen)
        return findings


# The rules register themselves; they need `rule` from above.
from inspector.lint import codes, envelope, http, limits, pipe, streams  # noqa: E402, F401
