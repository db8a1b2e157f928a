"""The envelopes of what an answer holds: members that are looked at, bodies left as bytes."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["NOTHING", "ContentPart", "Response", "Result"]

NOTHING: Final = msgspec.Raw(b"")


class Result(msgspec.Struct, gc=False):
    """The members of a result that are looked at, whichever it has."""

    content: msgspec.Raw = NOTHING
    contents: msgspec.Raw = NOTHING
    messages: msgspec.Raw = NOTHING
    description: msgspec.Raw = NOTHING
    structured: msgspec.Raw = msgspec.field(name="structuredContent", default=NOTHING)
    is_error: msgspec.Raw = msgspec.field(name="isError", default=NOTHING)
    result_type: msgspec.Raw = msgspec.field(name="resultType", default=NOTHING)
    meta: msgspec.Raw = msgspec.field(name="_meta", default=NOTHING)
    task: msgspec.Raw = NOTHING
    task_id: msgspec.Raw = msgspec.field(name="taskId", default=NOTHING)


class Response(msgspec.Struct, gc=False):
    """An answer, read in one pass."""

    result: Result
    error: msgspec.Raw = NOTHING


class ContentPart(msgspec.Struct, gc=False):
    """A content block, a resource's contents or a prompt message: whichever members it has."""

    type: msgspec.Raw = NOTHING
    text: msgspec.Raw = NOTHING
    data: msgspec.Raw = NOTHING
    blob: msgspec.Raw = NOTHING
    mime: msgspec.Raw = msgspec.field(name="mimeType", default=NOTHING)
    uri: msgspec.Raw = NOTHING
    name: msgspec.Raw = NOTHING
    title: msgspec.Raw = NOTHING
    description: msgspec.Raw = NOTHING
    size: msgspec.Raw = NOTHING
    resource: msgspec.Raw = NOTHING
    role: msgspec.Raw = NOTHING
    content: msgspec.Raw = NOTHING
    annotations: msgspec.Raw = NOTHING
    id: msgspec.Raw = NOTHING
    input: msgspec.Raw = NOTHING
    tool_use: msgspec.Raw = msgspec.field(name="toolUseId", default=NOTHING)
    structured: msgspec.Raw = msgspec.field(name="structuredContent", default=NOTHING)
    is_error: msgspec.Raw = msgspec.field(name="isError", default=NOTHING)
