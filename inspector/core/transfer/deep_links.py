"""Links with which web pages add a server to a client. They are read, never opened.

cursor://anysphere.cursor-deeplink/mcp/install?name=N&config=BASE64     and https://cursor.com/install-mcp?…
vscode:mcp/install?JSON (percent-encoded), vscode-insiders:…            and https://vscode.dev/redirect/mcp/…
lmstudio://add_mcp?name=N&config=BASE64                                 and https://lmstudio.ai/install-mcp?…
goose://extension?cmd=C&arg=A&arg=B&env=NAME=What it is&name=N&timeout=S   or url=… in place of the command
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.fragments import profiles_from_value
from inspector.core.transfer.importers.formats import read_document
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["profiles_from_link"]

_LONGEST: Final = 200_000
_VSCODE: Final = ("vscode", "vscode-insiders", "vscodium", "code-oss")
_PAGES: Final = (
    (re.compile(r"(?:www\.)?cursor\.com/(?:[a-z-]+/)?(?:install-mcp|mcp/install)$"), "cursor"),
    (re.compile(r"lmstudio\.ai/install-mcp$"), "lm-studio"),
    (re.compile(r"(?:insiders\.)?vscode\.dev/redirect(?:/mcp/install)?$"), "vscode"),
)


def profiles_from_link(text: str) -> list[Profile] | None:
    """The servers of a link; None: it is none of these. Raises UsageError for one that cannot be read."""
    if len(text) > _LONGEST:
        return None
    try:
        parts = urlsplit(text)
        client = _client(parts.scheme.lower(), f"{parts.netloc}{parts.path}".lower().rstrip("/"))
        if not client:
            return None
        if client == "goose":
            return _of_goose(parts.query)
        return _with_config(client, parts.query)
    except ValueError as error:
        raise UsageError(translate("Core", "Cannot read this link: {}").format(error)) from error


def _client(scheme: str, place: str) -> str:
    if scheme == "https":
        return next((client for pattern, client in _PAGES if pattern.fullmatch(place)), "")
    if scheme == "cursor" and place.endswith("mcp/install"):
        return "cursor"
    if scheme in _VSCODE and place.endswith("mcp/install"):
        return "vscode"
    if scheme == "lmstudio" and place == "add_mcp":
        return "lm-studio"
    return "goose" if scheme == "goose" and place == "extension" else ""


def _with_config(client: str, query: str) -> list[Profile] | None:
    """`config=` in base64 or percent-encoded, or all of the query is the JSON."""
    given = parse_qs(query.replace("+", "%2B"), keep_blank_values=True)
    if client == "vscode" and "config" not in given:
        if inner := given.get("url"):  # vscode.dev/redirect?url=vscode:mcp/install?…
            return profiles_from_link(inner[0]) if inner[0].lower().startswith(_VSCODE) else None
        return profiles_from_value(_decoded(unquote(query)), "", client)
    config, name = given.get("config", [""])[0], given.get("name", [""])[0]
    if not config:
        raise UsageError(translate("Core", "This link adds a server, but its config is missing."))
    text = config if config.lstrip().startswith("{") else _from_base64(config)
    return profiles_from_value(_decoded(text), name, client)


def _from_base64(text: str) -> str:
    plain = text.strip().rstrip("=").replace("-", "+").replace("_", "/").replace(" ", "+")
    try:
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        return data.decode("utf-8")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise UsageError(
            translate("Core", "The config of this link is not base64-encoded text: {}").format(error)
        ) from error


def _decoded(text: str) -> Any:
    document = read_document(text, ".json")
    if document.problem:
        raise UsageError(
            translate("Core", "Cannot read the config of this link. {}").format(document.problem)
        )
    return document.value


def _of_goose(query: str) -> list[Profile]:
    given = parse_qs(query, keep_blank_values=True)

    def first(*keys: str) -> str:
        return next((given[key][0] for key in keys if given.get(key, [""])[0]), "")

    entry: dict[str, Any] = {"env_keys": [text.partition("=")[0] for text in given.get("env", []) if text]}
    if url := first("url"):
        kind = first("type", "transport")
        entry |= {"type": kind if kind == "sse" else "streamable_http", "uri": url}
    else:
        entry |= {"type": "stdio", "cmd": first("cmd"), "args": given.get("arg", [])}
    timeout = first("timeout")
    entry |= {"timeout": int(timeout)} if timeout.isdecimal() else {}
    name = first("name", "id") or "server"
    return profiles_from_value({"extensions": {name: entry}}, name, "goose")
