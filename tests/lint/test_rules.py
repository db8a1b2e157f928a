"""Every rule finds its bad sample and is silent on its good one."""

from __future__ import annotations

import pytest

from inspector.lint import RULES, Rule
from tests.lint.dialogue import Dialogue, findings


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_rule_finds_its_bad_sample_and_is_silent_on_its_good_one(rule: Rule) -> None:
    found = findings(rule.bad)
    assert rule.name in found, f"{sorted(found)} for {rule.bad}"
    assert found[rule.name].message
    assert rule.name not in findings(rule.good)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_good_sample_has_no_error_at_all(rule: Rule) -> None:
    errors = [f for f in Dialogue(rule.good).findings if f.severity == "error"]
    assert errors == []


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_rule_says_where_it_comes_from_and_explains_itself(rule: Rule) -> None:
    assert rule.page
    assert rule.check.__doc__
    assert rule.severity in ("error", "warning", "info")
    assert set(rule.revisions) <= set("ABCDE")


def test_severity_is_softer_where_the_older_text_is() -> None:
    batch = '< [{"jsonrpc":"2.0","method":"notifications/message"}]'
    assert findings("= 2024-11-05\n" + batch)["RPC-04"].severity == "warning"
    assert findings("= 2025-06-18\n" + batch)["RPC-04"].severity == "error"


def test_numbers_of_the_reference_are_all_there_or_named_as_left_out() -> None:
    wanted = [f"RPC-{n:02}" for n in range(1, 33)] + [f"STD-{n:02}" for n in range(1, 11)]
    # Not passive: they need a probe of our own (09-11, 14, 23, 24, 31, 32); 34 needs a clock between records.
    passive = set(range(1, 39)) - {9, 10, 11, 14, 23, 24, 31, 32, 34}
    wanted += [f"HTTP-{n:02}" for n in sorted(passive)]
    assert [name for name in wanted if name not in RULES] == []


def test_rules_see_nothing_wrong_in_what_never_raises() -> None:
    for line in ('< {"a":' * 3000, "< \\xff\\xfe", "< [1,[2],{}]", '< {"jsonrpc":"2.0","id":{},"method":3}'):
        Dialogue(line)


def test_a_server_that_ends_because_we_close_its_stdin_owes_no_answer() -> None:
    ask = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    cancel = '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'
    assert "STD-07" in findings(ask + "x")
    assert "STD-07" not in findings(ask + "c\nx")
    assert "STD-07" not in findings(ask + cancel + "x")


@pytest.mark.parametrize("body", ['{"error":"invalid_token","error_description":"No."}', '{"detail":"No."}'])
def test_what_an_http_error_says_in_words_of_its_own_breaks_no_rule_for_messages(body: str) -> None:
    start = '= 2025-11-25\n> {"jsonrpc":"2.0","id":7,"method":"tools/list"}\nh 401 application/json\n'
    found = findings("http\n" + start + f"b {body}\n.")
    assert [name for name in found if name.startswith("RPC-")] == []
