"""What a check asks a server: all that it offers, then the probes, in every revision that is wanted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from inspector.core.check.probes import PROBES, SECOND_CONNECTION, Probe
from inspector.core.check.report import Judged
from inspector.core.check.suite import offered_by
from inspector.core.client.client import Client
from inspector.core.client.completion import METHOD as COMPLETE
from inspector.core.client.completion import completion_params, prompt_reference
from inspector.core.client.questions import MAX_ROUNDS
from inspector.core.fault_injection.faults import perform, ready, situation_of
from inspector.errors import ConnectError, ErrorAnswer, InspectorError, TimeoutExpired
from inspector.lint.seen import Head
from inspector.printable import shortened
from inspector.protocol.faults import BROKEN, COMPLIED, PRESETS, UNDECIDED, Preset
from inspector.protocol.faults.http import ended_session
from inspector.protocol.methods import LEGACY_REVISIONS, LISTS, MODERN_REVISIONS
from inspector.protocol.records import Record
from inspector.protocol.subscribing import Filter
from inspector.protocol.tasks import EXTENSION, EXTENSION_ID, NO_SUCH_TASK
from inspector.schema.fields import build_fields
from inspector.schema.sample import sample_lexeme
from inspector.translation import composed, recorded

__all__ = ["PHASES", "Asking", "Call", "Plan", "Told", "first_line"]

PHASES: Final = ("connect", "read", "call", "probe", "judge", "suite")
"""Of a check, in their order; the first four come again with every revision."""

Told = Callable[[str, str], None]

_GATES: Final = (
    ("tools", "tools"), ("resources", "resources"), ("templates", "resources"), ("prompts", "prompts"),
)  # fmt: skip
MOST_READ: Final = 20  # resources, prompts
LARGEST_READ: Final = 1 << 20  # bytes, as listed
MOST_TIMEOUTS: Final = 2  # requests without an answer; then nothing more is asked
EVIDENCE: Final = 200  # characters
LOG_LEVEL: Final = "warning"
PHASE_S: Final = 60.0  # for reading, and for probing, of one revision; a slow server is told of


@dataclass(frozen=True, slots=True)
class Call:
    """A call that the user wants made. arguments: JSON text."""

    tool: str
    arguments: bytes


@dataclass(frozen=True, slots=True)
class Plan:
    """What may be asked. every_revision: also those that were not negotiated. probes: none | safe | all.

    read_only: tools that say so of themselves (`readOnlyHint`) are called with sample arguments.
    suite: the official suite is run as well.
    """

    every_revision: bool = False
    probes: str = "safe"
    read_only: bool = False
    calls: tuple[Call, ...] = ()
    suite: bool = False


@dataclass(slots=True)
class Asking:
    """Asks along a plan. told: the phase (one of PHASES), and what is done in it now.

    findings: of the probes. skipped: numbers of records that came of them, which are not judged otherwise.
    probed: rule → whether the server kept it, or why it was not tried.
    """

    client: Client
    plan: Plan
    told: Told = lambda _phase, _line: None
    findings: list[Judged] = field(default_factory=list)
    skipped: list[range] = field(default_factory=list)
    probed: dict[str, str] = field(default_factory=dict)
    untried: list[str] = field(default_factory=list)
    offered: frozenset[str] = frozenset()  # see `suite.offered_by`; a later connection forgets it
    ended: str = ""  # why it came to an end before everything was asked
    _timeouts: int = 0

    async def run(self) -> None:
        """Ask the connected server everything, in each revision; the last connection stays open."""
        self.client.questions.most_rounds = MAX_ROUNDS + 1  # what asks on after that has no end
        asked = self._revision()
        await self._ask()
        if not self.plan.every_revision:
            return
        for revision in (*MODERN_REVISIONS, *reversed(LEGACY_REVISIONS)):
            if revision != asked:
                await self._ask_in(revision)

    async def _ask_in(self, revision: str) -> None:
        client = self.client
        self.told("connect", recorded("connecting with revision {}", revision))
        client.profile = replace(client.profile, era=revision)
        await client.close()  # how it ends is judged, whatever the server says to the next revision
        before = client.journal.next_number()
        try:
            await client.connect()
        except InspectorError as error:
            # The refusal of a revision is no fault, and a server may say it as it likes.
            self.skipped.append(range(before, client.journal.next_number()))
            self.untried.append(recorded("revision {}: {}", revision, first_line(error)))
            return
        if self._revision() != revision:
            self.untried.append(recorded("revision {}: the server chose {}", revision, self._revision()))
            return
        await self._ask()

    async def _ask(self) -> None:
        self._timeouts = 0
        reading = (self._lists, self._resources, self._prompts, self._listening, self._calls)
        for phase in (*reading, self._questions, self._again, self._probes):
            if phase == self._questions:
                self.offered |= offered_by(self.client)
            if self.client.state != "connected":
                self.ended = recorded("the connection is over: the rest was not asked")
                self._leave(self.ended)
                return
            if self._timeouts >= MOST_TIMEOUTS:
                self.ended = recorded("the server stopped responding: the rest was not asked")
                self._leave(self.ended)
                return
            await phase()

    # -- what it offers ----------------------------------------------------------------------------

    async def _lists(self) -> None:
        for kind, gate in _GATES:
            if gate not in self._capabilities() or self._timeouts >= MOST_TIMEOUTS:
                continue
            self.told("read", recorded("reading {}", kind))
            for _ in range(2 if kind == "tools" else 1):  # twice: the order is to be the same
                await self._try(LISTS[kind][0], self.client.list_all(kind))

    async def _resources(self) -> None:
        until = time.monotonic() + PHASE_S
        known = [one for one in self.client.catalog.resources if isinstance(one.get("uri"), str)]
        for count, resource in enumerate(known):
            if count == MOST_READ or time.monotonic() > until or self._timeouts >= MOST_TIMEOUTS:
                self._leave(recorded("{} more resources were not read", len(known) - count))
                return
            size = resource.get("size")
            if isinstance(size, int) and size > LARGEST_READ:
                self._leave(recorded("{}: {} bytes are too many to read", resource["uri"], size))
                continue
            self.told("read", recorded("reading {}", resource["uri"]))
            await self._try(resource["uri"], self.client.read_resource(resource["uri"], from_cache=False))

    async def _prompts(self) -> None:
        until = time.monotonic() + PHASE_S
        known = [one for one in self.client.catalog.prompts if isinstance(one.get("name"), str)]
        for count, prompt in enumerate(known):
            if count == MOST_READ or time.monotonic() > until or self._timeouts >= MOST_TIMEOUTS:
                self._leave(recorded("{} more prompts were not read", len(known) - count))
                return
            self.told("read", recorded("getting the prompt {}", prompt["name"]))
            values = {}
            listed = prompt.get("arguments")
            for argument in listed[:MOST_READ] if isinstance(listed, list) else []:
                name = argument.get("name") if isinstance(argument, dict) else None
                if isinstance(name, str) and argument.get("required") is True:
                    values[name] = await self._value_for(prompt["name"], name)
            await self._try(prompt["name"], self.client.get_prompt(prompt["name"], values))

    async def _value_for(self, prompt: str, argument: str) -> str:
        """A value that the server proposes, else a sample."""
        declared = "completions" in self._capabilities()
        if declared or self._revision() == LEGACY_REVISIONS[0]:  # that has no capability for it
            found = await self._try(argument, self.client.complete(prompt_reference(prompt), argument, ""))
            if found is not None and found.values:
                return str(found.values[0])
        return "1"

    async def _listening(self) -> None:
        """Subscribe, before the calls: what they change is told of. Nothing of the server's changes by it."""
        if self.plan.probes == "none":
            return
        client, declared = self.client, self._capabilities()
        uris = [one["uri"] for one in client.catalog.resources if isinstance(one.get("uri"), str)][:1]
        if (
            "logging" in declared and not client.subscriptions.modern
        ):  # there only a request asks for messages
            self.told("read", recorded("setting the log level"))
            await self._try("logging", client.set_log_level(LOG_LEVEL))
        offered = client.subscriptions.offered() if client.subscriptions.modern else Filter()
        client.subscriptions.list_changes = bool(offered)
        if uris and client.subscriptions.offers_resources:
            self.told("read", recorded("subscribing to {}", uris[0]))
            await self._try("resources/subscribe", client.subscriptions.subscribe(uris[0]))
        elif offered:
            self.told("read", recorded("listening to changes of the lists"))
            await client.subscriptions.acknowledged(client.subscriptions.open(offered))

    async def _calls(self) -> None:
        chosen = list(self.plan.calls)
        tools = [one for one in self.client.catalog.tools if isinstance(one.get("name"), str)]
        if self.plan.read_only:
            chosen += [Call(one["name"], _sample(one)) for one in tools if _reads_only(one)]
        for call in chosen:
            if self._timeouts >= MOST_TIMEOUTS or self.client.state != "connected":
                break
            self.told("call", recorded("calling {}", call.tool))
            answer = await self._try(call.tool, self.client.call_tool(call.tool, call.arguments))
            if self.plan.probes == "all" and self.client.tasks.support(call.tool) == "required":
                params = {"name": call.tool, "arguments": msgspec.Raw(call.arguments)}
                await self._try(call.tool, self.client.call("tools/call", params))  # is to be refused
            if answer is not None and (task := self.client.tasks.of_call(answer.exchange)) is not None:
                await self._try(call.tool, self._follow(task.id))
        called = {call.tool for call in chosen}
        if left := [one["name"] for one in tools if one["name"] not in called]:
            self._leave(recorded("{} of {} tools were not called: that needs consent", len(left), len(tools)))

    async def _follow(self, task: str) -> None:
        """A call that became a task, to its end; the tasks are listed where that is offered."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.client.profile.timeout_s):
                await self.client.tasks.follow(task)
        if self.client.tasks.offers("list"):
            await self.client.call("tasks/list", {})

    async def _questions(self) -> None:
        """What a client does not ask in ordinary traffic, and what breaks no rule: the records tell."""
        if self.plan.probes == "none":
            return
        for method, params in self._unusual():
            self.told("probe", recorded("asking {}", method))
            try:
                await self.client.call(method, params)
            except ErrorAnswer:
                continue  # as it should be
            except InspectorError as error:
                if isinstance(error, TimeoutExpired):
                    self._timeouts = MOST_TIMEOUTS
                self._leave(recorded("{}: {}", method, first_line(error)))
                return

    async def _again(self) -> None:
        """Another connection is to be offered the same (LIFE-15)."""
        if self.plan.probes == "none" or self._revision() not in MODERN_REVISIONS:
            return
        self.told("probe", recorded("connecting again"))
        try:
            if self.plan.calls or self.plan.read_only:  # a call may have changed the lists
                await self._names()
            before = self._offered()
            await self.client.connect()
            await self._names()
        except InspectorError as error:
            self.probed["LIFE-15"] = first_line(error)
            self._leave(recorded("a second connection: {}", first_line(error)))
            return
        after = self._offered()
        changed = [kind for kind in before if kind in after and before[kind] != after[kind]]
        self.probed["LIFE-15"] = "fail" if changed else "pass"
        for kind in changed[:1]:
            other = ", ".join(sorted(before[kind] ^ after[kind]))
            self.findings.append(
                Judged(
                    rule=SECOND_CONNECTION.rule,
                    severity=SECOND_CONNECTION.severity,
                    message=recorded("a second connection is offered other {}", kind),
                    sentence=SECOND_CONNECTION.sentence,
                    fix=SECOND_CONNECTION.fix,
                    revision=self._revision(),
                    page=SECOND_CONNECTION.page,
                    record=self.client.journal.last,
                    pointer="",
                    evidence=shortened(other, EVIDENCE),
                )
            )

    async def _names(self) -> None:
        for kind, gate in _GATES:
            if gate in self._capabilities():
                await self._try(LISTS[kind][0], self.client.list_all(kind))

    def _offered(self) -> dict[str, set[str]]:
        """What this connection is offered, by kind, without lists that are not whole or changed since."""
        catalog = self.client.catalog
        members = {"tools": "name", "prompts": "name", "resources": "uri", "templates": "uriTemplate"}
        return {"capabilities": set(self._capabilities())} | {
            kind: {str(one.get(member)) for one in catalog.items(kind)}
            for kind, member in members.items()
            if catalog.fetched(kind) and kind not in catalog.troubles and kind not in catalog.stale
        }

    def _unusual(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Lists and completions that are not declared; a prompt without its arguments; no such task."""
        declared, revision = self._capabilities(), self._revision()
        for kind, gate in _GATES:
            if gate not in declared:
                yield LISTS[kind][0], {}
        for prompt in self.client.catalog.prompts:
            listed = prompt.get("arguments")
            required = [
                one
                for one in (listed if isinstance(listed, list) else [])
                if isinstance(one, dict) and one.get("required")
            ]
            if required and isinstance(prompt.get("name"), str):
                yield "prompts/get", {"name": prompt["name"]}
                if "completions" not in declared and revision != LEGACY_REVISIONS[0]:
                    argument = str(required[0].get("name"))
                    yield COMPLETE, completion_params(prompt_reference(prompt["name"]), argument, "", {}, "")
                break
        if "tasks" in declared:
            yield "tasks/get", {"taskId": NO_SUCH_TASK}
        ours = self.client.declaration().capabilities_in(revision).get("extensions") or {}
        if self.client.tasks.form == EXTENSION and EXTENSION_ID in ours:
            yield "tasks/get", {"taskId": NO_SUCH_TASK}
            yield "tasks/list", {}  # of the revision before

    # -- probes ------------------------------------------------------------------------------------

    async def _probes(self) -> None:
        if self.plan.probes == "none":
            self._leave(recorded("no probe was sent"))
            return
        until = time.monotonic() + PHASE_S
        try:
            await ready(self.client)
        except InspectorError as error:  # the silence of a silent server obeys no rule
            self._leave(recorded("the probes: {}", first_line(error)))
            return
        for probe in PROBES:
            situation = situation_of(self.client)
            elsewhere = probe.transport and probe.transport != situation.transport
            if situation.letter not in probe.revisions or elsewhere:
                self.probed.setdefault(probe.rule, "")
                continue
            why = PRESETS[probe.key].why_not(situation_of(self.client))
            if why:
                self.probed.setdefault(probe.rule, "")
            elif not probe.safe and self.plan.probes != "all":
                self.probed.setdefault(probe.rule, recorded("only with --probe all"))
            elif time.monotonic() > until:
                self.probed.setdefault(probe.rule, recorded("the probes took too long"))
            elif not await self._probe(probe, PRESETS[probe.key]):
                return
        if self.plan.probes == "all":
            await self._ended_session()

    async def _ended_session(self) -> None:
        """Whether a session that the server ended, as it was told to, is over."""
        client, old = self.client, situation_of(self.client).session_id
        if client.transport != "http" or not old:
            return
        first = client.journal.next_number()
        try:
            await client.connect()  # which ends the session before
        except ConnectError as error:
            self._leave(recorded("a second connection: {}", first_line(error)))
            return
        heads = (Head(one.raw) for one in client.journal.records(first, client.journal.last) if _deleted(one))
        if any(200 <= head.status < 300 for head in heads):
            probe = next(one for one in PROBES if one.key == "http-session-foreign")
            await self._probe(probe, ended_session(old))

    async def _probe(self, probe: Probe, preset: Preset) -> bool:
        """Send it; whether there is a connection for the next."""
        client, revision = self.client, self._revision()
        self.told("probe", recorded("sending the probe {}", probe.key))
        first = client.journal.next_number()
        letter = situation_of(client).letter
        duty = preset.duty(situation_of(client))
        assert duty is not None  # else `why_not` had said so
        try:
            verdict = await perform(client, preset)
        except InspectorError as error:
            self.probed.setdefault(probe.rule, first_line(error))
            verdict = None
        self.skipped.append(range(first, client.journal.next_number()))
        if verdict is not None:
            broken = verdict.word == BROKEN and (verdict.level != "none" or not verdict.survived)
            # Only a server of older revisions has a use for GET and DELETE.
            single = client.info is not None and client.info.supported == (revision,)
            broken = broken or (probe.rule == "HTTP-14" and verdict.word == UNDECIDED and single)
            kept = "pass" if verdict.word == COMPLIED else recorded("its answer leaves it open")
            self.probed[probe.rule] = "fail" if broken else self.probed.get(probe.rule) or kept
            if broken:
                record = client.journal.record(verdict.records[-1] if verdict.records else verdict.sent)
                refused = record is not None and record.kind == "error"
                soft = verdict.level != "must" or (refused and letter in probe.softer)
                severity = "error" if not verdict.survived else "warning" if soft else probe.severity
                evidence = record.raw.decode("utf-8", "replace")[:200] if record is not None else ""
                self.findings.append(
                    Judged(
                        rule=probe.rule,
                        severity=severity,
                        message=composed("{} {}", preset.sends, verdict.sentence),
                        sentence=duty.text,
                        fix=probe.fix,
                        revision=revision,
                        page=duty.page,
                        record=verdict.sent,
                        pointer="",
                        evidence=evidence,
                    )
                )
            if not verdict.survived and client.state == "connected":
                await client.close()
        if client.state == "connected":
            return True
        try:
            await client.connect()
        except ConnectError as error:
            self._leave(recorded("the probes after {}: {}", probe.key, first_line(error)))
            return False
        return True

    # -- small things ------------------------------------------------------------------------------

    def _leave(self, what: str) -> None:
        """Something of this revision is left out."""
        line = composed("{}: {}", self._revision(), what) if self.plan.every_revision else what
        if line not in self.untried:
            self.untried.append(line)

    def _revision(self) -> str:
        return self.client.info.revision if self.client.info is not None else ""

    def _capabilities(self) -> dict[str, Any]:
        return self.client.info.capabilities if self.client.info is not None else {}

    async def _try(self, what: str, work: Any) -> Any:
        """The result; None when the server fails: the records say how, and the report that it did."""
        try:
            return await work
        except InspectorError as error:
            self._timeouts += isinstance(error, TimeoutExpired)
            self._leave(recorded("{}: {}", what, first_line(error)))
            return None


def _deleted(record: Record) -> bool:
    """It is the response to the end of a session."""
    return record.kind == "head" and record.direction == "in" and record.channel.startswith("delete-")


def first_line(error: InspectorError) -> str:
    """What a report has room for."""
    return next(iter(str(error).splitlines()), "")


def _reads_only(tool: dict[str, Any]) -> bool:
    annotations = tool.get("annotations")
    return isinstance(annotations, dict) and annotations.get("readOnlyHint") is True


def _sample(tool: dict[str, Any]) -> bytes:
    schema = tool.get("inputSchema")
    return sample_lexeme(build_fields(schema)).encode() if isinstance(schema, dict) else b"{}"
