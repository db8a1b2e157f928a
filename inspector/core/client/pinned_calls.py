"""Pinned arguments called again after a restart, and what became of their results.

A user pins what is worth looking at again. The result of the last call with the same arguments is what
the new one is compared with; ids, times and the like do not count.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from inspector.core.client.item_calls import METHODS, ItemCall, make_call, target_of
from inspector.core.storage.value_history import ArgumentsPlace, KeptValue, ValueHistory
from inspector.errors import InspectorError
from inspector.protocol.jsonrpc import parse
from inspector.trace.journal import Journal
from inspector.trace.relations import answered_calls
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["VERDICTS", "PinnedCalls", "Rerun", "compared"]

VERDICTS: Final = ("broke", "changed", "mended", "same", "first", "skipped")
"""The worst first. mended: it failed before. first: nothing to compare with. skipped: see `detail`."""

_KINDS: Final = {"ToolsPanel": "tools", "PromptsPanel": "prompts", "ResourcesPanel": "resources"}
_LOOKED_AT: Final = 40  # earlier calls of the same thing
_BAD: Final = ("failed", "lost", "cancelled")


@dataclass(frozen=True, slots=True)
class Rerun:
    """One pinned call made again. before, after: numbers of the exchanges, 0 for none."""

    call: ItemCall
    title: str
    verdict: str
    before: int = 0
    after: int = 0
    detail: str = ""


def compared(left: bytes, right: bytes) -> tuple[int, tuple[str, ...]]:
    """How many differences count between two answers, and the JSON paths that were left out of it.

    Not for the thread of the window."""
    from inspector.render.diff import compare
    from inspector.render.diff_noise import ALWAYS, suggestions

    first = compare(left, right, ALWAYS)
    noise = suggestions(first.differences())
    ignored = (*ALWAYS, *noise)
    found = compare(left, right, ignored) if noise else first
    return len(found.differences()), ignored


class PinnedCalls:
    """Of the servers whose calls are in this journal."""

    def __init__(self, journal: Journal, history: ValueHistory) -> None:
        self._journal, self._history = journal, history

    async def run(self, client: Client) -> list[Rerun]:
        """One after the other; the worst verdict first. Raises nothing for what a server does."""
        done = []
        for place, value in self._history.pinned(client.profile.name):
            if place.kind in _KINDS and client.state == "connected":
                done.append(await self._again(client, place, value))
        return sorted(done, key=lambda one: VERDICTS.index(one.verdict))

    async def _again(self, client: Client, place: ArgumentsPlace, value: KeptValue) -> Rerun:
        call = ItemCall(_KINDS[place.kind], place.item, value.arguments)
        title = f"{place.item} · {value.name}" if value.name else place.item
        if call.kind == "tools" and (why := _unsafe(client, place.item)):
            return Rerun(call, title, "skipped", detail=why)
        self._journal.flush()
        numbers: list[int] = []
        before = 0
        try:
            before = await asyncio.to_thread(self._last, client.profile.name, call)
            answer = await make_call(client, call, numbers.append)
        except InspectorError as error:
            after = numbers[-1] if numbers else 0
            verdict = "same" if before and not self._worked(before) else "broke"
            return Rerun(call, title, verdict, before, after, str(error))
        after = answer.exchange
        if not before:
            return Rerun(call, title, "first" if self._worked(after) else "broke", 0, after)
        return Rerun(call, title, await self._verdict(before, after), before, after)

    async def _verdict(self, before: int, after: int) -> str:
        was, works = self._worked(before), self._worked(after)
        if was != works:
            return "mended" if works else "broke"
        count, _ = await asyncio.to_thread(compared, self._answer(before), self._answer(after))
        return "changed" if count else "same"

    def _worked(self, number: int) -> bool:
        exchange = self._journal.exchange(number)
        return exchange is not None and exchange.status not in _BAD

    def _answer(self, number: int) -> bytes:
        exchange = self._journal.exchange(number)
        record = self._journal.record(exchange.answer) if exchange is not None and exchange.answer else None
        return record.raw if record is not None else b""

    def _last(self, server: str, call: ItemCall) -> int:
        """The last ended call with the same arguments. Reads the file: in a worker thread."""
        sessions = [info.number for info in self._journal.sessions() if info.name == server]
        self._journal.wait_written()
        found = answered_calls(self._journal, sessions, METHODS[call.kind], target_of(call), _LOOKED_AT)
        wanted = _value(call.arguments) if call.kind != "resources" else {}
        return next((number for number in found if self._arguments(number) == wanted), 0)

    def _arguments(self, number: int) -> Any:
        record = self._journal.record(number)
        params = parse(record.raw).params_dict() if record is not None else {}
        return params.get("arguments", {})


def _value(arguments: str) -> Any:
    try:
        return msgspec.json.decode(arguments.strip() or "{}")
    except msgspec.DecodeError:
        return None


def _unsafe(client: Client, tool: str) -> str:
    """Why a tool is not called unasked; "" when it may be."""
    for one in client.catalog.tools:
        if one.get("name") == tool:
            hints = one.get("annotations")
            destructive = isinstance(hints, dict) and hints.get("destructiveHint") is True
            return translate("Core", "the server says it may delete or overwrite data") if destructive else ""
    return ""
