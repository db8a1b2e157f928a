"""Lint: what a record says about how well the server (or we) keep to the protocol.

A rule is one decorated function that looks at a `Seen` record and yields sentences. It comes with a good
and a bad sample dialogue, which the tests replay. `Linter` runs the rules over the records of one session
in their order and keeps what they need to remember; it works the same on a live connection and on an old
file. Source of the rules: protocol reference section 8.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inspector.lint import apps, codes, envelope, http, limits, pipe, security, streams, tasks  # noqa: F401
from inspector.lint.authorization import Authorization, is_of_authorization, provisional
from inspector.lint.rules import RULES, Place, Rule, page_in, rests_on, rule
from inspector.lint.seen import Seen, State
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import AUTH, PIPES

__all__ = ["RULES", "Linter", "Place", "Rule", "rests_on", "rule"]


_LIVE: Final = frozenset(("RPC", "STD", "HTTP", "LIM"))
_MOST_WAITING: Final = 256  # records of authorization


class Linter:
    """Checks the records of one session in order. exchange_of: exchange number → exchange, if known.

    whole: by all rules, as a check wants it; without, by those of envelope and transport, which are quick.
    """

    def __init__(
        self,
        transport: str,
        target: str,
        exchange_of: Callable[[int], Exchange | None],
        *,
        whole: bool = False,
    ) -> None:
        self.state = State(transport, target, memories=whole)
        self._exchange_of = exchange_of
        self._whole = whole
        self._rules: dict[tuple[bool, str, str], list[Rule]] = {}
        self._waiting: list[Record] = []  # of authorization, while no revision is agreed on
        self._judged = 0  # so many of them were, by `_judged_by`
        self._judged_by = ""
        self._told: set[tuple[int, str]] = set()  # records of them, and rules

    def check(self, record: Record) -> list[Finding]:
        """The findings of one record. Never raises for what it holds.

        Those of authorization come with a later record where they have to wait for the revision.
        """
        findings: list[Finding] = []
        if not record.channel.startswith(AUTH):
            seen = Seen(record, self.state, self._exchange_of)
            findings = self._findings(seen, self.state.revision)
            self.state.remember(seen)
        if self._whole and is_of_authorization(record) and len(self._waiting) < _MOST_WAITING:
            self.state.of(Authorization).look(record)
            self._waiting.append(record)
        return findings + self._of_authorization() if self._waiting else findings

    def _of_authorization(self) -> list[Finding]:
        """By the revision that is agreed on, until then by one that shows; then once more, by the rest."""
        revision = self.state.revision or provisional(self.state)
        flow = self.state.of(Authorization)
        if revision != self._judged_by:
            flow.begin()
            self._judged, self._judged_by = 0, revision
        findings: list[Finding] = []
        for record in self._waiting[self._judged :] if revision else ():
            seen = Seen(record, self.state, self._exchange_of)
            found = self._findings(seen, revision, of_auth=True)
            findings += [one for one in found if (one.record, one.rule) not in self._told]
            flow.follow(seen)
        self._judged = len(self._waiting)
        self._told |= {(one.record, one.rule) for one in findings}
        if self.state.revision:
            self._waiting, self._judged, self._told = [], 0, set()
        return findings

    def _findings(self, seen: Seen, revision: str, *, of_auth: bool = False) -> list[Finding]:
        record, piped = seen.record, self.state.transport in PIPES
        return [
            Finding(
                record=record.number,
                exchange=record.exchange,
                session=record.session,
                rule=one.name,
                severity=one.severity_in(revision),
                message=found.message if isinstance(found, Place) else found,
                page=page_in(one.page, revision, piped),
                pointer=found.pointer if isinstance(found, Place) else "",
            )
            for one in self._rules_for(record, of_auth)
            if (revision in one.revisions if revision else one.revisions == "ABCDE")
            and (one.of_pipe or not seen.noise)
            and (seen.readable or not one.methods)
            for found in one.check(seen)
        ]

    def _rules_for(self, record: Record, of_auth: bool) -> list[Rule]:
        """Those of authorization, or all others."""
        key = (of_auth, record.kind, record.method if record.method in METHODS else "")
        if key not in self._rules:
            self._rules[key] = [
                one
                for one in RULES.values()
                if record.kind in one.kinds
                and (not one.methods or key[2] in one.methods)
                and (self._whole or one.family in _LIVE)
                and (one.family == "AUT") == of_auth
            ]
        return self._rules[key]
