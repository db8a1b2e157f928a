"""TOOL-*: what a call of a tool brings, and the blocks of its content. Source: protocol reference 8.7."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.rules import Place, rule
from inspector.lint.seen import Seen, dict_of
from inspector.lint.tools import KnownTools, listed
from inspector.protocol.jsonrpc import decode
from inspector.protocol.magic import sniff
from inspector.translation import recorded

__all__: list[str] = []

PAGE: Final = "server/tools"
CALL: Final = ("tools/call",)
RESULTS: Final = ("tools/call", "tasks/result", "tasks/get")
_ANSWER: Final = ("response",)
_SINCE: Final = {"text": "A", "image": "A", "resource": "A", "audio": "B", "resource_link": "C"}
"""Type of a block → the first revision that has it."""
_ALIASES: Final = {
    "image/jpg": "image/jpeg",
    "image/x-png": "image/png",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/vnd.wave": "audio/wav",
    "audio/mp3": "audio/mpeg",
    "audio/x-flac": "audio/flac",
    "audio/opus": "audio/ogg",
    "audio/vorbis": "audio/ogg",
}
_BEGIN_ALIKE: Final = ("image/png", "image/jpeg", "image/gif", "image/webp", "audio/ogg", "audio/flac")
"""Every file of these types begins with the bytes that prove it."""
_HEAD: Final = 64  # characters of base64, enough for the bytes that prove a type
_SPACE: Final = re.compile(r"\s+")
_UNKNOWN: Final = re.compile(r"unknown|not? (?:such|known|found|registered)|n[o']t exist|unrecogni", re.I)
_LONGEST_TEXT: Final = 400  # of an error of a tool that is unknown

_ASK: Final = '> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"%s","arguments":{}}}\n'
_C: Final = '= 2025-06-18 {"tools":{},"resources":{}}\n'
_D: Final = '= 2025-11-25 {"tools":{},"resources":{}}\n'
_TEXT: Final = '"content":[{"type":"text","text":"{\\"sum\\":3}"}]'
_PROMISING: Final = listed(
    '{"name":"add","description":"Adds.","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}'
)


def called(result: str, name: str = "add") -> str:
    """A sample: a call and its result."""
    return _ASK % name + f'< {{"jsonrpc":"2.0","id":2,"result":{{{result}}}}}'


def _refused(code: int, message: str, name: str = "add") -> str:
    error = f'{{"code":{code},"message":"{message}"}}'
    return _ASK % name + f'< {{"jsonrpc":"2.0","id":2,"error":{error}}}'


def _block(block: str) -> str:
    return called(f'"content":[{block}]')


def _result(seen: Seen) -> tuple[dict[str, Any], str] | None:
    """The CallToolResult that came and its JSON Pointer: of a call or of a task; None: the call goes on."""
    result = seen.result
    if not seen.incoming or seen.message.result[:1] != b"{":
        return None
    if seen.record.method == "tasks/get":
        done = seen.state.modern and isinstance(result.get("result"), dict)
        return (result["result"], "/result/result") if done else None
    goes_on = result.get("resultType", "complete") != "complete" or (
        "task" in result and not seen.state.modern
    )
    return None if goes_on else (result, "/result")


def _blocks(seen: Seen) -> Iterator[tuple[object, str]]:
    """The blocks of the content that came, each with its JSON Pointer."""
    result, pointer = _result(seen) or ({}, "")
    content = result.get("content")
    for index, block in enumerate(content if isinstance(content, list) else ()):
        yield block, f"{pointer}/content/{index}"


def _fails(result: dict[str, Any]) -> bool:
    return result.get("isError") is True


@rule(
    "TOOL-10",
    "error",
    "server/tools#output-schema",
    sentence="With an output schema servers MUST provide structured results that conform to it.",
    fix="Return the value as structuredContent too, or take the outputSchema from the tool.",
    revisions="CDE",
    kinds=_ANSWER,
    methods=CALL,
    good=_C + _PROMISING + called(_TEXT + ',"structuredContent":{"sum":3}'),
    bad=_C + _PROMISING + called(_TEXT),
)
def promised_results_come(seen: Seen) -> Iterator[Place]:
    """A tool with an outputSchema has structured results, unless it failed."""
    found = _result(seen)
    name = seen.asked_params.get("name")
    if found and isinstance(name, str) and seen.state.of(KnownTools).promises.get(name):
        result, pointer = found
        if "structuredContent" not in result and not _fails(result):
            yield Place(
                recorded("the tool {name} has an outputSchema, but no structuredContent", name=excerpt(name)),
                pointer,
            )


@rule(
    "TOOL-12",
    "error",
    "schema#CallToolResult",
    sentence="structuredContent MUST be an object in this revision (schema CallToolResult).",
    fix="Put the value into a member of an object, as the Python SDK does with result.",
    revisions="CD",
    kinds=_ANSWER,
    methods=RESULTS,
    good=_C + called(_TEXT + ',"structuredContent":{"sum":3}'),
    bad=_C + called(_TEXT + ',"structuredContent":[3]'),
)
def structured_is_an_object(seen: Seen) -> Iterator[Place]:
    """Structured content is an object. An explicit null is RES-15."""
    result, pointer = _result(seen) or ({}, "")
    value = result.get("structuredContent")
    if value is not None and not isinstance(value, dict):
        yield Place(
            recorded("structuredContent is {value}, not an object", value=excerpt(value)),
            pointer + "/structuredContent",
        )


def _says(texts: list[str], value: Any) -> bool:
    """One text is the JSON of the value, or a plain text itself; of a list each may have its own."""

    def same(text: str, part: Any) -> bool:
        return text == part if isinstance(part, str) and text == part else decode(text.encode()) == part

    try:
        if any(same(text, value) for text in texts):
            return True
        return isinstance(value, list) and len(value) == len(texts) and all(map(same, texts, value))
    except RecursionError:  # nested too deeply to be compared: nothing is known
        return True


@rule(
    "TOOL-13",
    "info",
    "server/tools#structured-content",
    sentence="A tool with structured content SHOULD also return the serialized JSON in a TextContent block.",
    fix="Add a text block with the same JSON, for clients that show only content.",
    revisions="CDE",
    kinds=_ANSWER,
    methods=RESULTS,
    good=_C + called(_TEXT + ',"structuredContent":{"sum":3}'),
    bad=_C + called('"content":[{"type":"text","text":"three"}],"structuredContent":{"sum":3}'),
)
def structured_is_text_too(seen: Seen) -> Iterator[Place]:
    """What is structured can be read by older clients."""
    result, pointer = _result(seen) or ({}, "")
    if "structuredContent" not in result:
        return
    value = result["structuredContent"]
    blocks = [dict_of(block) for block, _ in _blocks(seen)]
    texts = [one["text"] for one in blocks if one.get("type") == "text" and isinstance(one.get("text"), str)]
    # The Python SDK wraps what is no object into {"result": …}, and puts the bare value into the text.
    bare = [value["result"]] if isinstance(value, dict) and value.keys() == {"result"} else []
    if not any(_says(texts, one) for one in [value, *bare]):
        yield Place(
            recorded("no text block holds the JSON of structuredContent"), pointer + "/structuredContent"
        )


@rule(
    "TOOL-14",
    "error",
    "schema#CallToolResult",
    sentence="The result of a call MUST have a content array (required in the schema CallToolResult).",
    fix="Return content, if need be an empty array, also beside structuredContent.",
    kinds=_ANSWER,
    methods=RESULTS,
    good=_C + called('"content":[]'),
    bad=_C + called('"structuredContent":{"sum":3}'),
)
def results_have_content(seen: Seen) -> Iterator[Place]:
    """A result has a list of blocks, also an empty one."""
    result, pointer = _result(seen) or ({"content": []}, "")
    if "content" not in result:
        yield Place(recorded("the result of the tool has no content"), pointer)
    elif not isinstance(result["content"], list):
        value = excerpt(result["content"])
        yield Place(
            recorded("the content of the result is {value}, not an array", value=value), pointer + "/content"
        )


@rule(
    "TOOL-15",
    "error",
    "schema#ContentBlock",
    sentence="The type of a block MUST be one that the schema of the negotiated revision has.",
    fix="Look at the negotiated protocolVersion: audio came with 2025-03-26, resource_link with 2025-06-18.",
    kinds=_ANSWER,
    methods=RESULTS,
    good=_C + _block('{"type":"resource_link","uri":"file:///a","name":"a"}'),
    bad=_C + _block('{"type":"json","json":{}}'),
)
def blocks_are_known(seen: Seen) -> Iterator[Place]:
    """Every block of a result is of a type that clients of the revision know."""
    for block, pointer in _blocks(seen):
        if not isinstance(block, dict):
            yield Place(recorded("a content block is {value}, not an object", value=excerpt(block)), pointer)
        elif "type" not in block:
            yield Place(recorded("a content block has no type"), pointer)
        else:
            kind = block["type"]
            since = _SINCE.get(kind) if isinstance(kind, str) else None
            if since is None:
                message = recorded("{kind} is no type of a content block", kind=excerpt(kind))
                yield Place(message, pointer + "/type")
            elif since > (seen.state.revision or "E"):
                message = recorded("content blocks of the type {kind} came with a later revision", kind=kind)
                yield Place(message, pointer + "/type")


def _data(seen: Seen) -> Iterator[tuple[str, str, str]]:
    """(base64, mimeType, pointer) of what comes as base64: pictures, sounds, embedded files."""
    for block, pointer in _blocks(seen):
        one, member = dict_of(block), "data"
        if one.get("type") == "resource":
            one, member, pointer = dict_of(one.get("resource")), "blob", pointer + "/resource"
        elif one.get("type") not in ("image", "audio"):
            continue
        data, mime = one.get(member), one.get("mimeType")
        if isinstance(data, str):
            yield data, mime if isinstance(mime, str) else "", f"{pointer}/{member}"


def _decoded(text: str) -> bytes | None:
    """The bytes; line breaks are borne, as clients bear them. None: it is no base64."""
    try:
        return base64.b64decode(_SPACE.sub("", text), validate=True)
    except (binascii.Error, ValueError):
        return None


_PNG: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@rule(
    "TOOL-16",
    "error",
    PAGE,
    sentence="data and blob MUST be base64 (schemas ImageContent, AudioContent and BlobResourceContents).",
    fix="Encode the bytes with the standard alphabet and padding, without a data: prefix.",
    kinds=_ANSWER,
    methods=RESULTS,
    good=_C + _block(f'{{"type":"image","data":"{_PNG}","mimeType":"image/png"}}'),
    bad=_C + _block(f'{{"type":"image","data":"data:image/png;base64,{_PNG}","mimeType":"image/png"}}'),
)
def data_is_base64(seen: Seen) -> Iterator[Place]:
    """Bytes come as base64."""
    for data, _, pointer in _data(seen):
        if _decoded(data) is None:
            yield Place(recorded("{data} is not base64", data=excerpt(data, 40)), pointer)


@rule(
    "TOOL-16-type",
    "warning",
    PAGE,
    sentence="Clients take the mimeType for what the data is, and fail to show what is something else.",
    fix="Send the mimeType of the bytes, such as image/jpeg for JPEG.",
    kinds=_ANSWER,
    methods=RESULTS,
    good=_C + _block(f'{{"type":"image","data":"{_PNG}","mimeType":"image/png"}}'),
    bad=_C + _block(f'{{"type":"image","data":"{_PNG}","mimeType":"image/jpeg"}}'),
)
def data_is_of_its_type(seen: Seen) -> Iterator[Place]:
    """The first bytes do not contradict the mimeType."""
    for data, mime, pointer in _data(seen):
        said = mime.partition(";")[0].strip().lower()
        said = _ALIASES.get(said, said)
        begin = _decoded(_SPACE.sub("", data[: 2 * _HEAD])[:_HEAD])
        if not begin or not said.startswith(("image/", "audio/")):
            continue
        proven = sniff(begin)
        if proven and said in (*_ALIASES.values(), *_BEGIN_ALIKE, "image/bmp", "image/svg+xml"):
            wrong = proven != said
        else:
            wrong = not proven and said in _BEGIN_ALIKE
        if wrong:
            yield Place(
                recorded(
                    "the mimeType is {mime}, but the data begins like {proven}",
                    mime=excerpt(mime),
                    proven=proven,
                )
                if proven
                else recorded(
                    "the mimeType is {mime}, but the data does not begin like it", mime=excerpt(mime)
                ),
                pointer,
            )


def _asked_name(seen: Seen) -> str:
    """The tool that was called, where the whole of our request is known and well-formed."""
    name, arguments = seen.asked_params.get("name"), seen.asked_params.get("arguments", {})
    return name if seen.incoming and isinstance(name, str) and isinstance(arguments, dict) else ""


def _unknown_tool(seen: Seen) -> str:
    """The tool that was called, where the server's whole list does not have it."""
    known, name = seen.state.of(KnownTools), _asked_name(seen)
    return name if name and known.whole and name not in known.promises else ""


@rule(
    "TOOL-17",
    "warning",
    "server/tools#error-handling",
    sentence="An unknown tool is a protocol error; the page's example has the code -32602.",
    fix="Answer a call of a tool that does not exist with the JSON-RPC error -32602.",
    kinds=("response", "error"),
    methods=CALL,
    good=_C + listed() + _refused(-32602, "unknown", "sub"),
    bad=_C + listed() + called('"content":[{"type":"text","text":"unknown"}],"isError":true', "sub"),
)
def unknown_tools_are_errors(seen: Seen) -> Iterator[Place]:
    """A call of a tool that is not there is refused by the protocol. Only where the answer says just that."""
    name = _unknown_tool(seen)
    if not name:
        return
    if seen.record.kind == "response" and _fails(seen.result):
        texts = [dict_of(block).get("text") for block, _ in _blocks(seen)]
        if len(texts) == 1 and isinstance(texts[0], str) and _UNKNOWN.search(texts[0][:_LONGEST_TEXT]):
            yield Place(
                recorded(
                    "the unknown tool {name} is answered with a result, not an error", name=excerpt(name)
                ),
                "/result",
            )
    elif seen.record.kind == "error" and seen.state.revision in ("D", "E"):
        code, message = (seen.message.error_dict().get(member) for member in ("code", "message"))
        says_so = isinstance(message, str) and _UNKNOWN.search(message[:_LONGEST_TEXT])
        if isinstance(code, int) and code != -32602 and says_so:
            yield Place(
                recorded(
                    "the unknown tool {name} is answered with the code {code}", name=excerpt(name), code=code
                ),
                "/error/code",
            )


@rule(
    "TOOL-18",
    "warning",
    "server/tools#error-handling",
    sentence="Input validation errors are tool execution errors, which a model can correct itself by.",
    fix="Return a result with isError true and say in its text what is wrong with which argument.",
    revisions="DE",
    kinds=("error",),
    methods=CALL,
    good=_D + _PROMISING + called('"content":[{"type":"text","text":"missing"}],"isError":true'),
    bad=_D + _PROMISING + _refused(-32602, "missing"),
)
def wrong_arguments_are_results(seen: Seen) -> Iterator[Place]:
    """What is wrong with arguments is told to the model. Only for a plain call of a tool that is there."""
    asked, name = seen.asked_params, _asked_name(seen)
    plain = not asked.keys() - {"name", "arguments", "_meta"}
    if name not in seen.state.of(KnownTools).promises or not plain:
        return
    if seen.message.error_dict().get("code") == -32602:
        yield Place(
            recorded(
                "the tool {name} refuses its arguments with -32602, not with isError", name=excerpt(name)
            ),
            "/error/code",
        )


def _undeclared_resources(seen: Seen) -> Iterator[Place]:
    if seen.state.capabilities.get("resources") is None:
        for block, pointer in _blocks(seen):
            if dict_of(block).get("type") == "resource":
                yield Place(
                    recorded("the result embeds a resource, but the server does not declare resources"),
                    pointer,
                )


_EMBEDDED: Final = _block('{"type":"resource","resource":{"uri":"a://b","text":"c"}}')


@rule(
    "TOOL-28",
    "warning",
    "server/tools#embedded-resources",
    sentence="Servers that use embedded resources SHOULD implement the resources capability.",
    fix="Declare the capability resources, or return the text as a text block.",
    revisions="CDE",
    kinds=_ANSWER,
    methods=RESULTS,
    good=_C + _EMBEDDED,
    bad='= 2025-06-18 {"tools":{}}\n' + _EMBEDDED,
)
def embedded_resources_are_declared(seen: Seen) -> Iterator[Place]:
    """A server whose results embed resources has resources."""
    return _undeclared_resources(seen)


@rule(
    "TOOL-28-early",
    "info",
    "server/tools#embedded-resources",
    sentence="An embedded resource can be subscribed to or fetched again by the client later.",
    fix="Declare the capability resources, or return the text as a text block.",
    revisions="AB",
    kinds=_ANSWER,
    methods=RESULTS,
    good='= 2025-03-26 {"resources":{},"tools":{}}\n' + _EMBEDDED,
    bad='= 2025-03-26 {"tools":{}}\n' + _EMBEDDED,
)
def embedded_resources_can_be_fetched(seen: Seen) -> Iterator[Place]:
    """The same in the revisions that do not ask for the capability."""
    return _undeclared_resources(seen)
