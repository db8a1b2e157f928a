"""Ask a server once more what was asked before: the same params token for token, under a new id."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from inspector.errors import UsageError
from inspector.protocol.jsonrpc import decode, parse
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["send_again"]

_AS_TEXT: Final = ("name", "uri")  # read by whoever dresses the request: headers are made of them
_OPENING: Final = ("initialize",)


async def send_again(client: Client, raw: bytes, on_start: Callable[[int], None] | None = None) -> None:
    """Send a request or a notification again and wait for its end.

    What cannot be read as a message goes out byte for byte. on_start gets the number of the new record.
    Raises UsageError for an answer and for the handshake, and what `Client.call` raises.
    """
    message = parse(raw)
    if message.kind in ("response", "error"):
        raise UsageError(translate("Core", "a response cannot be sent again: no request is waiting for it"))
    if message.method in _OPENING:
        raise UsageError(translate("Core", "the handshake opens a connection; reconnect instead"))
    params = _params(message.params) if message.kind == "request" else None
    if params is None:
        number = client.send_raw(raw)
        if on_start is not None:
            on_start(number)
        return
    await client.call(message.method, params, on_start=on_start)


def _params(raw: bytes) -> dict[str, Any] | None:
    """Members token for token; the progress token is a new one each time. None: they are no object."""
    try:
        members: dict[str, Any] = msgspec.json.decode(raw or b"{}", type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    for name in _AS_TEXT:
        if name in members and isinstance(text := decode(bytes(members[name])), str):
            members[name] = text
    if "_meta" in members:
        try:
            meta = msgspec.json.decode(members["_meta"], type=dict[str, msgspec.Raw])
        except msgspec.DecodeError:
            return None
        meta.pop("progressToken", None)
        members["_meta"] = meta
        if not meta:
            del members["_meta"]
    return members
