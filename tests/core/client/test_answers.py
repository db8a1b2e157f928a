"""What an answer says: a result or an error, a failed tool, a question, a server's own words."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.client.answers import Answer, ServerInfo, server_info
from inspector.protocol.era.negotiation import NegotiationResult


@pytest.mark.parametrize(
    ("result", "failed", "asks"),
    [
        (b'{"isError": true}', True, False),
        (b'{"isError": false}', False, False),
        (b'{"isError": 1}', False, False),
        (b'{"content": {"isError": true}}', False, False),
        (b'["isError", true]', False, False),
        (b'{"resultType": "input_required"}', False, True),
        (b'{"resultType": "complete", "x": "input_required"}', False, False),
        (b'["input_required"]', False, False),
        (b'{"resultType": "input_required", "isError": true}', True, True),
        (b"{}", False, False),
        (b"", False, False),
    ],
)
def test_a_result_says_whether_it_failed_or_asks(result: bytes, failed: bool, asks: bool) -> None:
    answer = Answer(1, 2, result)
    assert (answer.is_error, answer.wants_input) == (failed, asks)


def test_the_value_is_of_the_result_or_else_of_the_error() -> None:
    assert Answer(1, 2, b'{"a": 1}').value == {"a": 1}
    assert Answer(1, 2, error=b'{"code": 1}').value == {"code": 1}


def verdict(result: dict[str, Any]) -> NegotiationResult:
    return NegotiationResult("modern", "2026-07-28", result, "it answered")


@pytest.mark.parametrize(
    ("result", "name", "version", "title"),
    [
        ({"serverInfo": {"name": "n", "version": 1, "title": "T"}}, "n", "1", "T"),
        ({"serverInfo": {"name": "n", "title": ""}}, "n", "", "n"),
        ({"_meta": {"io.modelcontextprotocol/serverInfo": {"name": "m"}}}, "m", "", "m"),
        ({"serverInfo": {"name": "n"}, "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "m"}}},
         "n", "", "n"),
        ({"serverInfo": "odd", "_meta": []}, "", "", "saved"),
        ({}, "", "", "saved"),
    ],
)  # fmt: skip
def test_a_server_is_called_as_it_calls_itself(
    result: dict[str, Any], name: str, version: str, title: str
) -> None:
    info = server_info(verdict(result), "saved")
    assert (info.name, info.version, info.title) == (name, version, title)


def test_what_else_a_handshake_says_is_taken_over_where_it_is_of_its_type() -> None:
    result: dict[str, Any] = {
        "capabilities": {"tools": {}},
        "instructions": "read",
        "supportedVersions": ["a", 1],
    }
    result["serverInfo"] = {"x": 1}
    assert server_info(verdict(result), "s") == ServerInfo(
        "", "", "s", "modern", "2026-07-28", {"tools": {}}, "read", "it answered", ("a", "1"), {"x": 1}
    )
    odd = server_info(verdict({"capabilities": [], "instructions": 1, "supportedVersions": "a"}), "s")
    assert (odd.capabilities, odd.instructions, odd.supported) == ({}, "", ())
