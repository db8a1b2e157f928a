"""Every message of the demo server fits the official JSON schema of its revision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.demo.partner import EVERY, MODERN, PREFIX, Partner, listen
from tests.spec_schema import Book

RESULTS = {
    "initialize": "InitializeResult",
    "ping": "EmptyResult",
    "server/discover": "DiscoverResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
    "completion/complete": "CompleteResult",
    "logging/setLevel": "EmptyResult",
}
LEGACY_ONLY = ("ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel")

REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("ping", {}),
    ("server/discover", {}),
    ("tools/list", {}),
    ("resources/list", {}),
    ("resources/list", {"cursor": "cmVzb3VyY2VzOjQ="}),
    ("resources/list", {"cursor": "bad"}),
    ("resources/templates/list", {}),
    ("prompts/list", {}),
    *(
        ("resources/read", {"uri": uri})
        for uri in ("demo://docs/guide.md", "demo://image/badge.png", "demo://no")
    ),
    ("resources/read", {"uri": "demo://file/data/numbers.csv?lines=3"}),
    ("resources/subscribe", {"uri": "demo://text/welcome"}),
    ("logging/setLevel", {"level": "debug"}),
    ("prompts/get", {"name": "summarize", "arguments": {"text": "a"}}),
    ("prompts/get", {"name": "review_code", "arguments": {"language": "Python"}}),
    ("prompts/get", {"name": "describe_picture"}),
    ("prompts/get", {"name": "no"}),
    (
        "completion/complete",
        {"ref": {"type": "ref/prompt", "name": "summarize"}, "argument": {"name": "style", "value": ""}},
    ),
    ("resources/unsubscribe", {"uri": "demo://text/annyeong"}),
    ("nothing", {}),
]
CALLS: dict[str, dict[str, Any]] = {
    "echo": {"message": "hi"},
    "add": {"a": 1, "b": 2},
    "book_table": {"name": "A", "date": "2026-12-24", "guests": 1},
    "greet": {"name": "A"},
    "no_arguments": {},
    "image": {"width": 4, "height": 4},
    "audio": {"seconds": 0.05},
    "every_content": {},
    "structured_weather": {"city": "Paris"},
    "big_result": {"rows": 3},
    "long_running": {"duration_s": 1, "steps": 2},
    "slow_report": {"seconds": 1},
    "background_job": {"seconds": 1},
    "log_messages": {"count": 3},
    "fail": {},
    "rpc_error": {},
    "ask_person": {},
    "ask_model": {"prompt": "x"},
    "ask_model_with_tools": {"prompt": "x"},
    "open_page": {},
    "ask_everything": {},
    "list_roots": {},
    "touch_resource": {"uri": "demo://text/welcome"},
    "toggle_tool": {},
    "regional_report": {"region": "서울"},
    "delete_everything": {"confirm": False},
    "bonus": {},
}

ASKING = 6  # tools whose answer waits for one of ours


def check_message(book: Book, partner: Partner, message: dict[str, Any], methods: dict[int, str]) -> None:
    """One message from the server against the definition that belongs to it."""
    modern = partner.revision == MODERN
    if "method" in message:
        kind = "ServerRequest" if "id" in message else "ServerNotification"
        assert not (modern and kind == "ServerRequest")
        book.check(kind, message)
        return
    if "error" in message:
        book.check(
            "JSONRPCErrorResponse" if "JSONRPCErrorResponse" in book.names else "JSONRPCError", message
        )
        special = {-32021: "MissingRequiredClientCapabilityError", -32022: "UnsupportedProtocolVersionError"}
        if modern and message["error"]["code"] in special:
            book.check(special[message["error"]["code"]], message)
        return
    result = message["result"]
    name = RESULTS[methods[message["id"]]]
    book.check("InputRequiredResult" if result.get("resultType") == "input_required" else name, result)
    for tool in result.get("tools", []):
        jsonschema_rs.meta.validate(tool["inputSchema"])
        jsonschema_rs.meta.validate(tool.get("outputSchema", {}))


@pytest.mark.parametrize("revision", EVERY)
def test_every_message_fits_the_schema_of_its_revision(revision: str, shared: Path) -> None:
    book, partner, methods = Book(shared, revision), Partner(revision), dict[int, str]()
    if partner.greeting:
        book.check("InitializeResult", partner.greeting)
    for method, params in [
        *REQUESTS,
        *(("tools/call", {"name": n, "arguments": a}) for n, a in CALLS.items()),
    ]:
        meta = {f"{PREFIX}logLevel": "debug"} if revision == MODERN else {}
        methods[partner.request(method, params, progressToken=f"{method}-{len(methods)}", **meta)] = method
    partner.pass_time(2)
    messages = partner.take()
    assert len([message for message in messages if "method" not in message]) >= len(methods) - ASKING
    for message in messages:
        check_message(book, partner, message, methods)


def test_subscription_messages_fit_the_schema(shared: Path) -> None:
    book, partner = Book(shared, MODERN), Partner(MODERN)
    listen(partner, 1, {"toolsListChanged": True, "resourceSubscriptions": ["demo://text/welcome"]})
    partner.world.announce("tools")
    partner.world.announce("updated", "demo://text/welcome")
    partner.peer.close()
    *notifications, closing = partner.take()
    assert len(notifications) == 3
    for notification in notifications:
        book.check("ServerNotification", notification)
    book.check("SubscriptionsListenResult", closing["result"])


@pytest.mark.parametrize("tool", ["add", "structured_weather"])
def test_structured_content_fits_the_output_schema(tool: str) -> None:
    partner = Partner(MODERN)
    [entry] = [found for found in partner.result("tools/list")["tools"] if found["name"] == tool]
    result = partner.call(tool, CALLS[tool])
    jsonschema_rs.validator_for(entry["outputSchema"], offline=True).validate(result["structuredContent"])


def test_our_small_checker_agrees_with_a_full_one() -> None:
    """What jsonschema-rs accepts for a tool is not refused by the server."""
    for tool in Partner(MODERN).result("tools/list")["tools"]:
        validator = jsonschema_rs.validator_for(tool["inputSchema"], offline=True)
        assert validator.is_valid(CALLS[tool["name"]]), tool["name"]
