"""The JSON-RPC envelope: where each rule begins and ends."""

from __future__ import annotations

import pytest

from inspector.lint import RULES, envelope
from tests.lint.dialogue import Dialogue

ASK = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
D = "= 2025-11-25\n"


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text, whole=False).findings)


def said(text: str, rule: str) -> list[str]:
    return [one.message for one in Dialogue(text).findings if one.rule == rule]


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ('{"jsonrpc":"2.0","id":1,"result":{}}', []),
        ('{"id":1,"result":{}}', ["RPC-02"]),
        ('{"jsonrpc":2.0,"id":1,"result":{}}', ["RPC-02"]),
        ('{"jsonrpc":"2.0","id":1,"result":[]}', ["RPC-14"]),
        ('{"jsonrpc":"2.0","id":1,"result":null}', ["RPC-14"]),
        ('{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}', ["RPC-12"]),
        ('{"jsonrpc":"2.0","id":1,"result":{},"more":1,"again":2}', ["RPC-16"]),
        ('{"jsonrpc":"2.0","id":1,"error":{"code":true,"message":"x"}}', ["RPC-15"]),
        ('{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}', ["RPC-15"]),
        ('{"jsonrpc":"2.0","id":1,"error":{"code":1}}', ["RPC-15"]),
        ('{"jsonrpc":"2.0","id":1,"error":"x"}', ["RPC-15", "RPC-15"]),
        ('{"jsonrpc":"2.0","id":1}', ["RPC-13"]),
        ('{"jsonrpc":"2.0","id":1,"method":3}', ["RPC-13"]),
        ('{"jsonrpc":"2.0","result":{}}', ["RPC-06"]),
        ('{"jsonrpc":"2.0","id":null,"result":{}}', ["RPC-06"]),
        ('{"jsonrpc":"2.0","id":true,"result":{}}', ["RPC-07"]),
        ('{"jsonrpc":"2.0","id":1.0,"result":{}}', ["RPC-07", "RPC-11"]),
        ('{"jsonrpc":"2.0","id":"1","result":{}}', ["RPC-11"]),
        ('{"jsonrpc":"2.0","id":-1,"result":{}}', ["RPC-09"]),
        ('{"jsonrpc":"2.0","id":null,"method":"roots/list"}', ["RPC-06"]),
        ('{"jsonrpc":"2.0","id":null,"method":"notifications/message","params":{}}', ["RPC-17"]),
        ('{"jsonrpc":"2.0","id":3,"method":"notifications/message","params":{}}', ["RPC-17"]),
        ('{"jsonrpc":"2.0","method":"notifications/message","params":[]}', ["RPC-18"]),
        ('{"jsonrpc":"2.0","method":"notifications/message","params":null}', ["RPC-18"]),
        ('{"jsonrpc":"2.0","method":"notifications/message"}', []),
        ('{"jsonrpc":"2.0","id":1,"result":{"a":1,"b":{"c":1,"c":2}}}', ["RPC-22"]),
    ],
)
def test_a_message_has_the_findings_of_its_mistakes(line: str, rules: list[str]) -> None:
    assert found(f"{D}{ASK}< {line}") == rules


@pytest.mark.parametrize(
    ("revision", "line", "rules"),
    [
        ("2025-03-26", "[]", ["RPC-05"]),
        ("2025-03-26", '[{"jsonrpc":"2.0","method":"notifications/message"}]', []),
        ("2025-03-26", '[{"jsonrpc":"2.0","id":1,"result":{}}]', []),
        (
            "2025-03-26",
            '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"notifications/message"}]',
            ["RPC-05"],
        ),
        ("2025-06-18", '[{"jsonrpc":"2.0","id":1,"result":{}}]', ["RPC-04"]),
        ("2026-07-28", '[{"jsonrpc":"2.0","id":1,"result":{}}]', ["RPC-04"]),
    ],
)
def test_batches_are_for_one_revision(revision: str, line: str, rules: list[str]) -> None:
    assert found(f"= {revision}\n{ASK}< {line}") == rules


def test_a_handshake_in_a_batch_is_found() -> None:
    batch = '[{"jsonrpc":"2.0","id":3,"method":"initialize","params":{}}]'
    assert said(f"= 2025-03-26\n< {batch}", "RPC-05") == ["initialize must not be part of a batch"]


def test_what_was_found_is_named() -> None:
    assert said(f"{D}{ASK}< " + '{"id":1,"result":{}}', "RPC-02") == [
        '"jsonrpc" must be the string "2.0"; it is missing'
    ]
    long = '{"jsonrpc":"%s","id":1,"result":{}}' % ("x" * 80)
    [message] = said(f"{D}{ASK}< {long}", "RPC-02")
    assert message.endswith("'" + "x" * 56 + "...")
    whole = '{"jsonrpc":"%s","id":1,"result":{}}' % ("x" * 58)
    assert said(f"{D}{ASK}< {whole}", "RPC-02")[0].endswith("'" + "x" * 58 + "'")
    more = '{"jsonrpc":"2.0","id":1,"result":{},"b":1,"a":2}'
    assert said(f"{D}{ASK}< {more}", "RPC-16") == ["unknown top-level members: a, b"]
    both = '{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}'
    assert said(f"{D}< {both}", "RPC-16") == ["the message mixes method with result or error"]


def test_an_id_is_used_once() -> None:
    ask = '< {"jsonrpc":"2.0","id":%s,"method":"roots/list"}\n'
    assert found(D + ask % 7 + ask % 8) == []
    assert found(D + ask % 7 + ask % '"7"') == []
    assert found(D + ask % 7 + ask % 7) == ["RPC-08"]
    ours = '> {"jsonrpc":"2.0","id":%s,"method":"ping"}\n'
    assert found(D + ours % 7 + ours % '"7"') == []
    assert found(D + ours % 7 + '< {"jsonrpc":"2.0","id":7,"result":{}}\n' + ours % 7) == []
    assert found(D + ours % 7 + ours % 7) == ["RPC-08-ours"]


def test_an_answer_is_given_once_and_in_time() -> None:
    answer = '< {"jsonrpc":"2.0","id":1,"result":{}}\n'
    assert found(D + ASK + answer + answer) == ["RPC-10"]
    assert found(D + ASK + "t\n" + answer) == ["RPC-09-late"]
    assert found(D + answer.replace("1,", "9,")) == ["RPC-09"]


def test_what_we_send_is_not_the_servers_mistake() -> None:
    for line in ("{}", "[]", "42", '{"jsonrpc":"2.0","id":null,"result":{}}', '{"jsonrpc":"2.0","id":9}'):
        assert [name for name in found(f"{D}> {line}") if name != "RPC-02"] == []


def test_a_page_with_an_error_status_is_no_message() -> None:
    for body in ("Not here", "{}", '{"detail":"no"}', "42x"):
        assert found(f"http\n= 2025-06-18\n{ASK}h 404 application/json\nb {body}\n.") == []
        assert found(f"http\n= 2025-06-18\n{ASK}h 200 application/json\nb {body}\n.") != []


def test_the_names_of_the_family_are_those_of_this_module() -> None:
    names = [name for name, one in RULES.items() if one.check.__module__ == envelope.__name__]
    assert names == [name for name in RULES if name.startswith("RPC-") and name < "RPC-19"]
