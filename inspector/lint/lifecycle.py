"""LIFE-*: handshake, discovery, versions and capabilities. Source: protocol reference 8.4.

LIFE-15 needs a second connection: `core/check/asking.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final

from inspector.lint.codes import LISTS, missing
from inspector.lint.excerpts import excerpt
from inspector.lint.rules import Place, rule
from inspector.lint.samples import ANSWERS, RESULT, STDIO_E
from inspector.lint.seen import Memory, Seen, dict_of, remembers
from inspector.protocol.era.declared import META, MISSING_CAPABILITY
from inspector.protocol.methods import LATEST_LEGACY, LATEST_MODERN, LEGACY_REVISIONS, METHODS
from inspector.schema.scan import pointer_of
from inspector.translation import recorded

__all__: list[str] = []

PAGE: Final = "basic/lifecycle"
VERSIONING: Final = "basic/versioning"
DISCOVER: Final = "server/discover"
_UNKNOWN_METHOD: Final = -32601
_UNSUPPORTED_VERSION: Final = -32022
_MOST: Final = 21  # findings of one rule about one record: one more than are told, so that the cut is known
_DATE: Final = re.compile(rb"\d{4}-\d\d-\d\d")


@remembers
class Opening(Memory):
    """How the session was opened."""

    kinds: ClassVar[tuple[str, ...]] = ("request", "notification", "error", "lifecycle")

    def __init__(self) -> None:
        self.waits = False  # initialize went out, notifications/initialized did not
        self.declared = False  # what the client can do is known
        self.refused = False  # server/discover is no method of the server

    def remember(self, seen: Seen) -> None:
        """Keep how far the handshake is."""
        record = seen.record
        if record.kind == "lifecycle" and record.channel == "started":
            self.waits = self.declared = False
        elif record.kind == "error" and record.method == "initialize":
            self.waits = False
        elif record.kind == "error" and record.method == DISCOVER:
            self.refused = seen.message.error_dict().get("code") == _UNKNOWN_METHOD
        elif record.direction == "out" and record.method == "notifications/initialized":
            self.waits = False
        elif record.direction == "out" and record.method == "initialize" and record.kind == "request":
            self.waits, self.declared = True, seen.readable


# -- pieces of the samples


def _asked(version: str = LATEST_LEGACY, declared: str = "{}") -> str:
    return (
        f'> {{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{version}",'
        f'"capabilities":{declared},"clientInfo":{{"name":"x","version":"1"}}}}}}\n'
    )


def _welcome(version: str = LATEST_LEGACY, capabilities: str = "{}") -> str:
    return (
        f'< {{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"{version}","capabilities":{capabilities},'
        '"serverInfo":{"name":"x","version":"1"}}}\n'
    )


def _probed(answer: str, method: str = DISCOVER) -> str:
    """A request of 2026-07-28 and the member result or error that it gets."""
    return (
        f'> {{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{{'
        f'"{META}protocolVersion":"2026-07-28","{META}clientCapabilities":{{}}}}}}}}\n'
        f'< {{"jsonrpc":"2.0","id":1,{answer}}}\n'
    )


def _discovered(capabilities: str = "{}", versions: str = '["2026-07-28"]') -> str:
    return (
        f'"result":{{"resultType":"complete","supportedVersions":{versions},"capabilities":{capabilities},'
        f'"ttlMs":0,"cacheScope":"private","_meta":{{"{META}serverInfo":{{"name":"x","version":"1"}}}}}}'
    )


def _error(code: int, data: str = "", message: str = "no") -> str:
    return f'"error":{{"code":{code},"message":"{message}"' + (f',"data":{data}}}' if data else "}")


_HELLO: Final = _asked() + _welcome()
_CHANGES: Final = '{"logging":{},"tools":{"listChanged":true}}'
_INITIALIZED: Final = '> {"jsonrpc":"2.0","method":"notifications/initialized"}\n'
_ROOTS: Final = '< {"jsonrpc":"2.0","id":7,"method":"roots/list"}\n'
_CHANGED: Final = '< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'
_LOGGED: Final = '< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n'


# -- what several rules read


def _place(message: str, *path: str) -> Place:
    return Place(message, pointer_of(path))


def _required(value: dict[str, Any], texts: tuple[str, ...], objects: tuple[str, ...]) -> Iterator[Place]:
    """Of a result: the members that are not there, or not what they have to be."""
    for name in (*texts, *objects):
        found = value.get(name)
        if name not in value:
            yield _place(recorded("the result has no {name}", name=name), "result")
        elif name in texts and not isinstance(found, str):
            told = recorded("{name} must be a string; it is {value}", name=name, value=excerpt(found))
            yield _place(told, "result", name)
        elif name in objects and not isinstance(found, dict):
            told = recorded("{name} must be an object; it is {value}", name=name, value=excerpt(found))
            yield _place(told, "result", name)


def _has_result(seen: Seen) -> bool:
    """It is an answer of the server with a result that can be read."""
    return seen.incoming and seen.message.result[:1] == b"{"


def _asked_version(seen: Seen) -> str:
    """The version that the answered request named in its `_meta`."""
    version = dict_of(seen.asked_params.get("_meta")).get(META + "protocolVersion")
    return version if isinstance(version, str) else ""


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _refusal(seen: Seen, code: int) -> dict[str, Any] | None:
    """data of an error of 2026-07-28 with this code. Before that revision the code had no meaning."""
    error = seen.message.error_dict()
    modern = seen.state.modern or (not seen.state.revision and bool(_asked_version(seen)))
    return dict_of(error.get("data")) if seen.incoming and modern and error.get("code") == code else None


def _capabilities(seen: Seen) -> dict[str, Any]:
    return dict_of(seen.result.get("capabilities")) if seen.incoming else {}


def _extensions(seen: Seen) -> dict[str, Any]:
    return dict_of(_capabilities(seen).get("extensions"))


# -- the handshake


@rule(
    "LIFE-01",
    "error",
    f"{PAGE}#initialization",
    sentence="The server MUST respond with its own capabilities and information.",
    fix="Answer initialize with protocolVersion, capabilities and serverInfo (name and version).",
    kinds=("response",),
    methods=("initialize",),
    good=_HELLO,
    bad=_asked() + '< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}',
)
def welcome_is_complete(seen: Seen) -> Iterator[Place]:
    """An InitializeResult has all that its schema requires."""
    if not _has_result(seen):
        return
    yield from _required(seen.result, ("protocolVersion",), ("capabilities", "serverInfo"))
    info = dict_of(seen.result.get("serverInfo"))
    for name in ("name", "version") if info or seen.result.get("serverInfo") == {} else ():
        if not isinstance(info.get(name), str):
            told = recorded("serverInfo.{name} must be a string", name=name)
            yield _place(told, "result", "serverInfo", *([name] if name in info else []))


@rule(
    "LIFE-02",
    "error",
    f"{PAGE}#version-negotiation",
    sentence="The server MUST respond with the version asked for, or with another one that it supports.",
    fix="Answer initialize with a released revision up to 2025-11-25, best with the one asked for.",
    kinds=("response",),
    methods=("initialize",),
    good=_HELLO,
    bad=_asked() + _welcome("2026-07-28"),
)
def agreed_version_exists(seen: Seen) -> Iterator[Place]:
    """The version agreed on is one that has a handshake. One from before the first may be asked for."""
    version, asked = seen.result.get("protocolVersion"), seen.asked_params.get("protocolVersion")
    if not seen.incoming or not isinstance(version, str) or version in LEGACY_REVISIONS:
        return
    if version != asked or version > LEGACY_REVISIONS[0]:
        told = (
            recorded("the server agreed on {version}, which has no initialize", version=version)
            if version == LATEST_MODERN
            else recorded(
                "the server agreed on {version}, which is no revision of MCP", version=excerpt(version)
            )
        )
        yield _place(told, "result", "protocolVersion")


_ABOUT_VERSION: Final = re.compile(
    r"unsupported (?:mcp )?protocol ?version|protocol ?version\b.{0,60}\bnot supported", re.IGNORECASE
)
_OFFER: Final = '{"supported":["2024-11-05"],"requested":"2025-11-25"}'


@rule(
    "LIFE-03",
    "warning",
    f"{PAGE}#version-negotiation",
    sentence="A server that does not support the requested version MUST respond with another one.",
    fix="Answer initialize with a version that the server supports in place of an error.",
    kinds=("error",),
    methods=("initialize",),
    good=_asked() + _welcome("2024-11-05"),
    bad=_asked() + '< {"jsonrpc":"2.0","id":1,' + _error(-32602, _OFFER) + "}",
)
def versions_are_offered(seen: Seen) -> Iterator[Place]:
    """Another version is offered by a result. A server of 2026-07-28 alone has none to offer."""
    error = seen.message.error_dict()
    data, message = dict_of(error.get("data")), error.get("message")
    supported = _texts(data.get("supported"))
    told = isinstance(message, str) and _ABOUT_VERSION.search(message[:1000]) is not None
    modern = LATEST_MODERN.encode() in seen.message.error
    if seen.incoming and (set(supported) & set(LEGACY_REVISIONS) or (told and not modern)):
        yield _place(
            recorded(
                "initialize was refused because of its version {version}; no other one was offered",
                version=excerpt(seen.asked_params.get("protocolVersion", "")),
            ),
            "error",
        )


@rule(
    "LIFE-04",
    "warning",
    f"{PAGE}#initialization",
    sentence="The server SHOULD NOT send requests other than pings before it received initialized.",
    fix="Send the first request when notifications/initialized has come (oninitialized in TypeScript).",
    kinds=("request",),
    good=_asked(declared='{"roots":{}}')
    + _welcome()
    + '< {"jsonrpc":"2.0","id":6,"method":"ping"}\n'
    + _INITIALIZED
    + _ROOTS,
    bad=_HELLO + _ROOTS,
)
def requests_wait_for_initialized(seen: Seen) -> Iterator[str]:
    """No request but ping comes before the handshake is over."""
    if _too_early(seen) and seen.record.method != "ping":
        yield recorded(
            "{method} came before notifications/initialized was sent", method=excerpt(seen.record.method)
        )


@rule(
    "LIFE-04-notification",
    "info",
    f"{PAGE}#initialization",
    sentence="Before initialized only log messages are expected of a server.",
    fix="Send the first notification when notifications/initialized has come.",
    kinds=("notification",),
    good=_asked() + _welcome(capabilities=_CHANGES) + _LOGGED + _INITIALIZED + _CHANGED,
    bad=_asked() + _welcome(capabilities=_CHANGES) + _CHANGED,
)
def notifications_wait_for_initialized(seen: Seen) -> Iterator[str]:
    """Log messages may come at any time; the page says nothing of other notifications."""
    if _too_early(seen) and seen.record.method != "notifications/message":
        yield recorded(
            "{method} came before notifications/initialized was sent", method=excerpt(seen.record.method)
        )


def _too_early(seen: Seen) -> bool:
    return seen.incoming and seen.state.of(Opening).waits and not seen.state.modern


@rule(
    "LIFE-05",
    "error",
    f"{PAGE}#operation",
    sentence="Both parties MUST only use capabilities that were successfully negotiated.",
    fix="Look at the client's capabilities before asking it, and do without what it does not have.",
    revisions="ABCD",
    kinds=("request",),
    methods=("roots/list", "sampling/createMessage", "elicitation/create"),
    good=_asked(declared='{"roots":{}}') + _welcome() + _INITIALIZED + _ROOTS,
    bad=_HELLO + _INITIALIZED + _ROOTS,
)
def client_can_answer(seen: Seen) -> Iterator[str]:
    """A server asks only for what the client declared. A method of another revision is RPC-27."""
    method = METHODS[seen.record.method]
    if not seen.incoming or not seen.state.of(Opening).declared:
        return
    if seen.state.revision in method.revisions and seen.declared.get(method.gate) is None:
        yield recorded(
            "the server asked {method}, but the client did not declare {gate}",
            method=method.name,
            gate=method.gate,
        )


# -- what the server declares

_GATED: Final = tuple(
    one.name
    for one in METHODS.values()
    if one.sender == "client" and one.gate and not one.name.startswith(("notifications/", "tasks/"))
)
_SUBSCRIBING: Final = ("resources/subscribe", "resources/unsubscribe")


@rule(
    "LIFE-06",
    "error",
    "server/index",
    sentence="Servers that support tools, prompts, resources, completions or logging MUST declare that.",
    fix="Declare the capability of every feature that the server answers.",
    kinds=("response",),
    methods=tuple(name for name in _GATED if name not in (*_SUBSCRIBING, "completion/complete")),  # CMP-03
    good="= 2025-11-25 " + '{"tools":{}}\n> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}',
    bad='= 2025-11-25 {}\n> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}',
)
def features_are_declared(seen: Seen) -> Iterator[str]:
    """What works is declared; once for each capability."""
    yield from _undeclared(seen)


@rule(
    "LIFE-06-subscribe",
    "info",
    "server/resources#capabilities",
    sentence="subscribe says whether a client can be told of changes to single resources.",
    fix="Declare resources with subscribe: true.",
    revisions="ABCD",
    kinds=("response",),
    methods=_SUBSCRIBING,
    good='= 2025-11-25 {"resources":{"subscribe":true}}\n'
    '> {"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"a:b"}}\n< ' + RESULT,
    bad='= 2025-11-25 {"resources":{}}\n'
    '> {"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"a:b"}}\n< ' + RESULT,
)
def subscriptions_are_declared(seen: Seen) -> Iterator[str]:
    """Python's SDK up to 1.x says false whatever the server does, so this is no error."""
    yield from _undeclared(seen)


def _undeclared(seen: Seen) -> Iterator[str]:
    gate = METHODS[seen.record.method].gate
    if (
        not _has_result(seen)
        or not seen.state.revision
        or (gate, seen.state.revision) == ("completions", "A")
    ):
        return
    found: Any = seen.state.capabilities
    for name in gate.split("."):
        found = dict_of(found).get(name)
    if found in (None, False) and seen.first("LIFE-06", gate):
        yield recorded(
            "{method} works, although the capability {gate} is not declared",
            method=seen.record.method,
            gate=gate,
        )


@rule(
    "LIFE-07",
    "warning",
    "basic/lifecycle",
    sentence="Clients ask for the list of every capability that is declared, and show a failure.",
    fix="Answer with a list, be it empty, or do not declare the capability.",
    kinds=("error",),
    methods=LISTS,
    good='= 2025-06-18 {"prompts":{}}\n> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"result":{"prompts":[]}}',
    bad='= 2025-06-18 {"prompts":{}}\n> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
)
def declared_list_is_there(seen: Seen) -> Iterator[str]:
    """What is declared can be listed. RPC-31 is about the other methods."""
    yield from missing(seen)


_LIST: Final = '"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}'


@rule(
    "LIFE-08",
    "error",
    DISCOVER,
    sentence="Servers MUST implement server/discover.",
    fix="Answer server/discover with supportedVersions and capabilities.",
    kinds=ANSWERS,
    good=_probed(_discovered()),
    bad=_probed('"result":{"resultType":"complete","supportedVersions":"2026-07-28","capabilities":{}}'),
)
def discovery_works(seen: Seen) -> Iterator[str | Place]:
    """A server of 2026-07-28 can be discovered. One of an older revision knows the method not."""
    if not seen.incoming or not seen.record.method:
        return
    if seen.record.kind == "response" and seen.record.method == DISCOVER:
        if {"supportedVersions", "resultType"} & set(seen.result):
            yield from _required(seen.result, (), ("capabilities",))
            versions = seen.result.get("supportedVersions")
            if not isinstance(versions, list) or len(_texts(versions)) != len(versions):
                told = recorded(
                    "supportedVersions must be a list of versions; it is {value}", value=excerpt(versions)
                )
                place = ("result", "supportedVersions") if "supportedVersions" in seen.result else ("result",)
                yield _place(told, *place)
    elif seen.record.kind == "error" and seen.record.method == DISCOVER:
        if seen.state.modern and seen.message.error_dict().get("code") == _UNKNOWN_METHOD:
            yield recorded("server/discover is not found")
    elif seen.record.kind == "error" and seen.record.method == "initialize":
        supported = dict_of(seen.message.error_dict().get("data")).get("supported")
        if seen.state.of(Opening).refused and isinstance(supported, list) and LATEST_MODERN in supported:
            yield recorded(
                "initialize names {version} as supported, but server/discover is not found",
                version=LATEST_MODERN,
            )
    elif seen.state.of(Opening).refused and not seen.state.revision and _asked_version(seen):
        if "resultType" in seen.result and seen.first("LIFE-08"):
            yield recorded(
                "{method} is answered as 2026-07-28 has it, but server/discover is not found",
                method=excerpt(seen.record.method),
            )


@rule(
    "LIFE-09",
    "error",
    f"{VERSIONING}#protocol-version-negotiation",
    sentence="A server that does not implement the requested version MUST respond with an error.",
    fix="List every version that the server answers in supportedVersions.",
    kinds=("response",),
    methods=(DISCOVER,),
    good=_probed(_discovered()),
    bad=_probed(_discovered(versions='["2025-11-25"]')),
)
def version_in_use_is_supported(seen: Seen) -> Iterator[Place]:
    """supportedVersions names at least the version of the request that it answers."""
    versions, asked = seen.result.get("supportedVersions"), _asked_version(seen)
    if not seen.incoming or not isinstance(versions, list) or len(_texts(versions)) != len(versions):
        return
    if not versions:
        yield _place(recorded("supportedVersions is empty"), "result", "supportedVersions")
    elif asked and asked not in versions:
        told = recorded(
            "supportedVersions is without {version}, to which the server just answered",
            version=excerpt(asked),
        )
        yield _place(told, "result", "supportedVersions")


@rule(
    "LIFE-10",
    "error",
    f"{VERSIONING}#protocol-version-negotiation",
    sentence="The error MUST list the versions that the server does support (supported, requested).",
    fix="Put supported (a list of versions) and requested (the version asked for) into error.data.",
    kinds=("error",),
    good=_probed(_error(-32022, '{"supported":["2027-01-01"],"requested":"2026-07-28"}')),
    bad=_probed(_error(-32022)),
)
def unsupported_version_names_others(seen: Seen) -> Iterator[Place]:
    """-32022 says which versions there are and which was asked for."""
    data = _refusal(seen, _UNSUPPORTED_VERSION)
    if data is None:
        return
    if not _texts(data.get("supported")):
        yield _place(recorded("-32022 lacks data.supported, a list of versions"), "error")
    if not isinstance(data.get("requested"), str):
        yield _place(recorded("-32022 lacks data.requested, the version that was asked for"), "error")


@rule(
    "LIFE-11",
    "error",
    f"{VERSIONING}#protocol-version-negotiation",
    sentence="The error MUST list the versions that the server does support; the one asked for is none.",
    fix="Answer requests of every version that is listed as supported.",
    kinds=("error",),
    good=_probed(_error(-32022, '{"supported":["2027-01-01"],"requested":"2026-07-28"}')),
    bad=_probed(_error(-32022, '{"supported":["2026-07-28"],"requested":"2026-07-28"}')),
)
def refused_version_is_unsupported(seen: Seen) -> Iterator[Place]:
    """A version that is refused is not among those said to be supported."""
    data, asked = _refusal(seen, _UNSUPPORTED_VERSION), _asked_version(seen)
    if data is not None and asked and asked in _texts(data.get("supported")):
        told = recorded("version {version} is refused and listed as supported", version=excerpt(asked))
        yield _place(told, "error", "data", "supported")


@rule(
    "LIFE-12",
    "info",
    "basic/index#meta",
    sentence="Servers SHOULD include serverInfo on every response.",
    fix="Put io.modelcontextprotocol/serverInfo with name and version into _meta of every result.",
    revisions="E",
    kinds=("response",),
    good=_probed(_discovered()) + _probed(_discovered()),
    bad=STDIO_E + _probed('"result":{"resultType":"complete","tools":[]}', "tools/list"),
)
def server_names_itself(seen: Seen) -> Iterator[Place]:
    """A result says which server made it; told once."""
    if not _has_result(seen) or seen.record.role != "answer":
        return
    info = dict_of(dict_of(seen.result.get("_meta")).get(META + "serverInfo"))
    named = isinstance(info.get("name"), str) and isinstance(info.get("version"), str)
    if not named and seen.first("LIFE-12"):
        yield _place(
            recorded("the result has no _meta member {name} with name and version", name=META + "serverInfo"),
            "result",
        )


@rule(
    "LIFE-13",
    "info",
    f"{VERSIONING}#backward-compatibility-with-initialization-based-versions",
    sentence="A server of modern versions SHOULD name them in any error that it returns to initialize.",
    fix="Name the supported versions in the message of the error that answers initialize.",
    revisions="E",
    kinds=("error",),
    methods=("initialize",),
    good=STDIO_E + _asked() + f'< {{"jsonrpc":"2.0","id":1,{_error(-32601, message="speak 2026-07-28")}}}',
    bad=STDIO_E + _asked() + f'< {{"jsonrpc":"2.0","id":1,{_error(-32601)}}}',
)
def initialize_hears_of_versions(seen: Seen) -> Iterator[Place]:
    """A client of an older revision learns which versions there are."""
    if seen.incoming and not _DATE.search(seen.message.error):
        yield _place(recorded("the error that answers initialize names no version"), "error")


@rule(
    "LIFE-14",
    "error",
    "schema",
    sentence="data of MissingRequiredClientCapabilityError MUST have requiredCapabilities, an object.",
    fix="Put the capabilities that the request needs into error.data.requiredCapabilities.",
    kinds=("error",),
    good=_probed(_error(MISSING_CAPABILITY, '{"requiredCapabilities":{"sampling":{}}}'), "tools/call"),
    bad=_probed(_error(MISSING_CAPABILITY), "tools/call"),
)
def missing_capability_is_named(seen: Seen) -> Iterator[Place]:
    """-32021 says what the client would have to declare."""
    data = _refusal(seen, MISSING_CAPABILITY)
    if data is not None and not isinstance(data.get("requiredCapabilities"), dict):
        yield _place(recorded("-32021 lacks data.requiredCapabilities, an object"), "error")


# -- extensions and capabilities

_LABEL: Final = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_IDENTIFIER: Final = re.compile(rf"({_LABEL}(?:\.{_LABEL})*)/(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?")
_RESERVED: Final = ("mcp", "modelcontextprotocol")
_OFFICIAL: Final = ("ui", "tasks", "oauth-client-credentials", "enterprise-managed-authorization")


@rule(
    "LIFE-16",
    "error",
    f"{VERSIONING}#extension-negotiation",
    sentence="Extension identifiers MUST follow the _meta key naming rules, with a mandatory prefix.",
    fix="Name an extension by a domain of yours and a name: com.example/name.",
    kinds=("response",),
    methods=(DISCOVER,),
    good=_probed(_discovered('{"extensions":{"com.example/audit":{}}}')),
    bad=_probed(_discovered('{"extensions":{"audit":{}}}')),
)
def extensions_are_named(seen: Seen) -> Iterator[Place]:
    """An extension's identifier has a prefix and no other characters than a key of `_meta`."""
    wrong = (name for name in _extensions(seen) if not _IDENTIFIER.fullmatch(name))
    for name in islice(wrong, _MOST):
        told = (
            recorded("extension {name} has characters that an identifier cannot have", name=excerpt(name))
            if "/" in name
            else recorded("extension {name} has no prefix", name=excerpt(name))
        )
        yield _place(told, "result", "capabilities", "extensions", name)


def _reserved(seen: Seen) -> Iterator[tuple[str, str]]:
    """Identifiers under a prefix of the protocol, that may not be known: prefix, identifier."""
    for name in _extensions(seen):
        found = _IDENTIFIER.fullmatch(name)
        labels = found[1].split(".") if found else []
        if len(labels) > 1 and labels[1].lower() in _RESERVED:
            yield f"{'.'.join(labels)}/", name


@rule(
    "LIFE-17",
    "warning",
    "basic/index#meta",
    sentence="Prefixes whose second label is mcp or modelcontextprotocol are reserved for MCP use.",
    fix="Name an extension by a domain of yours: com.example/name.",
    kinds=("response",),
    methods=(DISCOVER,),
    good=_probed(_discovered('{"extensions":{"com.example.mcp/audit":{},"io.modelcontextprotocol/ui":{}}}')),
    bad=_probed(_discovered('{"extensions":{"com.mcp.tools/audit":{}}}')),
)
def reserved_prefixes(seen: Seen) -> Iterator[Place]:
    """Others' extensions stand under others' names."""
    for prefix, name in islice((one for one in _reserved(seen) if one[0] != META), _MOST):
        told = recorded(
            "extension {name} has the reserved prefix {prefix}", name=excerpt(name), prefix=excerpt(prefix)
        )
        yield _place(told, "result", "capabilities", "extensions", name)


@rule(
    "LIFE-17-official",
    "info",
    "basic/index#meta",
    sentence="Prefixes whose second label is mcp or modelcontextprotocol are reserved for MCP use.",
    fix="Keep io.modelcontextprotocol/ for the extensions that MCP publishes.",
    kinds=("response",),
    methods=(DISCOVER,),
    good=_probed(_discovered('{"extensions":{"io.modelcontextprotocol/ui":{}}}')),
    bad=_probed(_discovered('{"extensions":{"io.modelcontextprotocol/audit":{}}}')),
)
def official_extensions(seen: Seen) -> Iterator[Place]:
    """A name under the protocol's own prefix that is not known; it may be newer than this program."""
    new = (name for prefix, name in _reserved(seen) if prefix == META and name[len(META) :] not in _OFFICIAL)
    for name in islice(new, _MOST):
        told = recorded("extension {name} is not known as one that MCP publishes", name=excerpt(name))
        yield _place(told, "result", "capabilities", "extensions", name)


@rule(
    "LIFE-18",
    "error",
    "seps/2663",
    sentence="A server MUST NOT advertise the older tasks capability under a version with the extension.",
    fix="Declare io.modelcontextprotocol/tasks in extensions in the place of tasks.",
    kinds=("response",),
    methods=(DISCOVER,),
    good=_probed(_discovered('{"extensions":{"io.modelcontextprotocol/tasks":{}}}')),
    bad=_probed(_discovered('{"tasks":{"list":{}}}')),
)
def tasks_are_an_extension(seen: Seen) -> Iterator[Place]:
    """The tasks of 2025-11-25 are gone."""
    if _capabilities(seen).get("tasks") is not None:
        told = recorded("the capability tasks is of 2025-11-25; it is an extension now")
        yield _place(told, "result", "capabilities", "tasks")


_FLAGS: Final = {
    "tools": ("listChanged",),
    "prompts": ("listChanged",),
    "resources": ("listChanged", "subscribe"),
}
_OBJECTS: Final = ("tools", "prompts", "resources", "logging", "completions", "experimental")


@rule(
    "LIFE-19",
    "error",
    "schema#ServerCapabilities",
    sentence="A capability MUST be an object, and listChanged and subscribe booleans (ServerCapabilities).",
    fix="Declare a capability as an object, {} where it has no settings.",
    kinds=("response",),
    methods=("initialize", DISCOVER),
    good=_asked() + _welcome(capabilities='{"tools":{"listChanged":true},"logging":{},"own":1}'),
    bad=_asked() + _welcome(capabilities='{"tools":true}'),
)
def capabilities_are_objects(seen: Seen) -> Iterator[Place]:
    """Capabilities have the types of the schema; others than it names may be anything."""
    for path, flag, value in islice(_mistyped(seen), _MOST):
        name = ".".join(map(excerpt, path))
        told = (
            recorded(
                "the capability {name} must be true or false; it is {value}", name=name, value=excerpt(value)
            )
            if flag
            else recorded(
                "the capability {name} must be an object; it is {value}", name=name, value=excerpt(value)
            )
        )
        yield _place(told, "result", "capabilities", *path)


def _mistyped(seen: Seen) -> Iterator[tuple[tuple[str, ...], bool, object]]:
    """Path, whether it has to be true or false, value. What is null is no capability and another finding."""
    capabilities = _capabilities(seen)
    discovered = seen.record.method == DISCOVER
    also = ("extensions",) if discovered else ()
    if seen.result.get("protocolVersion") == LATEST_LEGACY:
        also = ("tasks",)
    for name in (*_OBJECTS, *also):
        value = capabilities.get(name)
        if value is not None and not isinstance(value, dict):
            yield (name,), False, value
        for flag in _FLAGS.get(name, ()):
            found = dict_of(value).get(flag)
            if found is not None and not isinstance(found, bool):
                yield (name, flag), True, found
        if name in ("experimental", "extensions", "tasks"):
            for inner, found in dict_of(value).items():
                known = name != "tasks" or inner in ("list", "cancel", "requests")
                if known and found is not None and not isinstance(found, dict):
                    yield (name, inner), False, found


_INPUT: Final = (
    '"result":{"resultType":"input_required","inputRequests":{"a":{"method":"%s","params":{}}},'
    '"requestState":"s","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x","version":"1"}}}'
)


@rule(
    "LIFE-20",
    "info",
    "deprecated",
    sentence="Roots, sampling and logging are deprecated; new implementations SHOULD NOT adopt them.",
    fix="Take paths as arguments, call a model yourself, and log to stderr or OpenTelemetry.",
    kinds=("response",),
    methods=(DISCOVER, "tools/call", "prompts/get", "resources/read"),
    good=_probed(_discovered('{"tools":{}}')),
    bad=_probed(_discovered('{"logging":{}}')),
)
def deprecated_features(seen: Seen) -> Iterator[Place]:
    """What will be gone; once for each feature."""
    if not seen.incoming:
        return
    if seen.record.method == DISCOVER:
        if _capabilities(seen).get("logging") is not None and seen.first("LIFE-20", "logging"):
            yield _place(
                recorded("{feature} is deprecated", feature="logging"), "result", "capabilities", "logging"
            )
        return
    if not seen.state.modern or seen.result.get("resultType") != "input_required":
        return
    for key, asked in dict_of(seen.result.get("inputRequests")).items():
        method = dict_of(asked).get("method")
        if method in ("roots/list", "sampling/createMessage") and seen.first("LIFE-20", method):
            told = recorded("{feature} is deprecated", feature=method)
            yield _place(told, "result", "inputRequests", key)
