"""Where the servers stand in a configuration, whatever client wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from inspector.core.transfer.importers.clients import CLIENTS, CONTAINERS, Container
from inspector.translation import translate

__all__ = ["Raw", "guess_client", "is_entry", "raw_entries", "registry_entries"]

_STRONG: Final = ("command", "cmd", "serverUrl", "httpUrl")
_ADDRESS: Final = ("url", "uri")
_OF_EXTENSIONS: Final = frozenset({"type", "cmd", "command", "uri", "url", "envs", "bundled"})
_TYPES: Final = frozenset(
    "stdio local remote http sse ws websocket streamable-http streamableHttp streamable_http".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Raw:
    """One entry as it is written. problem: why its place cannot be read at all; entry is None then."""

    name: str
    entry: Any
    container: Container = ()
    project: str = ""
    inputs: Any = None  # what stands beside the servers in VS Code's files
    problem: str = ""


def raw_entries(value: Any, client: str = "") -> list[Raw]:
    """Every entry, in order. client: only where that client has them; "": wherever one has.

    Empty: the text is fine, and there is no server in it.
    """
    if client:
        return [raw for container in CLIENTS[client].containers for raw in _in_container(value, container)]
    if registry_entries(value):
        return []
    if isinstance(value, list):
        return _in_list(value, ())
    if not isinstance(value, dict):
        return []
    found = [raw for container in CONTAINERS for raw in _in_container(value, container)]
    if found or any(_steps(value, container) for container in CONTAINERS):
        return found
    if is_entry(value):
        name = value.get("name")
        return [Raw(name if isinstance(name, str) else "", value)]
    return _flat(value)


def is_entry(value: Any) -> bool:
    """Whether a value says how one server is started or reached."""
    return isinstance(value, dict) and any(
        isinstance(value.get(key), str | list) or (key == "command" and isinstance(value.get(key), dict))
        for key in (*_STRONG, *_ADDRESS)
    )


def _in_container(value: Any, container: Container) -> list[Raw]:
    found: list[Raw] = []
    for holder, inner, project in _steps(value, container):
        inputs = holder.get("inputs")
        if container == ("mcp",) and _is_settings(inner):
            continue
        if container == ("extensions",) and not _are_extensions(inner):
            continue
        if isinstance(inner, dict):
            found += [Raw(str(name), entry, container, project, inputs) for name, entry in inner.items()]
        elif isinstance(inner, list):
            found += _in_list(inner, container)
        elif inner is not None:
            where = ".".join(container)
            found.append(
                Raw(
                    "",
                    None,
                    container,
                    project,
                    problem=translate("Importers", '"{}" must be an object of servers').format(where),
                )
            )
    return found


def _steps(value: Any, container: Container) -> list[tuple[dict[str, Any], Any, str]]:
    """(object that holds the servers, the servers, project) for every place that the keys lead to."""
    places: list[tuple[Any, str]] = [(value, "")]
    for key in container[:-1]:
        following: list[tuple[Any, str]] = []
        for place, project in places:
            if not isinstance(place, dict):
                continue
            if key == "*":
                following += [(inner, str(name)) for name, inner in place.items()]
            elif key in place:
                following.append((place[key], project))
        places = following
    last = container[-1]
    return [
        (place, place[last], project)
        for place, project in places
        if isinstance(place, dict) and last in place
    ]


def _is_settings(value: Any) -> bool:
    """`mcp` holds the servers in OpenCode's file, settings in Gemini's, and `servers` in VS Code's."""
    if not isinstance(value, dict) or "servers" in value:
        return True
    return bool(value) and not any(isinstance(inner, dict) for inner in value.values())


def _are_extensions(value: Any) -> bool:
    """Goose calls servers so; other programs mean other things."""
    return isinstance(value, dict) and any(
        isinstance(inner, dict) and not inner.keys().isdisjoint(_OF_EXTENSIONS) for inner in value.values()
    )


def _in_list(items: list[Any], container: Container) -> list[Raw]:
    """Items with a name (Continue), or whatever else is an entry."""
    found: list[Raw] = []
    for place, item in enumerate(items, 1):
        name = item.get("name") if isinstance(item, dict) else None
        if isinstance(item, dict) and (isinstance(name, str) or is_entry(item)):
            found.append(Raw(name if isinstance(name, str) else "", item, container))
        elif isinstance(item, dict) and any(is_entry(inner) for inner in item.values()):
            found += [Raw(str(key), inner, container) for key, inner in item.items()]
        else:
            found.append(Raw(translate("Importers", "item {}").format(place), item, container))
    return found


def _flat(value: dict[str, Any]) -> list[Raw]:
    """A map of servers without anything around it. A package.json has addresses in it too, and is none."""
    members = {name: inner for name, inner in value.items() if not name.startswith("$")}
    if members and all(isinstance(inner, dict) for inner in members.values()):
        return [Raw(str(name), inner) for name, inner in members.items()]
    if "version" in members:
        return []
    return [Raw(str(name), inner) for name, inner in members.items() if _is_surely_entry(inner)]


def _is_surely_entry(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if any(isinstance(value.get(key), str | list) for key in _STRONG):
        return True
    return value.get("type") in _TYPES and isinstance(value.get("url"), str)


def registry_entries(value: Any) -> list[dict[str, Any]]:
    """Every `server.json` of the registry in a value: bare, wrapped in `server`, or a list of them."""
    return list(_registry(value, 0))


def _registry(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if depth > 3:
        return
    if isinstance(value, list):
        for item in value:
            yield from _registry(item, depth + 1)
    elif isinstance(value, dict):
        if isinstance(value.get("name"), str) and any(
            isinstance(value.get(key), list) for key in ("packages", "remotes")
        ):
            yield value
        elif isinstance(value.get("server"), dict):
            yield from _registry(value["server"], depth + 1)
        elif isinstance(value.get("servers"), list):
            yield from _registry(value["servers"], depth + 1)


_SHAPES: Final[tuple[tuple[Container, str], ...]] = (
    (("context_servers",), "zed"),
    (("mcp_servers",), "codex"),
    (("extensions",), "goose"),
    (("mcp", "servers"), "vscode"),
    (("mcp.servers",), "vscode"),
    (("servers",), "vscode"),
    (("mcp",), "opencode"),
    (("amp.mcpServers",), "amp"),
    (("projects", "*", "mcpServers"), "claude-code"),
    (("powers", "mcpServers"), "kiro"),
    (("customizations", "vscode", "mcp", "servers"), "vscode"),
    (("customizations", "vscode", "settings", "mcp", "servers"), "vscode"),
)
_MARKS: Final = (
    ("httpUrl", "gemini"),
    ("serverUrl", "windsurf"),
    ("transportType", "cline"),
    ("protocolEra", "inspector"),
    ("requestTimeout", "inspector"),
    ("env_keys", "goose"),
    ("bearer_token_env_var", "codex"),
)


def guess_client(raw: Raw) -> str:
    """Whose spelling an entry is in, by where it stands and what only one client writes; "" unknown."""
    entry = raw.entry if isinstance(raw.entry, dict) else {}
    if isinstance(entry.get("type"), str) and entry["type"] == "streamableHttp":
        return "cline"
    if raw.container == ("mcpServers",) and raw.name and entry.get("name") == raw.name:
        return "continue"  # a list, not an object
    by_mark = next((client for key, client in _MARKS if key in entry), "")
    return by_mark or next((client for container, client in _SHAPES if container == raw.container), "")
