"""The objects that the schema describes in a server's message, each with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from inspector.protocol.era.declared import META
from inspector.protocol.jsonrpc import dict_of
from inspector.protocol.methods import LISTS
from inspector.schema.scan import pointer_of

__all__ = ["LATER", "OPTIONAL", "Part", "dict_of", "list_of", "parts_of"]

_MOST: Final = 10_000  # of one message; the others are not looked at
_LISTED: Final = dict(LISTS.values())
_KINDS: Final = {
    "tools": "tool",
    "resources": "resource",
    "resourceTemplates": "template",
    "prompts": "prompt",
}

_SINCE: Final = {letter: "ABCDE"["ABCDE".index(letter) :] for letter in "ABCDE"}
_NAMED: Final = {"title": _SINCE["C"], "icons": _SINCE["D"], "_meta": _SINCE["C"]}
_OF_RESOURCE: Final = {
    **_NAMED,
    **dict.fromkeys(("description", "mimeType", "annotations"), _SINCE["A"]),
}
_CONTENT: Final = {"annotations": _SINCE["A"], "_meta": _SINCE["C"]}

OPTIONAL: Final[Mapping[str, Mapping[str, str]]] = {
    "result": {"_meta": _SINCE["A"]},
    "initialize": {"_meta": _SINCE["A"], "instructions": _SINCE["A"]},
    "server/discover": {"_meta": _SINCE["E"], "instructions": _SINCE["E"]},
    "tools/call": {"_meta": _SINCE["A"], "isError": _SINCE["A"], "structuredContent": "CD"},
    "prompts/get": {"_meta": _SINCE["A"], "description": _SINCE["A"]},
    "completion": {"total": _SINCE["A"], "hasMore": _SINCE["A"]},
    "server": {
        "title": _SINCE["C"],
        **dict.fromkeys(("icons", "description", "websiteUrl"), _SINCE["D"]),
    },
    "tool": {
        **_NAMED,
        "description": _SINCE["A"],
        "annotations": _SINCE["B"],
        "outputSchema": _SINCE["C"],
        "execution": "D",
    },
    "resource": {**_OF_RESOURCE, "size": _SINCE["A"]},
    "template": _OF_RESOURCE,
    "prompt": {**_NAMED, "description": _SINCE["A"], "arguments": _SINCE["A"]},
    "argument": {"title": _SINCE["C"], "description": _SINCE["A"], "required": _SINCE["A"]},
    "contents": {"mimeType": _SINCE["A"], "_meta": _SINCE["C"]},
    "content": _CONTENT,
    "resource_link": {**_OF_RESOURCE, "size": _SINCE["C"]},
    "annotations": {"audience": _SINCE["A"], "priority": _SINCE["A"], "lastModified": _SINCE["C"]},
    "hints": dict.fromkeys(
        ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"), _SINCE["B"]
    ),
    "icon": dict.fromkeys(("mimeType", "sizes", "theme"), _SINCE["D"]),
    "notifications/progress": {"_meta": _SINCE["C"], "total": _SINCE["A"], "message": _SINCE["B"]},
    "notifications/message": {"_meta": _SINCE["A"], "logger": _SINCE["A"]},
    "notifications/cancelled": {"_meta": _SINCE["A"], "reason": _SINCE["A"]},
    "sampling/createMessage": {
        "_meta": _SINCE["A"],
        **dict.fromkeys(
            (
                "modelPreferences",
                "systemPrompt",
                "includeContext",
                "temperature",
                "stopSequences",
                "metadata",
            ),
            _SINCE["A"],
        ),
        **dict.fromkeys(("tools", "toolChoice"), _SINCE["D"]),
    },
    "elicitation/create": {"_meta": _SINCE["C"], "mode": _SINCE["D"]},
    "message": {"_meta": _SINCE["A"]},
}
"""Kind of object → its optional members → the revisions (letters) that know them. Source: the schemas.

nextCursor is not among them, it has a rule of its own; structuredContent may be null since 2026-07-28.
"""

LATER: Final[Mapping[str, Mapping[str, str]]] = {
    "result": dict.fromkeys(("resultType", "ttlMs", "cacheScope"), "E"),
    "capabilities": {"completions": _SINCE["B"], "tasks": "D"},
}
"""Members that came later and are no optional ones; those of every result, whatever its method."""


class Part(NamedTuple):
    """One object. kind: a key of `OPTIONAL`. pointer: a JSON Pointer into the whole message."""

    kind: str
    value: dict[str, Any]
    pointer: str


def list_of(value: object) -> list[Any]:
    """The value, if it is an array; else an empty one."""
    return value if isinstance(value, list) else []


def parts_of(kind: str, method: str, params: dict[str, Any], result: dict[str, Any]) -> tuple[Part, ...]:
    """The objects of a message of the server, outer ones first. kind: of its record."""
    if kind == "response":
        return tuple(islice(_of_result(method, result), _MOST))
    if kind in ("notification", "request"):
        return (Part(method if method in OPTIONAL else "message", params, "/params"),)
    return ()


def _of_result(method: str, result: dict[str, Any]) -> Iterator[Part]:
    yield Part(method if method in OPTIONAL else "result", result, "/result")
    if isinstance(server := dict_of(result.get("_meta")).get(META + "serverInfo"), dict):
        yield from _with_icons("server", server, "/result" + pointer_of(("_meta", META + "serverInfo")))
    for name, request in dict_of(result.get("inputRequests")).items():
        asked = dict_of(request).get("method")
        if asked in ("sampling/createMessage", "elicitation/create"):
            place = "/result" + pointer_of(("inputRequests", name, "params"))
            yield Part(asked, dict_of(request.get("params")), place)
    if method in _LISTED:
        member = _LISTED[method]
        for item, place in _objects(result.get(member), f"/result/{member}"):
            yield from _of_item(_KINDS[member], item, place)
    elif method == "initialize":
        yield Part("capabilities", dict_of(result.get("capabilities")), "/result/capabilities")
        yield from _with_icons("server", dict_of(result.get("serverInfo")), "/result/serverInfo")
    elif method == "resources/read":
        for item, place in _objects(result.get("contents"), "/result/contents"):
            yield Part("contents", item, place)
    elif method in ("tools/call", "tasks/result"):
        for item, place in _objects(result.get("content"), "/result/content"):
            yield from _of_content(item, place)
    elif method == "prompts/get":
        for item, place in _objects(result.get("messages"), "/result/messages"):
            yield from _of_content(dict_of(item.get("content")), place + "/content")
    elif method == "completion/complete":
        yield Part("completion", dict_of(result.get("completion")), "/result/completion")


def _of_item(kind: str, item: dict[str, Any], place: str) -> Iterator[Part]:
    yield from _with_icons(kind, item, place)
    if isinstance(notes := item.get("annotations"), dict) and kind != "prompt":
        yield Part("hints" if kind == "tool" else "annotations", notes, place + "/annotations")
    if kind == "prompt":
        for argument, at in _objects(item.get("arguments"), place + "/arguments"):
            yield Part("argument", argument, at)


def _of_content(block: dict[str, Any], place: str) -> Iterator[Part]:
    if block.get("type") == "resource_link":
        yield from _of_item("resource_link", block, place)
        return
    yield Part("content", block, place)
    if isinstance(notes := block.get("annotations"), dict):
        yield Part("annotations", notes, place + "/annotations")
    if block.get("type") == "resource":
        yield Part("contents", dict_of(block.get("resource")), place + "/resource")


def _with_icons(kind: str, value: dict[str, Any], place: str) -> Iterator[Part]:
    yield Part(kind, value, place)
    for icon, at in _objects(value.get("icons"), place + "/icons"):
        yield Part("icon", icon, at)


def _objects(value: object, place: str) -> Iterator[tuple[dict[str, Any], str]]:
    for index, item in enumerate(list_of(value)):
        if isinstance(item, dict):
            yield item, f"{place}/{index}"
