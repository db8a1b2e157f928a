"""Print what a server tells of by itself, as it comes: changes and log messages.

What is printed are the records of the journal, so nothing that came is left out, whether a subscription
asked for it or not.
"""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from inspector.cli.exit_codes import ExitCode
from inspector.core.client.logs import LOG_MESSAGE
from inspector.errors import ConnectError, Explanation
from inspector.protocol.jsonrpc import one_line, parse
from inspector.protocol.subscribing import CHANGES, subscription_id
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.limits import Limits
    from inspector.cli.output import Output
    from inspector.core.client.client import Answer, Client
    from inspector.protocol.records import Record

__all__ = ["Watching"]

AFTER_CALL_S: Final = 1.0  # what the called tool causes may come a moment after its answer

KINDS: Final = {method: "list_changed" for method in CHANGES if method.endswith("list_changed")} | {
    "notifications/resources/updated": "updated",
    "notifications/tasks": "task",
    "notifications/tasks/status": "task",
}
"""Method → `kind` of the JSON line."""


class Watching:
    """Prints until a limit is reached, Ctrl+C, or the connection ends. logs: log messages too."""

    def __init__(self, client: Client, output: Output, limits: Limits, *, changes: bool, logs: bool) -> None:
        self._client, self._output, self._limits = client, output, limits
        self._wanted = (*(KINDS if changes else ()), *((LOG_MESSAGE,) if logs else ()))
        self._watches_changes = changes
        self._seen = client.journal.last
        self._printed = 0
        self._code = ExitCode.DONE.value
        self._told: dict[int, str] = {}  # hash of a subscription → what was said of it
        self._changed = asyncio.Event()
        self._answered = self._deaf = False

    async def watch(self) -> int:
        """The exit code. Raises ConnectError when the connection ends, and when too few came."""
        journal, limits = self._client.journal, self._limits
        journal.on_change = self._changed.set
        self._client.listeners.append(self._told_to_look)  # how a subscription stands is no record
        calling = asyncio.ensure_future(self._call()) if limits.tool else None
        try:
            async with asyncio.timeout(limits.seconds):
                await self._until_done()
        except TimeoutError:
            if limits.count is not None and self._printed < limits.count:
                words = f"{self._printed} of {limits.count} events arrived within {limits.seconds:g} s."
                raise ConnectError(Explanation(words)) from None
            if self._client.deaf:
                words = "The listening stream was lost at the end: events may be missing."
                raise ConnectError(Explanation(words)) from None
        except asyncio.CancelledError:  # Ctrl+C is how a user ends it
            task = asyncio.current_task()
            if task is not None:
                task.uncancel()
        finally:
            journal.on_change = None
            self._client.listeners.remove(self._told_to_look)
            if calling is not None and not calling.done():
                calling.cancel()
        if calling is not None and calling.done() and not calling.cancelled():
            calling.result()  # raises what went wrong
        return self._code

    def _told_to_look(self, _client: object) -> None:
        self._changed.set()

    async def _until_done(self) -> None:
        client, limits = self._client, self._limits
        while True:
            self._changed.clear()
            if self._look():
                return
            if client.state != "connected":
                failure = client.failure or Explanation("The connection was closed.")
                raise ConnectError(failure)
            if client.deaf == "over":
                raise ConnectError(Explanation("The listening stream was lost: no more events would arrive."))
            self._say_deaf()
            if self._over():
                if limits.count is None and limits.seconds is None:
                    return
                raise ConnectError(Explanation("The server ended the subscription."))
            if self._answered and limits.seconds is None and limits.count is None:
                try:
                    async with asyncio.timeout(AFTER_CALL_S):
                        await self._changed.wait()
                except TimeoutError:
                    return
            else:
                await self._changed.wait()

    def _look(self) -> bool:
        """Print the new records. True: as many as wanted."""
        journal = self._client.journal
        journal.take_changes()
        journal.flush()
        self._say_states()
        last = journal.last
        for record in journal.records(self._seen + 1, last):
            if self._printed == self._limits.count:  # also when it is looked at again, after a call
                return True
            self._seen = record.number
            if record.direction == "in" and record.kind == "notification" and record.method in self._wanted:
                self._print(record)
                self._printed += 1
        return self._printed == self._limits.count

    def _over(self) -> bool:
        """All that was subscribed to has ended for good."""
        subscriptions = self._client.subscriptions.all
        return (
            self._watches_changes
            and bool(subscriptions)
            and not any(one.live or one.wanted for one in subscriptions)
        )

    def _say_deaf(self) -> None:
        """A stream that is gone tells nothing: that is no silence of the server."""
        deaf = bool(self._client.deaf)
        if deaf != self._deaf:
            self._deaf = deaf
            words = "the listening stream ended; resuming" if deaf else "listening again"
            self._output.note(words)

    def _say_states(self) -> None:
        for one in self._client.subscriptions.all:
            text = f"{one.state}" + (f": {one.detail}" if one.detail else "")
            if one.state == "open" and one.acknowledged is not None:
                text = f"acknowledged: {', '.join(one.acknowledged.names()) or 'nothing'}"
                if one.missing:
                    text += f"; not acknowledged: {', '.join(one.missing.names())}"
            text = "; ".join((text, *one.notes))
            if one.state != "opening" and self._told.get(hash(one)) != text:
                self._told[hash(one)] = text
                name = f"subscription {one.id}" if one.id else f"subscription to {one.requested.names()[0]}"
                self._output.note(f"{name} {text}")

    async def _call(self) -> None:
        limits = self._limits
        answer = await self._client.call_tool(limits.tool, limits.arguments)
        self._look()  # what came before the answer stands before it
        self._code = self._print_answer(answer)
        self._answered = True
        self._changed.set()

    def _print_answer(self, answer: Answer) -> int:
        """The exit code that the answer asks for; a failure is said on stderr."""
        if self._output.json:
            member = "error" if answer.error else "result"
            data = one_line(answer.error or answer.result)
            self._output.answer(b'{"kind":"answer","%s":%s}' % (member.encode(), data))
        from inspector.cli.running import finish

        return finish(answer, "tools/call", self._output, printed=self._output.json)

    def _print(self, record: Record) -> None:
        params = parse(record.raw).params_dict()
        at = datetime.fromtimestamp(record.at_ns / 1e9).astimezone()
        if self._output.json:
            self._output.answer(encode_json(_as_line(record, params, at)))
        else:
            clock = at.strftime("%H:%M:%S.") + f"{at.microsecond // 1000:03d}"
            self._output.line(f"{clock}  {_as_text(record, params)}")


def _as_line(record: Record, params: dict[str, Any], at: datetime) -> dict[str, Any]:
    line: dict[str, Any] = {"at": at.isoformat(), "record": record.number}
    if record.method == LOG_MESSAGE:
        return {**line, "kind": "log", **{key: value for key, value in params.items() if key != "_meta"}}
    line |= {"kind": KINDS[record.method], "method": record.method}
    named = subscription_id(params)
    if named:
        line["subscription"] = msgspec.Raw(named.encode())
    rest = {key: value for key, value in params.items() if key != "_meta"}
    return {**rest, **line}


def _as_text(record: Record, params: dict[str, Any]) -> str:
    if record.method == LOG_MESSAGE:
        logger = f"{params['logger']}: " if params.get("logger") else ""
        data = params.get("data")
        said = data if isinstance(data, str) else encode_json(data).decode()
        return f"{params.get('level', '?')!s:9} {logger}{said}"
    if record.method == "notifications/resources/updated":
        return f"updated   {params.get('uri', '?')}"
    if KINDS[record.method] == "task":
        status = f"{params.get('status', '?')} {params.get('statusMessage') or ''}".strip()
        return f"task      {params.get('taskId', '?')} {status}"
    return f"changed   list of {CHANGES[record.method]}"
