"""One client as the demo server sees it: bytes of messages in, `Reply` values out. No I/O, no clock.

On stdio there is one peer, which may speak both eras; over HTTP there is one for each legacy session and
one for each modern request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from inspector.demo import arguments, resources, task_methods, tasks
from inspector.demo.calls import Call, Caller
from inspector.demo.features import TOOLS
from inspector.demo.methods import INVALID_PARAMS, METHODS, modern_result, text_of
from inspector.demo.request_state import Seal
from inspector.demo.revisions import MODERN, adapt_outcome
from inspector.demo.steps import Ask, Refusal, Report, StepAnswer, ToolOutcome
from inspector.demo.tools_live import LEVELS
from inspector.demo.world import Waiter, World
from inspector.protocol import jsonrpc

__all__ = ["VERSION_KEY", "Peer", "Reply"]

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
UNSUPPORTED_VERSION: Final = -32022

_PREFIX: Final = "io.modelcontextprotocol/"
VERSION_KEY: Final = _PREFIX + "protocolVersion"
CAPABILITIES_KEY: Final = _PREFIX + "clientCapabilities"
LOG_LEVEL_KEY: Final = _PREFIX + "logLevel"
SUBSCRIPTION_KEY: Final = _PREFIX + "subscriptionId"

BATCH_REVISION: Final = "2025-03-26"


class Reply(msgspec.Struct, frozen=True):
    """A message for the client. stream: the one given to `receive`, "" when it belongs to no request.

    last: nothing more comes on this stream; `data` may then be empty. status: for HTTP, when it is the
    only message.
    """

    data: bytes
    stream: str = ""
    last: bool = False
    status: int = 200


class Batch(msgspec.Struct):
    """Answers to a JSON-RPC batch (2025-03-26) that go out together."""

    pending: set[str]
    answers: list[bytes] = []


class Listen(msgspec.Struct, frozen=True):
    """An open `subscriptions/listen`. identifier: the JSON text of its request's id."""

    identifier: str
    stream: str
    tools: bool
    uris: frozenset[str]
    tasks: frozenset[str] = frozenset()


class Peer:
    """modern_only: over HTTP, where the era is known from the headers."""

    def __init__(
        self, world: World, seal: Seal, emit: Callable[[Reply], None], *, modern_only: bool = False
    ) -> None:
        self.world = world
        self.seal = seal
        self.revision = ""  # agreed in the handshake (legacy)
        self.capabilities: dict[str, Any] = {}
        self.log_level = "info"
        self.subscribed: set[str] = set()
        self._ready = False
        self._emit = emit
        self._modern_only = modern_only
        self._calls: dict[str, Call] = {}
        self._listens: dict[str, Listen] = {}
        self._questions: dict[str, Call] = {}
        self._batches: dict[str, Batch] = {}
        self._asked = 0
        world.listeners.append(self)

    def receive(self, data: bytes, stream: str = "") -> bool:
        """Take one message. Returns whether it will be answered on `stream`, which names it in replies."""
        message = jsonrpc.parse(data)
        match message.kind:
            case "request":
                self._request(message, stream)
            case "notification" if message.id:  # null, which is no id and no absence of one
                return self._reject(Refusal(INVALID_REQUEST, "the id must not be null", status=400), stream)
            case "notification":
                self._notification(message)
                return False
            case "response" | "error":
                self._answered(message)
                return False
            case "batch":
                return self._batch(message, stream)
            case _:
                return self._malformed(message, stream)
        return True

    def close(self) -> None:
        """End everything: running calls stop, subscriptions get their result."""
        for call in self._calls.values():
            call.cancel()
        self._calls.clear()
        for listen in tuple(self._listens.values()):
            meta = {SUBSCRIPTION_KEY: msgspec.Raw(listen.identifier.encode())}
            self._answer(listen.identifier, modern_result({"_meta": meta}), listen.stream)
        self._listens.clear()
        for task in tuple(self.world.tasks.values()):
            task.leave(self)
        if self in self.world.listeners:
            self.world.listeners.remove(self)

    # -- requests -------------------------------------------------------------------------------------

    def _request(self, message: jsonrpc.Message, stream: str) -> None:
        identifier = message.id
        try:
            if not (identifier[0] == '"' or identifier.lstrip("-").isdigit()):
                identifier = ""
                raise Refusal(INVALID_REQUEST, "the id must be a string or a whole number", status=400)
            if identifier in self._calls or identifier in self._listens:
                raise Refusal(INVALID_REQUEST, "this id is in use by a request that still runs", status=400)
            if message.params and not message.params.startswith(b"{"):
                raise Refusal(INVALID_PARAMS, "params must be an object", status=400)
            params = message.params_dict()
            caller = self._identify(message.method, params)
            special = _SPECIAL.get((message.method, caller.modern))
            if special is not None:
                special(self, caller, identifier, stream, params)
                return
            method = METHODS.get(message.method)
            if method is None or not (method.modern if caller.modern else method.legacy):
                raise Refusal(
                    METHOD_NOT_FOUND, f"unknown method {message.method}", status=404 if caller.modern else 200
                )
            result = method.run(self, caller, params)
            self._answer(
                identifier, modern_result(result, method.ttl_ms) if caller.modern else result, stream
            )
        except Refusal as refusal:
            self._refuse(identifier, refusal, stream)

    def _identify(self, method: str, params: dict[str, Any]) -> Caller:
        """The client. A modern request says so itself, a legacy one relies on the handshake."""
        meta = params.get("_meta")
        meta = meta if isinstance(meta, dict) else {}
        modern = self._modern_only or VERSION_KEY in meta
        if not modern and (self.revision or method in ("initialize", "ping")):
            return Caller(self.revision, False, self.capabilities, self.log_level)
        version, declared = meta.get(VERSION_KEY), meta.get(CAPABILITIES_KEY)
        if not isinstance(version, str) or not version:
            raise Refusal(
                INVALID_PARAMS,
                f"params._meta lacks {VERSION_KEY} (or, up to 2025-11-25: send initialize first)",
                status=400,
            )
        if version not in MODERN:
            data = {"supported": list(MODERN), "requested": version}
            raise Refusal(UNSUPPORTED_VERSION, f"unsupported protocol version {version}", data, status=400)
        if not isinstance(declared, dict):
            raise Refusal(INVALID_PARAMS, f"params._meta lacks {CAPABILITIES_KEY}, an object", status=400)
        level = meta.get(LOG_LEVEL_KEY, "")
        if level and level not in LEVELS:
            raise Refusal(INVALID_PARAMS, f"params._meta: {LOG_LEVEL_KEY} must be one of {', '.join(LEVELS)}")
        return Caller(version, True, declared, level)

    def _call_tool(self, caller: Caller, identifier: str, stream: str, params: dict[str, Any]) -> None:
        name = text_of(params, "name")
        tool = TOOLS.get(name)
        if tool is None or (name == "bonus" and not self.world.bonus_shown):
            raise Refusal(INVALID_PARAMS, f"there is no tool {name}")
        given = params.get("arguments", {})
        if not isinstance(given, dict):
            raise Refusal(INVALID_PARAMS, "params.arguments must be an object")
        found = arguments.problems(tool.entry["inputSchema"], given)
        if tasks.wants_task(tool, caller, params) and not found:
            created = tasks.begin(self, caller, identifier, params, tool)
            self._answer(identifier, modern_result(created) if caller.modern else created, stream)
            return
        call = Call(self, caller, identifier, stream, params)
        self._calls[identifier] = call
        if not found:
            call.start(tool)
        elif caller.revision >= "2025-11-25":
            # "Input validation errors SHOULD be returned as Tool Execution Errors": a model can correct them.
            self.finish(call, ToolOutcome([{"type": "text", "text": "\n".join(found)}], is_error=True))
        else:
            self.finish(call, Refusal(INVALID_PARAMS, "; ".join(found), {"problems": found}))

    def _await_task(self, caller: Caller, identifier: str, stream: str, params: dict[str, Any]) -> None:
        """`tasks/result`: at once when the task has ended, else when it does (2025-11-25)."""
        task_methods.known(caller, "tasks/result")
        tasks.find(self.world, caller, params).wait(Waiter(self, identifier, stream))

    def answer_waiter(self, task: tasks.DemoTask, identifier: str, stream: str) -> None:
        """A task that is waited for has ended."""
        try:
            self._answer(identifier, task.outcome(), stream)
        except Refusal as refusal:
            self._refuse(identifier, refusal, stream)

    def tell_task(self, task: tasks.DemoTask) -> None:
        """A task of this client moved on (2025-11-25)."""
        if self in self.world.listeners:
            self.notify("notifications/tasks/status", task.state(), "")

    def _listen(self, _caller: Caller, identifier: str, stream: str, params: dict[str, Any]) -> None:
        """Open a subscription; the first message on it tells what was accepted. Source: protocol.md 5.2."""
        wanted = params.get("notifications")
        if not isinstance(wanted, dict):
            raise Refusal(INVALID_PARAMS, "params.notifications must be an object")
        asked = wanted.get("resourceSubscriptions", [])
        if not isinstance(asked, list):
            raise Refusal(INVALID_PARAMS, "params.notifications.resourceSubscriptions must be a list of URIs")
        uris = [uri for uri in asked if isinstance(uri, str) and resources.exists(uri)]
        task_ids = wanted.get("taskIds")
        watched = [one for one in task_ids if one in self.world.tasks] if isinstance(task_ids, list) else []
        accepted: dict[str, Any] = {}
        if wanted.get("toolsListChanged") is True:
            accepted["toolsListChanged"] = True
        if uris:
            accepted["resourceSubscriptions"] = uris
        if watched:
            accepted["taskIds"] = watched
        listen = Listen(
            identifier, stream, "toolsListChanged" in accepted, frozenset(uris), frozenset(watched)
        )
        self._listens[identifier] = listen
        self._tell(listen, "notifications/subscriptions/acknowledged", {"notifications": accepted})
        self.world.count_for_watchers()

    # -- what else comes in ---------------------------------------------------------------------------

    def _notification(self, message: jsonrpc.Message) -> None:
        if message.method == "notifications/initialized":
            self._ready = True
        elif message.method == "notifications/cancelled":
            identifier = msgspec.json.encode(message.params_dict().get("requestId")).decode()
            self._cancel(identifier)

    def _cancel(self, identifier: str) -> None:
        """Stop a call or a subscription; no answer follows. Unknown ids are ignored, as the rule says."""
        listen = self._listens.pop(identifier, None)
        if listen is not None:
            self._close_stream(identifier, listen.stream)
        for task in tuple(self.world.tasks.values()):
            task.leave(self, identifier)
        call = self._calls.pop(identifier, None)
        if call is None:
            return
        call.cancel()
        self.world.note(f"request {identifier} was cancelled")
        if call.question:
            self._questions.pop(call.question, None)
            params = {"requestId": msgspec.Raw(call.question.encode()), "reason": "its request was cancelled"}
            self.notify("notifications/cancelled", params, call.stream)
        self._close_stream(identifier, call.stream)

    def _answered(self, message: jsonrpc.Message) -> None:
        call = self._questions.pop(message.id, None)
        if call is None:
            self.world.note(f"an answer to {message.id or 'no id'}, which was not asked, is ignored")
        elif message.kind == "error":
            call.answer(StepAnswer(error=message.error_dict() or {"message": "no reason given"}))
        else:
            call.answer(StepAnswer(message.result_dict()))

    def _batch(self, message: jsonrpc.Message, stream: str) -> bool:
        """A JSON array of messages: only revision 2025-03-26 has it. Its answers are an array too."""
        if self.revision != BATCH_REVISION or not message.members:
            reason = "an empty batch" if not message.members else "this revision has no JSON-RPC batches"
            return self._reject(Refusal(INVALID_REQUEST, reason, status=400), stream)
        parts = [(member, jsonrpc.parse(member)) for member in message.members]
        identifiers = [part.id for _, part in parts if part.kind == "request"]
        if len(set(identifiers)) < len(identifiers):
            return self._reject(Refusal(INVALID_REQUEST, "two requests with one id", status=400), stream)
        unreadable = [part for _, part in parts if part.kind in ("malformed", "batch")]
        errors = [
            jsonrpc.encode_error(part.id, INVALID_REQUEST, part.reason or "nested") for part in unreadable
        ]
        batch = Batch(set(identifiers), errors)
        self._batches.update(dict.fromkeys(identifiers, batch))
        for member, part in parts:
            if part not in unreadable:
                self.receive(member, stream)
        if errors and not identifiers:
            self._emit(Reply(b"[" + b",".join(errors) + b"]", stream, last=True))
        return bool(identifiers or errors)

    def _malformed(self, message: jsonrpc.Message, stream: str) -> bool:
        code = INVALID_REQUEST if message.valid else PARSE_ERROR
        return self._reject(Refusal(code, message.reason, status=400), stream)

    def _reject(self, refusal: Refusal, stream: str) -> bool:
        """An error for something without a readable id. Up to 2025-06-18 an error needs an id, so that on
        stdio there is nothing that could be sent; HTTP has its status."""
        self.world.note(f"rejected: {refusal.message}")
        if not stream and self.revision and self.revision < "2025-11-25":
            return False
        self._refuse("", refusal, stream)
        return True

    # -- what goes out --------------------------------------------------------------------------------

    def notify(self, method: str, params: dict[str, Any], stream: str) -> None:
        """Send a notification."""
        self._emit(Reply(jsonrpc.encode_notification(method, params), stream))

    def ask(self, call: Call, ask: Ask) -> None:
        """Send a request of our own (legacy)."""
        self._asked += 1
        call.question = str(self._asked)
        self._questions[call.question] = call
        self._emit(Reply(jsonrpc.encode_request(self._asked, ask.method, ask.params), call.stream))

    def finish(self, call: Call, outcome: ToolOutcome | dict[str, Any] | Refusal) -> None:
        """Answer a call. A dict is a whole result as it is."""
        self._calls.pop(call.identifier, None)
        if isinstance(outcome, Refusal):
            self._refuse(call.identifier, outcome, call.stream)
            return
        result = outcome if isinstance(outcome, dict) else adapt_outcome(outcome, call.caller.revision)
        self._answer(call.identifier, modern_result(result) if call.caller.modern else result, call.stream)

    def announce(self, topic: str, uri: str) -> None:
        """Tell the client of a change, if it asked for it."""
        if topic == "task":
            self._announce_task(uri)
            return
        method = {"tools": "notifications/tools/list_changed"}.get(topic, "notifications/resources/updated")
        params = {"uri": uri} if topic == "updated" else {}
        if self._ready and (topic == "tools" or uri in self.subscribed):
            self.notify(method, params, "")
        for listen in self._listens.values():
            if listen.tools if topic == "tools" else uri in listen.uris:
                self._tell(listen, method, params)

    def _announce_task(self, task_id: str) -> None:
        """A task moved on: to subscriptions that named it (extension)."""
        task = self.world.tasks[task_id]
        for listen in self._listens.values():
            if task_id in listen.tasks:
                self._tell(listen, "notifications/tasks", task.detailed())

    def reported(self, step: Report) -> None:
        """Its notification says it."""

    def watches(self, uri: str) -> bool:
        """Whether the client subscribed to this resource."""
        return uri in self.subscribed or any(uri in listen.uris for listen in self._listens.values())

    def _tell(self, listen: Listen, method: str, params: dict[str, Any]) -> None:
        meta = {SUBSCRIPTION_KEY: msgspec.Raw(listen.identifier.encode())}
        self.notify(method, {"_meta": meta, **params}, listen.stream)

    def _answer(self, identifier: str, result: dict[str, Any], stream: str) -> None:
        self._send_last(identifier, jsonrpc.encode_result(identifier, result), stream)

    def _refuse(self, identifier: str, refusal: Refusal, stream: str) -> None:
        data = jsonrpc.encode_error(identifier, refusal.code, refusal.message, refusal.data)
        self._send_last(identifier, data, stream, refusal.status)

    def _close_stream(self, identifier: str, stream: str) -> None:
        self._send_last(identifier, b"", stream)

    def _send_last(self, identifier: str, data: bytes, stream: str, status: int = 200) -> None:
        """Send the final message of a request, or keep it until those of its batch are there."""
        batch = self._batches.pop(identifier, None)
        if batch is None:
            self._emit(Reply(data, stream, last=True, status=status))
            return
        batch.pending.discard(identifier)
        if data:
            batch.answers = [*batch.answers, data]
        if not batch.pending:
            together = b"[" + b",".join(batch.answers) + b"]" if batch.answers else b""
            self._emit(Reply(together, stream, last=True))


_SPECIAL: Final[dict[tuple[str, bool], Callable[[Peer, Caller, str, str, dict[str, Any]], None]]] = {
    ("tools/call", False): Peer._call_tool,
    ("tools/call", True): Peer._call_tool,
    ("subscriptions/listen", True): Peer._listen,
    ("tasks/result", False): Peer._await_task,
}
"""Methods whose answer may come later: (method, modern) → what begins it."""
