"""RES-01: messages of the server held against the official schema. Source: protocol reference 8.5, 9."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Final

from inspector.lint.rules import RULES, Place, Question, rule
from inspector.lint.seen import Seen
from inspector.protocol.methods import LATEST_LEGACY, LATEST_MODERN, LEGACY_REVISIONS, METHODS
from inspector.schema.faults import short
from inspector.schema.official import Shape
from inspector.schema.problem import Problem, faults
from inspector.translation import recorded

INSTEAD: Final = (
    ("initialize", "/result/protocolVersion", "LIFE-01"),
    ("initialize", "/result/capabilities", "LIFE-01"),
    ("initialize", "/result/serverInfo", "LIFE-01"),
    ("initialize", "/result/serverInfo/name", "LIFE-01"),
    ("initialize", "/result/serverInfo/version", "LIFE-01"),
    ("initialize", "/result/capabilities/**", "LIFE-19"),
    ("server/discover", "/result/capabilities/**", "LIFE-19"),
    ("server/discover", "/result/supportedVersions", "LIFE-09"),
    ("*", "/result/resultType", "RES-02"),
    ("*", "/result/inputRequests", "RES-05"),
    ("*", "/result/inputRequests/**", "RES-06"),
    ("*", "/result/requestState", "RES-08"),
    ("*", "/result/ttlMs", "RES-10"),
    ("*", "/result/cacheScope", "RES-11"),
    ("*", "/result/nextCursor", "PAGE-01"),
    ("completion/complete", "/result/completion/values", "CMP-01"),
    ("*", "/**/icons/*/src", "RES-20"),
    ("*", "/**/annotations/audience/**", "RSC-10"),
    ("*", "/**/annotations/priority", "RSC-10"),
    ("*", "/**/annotations/lastModified", "RSC-10"),
    ("tools/list", "/result/tools/*/inputSchema", "TOOL-03"),
    ("tools/list", "/result/tools/*/inputSchema/type", "TOOL-03"),
    ("tools/list", "/result/tools/*/inputSchema/**", "TOOL-04"),
    ("tools/list", "/result/tools/*/outputSchema/type", "TOOL-09"),
    ("tools/list", "/result/tools/*/outputSchema/**", "TOOL-04"),
    ("tools/list", "/result/tools/*/execution/taskSupport", "TOOL-25"),
    ("tools/call", "/result/structuredContent", "TOOL-12"),
    ("tools/call", "/result/content", "TOOL-14"),
    ("tools/call", "/result/content/*/type", "TOOL-15"),
    ("resources/list", "/result/resources/*/uri", "RSC-01"),
    ("resources/read", "/result/contents/*", "RSC-04"),
    ("resources/read", "/result/contents/*/uri", "RSC-04"),
    ("resources/read", "/result/contents/*/text", "RSC-04"),
    ("resources/read", "/result/contents/*/blob", "RSC-04"),
    ("prompts/get", "/result/messages", "PRM-04"),
    ("prompts/get", "/result/messages/*/role", "PRM-02"),
    ("subscriptions/listen", "/result/_meta", "NTF-17"),
    ("subscriptions/listen", "/result/_meta/*", "NTF-17"),
    ("notifications/message", "/params/level", "NTF-09"),
    ("elicitation/create", "/params/requestedSchema/**", "CLI-01"),
    ("elicitation/create", "/params/url", "CLI-03"),
    ("elicitation/create", "/params/elicitationId", "CLI-04"),
    ("sampling/createMessage", "/params/maxTokens", "CLI-12"),
    ("sampling/createMessage", "/params/modelPreferences/*", "CLI-12"),
)
"""(method, pointer, rule): where another rule says the same in better words. `*` is one step or any method,
`**` any number of steps (at the end also none). A rule that is not there, or not in the revision, takes no
place."""

_SINCE: Final = {
    "B": (
        "/params/message",
        "/result/capabilities/completions",
        "/result/tools/*/annotations/**",
    ),
    "C": (
        *("/**/title", "/**/lastModified", "/result/*/**/_meta", "/result/structuredContent"),
        "/result/tools/*/outputSchema/**",
    ),
    "D": (
        *("/**/icons/**", "/result/serverInfo/description", "/result/serverInfo/websiteUrl"),
        *(
            "/result/tools/*/execution/**",
            "/result/capabilities/tasks/**",
            "/result/tools/*/inputSchema/$schema",
        ),
        *(
            "/params/tools/**",
            "/params/toolChoice/**",
            "/params/task/**",
            "/params/mode",
            "/params/elicitationId",
        ),
    ),
}
"""Members by the revision that brought them. An older one is read by the schema of D too: there they are what
a server likes."""


def _of(senders: tuple[str, ...], *, notifications: bool) -> tuple[str, ...]:
    names = (name for name, method in METHODS.items() if method.sender in senders and "task" not in name)
    return tuple(name for name in names if name.startswith("notifications/") == notifications)


_OURS: Final = ("client", "both")
_THEIRS: Final = ("server", "both")
_PROMPTS: Final = '= 2025-11-25\n> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}\n'
_NOTE: Final = (
    '= 2025-11-25\n< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"%s}}'
)


@rule(
    "RES-01",
    "error",
    "schema",
    sentence="A result MUST have what the schema of its method requires, of the types that it names.",
    fix="Look the result up in the schema of the negotiated revision; an SDK's own types keep to it.",
    kinds=("response",),
    methods=_of(_OURS, notifications=False),
    good=_PROMPTS + '< {"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"a"}]}}',
    bad=_PROMPTS + '< {"jsonrpc":"2.0","id":1,"result":{"prompts":[{"title":"a"}]}}',
)
def result_has_its_shape(seen: Seen) -> Iterator[Question]:
    """A result is what the schema says of its method."""
    kind = "result" if seen.state.modern or seen.record.method == "server/discover" else ""
    if not seen.incoming or seen.record.kind != "response" or "task" in seen.result:
        return  # what became a task is looked at by TSK-04
    if seen.message.result.lstrip()[:1] != b"{":
        return  # RPC-14
    if kind and seen.result.get("resultType", "complete") != "complete":
        if seen.result["resultType"] != "input_required" or seen.record.method not in _ASKING:
            return
        kind = "input_required"
    text = seen.message.result.decode("utf-8", "replace")
    yield _question(seen, kind or "result", bool(kind), text, "/result")


_ASKING: Final = ("tools/call", "prompts/get", "resources/read")


@rule(
    "RES-01-sent",
    "error",
    "schema",
    sentence="The params of a request or notification MUST be what the schema of its method says.",
    fix="Look the method up in the schema of the negotiated revision; an SDK's own types keep to it.",
    kinds=("request", "notification"),
    methods=(*_of(_THEIRS, notifications=False), *_of(_THEIRS, notifications=True)),
    good=_NOTE % ',"data":1',
    bad=_NOTE % "",
)
def params_have_their_shape(seen: Seen) -> Iterator[Question]:
    """What the server sends by itself is what the schema says of its method."""
    revision = seen.state.revision
    an_object = isinstance(seen.top.get("params", {}), dict)  # else RPC-18
    if seen.incoming and an_object and revision and revision in METHODS[seen.record.method].revisions:
        text = seen.record.raw.decode("utf-8", "replace")
        yield _question(seen, seen.record.kind, seen.state.modern, text, "")


def _question(seen: Seen, kind: str, modern: bool, text: str, base: str) -> Question:
    revision = seen.state.revision
    if not revision:  # it is the answer that settles it
        agreed = seen.result.get("protocolVersion")
        legacy = LEGACY_REVISIONS.index(agreed) if agreed in LEGACY_REVISIONS else 0
        revision = "E" if modern else "ABCD"[legacy]
    schema = _shape(LATEST_MODERN if modern else LATEST_LEGACY, kind, seen.record.method)
    return Question(schema, text, partial(_told, seen.record.method, revision, base))


@cache
def _shape(revision: str, kind: str, method: str) -> Shape:
    """Always the same object: the validator knows schemas by identity."""
    return Shape(revision, kind, method)


def _told(method: str, revision: str, base: str, problems: list[Problem]) -> Iterator[Place]:
    wrong = faults(problems)
    tags = {one.pointer.removesuffix("/type") for one in wrong if one.keyword in ("const", "enum")}
    for one in wrong:
        pointer = base + one.pointer
        around, _, last = one.pointer.rpartition("/")
        if one.is_union and any(other.pointer.startswith(one.pointer + "/") for other in wrong):
            continue  # what it lacks is said at its parts
        if around in tags and last != "type":
            continue  # of another type nothing else is known
        if not (base or pointer.startswith("/params")) or _is_said_elsewhere(method, pointer, revision):
            continue
        yield Place(
            recorded(
                "{method} does not match the schema at {pointer}: {problem}",
                method=method,
                pointer=short(pointer),
                problem=one.message,
            ),
            pointer,
        )


def _is_said_elsewhere(method: str, pointer: str, revision: str) -> bool:
    """Another rule speaks of it, or none, as the revision does not have that member."""
    later = (glob for since, globs in _SINCE.items() if revision < since for glob in globs)
    if any(_pattern(glob).fullmatch(pointer) for glob in later):
        return True
    return any(
        revision in RULES[name].revisions
        for of, glob, name in INSTEAD
        if of in ("*", method) and name in RULES and _pattern(glob).fullmatch(pointer)
    )


@cache
def _pattern(glob: str) -> re.Pattern[str]:
    steps = [
        ".*" if step == "**" else re.escape(step).replace(r"\*", "[^/]*") for step in glob.split("/")[1:]
    ]
    text = "".join(f"/{step}" for step in steps)
    return re.compile(text.removesuffix("/.*") + "(/.*)?" * text.endswith("/.*"), re.DOTALL)
