"""A byte of a JSON text is found in the indented text and back, exactly, whatever the text holds."""

from __future__ import annotations

import time

import pytest

from inspector.render import places
from inspector.render.places import Places
from inspector.render.pretty import pretty_steps
from inspector.render.tree import JsonTree

ODD = (
    rb'{"a":"x \" y","b\\":[1, 2.50 ,-3e5],"e":{},"f":[],"g":"\\\\\"","long":"'
    + b"w " * 60
    + rb'","z":null}',
    '  {"가" :\t"나 다", "😀":[ "é", {"ü": "\\u00e9"} ] }\r\n'.encode(),
    b'{"bad":"\xff\xfe \xc3","next":[true , false]}',
    b'\xef\xbb\xbf{"after":"a byte order mark"}',
    b'[ "half a pair \\ud800", 12345678901234567890.1000 ]',
    b'"alone"',
    b"17",
)


def shown_of(source: bytes) -> bytes:
    out = bytearray()
    for piece in pretty_steps(source):
        if not piece:
            out.clear()
        out += piece
    return bytes(out)


def tokens(text: bytes) -> list[int]:
    """Offsets of the bytes that are no space between tokens, found byte by byte."""
    found, inside, escaped = [], False, False
    for at, byte in enumerate(text):
        if inside or byte not in b" \t\r\n":
            found.append(at)
        if escaped:
            escaped = False
        elif inside and byte == 92:
            escaped = True
        elif byte == 34:
            inside = not inside
    return found


@pytest.mark.parametrize("window", [1, 2, 3, 7, 32 * 1024])
@pytest.mark.parametrize("source", ODD)
def test_every_byte_is_found_in_both_directions(
    source: bytes, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_WINDOW", window)
    shown, start = shown_of(source), 3 if source.startswith(b"\xef") else 0
    found = Places(source, shown)
    ours, theirs = [start + at for at in tokens(source[start:])], tokens(shown)
    assert len(ours) == len(theirs)
    for mine, other in zip(ours, theirs, strict=True):
        assert source[mine] == shown[other]
        assert found.to_shown(mine) == other
        assert found.to_source(other) == mine


@pytest.mark.parametrize("source", ODD)
def test_values_of_the_tree_have_their_own_bytes(source: bytes) -> None:
    shown = shown_of(source)
    tree, found = JsonTree(shown), Places(source, shown)
    nodes = [tree.root]
    for node in nodes:
        start, end = found.source_range(node.value, node.end)
        if node.kind not in ("object", "array"):
            assert source[start:end] == tree.value(node)
        else:
            assert source[start : start + 1] + source[end - 1 : end] in (b"{}", b"[]")
        if tree.can_open(node) and tree.is_read(node):
            nodes += [tree.child(node, row) for row in range(tree.count(node))]


def test_a_space_between_tokens_leads_to_what_follows_it() -> None:
    source = b'{ "a" :   1 }  '
    shown = shown_of(source)
    assert shown[Places(source, shown).to_shown(8) :][:1] == b"1"
    assert Places(source, shown).to_shown(14) == len(shown)


_LARGE = {
    "many": b"[" + b",".join(b'{"k":"v%d", "n":%d}' % (n, n) for n in range(500_000)) + b"]",
    "string": b'{"s":"' + b"abc {}[], " * 1_000_000 + b'"}',
    "quotes": b'{"s":"' + b'\\"\\\\' * 2_500_000 + b'"}',
}


@pytest.mark.parametrize("shape", list(_LARGE))
def test_ten_megabytes_are_read_in_short_steps(shape: str) -> None:
    source = _LARGE[shape]
    shown = shown_of(source)
    found = Places(source, shown)
    worst = 0.0
    steps = found.steps()
    while True:
        begin = time.thread_time()
        if next(steps, 0) == 0:
            break
        worst = max(worst, time.thread_time() - begin)
    begin = time.thread_time()
    for at in (len(source) // 3, len(source) // 2, len(source) - 3):
        assert shown[found.to_shown(at)] == source[at]
    assert worst < 0.05
    assert time.thread_time() - begin < 0.1
