"""`x-mcp-header`: arguments of a tool that are repeated as HTTP headers, and when a tool is unfit for that.

Source: MCP 2026-07-28, transports/streamable-http (custom headers, value encoding) and server/tools
(x-mcp-header). Pure; the schema is a server's and may be anything.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from inspector.protocol.wire import Headers
from inspector.translation import recorded

__all__ = [
    "KEYWORD",
    "HeaderFault",
    "ParamHeader",
    "encode_header",
    "faults_of_headers",
    "header_faults",
    "header_rows",
    "header_value",
    "marked",
    "param_headers",
]

KEYWORD: Final = "x-mcp-header"
PREFIX: Final = "Mcp-Param-"

_TOKEN: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")  # RFC 9110, section 5.6.2
_PLAIN: Final = re.compile(r"[\x20-\x7e]*")
_TYPES: Final = ("string", "integer", "boolean")
_SAFE_INTEGER: Final = 2**53 - 1
# Keywords whose values are schemas too. `properties` alone keeps a position reachable; what is data
# (default, examples, const, enum) is not looked into, and a $ref is never followed.
_ONE: Final = (
    *("items", "contains", "additionalItems", "unevaluatedItems", "propertyNames", "contentSchema"),
    *("additionalProperties", "unevaluatedProperties", "not", "if", "then", "else"),
)
_SEVERAL: Final = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
_NAMED: Final = ("patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions")

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParamHeader:
    """One marked argument. path: the `properties` keys that lead to it; value: as sent, None: no header."""

    path: Path
    header: str
    value: str | None


class HeaderFault(NamedTuple):
    """kind: name, duplicate, type or place. path: of `properties` keys; None: other keywords lead there."""

    kind: str
    message: str
    path: Path | None


def header_faults(schema: Any) -> list[str]:
    """Why a tool with this inputSchema must not be used over modern HTTP; empty for a sound one."""
    return [fault.message for fault in faults_of_headers(schema)]


def faults_of_headers(schema: Any) -> Iterator[HeaderFault]:
    """Every fault of every annotation of the schema."""
    taken: dict[str, str] = {}
    for path, where, sub in marked(schema):
        token = sub[KEYWORD]
        if path is None:
            message = recorded(
                "{where}: {keyword} is not reachable from the root through `properties` alone",
                where=where,
                keyword=KEYWORD,
            )
            yield HeaderFault("place", message, path)
        elif not path:
            message = recorded("{keyword} is at the root of the schema", keyword=KEYWORD)
            yield HeaderFault("place", message, path)
        if token == "":
            message = recorded("{where}: {keyword} is empty", where=where, keyword=KEYWORD)
            yield HeaderFault("name", message, path)
        elif not isinstance(token, str):
            message = recorded("{where}: {keyword} is not a string", where=where, keyword=KEYWORD)
            yield HeaderFault("name", message, path)
        elif not _TOKEN.fullmatch(token):
            message = recorded(
                "{where}: {keyword} {token} is not a header name (RFC 9110 token)",
                where=where,
                keyword=KEYWORD,
                token=repr(token),
            )
            yield HeaderFault("name", message, path)
        elif token.lower() in taken:
            message = recorded(
                "{where}: {keyword} {token} is already used by {taken}",
                where=where,
                keyword=KEYWORD,
                token=repr(token),
                taken=taken[token.lower()],
            )
            yield HeaderFault("duplicate", message, path)
        else:
            taken[token.lower()] = where
        if path and sub.get("type") not in _TYPES:
            message = recorded(
                "{where}: {keyword} requires the type string, integer or boolean",
                where=where,
                keyword=KEYWORD,
            )
            yield HeaderFault("type", message, path)


def param_headers(schema: Any, arguments: Any) -> Headers:
    """`Mcp-Param-*` headers of a call with these arguments (decoded)."""
    rows = header_rows(schema, arguments)
    return tuple((one.header, one.value) for one in rows if one.value is not None)


def header_rows(schema: Any, arguments: Any) -> list[ParamHeader]:
    """Every soundly marked argument in the order of the schema, with the value its header gets.

    Absent, null and what no header can carry get none. Of two annotations with the same header name the
    first counts: a header must not be sent twice.
    """
    rows: dict[str, ParamHeader] = {}
    for path, _where, sub in marked(schema):
        token = sub[KEYWORD]
        if not path or not isinstance(token, str) or not _TOKEN.fullmatch(token):
            continue
        if sub.get("type") in _TYPES:
            encoded = header_value(_at(arguments, path))
            rows.setdefault(token.lower(), ParamHeader(path, PREFIX + token, encoded))
    return list(rows.values())


def header_value(value: Any) -> str | None:
    """The header's value for a decoded argument; None: no header can carry it."""
    text = _header_text(value)
    return None if text is None else encode_header(text)


def encode_header(value: str) -> str:
    """Plain printable ASCII as it is; anything else as `=?base64?...?=` of its UTF-8."""
    looks_encoded = value.startswith("=?base64?") and value.endswith("?=")
    if _PLAIN.fullmatch(value) and value == value.strip() and not looks_encoded:
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'surrogatepass')).decode()}?="


def marked(schema: Any) -> Iterator[tuple[Path | None, str, dict[str, Any]]]:
    """(path, place for people, subschema) of every annotation; path None: reached by another keyword too.

    In the order of the schema; an explicit stack bears any depth.
    """
    waiting: list[tuple[Path | None, str, Any]] = [((), "", schema)]
    while waiting:
        path, where, node = waiting.pop()
        if not isinstance(node, dict):
            continue
        if KEYWORD in node:
            yield path, where or recorded("the root"), node
        waiting += reversed(list(_below(path, where, node)))


def _below(path: Path | None, where: str, node: dict[str, Any]) -> Iterator[tuple[Path | None, str, Any]]:
    properties = node.get("properties")
    for name, sub in properties.items() if isinstance(properties, dict) else ():
        yield None if path is None else (*path, name), f"{where}.{name}" if where else name, sub
    for keyword, value in node.items():
        place = f"{where}.{keyword}" if where else keyword
        if keyword in _NAMED and isinstance(value, dict):
            for name, sub in value.items():
                yield None, f"{place}.{name}", sub
        elif keyword in _SEVERAL and isinstance(value, list):
            for sub in value:
                yield None, place, sub
        elif keyword in _ONE:
            yield None, place, value


def _at(arguments: Any, path: Path) -> Any:
    node = arguments
    for key in path:
        if not isinstance(node, dict):
            return None
        node = node.get(key)
    return node


def _header_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON Schema calls 5.0 an integer
    if isinstance(value, int):
        return str(value) if abs(value) <= _SAFE_INTEGER else None
    return value if isinstance(value, str) else None
