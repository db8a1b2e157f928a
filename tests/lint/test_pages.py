"""Lists page by page: what one walk brings, and what changes from one to the next."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint.pages import IDENTITY
from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue

TELLS = '{"tools":{"listChanged":true},"resources":{"listChanged":true}}'
CHANGED = '< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'


class Pages:
    """Lines of a dialogue, page after page."""

    def __init__(self, revision: str = "2025-11-25", capabilities: str = "{}") -> None:
        self.lines = [f"= {revision} {capabilities}"]
        self.modern = revision == "2026-07-28"
        self.number = 0

    def page(
        self, names: str, cursor: Any = None, following: Any = None, *, declares: Any = None, **more: Any
    ) -> Pages:
        """A page of tools, one a letter."""
        self.number += 1
        params: dict[str, Any] = {} if cursor is None else {"cursor": cursor}
        if self.modern:
            params["_meta"] = {"io.modelcontextprotocol/clientCapabilities": declares or {}}
            more |= {"resultType": "complete", "ttlMs": 0}
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
        result = {"tools": tools, **({} if following is None else {"nextCursor": following}), **more}
        asked = {"jsonrpc": "2.0", "id": self.number, "method": "tools/list", "params": params}
        answer = {"jsonrpc": "2.0", "id": self.number, "result": result}
        self.lines += ["> " + json.dumps(asked), "< " + json.dumps(answer)]
        return self

    def line(self, text: str) -> Pages:
        """Any other line."""
        self.lines.append(text)
        return self

    def found(self, *rules: str) -> list[tuple[str, str]]:
        """Rules and places."""
        findings = Dialogue("\n".join(self.lines)).findings
        return [
            (one.rule, one.pointer) for one in findings if one.rule.startswith(rules or ("PAGE", "RES-12"))
        ]


def test_a_walk_through_pages_is_silent_and_so_is_the_next() -> None:
    pages = Pages(capabilities=TELLS)
    for _ in range(2):
        pages.page("ab", None, "2").page("cd", "2", "").page("e", "")
    assert pages.found() == []


@pytest.mark.parametrize("cursor", [None, 3, True, ["2"], {}])
def test_a_cursor_is_a_string(cursor: Any) -> None:
    pages = Pages().page("a")
    pages.lines[-1] = "< " + json.dumps(
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [], "nextCursor": cursor}}
    )
    assert pages.found() == [("PAGE-01", "/result/nextCursor")]


def test_cursors_of_tasks_are_strings_too() -> None:
    ask = '> {"jsonrpc":"2.0","id":1,"method":"tasks/list","params":{}}'
    tell = '< {"jsonrpc":"2.0","id":1,"result":{"tasks":[],"nextCursor":4}}'
    assert Pages().line(ask).line(tell).found() == [("PAGE-01", "/result/nextCursor")]


def test_a_cursor_that_comes_twice_is_told_once() -> None:
    pages = Pages().page("a", None, "2").page("b", "2", "3")
    assert pages.found("PAGE-02") == []
    twice = [("PAGE-02", "/result/nextCursor")]
    assert pages.page("c", "3", "2").found("PAGE-02") == twice
    assert pages.page("b", "2", "3").page("c", "3", "2").found("PAGE-02") == twice


def test_a_page_may_be_fetched_again() -> None:
    pages = Pages().page("a", None, "2").page("b", "2", "3").page("b", "2", "3").page("c", "3")
    assert pages.found() == []


def test_two_walks_at_once_are_not_mixed_up() -> None:
    pages = Pages().page("a", None, "2").page("a", None, "2").page("b", "2", "3").page("b", "2", "3")
    assert pages.page("c", "3").page("c", "3").found() == []


def test_a_cursor_of_another_client_goes_on_with_nothing() -> None:
    assert Pages().page("a", None, "2").page("a", "elsewhere", "2").page("a", "7").found() == []


def test_an_item_on_two_pages() -> None:
    twice = [("PAGE-03", "/result/tools/1/name")]
    assert Pages().page("ab", None, "2").page("ca", "2").found() == twice
    assert Pages().page("ab", None, "2").line(CHANGED).page("ca", "2").found() == []
    modern = Pages("2026-07-28").page("ab", None, "2").page("ca", "2").found()
    assert modern == [("PAGE-03-cached", "/result/tools/1/name")]


def test_an_empty_page_in_the_middle() -> None:
    assert Pages().page("a", None, "2").page("", "2", "3").page("b", "3").found() == [
        ("PAGE-05", "/result/tools")
    ]
    assert Pages().page("").found() == []


def test_the_order_of_the_same_tools() -> None:
    other = [("PAGE-06", "/result/tools")]
    assert Pages("2026-07-28").page("ab", None, "2").page("c", "2").page("bac").found() == other
    assert Pages("2026-07-28").page("ab").page("abc").found() == []
    assert Pages("2025-11-25").page("ab").page("ba").found() == []


def test_a_list_that_changes_in_silence() -> None:
    changed = [("PAGE-07", "/result/tools")]
    assert Pages(capabilities=TELLS).page("ab").page("abc").found() == changed
    assert Pages(capabilities=TELLS).page("ab").page("a", None, "2").page("", "2").found() == changed
    assert Pages(capabilities=TELLS).page("ab").line(CHANGED).page("abc").found() == []
    assert Pages(capabilities=TELLS).page("ab").line(CHANGED).page("abc").page("ab").found() == changed
    assert Pages(capabilities='{"tools":{}}').page("ab").page("abc").found() == []


def test_another_process_may_have_another_list() -> None:
    assert Pages(capabilities=TELLS).page("ab").line("n").page("abc").found() == []


def test_a_modern_server_tells_of_changes_who_subscribed() -> None:
    acknowledged = (
        '< {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":'
        '{"notifications":{"toolsListChanged":true}}}'
    )
    assert Pages("2026-07-28", TELLS).page("ab").page("abc").found() == []
    told = Pages("2026-07-28", TELLS).page("ab").line(acknowledged)
    assert told.page("abc").found() == [("PAGE-07", "/result/tools")]
    other = Pages("2026-07-28", TELLS).line(acknowledged).page("ab")
    assert other.page("abc", declares={"roots": {}}).found() == []


def test_a_list_that_stops_before_its_end_is_compared_with_nothing() -> None:
    assert Pages(capabilities=TELLS).page("ab").page("a", None, "2").page("ab").found() == []


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("public", "public", []),
        ("public", "private", [("RES-12", "/result/cacheScope")]),
        ("public", "shared", []),
        (None, "private", []),
    ],
)
def test_the_scope_of_the_pages(first: str, second: str, found: list[tuple[str, str]]) -> None:
    pages = Pages("2026-07-28").page("a", None, "2", cacheScope=first).page("b", "2", cacheScope=second)
    assert pages.found("RES-12") == found


def test_a_list_of_very_many_items_is_walked_in_bounded_memory() -> None:
    pages = Pages(capabilities=TELLS)
    many = [chr(0x4E00 + number) for number in range(5000)]
    assert pages.page("".join(many)).page("".join(many[1:])).found() == []


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(["2024-11-05", "2025-11-25", "2026-07-28"]),
    st.sampled_from([*IDENTITY, "tasks/list"]),
    st.lists(
        any_json(
            ("tools", "resources", "name", "uri", "nextCursor", "cursor", "cacheScope"), ("a", "public")
        ),
        min_size=2,
        max_size=4,
    ),
)
def test_nothing_raises_for_what_a_page_holds(revision: str, method: str, values: list[Any]) -> None:
    replay(f"= {revision} {TELLS}", method, values[0], values[1:])
