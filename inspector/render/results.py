"""Results and errors of MCP made ready to show.

Anything may come: what does not have the shape of the specification is named in a Note and shown as JSON.
Nothing here raises on it. Only the envelope of each part is read; bodies stay bytes until they are shown.
Source: MCP 2026-07-28, server/tools "Tool Result", server/resources "Resource Contents", server/prompts
"PromptMessage"; earlier revisions are subsets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from inspector.protocol.large_json import shortened
from inspector.render.envelopes import NOTHING, ContentPart, Response, Result
from inspector.render.error_answers import render_error
from inspector.render.json_strings import read_text
from inspector.render.kinds import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Image,
    Json,
    Rendering,
    ResourceLink,
)
from inspector.render.media import decode_base64, picture_size, sniff
from inspector.render.renderers import render_bytes, render_text
from inspector.render.structured import is_json, read_as, read_string, string_of, with_whole
from inspector.render.task_results import outcome_of, render_created
from inspector.translation import translate

__all__ = ["render_large_answer", "render_result"]

_LONG: Final = 512 * 1024  # bytes of a text that is read in pieces
_SAME_MOST: Final = 1 << 20  # bytes; beyond this text is not compared with structured content
_response: Final = msgspec.json.Decoder(Response)
_result: Final = msgspec.json.Decoder(Result)
_part: Final = msgspec.json.Decoder(ContentPart)
_list: Final = msgspec.json.Decoder(list[msgspec.Raw])

_PARTS_LEVEL: Final = 2  # the members of an answer and of its result are looked at
_FINAL: Final = (None, "complete")  # resultType


def render_large_answer(raw: bytes) -> tuple[list[Rendering], bytes] | None:
    """The answer to a call of a tool, in one pass over all of its bytes, and its structured content.

    In a thread each pass costs the window time. None when it is anything but a result with contents.
    """
    short = shortened(raw, _PARTS_LEVEL)
    try:
        response = _response.decode(raw if short is None else short.text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    result = response.result
    structured = bytes(result.structured) if short is None else short.whole(result.structured)
    if short is not None:
        result = with_whole(msgspec.structs.replace(result, structured=NOTHING), short)
    task = memoryview(result.task).nbytes or memoryview(result.task_id).nbytes
    if task or memoryview(response.error).nbytes or read_string(bytes(result.result_type)) not in _FINAL:
        return None
    shown = _tool_result(result, structured)
    return None if shown is None else (_with_meta(result, shown), structured)


def render_result(method: str, result: bytes) -> list[Rendering]:
    """What a user sees of a result. method: of the request; result: its JSON, any shape. Never raises."""
    if created := render_created(method, result):
        return created
    method, result, error = outcome_of(method, result)
    if error:
        return render_error(error)
    render = _METHODS.get(method)
    envelope = read_as(_result, result) if render else None
    if render is None or envelope is None:
        return [Json(result)] if result else [ContentNote(translate("Render", "no result"))]
    kind = read_string(bytes(envelope.result_type))
    if kind not in _FINAL:
        return [ContentNote(translate("Render", "resultType: {}").format(kind), "heading"), Json(result)]
    shown = render(envelope)
    return [Json(result)] if shown is None else _with_meta(envelope, shown)


def _with_meta(envelope: Result, shown: list[Rendering]) -> list[Rendering]:
    if _tells_something(bytes(envelope.meta)):
        shown += [ContentNote("_meta", "heading"), Json(bytes(envelope.meta))]
    return shown


def _tells_something(meta: bytes) -> bool:
    """False when `_meta` only repeats what the specification puts into every answer (who the server is)."""
    try:
        names = msgspec.json.decode(meta or b"{}", type=dict[str, msgspec.Raw] | None)
    except msgspec.DecodeError:
        return True
    return any(not name.startswith("io.modelcontextprotocol/") for name in names or ())


def _tool_result(envelope: Result, structured: bytes | None = None) -> list[Rendering] | None:
    """structured: a copy that was made already."""
    blocks = read_as(_list, envelope.content)
    structured = bytes(envelope.structured) if structured is None else structured
    if blocks is None and not structured:
        return None
    shown: list[Rendering] = []
    if bytes(envelope.is_error) == b"true":
        shown.append(ContentNote(translate("Render", "The tool returned an error (isError: true)."), "error"))
    elif bytes(envelope.is_error) not in (b"", b"false"):
        shown.append(
            ContentNote(
                translate("Render", "isError is not a boolean: {}").format(
                    string_of(bytes(envelope.is_error))[:80]
                ),
                "warning",
            )
        )
    if blocks is None:
        shown.append(ContentNote(translate("Render", "content is missing or not a list."), "warning"))
        if envelope.content:
            shown.append(Json(bytes(envelope.content)))
    for number, raw in enumerate(blocks or (), 1):
        shown += _block(raw, translate("Render", "content block {}").format(number))
    if not blocks and not structured:
        shown.append(ContentNote(translate("Render", "The result has no content.")))
    if structured:
        same = _block_with(structured, shown)
        if same:
            shown.append(ContentNote(translate("Render", "structuredContent has the same JSON as the text.")))
        else:
            shown += [ContentNote("structuredContent", "heading"), Json(structured)]
    return shown


def _resource_result(envelope: Result) -> list[Rendering] | None:
    contents = read_as(_list, envelope.contents)
    if contents is None:
        return None
    shown: list[Rendering] = []
    for number, raw in enumerate(contents, 1):
        found = _resource(raw, translate("Render", "contents {}").format(number))
        if len(contents) == 1:
            found = [part.inner if isinstance(part, EmbeddedResource) else part for part in found]
        shown += found
    return shown or [ContentNote(translate("Render", "The resource has no contents."))]


def _prompt_result(envelope: Result) -> list[Rendering] | None:
    messages = read_as(_list, envelope.messages)
    if messages is None:
        return None
    shown: list[Rendering] = []
    if description := read_string(bytes(envelope.description)):
        shown.append(ContentNote(description))
    for number, raw in enumerate(messages, 1):
        message = read_as(_part, raw)
        if message is None:
            shown += [
                ContentNote(translate("Render", "message {} is not an object.").format(number), "warning"),
                Json(bytes(raw)),
            ]
            continue
        shown.append(ContentNote(string_of(bytes(message.role)) or translate("Render", "no role"), "heading"))
        shown += _blocks(message.content, translate("Render", "content of message {}").format(number))
    return shown or [ContentNote(translate("Render", "The prompt has no messages."))]


def _sampling_result(envelope: Result) -> list[Rendering] | None:
    return _blocks(envelope.content, "content") if envelope.content else None


_METHODS: Final[dict[str, Callable[[Result], list[Rendering] | None]]] = {
    "tools/call": _tool_result,
    "resources/read": _resource_result,
    "prompts/get": _prompt_result,
    "sampling/createMessage": _sampling_result,
}


def _blocks(raw: msgspec.Raw, where: str) -> list[Rendering]:
    """One content block or a list of them (2025-11-25 on)."""
    many = read_as(_list, raw) if bytes(memoryview(raw)[:1]) == b"[" else None
    if many is None:
        return _block(raw, where)
    return [
        shown
        for number, one in enumerate(many, 1)
        for shown in _block(
            one, translate("Render", "{where}, block {number}").format(where=where, number=number)
        )
    ]


def _block(raw: msgspec.Raw, where: str) -> list[Rendering]:
    part = read_as(_part, raw)
    if part is None:
        whole = bytes(raw)
        return [
            ContentNote(translate("Render", "{} is missing or not an object.").format(where), "warning"),
            *([Json(whole)] if whole else []),
        ]
    kind = read_string(bytes(part.type))
    render = _BLOCKS.get(kind or "")
    if render is None:
        said = (
            translate("Render", "{where} has the unknown type {kind!r}.").format(where=where, kind=kind)
            if kind is not None
            else translate("Render", "{} has no type.").format(where)
        )
        return [ContentNote(said, "warning"), Json(bytes(raw))]
    shown = render(part, raw, where)
    notes = bytes(part.annotations)
    if notes not in (b"", b"{}", b"null"):
        shown.append(
            ContentNote(
                translate("Render", "annotations: {}").format(" ".join(string_of(notes).split())[:300])
            )
        )
    return shown


def _text_block(part: ContentPart, raw: msgspec.Raw, where: str) -> list[Rendering]:
    shown = _text_of(part)
    if shown is None:
        return [
            ContentNote(translate("Render", "{}: text is missing or not a string.").format(where), "warning"),
            Json(bytes(raw)),
        ]
    return [shown]


def _text_of(part: ContentPart, mime: str = "") -> Rendering | None:
    """The text of a block, None when there is none. A long one that is JSON never becomes a `str`."""
    if len(memoryview(part.text)) > _LONG:
        data = read_text(part.text)
        if data is not None:
            return Json(data, from_text=True) if is_json(data) else render_text(data.decode(), mime)
    text = read_string(bytes(part.text))
    return None if text is None else render_text(text, mime)


def _media_block(part: ContentPart, raw: msgspec.Raw, where: str) -> list[Rendering]:
    text = read_string(bytes(part.data))
    data = decode_base64(text) if text is not None else None
    mime = read_string(bytes(part.mime)) or ""
    if data is None:
        return [
            ContentNote(translate("Render", "{}: data is not base64.").format(where), "warning"),
            Json(bytes(raw)),
        ]
    if bytes(part.type) == b'"audio"':
        return [Audio(data, mime or sniff(data))]
    shown = render_bytes(data, mime)
    found = sniff(data)
    if isinstance(shown, Image):
        notes = (
            []
            if found in (mime, "")
            else [
                ContentNote(
                    translate("Render", "{where} is declared as {mime}, but is {found}.").format(
                        where=where, mime=mime or translate("Render", "no type"), found=found
                    ),
                    "warning",
                )
            ]
        )
        return [*notes, Image(data, mime or found, *picture_size(data))]
    return [shown]  # image/svg+xml is text: it is never drawn, it may point anywhere


def _link_block(part: ContentPart, raw: msgspec.Raw, where: str) -> list[Rendering]:
    size = bytes(part.size)
    return [
        ResourceLink(
            uri=string_of(bytes(part.uri)),
            name=string_of(bytes(part.name)),
            title=string_of(bytes(part.title)),
            description=string_of(bytes(part.description)),
            mime=string_of(bytes(part.mime)),
            size=int(size) if size.isdigit() and len(size) < 19 else -1,
        )
    ]


def _embedded_block(part: ContentPart, raw: msgspec.Raw, where: str) -> list[Rendering]:
    if not part.resource:
        return [
            ContentNote(translate("Render", "{}: resource is missing.").format(where), "warning"),
            Json(bytes(raw)),
        ]
    return _resource(part.resource, where)


def _tool_use_block(part: ContentPart, raw: msgspec.Raw, where: str) -> list[Rendering]:
    """A model's wish to call a tool. Source: MCP 2025-11-25, client/sampling, "ToolUseContent"."""
    id_ = string_of(bytes(part.id)) or translate("Render", "no id")
    said = translate("Render", "uses the tool {part} ({id})").format(part=string_of(bytes(part.name)), id=id_)
    return [ContentNote(said), Json(bytes(part.input) or b"{}")]


def _tool_result_block(part: ContentPart, raw: msgspec.Raw, where: str) -> list[Rendering]:
    """What a tool gave to a model. Source: MCP 2025-11-25, client/sampling, "ToolResultContent"."""
    failed = bytes(part.is_error) == b"true"
    whose = string_of(bytes(part.tool_use)) or translate("Render", "no toolUseId")
    said = (
        translate("Render", "result of {}: an error").format(whose)
        if failed
        else translate("Render", "result of {}").format(whose)
    )
    shown: list[Rendering] = [ContentNote(said, "warning" if failed else "muted")]
    shown += _blocks(part.content, where) if part.content else []
    return shown + ([Json(bytes(part.structured))] if part.structured else [])


_BLOCKS: Final[dict[str, Callable[[ContentPart, msgspec.Raw, str], list[Rendering]]]] = {
    "text": _text_block,
    "image": _media_block,
    "audio": _media_block,
    "resource_link": _link_block,
    "resource": _embedded_block,
    "tool_use": _tool_use_block,
    "tool_result": _tool_result_block,
}


def _resource(raw: msgspec.Raw, where: str) -> list[Rendering]:
    part = read_as(_part, raw)
    if part is None:
        return [
            ContentNote(translate("Render", "{} is not an object.").format(where), "warning"),
            Json(bytes(raw)),
        ]
    uri, mime = string_of(bytes(part.uri)), string_of(bytes(part.mime))
    text = _text_of(part, mime)
    if text is not None:
        return [EmbeddedResource(uri, mime, text)]
    blob = read_string(bytes(part.blob))
    if blob is None:
        return [
            ContentNote(translate("Render", "{} has neither text nor blob.").format(where), "warning"),
            Json(bytes(raw)),
        ]
    data = decode_base64(blob)
    if data is None:
        return [
            ContentNote(translate("Render", "{}: blob is not base64.").format(where), "warning"),
            Json(bytes(raw)),
        ]
    inner = render_bytes(data, mime)
    return [EmbeddedResource(uri, mime, Blob(data, mime, uri) if isinstance(inner, Blob) else inner)]


def _block_with(structured: bytes, shown: list[Rendering]) -> bool:
    """Whether a text block is this JSON, token for token but for white space."""
    texts = [part.data for part in shown if isinstance(part, Json) and part.from_text]
    if len(structured) > _SAME_MOST or not any(len(text) <= _SAME_MOST for text in texts):
        return False
    tokens = _minified(structured)
    return any(len(text) <= _SAME_MOST and _minified(text) == tokens for text in texts)


def _minified(data: bytes) -> bytes:
    try:
        return msgspec.json.format(data, indent=-1)
    except (msgspec.DecodeError, RecursionError):
        return data
