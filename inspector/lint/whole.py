"""All rules: importing this registers those of content too, with what they need (JSON Schema above all).

The window lives without them until a check: its linter has the rules of envelope and transport alone.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import ClassVar, Final, NamedTuple

import msgspec

from inspector.lint import (  # noqa: F401 (they register their rules)
    approved,
    apps,
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
    purposes,
    quality,
    questions,
    resources,
    results,
    schemas,
    security,
    shapes,
    streams,
    subscriptions,
    tasks,
    tool_results,
    tools,
)
from inspector.lint.authorization import Authorization, is_of_authorization, provisional
from inspector.lint.linter import Linter
from inspector.lint.rules import MOST, RULES, Question
from inspector.lint.seen import Seen
from inspector.lint.tables import Answer
from inspector.protocol.records import Exchange, Finding, Record
from inspector.schema.problem import Problem

__all__ = ["RULES", "Asked", "WholeLinter"]

_MOST_WAITING: Final = 256  # records of authorization


class Asked(NamedTuple):
    """A question that a rule has about a record. finding: what becomes of it, still without a sentence.
    answer: where it is kept for the next record with the same body.
    """

    question: Question
    finding: Finding
    answer: Answer | None = None

    def findings(self, problems: list[Problem]) -> list[Finding]:
        """What the validator's answer comes to."""
        places = list(islice(self.question.told(problems), MOST))
        if self.answer is not None and not any(one.keyword in ("limit", "value") for one in problems):
            self.answer.places = places  # a worker that failed may do better the next time
        return [
            msgspec.structs.replace(self.finding, message=message, pointer=pointer)
            for message, pointer in places
        ]


class WholeLinter(Linter):
    """Checks the records of one session in order, by all rules.

    questions: what a validator has to say before all is found; who asks it takes them out.
    """

    _whole: ClassVar[bool] = True

    def __init__(
        self,
        transport: str,
        target: str,
        exchange_of: Callable[[int], Exchange | None],
        *,
        learns: bool = True,
    ) -> None:
        super().__init__(transport, target, exchange_of, learns=learns)
        self.questions: list[Asked] = []
        self._waiting: list[Record] = []  # of authorization, while no revision is agreed on
        self._done = 0  # so many of them were judged, by `_done_by`
        self._done_by = ""
        self._told: set[tuple[int, str]] = set()  # records of them, and rules

    def check(self, record: Record) -> list[Finding]:
        """The findings of one record. Never raises for what it holds.

        Those of authorization come with a later record where they have to wait for the revision.
        """
        findings = super().check(record)
        if is_of_authorization(record) and len(self._waiting) < _MOST_WAITING:
            self.state.of(Authorization).look(record)
            self._waiting.append(record)
        return findings + self._of_authorization() if self._waiting else findings

    def _ask(self, question: Question, finding: Finding, answer: Answer | None) -> None:
        self.questions.append(Asked(question, finding, answer))

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
