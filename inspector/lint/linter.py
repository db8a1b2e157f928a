"""Runs the rules of envelope and transport over the records of one session, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from inspector.lint.rules import MOST, Question
from inspector.lint.seen import Seen, State
from inspector.lint.tables import Answer, Tables
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import AUTH

__all__ = ["Linter"]


class Linter:
    """Checks the records of one session in order. exchange_of: exchange number → exchange, if known.

    It has the rules that are quick, of envelope and transport; `WholeLinter` has all. learns: off, every
    rule is run for every record of its kinds, which finds the same (a test holds it) and takes far longer.
    """

    _whole: ClassVar[bool] = False

    def __init__(
        self,
        transport: str,
        target: str,
        exchange_of: Callable[[int], Exchange | None],
        *,
        learns: bool = True,
    ) -> None:
        self.state = State(transport, target, memories=self._whole)
        self._exchange_of = exchange_of
        self._tables = Tables(self.state, whole=self._whole, learns=learns)
        self.judged: set[str] = set()  # rules that something of the server's was held against
        self.cut: set[str] = set()  # those of them that had more to say of a record

    def check(self, record: Record) -> list[Finding]:
        """The findings of one record. Never raises for what it holds."""
        if record.channel.startswith(AUTH):  # of OAuth, not of MCP
            return []
        seen = Seen(record, self.state, self._exchange_of)
        findings = self._findings(seen, self.state.revision)
        self.state.remember(seen)
        return findings

    def _ask(self, question: Question, finding: Finding, answer: Answer | None) -> None:
        """A rule wants to know something of a validator; quick rules do not."""
        raise NotImplementedError

    def _findings(self, seen: Seen, agreed: str, *, of_auth: bool = False) -> list[Finding]:
        table = self._tables.of_authorization(seen, agreed) if of_auth else self._tables.of(seen, agreed)
        if seen.record.direction != "out" and not table.names <= self.judged:
            self.judged |= table.names
        findings: list[Finding] = []
        record = seen.record
        for one, said in table.said(seen):
            count = 0
            for found in one.check(seen) if said is None else said:
                if isinstance(found, Question):  # of each schema there is one
                    self._ask(found, one.finding(record, ""), None)
                elif isinstance(found, Answer):
                    if found.places is None:
                        self._ask(found.question, one.finding(record, ""), found)
                    else:
                        findings += [one.finding(record, place) for place in found.places]
                elif count == MOST:
                    self.cut.add(one.rule.name)
                    break
                else:
                    count += 1
                    findings.append(one.finding(record, found))
        return findings
