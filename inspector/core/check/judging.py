"""Holds the records of a journal against every rule: of a check that goes on, or of a session file."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from inspector.core.check.report import SEVERITIES, Judged, Requirement
from inspector.core.fault_injection.faults import FIRST_ID
from inspector.core.validation.linting import answered
from inspector.core.validation.validation import Validator
from inspector.lint import Rule
from inspector.lint.whole import RULES, WholeLinter
from inspector.printable import shortened
from inspector.protocol.jsonrpc import decode
from inspector.protocol.methods import DATES, METHODS
from inspector.protocol.records import Finding, Record
from inspector.protocol.wire import PIPES
from inspector.trace.journal import Journal
from inspector.translation import recorded

__all__ = ["Judge"]

PAGE: Final = 256  # records
LARGEST: Final = 1 << 20  # bytes; of larger messages only what the journal says of them is judged
MOST: Final = 50  # findings of one rule in one revision; more of them say no more
MOST_TOOLS: Final = 5000
EVIDENCE: Final = 200  # characters


class Judge:
    """Follows one journal, and keeps what was found and what there was to look at.

    skipped: numbers of records that come of questions which break the rules themselves. since, name: only
    later records count, and only of connections of that name (empty: of all).
    """

    def __init__(
        self,
        journal: Journal,
        validator: Validator,
        skipped: Sequence[range] = (),
        since: int = 0,
        name: str = "",
    ) -> None:
        self._journal = journal
        self._validator = validator
        self._skipped = skipped
        self._linters: dict[int, WholeLinter] = {}
        self._kept: dict[tuple[str, str, str, str], Judged] = {}
        self._more: dict[tuple[str, str], int] = {}
        self._requests: set[str] = set()
        self.tools: dict[str, dict[str, Any]] = {}  # as they were listed last, by name
        self._tools_of = ""
        self.checked = since
        self.looked_at = 0
        self._sessions = {one.number: one for one in journal.sessions() if name in ("", one.name)}
        self._page: deque[Record] = deque()  # read and not judged yet

    @property
    def findings(self) -> list[Judged]:
        """Worst first, then in the order of the records; equal ones are one with a count."""
        return sorted(self._kept.values(), key=lambda one: (SEVERITIES.index(one.severity), one.record))

    @property
    def revisions(self) -> list[str]:
        """Those that were spoken, oldest first."""
        spoken = {linter.state.revision for linter in self._linters.values()}
        return [DATES[letter] for letter in sorted(spoken - {""})]

    async def look(self) -> None:
        """Judge what is in the journal; in a thread, as a list of a thousand tools takes a while."""
        while self._page or self.checked < self._journal.last:
            if (stop := await asyncio.to_thread(self._go_on)) is not None:
                record, linter = stop
                for found in await answered(self._validator, linter):
                    about = self._record_of(found, record)
                    self._keep(found, about, DATES.get(linter.state.revision, ""))

    def _go_on(self) -> tuple[Record, WholeLinter] | None:
        """Judge a page, or a part of it: until a rule has a question."""
        if not self._page:
            last = min(self.checked + PAGE, self._journal.last)
            self._page.extend(self._journal.records(self.checked + 1, last, LARGEST))
            self.checked = last
        while self._page:
            record = self._page.popleft()
            linter = self._judge(record)
            if linter is not None and linter.questions:
                return record, linter
        return None

    def _judge(self, record: Record) -> WholeLinter | None:
        if record.session not in self._sessions:
            return None
        self.looked_at += 1
        if any(record.number in numbers for numbers in self._skipped) or _provoked(record):
            return None
        linter = self._linter(record.session)
        if record.direction == "out" and record.kind == "request":
            self._requests.add(record.method)
        if len(record.raw) > LARGEST:
            record = msgspec.structs.replace(record, raw=b"")
        if record.kind == "response" and record.method == "tools/list":
            self._keep_tools(linter.state.revision, decode(record.raw))
        found = linter.check(record)
        for one in found:
            self._keep(one, self._record_of(one, record), DATES.get(linter.state.revision, ""))
        return linter

    def _record_of(self, found: Finding, record: Record) -> Record:
        """What it is about: findings of authorization come with a later record."""
        if found.record == record.number:
            return record
        return self._journal.record(found.record) or record

    def _keep_tools(self, revision: str, message: Any) -> None:
        """Of the revision that was spoken first: an older one knows fewer members of them."""
        self._tools_of = self._tools_of or revision
        if revision != self._tools_of:
            return
        tools = at_pointer(message, "/result/tools")
        for tool in tools if isinstance(tools, list) else []:
            if isinstance(tool, dict) and len(self.tools) < MOST_TOOLS:
                self.tools[str(tool.get("name", ""))] = tool

    def _linter(self, session: int) -> WholeLinter:
        if session not in self._linters:
            about = self._sessions[session]
            self._linters[session] = WholeLinter(about.transport, about.target, self._journal.exchange)
        return self._linters[session]

    def _keep(self, found: Finding, record: Record, revision: str) -> None:
        if record.direction == "out":  # what was sent is not the server's
            return
        key = (found.rule, revision, found.message, found.pointer)
        if key in self._kept:
            self._kept[key] = replace(self._kept[key], times=self._kept[key].times + 1)
            return
        count = self._more.get(key[:2], 0) + 1
        self._more[key[:2]] = count
        if count <= MOST:
            rule = RULES[found.rule]
            self._kept[key] = Judged(
                rule=rule.name,
                severity=found.severity,
                message=found.message,
                sentence=rule.sentence,
                fix=rule.fix,
                revision=revision,
                page=found.page,
                record=record.number,
                pointer=found.pointer,
                evidence=evidence_of(record, found.pointer),
            )

    # -- requirements ------------------------------------------------------------------------------

    def requirements(self) -> list[Requirement]:
        """Every rule: whether the server keeps it, as far as anything was held against it."""
        failed = {one.rule for one in self._kept.values() if one.severity != "info"}
        judged = set().union(*(linter.judged for linter in self._linters.values()))
        return [Requirement(one.name, *self._status(one, failed, judged), one.page) for one in RULES.values()]

    def _status(self, one: Rule, failed: set[str], judged: set[str]) -> tuple[str, str]:
        if one.name in failed:
            return "fail", ""
        states = [linter.state for linter in self._linters.values() if linter.state.revision]
        if not any(state.revision in one.revisions for state in states):
            return "not applicable", recorded("the revision has no such rule")
        piped = {state.transport in PIPES for state in states}
        if one.family in ("STD", "HTTP") and (one.family == "STD") not in piped:
            return "not applicable", recorded("another transport is used")
        if one.name in judged:
            return "pass", ""
        if not one.methods:  # a prohibition that nothing came near
            return "pass", ""
        gates = {METHODS[name].gate for name in one.methods if name in METHODS}
        if "" not in gates and not any(
            _declares(state.capabilities, gate) for state in states for gate in gates
        ):
            return "not applicable", recorded("the server does not declare {}", ", ".join(sorted(gates)))
        if self._requests.isdisjoint(one.methods):
            return "not tried", recorded("no {} was sent", one.methods[0])
        return "not applicable", recorded("no such message came")


def _provoked(record: Record) -> bool:
    """It belongs to a fault that was sent on purpose: those count their ids from far above."""
    theirs = record.direction == "in" and record.kind == "request"
    return not theirs and record.id.isdigit() and len(record.id) < 20 and int(record.id) >= FIRST_ID


def _declares(capabilities: dict[str, Any], gate: str) -> bool:
    here: Any = capabilities
    for name in gate.split("."):
        if not isinstance(here, dict) or name not in here:
            return False
        here = here[name]
    return here is not False


def evidence_of(record: Record, pointer: str) -> str:
    """The bytes that are wrong: the value at the pointer, else the beginning of the message."""
    value = at_pointer(decode(record.raw), pointer) if pointer else None
    try:
        text = "" if value is None else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        text = ""
    text = text or record.raw.decode("utf-8", "replace") or record.note
    return shortened(text.encode("utf-8", "replace").decode(), EVIDENCE)


def at_pointer(value: Any, pointer: str) -> Any:
    """The value at a JSON Pointer (RFC 6901); None where there is none."""
    for word in _words(pointer):
        if isinstance(value, dict):
            value = value.get(word)
        elif isinstance(value, list) and word.isdigit() and int(word) < len(value):
            value = value[int(word)]
        else:
            return None
    return value


def _words(pointer: str) -> Iterable[str]:
    return (word.replace("~1", "/").replace("~0", "~") for word in pointer.split("/")[1:])
