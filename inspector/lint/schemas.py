"""TOOL-04 to -06, -11, -27: JSON Schemas of tools, and values by them. Source: protocol reference 8.7."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

import msgspec

from inspector.lint.rules import Place, Question, rule
from inspector.lint.seen import Memory, Seen, dict_of, keep, remembers
from inspector.schema.faults import short
from inspector.schema.problem import Problem, faults
from inspector.translation import recorded

PAGE: Final = "basic/index#json-schema-usage"
_LIST: Final = '> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
_TOOLS: Final = '< {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":%s}]%s}}'


def _listed(schema: str, revision: str = "2025-11-25") -> str:
    more = ',"resultType":"complete","ttlMs":0,"cacheScope":"private"' if revision >= "2026" else ""
    return f"= {revision}\n" + _LIST + _TOOLS % (schema, more)


_GOOD: Final = '{"type":"object","properties":{"b":{"$ref":"#/$defs/c"}},"$defs":{"c":{"type":"string"}}}'


def _schemas(seen: Seen) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What each schema of a list of tools is, the schema, and its pointer."""
    tools = seen.result.get("tools")
    names = ("inputSchema", "outputSchema") if seen.state.revision in "CDE" else ("inputSchema",)
    for number, tool in enumerate(tools if seen.incoming and isinstance(tools, list) else ()):
        for name in names:
            schema = dict_of(tool).get(name)
            if isinstance(schema, dict):
                what = f"{name} of {short(str(tool.get('name')))}"
                yield what, schema, f"/result/tools/{number}/{name}"


def _asked(seen: Seen, keyword: str, sentence: str) -> Iterator[Question]:
    for what, schema, base in _schemas(seen):
        yield Question(schema, None, partial(_faults, keyword, sentence, what, base))


def _faults(keyword: str, sentence: str, what: str, base: str, problems: list[Problem]) -> Iterator[Place]:
    for one in problems:
        # A pattern may be one of ECMA-262 that the validator does not know.
        if one.keyword == keyword and not (keyword == "schema" and '"regex"' in one.message):
            yield Place(sentence.format(what=what, reason=one.message.rstrip(".")), base + one.pointer)


@rule(
    "TOOL-04",
    "error",
    PAGE,
    sentence="Schemas MUST be valid according to their declared or default dialect.",
    fix="Check the schema against its metaschema (2020-12 where it has no $schema).",
    methods=("tools/list",),
    kinds=("response",),
    softer="ABC",
    good=_listed(_GOOD),
    bad=_listed('{"type":"object","properties":{"b":{"type":"text"}}}'),
)
def schema_is_valid(seen: Seen) -> Iterator[Question]:
    """A tool's schema is a JSON Schema of its dialect."""
    return _asked(seen, "schema", recorded("{what} is not a valid JSON Schema: {reason}"))


@rule(
    "TOOL-05",
    "warning",
    PAGE,
    sentence="Clients support 2020-12, and SHOULD say so where they do not know a dialect.",
    fix='Name a published dialect in $schema, best "https://json-schema.org/draft/2020-12/schema", or none.',
    methods=("tools/list",),
    kinds=("response",),
    revisions="DE",
    good=_listed('{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}'),
    bad=_listed('{"$schema":"https://x.example/schema","type":"object"}'),
)
def dialect_is_known(seen: Seen) -> Iterator[Question]:
    """$schema names one of the published dialects."""
    return _asked(seen, "dialect", recorded("{what} names an unknown dialect: {reason}"))


@rule(
    "TOOL-06",
    "warning",
    "basic/index#ref-resolution",
    sentence="Clients MUST NOT fetch a $ref to a network URI by themselves: the schema is not usable.",
    fix="Put what is referred to into $defs of the same schema.",
    methods=("tools/list",),
    kinds=("response",),
    revisions="E",
    good=_listed(_GOOD, "2026-07-28"),
    bad=_listed('{"type":"object","properties":{"b":{"$ref":"https://x.example/b"}}}', "2026-07-28"),
)
def references_stay_inside(seen: Seen) -> Iterator[Question]:
    """No $ref leads out of the schema."""
    return _asked(seen, "outside", recorded("{what} refers to what is outside of it: {reason}"))


@rule(
    "TOOL-06-local",
    "error",
    "basic/index#ref-resolution",
    sentence="A $ref MUST lead to a schema (JSON Schema, core, 8.2.3.1); clients reject one that does not.",
    fix="Define what the $ref names, or take the reference out.",
    methods=("tools/list",),
    kinds=("response",),
    good=_listed(_GOOD),
    bad=_listed('{"type":"object","properties":{"b":{"$ref":"#/$defs/c"}}}'),
)
def references_lead_somewhere(seen: Seen) -> Iterator[Question]:
    """A $ref into the same schema finds something there."""
    return _asked(seen, "reference", recorded("{what} has a reference that leads nowhere: {reason}"))


@rule(
    "TOOL-27",
    "warning",
    "basic/index#composition",
    sentence="Clients SHOULD bound depth, subschemas and time: arguments of such a tool go unchecked.",
    fix="Make the schema smaller or flatter.",
    methods=("tools/list",),
    kinds=("response",),
    revisions="E",
    good=_listed(_GOOD, "2026-07-28"),
    bad=_listed('{"type":"object","not":' + '{"not":' * 210 + "{}" + "}" * 211, "2026-07-28"),
)
def schema_is_bounded(seen: Seen) -> Iterator[Question]:
    """A schema is no larger and no deeper than clients bear."""
    return _asked(seen, "limit", recorded("{what} is too much to check: {reason}"))


@remembers
class Promised(Memory):
    """The outputSchema of each tool, as listed last."""

    kinds = ("response",)

    def __init__(self) -> None:
        self.schemas: dict[str, dict[str, Any]] = {}

    def remember(self, seen: Seen) -> None:
        listed = seen.incoming and seen.record.method == "tools/list"
        for name, schema in seen.of_body(_promised) if listed else ():
            if schema is not None:
                keep(self.schemas, name, schema)
            else:
                self.schemas.pop(name, None)


def _promised(seen: Seen) -> list[tuple[str, dict[str, Any] | None]]:
    tools = seen.result.get("tools")
    found = [
        (one.get("name"), one.get("outputSchema"))
        for one in map(dict_of, tools if isinstance(tools, list) else ())
    ]
    return [
        (name, schema if isinstance(schema, dict) else None)
        for name, schema in found
        if isinstance(name, str)
    ]


class _Result(msgspec.Struct):
    structuredContent: msgspec.Raw = msgspec.Raw(b"")  # absent; null is a value


_PROMISE: Final = (
    _listed(
        '{"type":"object"},"outputSchema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}'
    )
    + '\n> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}\n'
    + '< {"jsonrpc":"2.0","id":2,"result":{"content":[],"structuredContent":{"n":%s}}}'
)


@rule(
    "TOOL-11",
    "error",
    "server/tools#output-schema",
    sentence="If an output schema is provided, servers MUST provide structured results that conform to it.",
    fix="Make structuredContent from the same type that outputSchema is made from.",
    methods=("tools/call",),
    kinds=("response",),
    revisions="CDE",
    good=_PROMISE % 1,
    bad=_PROMISE % '"1"',
)
def structured_content_conforms(seen: Seen) -> Iterator[Question]:
    """structuredContent is what the tool's outputSchema promises."""
    name = seen.asked_params.get("name") or (seen.exchange.target if seen.exchange else "")
    schema = seen.state.of(Promised).schemas.get(name) if seen.incoming and isinstance(name, str) else None
    result = seen.result
    if schema is None or result.get("isError") is True or result.get("resultType", "complete") != "complete":
        return
    if "structuredContent" not in result:
        return
    if not seen.state.modern and not isinstance(result["structuredContent"], dict):
        return  # TOOL-12 says so
    try:
        content = bytes(msgspec.json.decode(seen.message.result, type=_Result).structuredContent)
    except (msgspec.DecodeError, RecursionError):
        return
    yield Question(schema, content.decode("utf-8", "replace"), partial(_differs, short(name)))


def _differs(name: str, problems: list[Problem]) -> Iterable[Place]:
    base = "/result/structuredContent"
    for one in faults(problems):
        sentence = recorded(
            "structuredContent of {name} does not match its outputSchema at {pointer}: {problem}",
            name=name,
            pointer=short(one.pointer) or "/",
            problem=one.message,
        )
        yield Place(sentence, base + one.pointer)
