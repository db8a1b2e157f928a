"""The error member of an answer made ready to show."""

from __future__ import annotations

from typing import Final

import msgspec

from inspector.render.envelopes import NOTHING
from inspector.render.kinds import ContentNote, Error, Json, Rendering
from inspector.render.structured import read_as, string_of
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["render_error"]

_CODES: Final = {
    "-32700": QT_TRANSLATE_NOOP("Render", "parse error"),
    "-32600": QT_TRANSLATE_NOOP("Render", "invalid request"),
    "-32601": QT_TRANSLATE_NOOP("Render", "method not found"),
    "-32602": QT_TRANSLATE_NOOP("Render", "invalid params"),
    "-32603": QT_TRANSLATE_NOOP("Render", "internal error"),
    "-32002": QT_TRANSLATE_NOOP("Render", "resource not found"),
    "-32020": QT_TRANSLATE_NOOP("Render", "header mismatch"),
    "-32021": QT_TRANSLATE_NOOP("Render", "missing required client capability"),
    "-32022": QT_TRANSLATE_NOOP("Render", "unsupported protocol version"),
    "-32042": QT_TRANSLATE_NOOP("Render", "URL elicitation required"),
}


class _Failure(msgspec.Struct, gc=False):
    code: msgspec.Raw = NOTHING
    message: msgspec.Raw = NOTHING
    data: msgspec.Raw = NOTHING


_failure: Final = msgspec.json.Decoder(_Failure)


def render_error(error: bytes) -> list[Rendering]:
    """The `error` member of an answer, any shape. Never raises."""
    failure = read_as(_failure, error)
    if failure is None or not (failure.code or failure.message):
        return [
            ContentNote(translate("Render", "an error without a code and message"), "error"),
            Json(error),
        ]
    code = bytes(failure.code).decode("utf-8", "backslashreplace")
    name = translate("Render", _CODES[code]) if code in _CODES else ""
    return [Error(code, string_of(bytes(failure.message)), bytes(failure.data), name)]
