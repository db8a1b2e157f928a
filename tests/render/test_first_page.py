"""The first page of a large answer is what the whole of it begins with."""

from __future__ import annotations

import json

import msgspec
import pytest

from inspector.render.first_page import first_page

ROWS = [{"n": n, "name": f"서울 {n}", "tags": ["a", {}], "none": None} for n in range(20_000)]


def answer(result: dict[str, object], ascii_only: bool = False) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}, ensure_ascii=ascii_only).encode()


@pytest.mark.parametrize(
    "content", [{"content": []}, {}, {"_meta": {"structuredContent": 1}, "isError": False}]
)
def test_structured_content_begins_as_it_will_be_shown(content: dict[str, object]) -> None:
    page = first_page("tools/call", answer({**content, "structuredContent": {"rows": ROWS}}))
    whole = msgspec.json.format(json.dumps({"rows": ROWS}, ensure_ascii=False).encode(), indent=2)
    assert page.count(b"\n") > 300
    assert whole.startswith(page)


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_text_that_is_json_begins_as_it_will_be_shown(ascii_only: bool) -> None:
    text = json.dumps(ROWS, ensure_ascii=ascii_only)
    page = first_page("tools/call", answer({"content": [{"type": "text", "text": text}]}, ascii_only))
    assert page.count(b"\n") > 100
    assert msgspec.json.format(text.encode(), indent=2).startswith(page)


def test_a_long_plain_text_begins_with_itself() -> None:
    text = "한국어 한 줄\n" * 20_000
    page = first_page("tools/call", answer({"content": [{"type": "text", "text": text}]}))
    assert len(page) > 10_000
    assert text.encode().startswith(page)


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("tools/call", {"content": [{"type": "text", "text": "short"}], "structuredContent": {"rows": ROWS}}),
        ("tools/call", {"content": [{"type": "image", "data": "A" * 100_000}]}),
        ("tools/call", {"other": {"structuredContent": ROWS}}),
        ("resources/read", {"structuredContent": ROWS}),
    ],
)
def test_what_cannot_be_told_is_waited_for(method: str, result: dict[str, object]) -> None:
    assert first_page(method, answer(result)) == b""


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"]]]]", b'{"result":{"structuredContent":', b"\xff" * 100, b":::,,,"]
)
def test_odd_bytes_do_no_harm(raw: bytes) -> None:
    assert first_page("tools/call", raw) == b""
