"""How the clients spell the parts of an entry: one function a part takes what it knows out of it.

What is not taken is kept with the server, under the key of the client that it came from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.core.servers.shell_words import split_words
from inspector.core.servers.starting import secret_key
from inspector.core.storage.secret_references import secret_reference
from inspector.core.transfer.importers.clients import KnownClient
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["UNKNOWN", "Taken", "take_parts"]

UNKNOWN: Final = KnownClient("", "")
_OWN_KEYS: Final = (
    "era",
    "verify",
    "proxy",
    "capabilities",
    "clientInfo",
    "meta",
    "auth",
    "variables",
    "kept",
)
"""Of our own entries, which people copy too. `roots` and `inputs` are read by themselves."""
_COMMAND: Final = ("command", "cmd")
_URL: Final = ("httpUrl", "url", "serverUrl", "uri")
_ENV: Final = ("env", "envs", "environment")
_HEADERS: Final = ("headers", "http_headers")
_TYPES: Final = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "http",
    "remote": "http",
    "streamable-http": "http",
    "streamable_http": "http",
    "streamablehttp": "http",
    "sse": "sse",
    "ws": "websocket",
    "wss": "websocket",
    "websocket": "websocket",
    "auto": "",
}


@dataclass(slots=True)
class Taken:
    """An entry while it is read: `rest` holds what was not taken yet."""

    name: str
    client: KnownClient
    rest: dict[str, Any]
    made: dict[str, Any] = field(default_factory=dict)  # the entry as `profile_from_entry` reads it

    def first(self, keys: tuple[str, ...]) -> Any:
        """The first of these that says something; all of them count as read."""
        given = [self.rest.pop(key, None) for key in keys]
        return next((value for value in given if value not in (None, "")), None)


def take_parts(taken: Taken) -> None:
    """Take every part. Raises UsageError for one that cannot be."""
    for part in _PARTS:
        part(taken)
    taken.rest.pop("name", None)


def _command(taken: Taken) -> None:
    """A text, a list (OpenCode) or an object (old Zed); with arguments, none or null."""
    command, args = taken.first(_COMMAND), taken.rest.pop("args", None)
    if isinstance(command, dict):
        args = command.get("args", args)
        taken.rest.setdefault("env", command.get("env"))
        command = next((command[key] for key in ("path", "command", "program") if command.get(key)), "")
    if isinstance(command, list) and command:
        command, args = command[0], [*command[1:], *(args if isinstance(args, list) else [])]
    if command is None:
        return
    if isinstance(command, str) and not args and " " in command.strip() and not _one_path(command.strip()):
        command, *args = split_words(command, expand=False)
    taken.made |= {"command": command, "args": [] if args is None else args}
    taken.made["cwd"] = taken.rest.pop("cwd", None)
    if isinstance(taken.rest.get("envFile"), str):
        taken.made["envFile"] = taken.rest.pop("envFile")


def _one_path(command: str) -> bool:
    """A program whose folder has a space in its name (C:\\Program Files\\x.exe, /Applications/A B/x)."""
    head, _, rest = command.partition(" ")
    if command.lower().endswith((".exe", ".cmd", ".bat")):
        return True
    argument_follows = rest.lstrip().startswith(("/", "-", ".", "@"))
    if argument_follows or re.search(r"\.(?:exe|cmd|bat)\s", command, re.IGNORECASE):
        return False
    return ("/" in head and "/" in rest) or (bool(re.match(r"[A-Za-z]:\\", head)) and "\\" in rest)


def _environment(taken: Taken) -> None:
    if isinstance(taken.rest.get("environment"), str):  # our own: whose environment is added to
        taken.made["environment"] = taken.rest.pop("environment")
    env = taken.first(_ENV)
    env = {} if env is None else env
    if isinstance(env, dict):
        for name in _names(taken, "env_vars"):
            env = {name: f"${{env:{name}}}", **env}
        for name in _names(taken, "env_keys"):  # Goose keeps these in its keyring: the user is asked
            env = {**env, name: secret_reference(secret_key(taken.name, name))}
    taken.made["env"] = env


def _names(taken: Taken, key: str) -> list[str]:
    """A list of names, or of objects with a name."""
    given = taken.rest.pop(key, None)
    if given is None:
        return []
    items = (
        [item.get("name") if isinstance(item, dict) else item for item in given]
        if isinstance(given, list)
        else [0]
    )
    if not all(isinstance(item, str) for item in items):
        raise UsageError(
            translate("Importers", '"{taken}": "{key}" must be a list of variable names').format(
                taken=taken.name, key=key
            )
        )
    return [str(item) for item in items]


def _address(taken: Taken) -> None:
    given = (
        taken.rest.pop("type", None),
        taken.rest.pop("transport", None),
        taken.rest.pop("transportType", None),
    )
    said = next((one for one in given if one is not None), None)
    kind = _TYPES.get(said.strip().lower()) if isinstance(said, str) else None
    if said is not None and kind is None:
        known = ", ".join(dict.fromkeys(_TYPES))
        raise UsageError(
            translate("Importers", '"{taken}": type {said!r:.60} is not one of {known}').format(
                taken=taken.name, said=said, known=known
            )
        )
    streamable = bool(taken.rest.get("httpUrl"))
    url = taken.first(_URL)
    if url is not None:
        taken.made["url"] = url
    if not kind and url is not None and not _is_websocket(url):
        kind = "http" if streamable else {"auto": ""}.get(taken.client.url_is, taken.client.url_is)
    taken.made["type"] = kind or ""
    taken.made["said"] = said is not None and kind != ""


def _is_websocket(url: Any) -> bool:
    return isinstance(url, str) and url.lower().startswith(("ws://", "wss://"))


def _headers(taken: Taken) -> None:
    given = taken.first(_HEADERS)
    options = taken.rest.get("requestOptions")
    if given is None and isinstance(options, dict) and "headers" in options:
        given = options["headers"]
        rest = {key: value for key, value in options.items() if key != "headers"}
        taken.rest = (
            {**taken.rest, "requestOptions": rest} if rest else _without(taken.rest, "requestOptions")
        )
    headers = {} if given is None else given
    key = taken.rest.pop("apiKey", None)  # Continue
    if isinstance(headers, dict) and isinstance(key, str) and key:
        if not any(str(name).lower() == "authorization" for name in headers):
            headers = {**headers, "Authorization": f"Bearer {key}"}
    taken.made["headers"] = headers


def _without(entry: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != key}


def _codex_names(taken: Taken) -> None:
    """Header values that are taken from the environment by name."""
    if "bearer_token" in taken.rest:
        raise UsageError(
            translate(
                "Importers",
                '"{}" has its token in the file ("bearer_token"), which Codex rejects; use the '
                "name of a variable that contains it: bearer_token_env_var",
            ).format(taken.name)
        )
    headers = taken.made["headers"]
    if not isinstance(headers, dict):
        return
    if name := taken.rest.pop("bearer_token_env_var", None):
        headers = {**headers, "Authorization": f"Bearer ${{env:{name}}}"}
    named = taken.rest.pop("env_http_headers", None) or {}
    if not isinstance(named, dict):
        raise UsageError(
            translate("Importers", '"{}": "env_http_headers" must be an object of variable names').format(
                taken.name
            )
        )
    taken.made["headers"] = {**headers, **{str(key): f"${{env:{name}}}" for key, name in named.items()}}


def _times(taken: Taken) -> None:
    """In seconds; what is no time of a request stays with what is kept."""
    units = taken.client.timeouts or ({"timeout": 1.0} if taken.client is UNKNOWN else {})
    for key, seconds in units.items():
        value = taken.rest.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e9:
            del taken.rest[key]
            if taken.client is UNKNOWN and value >= _SURELY_MILLISECONDS:
                seconds = 0.001
            taken.made["timeout"] = value * seconds


_SURELY_MILLISECONDS: Final = 10_000


def _own(taken: Taken) -> None:
    if taken.client is UNKNOWN:
        taken.made |= {key: taken.rest.pop(key) for key in _OWN_KEYS if key in taken.rest}
    roots = taken.rest.get("roots")
    if isinstance(roots, list):
        uris = [item.get("uri") if isinstance(item, dict) else item for item in roots]
        if all(isinstance(item, str) for item in uris):
            taken.made["roots"] = uris
            del taken.rest["roots"]


def _inspector(taken: Taken) -> None:
    """What the official Inspector's entries say that ours say too."""
    era = taken.rest.get("protocolEra")
    if era in ("legacy", "auto", "modern"):
        taken.made["era"] = taken.rest.pop("protocolEra")
    if taken.client.id == "inspector" and isinstance(taken.rest.get("metadata"), dict):
        taken.made["meta"] = taken.rest.pop("metadata")


_CLIENT_ID: Final = ("clientId", "client_id", "CLIENT_ID")
_CLIENT_SECRET: Final = ("clientSecret", "client_secret", "CLIENT_SECRET")


def _authorization(taken: Taken) -> None:
    """A client that was registered beforehand: Cursor's `auth`, the `oauth` of the others."""
    key = "oauth" if "oauth" in taken.rest else "auth"
    given = taken.rest.get(key)
    if not isinstance(given, dict) or "auth" in taken.made:
        return
    rest = dict(given)
    texts = {
        field_name: next((rest.pop(one) for one in keys if isinstance(rest.get(one), str)), "")
        for field_name, keys in (("client_id", _CLIENT_ID), ("client_secret", _CLIENT_SECRET))
    }
    scopes = rest.pop("scopes", None)
    if isinstance(scopes, list):
        scopes = " ".join(str(one) for one in scopes)
    said = {
        name: text for name, text in (*texts.items(), ("scopes", scopes)) if text and isinstance(text, str)
    }
    if said:
        taken.made["auth"] = {"method": "auto", **said}
        taken.rest = {**_without(taken.rest, key), **({key: rest} if rest else {})}


_PARTS: Final = (
    _command,
    _environment,
    _address,
    _headers,
    _codex_names,
    _times,
    _own,
    _inspector,
    _authorization,
)
