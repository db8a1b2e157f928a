"""Structured content is held against the outputSchema that the tool promised."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from inspector.core.client.structured import StructuredCheck, check_structured
from inspector.core.validation.validation import Validator
from inspector.protocol.jsonrpc import LARGE_BYTES

SUM = {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]}
ABSENT: Any = object()
MODERN, LEGACY = "2026-07-28", "2025-11-25"


def checked(schema: Any, content: Any, revision: str = MODERN, **more: Any) -> StructuredCheck:
    """Check one result in a worker of its own."""
    tool = {"name": "t", "inputSchema": {}} | ({} if schema is ABSENT else {"outputSchema": schema})
    result = {"content": [], **more} | ({} if content is ABSENT else {"structuredContent": content})

    async def main() -> StructuredCheck:
        validator = Validator()
        try:
            return await check_structured(validator, tool, json.dumps(result).encode(), revision)
        finally:
            await validator.close()

    return asyncio.run(main())


@pytest.mark.parametrize("revision", [LEGACY, MODERN])
def test_content_that_keeps_the_promise_matches(revision: str) -> None:
    assert checked(SUM, {"sum": 3}, revision).state == "matches"


def test_content_that_breaks_it_says_where() -> None:
    check = checked(SUM, {"sum": "3"})
    assert (check.state, check.broken) == ("differs", True)
    assert [(one.pointer, one.message) for one in check.problems] == [("/sum", "must be number")]


@pytest.mark.parametrize("value", [None, 5, "text", [1], False])
def test_any_json_may_be_structured_content_in_the_modern_era(value: Any) -> None:
    assert checked({"const": value}, value).state == "matches"
    assert checked({"type": "object"}, value).state == "differs"
    assert checked(ABSENT, value).state == "nothing"


@pytest.mark.parametrize("schema", [{}, ABSENT])
@pytest.mark.parametrize("value", [None, 5, [1]])
def test_before_it_must_be_an_object(schema: Any, value: Any) -> None:
    (problem,) = checked(schema, value, LEGACY).problems
    assert "must be an object in revision 2025-11-25" in problem.message


def test_a_promise_without_content_is_missed() -> None:
    check = checked(SUM, ABSENT)
    assert (check.state, check.broken) == ("missing", True)


@pytest.mark.parametrize(
    "more", [{"isError": True}, {"resultType": "input_required"}, {"resultType": "task"}]
)
@pytest.mark.parametrize("content", [ABSENT, {"sum": "wrong"}])
def test_errors_and_results_that_are_not_final_are_exempt(more: dict[str, Any], content: Any) -> None:
    assert checked(SUM, content, **more).state == "nothing"


def test_null_is_a_value_and_not_absence() -> None:
    assert checked(SUM, None).state == "differs"


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"$schema": "https://example.com/mine"}, "Unsupported dialect"),
        ({"$ref": "http://127.0.0.1:9/schema.json"}, "External reference not loaded: http://127.0.0.1:9/"),
        ({"$ref": "https://example.com/schema.json#/a"}, "External reference not loaded"),
        ({"$ref": "file:///etc/hosts"}, "External reference not loaded"),
        ({"type": "nonsense"}, "Invalid schema: /type"),
    ],
)
def test_what_cannot_be_checked_says_why_and_is_no_fault(schema: Any, says: str) -> None:
    check = checked(schema, {"sum": 3})
    assert (check.state, check.broken) == ("unchecked", False)
    assert says in check.reason


def test_a_remote_reference_opens_no_connection() -> None:
    """The worker is another process: a listener on the port that the schema names sees nobody."""

    async def main() -> int:
        came = 0

        async def visitor(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal came
            came += 1
            writer.close()

        server = await asyncio.start_server(visitor, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        validator = Validator()
        for schema in (
            {"$ref": f"http://127.0.0.1:{port}/a.json"},
            {"$schema": f"http://127.0.0.1:{port}/dialect"},
            {"$id": f"http://127.0.0.1:{port}/base/", "properties": {"a": {"$ref": "b.json"}}},
        ):
            tool = {"name": "t", "outputSchema": schema}
            check = await check_structured(validator, tool, b'{"structuredContent":{"a":1}}', MODERN)
            assert check.state == "unchecked", schema
        await validator.close()
        server.close()
        await server.wait_closed()
        return came

    assert asyncio.run(main()) == 0


@pytest.mark.parametrize("result", [b"", b"[]", b"{", b"null"])
def test_a_result_that_is_no_object_has_nothing_to_check(result: bytes) -> None:
    async def main() -> str:
        return (await check_structured(Validator(), {"outputSchema": SUM}, result, MODERN)).state

    assert asyncio.run(main()) == "nothing"


def test_a_large_answer_is_looked_at_too() -> None:
    large = "x" * LARGE_BYTES
    assert checked(SUM, {"sum": "3", "note": large}).state == "differs"
    assert checked(SUM, {"sum": 3, "note": large}).state == "matches"
    assert checked(SUM, ABSENT, note=large).state == "missing"
    assert checked(ABSENT, [1], LEGACY, note=large).state == "nothing"


def test_content_beyond_what_the_validator_takes_is_said_to_be_unchecked() -> None:
    check = checked(SUM, {"sum": "3", "note": "x" * 16_000_000})
    assert (check.state, check.reason) == ("unchecked", "Not checked: the value is larger than 4 MB.")
