"""Say which exchange a message belongs to, and how that exchange stands now.

One `Correlation` per connection. It knows no era and no transport: requests open exchanges, answers end
them by id *with its JSON type*, progress finds them by token. Nothing raises; what fits nowhere gets the
role "unknown", "duplicate", "late" or "mistyped" and stays visible.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from inspector.protocol.elicitation import action_in
from inspector.protocol.jsonrpc import Message, Signs
from inspector.protocol.methods import target_of
from inspector.protocol.records import Exchange
from inspector.protocol.subscribing import ACKNOWLEDGED, CHANGES, LISTEN, subscription_id
from inspector.protocol.tasks import created_task, read_task, related_task
from inspector.translation import composed, recorded

__all__ = ["BY_USER", "TRANSITIONS", "Correlation", "MessagePlace", "cancellation", "with_reason"]

MOST: Final = 2048
_METHODS: Final = frozenset({"tools/call", "tasks/get", "tasks/cancel"})


class TaskCalls:
    """Task id → the call that became it. Source: MCP 2025-11-25 basic/utilities/tasks."""

    def __init__(self) -> None:
        self._calls: dict[str, Exchange] = {}
        self._numbers: set[int] = set()

    def note(self, exchange: Exchange, message: Message) -> Exchange | None:
        """Say in the detail what an answer tells of a task. Returns a call that is remembered no more."""
        if exchange.status != "done" or exchange.method not in _METHODS:
            return None
        if exchange.method != "tools/call":
            about = read_task(message.result)
            exchange.detail = about.status if about is not None else ""
            return None
        none = message.signs is not None and not message.signs.names_task
        created = None if none else created_task(message.result)
        if created is None:
            return None
        state = created[1]
        exchange.detail = recorded("task {id} · {status}", id=state.id, status=state.status)
        oldest = next(iter(self._calls)) if len(self._calls) >= MOST else ""
        gone = self.end(state.id if state.id in self._calls else oldest)  # a server may give an id twice
        self._calls[state.id] = exchange
        self._numbers.add(exchange.number)
        return gone

    def end(self, task_id: str) -> Exchange | None:
        """A task has ended: its call, when it was one of these."""
        call = self._calls.pop(task_id, None)
        if call is not None:
            self._numbers.discard(call.number)
        return call

    def keeps(self, number: int) -> bool:
        """Whether the call of this number is a task that runs."""
        return number in self._numbers

    def related(self, params: dict[str, Any]) -> Exchange | None:
        """The call whose task a message names in its `_meta`."""
        return self._calls.get(related_task(params)) if self._calls else None


BY_USER: Final = recorded("cancelled by the user")
"""The reason that a server is told when the user cancels."""
TRANSITIONS: Final[dict[str, frozenset[str]]] = {
    "pending": frozenset({"done", "failed", "input_required", "cancelled", "lost"}),
    "input_required": frozenset({"pending", "cancelled", "lost"}),
    "cancelled": frozenset(),
    "done": frozenset(),
    "failed": frozenset(),
    "lost": frozenset({"done", "failed"}),  # a late answer after a timeout still says how it ended
}

REMEMBERED: Final = 2048  # finished exchanges kept to name late and duplicate answers


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """Where a message belongs. finished: this message ended the exchange."""

    exchange: Exchange | None = None
    role: str = ""
    finished: bool = False


_NOWHERE: Final = MessagePlace()
_LOG: Final = MessagePlace(None, "log")

_Key = tuple[str, str]  # direction of the request, JSON text of its id


class Correlation:
    """The open and the recent exchanges of one connection."""

    def __init__(self, session: int) -> None:
        self._session = session
        # Apart: a server that asks and asks must not make ours slow to find.
        self._pending: dict[str, dict[str, list[Exchange]]] = {"out": {}, "in": {}}
        self._recent: OrderedDict[_Key, Exchange] = OrderedDict()
        self._tokens: dict[tuple[str, str], Exchange] = {}
        self._token_of: dict[int, tuple[str, str]] = {}
        self._tasks = TaskCalls()
        self._unread = 0  # malformed messages of ours that no error answers yet

    def pending(self, direction: str = "out") -> list[Exchange]:
        """Exchanges without an answer, oldest first."""
        return [one for several in self._pending[direction].values() for one in several]

    def _expecting(self, direction: str) -> list[Exchange]:
        """Those of them that are answered soon: an acknowledged subscription is only at its end."""
        return [one for one in self.pending(direction) if one.method != LISTEN or one.progress < 0]

    def answered_by(self, identifier: str | None, hint: Exchange | None) -> Exchange | None:
        """The open request that an unreadable answer with this id is for, as far as one can tell.

        identifier: see `salvage`. hint: the one whose channel it came on."""
        if identifier is None:
            return None
        pending = self._expecting("out")
        if identifier:
            pending = [exchange for exchange in self.pending("out") if exchange.id == identifier]
        elif hint is not None:
            pending = [exchange for exchange in pending if exchange is hint]
        return pending[0] if len(pending) == 1 else None

    def place(
        self,
        message: Message,
        direction: str,
        number: int,
        at_ns: int,
        size: int,
        hint: Exchange | None = None,
        retry_of: Exchange | None = None,
        params: dict[str, Any] | None = None,
        shared: bool = True,
    ) -> MessagePlace:
        """Place one message. hint: the exchange on whose own channel it came (HTTP), else None.

        shared: answers to all requests come on its channel, as on a pipe; False for an HTTP stream.
        number, at_ns: of the record that it becomes; size: bytes. params: its own, if decoded already.
        """
        if message.kind == "notification":
            return self._notification(message, direction, at_ns, hint)
        if message.kind == "request":
            params = message.params_dict() if params is None else params
            return self._request(message, direction, number, at_ns, size, hint, retry_of, params)
        if message.kind in ("response", "error"):
            return self._answer(message, direction, number, at_ns, size, hint, shared)
        self._unread += message.kind == "malformed" and direction == "out" and shared
        return MessagePlace(hint, "") if hint is not None else _NOWHERE

    # -- requests

    def _request(
        self,
        message: Message,
        direction: str,
        number: int,
        at_ns: int,
        size: int,
        hint: Exchange | None,
        retry_of: Exchange | None,
        params: dict[str, Any],
    ) -> MessagePlace:
        if retry_of is not None:
            exchange = retry_of
            exchange.status, exchange.detail, exchange.ended_ns, exchange.answer = "pending", "", 0, 0
            exchange.id, exchange.rounds = message.id, exchange.rounds + 1
            # Those of the round before are of another request.
            exchange.sent_ns = exchange.first_ns = exchange.connect_ns = exchange.tls_ns = 0
            exchange.written_ns = 0
            role = "retry"
        else:
            exchange = Exchange(
                number=number,
                session=self._session,
                direction=direction,
                method=message.method,
                target=target_of(message.method, params),
                id=message.id,
                started_ns=at_ns,
                request_size=size,
                parent=self._parent(direction, hint, params),
            )
            role = "nested" if exchange.parent else ""
        self._pending[direction].setdefault(message.id, []).append(exchange)
        meta = params.get("_meta")
        if isinstance(meta, dict) and "progressToken" in meta:
            self._drop_token(exchange)  # of the round before
            token = (direction, _json(meta["progressToken"]))
            self._tokens[token] = exchange
            self._token_of[exchange.number] = token
        return MessagePlace(exchange, role)

    def _parent(self, direction: str, hint: Exchange | None, params: dict[str, Any]) -> int:
        """The task that a server's request names, the call on whose stream it came, or the newest call."""
        if direction != "in":
            return 0
        call = self._tasks.related(params)
        if call is not None:
            return call.number
        if hint is not None:
            return hint.number
        ours = self._expecting("out")
        return ours[-1].number if ours else 0

    # -- answers

    def _answer(
        self,
        message: Message,
        direction: str,
        number: int,
        at_ns: int,
        size: int,
        hint: Exchange | None,
        shared: bool,
    ) -> MessagePlace:
        asked = "in" if direction == "out" else "out"
        key = (asked, message.id)
        waiting = self._pending[asked].get(message.id)
        if waiting:
            # The same id twice: over HTTP the stream says which one is meant, over a pipe nothing does.
            exchange = hint if hint is not None and hint in waiting else waiting[0]
            self._finish(exchange, message, number, at_ns, size)
            return MessagePlace(exchange, "answer", True)
        if message.id in ("", "null"):
            if hint is None and shared and not self._answers_unread(message, asked):
                only = self._expecting(asked)
                hint = only[0] if len(only) == 1 else None
            return self._answer_without_id(message, number, at_ns, size, hint)
        if key in self._recent:
            exchange = self._recent[key]
            if exchange.answer:
                return MessagePlace(exchange, "duplicate")
            exchange.answer = number
            if exchange.method == LISTEN and exchange.status == "done":
                return MessagePlace(
                    exchange, "answer"
                )  # the server ended it with both of the allowed messages
            return MessagePlace(exchange, "late")
        return self._mistyped(message, asked, number, at_ns, size)

    def _answers_unread(self, message: Message, asked: str) -> bool:
        """Whether an error without an id answers a message the server could not read, not an open request."""
        answers = message.kind == "error" and asked == "out" and self._unread > 0
        self._unread -= answers
        return answers

    def _answer_without_id(
        self, message: Message, number: int, at_ns: int, size: int, hint: Exchange | None
    ) -> MessagePlace:
        """An error that names no request belongs to the POST it answers, or to the only one open."""
        if message.kind == "error" and hint is not None and hint.status == "pending":
            self._finish(hint, message, number, at_ns, size)
            return MessagePlace(hint, "answer", True)
        return MessagePlace(None, "unknown")

    def _mistyped(self, message: Message, asked: str, number: int, at_ns: int, size: int) -> MessagePlace:
        """`"1"` for `1`, or `1.0`: most clients would wait for ever; we end the exchange and say so."""
        text = message.id
        other = text[1:-1] if text.startswith('"') else _json(text)
        for candidate in (other, text.removesuffix(".0")):
            waiting = self._pending[asked].get(candidate)
            if waiting:
                exchange = waiting[0]
                self._finish(exchange, message, number, at_ns, size)
                exchange.status = "failed"
                exchange.detail = recorded(
                    "response has id {text} instead of {candidate}", text=text, candidate=candidate
                )
                return MessagePlace(exchange, "mistyped", True)
        return MessagePlace(None, "unknown")

    def _finish(self, exchange: Exchange, message: Message, number: int, at_ns: int, size: int) -> None:
        exchange.answer, exchange.ended_ns, exchange.answer_size = number, at_ns, size
        exchange.first_ns = exchange.first_ns or at_ns
        exchange.status, exchange.detail = _verdict(message)
        if exchange.method == "elicitation/create" and exchange.status == "done":
            exchange.detail = action_in(message.result)
        self._release(self._tasks.note(exchange, message))
        self._forget(exchange)

    def end_task(self, task_id: str) -> None:
        """A task has ended: the progress token of its call may be forgotten with the call."""
        self._release(self._tasks.end(task_id))

    def _release(self, call: Exchange | None) -> None:
        if call is not None and self._recent.get((call.direction, call.id)) is not call:
            self._drop_token(call)

    def _forget(self, exchange: Exchange) -> None:
        key = (exchange.direction, exchange.id)
        pending = self._pending[exchange.direction]
        waiting = pending.get(exchange.id, [])
        if exchange in waiting:
            waiting.remove(exchange)
        if not waiting:
            pending.pop(exchange.id, None)
        before = self._recent.pop(key, None)
        if before is not None and before is not exchange:  # the id was used twice
            self._drop_token(before)
        self._recent[key] = exchange
        while len(self._recent) > REMEMBERED:
            _, old = self._recent.popitem(last=False)
            # A later round of it may run; "the progress token remains valid until the task ends".
            if old.status != "pending" and not self._tasks.keeps(old.number):
                self._drop_token(old)

    def _drop_token(self, exchange: Exchange) -> None:
        token = self._token_of.pop(exchange.number, None)
        if token is not None and self._tokens.get(token) is exchange:
            del self._tokens[token]

    # -- notifications and ends

    def _notification(
        self, message: Message, direction: str, at_ns: int, hint: Exchange | None = None
    ) -> MessagePlace:
        if message.method == "notifications/message":
            return _LOG
        if message.method == "notifications/progress":
            return self._progress(message.params_dict(), "in" if direction == "out" else "out")
        if message.method == "notifications/cancelled":
            return self._cancelled(message.params_dict(), direction, at_ns)
        if direction == "in" and message.method in CHANGES:
            return self._change(message, hint)
        return _NOWHERE

    def _change(self, message: Message, hint: Exchange | None) -> MessagePlace:
        """A change belongs to the subscription it names; without a name, to the one whose stream it is on.

        The older eras name none: there it stands alone.
        """
        role = "acknowledged" if message.method == ACKNOWLEDGED else "event"
        name = subscription_id(message.params_dict())
        if not name:
            on_stream = hint is not None and hint.method == LISTEN
            return MessagePlace(hint, role) if on_stream else _NOWHERE
        exchange = self._listen(name)
        if exchange is None:
            other = name[1:-1] if name.startswith('"') else _json(name)
            exchange, role = self._listen(other), "mistyped"
        if exchange is None:
            return MessagePlace(None, "unknown")
        if role == "event":
            exchange.progress = max(exchange.progress, 0.0) + 1
        elif role == "acknowledged":
            exchange.progress = max(exchange.progress, 0.0)
        return MessagePlace(exchange, role)

    def _listen(self, identifier: str) -> Exchange | None:
        """Our subscription with that id, open or lately ended."""
        key = ("out", identifier)
        recent = self._recent.get(key)
        known = [*self._pending["out"].get(identifier, []), *([recent] if recent is not None else [])]
        return next((exchange for exchange in known if exchange.method == LISTEN), None)

    def _progress(self, params: dict[str, Any], asked: str) -> MessagePlace:
        exchange = self._tokens.get((asked, _json(params.get("progressToken"))))
        if exchange is None:
            return MessagePlace(None, "unknown")
        progress, total, text = params.get("progress"), params.get("total"), params.get("message")
        if isinstance(progress, int | float):
            exchange.progress = _float(progress)
        if isinstance(total, int | float):
            exchange.total = _float(total)
        if isinstance(text, str):
            exchange.message = text
        return MessagePlace(exchange, "progress")

    def _cancelled(self, params: dict[str, Any], direction: str, at_ns: int) -> MessagePlace:
        identifier = _json(params.get("requestId"))
        waiting = self._pending[direction].get(identifier)
        if not waiting:
            listen = self._listen(identifier) if direction == "in" else None
            return self._end_of_listen(listen, params, at_ns) if listen else MessagePlace(None, "unknown")
        exchange = waiting[0]
        reason = params.get("reason")
        if direction == "out":
            detail = cancellation(reason)
        else:
            detail = with_reason(recorded("cancelled by {who}", who=recorded("the server")), reason)
        self.end(exchange, "cancelled", at_ns, detail)
        return MessagePlace(exchange, "cancel", True)

    def _end_of_listen(self, exchange: Exchange, params: dict[str, Any], at_ns: int) -> MessagePlace:
        """The only request of ours that a server may cancel, and an orderly end of it.

        Source: MCP 2026-07-28, basic/patterns/cancellation.
        """
        reason = params.get("reason")
        ended = self.end(
            exchange,
            "done",
            at_ns,
            with_reason(recorded("ended by the server"), reason if isinstance(reason, str) else ""),
        )
        return MessagePlace(exchange, "cancel", ended)

    def end(self, exchange: Exchange, status: str, at_ns: int, detail: str) -> bool:
        """End an exchange without an answer: cancelled, lost, or failed by HTTP. False: it had ended."""
        if status not in TRANSITIONS[exchange.status]:
            return False
        exchange.status, exchange.detail = status, detail
        exchange.ended_ns = at_ns
        self._forget(exchange)
        return True


def _verdict(message: Message) -> tuple[str, str]:
    """Status and detail that an answer gives its exchange."""
    if message.kind == "error":
        error = message.error_dict()
        return "failed", f"{error.get('code', '?')} {error.get('message', '')}".strip()
    signs = message.signs
    # A search is cheaper; only a result that has the words is decoded.
    if signs is None and (b'"isError"' in message.result or b'"resultType"' in message.result):
        signs = _signs(message.result)
    if signs is not None and signs.is_error:
        return "failed", "isError"
    if signs is not None and signs.result_type == "input_required":
        return "input_required", recorded("server requests input")
    return "done", ""


class _Flags(msgspec.Struct, rename="camel", gc=False):
    is_error: Any = False
    result_type: Any = ""


def _signs(result: bytes) -> Signs:
    try:
        flags = msgspec.json.decode(result, type=_Flags)
    except (msgspec.DecodeError, RecursionError):
        return Signs()
    kind = flags.result_type
    return Signs(flags.is_error is True, kind if isinstance(kind, str) else "")


def _float(number: int | float) -> float:
    try:
        return float(number)
    except OverflowError:  # an integer of more than 308 digits
        return math.inf if number > 0 else -math.inf


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def cancellation(reason: object) -> str:
    """What is recorded of a request that we cancelled; the program may do that as well as the user."""
    if reason == BY_USER:
        return recorded("cancelled by you")
    return with_reason(recorded("cancelled"), reason)


def with_reason(text: str, reason: object) -> str:
    """A sentence, and behind a colon why, where that is known."""
    return composed("{}: {}", text, reason) if reason else text
