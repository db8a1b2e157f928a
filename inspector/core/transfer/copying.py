"""What was recorded as something to paste elsewhere: an mcpdi command, a cURL command, a shell pipe.

Words, not lines: `core.servers.shell_quoting` makes lines of them for the shell that a user has.
"""

from __future__ import annotations

import base64
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec

from inspector.core.servers.profiles import Profile
from inspector.core.servers.shell_quoting import SHELLS
from inspector.errors import UsageError
from inspector.protocol.jsonrpc import one_line, parse
from inspector.protocol.records import Record, SessionInfo
from inspector.protocol.secrets import masked_header
from inspector.trace.journal import Journal
from inspector.translation import translate
from inspector.transport import StdioTarget

__all__ = ["Secrets", "curl_line", "mcpdi_words", "pipe_line", "reach_profile", "reach_session"]

_LONGEST: Final = 100_000  # bytes of one word; Linux takes 128 kB, Windows 32 kB of the whole line
_NEAR: Final = 400  # records after a message among which its HTTP head is looked for
_OURS: Final = ("progressToken", "io.modelcontextprotocol/")  # of _meta: said anew by whoever asks again
_DROPPED: Final = ("host", "content-length", "connection", "accept-encoding", "transfer-encoding")
_LISTS: Final = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "templates",
    "prompts/list": "prompts",
}


@dataclass(frozen=True, slots=True)
class _Named:
    """A verb of mcpdi, and the member of params that is its first word."""

    verb: str
    name: str


_NAMED: Final = {
    "tools/call": _Named("call", "name"),
    "resources/read": _Named("read", "uri"),
    "prompts/get": _Named("prompt", "name"),
}


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a session file does not keep: header name in small letters → value."""

    headers: Mapping[str, str] = field(default_factory=dict)


# -- mcpdi -------------------------------------------------------------------------------------------


def reach_session(info: SessionInfo) -> list[str]:
    """The end of an mcpdi command line that reaches the server of a session, as far as it was kept.

    Raises UsageError when a recording of another program does not say how.
    """
    if info.transport == "stdio":
        return ["--", *_command_of(info)]
    if "://" not in info.target:
        raise UsageError(translate("Core", "the session does not say how to reach its server"))
    return ["--on", info.target]


def _command_of(info: SessionInfo) -> list[str]:
    with suppress(ValueError):
        if words := shlex.split(info.target):
            return words
    raise UsageError(translate("Core", "the session does not say how to start its server"))


def reach_profile(profile: Profile, saved: bool) -> list[str]:
    """The same for a server of the window: by its name when it is saved, else by what starts it."""
    if saved or profile.name == "demo":
        return ["--on", profile.name]
    target = profile.target
    if isinstance(target, StdioTarget):
        env = [word for name, value in target.env.items() for word in ("--env", f"{name}={value}")]
        cwd = ["--cwd", target.cwd] if target.cwd else []
        return [*env, *cwd, "--", target.command, *target.args]
    pairs = target.headers.items()
    headers = [
        word for name, value in pairs for word in ("--header", f"{name}: {masked_header(name, value)}")
    ]
    return [*headers, "--on", target.url]


def mcpdi_words(record: Record, reach: list[str], era: str = "") -> list[str]:
    """The command that asks the same again. era: of the session, for a message that is sent as it is.

    Raises UsageError when no command line can hold it.
    """
    message = parse(record.raw)
    verb = _verb(message.method, message.params) if message.kind == "request" else None
    if verb is None:
        chosen = ["--era", era] if era else []
        verb = ["send", _text_of(record), *chosen]
    return ["mcpdi", *verb, *reach]


def _verb(method: str, params: bytes) -> list[str] | None:
    """A verb that does the same, when there is one and it says all that the message says."""
    try:
        members = msgspec.json.decode(params or b"{}", type=dict[str, msgspec.Raw])
        meta = msgspec.json.decode(bytes(members.pop("_meta", b"{}")), type=dict[str, msgspec.Raw])
        extras = [name for name in meta if not name.startswith(_OURS)]
        if any("=" in name or name.startswith(("{", "@")) for name in extras):
            return None
        words = _words(method, {name: bytes(value) for name, value in members.items()})
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if words is None or (extras and method not in _NAMED):
        return None
    for name in extras:
        words += ["--meta", f"{name}={one_line(bytes(meta[name])).decode()}"]
    return words if sum(map(len, words)) < _LONGEST else None


def _words(method: str, members: dict[str, bytes]) -> list[str] | None:
    names = set(members)
    if not names:
        return ["ping"] if method == "ping" else ["list", _LISTS[method]] if method in _LISTS else None
    shape = _NAMED.get(method)
    if shape is None or shape.name not in names or not names <= {shape.name, "arguments"}:
        return None
    name = msgspec.json.decode(members[shape.name], type=str)
    if not name or name.startswith(("-", "@")):
        return None  # the command line would take it for an option
    words = [shape.verb, name]
    if method == "tools/call":
        return [*words, "--args", one_line(members.get("arguments", b"{}")).decode()]
    texts = msgspec.json.decode(members.get("arguments", b"{}"), type=dict[str, str])
    if any("=" in key or key.endswith(":") or key.startswith("-") for key in texts):
        return None
    return [*words, *(f"{key}={value}" for key, value in texts.items())]


def _text_of(record: Record) -> str:
    if record.spool or len(record.raw) > _LONGEST:
        raise UsageError(
            translate(
                "Core",
                "the message is too long for a command line: copy it as JSON into a file and "
                "send it with mcpdi send @FILE",
            )
        )
    text = _decoded(one_line(record.raw))
    if text is None or "\0" in text or text.startswith(("-", "@")):
        raise UsageError(
            translate(
                "Core",
                "no command line can contain these bytes: save them to a file and send it with "
                "mcpdi send @FILE",
            )
        )
    return text


# -- curl --------------------------------------------------------------------------------------------


def curl_line(journal: Journal, number: int, shell: str = "posix", secrets: Secrets | None = None) -> str:
    """The HTTP request that carried a message, as a cURL command: same URL, headers and bytes.

    Values that were not kept stay masked, unless secrets has them. Raises UsageError when the message did
    not go over HTTP, or cannot be written for this shell.
    """
    record = journal.record(number)
    if record is None:
        raise UsageError(translate("Core", "there is no record #{}").format(number))
    head = record if record.kind == "head" else _head_of(journal, record)
    if head is None or head.direction != "out":
        raise UsageError(translate("Core", "this was not sent over HTTP"))
    first, *lines = head.raw.decode("latin-1").split("\r\n")
    verb, _, url = first.partition(" ")
    words = [SHELLS[shell].curl, "-N", "--compressed", "-X", verb, url.strip()]
    for line in lines:
        name, _, value = line.partition(": ")
        if name.lower() not in _DROPPED:
            words += ["-H", f"{name}: {_open(name, value, secrets)}"]
    if verb in ("GET", "DELETE") or record.kind == "head":
        return SHELLS[shell].join(words)
    return _with_body(words, record, shell)


def _open(name: str, value: str, secrets: Secrets | None) -> str:
    known = secrets.headers.get(name.lower()) if secrets is not None else None
    return known if known is not None and masked_header(name, known) == value else value


def _head_of(journal: Journal, record: Record) -> Record | None:
    """A message over HTTP is followed by the head of the request that carried it, on its channel."""
    if not record.channel.startswith("post-"):
        return None
    last = min(record.number + _NEAR, journal.last)
    for row in journal.rows(range(record.number + 1, last + 1)):
        same = row.session == record.session and row.channel == record.channel
        if same and row.kind == "head" and row.direction == "out":
            return journal.record(row.number)
    return None


def _with_body(words: list[str], record: Record, shell: str) -> str:
    """The body in the command where it is text, else through base64 where the shell has that."""
    body = None if b"\0" in record.raw else _decoded(record.raw)
    if record.spool or len(record.raw) > _LONGEST:
        raise UsageError(
            translate("Core", "the body is too long for a command line: copy the message as JSON into a file")
        )
    if body is not None and (shell == "posix" or not set(body) & {"\n", "\r"}):
        return SHELLS[shell].join([*words, "--data-raw", body])
    if shell != "posix":
        raise UsageError(
            translate("Core", "{title} cannot write these bytes; choose {other}").format(
                title=translate("Core", SHELLS[shell].title), other=SHELLS["posix"].title
            )
        )
    feed = f"printf %s {base64.b64encode(record.raw).decode()} | base64 -d | "
    return feed + SHELLS[shell].join([*words, "--data-binary", "@-"])


def _decoded(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


# -- a pipe ------------------------------------------------------------------------------------------


def pipe_line(journal: Journal, number: int, info: SessionInfo) -> str:
    """Start the server, open the connection as it was opened, send this message: one line for sh.

    The server gets a second to answer before its stdin is closed. Raises UsageError.
    """
    record = journal.record(number)
    if record is None or info.transport != "stdio" or record.direction != "out":
        raise UsageError(translate("Core", "this was not sent to a server that is started as a command"))
    opening = [] if info.era == "modern" else _opening(journal, record)
    texts = [_text_of(one) for one in [*opening, record]]
    said = shlex.join(["printf", "%s\\n", *texts])
    return f"({said}; sleep 1) | {shlex.join(_command_of(info))}"


def _opening(journal: Journal, record: Record) -> list[Record]:
    """The handshake of the connection before this message."""
    found: list[Record] = []
    for start in range(1, record.number, _NEAR):
        for one in journal.rows(range(start, min(record.number, start + _NEAR))):
            ours = one.session == record.session and one.direction == "out"
            if ours and one.method in ("initialize", "notifications/initialized"):
                kept = journal.record(one.number)
                found += [kept] if kept is not None else []
        if len(found) >= 2:
            break
    return found
