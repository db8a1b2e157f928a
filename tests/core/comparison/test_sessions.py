"""Two recordings compared as wholes: offers by name, calls by arguments, what only one has."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from inspector.core.comparison.calls import CallPair
from inspector.core.comparison.recording import pair_servers
from inspector.core.comparison.sessions import SessionComparison, compare_sessions
from inspector.core.comparison.text import as_json_objects, as_lines, call_title, summary
from inspector.errors import UsageError
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from tests.core.comparison.samples import Told, call, new_session, old_session, opening, session, tool


def compared(left: Path, right: Path, *ignore: str, noise_counts: bool = False) -> SessionComparison:
    with closing(Journal.open(left)) as first, closing(Journal.open(right)) as second:
        found = compare_sessions(first, second, lambda _done: True, ignore, noise_counts=noise_counts)
    assert found is not None
    return found


def told(tmp_path: Path, left: list[Told], right: list[Told]) -> SessionComparison:
    return compared(session(tmp_path / "left", left), session(tmp_path / "right", right))


def only_pair(found: SessionComparison) -> CallPair:
    assert len(found.calls.pairs) == 1 and found.calls.only == ([], [])
    return found.calls.pairs[0]


def test_a_session_is_the_same_as_itself(tmp_path: Path) -> None:
    old = old_session(tmp_path / "old.mcptrace")
    found = compared(old, old)
    assert not found.is_different()
    assert list(as_lines(found, "a", "b")) == []
    assert summary(found, "a", "b") == "offers: no differences; calls: 6 in both"


def test_offers_calls_and_what_one_has_alone_are_lines(tmp_path: Path) -> None:
    found = compared(old_session(tmp_path / "old"), new_session(tmp_path / "new"))
    assert found.is_different()
    assert list(as_lines(found, "old", "new")) == [
        '~ server serverInfo: $.version: "1.0" → "1.1"',
        '~ tool echo: $.description: "Says it" → "Says it again"',
        "− tool gone",
        "+ tool fresh",
        '~ echo {"message":"two"} (#9, #9): $.result.content[0].text: "two" → "TWO"',
        '~ echo {"message":"three"} (#11, #11): fails now: isError',
        '· echo {"message":"slow"} (#15, #15): slower: 30 ms → 300 ms',
        "− gone (#17): only in old",
        "+ fresh (#17): only in new",
    ]
    assert summary(found, "old", "new") == (
        "offers: 1 added, 1 removed, 2 changed; calls: 5 in both, 1 with a different result, 1 failing now, "
        "1 with different ids and times only, 1 slower; 1 only in old; 1 only in new"
    )
    kinds = [one["kind"] for one in as_json_objects(found)]
    assert kinds == ["offer"] * 4 + ["call"] * 4 + ["only"] * 2 + ["summary"]


def test_the_same_call_is_matched_by_its_arguments_in_the_order_in_which_it_came(tmp_path: Path) -> None:
    twice = [call("echo", "first", a=1, b=2), call("echo", "second", a=1, b=2)]
    found = told(tmp_path, twice, [call("echo", "first", b=2, a=1), call("echo", "else", b=2, a=1)])
    assert [pair.result for pair in found.calls.pairs] == ["same", "changed"]
    assert told(tmp_path, twice[:1], [call("other", "first", a=1, b=2)]).calls.only[1][0].target == "other"


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1}, "same"),
        ({"id": "x1"}, {"id": "x2"}, "noise"),
        ({"id": "x1", "n": 1}, {"id": "x2", "n": 2}, "changed"),
        ({"n": 1}, {"n": True}, "changed"),
        ({"list": [1]}, {"list": [1, 2]}, "changed"),
    ],
)
def test_results_are_compared_by_what_they_say(
    tmp_path: Path, left: dict[str, object], right: dict[str, object], result: str
) -> None:
    found = told(tmp_path, [call("t", json.dumps(left))], [call("t", json.dumps(right))])
    assert only_pair(found).result == result
    assert found.is_different() == (result == "changed")


def test_noise_counts_when_it_is_to_and_paths_can_be_ignored(tmp_path: Path) -> None:
    left = session(tmp_path / "l", [call("t", '{"id": 1}'), call("u", "a")])
    right = session(tmp_path / "r", [call("t", '{"id": 2}'), call("u", "b")])
    assert [pair.result for pair in compared(left, right).calls.pairs] == ["noise", "changed"]
    assert [pair.result for pair in compared(left, right, noise_counts=True).calls.pairs] == ["changed"] * 2
    assert [pair.result for pair in compared(left, right, "$..text").calls.pairs] == ["same", "same"]
    with pytest.raises(UsageError):
        compared(left, right, "$[")


def test_errors_are_compared_and_what_works_again_is_said(tmp_path: Path) -> None:
    error = ("tools/call", {"name": "t"}, {"code": -32602, "message": "no"}, 1.0)
    other = ("tools/call", {"name": "t"}, {"code": -32603, "message": "no"}, 1.0)
    pair = only_pair(told(tmp_path, [error], [other]))
    assert pair.result == "changed" and pair.difference is not None
    assert pair.difference.path == "$.error.code"
    assert only_pair(told(tmp_path, [error], [call("t", "ok")])).result == "works"


def test_a_list_that_one_session_never_asked_for_is_not_compared(tmp_path: Path) -> None:
    found = told(tmp_path, opening("1", tool("a"), tool("b")), opening("1")[:1])
    assert [(offer.change, offer.name) for offer in found.offers if offer.kind == "tools"] == [
        ("unlisted", "right")
    ]
    assert not found.is_different()
    assert list(as_lines(found, "old", "new")) == ["· tools: not listed in new, so not compared"]


def test_servers_are_paired_by_name_and_the_two_left_over_with_each_other() -> None:
    def infos(*names: str) -> list[SessionInfo]:
        return [SessionInfo(place, name, "stdio", "x") for place, name in enumerate(names, 1)]

    pairs = pair_servers(infos("a", "b", "a"), infos("a", "c"))
    assert [(pair.title, len(pair.left), len(pair.right)) for pair in pairs] == [("a", 2, 1), ("b · c", 1, 1)]
    pairs = pair_servers(infos("a", "b"), infos("c"))
    assert [(pair.title, len(pair.left), len(pair.right)) for pair in pairs] == [
        ("a", 1, 0),
        ("b", 1, 0),
        ("c", 0, 1),
    ]


def test_it_stops_when_told_to(tmp_path: Path) -> None:
    old = old_session(tmp_path / "old")
    with closing(Journal.open(old)) as first, closing(Journal.open(old)) as second:
        assert compare_sessions(first, second, lambda _done: False) is None


def test_a_call_is_named_by_what_is_not_usual(tmp_path: Path) -> None:
    read: Told = ("resources/read", {"uri": "demo://a"}, {"contents": []}, 1.0)
    assert call_title(only_pair(told(tmp_path, [read], [read])).left) == "resources/read demo://a"
    pair = only_pair(told(tmp_path, [call("t", "x", n=1)], [call("t", "x", n=1)]))
    assert call_title(pair.left, server=True) == 'demo: t {"n":1}'
