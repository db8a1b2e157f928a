"""What the tools answer, in the manner of each revision."""

from __future__ import annotations

from base64 import b64decode

import pytest

from tests.demo.partner import EVERY, MODERN, Partner, texts

every_revision = pytest.mark.parametrize("revision", EVERY)


@every_revision
def test_content_an_older_revision_lacks_becomes_text(revision: str) -> None:
    types = [block["type"] for block in Partner(revision).call("every_content")["content"]]
    assert ("audio" in types) == (revision >= "2025-03-26")
    assert ("resource_link" in types) == (revision >= "2025-06-18")
    assert len(types) == 8


@every_revision
def test_structured_content_comes_with_the_same_text(revision: str) -> None:
    result = Partner(revision).call("structured_weather", {"city": "서울"})
    assert ("structuredContent" in result) == (revision >= "2025-06-18")
    assert '"city":"서울"' in texts(result)


def test_media_are_what_they_say() -> None:
    partner = Partner(MODERN)
    picture = partner.call("image", {"width": 5, "height": 3})["content"][1]
    assert b64decode(picture["data"]).startswith(b"\x89PNG\r\n\x1a\n") and picture["mimeType"] == "image/png"
    sound = b64decode(partner.call("audio", {"seconds": 0.1})["content"][1]["data"])
    assert sound[:4] == b"RIFF" and sound[8:16] == b"WAVEfmt " and len(sound) == 44 + 2 * 800


@every_revision
def test_errors_come_in_both_kinds(revision: str) -> None:
    partner = Partner(revision)
    assert partner.call("fail")["isError"] is True
    error = partner.error("tools/call", {"name": "rpc_error", "arguments": {"code": 99, "message": "so"}})
    assert error == {
        "code": 99,
        "message": "so",
        "data": {"reason": "asked for", "arguments": {"code": 99, "message": "so"}},
    }


@every_revision
def test_the_toggled_tool_comes_and_goes(revision: str) -> None:
    partner = Partner(revision)
    assert partner.error("tools/call", {"name": "bonus"})["code"] == -32602
    partner.call("toggle_tool")
    assert [tool["name"] for tool in partner.result("tools/list")["tools"]][-1] == "bonus"
    assert "bonus" in texts(partner.call("bonus"))


def test_the_form_tool_gives_back_what_was_sent() -> None:
    arguments = {
        "name": "김하나",
        "date": "2026-12-24",
        "guests": 3,
        "companions": [{"name": "Ada", "age": 36}],
        "extras": {"cake": 1},
        "payment": {"kind": "voucher", "code": "ABCD"},
        "phone": None,
    }
    assert "김하나" in texts(Partner(MODERN).call("book_table", arguments))
