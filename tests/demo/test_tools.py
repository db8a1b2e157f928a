"""What the tools answer, in the manner of each revision."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

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


def test_each_plain_tool_says_what_it_got() -> None:
    partner = Partner(MODERN)
    said = {
        name: texts(partner.call(name, arguments))
        for name, arguments in (
            ("echo", {"message": "안녕"}),
            ("greet", {"name": "Ada", "language": "en"}),
            ("no_arguments", {}),
            ("regional_report", {"region": "eu", "priority": 2, "urgent": True}),
        )
    }
    assert said == {
        "echo": "Echo: 안녕",
        "greet": "Hello, Ada! Nice to meet you.",
        "no_arguments": "This tool needs nothing, and here is its answer.",
        "regional_report": 'Received: {"region":"eu","priority":2,"urgent":true}',
    }
    assert "세종" in texts(partner.call("greet", {"name": "세종"}))
    assert texts(partner.call("greet", {"name": "Ada"})) == texts(
        partner.call("greet", {"name": "Ada", "language": "ko"})
    )


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        ({"a": 1, "b": 2}, 3),
        ({"a": 9007199254740993, "b": 0, "decimals": 0}, 9007199254740993),
        ({"a": 0.125, "b": 1}, 1.125),
        ({"a": 0.125, "b": 1, "decimals": 1}, 1.1),
        ({"a": 1.6, "b": 1, "decimals": 0}, 3),
    ],
)
def test_sums_are_exact_and_rounded_when_that_is_wanted(arguments: dict[str, Any], total: float) -> None:
    result = Partner(MODERN).call("add", arguments)
    assert result["structuredContent"] == {"sum": total}
    assert texts(result) == f"{arguments['a']} + {arguments['b']} = {result['structuredContent']['sum']}"


def test_media_have_the_size_that_is_wanted() -> None:
    partner = Partner(MODERN)
    words, picture = partner.call("image", {"width": 5, "height": 3, "colour": "red"})["content"]
    assert words["text"] == "A red picture, 5 × 3"
    assert int.from_bytes(b64decode(picture["data"])[16:20]) == 5
    assert int.from_bytes(b64decode(picture["data"])[20:24]) == 3
    other = partner.call("image", {"width": 5, "height": 3})["content"]
    assert other[0]["text"] == "A blue picture, 5 × 3" and other[1]["data"] != picture["data"]
    words, sound = partner.call("audio", {"frequency_hz": 220, "seconds": 0.1})["content"]
    assert words["text"] == "220 Hz for 0.1 s" and sound["mimeType"] == "audio/wav"
    assert partner.call("audio", {"frequency_hz": 440, "seconds": 0.1})["content"][1] != sound


def test_every_type_of_content_is_there_once_or_more() -> None:
    result = Partner(MODERN).call("every_content")
    blocks = result["content"]
    assert [block["type"] for block in blocks] == [
        "text", "text", "text", "image", "audio", "resource_link", "resource", "resource",
    ]  # fmt: skip
    assert blocks[1]["annotations"] == {"audience": ["user"], "priority": 0.9}
    assert blocks[2]["annotations"] == {"audience": ["assistant"]}
    assert (blocks[5]["uri"], blocks[5]["name"], blocks[5]["mimeType"]) == (
        "demo://data/planets.json", "planets", "application/json",
    )  # fmt: skip
    assert "text" in blocks[6]["resource"] and "blob" in blocks[7]["resource"]
    assert result["_meta"]["example.com/demo"]


def test_the_weather_of_a_city_is_always_the_same() -> None:
    partner = Partner(MODERN)
    report = partner.call("structured_weather", {"city": "Oslo"})["structuredContent"]
    assert report == {  # the sum of its letters is 413
        "city": "Oslo", "unit": "celsius", "temperature": 12, "conditions": "cloudy",
        "wind": {"speed_kmh": 53, "from": "E"},
        "hours": [{"hour": 6, "temperature": 18}, {"hour": 12, "temperature": 17},
                  {"hour": 18, "temperature": 16}],
    }  # fmt: skip
    warm = partner.call("structured_weather", {"city": "Oslo", "unit": "fahrenheit"})["structuredContent"]
    assert (warm["unit"], warm["temperature"]) == ("fahrenheit", 53.6)


def test_a_big_result_has_the_rows_that_are_wanted() -> None:
    rows = json.loads(texts(Partner(MODERN).call("big_result", {"rows": 14})))["rows"]
    assert [row["row"] for row in rows] == list(range(14))
    assert rows[13] == {"row": 13, "name": "row number 13", "값": "002944", "even": False, "share": 1.625}
    assert rows[2]["even"] is True
    assert len(json.loads(texts(Partner(MODERN).call("big_result")))["rows"]) == 1000


def test_nothing_is_deleted_unless_it_is_confirmed_nor_then() -> None:
    partner = Partner(MODERN)
    refused, done = (partner.call("delete_everything", {"confirm": sure}) for sure in (False, True))
    assert refused["isError"] is True and "set confirm to true" in texts(refused)
    assert "isError" not in done and texts(done).endswith("deleted: nothing.")


def test_failures_have_words_of_their_own_unless_others_are_wanted() -> None:
    partner = Partner(MODERN)
    assert texts(partner.call("fail", {"message": "so"})) == "so"
    assert texts(partner.call("fail")).startswith("This tool always fails")
    error = partner.error("tools/call", {"name": "rpc_error"})
    assert error["code"] == 4711 and error["message"].startswith("This tool always answers")
