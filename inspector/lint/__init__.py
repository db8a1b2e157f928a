"""Lint: what a record says about how well the server (or we) keep to the protocol.

A rule is one decorated function that looks at a `Seen` record and yields sentences. It comes with a good
and a bad sample dialogue, which the tests replay. `Linter` runs the rules over the records of one session
in their order and keeps what they need to remember; it works the same on a live connection and on an old
file. Source of the rules: protocol reference section 8.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
    codes,
    completion,
    envelope,
    http,
    lifecycle,
    limits,
    notifications,
    pages,
    pipe,
    prompts,
    resources,
    results,
    streams,
    subscriptions,
    tool_results,
    tools,
from inspector.lint.rules import RULES, Place, Rule, page_in, rests_on, rule
=======
from typing import Final, NamedTuple

import msgspec

from inspector.lint import (  # noqa: F401 (they register their rules)
    codes,
    envelope,
    http,
    limits,
    pipe,
    schemas,
    shapes,
    streams,
)
from inspector.lint.rules import RULES, Place, Question, Rule, page_in, rests_on, rule
>>>>>>> 4a92f12668d80b2655d6a67c0d521e329693424b
from inspector.lint.seen import Seen, State
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import AUTH, PIPES
from inspector.schema.problem import Problem

__all__ = ["RULES", "Asked", "Linter", "Place", "Question", "Rule", "rests_on", "rule"]


_LIVE: Final = frozenset(("RPC", "STD", "HTTP", "LIM"))



_MOST_FINDINGS: Final = 20  # of one question


class Asked(NamedTuple):
    """A question that a rule has about a record. finding: what becomes of it, still without a sentence."""

    question: Question
    finding: Finding

    def findings(self, problems: list[Problem]) -> list[Finding]:
        """What the validator's answer comes to."""
        return [
            msgspec.structs.replace(self.finding, message=message, pointer=pointer)
            for message, pointer in islice(self.question.told(problems), _MOST_FINDINGS)
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
        self.state = State(transport, target, memories=whole)
        self._exchange_of = exchange_of
        self._whole = whole
        self.questions: list[Asked] = []
        self._rules: dict[tuple[bool, str, str], list[Rule]] = {}


    def check(self, record: Record) -> list[Finding]:

            and (one.of_pipe or not seen.noise)
            and (seen.readable or not one.methods)
            for found in islice(one.check(seen), _MOST)
        ]
=======
        """The findings of one record. Never raises for what it holds."""
        seen = Seen(record, self.state, self._exchange_of)
        revision, piped = self.state.revision, self.state.transport in PIPES
        findings = []
        for one in self._rules_for(record):
            if not (revision in one.revisions if revision else one.revisions == "ABCDE"):
                continue
            if (seen.noise and not one.of_pipe) or (one.methods and not seen.readable):
                continue
            for found in one.check(seen):
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
                    findings += [
                        msgspec.structs.replace(finding, message=found.message, pointer=found.pointer)
                    ]
                else:
                    findings.append(finding)
        if not record.channel.startswith(AUTH):
            self.state.remember(seen)
        return findings
>>>>>>> 4a92f12668d80b2655d6a67c0d521e329693424b

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
        if record.direction != "out":
            self._looked_at.add((key, self.state.revision))
        return self._rules[key]


def _holds(one: Rule, revision: str) -> bool:
    return revision in one.revisions if revision else one.revisions == "ABCDE"
