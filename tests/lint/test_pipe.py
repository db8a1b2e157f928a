"""What a server does on its pipes: where each rule begins and ends."""

from __future__ import annotations

import pytest

from inspector.lint import RULES, pipe
from tests.lint.dialogue import Dialogue

ASK = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}'
CANCEL = '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text, whole=False).findings)


@pytest.mark.parametrize(
    ("waited_ms", "rules"), [(0, []), (1000, []), (1890, []), (1900, ["STD-06"]), (5000, ["STD-06"])]
)
def test_a_server_has_two_seconds_to_end(waited_ms: int, rules: list[str]) -> None:
    assert found(f"= 2026-07-28\nc\n+ {waited_ms}\nk") == rules
    assert found(f"= 2025-11-25\nc\n+ {waited_ms}\nk") == [f"{name}-legacy" for name in rules]


def test_the_time_that_was_waited_is_said() -> None:
    [finding] = Dialogue("= 2026-07-28\nc\n+ 3000\nk").findings
    assert finding.message == "the server did not exit within 3 s after its stdin was closed"
    assert finding.severity == "warning"


def test_two_signals_are_one_finding() -> None:
    assert found("= 2026-07-28\nc\n+ 2000\ni\n+ 2000\nk") == ["STD-06"]


def test_a_new_process_has_its_own_time() -> None:
    assert found("= 2026-07-28\nc\n+ 2000\nk\nn\nc\n+ 1000\nk") == ["STD-06"]
    assert found("= 2026-07-28\nc\n+ 2000\nk\nn\nc\n+ 2000\nk") == ["STD-06", "STD-06"]
    assert found("= 2026-07-28\nc\nx\nn\n+ 5000\nk") == []


@pytest.mark.parametrize(("late_ms", "rules"), [(0, []), (990, []), (1100, ["STD-08"])])
def test_what_was_on_its_way_may_come_after_a_cancellation(late_ms: int, rules: list[str]) -> None:
    text = f"= 2026-07-28\n{ASK}{CANCEL}+ {late_ms}\n< {RESULT}"
    assert found(text) == ["RPC-09-late", *rules]
    progress = text.replace(RESULT, '{"jsonrpc":"2.0","method":"notifications/x","params":{}}')
    assert found(progress) == []
    assert found(text.replace("2026-07-28", "2025-11-25")) == ["RPC-09-late"]


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        (RESULT, []),
        (f"{RESULT}\\r", ["STD-04"]),
        ("", ["STD-04"]),
        ("   ", ["STD-04"]),
        ("\\xef\\xbb\\xbf" + RESULT, ["RPC-01", "STD-04"]),
        ("Listening", ["STD-01"]),
        ("{not json", ["STD-01"]),
        ("[not json", ["STD-01"]),
        ('["jsonrpc"', ["RPC-01"]),
        ('{"jsonrpc":"2.0","id":1,"result":{}', ["RPC-01"]),
        ("42", ["RPC-03"]),
    ],
)
def test_a_line_has_one_finding(line: str, rules: list[str]) -> None:
    assert found(f"= 2025-11-25\n{ASK}< {line}") == rules


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["{", '"jsonrpc":"2.0",', '"id":1,"result":{}', "}"], "spans 4 lines"),
        (["{", "  {", "{", '"jsonrpc":"2.0",', '"id":1,"result":{}', "}"], "spans 4 lines"),
        (["noise", '{"jsonrpc":"2.0",', '"id":1,"result":{}}'], "spans 2 lines"),
        (["{", '"jsonrpc":"2.0"', "nothing", "}"], ""),
        (["{", "}x"], ""),
    ],
    ids=range(5),
)
def test_a_message_on_several_lines_is_found_at_its_end(lines: list[str], told: str) -> None:
    dialogue = Dialogue("\n".join(["= 2025-11-25", ASK.strip(), *(f"< {line}" for line in lines)]))
    spread = [one for one in dialogue.findings if one.rule == "STD-02"]
    assert [one.record for one in spread] == ([dialogue.records[-1].number] if told else [])
    assert all(told in one.message for one in spread)


def test_lines_of_stderr_are_utf8() -> None:
    [finding] = Dialogue("e fine\ne na\\xefve").findings
    assert (finding.rule, finding.message) == ("STD-05", "stderr is not UTF-8 at byte 2 of this line")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{ASK}x", "server exited while requests were pending (1); the first is ping"),
        (
            ASK.replace("ping", "tools/list") + ASK.replace('"id":1', '"id":2') + "x",
            "server exited while requests were pending (2); the first is tools/list",
        ),
        (f"{ASK}< {RESULT}\nx", ""),
        (f"{ASK}c\nx", ""),
        (f"{ASK}{CANCEL}x", ""),
        (f"{ASK}k", ""),
    ],
)
def test_a_server_that_ends_owes_what_is_open(text: str, told: str) -> None:
    ended = [one.message for one in Dialogue(text).findings if one.rule == "STD-07"]
    assert ended == ([told] if told else [])


def test_a_last_line_without_its_end_is_found() -> None:
    assert found(f"{ASK}<| {RESULT}") == ["STD-03"]
    assert found(f"{ASK}< {RESULT}") == []


def test_the_names_of_the_family_are_those_of_this_module() -> None:
    names = [name for name, one in RULES.items() if one.check.__module__ == pipe.__name__]
    assert names == [name for name in RULES if name.startswith("STD-")]
