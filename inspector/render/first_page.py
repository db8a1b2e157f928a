"""The beginning of a large answer, to be on the screen while the whole of it is still being read."""

from __future__ import annotations

import re
from typing import Final

from inspector.json_tokens import LEXEME, STRING
from inspector.render.json_strings import read_text, safe_cut
from inspector.render.pretty import pretty_beginning

__all__ = ["first_page"]

_HEAD: Final = 16 * 1024  # bytes; hundreds of lines, more than a screen has
_TOKEN: Final = re.compile(LEXEME.encode())
_TEXT: Final = (b'"result"', b'"content"', b"[", b'"text"')
_STRUCTURED: Final = (b'"result"', b'"structuredContent"')


def first_page(method: str, raw: bytes) -> bytes:
    """The first lines of what an answer will be shown as; b"" when its first 16 kB do not tell.

    raw: the answer of a call of a tool whose only large part is structured content, or a text.
    """
    if method != "tools/call":
        return b""
    head = raw[:_HEAD]
    path: list[bytes] = []
    before = b""
    for match in _TOKEN.finditer(head):
        token = match[0]
        if token in (b"{", b"["):
            path.append(token)
        elif token in (b"}", b"]"):
            while path and path.pop() not in (b"{", b"["):
                pass  # the key that was open inside of it
        elif token == b"," and path and path[-1] not in (b"{", b"["):
            path.pop()  # the next key takes its place
        elif token == b":":
            path.append(before)
            at = tuple(step for step in path if step != b"{")
            if at == _STRUCTURED:
                return pretty_beginning(head[match.end() :])
            if at == _TEXT:
                return _text(head[match.end() :].lstrip())
        before = token
    return b""


def _text(inside: bytes) -> bytes:
    """The lines of a text that goes on beyond the head; b"" for a short one, others may follow it."""
    if re.match(STRING.encode(), inside) or inside[:1] != b'"':
        return b""
    text = read_text(b'"%b"' % inside[1 : 1 + safe_cut(inside[1:])]) or b""
    if text[:64].lstrip()[:1] in (b"{", b"["):
        return pretty_beginning(text)
    return text
