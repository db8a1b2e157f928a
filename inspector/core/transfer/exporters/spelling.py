"""How each client writes an entry; the inverse of `importers/spelling.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

__all__ = ["SPELLINGS", "Spelling"]


@dataclass(frozen=True, slots=True)
class Spelling:
    """types: transport → word of its type; one that is missing is written without. unsaid: transports that
    this client cannot have. urls: transport → key. fixed: members that a command, or a URL, always has.

    auth: the key of a client that is registered beforehand, with the keys of id, secret and scopes.
    """

    types: Mapping[str, str] = field(default_factory=dict)
    type_key: str = "type"
    unsaid: tuple[str, ...] = ("websocket",)
    url: str = "url"
    urls: Mapping[str, str] = field(default_factory=dict)
    command: str = "command"
    one_list: bool = False
    env: str = "env"
    headers: str = "headers"
    inner_headers: str = ""
    cwd: bool = False
    env_file: bool = False
    timeout: tuple[str, float] | None = None
    fixed_command: Mapping[str, Any] = field(default_factory=dict)
    fixed_url: Mapping[str, Any] = field(default_factory=dict)
    named: bool = False  # the entry says its name
    auth: tuple[str, str, str, str] | None = None
    declares: Mapping[str, str] = field(default_factory=dict)  # member of ours → of theirs


_TYPED: Final = {"http": "http", "sse": "sse"}
_OAUTH: Final = ("oauth", "clientId", "clientSecret", "scopes")
_PLAIN: Final = Spelling()
_CODE: Final = Spelling({"stdio": "stdio", **_TYPED}, cwd=True, env_file=True)
_CURSOR: Final = Spelling(env_file=True, auth=("auth", "CLIENT_ID", "CLIENT_SECRET", "scopes"))
_CLINE: Final = Spelling(
    {"stdio": "stdio", "http": "streamableHttp", "sse": "sse"},
    cwd=True,
    timeout=("timeout", 1.0),
    auth=_OAUTH,
)
_CLAUDE: Final = Spelling({**_TYPED, "websocket": "ws"}, unsaid=(), auth=_OAUTH)

SPELLINGS: Final[dict[str, Spelling]] = {
    "claude-desktop": Spelling(unsaid=("http", "sse", "websocket")),
    "claude-code": _CLAUDE,
    "claude-code-managed": _CLAUDE,
    "cursor": _CURSOR,
    "vscode": _CODE,
    "vscode-settings": _CODE,
    "windsurf": Spelling(url="serverUrl"),
    "zed": Spelling(fixed_command={"source": "custom"}),
    "cline": _CLINE,
    "cline-cli": _CLINE,
    "roo": Spelling({"http": "streamable-http", "sse": "sse"}, timeout=("timeout", 1.0)),
    "continue": Spelling(
        {"stdio": "stdio", "http": "streamable-http", "sse": "sse"},
        cwd=True,
        headers="requestOptions",
        inner_headers="headers",
        named=True,
    ),
    "gemini": Spelling(
        urls={"http": "httpUrl", "sse": "url"}, cwd=True, timeout=("timeout", 0.001), auth=_OAUTH
    ),
    "antigravity": Spelling(url="serverUrl"),
    "codex": Spelling(
        unsaid=("sse", "websocket"),
        headers="http_headers",
        cwd=True,
        timeout=("tool_timeout_sec", 1.0),
        auth=("oauth", "client_id", "", ""),
    ),
    "lm-studio": replace(_CURSOR, auth=None),
    "goose": Spelling(
        {"stdio": "stdio", "http": "streamable_http", "sse": "sse"},
        url="uri",
        command="cmd",
        env="envs",
        timeout=("timeout", 1.0),
        fixed_command={"enabled": True},
        fixed_url={"enabled": True},
        named=True,
    ),
    "junie": _PLAIN,
    "jetbrains": _PLAIN,
    "inspector": Spelling(
        {"http": "streamable-http", "sse": "sse"},
        cwd=True,
        timeout=("requestTimeout", 0.001),
        auth=_OAUTH,
        declares={"era": "protocolEra", "meta": "metadata", "roots": "roots"},
    ),
    "copilot-cli": Spelling(
        {"stdio": "local", **_TYPED}, fixed_command={"tools": ["*"]}, fixed_url={"tools": ["*"]}
    ),
    "opencode": Spelling(
        {"stdio": "local", "http": "remote", "auto": "remote"},
        one_list=True,
        env="environment",
        fixed_command={"enabled": True},
        fixed_url={"enabled": True},
    ),
    "kiro": _PLAIN,
    "amp": _PLAIN,
    "amazon-q": _PLAIN,
    "trae": _PLAIN,
    "kimi": _PLAIN,
    "factory": _PLAIN,
    "vibe": Spelling({"stdio": "stdio", "http": "streamable-http"}, type_key="transport", named=True),
    "mcporter": _PLAIN,
}
"""By the id of `importers.clients.CLIENTS`; all of them."""
