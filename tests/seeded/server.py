"""A server that keeps every rule of its revision, until a fault of `faults.py` bends one answer.

Nothing of the program is used, so that an error of the program cannot hide an equal one here.
Source: the pages of the five revisions; protocol reference 1, 3, 4 and 5.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = [
    "CONTENTS",
    "DATES",
    "PNG",
    "TASK",
    "VIEW",
    "Gone",
    "Head",
    "HttpRequest",
    "M",
    "Message",
    "Server",
]

DATES: Final = {"A": "2024-11-05", "B": "2025-03-26", "C": "2025-06-18", "D": "2025-11-25", "E": "2026-07-28"}
M: Final = "io.modelcontextprotocol/"
Message = dict[str, Any]
PNG: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
WAV: Final = base64.b64encode(
    b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0@\x1f\0\0\1\0\x08\0data\0\0\0\0"
).decode()
CONTENTS: Final[dict[str, Message]] = {
    "file:///notes/a.txt": {"mimeType": "text/plain", "text": "buy milk"},
    "file:///notes/b.png": {"mimeType": "image/png", "blob": PNG},
    "note://garden/today": {"mimeType": "text/plain", "text": "rain"},
}
VIEW: Final = "ui://notes/view"
LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
TASK: Final = "task-786512e2-9e0d-44bd-8f29-789f320fe840"
TIME: Final = "2026-11-28T10:00:00Z"


class Gone:
    """What a hook returns in the place of a message that is not sent."""


@dataclass(slots=True)
class HttpRequest:
    """One request as it came; header names in lower case."""

    verb: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Head:
    """The beginning of a response, and its body where that is not a stream."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Refused(Exception):
    """An error in the place of a result."""

    def __init__(self, code: int, message: str, data: Any = None, status: int = 200) -> None:
        super().__init__(message)
        self.status = status
        self.error = {"code": code, "message": message} | ({} if data is None else {"data": data})


Hook = Callable[..., Any]


class Server:
    """One server of one revision. Its hooks are what faults set.

    send: takes the stream ("" = the general one) a message belongs to, the message, and whether it is the
    last of that stream. lax: duties that it neglects. results, messages, before, after: by method.
    """

    def __init__(self, letter: str, transport: str, send: Callable[[str, Any, bool], None]) -> None:
        self.letter, self.transport, self._send = letter, transport, send
        self.legacy = letter != "E"
        self.lax: set[str] = set()
        self.results: dict[str, list[Hook]] = {}
        self.messages: dict[str, list[Hook]] = {}
        self.params: dict[str, list[Hook]] = {}
        self.before: dict[str, list[Hook]] = {}
        self.after: dict[str, list[Hook]] = {}
        self.lines: dict[str, list[Hook]] = {}
        self.heads: list[Hook] = []
        self.events: list[Hook] = []
        self.routes: dict[str, Callable[[HttpRequest], Head]] = {}
        self.at_end: list[Callable[[], None]] = []
        self.count: dict[str, int] = {}
        self.token = ""  # what a request has to bear, when the server is guarded
        self.origin = ""  # of the HTTP server
        self.session_id = ""
        self.client: Message = {}
        self.level = "info"
        self.subscribed: set[str] = set()
        self.listening: dict[str, tuple[Any, Message]] = {}  # stream → request id, filter
        self.waiting: dict[Any, tuple[Message, list[tuple[str, Message]]]] = {}
        self.task = ""
        self._asked = 0

    # -- out

    def send(self, stream: str, message: Any, last: bool = False) -> None:
        self._send(stream, message, last)

    def tell(self, stream: str, method: str, params: Message) -> None:
        """A notification."""
        for hook in self.params.get(method, ()):
            params = hook(self, params)
        message: Any = {"jsonrpc": "2.0", "method": method, "params": params}
        for hook in self.messages.get(method, ()):
            message = hook(self, message, message)
        for one in self._around(self.before, method, message):
            self.send(stream, one)
        self._out(stream, method, message, last=False)
        for one in self._around(self.after, method, message):
            self.send(stream, one)

    def _out(self, stream: str, method: str, message: Any, last: bool) -> None:
        if message is Gone:
            return
        for hook in self.lines.get(method, ()):
            if not isinstance(message, bytes):
                message = json.dumps(message).encode()
            message = hook(self, message)
        self.send(stream, message, last)

    def _around(self, hooks: dict[str, list[Hook]], method: str, request: Message) -> list[Any]:
        return [one for hook in hooks.get(method, ()) for one in hook(self, request)]

    def answer(self, stream: str, request: Message, reply: Message) -> None:
        """The response to a request, with what a fault puts before and after it."""
        method = request["method"]
        if "result" in reply:
            for hook in (*self.results.get(method, ()), *self.results.get("*", ())):
                reply["result"] = hook(self, reply["result"], request)
        message: Any = {"jsonrpc": "2.0", "id": request["id"], **reply}
        for hook in self.messages.get(method, ()):
            message = hook(self, message, request)
        for one in self._around(self.before, method, request):
            self.send(stream, one)
        self._out(stream, method, message, last=True)
        for one in self._around(self.after, method, request):
            self.send(stream, one)

    # -- in

    def take(self, stream: str, message: Any) -> None:
        """One message of the client; what it causes is sent."""
        if not isinstance(message, dict):
            if self.letter == "B" and isinstance(message, list) and message:
                self._batch(stream, message)
            else:
                self._fail(stream, None, -32600, "the message is not an object")
            return
        method = message.get("method")
        if "id" not in message or not isinstance(method, str):
            if isinstance(method, str):
                self._notified(method, message.get("params") or {})
            elif "id" in message:
                self._answered(message)
            return
        if message.get("jsonrpc") != "2.0" or not isinstance(message.get("params", {}), dict):
            self._fail(stream, message["id"], -32600, "the request is not JSON-RPC 2.0")
            return
        if isinstance(message["id"], (bool, float, list, dict)) or message["id"] is None:
            self._fail(stream, None, -32600, "the id is not a string or an integer")
            return
        try:
            result = self._result(stream, message)
        except Refused as refusal:
            self.answer(stream, message, {"error": refusal.error})
            return
        if result is not None:
            self.answer(stream, message, {"result": result})

    def _batch(self, stream: str, batch: list[Any]) -> None:
        answers: list[Any] = []
        whole, self._send = self._send, lambda _stream, one, _last: answers.append(one)
        for one in batch:
            self.take(stream, one)
        self._send = whole
        if answers:
            self.send(stream, answers, True)

    def _fail(self, stream: str, number: Any, code: int, why: str) -> None:
        named = {} if number is None and self.letter in "DE" else {"id": number}
        self.send(stream, {"jsonrpc": "2.0", **named, "error": {"code": code, "message": why}}, True)

    def _notified(self, method: str, params: Message) -> None:
        if method == "notifications/cancelled":
            for stream, (number, _) in list(self.listening.items()):
                if number == params.get("requestId"):
                    del self.listening[stream]
        for one in self._around(self.after, method, {"method": method, "params": params}):
            self.send("", one)

    def _result(self, stream: str, request: Message) -> Message | None:
        method, params = request["method"], request.get("params") or {}
        if not self.legacy:
            self._require_meta(method, params)
        work = METHODS.get(method)
        allowed = work is not None and self.letter in work[0]
        if work is None and "unknown method" in self.lax:
            return {} if self.legacy else {"resultType": "complete"}
        if not allowed or not self._declares(work[1] if work else ""):
            raise Refused(-32601, f"there is no method {method}", status=404)
        assert work is not None
        result = work[2](self, params, stream, request)
        if result is None or self.legacy:
            return result
        result = {"resultType": "complete"} | result
        result["_meta"] = {M + "serverInfo": {"name": "seeded", "version": "1"}} | result.get("_meta", {})
        if method in CACHEABLE and result["resultType"] == "complete":
            result = {"ttlMs": 60000, "cacheScope": "private"} | result
        return result

    def _require_meta(self, method: str, params: Message) -> None:
        meta = params.get("_meta")
        asked = meta.get(M + "protocolVersion") if isinstance(meta, dict) else None
        if method == "initialize":
            asked = params.get("protocolVersion")
        elif asked is None or not isinstance(meta, dict) or M + "clientCapabilities" not in meta:
            if "meta" in self.lax:
                return
            raise Refused(
                -32602, "the request has no protocolVersion and clientCapabilities in _meta", status=400
            )
        if asked != DATES["E"]:
            data = {"supported": [DATES["E"]], "requested": asked}
            raise Refused(-32022, "the protocol version is not supported", data, 400)
        self.client = meta[M + "clientCapabilities"] if isinstance(meta, dict) else {}

    def _declares(self, gate: str) -> bool:
        here: Any = self.capabilities()
        for name in gate.split(".") if gate else ():
            if not isinstance(here, dict) or name not in here:
                return False
            here = here[name]
        return True

    def capabilities(self) -> Message:
        known: Message = {
            "tools": {"listChanged": True},
            "resources": {"subscribe": True, "listChanged": True},
            "prompts": {"listChanged": True},
        }
        if self.letter != "A":
            known["completions"] = {}
        if self.legacy:
            known["logging"] = {}
        if "logs" in self.lax:
            known["logging"] = {}
        if self.letter == "D":
            known["tasks"] = {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}
        if not self.legacy:
            known["extensions"] = {M + "tasks": {}, M + "ui": {}}
        for name in list(known):
            if f"no {name}" in self.lax:
                del known[name]
        return known

    # -- the methods

    def initialize(self, params: Message, *_: Any) -> Message:
        self.client = params.get("capabilities") or {}
        more = {"title": "Seeded"} if self.letter in "CD" else {}
        return {
            "protocolVersion": DATES[self.letter],
            "capabilities": self.capabilities(),
            "serverInfo": {"name": "seeded", "version": "1"} | more,
            "instructions": "Add numbers and read notes.",
        }

    def discover(self, *_: Any) -> Message:
        return {
            "supportedVersions": [DATES["E"]],
            "capabilities": self.capabilities(),
            "instructions": "Add numbers and read notes.",
        }

    def empty(self, *_: Any) -> Message:
        return {}

    def list_tools(self, params: Message, *_: Any) -> Message:
        self._no_cursor(params)
        return {"tools": self.tools()}

    def tools(self) -> list[Message]:
        number = {"type": "number", "description": "A number."}
        steps: Message = {"type": "integer", "description": "How many steps the work has."}
        if not self.legacy:
            steps["x-mcp-header"] = "Steps"
        found = [
            _tool("add", "Adds two numbers.", {"a": number, "b": number}, ["a", "b"]),
            _tool("show", "Shows one block of each kind of content.", {}),
            _tool("work", "Works in steps and tells of each.", {"steps": steps}),
            _tool("ask", "Asks the user what the client lets it ask.", {}),
            _tool("touch", "Tells subscribers that the notes were edited.", {}),
        ]
        if self.letter in "CDE":
            kept = {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]}
            found[0]["outputSchema"] = kept
            for one in found:
                one["title"] = one["name"].title()
        if self.letter in "DE":
            found.append(_tool("slow", "Works for a long time, as a task.", {}))
        if self.letter == "D":
            found[-1]["execution"] = {"taskSupport": "required"}
        if self.letter != "A":
            for one in found:
                one["annotations"] = {"readOnlyHint": True, "openWorldHint": False}
        if M + "ui" in self.client.get("extensions", {}):
            view = _tool("view", "Shows the notes.", {})
            view["_meta"] = {"ui": {"resourceUri": VIEW, "visibility": ["model", "app"]}}
            found.append(view)
        return found

    def call(self, params: Message, stream: str, request: Message) -> Message | None:
        name, arguments = params.get("name"), params.get("arguments") or {}
        tool = next((one for one in self.tools() if one["name"] == name), None)
        if tool is None:
            if "unknown tool" in self.lax:
                return {"content": [{"type": "text", "text": "done"}]}
            raise Refused(-32602, f"there is no tool {name}"[:200])
        missing = [one for one in tool["inputSchema"].get("required", ()) if one not in arguments]
        if missing:
            if self.letter in "DE" and "arguments" not in self.lax:
                text = "the number a or b is missing: give both"
                return {"content": [{"type": "text", "text": text}], "isError": True}
            raise Refused(-32602, "the number a or b is missing")
        work: Callable[..., Message | None] = getattr(self, f"call_{name}")
        return work(arguments, params, stream, request)

    def call_add(self, arguments: Message, *_: Any) -> Message:
        total = {"sum": arguments["a"] + arguments["b"]}
        made: Message = {"content": [{"type": "text", "text": json.dumps(total)}]}
        return made | ({"structuredContent": total} if self.letter in "CDE" else {})

    def call_show(self, *_: Any) -> Message:
        embedded = {"uri": "file:///notes/a.txt", **CONTENTS["file:///notes/a.txt"]}
        blocks: list[Message] = [
            {"type": "text", "text": "one of each", "annotations": {"audience": ["user"], "priority": 0.5}},
            {"type": "image", "data": PNG, "mimeType": "image/png"},
            {"type": "resource", "resource": embedded},
        ]
        if self.letter != "A":
            blocks.append({"type": "audio", "data": WAV, "mimeType": "audio/wav"})
        if self.letter in "CDE":
            blocks.append({"type": "resource_link", "uri": "file:///notes/a.txt", "name": "a.txt"})
        return {"content": blocks}

    def call_work(self, _arguments: Message, params: Message, stream: str, _request: Message) -> Message:
        meta = params.get("_meta") or {}
        for step in (1, 2, 3):
            if "progressToken" in meta:
                token = meta["progressToken"]
                said = {"message": f"step {step}"} if self.letter != "A" else {}
                self.tell(
                    stream,
                    "notifications/progress",
                    {"progressToken": token, "progress": step, "total": 3, **said},
                )
        wanted = self.level if self.legacy else meta.get(M + "logLevel")
        if wanted and LEVELS.index("error") >= LEVELS.index(wanted):
            self.tell(
                stream,
                "notifications/message",
                {"level": "error", "logger": "work", "data": "the work is done"},
            )
        return {"content": [{"type": "text", "text": "3 steps done"}]}

    def questions(self) -> list[tuple[str, Message]]:
        """What may be asked of this client."""
        asked: list[tuple[str, Message]] = []
        if "roots" in self.client:
            asked.append(("roots/list", {}))
        if "sampling" in self.client:
            said = {"role": "user", "content": {"type": "text", "text": "Say a word."}}
            wishes = {"messages": [said], "maxTokens": 50, "modelPreferences": {"costPriority": 0.5}}
            asked.append(("sampling/createMessage", wishes))
        if "elicitation" in self.client and self.letter in "CDE":
            colour = {"type": "string", "title": "Colour", "description": "Your favourite colour."}
            schema = {"type": "object", "properties": {"colour": colour}, "required": ["colour"]}
            asked.append(("elicitation/create", {"message": "Which colour?", "requestedSchema": schema}))
            if "url" in self.client["elicitation"] and self.letter in "DE":
                page: Message = {
                    "mode": "url",
                    "message": "Sign the form.",
                    "url": "https://forms.example/sign",
                }
                if self.letter == "D":
                    page["elicitationId"] = "e-8c1d4f0a"
                asked.append(("elicitation/create", page))
        edited = []
        for method, params in asked:
            for hook in self.params.get(method, ()):
                params = hook(self, params)
            edited.append((method, params))
        return edited

    def call_ask(self, _arguments: Message, params: Message, stream: str, request: Message) -> Message | None:
        questions = self.questions()
        done: Message = {"content": [{"type": "text", "text": "asked"}]}
        if not questions or ("inputResponses" in params and "ask again" not in self.lax):
            return done
        if not self.legacy:
            asked = {
                f"q{at}": {"method": method, "params": sent} for at, (method, sent) in enumerate(questions)
            }
            return {"resultType": "input_required", "inputRequests": asked, "requestState": "c3RhdGU"}
        self._ask_next(stream, request, questions)
        return None

    def _ask_next(self, stream: str, request: Message, left: list[tuple[str, Message]]) -> None:
        if not left:
            self.answer(stream, request, {"result": {"content": [{"type": "text", "text": "asked"}]}})
            return
        self._asked += 1
        method, params = left[0]
        number: Any = f"server-{self._asked}"
        message: Any = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for hook in self.messages.get(method, ()):
            message = hook(self, message, request)
        self.waiting[message["id"] if isinstance(message, dict) else number] = (
            request | {"_stream": stream},
            left[1:],
        )
        self.send(stream, message)

    def _answered(self, message: Message) -> None:
        try:
            request, left = self.waiting.pop(message["id"], ({}, []))
        except TypeError:
            return
        if request:
            request = dict(request)
            self._ask_next(request.pop("_stream"), request, left)

    def call_touch(self, *_: Any) -> Message:
        """Tell all that was asked for, where it was asked for."""
        self.tell_changes()
        return {"content": [{"type": "text", "text": "told"}]}

    def tell_changes(self) -> None:
        if self.legacy:
            for kind in (one for one in ("tools", "resources", "prompts") if one in self.capabilities()):
                self.tell("", f"notifications/{kind}/list_changed", {})
            for uri in sorted(self.subscribed):
                self.tell("", "notifications/resources/updated", {"uri": uri})
        for stream, (number, wanted) in list(self.listening.items()):
            meta = {"_meta": {M + "subscriptionId": number}}
            for kind in ("tools", "resources", "prompts"):
                if wanted.get(f"{kind}ListChanged"):
                    self.tell(stream, f"notifications/{kind}/list_changed", dict(meta))
            for uri in wanted.get("resourceSubscriptions") or ():
                self.tell(stream, "notifications/resources/updated", {"uri": uri, **meta})

    def call_slow(self, _arguments: Message, params: Message, *_: Any) -> Message:
        wanted = "task" in params if self.legacy else M + "tasks" in self.client.get("extensions", {})
        if not wanted and self.letter == "D" and "plain call" not in self.lax:
            raise Refused(-32601, "the tool slow runs as a task only")
        if not wanted:
            return {"content": [{"type": "text", "text": "done at once"}]}
        self.task = "working"
        if self.legacy:
            return {"task": self.task_of("working")}
        return {"resultType": "task", **self.task_of("working")}

    def call_view(self, *_: Any) -> Message:
        return {"content": [{"type": "text", "text": "2 notes: a.txt, b.png"}]}

    def task_of(self, status: str) -> Message:
        ttl, interval = ("ttl", "pollInterval") if self.legacy else ("ttlMs", "pollIntervalMs")
        times = {"createdAt": TIME, "lastUpdatedAt": TIME}
        return {"taskId": TASK, "status": status, **times, ttl: 60000, interval: 10}

    def _known_task(self, params: Message) -> None:
        if params.get("taskId") != TASK or not self.task:
            raise Refused(-32602, "there is no such task")

    def get_task(self, params: Message, *_: Any) -> Message:
        self._known_task(params)
        self.count["tasks/get"] = self.count.get("tasks/get", 0) + 1
        if self.count["tasks/get"] > 1:
            self.task = "completed"
        task = self.task_of(self.task)
        if not self.legacy and self.task == "completed":
            task["result"] = {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}
        return task

    def task_result(self, params: Message, *_: Any) -> Message:
        self._known_task(params)
        self.task = "completed"
        meta = {M + "related-task": {"taskId": TASK}}
        return {"content": [{"type": "text", "text": "done"}], "_meta": meta}

    def list_tasks(self, *_: Any) -> Message:
        return {"tasks": [self.task_of(self.task)] if self.task else []}

    def cancel_task(self, params: Message, *_: Any) -> Message:
        self._known_task(params)
        if self.legacy and self.task == "completed":
            raise Refused(-32602, "the task has ended")
        self.task = "cancelled"
        return self.task_of("cancelled") if self.legacy else {}

    def update_task(self, params: Message, *_: Any) -> Message:
        self._known_task(params)
        return {}

    def list_resources(self, params: Message, *_: Any) -> Message:
        listed: list[Message] = []
        for uri, content in CONTENTS.items():
            one = {"uri": uri, "name": uri.rpartition("/")[2], "mimeType": content["mimeType"]}
            one["description"] = "A note."
            listed.append(one)
        listed[0]["annotations"] = {"audience": ["user", "assistant"], "priority": 0.5}
        if self.letter in "CDE":
            listed[0]["annotations"]["lastModified"] = "2026-11-01T10:00:00Z"
        listed[0]["size"] = len(CONTENTS["file:///notes/a.txt"]["text"])
        if M + "ui" in self.client.get("extensions", {}):
            listed.append({"uri": VIEW, "name": "view", "mimeType": "text/html;profile=mcp-app"})
        cursor = params.get("cursor")
        if cursor is None:
            return {"resources": listed[:2], "nextCursor": "c2Vjb25k"}
        if cursor != "c2Vjb25k" and "cursor" not in self.lax:
            raise Refused(-32602, "the cursor is unknown")
        return {"resources": listed[2:]}

    def list_templates(self, params: Message, *_: Any) -> Message:
        self._no_cursor(params)
        one = {
            "uriTemplate": "note://garden/{day}",
            "name": "garden",
            "description": "What was done that day.",
        }
        return {"resourceTemplates": [one]}

    def read(self, params: Message, *_: Any) -> Message:
        uri = params.get("uri")
        if uri == VIEW and M + "ui" in self.client.get("extensions", {}):
            page = "<!doctype html><html><head><title>Notes</title></head><body></body></html>"
            meta = {"ui": {"csp": {"connectDomains": ["https://api.example"]}}}
            return {
                "contents": [
                    {"uri": uri, "mimeType": "text/html;profile=mcp-app", "text": page, "_meta": meta}
                ]
            }
        if uri not in CONTENTS:
            if "empty read" in self.lax:
                return {"contents": []}
            raise Refused(-32002 if self.legacy else -32602, "there is no such resource", {"uri": uri})
        return {"contents": [{"uri": uri, **CONTENTS[uri]}]}

    def subscribe(self, params: Message, *_: Any) -> Message:
        self.subscribed.add(params["uri"])
        return {}

    def unsubscribe(self, params: Message, *_: Any) -> Message:
        self.subscribed.discard(params["uri"])
        return {}

    def _no_cursor(self, params: Message) -> None:
        if "cursor" in params and "cursor" not in self.lax:
            raise Refused(-32602, "the cursor is unknown")

    def list_prompts(self, params: Message, *_: Any) -> Message:
        self._no_cursor(params)
        name = {"name": "name", "description": "Whom to greet.", "required": True}
        greet = {"name": "greet", "description": "Greets by name.", "arguments": [name]}
        return {"prompts": [greet, {"name": "plan", "description": "Plans the day."}]}

    def get_prompt(self, params: Message, *_: Any) -> Message:
        name, arguments = params.get("name"), params.get("arguments") or {}
        if name not in ("greet", "plan"):
            raise Refused(-32602, "there is no such prompt")
        if name == "greet" and "name" not in arguments and "prompt arguments" not in self.lax:
            raise Refused(-32602, "the argument name is missing")
        said = {"role": "user", "content": {"type": "text", "text": f"Greet {arguments.get('name', '')}."}}
        return {"description": "Greets by name.", "messages": [said]}

    def complete(self, params: Message, *_: Any) -> Message:
        return {"completion": {"values": ["Ada", "Bob"], "total": 2, "hasMore": False}}

    def set_level(self, params: Message, *_: Any) -> Message:
        if params.get("level") not in LEVELS:
            raise Refused(-32602, "there is no such level")
        self.level = params["level"]
        return {}

    def listen(self, params: Message, stream: str, request: Message) -> None:
        wanted = params.get("notifications") or {}
        known = (
            "toolsListChanged",
            "promptsListChanged",
            "resourcesListChanged",
            "resourceSubscriptions",
            "taskIds",
        )
        wanted = {name: value for name, value in wanted.items() if name in known}
        self.listening[stream] = (request["id"], wanted)
        meta = {M + "subscriptionId": request["id"]}
        self.tell(
            stream, "notifications/subscriptions/acknowledged", {"notifications": wanted, "_meta": meta}
        )
        for one in self._around(self.after, "subscriptions/listen", request):
            self.send(stream, one)
        if "end listening" in self.lax:
            del self.listening[stream]
            self.answer(stream, request, {"result": {"resultType": "complete", "_meta": meta}})


def _tool(name: str, description: str, properties: Message, required: list[str] | None = None) -> Message:
    schema: Message = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    return {"name": name, "description": description, "inputSchema": schema}


CACHEABLE: Final = (
    *("server/discover", "tools/list", "prompts/list", "resources/list"),
    *("resources/templates/list", "resources/read"),
)
METHODS: Final[dict[str, tuple[str, str, Callable[..., Message | None]]]] = {
    "initialize": ("ABCD", "", Server.initialize),
    "server/discover": ("E", "", Server.discover),
    "ping": ("ABCD", "", Server.empty),
    "tools/list": ("ABCDE", "tools", Server.list_tools),
    "tools/call": ("ABCDE", "tools", Server.call),
    "resources/list": ("ABCDE", "resources", Server.list_resources),
    "resources/templates/list": ("ABCDE", "resources", Server.list_templates),
    "resources/read": ("ABCDE", "resources", Server.read),
    "resources/subscribe": ("ABCD", "resources.subscribe", Server.subscribe),
    "resources/unsubscribe": ("ABCD", "resources.subscribe", Server.unsubscribe),
    "prompts/list": ("ABCDE", "prompts", Server.list_prompts),
    "prompts/get": ("ABCDE", "prompts", Server.get_prompt),
    "completion/complete": ("ABCDE", "", Server.complete),
    "logging/setLevel": ("ABCD", "logging", Server.set_level),
    "subscriptions/listen": ("E", "", Server.listen),
    "tasks/get": ("DE", "", Server.get_task),
    "tasks/result": ("D", "tasks", Server.task_result),
    "tasks/list": ("D", "tasks.list", Server.list_tasks),
    "tasks/cancel": ("DE", "", Server.cancel_task),
    "tasks/update": ("E", "", Server.update_task),
}
