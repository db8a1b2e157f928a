"""Lint: what a record says about how well the server (or we) keep to the protocol.

A rule is one decorated function that looks at a `Seen` record and yields sentences. It comes with a good
and a bad sample dialogue, which the tests replay. `Linter` runs the rules over the records of one session
in their order and keeps what they need to remember; it works the same on a live connection and on an old
file. Source of the rules: protocol reference section 8.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

from inspector.lint import (  # noqa: F401 (they register their rules)
    codes,
    envelope,
    http,
    limits,
    pipe,
    questions,
    streams,
    tool_results,
    tools,
)
from inspector.lint.rules import RULES, Place, Rule, page_in, rests_on, rule
from inspector.lint.seen import Seen, State
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Exchange, Finding, Record
from inspector.protocol.wire import AUTH, PIPES

__all__ = ["RULES", "Linter", "Place", "Rule", "rests_on", "rule"]


_LIVE: Final = frozenset(("RPC", "STD", "HTTP", "LIM"))
_MOST: Final = 20  # findings of one rule about one record: more of them say no more


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

    def check(self, record: Record) -> list[Finding]:
        """The findings of one record. Never raises for what it holds."""
        seen = Seen(record, self.state, self._exchange_of)
        revision, piped = self.state.revision, self.state.transport in PIPES
        findings = [
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
            for one in self._rules_for(record)
            if (revision in one.revisions if revision else one.revisions == "ABCDE")
            and (one.of_pipe or not seen.noise)
            and (seen.readable or not one.methods)
            for found in islice(one.check(seen), _MOST)
        ]
        if not record.channel.startswith(AUTH):
            self.state.remember(seen)
        return findings

    def _rules_for(self, record: Record) -> list[Rule]:
        """Those of OAuth for its messages, all others for the rest."""
        of_auth = record.channel.startswith(AUTH)
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
