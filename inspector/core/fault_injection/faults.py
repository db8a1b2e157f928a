"""Sends deliberate faults and has judged what comes: one of them, or all that apply, one at a time.

After each fault the server is asked something ordinary: a server that no longer answers, or that ended, did
not stand the fault, whatever it said before. The presets and their judges are in protocol/faults.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from inspector.core.client.client import Client
from inspector.core.client.session import Session
from inspector.core.clock import now_ns
from inspector.core.fault_injection.listening import FaultListener, bare_session
from inspector.core.fault_injection.situation import prepare, situation_of
from inspector.errors import ClosedError, ConnectError, ErrorAnswer, TimeoutExpired
from inspector.protocol.faults import BROKEN, PRESETS, Preset, Ruling, Shot, Situation
from inspector.translation import translate

__all__ = ["Verdict", "applicable", "perform", "prepare", "ready", "situation_of", "sweep"]

ALIVE_S: Final = 5.0
IDLE_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Verdict:
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


async def perform(client: Client, preset: Preset, shots: tuple[Shot, ...] = ()) -> Verdict:
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
            died = "" if survived else "The process ended."
    else:
        sent, ruling, _ = await _fire(client, session, preset, situation, shots)
        died = await _died(client)
    level = ruling.level or duty.level
    if died:
        ruling = Ruling(BROKEN, f"{ruling.sentence} {died}", ruling.records)
    seconds = (now_ns() - started_ns) / 1e9
    verdict = Verdict(
        preset.key, ruling.word, ruling.sentence, ruling.records, level, not died, sent, seconds
    )
    session.note(f"fault {preset.key}: {verdict.word}. {verdict.sentence}")
    return verdict


async def ready(client: Client) -> None:
    """See that the server answers at all, then `prepare`: the silence of a silent server obeys no rule.

    Raises TimeoutExpired, ConnectError, ClosedError."""
    await _ordinary(client)
    await prepare(client)


async def sweep(client: Client, presets: Iterable[Preset]) -> AsyncIterator[Verdict]:
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
                return f"It answers nothing any more: a plain request got no answer within {ALIVE_S:g} s."
            return ""
    await asyncio.sleep(0)  # the client learns of an end in its next turn
    if client.state == "connected":
        return "It refuses an ordinary request now."
    return f"The server ended{f' ({client.exit_text})' if client.exit_text else ''}."
