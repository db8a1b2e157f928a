"""Indent JSON of any size in steps short enough to be taken between two frames.

`msgspec.json.format` changes no token and is fast (0.3–1 GB/s), but holds the interpreter for all of it:
100–265 ms for 50 MB, in a thread too (measured). So the text is cut at commas outside of strings into
fragments of about 64 kB, each is closed with the brackets that are open around it, formatted, and the lines
of those brackets are taken off again. The result is byte for byte what one call would give (a test
compares), and every fragment is checked, so the whole is.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

import msgspec

from inspector.json_tokens import LEXEME
from inspector.render.json_errors import JsonError, find_json_error, json_error_at
from inspector.render.json_strings import safe_cut
from inspector.translation import translate

__all__ = ["DEPTH", "pretty_beginning", "pretty_steps"]

_FRAGMENT: Final = 64 * 1024  # bytes; formatted in less than 1 ms
_TOLERANT: Final = 4 << 20  # bytes; what msgspec refuses is formatted here up to this size
DEPTH: Final = 100  # levels that the tolerant formatter indents; below, lines stay at this depth
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"{}[]"))
_TOKEN: Final = re.compile(LEXEME.encode())
_BOM: Final = b"\xef\xbb\xbf"

Steps = Generator[bytes, None, JsonError | None]


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where a fragment ends, and what is open there. inside: it ends in the middle of a string."""

    at: int
    stack: bytes = b""
    inside: bool = False


def pretty_steps(data: bytes) -> Steps:
    """Yield pieces that join to the indented text; return the error that stopped it, or None.

    data: any bytes. Each step takes a few ms. When an error is returned the pieces so far are worthless,
    the text is to be shown as it came.
    """
    start = len(_BOM) if data.startswith(_BOM) else 0
    before, first = _Cut(start), True
    while True:
        after = _next_cut(data, before)
        opened = _opened(before)
        closed = b'"' * after.inside + b"".join(_closer(bracket) for bracket in reversed(after.stack))
        last = after.at >= len(data)
        fragment = data[before.at : after.at]
        whole = opened + fragment + (b"" if last else closed)
        # Brackets put around would hide a comma that has nothing before or after it.
        lost = (not last and not after.inside and _ends_open(fragment)) or (
            not first and not before.inside and fragment.lstrip()[:1] in b"]},"
        )
        try:
            piece = msgspec.json.format(whole, indent=2)
        except (msgspec.DecodeError, RecursionError):
            lost = True
        if lost:
            if len(data) <= _TOLERANT:
                return (yield from _tolerant(data, start))
            return _in_fragment(data, before.at, find_json_error(whole), len(opened))
        # The brackets put around are whole lines of their own, before and after.
        head = _after_lines(piece, len(before.stack))
        if before.inside:
            mark = b'"": "' if before.stack[-1:] == b"{" else b'"'
            head = piece.find(mark, head) + len(mark)
        tail = len(piece) if last else _before_lines(piece, len(after.stack)) - after.inside
        yield piece[head:tail] if first or before.inside else b",\n" + piece[head:tail]
        if last:
            return None
        before, first = _Cut(after.at + (not after.inside), after.stack, after.inside), False


def _opened(cut: _Cut) -> bytes:
    """What makes a fragment that starts at a cut complete at its front."""
    opened = b"".join(b"[" if bracket == 91 else b'{"":' for bracket in cut.stack[:-1]) + cut.stack[-1:]
    if not cut.inside:
        return opened
    return opened + (b'"":"' if cut.stack[-1:] == b"{" else b'"')


def _next_cut(data: bytes, before: _Cut) -> _Cut:
    """Where the fragment that starts at a cut ends: a comma outside of strings, else inside a long one."""
    size, position = _FRAGMENT, before.at
    while position + size < len(data):
        # A string that goes on is opened once more, so that parts of even number are outside of strings.
        chunk = b'"' * before.inside + data[position : position + size]
        # Every quote that is left after this opens or closes a string.
        plain = chunk.replace(b"\\\\", b"__").replace(b'\\"', b"__")
        parts = plain.split(b'"')
        outside = len(parts) - 1 if len(parts) % 2 else len(parts) - 2
        end = len(plain) - (0 if len(parts) % 2 else len(parts[-1]) + 1)
        while outside >= 0:
            comma = parts[outside].rfind(b",")
            if comma >= 0:
                cut = end - len(parts[outside]) + comma
                parts[outside] = parts[outside][:comma]
                stack = _open_brackets(before.stack, b"".join(parts[: outside + 1 : 2]))
                if stack:
                    return _Cut(position + cut - before.inside, stack)
                break
            end -= len(parts[outside]) + 1
            outside -= 1
            end -= len(parts[outside]) + 1 if outside >= 0 else 0
            outside -= 1
        if len(parts) % 2 == 0 and (found := _inside(chunk, plain, parts, before)):
            return found
        size *= 8  # a key fills the chunk, or a comma outside of everything: an error to be found
    return _Cut(len(data))


def _inside(chunk: bytes, plain: bytes, parts: list[bytes], before: _Cut) -> _Cut | None:
    """A cut in the string that a chunk ends in, between two characters; None when it is a key or too short.

    msgspec needs as long for one string of 10 MB as for many short ones: longer than a frame.
    """
    begin = len(plain) - len(parts[-1])
    goes_on = before.inside and len(parts) == 2
    stack = before.stack if goes_on else _open_brackets(before.stack, b"".join(parts[:-1:2]))
    if not goes_on and stack[-1:] == b"{" and plain[: begin - 1].rstrip()[-1:] != b":":
        return None
    at = begin + safe_cut(chunk[begin:])
    return _Cut(before.at + at - before.inside, stack, inside=True) if at > begin else None


def _open_brackets(stack: bytes, text: bytes) -> bytes:
    """The brackets open after text, which holds no strings."""
    left = stack + text.translate(None, _NOT_BRACKETS)
    while True:
        fewer = left.replace(b"{}", b"").replace(b"[]", b"")
        if len(fewer) == len(left):
            # A closing bracket that is left closes something else: the formatter will say so.
            return fewer.translate(None, b"}]")
        left = fewer


def _in_fragment(data: bytes, position: int, found: JsonError | None, put_before: int) -> JsonError:
    """An error found in a fragment, as one of the whole text."""
    if found is None:
        return json_error_at(
            data, position, translate("Render", "extra comma, or half a surrogate pair, near here")
        )
    return json_error_at(data, min(position + max(found.position - put_before, 0), len(data)), found.reason)


def _ends_open(fragment: bytes) -> bool:
    return fragment.rstrip()[-1:] in (b"", b"{", b"[", b",", b":")


def _closer(bracket: int) -> bytes:
    return b"]" if bracket == 91 else b"}"


def _after_lines(text: bytes, count: int) -> int:
    at = 0
    for _ in range(count):
        at = text.find(b"\n", at) + 1
    return at


def _before_lines(text: bytes, count: int) -> int:
    at = len(text)
    for _ in range(count):
        at = text.rfind(b"\n", 0, at)
    return at


def _tolerant(data: bytes, start: int) -> Steps:
    """What msgspec refuses though it is JSON: half surrogate pairs, and nesting beyond its limit."""
    error = find_json_error(data[start:])
    deep = error is not None and "deeply" in error.reason
    if error is not None and not deep:
        return error if not start else json_error_at(data, error.position + start, error.reason)
    yield b""  # tells the caller to start over: the pieces so far came from fragments
    yield from _indented(data, start)
    return None


def pretty_beginning(data: bytes) -> bytes:
    """The beginning of a JSON text, indented as the whole of it will be, but for its last line."""
    return b"".join(_indented(data, 0)).rpartition(b"\n")[0]


def _indented(data: bytes, start: int) -> Generator[bytes, None, None]:
    """Token by token, slowly; nothing is checked."""
    out = bytearray()
    depth = 0
    before = b""
    for match in _TOKEN.finditer(data, start):
        token = match[0]
        if token in b"}]":
            depth -= 1
            out += token if before in (b"{", b"[") else b"\n" + b"  " * min(max(depth, 0), DEPTH) + token
        else:
            if before in (b"{", b"[", b","):
                out += b"\n" + b"  " * min(depth, DEPTH)
            out += token
            if token == b":":
                out += b" "
            depth += token in b"{["
        before = token
        if len(out) > _FRAGMENT:
            yield bytes(out)
            out.clear()
    yield bytes(out)
