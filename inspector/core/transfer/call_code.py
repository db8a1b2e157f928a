"""A call as code that makes it again: the official SDKs, fastmcp, curl and mcpdi.

Secrets are never written: in their places the code reads variables of the environment. So a text of the
server is a list of parts, plain ones and variables, which each language puts together in its own way.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from inspector.core.client.item_calls import METHODS, ItemCall, target_of
from inspector.core.servers.profiles import Profile
from inspector.errors import UsageError
from inspector.protocol.era.param_headers import encode_header
from inspector.protocol.secrets import (
    PARAMETER,
    SCHEMES,
    is_secret_name,
    masked_header,
    secret_words,
)
from inspector.render.json_errors import json_error_text
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import HttpTarget, StdioTarget

__all__ = ["LANGUAGES", "Language", "Reach", "call_code", "mcpdi_line"]


@dataclass(frozen=True, slots=True)
class Variable:
    """A value that the code takes from the environment."""

    name: str


Text = tuple[str | Variable, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """How a server is reached. transport: stdio, http or sse; revision: what is spoken with it.

    signed_in: it got a token that is not in the profile.
    """

    profile: Profile
    transport: str
    revision: str
    signed_in: bool = False

    @property
    def modern(self) -> bool:
        """No handshake (2026-07-28 and later)."""
        return self.revision >= _FIRST_MODERN


@dataclass(frozen=True, slots=True)
class Language:
    """A way to make a call. label: as it is called in the window."""

    key: str
    label: str
    write: Callable[[Reach, ItemCall], str]
    transports: tuple[str, ...] = ("stdio", "http", "sse")


def call_code(language: str, reach: Reach, call: ItemCall) -> str:
    """The code. Raises UsageError when it cannot be said there, or the arguments are no JSON object."""
    chosen = next(one for one in LANGUAGES if one.key == language)
    if reach.transport not in chosen.transports:
        raise UsageError(translate("Core", "this cannot be written for {}").format(reach.transport))
    return chosen.write(reach, call)


_FIRST_MODERN: Final = "2026-07-28"
_LEGACY: Final = "2025-11-25"  # asked for in a handshake; the server answers with its own
_VARIABLES: Final = re.compile(
    r"\$\{\{\s*secrets\.([^}\s]+)\s*\}\}|\$\{(?:secret|env|input):([^}:]+)\}|\$\{(\w+)(?::-[^}]*)?\}|\{env:(\w+)\}"
)
"""Variables in the texts of a profile, in all dialects of clients."""
_TOKENS: Final = ("bearer", "api_key")  # methods whose secret is a header as it stands
_USER: Final = re.compile(r"(?<=://)([^/?#@\s:]*):([^/?#@\s]+)(?=@)")


# -- what the server needs -----------------------------------------------------------------------------


def _variable(name: str) -> Variable:
    made = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").upper() or "SECRET"
    return Variable(f"_{made}" if made[0].isdigit() else made)


def _open(text: str) -> Text:
    """A text with its variables."""
    parts: list[str | Variable] = []
    place = 0
    for match in _VARIABLES.finditer(text):
        name = next(group for group in match.groups() if group)
        parts += [text[place : match.start()], _variable(name)]
        place = match.end()
    return tuple(part for part in (*parts, text[place:]) if part) or ("",)


def _cut(text: str, spots: Iterable[tuple[str, int, int]]) -> Text:
    """A text with variables in place of the secrets at some places of it."""
    parts: list[str | Variable] = []
    place = 0
    for name, start, end in spots:
        inside = _open(text[start:end])
        known = any(isinstance(part, Variable) for part in inside)
        parts += [*_open(text[place:start]), *(inside if known else (_variable(name),))]
        place = end
    return tuple(part for part in (*parts, *_open(text[place:])) if part) or ("",)


def _words(target: StdioTarget) -> list[Text]:
    return [_cut(word, spots) for word, spots in secret_words([target.command, *target.args])]


def _value(name: str, text: str) -> Text:
    return _cut(text, [(name, 0, len(text))] if is_secret_name(name) and text else ())


def _url(text: str) -> Text:
    spots = [("password", *match.span(2)) for match in _USER.finditer(text)]
    spots += [(match[1], *match.span(2)) for match in PARAMETER.finditer(text) if is_secret_name(match[1])]
    return _cut(text, sorted(spots, key=lambda spot: spot[1]))


def _header(name: str, text: str) -> Text:
    if masked_header(name, text) == text:
        return _open(text)
    scheme, _, rest = text.partition(" ")
    start = len(scheme) + 1 if rest and scheme.lower() in SCHEMES else 0
    return _cut(text, [("MCP_TOKEN" if start else name, start, len(text))])


def _headers(profile: Profile, signed_in: bool = False) -> dict[str, Text]:
    target, auth = profile.target, profile.auth
    assert isinstance(target, HttpTarget)
    made = {name: _header(name, text) for name, text in target.headers.items()}
    if auth is not None and auth.method == "api_key":
        made[auth.header_name or "X-API-Key"] = (_variable(auth.header_name or "X-API-Key"),)
    elif (signed_in or (auth is not None and auth.method in _TOKENS)) and "Authorization" not in made:
        made["Authorization"] = ("Bearer ", Variable("MCP_TOKEN"))
    return made


def _arguments(call: ItemCall) -> Any:
    """The arguments, with variables in place of what a name says is a secret."""
    if call.kind == "resources":
        return {}
    try:
        value = json.loads(call.arguments.strip() or "{}")
    except (ValueError, RecursionError) as error:
        why = json_error_text(call.arguments, error)
        raise UsageError(translate("Core", "the arguments are not JSON: {}").format(why)) from error
    if not isinstance(value, dict):
        raise UsageError(translate("Core", "the arguments must be a JSON object"))
    return _without_secrets(value)


def _without_secrets(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: _value(name, member)
            if isinstance(member, str) and is_secret_name(name)
            else _without_secrets(member)
            for name, member in value.items()
        }
    return [_without_secrets(one) for one in value] if isinstance(value, list) else value


# -- how a language writes it ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Spelling:
    """Literals of a language. indent: of one level."""

    constants: dict[Any, str]
    text: Callable[[Text], str]
    indent: str = "    "

    def value(self, value: Any, depth: int = 0) -> str:
        """A literal over several lines when it has several members. A tuple is a text of parts."""
        if isinstance(value, tuple):
            return self.text(value)
        if isinstance(value, str):
            return self.text((value,))
        if isinstance(value, (dict, list)):
            marks = "{}" if isinstance(value, dict) else "[]"
            inner = list(self._members(value, depth))
            if len(inner) < 2 and "\n" not in "".join(inner):
                return marks[0] + "".join(inner) + marks[1]
            inside, around = self.indent * (depth + 1), self.indent * depth
            return f"{marks[0]}\n" + "".join(f"{inside}{one},\n" for one in inner) + around + marks[1]
        return self.constants[value] if value is None or isinstance(value, bool) else json.dumps(value)

    def _members(self, value: Any, depth: int) -> Iterator[str]:
        if isinstance(value, dict):
            for name, member in value.items():
                yield f"{self.text((name,))}: {self.value(member, depth + 1)}"
        else:
            for member in value:
                yield self.value(member, depth + 1)


def _python_text(text: Text) -> str:
    return " + ".join(
        f'os.environ["{part.name}"]' if isinstance(part, Variable) else json.dumps(part) for part in text
    )


def _script_text(text: Text) -> str:
    """A template where there is a variable: `process.env.X` alone may be undefined for TypeScript."""
    if not any(isinstance(part, Variable) for part in text):
        return json.dumps("".join(str(part) for part in text), ensure_ascii=False)
    parts = (
        f"${{process.env.{part.name}}}"
        if isinstance(part, Variable)
        else re.sub(r"[\\`]|\$(?=\{)", r"\\\g<0>", part)
        for part in text
    )
    return f"`{''.join(parts)}`"


def _shell_text(text: Text) -> str:
    parts = (
        f'"${{{part.name}}}"' if isinstance(part, Variable) else shlex.quote(part) for part in text if part
    )
    return "".join(parts) or "''"


_PYTHON: Final = _Spelling({None: "None", True: "True", False: "False"}, _python_text)
_SCRIPT: Final = _Spelling({None: "null", True: "true", False: "false"}, _script_text, "  ")


def _keywords(spelling: _Spelling, pairs: dict[str, Any], depth: int, sign: str) -> str:
    inner, around = spelling.indent * (depth + 1), spelling.indent * depth
    given = [(name, one) for name, one in pairs.items() if one or name == "args"]  # fastmcp has no default
    lines = [f"{inner}{name}{sign}{spelling.value(one, depth + 1)},\n" for name, one in given]
    return "\n" + "".join(lines) + around


def _process(reach: Reach) -> dict[str, Any]:
    target = reach.profile.target
    assert isinstance(target, StdioTarget)
    command, *words = _words(target)
    env = {name: _value(name, text) for name, text in target.env.items()}
    return {"command": command, "args": words, "env": env, "cwd": _open(target.cwd) if target.cwd else ()}


def _with_os(code: str) -> str:
    return code.replace("import asyncio\n", "import asyncio\nimport os\n") if "os.environ" in code else code


def _python_call(call: ItemCall, session: str, suffix: str = "", depth: int = 3) -> str:
    arguments = _PYTHON.value(_arguments(call), depth)
    made = {
        "tools": f"{session}.call_tool{suffix}({json.dumps(call.name)}, {arguments})",
        "prompts": f"{session}.get_prompt{suffix}({json.dumps(call.name)}, {arguments})",
    }
    if call.kind in made:
        return made[call.kind]
    return f"{session}.read_resource{suffix}({json.dumps(target_of(call))})"


_PRINT_PYTHON: Final = "print(result.model_dump_json(by_alias=True, exclude_none=True, indent=2))"


def _python(reach: Reach, call: ItemCall) -> str:
    """The official SDK: `ClientSession` of 1.x, which 2.x still has; `Client` where there is no handshake."""
    name = {"http": "streamable_http_client", "sse": "sse_client", "stdio": "stdio_client"}[reach.transport]
    module = {"http": "streamable_http", "sse": "sse", "stdio": "stdio"}[reach.transport]
    imports, before, opened = "", "", ""
    if reach.transport == "stdio":
        server = f"StdioServerParameters({_keywords(_PYTHON, _process(reach), 0, '=')})"
        imports = (
            f"from mcp import ClientSession, StdioServerParameters\nfrom mcp.client.{module} import {name}\n"
        )
        before, opened = f"server = {server}\n", f"{name}(server)"
    else:
        target, headers = reach.profile.target, _headers(reach.profile, reach.signed_in)
        assert isinstance(target, HttpTarget)
        imports = f"from mcp import ClientSession\nfrom mcp.client.{module} import {name}\n"
        before, opened = f"url = {_PYTHON.value(_url(target.url))}\n", f"{name}(url)"
        if headers:
            before += f"headers = {_PYTHON.value(headers)}\n"
            opened = f"{name}(url, headers=headers)"
            if reach.transport == "http":
                imports += "from mcp.shared._httpx_utils import create_mcp_http_client\n"
                opened = f"{name}(url, http_client=create_mcp_http_client(headers=headers))"
    if reach.modern:
        imports = imports.replace("import ClientSession", "import Client")
        if reach.transport == "stdio":
            imports = imports.replace(f"from mcp.client.{module} import {name}\n", "")
            opened = "server"
        elif opened == f"{name}(url)" and reach.transport == "http":
            imports, opened = "from mcp import Client\n", "url"
        body = (
            f"    async with Client({opened}) as client:\n"
            f"        result = await {_python_call(call, 'client', depth=2)}\n"
            f"        {_PRINT_PYTHON}\n"
        )
    else:
        body = (
            f"    async with {opened} as streams, ClientSession(streams[0], streams[1]) as session:\n"
            "        await session.initialize()\n"
            f"        result = await {_python_call(call, 'session', depth=2)}\n"
            f"        {_PRINT_PYTHON}\n"
        )
    code = f"# pip install {'mcp>=2' if reach.modern else 'mcp'}\nimport asyncio\n\n{imports}\n{before}\n\n"
    return _with_os(code + f"async def main() -> None:\n{body}\n\nasyncio.run(main())\n")


def _fastmcp(reach: Reach, call: ItemCall) -> str:
    name = {"stdio": "StdioTransport", "http": "StreamableHttpTransport", "sse": "SSETransport"}[
        reach.transport
    ]
    if reach.transport == "stdio":
        made = _keywords(_PYTHON, _process(reach), 0, "=")
    else:
        target = reach.profile.target
        assert isinstance(target, HttpTarget)
        made = _keywords(
            _PYTHON, {"url": _url(target.url), "headers": _headers(reach.profile, reach.signed_in)}, 0, "="
        )
    return _with_os(
        "# pip install fastmcp\nimport asyncio\n\nfrom fastmcp import Client\n"
        f"from fastmcp.client.transports import {name}\n\ntransport = {name}({made})\n\n\n"
        "async def main() -> None:\n    async with Client(transport) as client:\n"
        f"        result = await {_python_call(call, 'client', '_mcp', 2)}\n        {_PRINT_PYTHON}\n\n\n"
        "asyncio.run(main())\n"
    )


def _typescript(reach: Reach, call: ItemCall) -> str:
    """The official SDK: @modelcontextprotocol/sdk (1.x), or /client (2.x) where there is no handshake."""
    name = {
        "stdio": "StdioClientTransport",
        "http": "StreamableHTTPClientTransport",
        "sse": "SSEClientTransport",
    }[reach.transport]
    if reach.modern:
        package, own = "@modelcontextprotocol/client", "@modelcontextprotocol/client"
        own += "/stdio" if reach.transport == "stdio" else ""
        options = ', { versionNegotiation: { mode: "auto" } }'
    else:
        file = {"stdio": "stdio", "http": "streamableHttp", "sse": "sse"}[reach.transport]
        package, options = "@modelcontextprotocol/sdk/client/index.js", ""
        own = f"@modelcontextprotocol/sdk/client/{file}.js"
    if reach.transport == "stdio":
        inside = _process(reach)
        env = inside.pop("env")
        made = "{" + _keywords(_SCRIPT, inside, 0, ": ")
        if env:  # older versions hand on nothing else
            name += ", getDefaultEnvironment"
            entries = "".join(
                f"    {_SCRIPT.text((one,))}: {_SCRIPT.text(text)},\n" for one, text in env.items()
            )
            made += f"  env: {{\n    ...getDefaultEnvironment(),\n{entries}  }},\n"
        made += "}"
    else:
        target, headers = reach.profile.target, _headers(reach.profile, reach.signed_in)
        assert isinstance(target, HttpTarget)
        made = f"new URL({_SCRIPT.value(_url(target.url))})"
        if headers:
            made += f", {{\n  requestInit: {{ headers: {_SCRIPT.value(headers, 1)} }},\n}}"
    arguments = _arguments(call)
    named = {"uri": target_of(call)} if call.kind == "resources" else {"name": call.name}
    members: dict[str, Any] = dict(named)
    if call.kind != "resources":
        members["arguments"] = arguments
    method = {"tools": "callTool", "prompts": "getPrompt", "resources": "readResource"}[call.kind]
    return (
        f"// npm install {'/'.join(package.split('/')[:2])}\n"
        f'import {{ Client }} from "{package}";\nimport {{ {name} }} from "{own}";\n\n'
        f'const client = new Client({{ name: "example", version: "1.0.0" }}{options});\n'
        f"await client.connect(new {name.partition(',')[0]}({made}));\n"
        f"const result = await client.{method}({_SCRIPT.value(members)});\n"
        "console.log(JSON.stringify(result, null, 2));\nawait client.close();\n"
    )


# -- command lines --------------------------------------------------------------------------------------


def _json_parts(value: Any) -> list[str | Variable]:
    """JSON with the texts of variables where they stand; their values must not have quotes in them."""
    if isinstance(value, tuple):
        inner = [
            part if isinstance(part, Variable) else json.dumps(part, ensure_ascii=False)[1:-1]
            for part in value
        ]
        return ['"', *inner, '"']
    if isinstance(value, dict):
        made: list[str | Variable] = ["{"]
        for name, member in value.items():
            made += [
                ", " if len(made) > 1 else "",
                json.dumps(name, ensure_ascii=False),
                ": ",
                *_json_parts(member),
            ]
        return [*made, "}"]
    if isinstance(value, list):
        made = ["["]
        for member in value:
            made += [", " if len(made) > 1 else "", *_json_parts(member)]
        return [*made, "]"]
    return [json.dumps(value, ensure_ascii=False)]


def _joined(parts: Sequence[str | Variable]) -> Text:
    """Neighbouring plain parts as one."""
    made: list[str | Variable] = []
    for part in parts:
        if isinstance(part, str) and made and isinstance(made[-1], str):
            made[-1] += part
        else:
            made.append(part)
    return tuple(made)


def _curl(reach: Reach, call: ItemCall) -> str:
    """One POST, or a handshake with it before; a server that keeps no session gets an empty header less."""
    target = reach.profile.target
    assert isinstance(target, HttpTarget)
    url, method = _shell_text(_url(target.url)), METHODS[call.kind]
    name = target_of(call)
    params: dict[str, Any] = {"uri": name} if call.kind == "resources" else {"name": name}
    if call.kind != "resources":
        params["arguments"] = _arguments(call)
    headers = {
        "Content-Type": ("application/json",),
        "Accept": ("application/json, text/event-stream",),
        **_headers(reach.profile, reach.signed_in),
    }
    me = {"name": "curl", "version": "1"}

    def post(message: dict[str, Any], more: dict[str, str], options: str) -> str:
        lines = [f"curl -sS {options}{url}"]
        for one, text in headers.items():
            lines.append(f"-H {_shell_text((f'{one}: ', *text))}")
        lines += [f"-H {shlex.quote(f'{one}: {text}')}" for one, text in more.items() if one != _SESSION]
        if _SESSION in more:
            lines.append(f'-H "{_SESSION}: $session"')
        lines.append(f"--data-raw {_shell_text(_joined(_json_parts({'jsonrpc': '2.0', **message})))}")
        return " \\\n  ".join(lines)

    if reach.modern:
        scope = "io.modelcontextprotocol/"
        params["_meta"] = {
            f"{scope}protocolVersion": reach.revision,
            f"{scope}clientInfo": me,
            f"{scope}clientCapabilities": {},
        }
        more = {"MCP-Protocol-Version": reach.revision, "Mcp-Method": method, "Mcp-Name": encode_header(name)}
        return post({"id": 1, "method": method, "params": params}, more, "-N ") + "\n"
    revision = reach.revision or _LEGACY
    begin = {"protocolVersion": revision, "capabilities": {}, "clientInfo": me}
    more = {"MCP-Protocol-Version": revision, _SESSION: ""}
    hello = post({"id": 0, "method": "initialize", "params": begin}, {}, "-D - -o /dev/null ")
    ready = post({"method": "notifications/initialized"}, more, "-o /dev/null ")
    ask = post({"id": 1, "method": method, "params": params}, more, "-N ")
    found = "tr -d '\\r' | sed -n 's/^[Mm][Cc][Pp]-[Ss]ession-[Ii][Dd]: //p'"
    return f"session=$({hello} | {found})\n{ready}\n{ask}\n"


_SESSION: Final = "Mcp-Session-Id"


def mcpdi_line(words: Sequence[str], profile: Profile) -> str:
    """A command line of mcpdi with the server behind its words; secrets are variables of the shell."""
    line: list[Text] = [("mcpdi",)]
    for before, word in zip(("", *words), words, strict=False):
        line.append(_json_word(word) if before == "--args" else (word,))
    for option, own in (("--declare", profile.capabilities), ("--client-info", profile.client_info)):
        if own is not None:
            line += [(option,), (json.dumps(own, ensure_ascii=False, separators=(",", ":")),)]
    target = profile.target
    if isinstance(target, StdioTarget):
        for name, text in target.env.items():
            line += [("--env",), (f"{name}=", *_value(name, text))]
        if target.cwd:
            line += [("--cwd",), _open(target.cwd)]
        line += [("--",), *_words(target)]
    else:
        for name, value in _headers(profile).items():
            line += [("--header",), (f"{name}: ", *value)]
        line += [("--on",), _url(target.url)]
    return " ".join(_shell_text(word) for word in line)


def _json_word(text: str) -> Text:
    """Arguments as they were typed, unless there is a secret in them."""
    with suppress(ValueError, RecursionError):
        parts = _joined(_json_parts(_without_secrets(json.loads(text))))
        if len(parts) > 1:
            return parts
    return (text,)


LANGUAGES: Final = (
    Language("python", QT_TRANSLATE_NOOP("CallCode", "Python (official SDK)"), _python),
    Language("fastmcp", QT_TRANSLATE_NOOP("CallCode", "Python (fastmcp)"), _fastmcp),
    Language("typescript", QT_TRANSLATE_NOOP("CallCode", "TypeScript (official SDK)"), _typescript),
    Language("curl", QT_TRANSLATE_NOOP("CallCode", "curl"), _curl, ("http",)),
)
"""In the order of the menu."""
