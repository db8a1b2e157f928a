"""The cases: a schema as a tool has it, a JSON text, and whether the schema allows it.

Everything comes from files of others, so nothing in them is taken for granted: what has not the expected
shape is left out and counted, and a case of odd content is a case like any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.forms.hostile import HOSTILE
from tests.forms.instances import texts_for
from tests.forms.sizes import sized
from tests.forms.wrapping import wrapped

__all__ = ["CORPORA", "Case", "Sources", "cases_of"]

SHARED: Final = Path(__file__).resolve().parents[3] / "shared"


@dataclass(frozen=True, slots=True)
class Case:
    """schema: decoded. text: JSON. valid: what the corpus says of the text; None: it says nothing.

    notes: what a measure needs beside these (the assertions of C4, the pointer of a mutation).
    """

    corpus: str
    name: str
    schema: Any
    text: str
    valid: bool | None = True
    notes: Any = None


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the files are. Those of others: any file and folder of the same shape."""

    suite: Path = SHARED / "json-schema-test-suite"
    cases: Path = SHARED / "schemastore" / "cases.json"
    tools: Path = SHARED / "corpus"


@cache
def cases_of(corpus: str, sources: Sources) -> tuple[Case, ...]:
    """All cases of a corpus; none when its files are not there."""
    return tuple(CORPORA[corpus](sources))


# -- the suites of JSON Schema -------------------------------------------------------------------------


def _suite(sources: Sources) -> Iterator[Case]:
    """C1: 2020-12, mandatory, nothing remote; each schema as one property of a tool."""
    folder = sources.suite / "tests" / "draft2020-12"
    yield from _groups("C1", folder, "")
    if folder.is_dir():
        yield from _plain_lists("C1")


def _older(sources: Sources) -> Iterator[Case]:
    """C3: draft-07, mandatory; and the formats of 2020-12; formats are asserted in both.

    The mandatory format.json is left out: its cases hold for those who do not assert formats.
    """
    draft_7 = "http://json-schema.org/draft-07/schema#"
    yield from _groups("C3", sources.suite / "tests" / "draft7", draft_7, asserted=True, but=("format",))
    formats = sources.suite / "tests" / "draft2020-12" / "optional" / "format"
    yield from _groups("C3", formats, "", asserted=True)


def _groups(
    corpus: str, folder: Path, dialect: str, *, asserted: bool = False, but: tuple[str, ...] = ()
) -> Iterator[Case]:
    for file in sorted(folder.glob("*.json")):
        if file.stem in but:
            continue
        for group in _listed(_decoded(file)):
            tests = [test for test in _listed(_raw(group, "tests")) if "data" in test]
            schema = _value(group, "schema")
            expected = [(_text(test["data"]), _value(test, "valid") is True) for test in tests]
            verdicts = [(f'{{"v": {text}}}', valid) for text, valid in expected]
            tool = wrapped(schema, dialect, verdicts, formats=asserted)
            if tool is None:
                continue  # it needs what only a network has
            for test, (text, valid) in zip(tests, expected, strict=True):
                name = f"{file.stem}: {_value(group, 'description')}: {_value(test, 'description')}"
                yield Case(corpus, name, tool, f'{{"v": {text}}}', valid, {"asserted": asserted})


_OTHER_DIALECTS: Final = ("9999", "<=2019", "<=7", "<=6", "<=4")
"""Of groups that are not for 2020-12: for a dialect to come, or (`<=`) for older ones only."""


def _annotations(sources: Sources) -> Iterator[Case]:
    """C4: what the schema says about a place of the value; the assertions are in `notes`."""
    for file in sorted((sources.suite / "annotations" / "tests").glob("*.json")):
        whole = _fields(_decoded(file))
        for group in _listed(whole.get("suite")):
            if str(_value(group, "compatibility")) in _OTHER_DIALECTS:
                continue
            schema = _value(group, "schema")
            for number, test in enumerate(_listed(_raw(group, "tests"))):
                text = f'{{"v": {_text(test["instance"])}}}'
                tool = wrapped(schema, "", [])
                assertions = _value(test, "assertions")
                name = f"{file.stem}: {_value(group, 'description')} {number}"
                yield Case("C4", name, tool, text, None, assertions)


# -- schemas and tools of others -----------------------------------------------------------------------


def _store(sources: Sources) -> Iterator[Case]:
    """C2: a file in the shape of SchemaStore's cases: [{name, schema, pos: [{name, data}], neg: […]}]."""
    if not sources.cases.is_file():
        return
    for number, entry in enumerate(_listed(_decoded(sources.cases))):
        schema = _value(entry, "schema")
        name = _value(entry, "name")
        for key, valid in (("pos", True), ("neg", False)):
            for place, instance in enumerate(_listed(_raw(entry, key))):
                if "data" in instance:
                    label = f"{name or number}: {_value(instance, 'name') or f'{key} {place}'}"
                    yield Case("C2", label, schema, _text(instance["data"]), valid)
    yield from _plain_lists("C2")


def _hostile(sources: Sources) -> Iterator[Case]:
    """C5: schemas and values made to hang or kill whoever looks at them."""
    for name, make in HOSTILE:
        schema, text = make()
        yield Case("C5", name, schema, text, None)


def _tools(sources: Sources) -> Iterator[Case]:
    """C6: every tool of a folder of files {tools: [{name, inputSchema}]}, and some with headers of ours.

    The values are made from the schemas (instances.py), and only those that are valid are taken.
    """
    found = [("headers", name, schema) for name, schema in HEADERS.items()]
    for file in sorted(sources.tools.glob("*.json")):
        for tool in _tools_of(_decoded(file)):
            found.append((file.stem, str(_value(tool, "name")), _value(tool, "inputSchema")))
    for server, name, schema in found:
        for number, text in enumerate(texts_for(schema)):
            yield Case("C6", f"{server}: {name} #{number}", schema, text, True)
    yield from _plain_lists("C6")


def _plain_lists(corpus: str) -> Iterator[Case]:
    """What every corpus must have: lists of numbers, and shapes that differ in one constant."""
    for number, (value, items) in enumerate(PLAIN_LISTS):
        schema = {"type": "object", "properties": {"v": {"type": "array", "items": items}}, "required": ["v"]}
        yield Case(corpus, f"own: list {number}", schema, json.dumps({"v": value}), True)


def _tagged(key: str, tag: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {key: tag, **more}, "required": [key, *more]}


PLAIN_LISTS: Final[tuple[tuple[list[Any], Any], ...]] = (
    ([99, 7, 0], {"type": "integer"}),
    ([1.5, -2, 990], {"type": "number", "minimum": -5}),
    ([12, 3], {"type": "integer", "default": 30}),
    ([[1, 2], [], [30]], {"type": "array", "items": {"type": "number"}}),
    ([5, 6], {"type": ["number", "null"], "exclusiveMinimum": 1}),
    ([{"n": 4}, {"n": 10}], _tagged("n", {"type": "integer"})),
    (
        [{"kind": "wire"}, {"kind": "card", "number": 41}],
        {
            "oneOf": [
                _tagged("kind", {"const": "card"}, number={"type": "integer"}),
                _tagged("kind", {"enum": ["wire"]}),
            ]
        },
    ),
)
"""A list, and the schema of its items."""


def _tools_of(raw: msgspec.Raw) -> list[_Fields]:
    """Of `{"tools": […]}`, of a whole answer `{"result": {"tools": […]}}`, of a bare list."""
    whole = _fields(raw)
    return _listed(whole.get("tools") or _fields(whole.get("result")).get("tools") or raw)


def _sized(sources: Sources) -> Iterator[Case]:
    """S: forms and documents of sizes that are typed into."""
    for name, schema, text in sized():
        yield Case("S", name, schema, text, True)


HEADERS: Final[dict[str, Any]] = {
    "header of each type": {
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "count": {"type": "integer", "x-mcp-header": "Count", "minimum": -9007199254740991},
            "dry": {"type": "boolean", "x-mcp-header": "Dry-Run"},
        },
        "required": ["region"],
    },
    "header in a nested object": {
        "type": "object",
        "properties": {
            "target": {
                "type": "object",
                "properties": {"tenant": {"type": "string", "x-mcp-header": "Tenant"}},
                "required": ["tenant"],
            },
            "text": {"type": "string"},
        },
    },
    "header that may be null": {
        "type": "object",
        "properties": {"trace": {"type": ["string", "null"], "x-mcp-header": "Trace", "maxLength": 40}},
    },
    "header of an enum": {
        "type": "object",
        "properties": {"tier": {"enum": ["free", "pro — 한국어"], "x-mcp-header": "Tier"}},
        "required": ["tier"],
    },
}


CORPORA: Final[dict[str, Callable[[Sources], Iterator[Case]]]] = {
    "C1": _suite,
    "C2": _store,
    "C3": _older,
    "C4": _annotations,
    "C5": _hostile,
    "C6": _tools,
    "S": _sized,
}


# -- reading what others wrote -------------------------------------------------------------------------

_Fields = dict[str, msgspec.Raw]


def _decoded(file: Path) -> msgspec.Raw:
    """What a file holds, whatever it is; a folder, or what cannot be read, holds nothing."""
    with suppress(OSError):
        return msgspec.Raw(file.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    return msgspec.Raw(b"null")


def _fields(raw: msgspec.Raw | None) -> _Fields:
    """The members of an object, their values as they are written; nothing else has any."""
    try:
        return msgspec.json.decode(raw, type=_Fields) if raw is not None else {}
    except msgspec.DecodeError:
        return {}


def _listed(raw: msgspec.Raw | None) -> list[_Fields]:
    """The objects of a list; what is none is left out."""
    try:
        items = msgspec.json.decode(raw, type=list[msgspec.Raw]) if raw is not None else []
    except msgspec.DecodeError:
        return []
    return [fields for item in items if (fields := _fields(item))]


def _raw(fields: _Fields, key: str) -> msgspec.Raw | None:
    return fields.get(key)


def _value(fields: _Fields, key: str) -> Any:
    """A decoded member, None when it is missing."""
    raw = fields.get(key)
    return None if raw is None else json.loads(bytes(raw))


def _text(raw: msgspec.Raw) -> str:
    """The text as its author wrote it; one that stands in one line gets lines, token by token."""
    written = bytes(raw)
    if b"\n" not in written and len(written) > 60:
        with suppress(msgspec.DecodeError):
            written = msgspec.json.format(written, indent=2)
    return written.decode("utf-8", "surrogatepass").strip()
