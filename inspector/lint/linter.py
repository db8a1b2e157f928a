"""Runs the rules of envelope and transport over the records of one session, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import msgspec

from inspector.lint.rules import RULES, Place, Question, Rule, page_in
from inspector.lint.seen import Seen, State
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import AUTH, PIPES

__all__ = ["MOST", "Linter"]

_LIVE: Final = frozenset(("RPC", "STD", "HTTP", "LIM"))
_OF_DECLARATIONS: Final = frozenset(
    ("LIFE-06", "LIFE-06-subscribe", "CMP-03", "NTF-06", "NTF-11", "TOOL-25-capability", "TOOL-28")
)
MOST: Final = 20  # findings of one rule, or one question, about one record: more of them say no more


class Linter:
    """Checks the records of one session in order. exchange_of: exchange number → exchange, if known.

    It has the rules that are quick, of envelope and transport; `WholeLinter` has all.
    """

    _whole: ClassVar[bool] = False

    def __init__(self, transport: str, target: str, exchange_of: Callable[[int], Exchange | None]) -> None:
        self.state = State(transport, target, memories=self._whole)
        self._exchange_of = exchange_of
        self._rules: dict[tuple[bool, str, str], list[Rule]] = {}
        self.judged: set[str] = set()  # rules that something of the server's was held against

    def check(self, record: Record) -> list[Finding]:
        """The findings of one record. Never raises for what it holds."""
        if record.channel.startswith(AUTH):  # of OAuth, not of MCP
            return []
        seen = Seen(record, self.state, self._exchange_of)
        findings = self._findings(seen, self.state.revision)
        self.state.remember(seen)
        return findings

    def _ask(self, question: Question, finding: Finding) -> None:
        """A rule wants to know something of a validator; quick rules do not."""
        raise NotImplementedError

    def _findings(self, seen: Seen, agreed: str, *, of_auth: bool = False) -> list[Finding]:
        record, piped = seen.record, self.state.transport in PIPES
        contents = seen.readable and record.role != "duplicate"  # of which not even the method is sure
        findings = []
        for one in self._rules_for(record, of_auth):
            # Envelope and transport are judged from the handshake on, contents with the answer that agrees.
            revision = agreed if of_auth or one.family in _LIVE else seen.revision
            if not _holds(one, revision):
                continue
            if one.name in _OF_DECLARATIONS and not self.state.declares_well:
                continue
            if (seen.noise and not one.of_pipe) or (one.methods and not contents):
                continue
            if record.direction != "out":
                self.judged.add(one.name)
            said = 0
            for found in one.check(seen):
                if said == MOST:
                    break
                finding = Finding(
                    record=record.number,
                    exchange=record.exchange,
                    session=record.session,
                    rule=one.name,
                    severity=one.severity_in(revision),
                    message=found if isinstance(found, str) else "",
                    page=page_in(one.page, revision, piped),
                )
                if isinstance(found, Question):  # of each schema there is one
                    self._ask(found, finding)
                    continue
                said += 1
                if isinstance(found, Place):
                    place = {"message": found.message, "pointer": found.pointer}
                    findings.append(msgspec.structs.replace(finding, **place))
                else:
                    findings.append(finding)
        return findings

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


def _holds(one: Rule, revision: str) -> bool:
    return revision in one.revisions if revision else one.revisions == "ABCDE"
