"""The methods that answer at once, one row each: in which era they exist, and the function behind them."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any, Final

import msgspec

from inspector import __version__
from inspector.demo import icons, prompts, resources, task_methods
from inspector.demo.calls import Caller
from inspector.demo.features import tool_entries
from inspector.demo.revisions import LEGACY, MODERN, NEWEST_LEGACY, adapt_items, adapt_server_info
from inspector.demo.session import DemoSession
from inspector.demo.steps import Refusal
from inspector.demo.tools_live import LEVELS

__all__ = [
    "INVALID_PARAMS",
    "METHODS",
    "SERVER_INFO",
    "SERVER_INFO_KEY",
    "modern_result",
    "text_of",
]

INVALID_PARAMS: Final = -32602
RESOURCE_NOT_FOUND: Final = -32002
PAGE_SIZE: Final = 4
MAX_COMPLETIONS: Final = 100

SERVER_INFO_KEY: Final = "io.modelcontextprotocol/serverInfo"
SERVER_INFO: Final = {
    "name": "mcpdi-demo",
    "title": "Demo server",
    "version": __version__,
    "description": "Shows every kind of thing an MCP server can offer",
}
_WITH_ICONS: Final = {**SERVER_INFO, "icons": icons.SERVER}  # said once, when a client connects

INSTRUCTIONS: Final = """This is the demo server of MCP Desktop Inspector. It is a real MCP server, \
but it touches nothing: no files, no network, nothing to break.

- **To begin**: `echo`, `add` and `greet` answer at once. `book_table` has a form with every kind of field.
- **Content**: `every_content`, `image`, `audio` and `structured_weather` show what answers can hold.
- **Time**: `long_running` reports progress and can be cancelled; `log_messages` logs; `big_result` is big.
- **Trouble**: `fail` answers with an error result, `rpc_error` with a JSON-RPC error.
- **Tasks**: `slow_report` becomes a task, which is polled; `background_job` must be one.
- **Questions to you**: `ask_person` shows a form, `ask_model` wants a text from a model, `list_roots` wants \
your roots.
- **Changes**: subscribe to `demo://live/counter`, or call `touch_resource`; `toggle_tool` changes the list \
of tools.
"""


class Method(msgspec.Struct, frozen=True):
    """ttl_ms: -1 for a result that cannot be cached, else for how long (modern era)."""

    run: Callable[[DemoSession, Caller, dict[str, Any]], dict[str, Any]]
    legacy: bool = True
    modern: bool = True
    ttl_ms: int = -1


def text_of(params: dict[str, Any], name: str) -> str:
    """A member of params that has to be a string. Raises Refusal."""
    value = params.get(name)
    if not isinstance(value, str):
        raise Refusal(INVALID_PARAMS, f"params.{name} must be a string")
    return value


def _object_of(params: dict[str, Any], name: str) -> dict[str, Any]:
    value = params.get(name, {})
    if not isinstance(value, dict):
        raise Refusal(INVALID_PARAMS, f"params.{name} must be an object")
    return value


def modern_result(result: dict[str, Any], ttl_ms: int = -1) -> dict[str, Any]:
    """The members that revision 2026-07-28 wants on every result, and on the cacheable six."""
    dressed: dict[str, Any] = {"resultType": "complete", **result}
    dressed["_meta"] = {SERVER_INFO_KEY: SERVER_INFO, **result.get("_meta", {})}
    if ttl_ms >= 0:
        dressed["ttlMs"] = ttl_ms
        dressed["cacheScope"] = "public"
    return dressed


# -- opening -----------------------------------------------------------------------------------------


def _capabilities(revision: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "logging": {},
        "prompts": {},
        "resources": {"subscribe": True},
        "tools": {"listChanged": True},
    }
    if revision >= "2025-03-26":
        found["completions"] = {}
    return found | task_methods.task_capabilities(revision)


def _initialize(session: DemoSession, _caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    """Agree on a revision. "If the server supports the requested version, it MUST respond with the same
    version. Otherwise, the server MUST respond with another version it supports"."""
    if session.revision:
        raise Refusal(-32600, "initialize was already done on this connection")
    wanted = text_of(params, "protocolVersion")
    session.revision = wanted if wanted in LEGACY else NEWEST_LEGACY
    session.capabilities = _object_of(params, "capabilities")
    client = _object_of(params, "clientInfo")
    session.world.note(f"{client.get('name', 'a client')} connected, revision {session.revision}")
    return {
        "protocolVersion": session.revision,
        "capabilities": _capabilities(session.revision),
        "serverInfo": adapt_server_info(_WITH_ICONS, session.revision),
        "instructions": INSTRUCTIONS,
    }


def _discover(_session: DemoSession, caller: Caller, _params: dict[str, Any]) -> dict[str, Any]:
    return {
        "_meta": {SERVER_INFO_KEY: _WITH_ICONS},
        "supportedVersions": list(MODERN),
        "capabilities": _capabilities(caller.revision),
        "instructions": INSTRUCTIONS,
    }


def _ping(_session: DemoSession, _caller: Caller, _params: dict[str, Any]) -> dict[str, Any]:
    return {}


# -- lists -------------------------------------------------------------------------------------------


def _page(kind: str, items: list[dict[str, Any]], caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    """One page: resources come four at a time, so that paging can be seen; the rest fits on one."""
    size = PAGE_SIZE if kind == "resources" else max(1, len(items))
    cursor = params.get("cursor")
    start = 0 if cursor is None else _offset(kind, cursor)
    if start and start >= len(items):
        raise Refusal(INVALID_PARAMS, "unknown cursor: start again without one")
    page: dict[str, Any] = {kind: adapt_items(kind, items[start : start + size], caller.revision)}
    if start + size < len(items):
        page["nextCursor"] = urlsafe_b64encode(f"{kind}:{start + size}".encode()).decode()
    return page


def _offset(kind: str, cursor: Any) -> int:
    try:
        found_kind, _, number = urlsafe_b64decode(str(cursor).encode()).decode().partition(":")
        if found_kind == kind and number.isascii() and number.isdigit() and int(number) > 0:
            return int(number)
    except ValueError:  # not base64, or not UTF-8 inside
        pass
    raise Refusal(INVALID_PARAMS, "unknown cursor: start again without one")


def _list_tools(session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    return _page("tools", tool_entries(session.world), caller, params)


def _list_resources(_session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    return _page("resources", resources.RESOURCES, caller, params)


def _list_templates(_session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    return _page("resourceTemplates", resources.TEMPLATES, caller, params)


def _list_prompts(_session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    return _page("prompts", prompts.PROMPTS, caller, params)


# -- resources ---------------------------------------------------------------------------------------


def _no_resource(uri: str, caller: Caller) -> Refusal:
    """-32002 in the legacy era; -32602 in the modern one, which MUST NOT use the old code."""
    code = INVALID_PARAMS if caller.modern else RESOURCE_NOT_FOUND
    return Refusal(code, f"there is no resource {uri}", {"uri": uri})


def _read_resource(session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    uri = text_of(params, "uri")
    contents = resources.read(uri, session.world.elapsed_s)
    if contents is None:
        raise _no_resource(uri, caller)
    return {"contents": [contents]}


def _subscribe(session: DemoSession, caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    uri = text_of(params, "uri")
    if not resources.exists(uri):
        raise _no_resource(uri, caller)
    session.subscribed.add(uri)
    session.world.count_for_watchers()
    return {}


def _unsubscribe(session: DemoSession, _caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    session.subscribed.discard(text_of(params, "uri"))
    return {}


# -- prompts, completion, logging --------------------------------------------------------------------


def _get_prompt(_session: DemoSession, _caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    name, arguments = text_of(params, "name"), _object_of(params, "arguments")
    spec = next((prompt for prompt in prompts.PROMPTS if prompt["name"] == name), None)
    if spec is None:
        raise Refusal(INVALID_PARAMS, f"there is no prompt {name}")
    for key, value in arguments.items():
        if not isinstance(value, str):
            raise Refusal(INVALID_PARAMS, f"params.arguments.{key} must be a string, as all prompt arguments")
    missing = [
        item["name"] for item in spec["arguments"] if item["required"] and not arguments.get(item["name"])
    ]
    if missing:
        raise Refusal(INVALID_PARAMS, f"the prompt {name} needs {', '.join(missing)}")
    return {"description": spec["description"], "messages": prompts.get_prompt(name, arguments)}


def _complete(_session: DemoSession, _caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    ref, argument = _object_of(params, "ref"), _object_of(params, "argument")
    chosen = _object_of(_object_of(params, "context"), "arguments")
    name, typed = text_of(argument, "name"), text_of(argument, "value")
    match ref.get("type"):
        case "ref/prompt":
            values = prompts.complete_prompt(text_of(ref, "name"), name, chosen)
        case "ref/resource":
            values = resources.complete_template(text_of(ref, "uri"), name, chosen)
        case other:
            raise Refusal(INVALID_PARAMS, f"ref.type must be ref/prompt or ref/resource, not {other}")
    if values is None:
        raise Refusal(INVALID_PARAMS, f"nothing is known about the argument {name} of this reference")
    fitting = [value for value in values if value.casefold().startswith(typed.casefold())]
    more = len(fitting) > MAX_COMPLETIONS
    return {"completion": {"values": fitting[:MAX_COMPLETIONS], "total": len(fitting), "hasMore": more}}


def _set_level(session: DemoSession, _caller: Caller, params: dict[str, Any]) -> dict[str, Any]:
    level = text_of(params, "level")
    if level not in LEVELS:
        raise Refusal(INVALID_PARAMS, f"params.level must be one of {', '.join(LEVELS)}")
    session.log_level = level
    return {}


METHODS: Final[dict[str, Method]] = {
    "initialize": Method(_initialize, modern=False),
    "ping": Method(_ping, modern=False),
    "server/discover": Method(_discover, legacy=False, ttl_ms=300_000),
    "tools/list": Method(_list_tools, ttl_ms=10_000),
    "resources/list": Method(_list_resources, ttl_ms=300_000),
    "resources/templates/list": Method(_list_templates, ttl_ms=300_000),
    "resources/read": Method(_read_resource, ttl_ms=0),
    "resources/subscribe": Method(_subscribe, modern=False),
    "resources/unsubscribe": Method(_unsubscribe, modern=False),
    "prompts/list": Method(_list_prompts, ttl_ms=300_000),
    "prompts/get": Method(_get_prompt),
    "completion/complete": Method(_complete),
    "logging/setLevel": Method(_set_level, modern=False),
    "tasks/get": Method(task_methods.get_task),
    "tasks/cancel": Method(task_methods.cancel_task),
    "tasks/update": Method(task_methods.update_task, legacy=False),
    "tasks/list": Method(task_methods.list_tasks, modern=False),
}
