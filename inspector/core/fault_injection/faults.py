"""Sends deliberate faults and has judged what comes: one of them, or all that apply, one at a time.

After each fault the server is asked something ordinary: a server that no longer answers, or that ended, did
not stand the fault, whatever it said before. The presets and their judges are in protocol/faults.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from inspector.core.client.client import Client
from inspector.core.client.session import Session
from inspector.core.clock import now_ns
from inspector.core.fault_injection.listening import FaultListener, bare_session
from inspector.errors import ClosedError, ConnectError, ErrorAnswer, InspectorError, TimeoutExpired
from inspector.protocol import jsonrpc
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.faults import BROKEN, PRESETS, InputQuestion, Preset, Ruling, Shot, Situation
from inspector.translation import composed, recorded, translate
from inspector.transport import HttpTarget

__all__ = ["FaultVerdict", "applicable", "perform", "prepare", "ready", "situation_of", "sweep"]

# Above the ids that the program counts itself. Each record makes the next free: a fault sends more records
# than it uses ids, so that none is used twice in a session.
FIRST_ID: Final = 9_000_000
STEP: Final = 4
LOOKED_AT: Final = 500  # records, newest first, in which a question is looked for
_LISTED: Final = (("tools", "tools"), ("resources", "resources"), ("prompts", "prompts"))


async def prepare(client: Client) -> None:
    """Fetch the lists that faults choose from, where that was not done yet."""
    capabilities = client.info.capabilities if client.info is not None else {}
    for capability, kind in _LISTED:
        if capability in capabilities and not client.catalog.fetched(kind):
            try:
                await client.list_all(kind)
            except InspectorError:
                continue  # the server cannot even do that; faults that need the list do not apply


def situation_of(client: Client) -> Situation:
    """The connection as it is now. Before the first connect that of the newest legacy revision."""
    session = client.session
    era = session.conversation.era if session is not None else LegacyEra()
    info = client.info
    return Situation(
        era=era,
        transport=client.transport or "stdio",
        free=FIRST_ID + STEP * client.journal.next_number(),
        capabilities=info.capabilities if info is not None else {},
        session_id=era.session_id,
        tool=_tool(client.catalog.tools),
        harmless=_harmless(client),
        question=_question(client) if era.answers_by_retry() else None,
        authorized=_authorized(client),
    )


def _authorized(client: Client) -> bool:
    target = client.profile.target
    if not isinstance(target, HttpTarget):
        return False
    headers = (*target.headers.items(), *client.authorizer.headers("POST", target.url, b""))
    return any(name.lower() == "authorization" for name, _ in headers)


def _tool(tools: Iterable[dict[str, Any]]) -> str:
    """The name of a tool with a required argument, if there is one that only reads."""
    names = [tool for tool in tools if _requires(tool) and isinstance(tool.get("name"), str)]
    for tool in names:
        annotations = tool.get("annotations")
        if isinstance(annotations, dict) and annotations.get("readOnlyHint") is True:
            return str(tool["name"])
    return str(names[0]["name"]) if names else ""


def _requires(tool: dict[str, Any]) -> bool:
    schema = tool.get("inputSchema")
    return isinstance(schema, dict) and bool(schema.get("required"))


def _harmless(client: Client) -> tuple[str, dict[str, Any]]:
    """A request with a name or URI that changes nothing: read a resource, get a prompt."""
    for resource in client.catalog.resources:
        if isinstance(resource.get("uri"), str):
            return "resources/read", {"uri": resource["uri"]}
    for prompt in client.catalog.prompts:
        arguments = prompt.get("arguments")
        listed = arguments if isinstance(arguments, list) else []
        required = [one for one in listed if isinstance(one, dict) and one.get("required")]
        if isinstance(prompt.get("name"), str) and not required:
            return "prompts/get", {"name": prompt["name"]}
    return "", {}


def _question(client: Client) -> InputQuestion | None:
    """The newest result on this connection that asked for input."""
    journal, last = client.journal, client.journal.last
    records = journal.records(max(1, last - LOOKED_AT + 1), last)
    for record in reversed(records):
        if record.session != client.session_number or record.kind != "response":
            continue
        if b'"input_required"' not in record.raw:
            continue
        asked = journal.record(record.exchange) if record.exchange else None
        result = jsonrpc.parse(record.raw).result_dict()
        if asked is None or result.get("resultType") != "input_required":
            continue
        params = jsonrpc.parse(asked.raw).params_dict()
        for ours in ("inputResponses", "requestState"):
            params.pop(ours, None)
        if isinstance(params.get("_meta"), dict):  # what the client declared then holds for the answer too
            params["_meta"].pop("progressToken", None)
        requests, state = result.get("inputRequests"), result.get("requestState")
        keys = tuple(requests) if isinstance(requests, dict) else ()
        return InputQuestion(asked.method, params, keys, state if isinstance(state, str) else None)
    return None


ALIVE_S: Final = 5.0
IDLE_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class FaultVerdict:
    """How the server stood one fault. word: one of `protocol.faults.WORDS`.

    level: must | should | none, of what was required. sent: number of the first record that went out.
    survived: it answered an ordinary request afterwards.
    """

    key: str
    word: str
    sentence: str
    records: tuple[int, ...]
    level: str
    survived: bool
    sent: int = 0
    duration_s: float = 0.0

    @property
    def breach(self) -> bool:
        """What must be complied with was not, or the server did not live through it."""
        return self.word == BROKEN and (self.level == "must" or not self.survived)


def applicable(situation: Situation) -> tuple[Preset, ...]:
    """The faults that can be sent on this connection."""
    return tuple(preset for preset in PRESETS.values() if not preset.why_not(situation))


async def perform(client: Client, preset: Preset, shots: tuple[Shot, ...] = ()) -> FaultVerdict:
    """Send this fault, wait for what comes, and judge it. Raises ClosedError when nothing can be sent.

    shots: those that the preset built before, if they were shown to the user. The caller has looked at
    `preset.why_not`. Raises KeyError for one that says nothing of this revision.
    """
    situation = situation_of(client)
    duty = preset.duty(situation)
    if duty is None:
        raise KeyError(preset.key)
    session = client.session
    if session is None or client.state != "connected":
        raise ClosedError(translate("Core", "{} is not connected; connect first").format(client.name))
    started_ns = now_ns()
    if preset.bare:
        async with bare_session(client, preset.title) as bare:
            sent, ruling, survived = await _fire(client, bare, preset, situation, shots)
            died = "" if survived else recorded("The process exited.")
    else:
        sent, ruling, _ = await _fire(client, session, preset, situation, shots)
        died = await _died(client)
    level = ruling.level or duty.level
    if died:
        ruling = Ruling(BROKEN, composed("{} {}", ruling.sentence, died), ruling.records)
    seconds = (now_ns() - started_ns) / 1e9
    verdict = FaultVerdict(
        preset.key, ruling.word, ruling.sentence, ruling.records, level, not died, sent, seconds
    )
    session.note(
        recorded(
            "fault {key}: {word}. {sentence}", key=preset.key, word=verdict.word, sentence=verdict.sentence
        )
    )
    return verdict


async def ready(client: Client) -> None:
    """See that the server answers at all, then `prepare`: the silence of a silent server obeys no rule.

    Raises TimeoutExpired, ConnectError, ClosedError."""
    await _ordinary(client)
    await prepare(client)


async def sweep(client: Client, presets: Iterable[Preset]) -> AsyncIterator[FaultVerdict]:
    """Perform one after another; a connection that a fault ended is made anew. Raises ConnectError when
    that fails, TimeoutExpired when the new one is silent: what comes behind cannot be tried."""
    for preset in presets:
        if client.state != "connected":
            await client.connect()
            await ready(client)
        if preset.why_not(situation_of(client)):
            continue  # the new connection is another
        verdict = await perform(client, preset)
        yield verdict
        if not verdict.survived and client.state == "connected":
            await client.close()  # it answers nothing any more


async def _fire(
    client: Client, session: Session, preset: Preset, situation: Situation, shots: tuple[Shot, ...]
) -> tuple[int, Ruling, bool]:
    """First record sent, the ruling, and whether the connection is still there."""
    duty = preset.duty(situation)
    assert duty is not None
    with FaultListener(session, shots or preset.build(situation)) as listener:
        patience_s = preset.patience_s
        if duty.level == "none" and not preset.slow:  # nothing obliges the server to answer
            patience_s = min(patience_s, IDLE_S)
        await listener.listen(min(patience_s, max(client.profile.timeout_s, 1.0)))
        heard = listener.heard()
        ruling = duty.judge(situation, heard)
        listener.clean_up()
    return listener.first, ruling, not listener.ended


async def _ordinary(client: Client) -> None:
    session = client.session
    modern = session is not None and session.conversation.era.name == "modern"
    await client.call("server/discover" if modern else "ping", timeout_s=ALIVE_S)


async def _died(client: Client) -> str:
    """What is to be said of a server that did not live through it; "" when it answers."""
    if client.state == "connected":
        with suppress(ErrorAnswer, ConnectError, ClosedError):
            try:
                await _ordinary(client)
            except TimeoutExpired:
                return recorded(
                    "It stopped responding: a plain request got no response within {alive_s} s.",
                    alive_s=f"{ALIVE_S:g}",
                )
            return ""
    await asyncio.sleep(0)  # the client learns of an end in its next turn
    if client.state == "connected":
        return recorded("It now rejects an ordinary request.")
    if client.exit_text:
        return recorded("The server exited ({exit_text}).", exit_text=client.exit_text)
    return recorded("The server exited.")
