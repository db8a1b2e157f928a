"""`mcpdi list` page by page, and what `mcpdi call` says of a tool's promises."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli.verbs import listing as verb
from tests.cli.run import ROOT, mcpdi
from tests.servers import ServerProcess, free_port

LISTER = ROOT / "tests" / "core" / "lister.py"
MARKED = ROOT / "tests" / "core" / "marked.py"


def lister(*mode: str) -> list[str]:
    return ["--", sys.executable, str(LISTER), *mode]


def names(done: subprocess.CompletedProcess[str]) -> list[str]:
    return done.stdout.split()


def test_list_prints_all_pages() -> None:
    done = mcpdi("list", "tools", *lister("good"))
    assert names(done) == ["t0a", "t0b", "t1a", "t1b", "t2a", "t2b"]
    assert done.stderr == ""


def test_page_prints_one_page_and_the_cursor_goes_on_from_there() -> None:
    done = mcpdi("list", "tools", "--page", *lister("good", "modern"))
    assert names(done) == ["t0a", "t0b"]
    assert "2 items; the next page: --cursor 1" in done.stderr
    done = mcpdi("list", "tools", "--cursor", "1", "--json", *lister("good", "modern"))
    value = json.loads(done.stdout)
    assert [tool["name"] for tool in value["tools"]] == ["t1a", "t1b"]
    assert value["nextCursor"] == "2"
    done = mcpdi("list", "tools", "--cursor", "2", *lister("good", "modern"))
    assert (names(done), done.stderr) == (["t2a", "t2b"], "")


def test_a_cursor_the_server_does_not_know_is_its_error() -> None:
    done = mcpdi("list", "tools", "--cursor", "1", *lister("refusing", "modern"))
    assert (done.returncode, done.stdout) == (7, "")
    assert "-32602" in done.stderr


def test_pages_that_came_before_an_error_are_printed() -> None:
    done = mcpdi("list", "tools", *lister("refusing"))
    assert (done.returncode, names(done)) == (7, ["t0a", "t0b"])


OLDER = "nothing in revision 2026-07-28, although it declares tools, resources, prompts"


def test_a_modern_server_that_lists_nothing_at_all_is_said_to_know_an_older_revision() -> None:
    done = mcpdi("list", "prompts", *lister("mirror", "modern"))
    assert (done.returncode, done.stdout) == (0, "")
    assert OLDER in done.stderr and "--era legacy" in done.stderr
    done = mcpdi("list", "tools", "--json", *lister("mirror", "modern"))
    assert json.loads(done.stdout) == {"tools": []}
    assert "--era legacy" in json.loads(done.stderr)["hint"]
    done = mcpdi("list", "tools", *lister("mirror", "modern", "named"))
    assert "--era 2025-06-18" in done.stderr
    done = mcpdi("list", "tools", "--era", "legacy", *lister("mirror", "modern"))
    assert (len(names(done)), done.stderr) == (6, "")


def test_one_empty_list_among_others_is_no_reason_for_an_older_revision() -> None:
    done = mcpdi("list", "tools", *lister("mirror", "modern", "prompt"))
    assert done.stderr == "the server lists no tools\n"


def test_a_call_of_what_is_not_listed_names_the_older_revision_too() -> None:
    done = mcpdi("call", "t0a", "x=1", *lister("mirror", "modern"))
    assert OLDER in done.stderr and "--era legacy" in done.stderr


def test_a_loop_of_cursors_is_said() -> None:
    done = mcpdi("list", "tools", *lister("loop"))
    assert done.returncode == 0
    assert "a cursor that it had given before" in done.stderr


def test_items_that_are_no_tools_are_shown_apart() -> None:
    done = mcpdi("list", "tools", *lister("odd"))
    assert names(done) == ["good", "fine"]
    assert 'invalid item 3: it has no name: {"title": "no name"}' in done.stderr


def test_of_many_odd_items_the_first_are_said_and_how_many_more_there_are() -> None:
    done = mcpdi("list", "tools", *lister("debris"))
    said = [line for line in done.stderr.splitlines() if "invalid item" in line]
    assert said[:2] == ["invalid item 1: it has no name: {}", "invalid item 2: it has no name: {}"]
    assert said[10:] == ["2,990 more invalid items are not shown"]


# -- what a tool promises


def promising(tmp_path: Path, schema: str, result: str) -> list[str]:
    """A legacy server with one tool that has this outputSchema and gives this result."""
    script = tmp_path / "promising.py"
    script.write_text(
        f"""
import json, sys
answers = {{
    "initialize": {{"protocolVersion": "2025-11-25", "capabilities": {{"tools": {{}}}},
                   "serverInfo": {{"name": "s", "version": "1"}}}},
    "tools/list": {{"tools": [{{"name": "t", "inputSchema": {{"type": "object"}},
                   "outputSchema": json.loads({schema!r})}}]}},
    "tools/call": json.loads({result!r}),
}}
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") in answers:
        print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": answers[message["method"]]}}),
              flush=True)
    elif "id" in message:
        error = {{"code": -32601, "message": "no"}}
        print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "error": error}}), flush=True)
"""
    )
    return ["--era", "legacy", "--", sys.executable, str(script)]


@pytest.mark.parametrize(
    ("schema", "result", "says", "strict"),
    [
        ('{"required":["a"]}', '{"content":[],"structuredContent":{"a":1}}', "matches", 0),
        ('{"required":["a"]}', '{"content":[],"structuredContent":{}}', "/a: required", 6),
        (
            '{"$ref":"http://127.0.0.1:9/x"}',
            '{"content":[],"structuredContent":{}}',
            "could not check",
            0,
        ),
        ("{}", '{"content":[],"structuredContent":[]}', "must be an object in revision", 6),
    ],
)
def test_call_says_whether_structured_content_keeps_the_promise(
    tmp_path: Path, schema: str, result: str, says: str, strict: int
) -> None:
    server = promising(tmp_path, schema, result)
    done = mcpdi("call", "t", *server)
    assert done.returncode == 0
    assert says in done.stderr
    assert mcpdi("call", "t", "--strict", *server).returncode == strict


def test_a_promise_that_is_missed_counts_with_strict(tmp_path: Path) -> None:
    server = promising(tmp_path, "{}", '{"content":[]}')
    done = mcpdi("call", "t", "--strict", *server)
    assert done.returncode == 6
    assert "there is no structured content" in done.stderr
    failed = promising(tmp_path, "{}", '{"content":[],"isError":true}')
    assert mcpdi("call", "t", "--strict", *failed).returncode == 5


# -- tools that modern HTTP excludes


@pytest.fixture
def marked(start_server: Callable[..., ServerProcess]) -> str:
    port = free_port()
    start_server((sys.executable, str(MARKED), str(port)), port)
    return f"http://127.0.0.1:{port}/mcp"


def test_list_marks_excluded_tools_on_stderr(marked: str) -> None:
    done = mcpdi("list", "tools", "--on", marked)
    assert names(done) == ["good", "bad"]
    assert "excluded over modern HTTP: bad: a: x-mcp-header is empty" in done.stderr


def test_call_refuses_an_excluded_tool_unless_it_is_forced(marked: str) -> None:
    done = mcpdi("call", "bad", "a=1", "--on", marked)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be called over modern HTTP: a: x-mcp-header is empty" in done.stderr
    assert "--force" in done.stderr
    assert mcpdi("call", "bad", "a=1", "--force", "--on", marked).returncode == 0
    assert mcpdi("call", "good", "--args", '{"a": "1"}', "--on", marked).returncode == 0


@pytest.mark.parametrize(
    ("item", "about"),
    [
        ({"name": "n", "description": " a\n b ", "title": "t"}, "a b"),
        ({"name": "n", "description": "  ", "title": "t"}, "t"),
        ({"name": "n", "description": 5, "title": None}, ""),
        ({"name": "n", "mimeType": "text/plain"}, "text/plain"),
    ],
)
def test_an_item_is_told_by_the_first_words_that_it_has(item: dict[str, object], about: str) -> None:
    assert verb._about(item, "name") == about


def test_what_is_named_by_its_uri_is_told_by_its_name_too() -> None:
    assert verb._about({"uri": "u", "name": "n", "mimeType": "m"}, "uri") == "n"


@pytest.mark.parametrize(
    ("kind", "items", "lines"),
    [
        ("tools", [{"name": "a"}, {"name": "bcd", "description": "d"}], ["a", "bcd  d"]),
        ("tools", [{"name": "a", "title": "x"}, {"name": "가", "title": "y"}], ["a   x", "가  y"]),
        ("resources", [{"uri": "u:1", "name": "n"}], ["u:1  n"]),
        ("templates", [{"uriTemplate": "u:{a}", "name": "n"}], ["u:{a}  n"]),
        (
            "prompts",
            [{"name": "x" * 49, "title": "t"}, {"name": "y" * 48, "title": "t"}, {"name": "z", "title": "t"}],
            [f"{'x' * 49}  t", f"{'y' * 48}  t", f"z{' ' * 47}  t"],
        ),
        (
            "tools",
            [{"name": "x" * 49, "title": "t"}, {"name": "z", "title": "t"}],
            [f"{'x' * 49}  t", "z  t"],
        ),
    ],
)
def test_items_are_lined_up_but_for_very_long_names(
    kind: str, items: list[dict[str, object]], lines: list[str]
) -> None:
    assert verb._as_lines(kind, tuple(items)) == lines


class Listed:
    """A catalog that ends so."""

    def __init__(self, end: str = "", *, odd: int = 0, troubles: tuple[str, ...] = ("",)) -> None:
        self.odd = {"tools": odd} if odd else {}
        self.excluded = {"bad": ["one", "two"]}
        self._end, self._troubles = end, troubles

    def pages(self, _kind: str) -> list[object]:
        return [SimpleNamespace(trouble=one, raws=[b'{"a":\n1}', b"2"]) for one in self._troubles]

    def odd_items(self, kind: str) -> list[object]:
        raw = "가".encode() * 100
        return [SimpleNamespace(reason="it is odd", raw=raw)] * self.odd.get(kind, 0)

    def items(self, _kind: str) -> tuple[object, ...]:
        return (1, 2)

    def end(self, _kind: str) -> str:
        return self._end

    def next_cursor(self, _kind: str) -> str | None:
        return "a b"


def noted(kind: str = "prompts", **more: Any) -> list[str]:
    client: Any = SimpleNamespace(catalog=Listed(**more))
    return list(verb._notes(client, kind))


def test_what_the_names_do_not_tell_is_noted() -> None:
    assert noted() == []
    assert noted("tools") == ["excluded over modern HTTP: bad: one; two"]
    assert noted(end="more") == ["2 items; the next page: --cursor 'a b'"]
    assert noted(end="cap", troubles=("slow", "", "slow", "odd")) == [
        "slow",
        "odd",
        "the list has more pages than a walk may take: it was ended there (page 4)",
    ]
    odd = noted("tools", odd=10)
    assert len(odd) == 11 and odd[0] == f"invalid item 1: it is odd: {'가' * 66}\ufffd"
    assert noted("tools", odd=11)[10] == "1 more invalid item is not shown"
    assert noted("tools", odd=12)[10] == "2 more invalid items are not shown"


@pytest.mark.parametrize(("end", "more"), [("", b""), ("more", b',"nextCursor":"a b"'), ("cap", b"")])
def test_as_json_the_items_are_as_they_came_on_one_line(end: str, more: bytes) -> None:
    client: Any = SimpleNamespace(catalog=Listed(end, troubles=("", "")))
    got = verb._as_json(client, "templates")
    assert b"\n" not in got and got.endswith(b"]" + more + b"}")
    assert json.loads(got)["resourceTemplates"] == [{"a": 1}, 2, {"a": 1}, 2]
