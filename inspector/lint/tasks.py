"""TSK-*: calls that became tasks, in the core of 2025-11-25 and the extension of 2026-07-28.

Source: protocol reference 5.5, 5.6 and 8.11. Over HTTP an answer and a notification come on streams of
their own, and either may overtake the other: what a task says is compared with what it surely said before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.rules import Place, rule
from inspector.lint.samples import HTTP_E, STDIO_E
from inspector.lint.seen import Memory, Seen, dict_of, keep, keep_all, remembers
from inspector.protocol.subscribing import ACKNOWLEDGED, LISTEN, Filter, subscription_id
from inspector.protocol.tasks import EXTENSION_ID, NO_SUCH_TASK, STATUSES, TERMINAL, related_task
from inspector.protocol.wire import PIPES
from inspector.translation import recorded

__all__: list[str] = []

CORE: Final = "basic/utilities/tasks"
EXTENSION: Final = "extensions/tasks"
_NOTIFICATIONS: Final = ("notifications/tasks", "notifications/tasks/status")
_ABOUT_TASKS: Final = ("tasks/get", "tasks/cancel", "tasks/list", "tools/call", *_NOTIFICATIONS)
_WITH_STATUS: Final = ("tasks/get", *_NOTIFICATIONS)
_MOST: Final = 21  # findings of one rule about one record: one more than are told, so that the cut is known
_UNKNOWN: Final = -32602
_NO_METHOD: Final = -32601
_REFUSALS: Final = (_NO_METHOD, -32020, -32021, -32022)
_JUST_NS: Final = 5_000_000_000  # a task that was created so long ago is surely there
_LONGEST_ID: Final = 4096
_MOST_KEYS: Final = 256


@dataclass(slots=True)
class _Known:
    """What one task said of itself last. at: the record; by: its channel."""

    status: str = ""
    created: str = ""
    updated: str = ""
    at: int = 0
    by: str = ""
    born_ns: int = 0  # when the call became this task; 0: that was not seen, or it was read since
    ttl: float | None = None
    result_at: int = 0  # the record in which tasks/result was answered
    asked: dict[str, str] = field(default_factory=dict)  # key of an input request → the request
    gone: set[str] = field(default_factory=set)  # keys that were there and are no more


@remembers
class Tasks(Memory):
    """The tasks of a session, what subscriptions tell of them, and which tools may become some."""

    kinds: ClassVar[tuple[str, ...]] = ("request", "response", "notification")

    def __init__(self) -> None:
        self.known: dict[str, _Known] = {}
        self.subscribed: dict[str, tuple[str, ...]] = {}  # subscription → acknowledged tasks
        self.support: dict[str, str] = {}  # tool → execution.taskSupport

    def remember(self, seen: Seen) -> None:
        """Keep the last state of each task."""
        record = seen.record
        if record.direction != "in" or not seen.readable:
            return
        if record.method == "tools/list":
            keep_all(self.support, seen.of_body(_supports))
        elif record.method == ACKNOWLEDGED:
            filtered = Filter.read(seen.params.get("notifications"))
            keep(self.subscribed, subscription_id(seen.params), filtered.tasks[:_LONGEST_ID])
        elif record.method == "tasks/result" and record.kind == "response":
            one = self.known.get(_asked_id(seen))
            if one is not None:
                one.result_at = record.number
        for task, _ in _tasks(seen):
            self._learn(seen, task)

    def _learn(self, seen: Seen, task: dict[str, Any]) -> None:
        name = task.get("taskId")
        if not isinstance(name, str) or len(name) > _LONGEST_ID:
            return
        record = seen.record
        one = self.known.pop(name, None) or _Known()
        keep(self.known, name, one)
        if one.at and not _after(seen, one):
            return
        if seen.record.method == "tools/call":
            one.born_ns = record.at_ns
        elif record.method == "tasks/get":
            one.born_ns = 0
        ttl = task.get("ttlMs", task.get("ttl"))
        one.ttl = ttl if isinstance(ttl, int | float) and not isinstance(ttl, bool) else None
        one.status = excerpt(task.get("status"))
        one.created = excerpt(task.get("createdAt"))
        one.updated = excerpt(task.get("lastUpdatedAt"))
        one.at, one.by = record.number, record.channel
        if seen.record.method in _WITH_STATUS:
            requests = _requests(task)
            one.gone |= one.asked.keys() - requests.keys()
            one.asked |= {key: _fingerprint(value) for key, value in requests.items()}
            for key in list(islice(one.asked, max(len(one.asked) - _MOST_KEYS, 0))):
                del one.asked[key]
                one.gone.discard(key)


def _dicts(values: object) -> Iterator[dict[str, Any]]:
    return (one for one in values if isinstance(one, dict)) if isinstance(values, list) else iter(())


def _supports(seen: Seen) -> dict[str, str]:
    found = (
        (excerpt(tool.get("name")), dict_of(tool.get("execution")).get("taskSupport"))
        for tool in _dicts(seen.result.get("tools"))
    )
    return {name: support if isinstance(support, str) else "" for name, support in found}


def _requests(task: dict[str, Any]) -> dict[str, Any]:
    return dict(islice(dict_of(task.get("inputRequests")).items(), _MOST_KEYS))


def _fingerprint(value: object) -> str:
    try:
        text = json.dumps(value, sort_keys=True)
    except (ValueError, RecursionError):
        return ""
    return text if len(text) <= _LONGEST_ID else str(hash(text))


def _tasks(seen: Seen) -> Iterator[tuple[dict[str, Any], str]]:
    """The tasks in a message of the server, each with its place."""
    record = seen.record
    if record.direction != "in" or record.kind not in ("response", "notification"):
        return
    result = seen.result if record.kind == "response" else {}
    if record.method in _NOTIFICATIONS and record.kind == "notification":
        yield seen.params, "/params"
    elif record.method == "tasks/get" or (record.method == "tasks/cancel" and not seen.state.modern):
        yield result, "/result"
    elif record.method == "tasks/list":
        listed = result.get("tasks")
        for place, task in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(task, dict):
                yield task, f"/result/tasks/{place}"
    elif record.method == "tools/call" and _creates(seen):
        yield (result, "/result") if seen.state.modern else (dict_of(result["task"]), "/result/task")


def _creates(seen: Seen) -> bool:
    """This result of a call says that the call became a task."""
    result = seen.result
    if seen.state.modern:
        return result.get("resultType") == "task"
    return isinstance(result.get("task"), dict) and "content" not in result


def _after(seen: Seen, known: _Known) -> bool:
    """What this record says is surely newer than what is known of the task."""
    if seen.record.kind == "response":
        return seen.record.exchange > known.at or seen.state.transport in PIPES
    return seen.record.channel == known.by or seen.state.transport in PIPES


def _before(seen: Seen, task: dict[str, Any]) -> _Known | None:
    """What the task said before; None where nothing is known, or either may have been first."""
    name = task.get("taskId")
    known = seen.state.of(Tasks).known.get(name) if isinstance(name, str) else None
    return known if known is not None and known.at and _after(seen, known) else None


def _asked_id(seen: Seen) -> str:
    name = seen.asked_params.get("taskId")
    return name if isinstance(name, str) else ""


def _code(seen: Seen) -> int:
    code = seen.message.error_dict().get("code")
    return code if seen.incoming and isinstance(code, int) and not isinstance(code, bool) else 0


# -- pieces of the samples

_ID: Final = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
_TIMES: Final = '"createdAt":"2026-01-01T10:00:00Z","lastUpdatedAt":"2026-01-01T10:00:00Z"'
_NO_META: Final = '"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}'
_META: Final = _NO_META.replace("{}", '{"extensions":{"io.modelcontextprotocol/tasks":{}}}')


def _request(method: str, params: str, number: int = 1) -> str:
    return f'> {{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{{{params}}}}}\n'


def _answer(members: str, number: int = 1) -> str:
    return f'< {{"jsonrpc":"2.0","id":{number},"result":{{{members}}}}}\n'


def _state(status: str, more: str = "", name: str = _ID, times: str = _TIMES) -> str:
    return f'"taskId":"{name}","status":"{status}",{times},"ttlMs":60000{more}'


def _got(status: str, more: str = "", number: int = 2, kind: str = "complete", times: str = _TIMES) -> str:
    """tasks/get and its answer, in the extension."""
    ask = _request("tasks/get", f'"taskId":"{_ID}",{_META}', number)
    return ask + _answer(f'"resultType":"{kind}",' + _state(status, more, times=times), number)


def _core(status: str, number: int = 2, times: str = _TIMES) -> str:
    """tasks/get and its answer, in the core."""
    task = f'"taskId":"{_ID}","status":"{status}",{times},"ttl":60000'
    return _request("tasks/get", f'"taskId":"{_ID}"', number) + _answer(task, number)


def _begun(status: str = "working", name: str = _ID) -> str:
    """A call that becomes a task, in the core."""
    ask = _request("tools/call", '"name":"t","task":{}')
    return ask + _answer(f'"task":{{"taskId":"{name}","status":"{status}",{_TIMES},"ttl":60000}}')


_CALL: Final = _request("tools/call", f'"name":"t",{_META}')
_CREATED: Final = STDIO_E + _CALL + _answer('"resultType":"task",' + _state("working"))
_STDIO_D: Final = '= 2025-11-25 {"tasks":{"requests":{"tools":{"call":{}}}},"tools":{}}\n'
_DONE: Final = ',"result":{"content":[],"resultType":"complete"}'


@rule(
    "TSK-01",
    "error",
    EXTENSION,
    sentence="A server MUST NOT return a task to a client that did not declare the extension.",
    fix="Look for io.modelcontextprotocol/tasks in the request's clientCapabilities before making a task.",
    revisions="E",
    kinds=("response",),
    methods=("tools/call",),
    good=_CREATED,
    bad=STDIO_E
    + _request("tools/call", f'"name":"t",{_NO_META}')
    + _answer('"resultType":"task",' + _state("working")),
)
def tasks_are_for_those_who_know_them(seen: Seen) -> Iterator[str | Place]:
    """A call becomes a task only where the client declared the extension."""
    if seen.incoming and _creates(seen) and "_meta" in seen.asked_params:
        if EXTENSION_ID not in dict_of(seen.declared.get("extensions")):
            yield Place(
                recorded("the call became a task, although the request did not declare the tasks extension"),
                "/result/resultType",
            )


@rule(
    "TSK-02",
    "error",
    EXTENSION,
    sentence="Only tools/call can become a task; other methods MUST be answered with their own result.",
    fix="Answer this method with its result, or with an error.",
    revisions="E",
    kinds=("response",),
    good=_CREATED,
    bad=STDIO_E
    + _request("prompts/get", f'"name":"p",{_META}')
    + _answer('"resultType":"task",' + _state("working")),
)
def only_calls_become_tasks(seen: Seen) -> Iterator[str | Place]:
    """No other method than tools/call becomes a task."""
    method = seen.record.method
    if seen.incoming and method and method != "tools/call" and not method.startswith("tasks/"):
        if seen.result.get("resultType") == "task":
            yield Place(recorded("{method} was answered with a task", method=method), "/result/resultType")


@rule(
    "TSK-03",
    "error",
    EXTENSION,
    sentence="The resultType of tasks/get, tasks/update and tasks/cancel MUST be complete.",
    fix="Set resultType to complete; what the task waits for stands in its status.",
    revisions="E",
    kinds=("response",),
    methods=("tasks/get", "tasks/update", "tasks/cancel"),
    good=_CREATED + _got("working"),
    bad=_CREATED + _got("working", kind="input_required"),
)
def results_about_tasks_are_complete(seen: Seen) -> Iterator[str | Place]:
    """What is said about a task is complete, whatever the task does."""
    kind = seen.result.get("resultType", "complete")
    if seen.incoming and kind not in ("complete", "task"):
        yield _not_complete(seen, kind)


@rule(
    "TSK-03-task",
    "warning",
    EXTENSION,
    sentence="The text says complete; an example of the page shows task, so clients meet both.",
    fix="Set resultType to complete; task is for the result that creates one.",
    revisions="E",
    kinds=("response",),
    methods=("tasks/get", "tasks/update", "tasks/cancel"),
    good=_CREATED + _got("working"),
    bad=_CREATED + _got("working", kind="task"),
)
def results_about_tasks_create_none(seen: Seen) -> Iterator[str | Place]:
    """Only the result of a call has the type task."""
    if seen.incoming and seen.result.get("resultType") == "task":
        yield _not_complete(seen, "task")


def _not_complete(seen: Seen, kind: object) -> Place:
    return Place(
        recorded(
            "the resultType of {method} is {kind}, not complete",
            method=seen.record.method,
            kind=excerpt(kind),
        ),
        "/result/resultType",
    )


_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d:?(?:\d\d)?)?")


def _moment(value: object) -> datetime | None:
    """A time as ISO 8601 writes it; None when it is none."""
    if not isinstance(value, str) or len(value) > 40 or not _ISO.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value.upper().replace(":60", ":59"))
    except ValueError:
        return None


@rule(
    "TSK-04",
    "error",
    CORE,
    sentence="A task MUST have taskId, status, createdAt and lastUpdatedAt (ISO 8601), and its ttl or null.",
    fix="Fill in every member of the task; null is a ttl without limit. The SDK's Task type lists them.",
    revisions="DE",
    kinds=("response", "notification"),
    methods=_ABOUT_TASKS,
    good=_CREATED + _got("working"),
    bad=STDIO_E + _CALL + _answer(f'"resultType":"task","taskId":"{_ID}","status":"working","ttlMs":1'),
)
def tasks_are_whole(seen: Seen) -> Iterator[str | Place]:
    """A task has its members, and they are what their names say."""
    return islice(_faults(seen), _MOST)


def _faults(seen: Seen) -> Iterator[str | Place]:
    ttl = "ttlMs" if seen.state.modern else "ttl"
    for task, at in _tasks(seen):
        for name in ("taskId", "status", "createdAt", "lastUpdatedAt", ttl):
            if name not in task:
                yield Place(recorded("the task has no {name}", name=name), at or "/result")
        for name, value in ((name, task[name]) for name in ("createdAt", "lastUpdatedAt") if name in task):
            if _moment(value) is None:
                yield Place(
                    recorded("{name} is no ISO 8601 time: {value}", name=name, value=excerpt(value)),
                    f"{at}/{name}",
                )
        if "status" in task and task["status"] not in STATUSES:
            value = excerpt(task["status"])
            yield Place(recorded("the task's status {value} does not exist", value=value), f"{at}/status")
        if "taskId" in task and (not isinstance(task["taskId"], str) or not task["taskId"]):
            yield Place(recorded("taskId is not a string with content"), f"{at}/taskId")
        if task.get(ttl) is not None and not _is_duration(task[ttl]):
            value = excerpt(task[ttl])
            yield Place(
                recorded("{name} is no number of milliseconds: {value}", name=ttl, value=value), f"{at}/{ttl}"
            )


def _is_duration(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value >= 0 and (isinstance(value, int) or value.is_integer())


@rule(
    "TSK-05",
    "error",
    CORE,
    sentence="A task in a terminal status MUST NOT transition to any other status.",
    fix="Keep completed, failed and cancelled for good, also when work goes on behind them.",
    revisions="DE",
    kinds=("response", "notification"),
    methods=_ABOUT_TASKS,
    good=_CREATED + _got("working") + _got("completed", _DONE, 3) + _got("completed", _DONE, 4),
    bad=_CREATED + _got("completed", _DONE) + _got("working", number=3),
)
def ended_tasks_stay_ended(seen: Seen) -> Iterator[str | Place]:
    """completed, failed and cancelled are the last status."""
    return islice(_resurrections(seen), _MOST)


def _resurrections(seen: Seen) -> Iterator[str | Place]:
    for task, at in _tasks(seen):
        known = _before(seen, task)
        status = task.get("status")
        if known is not None and known.status in TERMINAL and status in STATUSES and status != known.status:
            yield Place(
                recorded("the task was {old} and is {new} now", old=known.status, new=excerpt(status)),
                f"{at}/status",
            )


@rule(
    "TSK-05-first",
    "error",
    CORE,
    sentence="Tasks MUST begin in the working status when created.",
    fix="Return the new task as working, and let tasks/get say what became of it.",
    revisions="D",
    kinds=("response",),
    methods=("tools/call",),
    good=_STDIO_D + _begun(),
    bad=_STDIO_D + _begun("completed"),
)
def tasks_begin_working(seen: Seen) -> Iterator[str | Place]:
    """A new task is working."""
    for task, at in _tasks(seen):
        status = task.get("status")
        if status in STATUSES and status != "working":
            yield Place(recorded("the new task is {status}, not working", status=status), f"{at}/status")


@rule(
    "TSK-06",
    "error",
    EXTENSION,
    sentence="A completed task MUST carry result, a failed one error, one in input_required inputRequests.",
    fix="Put the outcome of the call, or what is asked, into the same object as the status.",
    revisions="E",
    kinds=("response", "notification"),
    methods=_WITH_STATUS,
    good=_CREATED + _got("completed", _DONE),
    bad=_CREATED + _got("completed"),
)
def outcome_is_there(seen: Seen) -> Iterator[str | Place]:
    """A status comes with what it promises."""
    for task, at in _tasks(seen):
        status = task.get("status")
        wanted = _PROMISED.get(status) if isinstance(status, str) else None
        if wanted and not isinstance(task.get(wanted), dict):
            yield Place(
                recorded("the task is {status} without {wanted}", status=excerpt(status), wanted=wanted), at
            )


_PROMISED: Final = {"completed": "result", "failed": "error", "input_required": "inputRequests"}


@rule(
    "TSK-07",
    "error",
    EXTENSION,
    sentence="failed MUST only be used for JSON-RPC errors; a result with isError is completed.",
    fix="Report status completed with the result whose isError is true.",
    revisions="E",
    kinds=("response", "notification"),
    methods=_WITH_STATUS,
    good=_CREATED + _got("completed", ',"result":{"content":[],"isError":true,"resultType":"complete"}'),
    bad=_CREATED
    + _got("failed", ',"result":{"content":[],"isError":true},"error":{"code":-32603,"message":"x"}'),
)
def failed_is_no_tool_error(seen: Seen) -> Iterator[str | Place]:
    """A tool's own error is a completed task."""
    for task, at in _tasks(seen):
        for name in ("result", "error"):
            if task.get("status") == "failed" and dict_of(task.get(name)).get("isError") is True:
                yield Place(
                    recorded("the task is failed for a result with isError; it is to be completed"),
                    f"{at}/status",
                )
                return


@rule(
    "TSK-07-core",
    "warning",
    CORE,
    sentence="For tool calls whose result has isError true, the task SHOULD reach the failed status.",
    fix="Move the task to failed when the tool's result has isError.",
    revisions="D",
    kinds=("response",),
    methods=("tasks/result",),
    good=_STDIO_D
    + _begun()
    + _core("failed")
    + _request("tasks/result", f'"taskId":"{_ID}"', 3)
    + _answer(
        f'"content":[],"isError":true,"_meta":{{"io.modelcontextprotocol/related-task":{{"taskId":"{_ID}"}}}}',
        3,
    ),
    bad=_STDIO_D
    + _begun()
    + _core("completed")
    + _request("tasks/result", f'"taskId":"{_ID}"', 3)
    + _answer('"content":[],"isError":true', 3),
)
def tool_errors_fail_the_task(seen: Seen) -> Iterator[str | Place]:
    """In the core a tool's own error is a failed task."""
    known = seen.state.of(Tasks).known.get(_asked_id(seen))
    if seen.incoming and known is not None and known.status == "completed":
        if seen.result.get("isError") is True:
            yield Place(
                recorded("the result has isError, although the task's status is completed"), "/result/isError"
            )


_FORM: Final = '"requestedSchema":{"type":"object","properties":{}}'


def _asking(text: str, key: str = "a") -> str:
    params = f'{{"message":"{text}",{_FORM}}}'
    return f',"inputRequests":{{"{key}":{{"method":"elicitation/create","params":{params}}}}}'


@rule(
    "TSK-08",
    "error",
    EXTENSION,
    sentence="Each key MUST be unique over the lifetime of a single task.",
    fix="Make a new key for each input request of the task, for example from a counter.",
    revisions="E",
    kinds=("response", "notification"),
    methods=_WITH_STATUS,
    good=_CREATED
    + _got("input_required", _asking("Who?"))
    + _got("working", number=3)
    + _got("input_required", _asking("Where?", "b"), 4),
    bad=_CREATED
    + _got("input_required", _asking("Who?"))
    + _got("working", number=3)
    + _got("input_required", _asking("Where?"), 4),
)
def keys_are_used_once(seen: Seen) -> Iterator[str | Place]:
    """A key of an input request names one request for ever."""
    return islice(_reused(seen), _MOST)


def _reused(seen: Seen) -> Iterator[str | Place]:
    for task, at in _tasks(seen):
        known = _before(seen, task)
        for key, value in _requests(task).items() if known is not None else ():
            if known is None or key not in known.asked:
                continue
            if key in known.gone or known.asked[key] != _fingerprint(value):
                yield Place(
                    recorded("the key {key} of inputRequests was used before", key=excerpt(key)),
                    f"{at}/inputRequests/{key.replace('~', '~0').replace('/', '~1')}",
                )


@rule(
    "TSK-09",
    "error",
    EXTENSION,
    sentence="The task MUST be durably created before it is returned, so that tasks/get finds it at once.",
    fix="Store the task before answering the call.",
    revisions="E",
    kinds=("error",),
    methods=("tasks/get",),
    good=_CREATED + _got("working"),
    bad=_CREATED
    + _request("tasks/get", f'"taskId":"{_ID}",{_META}', 2)
    + '< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"unknown task"}}',
)
def new_tasks_are_known(seen: Seen) -> Iterator[str | Place]:
    """A task that was just created can be read."""
    known = seen.state.of(Tasks).known.get(_asked_id(seen))
    if known is None or not known.born_ns or _code(seen) != _UNKNOWN:
        return
    alive_ns = _JUST_NS if known.ttl is None else min(_JUST_NS, known.ttl * 1_000_000)
    if seen.record.at_ns - known.born_ns < alive_ns:
        yield recorded("tasks/get does not know the task that was just created")


_NOT_THERE: Final = re.compile(
    r"not[ _-]?found|unknown|no such|(?:does not|doesn't|not) exist|expired", re.IGNORECASE
)


@rule(
    "TSK-10",
    "error",
    CORE,
    sentence="An invalid or nonexistent taskId MUST be answered with -32602 (Invalid params).",
    fix="Answer -32602 where the task is not found.",
    revisions="DE",
    kinds=("error",),
    methods=("tasks/get", "tasks/result", "tasks/cancel", "tasks/update"),
    good=STDIO_E
    + _request("tasks/get", f'"taskId":"x",{_META}')
    + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"task not found"}}',
    bad=STDIO_E
    + _request("tasks/get", f'"taskId":"x",{_META}')
    + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"task not found"}}',
)
def unknown_tasks_are_invalid_params(seen: Seen) -> Iterator[str | Place]:
    """The code for a task that is not there is -32602."""
    message, name, code = seen.message.error_dict().get("message"), _asked_id(seen), _code(seen)
    if not name or name in seen.state.of(Tasks).known or code in (0, _UNKNOWN, *_REFUSALS):
        return
    says = isinstance(message, str) and _NOT_THERE.search(message[:1000]) and "method" not in message.lower()
    if says or name == NO_SUCH_TASK:
        yield Place(
            recorded("an unknown task was answered with {code}, not -32602", code=code), "/error/code"
        )


@rule(
    "TSK-11",
    "warning",
    EXTENSION,
    sentence="The results of tasks/update and tasks/cancel are empty acknowledgements; the rest is ignored.",
    fix="Return only resultType, and let tasks/get say what became of the task.",
    revisions="E",
    kinds=("response",),
    methods=("tasks/update", "tasks/cancel"),
    good=_CREATED
    + _request("tasks/cancel", f'"taskId":"{_ID}",{_META}', 2)
    + _answer('"resultType":"complete"', 2),
    bad=_CREATED
    + _request("tasks/cancel", f'"taskId":"{_ID}",{_META}', 2)
    + _answer('"resultType":"complete",' + _state("cancelled"), 2),
)
def acknowledgements_are_empty(seen: Seen) -> Iterator[str | Place]:
    """An acknowledgement says nothing else."""
    more = next((name for name in seen.result if name not in ("resultType", "_meta")), "")
    if seen.incoming and more:
        yield Place(
            recorded(
                "the result of {method} has the member {more}; it is only an acknowledgement",
                method=seen.record.method,
                more=excerpt(more),
            ),
            "/result",
        )


def _told(meta: str) -> str:
    """A subscription to a task, and a notification about it."""
    wanted = f'"notifications":{{"taskIds":["{_ID}"]}}'
    return (
        _CREATED
        + _request(LISTEN, f"{wanted},{_META}", 9)
        + '< {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{'
        + f'{wanted},"_meta":{{"io.modelcontextprotocol/subscriptionId":9}}}}}}\n'
        + '< {"jsonrpc":"2.0","method":"notifications/tasks","params":{'
        + f"{_state('working')}{meta}}}}}\n"
    )


@rule(
    "TSK-12",
    "error",
    EXTENSION,
    sentence="notifications/tasks MUST carry the subscriptionId, and only tell of acknowledged tasks.",
    fix="Send them on the stream of the subscription that named the task, with its id in _meta.",
    revisions="E",
    kinds=("notification",),
    methods=("notifications/tasks",),
    good=_told(',"_meta":{"io.modelcontextprotocol/subscriptionId":9}'),
    bad=_told(""),
)
def tasks_are_told_to_subscribers(seen: Seen) -> Iterator[str | Place]:
    """A task's notifications belong to a subscription that names it."""
    if not seen.incoming:
        return
    subscription = subscription_id(seen.params)
    told_of = seen.state.of(Tasks).subscribed.get(subscription)
    name = seen.params.get("taskId")
    if not subscription:
        yield Place(recorded("notifications/tasks without a subscriptionId"), "/params")
    elif told_of is not None and isinstance(name, str) and name not in told_of:
        yield Place(
            recorded("notifications/tasks about a task that this subscription did not acknowledge"),
            "/params/taskId",
        )


def _outcome(meta: str) -> str:
    return (
        _STDIO_D
        + _begun()
        + _core("completed")
        + _request("tasks/result", f'"taskId":"{_ID}"', 3)
        + _answer(f'"content":[]{meta}', 3)
    )


_RELATED: Final = f',"_meta":{{"io.modelcontextprotocol/related-task":{{"taskId":"{_ID}"}}}}'


@rule(
    "TSK-13",
    "error",
    CORE,
    sentence="The result of tasks/result MUST include io.modelcontextprotocol/related-task in _meta.",
    fix="Put {taskId} under io.modelcontextprotocol/related-task into the result's _meta.",
    revisions="D",
    kinds=("response",),
    methods=("tasks/result",),
    good=_outcome(_RELATED),
    bad=_outcome(""),
)
def results_name_their_task(seen: Seen) -> Iterator[str | Place]:
    """What tasks/result answers names the task."""
    wanted, named = _asked_id(seen), related_task(seen.result)
    if seen.incoming and not named:
        yield Place(recorded("the result does not name its task in _meta"), "/result")
    elif seen.incoming and wanted and named != wanted:
        yield Place(
            recorded("the result names the task {named}, another one was asked for", named=excerpt(named)),
            "/result/_meta",
        )


@rule(
    "TSK-14",
    "error",
    CORE,
    sentence="tasks/result MUST block the response until the task reaches a terminal status.",
    fix="Hold the answer to tasks/result back until the task is completed, failed or cancelled.",
    revisions="D",
    kinds=("response",),
    methods=("tasks/get",),
    good=_outcome(_RELATED) + _core("completed", 4),
    bad=_STDIO_D
    + _begun()
    + _request("tasks/result", f'"taskId":"{_ID}"', 3)
    + _answer(f'"content":[]{_RELATED}', 3)
    + _core("working", 4),
)
def results_wait_for_the_end(seen: Seen) -> Iterator[str | Place]:
    """A task whose result came has ended."""
    known = seen.state.of(Tasks).known.get(_asked_id(seen))
    status = seen.result.get("status")
    if known is None or not known.result_at or seen.record.exchange < known.result_at or not seen.incoming:
        return
    if status in ("working", "input_required"):
        yield Place(
            recorded("the task is {status}, although its result came before", status=excerpt(status)),
            "/result/status",
        )


def _listed(support: str) -> str:
    execution = f',"execution":{{"taskSupport":"{support}"}}' if support else ""
    tool = f'{{"name":"t","inputSchema":{{"type":"object"}}{execution}}}'
    return _STDIO_D + _request("tools/list", "", 5) + _answer(f'"tools":[{tool}]', 5)


def _support(seen: Seen) -> str | None:
    """What the tool of this call says of tasks; None: it was not listed."""
    return seen.state.of(Tasks).support.get(excerpt(seen.asked_params.get("name")))


def _offers_tasks(seen: Seen) -> bool:
    tasks = dict_of(seen.state.capabilities.get("tasks"))
    return "call" in dict_of(dict_of(tasks.get("requests")).get("tools"))


@rule(
    "TSK-15",
    "error",
    CORE,
    sentence="A plain call of a tool whose taskSupport is required MUST be answered with -32601.",
    fix="Refuse the call with -32601, or set taskSupport to optional.",
    revisions="D",
    kinds=("response",),
    methods=("tools/call",),
    good=_listed("optional") + _request("tools/call", '"name":"t"') + _answer('"content":[]'),
    bad=_listed("required") + _request("tools/call", '"name":"t"') + _answer('"content":[]'),
)
def required_is_required(seen: Seen) -> Iterator[str | Place]:
    """What is only done as a task is not done without one."""
    plain = bool(seen.asked_params) and "task" not in seen.asked_params
    if seen.incoming and plain and _offers_tasks(seen) and _support(seen) == "required":
        yield recorded("a plain call was accepted, although the tool's taskSupport is required")


@rule(
    "TSK-15-forbidden",
    "warning",
    CORE,
    sentence="A call as a task of a tool that does not support it SHOULD be answered with -32601.",
    fix="Set execution.taskSupport to optional, or refuse the call with -32601.",
    revisions="D",
    kinds=("response",),
    methods=("tools/call",),
    good=_listed("optional") + _begun(),
    bad=_listed("") + _begun(),
)
def forbidden_is_forbidden(seen: Seen) -> Iterator[str | Place]:
    """A tool that says nothing of tasks does not become one."""
    if seen.incoming and _creates(seen) and _support(seen) in ("", "forbidden"):
        yield Place(
            recorded("the call became a task, although the tool does not list taskSupport"), "/result/task"
        )


@rule(
    "TSK-16",
    "error",
    "seps/2663",
    sentence="tasks/result and tasks/list are gone: a server MUST answer -32601.",
    fix="Remove both methods for this revision; tasks/get carries the result.",
    revisions="E",
    kinds=("response", "error"),
    methods=("tasks/result", "tasks/list"),
    good=STDIO_E
    + _request("tasks/list", _META)
    + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
    bad=STDIO_E + _request("tasks/list", _META) + _answer('"resultType":"complete","tasks":[]'),
)
def old_methods_are_gone(seen: Seen) -> Iterator[str | Place]:
    """What the extension took away is not found."""
    if not seen.incoming:
        return
    if seen.record.kind == "response":
        yield recorded("{method} was answered with a result", method=seen.record.method)
    elif _code(seen) not in (0, *_REFUSALS):
        yield Place(
            recorded("{method} was answered with {code}", method=seen.record.method, code=_code(seen)),
            "/error/code",
        )


@rule(
    "TSK-17",
    "warning",
    CORE,
    sentence="Task ids SHOULD not be guessable: who knows one can read its result or cancel it.",
    fix="Make the id with a cryptographic generator (uuid4, secrets.token_hex, crypto.randomUUID).",
    revisions="DE",
    kinds=("response",),
    methods=("tools/call",),
    good=HTTP_E
    + _CALL
    + "h 200 application/json\n"
    + _answer('"resultType":"task",' + _state("working")).replace("< ", "b ")
    + ".",
    bad=HTTP_E
    + _CALL
    + "h 200 application/json\n"
    + _answer('"resultType":"task",' + _state("working", name="task-7")).replace("< ", "b ")
    + ".",
)
def ids_cannot_be_guessed(seen: Seen) -> Iterator[str | Place]:
    """Over a network a client must not guess the task of another. A pipe has one client."""
    if seen.state.transport in PIPES:
        return
    for task, at in _tasks(seen):
        name = task.get("taskId")
        if isinstance(name, str) and name and (len(name) < 12 or _COUNTED.fullmatch(name)):
            yield Place(
                recorded("the task id {name} is short or just a number", name=excerpt(name)), f"{at}/taskId"
            )


_COUNTED: Final = re.compile(r"\D{0,200}\d{1,12}", re.ASCII)


@rule(
    "TSK-18",
    "warning",
    CORE,
    sentence="Clients sort tasks by createdAt and see by lastUpdatedAt whether anything happened.",
    fix="Set createdAt once, and lastUpdatedAt from a clock that does not go back.",
    revisions="DE",
    kinds=("response", "notification"),
    methods=_ABOUT_TASKS,
    good=_CREATED + _got("working"),
    bad=_CREATED
    + _got("working", times=_TIMES.replace('At":"2026-01-01T10:00:00Z"', 'At":"2026-01-01T09:00:00Z"')),
)
def times_do_not_go_back(seen: Seen) -> Iterator[str | Place]:
    """createdAt stays, lastUpdatedAt only grows."""
    return islice(_odd_times(seen), _MOST)


def _odd_times(seen: Seen) -> Iterator[str | Place]:
    for task, at in _tasks(seen):
        known = _before(seen, task)
        if known is None:
            continue
        was, now = _moment(known.created), _moment(task.get("createdAt"))
        if was is not None and now is not None and _differ(was, now):
            yield Place(
                recorded("createdAt was {old} and is {new} now", old=known.created, new=now.isoformat()),
                f"{at}/createdAt",
            )
        was, now = _moment(known.updated), _moment(task.get("lastUpdatedAt"))
        if was is not None and now is not None and _differ(was, now) and now < was:
            yield Place(
                recorded("lastUpdatedAt was {old} and is {new} now", old=known.updated, new=now.isoformat()),
                f"{at}/lastUpdatedAt",
            )


def _differ(one: datetime, other: datetime) -> bool:
    """Both say their offset, or neither does, and fractions of a second that one leaves out do not matter."""
    if (one.tzinfo is None) != (other.tzinfo is None):
        return False
    return abs((one - other).total_seconds()) >= 1
