"""Runs the rules over the records of one session, in their order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from inspector.lint.authorization import Authorization, is_of_authorization, provisional
from inspector.lint.rules import RULES, Place, Question, Rule, page_in
from inspector.lint.seen import Seen, State
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import AUTH, PIPES
from inspector.schema.problem import Problem

__all__ = ["Asked", "Linter"]

_LIVE: Final = frozenset(("RPC", "STD", "HTTP", "LIM"))
_MOST: Final = 20  # findings of one rule, or one question, about one record: more of them say no more
_MOST_WAITING: Final = 256  # records of authorization


class Asked(NamedTuple):
    """A question that a rule has about a record. finding: what becomes of it, still without a sentence."""

    question: Question
    finding: Finding

    def findings(self, problems: list[Problem]) -> list[Finding]:
        """What the validator's answer comes to."""
        return [
            msgspec.structs.replace(self.finding, message=message, pointer=pointer)
            for message, pointer in islice(self.question.told(problems), _MOST)
        ]


class Linter:
    """Checks the records of one session in order. exchange_of: exchange number → exchange, if known.

    whole: by all rules, as a check wants it; without, by those of envelope and transport, which are quick.
    questions: what a validator has to say before all is found; who asks it takes them out.
    """

    def __init__(
        self,
        transport: str,
        target: str,
        exchange_of: Callable[[int], Exchange | None],
        *,
        whole: bool = False,
    ) -> None:
        if whole:
            import inspector.lint.every_rule  # here: it takes a tenth of a second  # noqa: F401
        self.state = State(transport, target, memories=whole)
        self._exchange_of = exchange_of
        self._whole = whole
        self.questions: list[Asked] = []
        self._rules: dict[tuple[bool, str, str], list[Rule]] = {}
        self._looked_at: set[tuple[tuple[bool, str, str], str]] = set()
        self._waiting: list[Record] = []  # of authorization, while no revision is agreed on
        self._done = 0  # so many of them were judged, by `_done_by`
        self._done_by = ""
        self._told: set[tuple[int, str]] = set()  # records of them, and rules

    @property
    def judged(self) -> set[str]:
        """The rules that something of the server's was held against."""
        return {
            one.name for key, revision in self._looked_at for one in self._rules[key] if _holds(one, revision)
        }

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
        if revision != self._done_by:
            flow.begin()
            self._done, self._done_by = 0, revision
        findings: list[Finding] = []
        for record in self._waiting[self._done :] if revision else ():
            seen = Seen(record, self.state, self._exchange_of)
            found = self._findings(seen, revision, of_auth=True)
            findings += [one for one in found if (one.record, one.rule) not in self._told]
            flow.follow(seen)
        self._done = len(self._waiting)
        self._told |= {(one.record, one.rule) for one in findings}
        if self.state.revision:
            self._waiting, self._done, self._told = [], 0, set()
        return findings

    def _findings(self, seen: Seen, agreed: str, *, of_auth: bool = False) -> list[Finding]:
        record, piped = seen.record, self.state.transport in PIPES
        findings = []
        for one in self._rules_for(record, agreed, of_auth):
            # Envelope and transport are judged from the handshake on, contents with the answer that agrees.
            revision = agreed if of_auth or one.family in _LIVE else seen.revision
            if not _holds(one, revision):
                continue
            if (seen.noise and not one.of_pipe) or (one.methods and not seen.readable):
                continue
            for found in islice(one.check(seen), _MOST):
                finding = Finding(
                    record=record.number,
                    exchange=record.exchange,
                    session=record.session,
                    rule=one.name,
                    severity=one.severity_in(revision),
                    message=found if isinstance(found, str) else "",
                    page=page_in(one.page, revision, piped),
                )
                if isinstance(found, Question):
                    self.questions.append(Asked(found, finding))
                elif isinstance(found, Place):
                    place = {"message": found.message, "pointer": found.pointer}
                    findings.append(msgspec.structs.replace(finding, **place))
                else:
                    findings.append(finding)
        return findings

    def _rules_for(self, record: Record, revision: str, of_auth: bool) -> list[Rule]:
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
        if record.direction != "out":
            self._looked_at.add((key, revision))
        return self._rules[key]


def _holds(one: Rule, revision: str) -> bool:
    return revision in one.revisions if revision else one.revisions == "ABCDE"
