"""The servers a user has saved, in `servers.json`, in the form other clients use.

    {"mcpServers": {"everything": {"command": "npx", "args": ["-y", "..."], "env": {}, "cwd": "",
                                   "era": "legacy", "timeout": 20},
                    "remote": {"url": "https://...", "headers": {}, "transport": "sse"}}}

so that an entry can be copied from and to them. Keys that we do not know stay as they are.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import inspector
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.declaring import DECLARED_KEYS, declared_fields, declared_members
from inspector.core.servers.inputs import Input
from inspector.core.storage.settings import ERAS
from inspector.errors import UsageError
from inspector.frozen import is_frozen, ourselves
from inspector.protocol.methods import ERA_CHOICES
from inspector.protocol.secrets import masked_url, masked_words
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import ENVIRONMENTS, HttpTarget, StdioTarget, Target
from inspector.transport.parameters import Parameter, described, parameter

__all__ = [
    "KNOWN_KEYS",
    "TRANSPORT_CHOICES",
    "URL_SCHEMES",
    "Profile",
    "demo_profile",
    "entry_of",
    "profile_from_entry",
    "shown_target",
    "transport_of",
]

TRANSPORT_CHOICES = ("auto", "stdio", "http", "sse", "websocket")
URL_SCHEMES = ("http://", "https://", "ws://", "wss://")
DEFAULT_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Profile:
    """How to reach one server, and what we declare to it.

    transport: TRANSPORT_CHOICES; era: auto, modern, legacy or a revision. capabilities: sent exactly so;
    None: as the settings say. client_info: sent exactly so; None: this program's. meta: extra `_meta` of
    every request. roots: what the server is told; None: as the settings say. auth: how we authorize with
    it; None: a user signs in when it asks. variables: whose rules for variables hold in the target's texts
    (`inputs.DIALECT_NAMES`); inputs: what they ask for. env_file: a file with more variables for the process,
    below those of the target. kept: what the client that the server came from says of it and we do not use,
    under that client's keys, and its id as `client`.
    bundle: the `.mcpb` file or entry of the registry that it was made of, and the values given (`offers.py`).
    group: heading in the list, "" for none. reconnect: see `reconnecting.py`. watch, watched: restart when
    files change, see `watching_files.py`.
    """

    name: str = field(metadata=parameter("text", QT_TRANSLATE_NOOP("EditServer", "Name")))
    target: Target
    transport: str = field(
        default="auto",
        metadata=parameter(
            "choice",
            QT_TRANSLATE_NOOP("EditServer", "Transport"),
            choices=("auto", "http", "sse", "websocket"),
            only="http",
        ),
    )
    era: str = field(
        default="auto",
        metadata=parameter("open_choice", QT_TRANSLATE_NOOP("EditServer", "Protocol"), choices=ERAS),
    )
    timeout_s: float = field(
        default=DEFAULT_TIMEOUT_S, metadata=parameter("seconds", QT_TRANSLATE_NOOP("EditServer", "Timeout"))
    )
    capabilities: dict[str, Any] | None = None
    client_info: dict[str, Any] | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    roots: tuple[str, ...] | None = field(
        default=None,
        metadata=parameter(
            "roots",
            QT_TRANSLATE_NOOP("EditServer", "Roots"),
            help=QT_TRANSLATE_NOOP("EditServer", "Folders or URIs, one per line"),
            page="upkeep",
        ),
    )
    auth: AuthSettings | None = None
    variables: str = "own"
    inputs: tuple[Input, ...] = ()
    env_file: str = ""
    kept: dict[str, Any] = field(default_factory=dict)
    bundle: dict[str, Any] = field(default_factory=dict)
    group: str = field(
        default="",
        metadata=parameter(
            "text",
            QT_TRANSLATE_NOOP("EditServer", "Group"),
            help=QT_TRANSLATE_NOOP("EditServer", "Heading in the server list"),
        ),
    )
    reconnect: bool = field(
        default=False,
        metadata=parameter(
            "switch",
            QT_TRANSLATE_NOOP("EditServer", "Reconnect automatically"),
            page="upkeep",
        ),
    )
    watch: bool = field(
        default=False,
        metadata=parameter(
            "switch", QT_TRANSLATE_NOOP("EditServer", "Restart when the server's files change"), page="upkeep"
        ),
    )
    watched: tuple[str, ...] = field(
        default=(),
        metadata=parameter(
            "paths",
            QT_TRANSLATE_NOOP("EditServer", "Watch"),
            help=QT_TRANSLATE_NOOP(
                "EditServer",
                "Folders or files, one per line; if empty, the server's folder or those in its arguments",
            ),
            page="upkeep",
        ),
    )


def demo_profile() -> Profile:
    """The demo server that is part of this program."""
    program, *words = ourselves()
    environment = {} if is_frozen() else {"PYTHONPATH": str(Path(inspector.__file__).parents[1])}
    arguments = (*words, "demo-server", "--transport", "stdio")
    return Profile("demo", StdioTarget(program, arguments, environment))


def shown_target(profile: Profile) -> str:
    """The command line or URL as it is shown and kept: no environment, no headers, no secrets in it."""
    target = profile.target
    if isinstance(target, HttpTarget):
        return masked_url(target.url)
    return shlex.join(masked_words((target.command, *target.args)))


def transport_of(profile: Profile) -> str:
    """stdio | auto (HTTP, then HTTP+SSE) | http | sse | websocket: what connecting begins with."""
    target = profile.target
    if isinstance(target, StdioTarget):
        return "stdio"
    if profile.transport == "auto" and target.url.lower().startswith(("ws://", "wss://")):
        return "websocket"
    return profile.transport


KNOWN_KEYS = frozenset(
    {"command", "args", "env", "cwd", "environment", "url", "headers", "verify", "proxy"}
    | {"transport", "era", "timeout", "type", "serverUrl", "httpUrl"}
    | {one.key for one in described(HttpTarget) if one.key}
    | {one.key for one in described(StdioTarget) if one.key}
    | DECLARED_KEYS
)
"""Members of an entry that become a profile; all others stay as they are in the file."""


def entry_of(profile: Profile) -> dict[str, Any]:
    """The JSON entry of a profile; what has its default value is left out."""
    entry: dict[str, Any]
    target = profile.target
    if isinstance(target, StdioTarget):
        entry = {"command": target.command, "args": list(target.args)}
        optional = {"env": dict(target.env), "cwd": target.cwd}
        if target.environment != "own":
            optional["environment"] = target.environment
    else:
        entry = {"url": target.url}
        optional = {"headers": dict(target.headers), "proxy": target.proxy}
        if target.verify is not True:
            entry["verify"] = target.verify
    entry |= {key: value for key, value in optional.items() if value}
    for one in described(target):
        if one.key and (value := getattr(target, one.name)) != one.default:
            entry[one.key] = value
    if profile.transport != "auto":
        entry["transport"] = profile.transport
    if profile.era != "auto":
        entry["era"] = profile.era
    if profile.timeout_s != DEFAULT_TIMEOUT_S:
        entry["timeout"] = profile.timeout_s
    return entry | declared_members(profile)


def profile_from_entry(name: str, entry: Any) -> Profile:
    """One entry as written by us or another client. Raises UsageError that names the entry and the key."""
    if not isinstance(entry, dict):
        raise UsageError(
            translate("Core", '"{name}" must be an object with "command" or "url", not {entry}').format(
                name=name, entry=_shown(entry)
            )
        )
    url = next((entry[key] for key in ("url", "serverUrl", "httpUrl") if entry.get(key)), None)
    if url is not None and "command" not in entry:
        target: Target = _http_target(name, url, entry)
    elif "command" in entry:
        target = _stdio_target(name, entry)
    else:
        keys = ", ".join(f'"{key}"' for key in entry) or "nothing"
        raise UsageError(
            translate("Core", '"{name}" has neither "command" nor "url"; found: {keys}').format(
                name=name, keys=keys
            )
        )
    return Profile(
        name,
        target,
        transport=_transport(name, entry),
        era=_era(name, entry),
        timeout_s=_seconds(name, "timeout", entry, DEFAULT_TIMEOUT_S),
        **declared_fields(entry),
    )


def _stdio_target(name: str, entry: dict[str, Any]) -> StdioTarget:
    command, args = entry["command"], entry.get("args", [])
    env, environment = entry.get("env", {}), entry.get("environment", "own")
    if isinstance(command, dict):  # Zed: {"command": {"path": ..., "args": [...], "env": {...}}}
        args, env = command.get("args", args), command.get("env", env)
        command = command.get("path", "")
    if isinstance(environment, dict):  # opencode names the variables so
        env, environment = environment, "own"
    if isinstance(command, list) and command:  # opencode: the whole command line as a list
        command, args = command[0], [*command[1:], *args]
    if not isinstance(command, str) or not command.strip():
        raise UsageError(
            translate("Core", '"{name}": "command" must be the program to start, not {command}').format(
                name=name, command=_shown(command)
            )
        )
    if isinstance(args, str):
        raise UsageError(
            translate(
                "Core",
                '"{}": "args" must be a list of strings such as ["-y", "package"], not a single string',
            ).format(name)
        )
    if not isinstance(args, list) or any(isinstance(item, dict | list) or item is None for item in args):
        raise UsageError(
            translate("Core", '"{name}": "args" must be a list of strings, not {args}').format(
                name=name, args=_shown(args)
            )
        )
    if environment not in ENVIRONMENTS:
        known = ", ".join(ENVIRONMENTS)
        raise UsageError(
            translate("Core", '"{name}": "environment" must be one of {known}, not {environment}').format(
                name=name, known=known, environment=_shown(environment)
            )
        )
    cwd = _typed(name, entry, "cwd", str, "")
    words, more = tuple(map(_as_text, args)), _own_members(name, StdioTarget, entry)
    return StdioTarget(command, words, _texts(name, "env", env), cwd, environment, **more)


def _http_target(name: str, url: Any, entry: dict[str, Any]) -> HttpTarget:
    if not isinstance(url, str) or not url.lower().startswith(URL_SCHEMES):
        raise UsageError(
            translate(
                "Core", '"{name}": "url" must start with http://, https://, ws:// or wss://, not {url}'
            ).format(name=name, url=_shown(url))
        )
    verify = entry.get("verify", True)
    if not isinstance(verify, bool | str):
        raise UsageError(
            translate("Core", '"{}": "verify" must be true, false or the path of a CA file').format(name)
        )
    headers = _texts(name, "headers", entry.get("headers", {}))
    proxy = _typed(name, entry, "proxy", str, "")
    return HttpTarget(url, headers, verify, proxy, **_own_members(name, HttpTarget, entry))


def _own_members(name: str, target: type[Target], entry: dict[str, Any]) -> dict[str, Any]:
    """The fields of a target that have a member of their own in an entry."""
    return {one.name: _own_member(name, one, entry) for one in described(target) if one.key in entry}


def _own_member(name: str, one: Parameter, entry: dict[str, Any]) -> Any:
    if one.kind == "seconds":
        return _seconds(name, one.key, entry, one.default)
    return _typed(name, entry, one.key, type(one.default), one.default)


def _transport(name: str, entry: dict[str, Any]) -> str:
    given = entry.get("transport", entry.get("type", "auto"))
    known = {"auto": "auto", "stdio": "auto", "local": "auto", "remote": "auto", "sse": "sse", "http": "http"}
    known |= {"streamable-http": "http", "streamablehttp": "http", "streamable_http": "http"}
    known |= {"websocket": "websocket", "ws": "websocket", "wss": "websocket"}
    found = known.get(given.lower()) if isinstance(given, str) else None
    if found is None:
        raise UsageError(
            translate("Core", '"{name}": transport {given} is not one of {transport_choices}').format(
                name=name, given=_shown(given), transport_choices=", ".join(TRANSPORT_CHOICES)
            )
        )
    if "command" in entry and found in ("http", "sse", "websocket"):
        raise UsageError(
            translate("Core", '"{name}" has a "command" but transport "{given}"; commands use stdio').format(
                name=name, given=given
            )
        )
    return found


def _era(name: str, entry: dict[str, Any]) -> str:
    era: str = _typed(name, entry, "era", str, "auto")
    if era not in ERA_CHOICES:
        raise UsageError(
            translate("Core", '"{name}": era {era} is not one of {era_choices}').format(
                name=name, era=_shown(era), era_choices=", ".join(ERA_CHOICES)
            )
        )
    return era


def _seconds(name: str, key: str, entry: dict[str, Any], default: float) -> float:
    given = entry.get(key, default)
    if isinstance(given, bool) or not isinstance(given, int | float) or not given > 0:
        raise UsageError(
            translate("Core", '"{name}": "{key}" must be a positive number of seconds, not {given}').format(
                name=name, key=key, given=_shown(given)
            )
        )
    return float(given)


def _texts(name: str, key: str, value: Any) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict) or any(isinstance(item, dict | list) for item in value.values()):
        raise UsageError(
            translate("Core", '"{name}": "{key}" must be an object of strings, not {value}').format(
                name=name, key=key, value=_shown(value)
            )
        )
    return {str(item): _as_text(text) for item, text in value.items() if text is not None}


def _typed(name: str, entry: dict[str, Any], key: str, kind: type, default: Any) -> Any:
    value = entry.get(key)
    if value is None:
        return default
    if not isinstance(value, kind):
        raise UsageError(
            translate("Core", '"{name}": "{key}" must be a string, not {value}').format(
                name=name, key=key, value=_shown(value)
            )
        )
    return value


def _as_text(value: Any) -> str:
    """Numbers and booleans as people mean them in a configuration: 8080 → "8080", true → "true"."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
