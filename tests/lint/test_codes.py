"""Error codes and who may send what: where each rule begins and ends."""

from __future__ import annotations

import pytest

from inspector.lint import RULES, codes
from tests.lint.dialogue import Dialogue

ASK = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text, whole=False).findings)


def error(code: object, revision: str, message: str = '"x"') -> str:
    body = f'{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":{message}}}}}'
    return f"= {revision}\n{ASK}< {body}"


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        (-32700, []),
        (-32603, []),
        (-32100, []),
        (-32099, ["RPC-23"]),
        (-32042, ["RPC-24"]),
        (-32023, ["RPC-23"]),
        (-32022, []),
        (-32021, []),
        (-32020, []),
        (-32019, ["RPC-25"]),
        (-32003, ["RPC-25"]),
        (-32002, ["RPC-24"]),
        (-32001, ["RPC-25"]),
        (-32000, ["RPC-25"]),
        (-31999, []),
        (0, []),
    ],
)
def test_the_codes_of_the_modern_era(code: int, rules: list[str]) -> None:
    assert found(error(code, "2026-07-28")) == rules


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_the_older_eras_reserve_nothing(revision: str) -> None:
    for code in (-32002, -32000, -32050):
        assert found(error(code, revision)) == []
    assert found(error(-32042, revision)) == (["RPC-29"] if revision == "2025-11-25" else ["RPC-30"])


@pytest.mark.parametrize(
    ("data", "rules"),
    [
        ('{"elicitations":[{"mode":"url","elicitationId":"a"}]}', []),
        ('{"elicitations":[]}', ["RPC-29"]),
        ('{"elicitations":{}}', ["RPC-29"]),
        ("[]", ["RPC-29"]),
        ('{"elicitations":[{"mode":"form","elicitationId":"a"}]}', ["RPC-29"]),
        ('{"elicitations":[{"mode":"url"},3]}', ["RPC-29", "RPC-29"]),
    ],
)
def test_a_required_url_is_named(data: str, rules: list[str]) -> None:
    message = f'"x","data":{data}'
    assert found(error(-32042, "2025-11-25", message)) == rules


@pytest.mark.parametrize(
    ("message", "rules"),
    [
        (r'"one\ntwo"', ["RPC-28"]),
        ('" "', ["RPC-28"]),
        (r'"one\n"', []),
        ('"one"', []),
        ("3", ["RPC-15"]),
    ],
)
def test_a_message_is_one_sentence(message: str, rules: list[str]) -> None:
    assert found(error(-32603, "2025-11-25", message)) == rules


@pytest.mark.parametrize(
    ("method", "rules"),
    [
        ("roots/list", []),
        ("elicitation/create", []),
        ("sampling/createMessage", []),
        ("tools/list", ["RPC-27"]),
        ("no/such", ["RPC-27"]),
    ],
)
@pytest.mark.parametrize("capabilities", ["{}", '{"experimental":{}}'])
def test_a_server_uses_the_methods_of_its_revision(method: str, rules: list[str], capabilities: str) -> None:
    text = f'= 2025-11-25 {capabilities}\n< {{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{}}}}'
    assert found(text) == ([] if "experimental" in capabilities else rules)


@pytest.mark.parametrize(
    ("capabilities", "method", "rules"),
    [
        ('{"tools":{}}', "tools/list", ["RPC-31"]),
        ('{"tools":false}', "tools/list", []),
        ("{}", "tools/list", []),
        ('{"resources":{"subscribe":true}}', "resources/subscribe", ["RPC-31"]),
        ('{"resources":{"subscribe":false}}', "resources/subscribe", []),
        ('{"resources":true}', "resources/subscribe", []),
        ('{"resources":{}}', "resources/templates/list", ["RPC-31-optional"]),
        ("{}", "resources/templates/list", []),
    ],
)
def test_what_is_declared_is_there(capabilities: str, method: str, rules: list[str]) -> None:
    ask = f'> {{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"uri":"x:"}}}}\n'
    answer = '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'
    assert found(f"= 2025-06-18 {capabilities}\n{ask}{answer}") == rules
    assert found(f"= 2025-06-18 {capabilities}\n{ask}{answer.replace('-32601', '-32602')}") == []


def test_an_error_without_id_belonged_to_a_notification_where_the_request_gets_its_own_answer() -> None:
    tell = '> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'
    error = '< {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}\n'
    said = found(f"= 2025-11-25\n{tell}{ASK}{error}" + '< {"jsonrpc":"2.0","id":1,"result":{}}')
    assert "RPC-21" in said and "RPC-10" not in said


@pytest.mark.parametrize(
    ("between", "rules"),
    [("", ["RPC-21"]), (ASK, []), ('< {"jsonrpc":"2.0","method":"notifications/y"}\n', [])],
    ids=["a response", "another request waits", "something else came"],
)
def test_a_notification_is_not_answered(between: str, rules: list[str]) -> None:
    refusal = '< {"id":null,"jsonrpc":"2.0","error":{"code":-32601,"message":"no"}}'
    assert found('> {"jsonrpc":"2.0","method":"notifications/x"}\n' + between + refusal) == rules


def test_an_error_without_id_is_odd_only_for_what_could_be_read() -> None:
    nameless = '< {"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}'
    asked = '> {"jsonrpc":"2.0","id":%s,"method":"ping"}\n'
    assert found(f"= 2025-11-25\n{asked % 7}{nameless}") == ["RPC-20"]
    assert found(f"= 2025-11-25\n{asked % -7}{nameless}") == ["RPC-20"]
    assert found(f"= 2025-06-18\n{asked % 7}{nameless}") == ["RPC-19"]
    assert found(f"= 2025-11-25\n{nameless}") == []


def test_only_the_legacy_server_asks() -> None:
    ask = '< {"jsonrpc":"2.0","id":7,"method":"roots/list"}'
    assert found(f"= 2026-07-28\n{ask}") == ["RPC-26"]
    assert found(f"= 2025-11-25\n{ask}") == []


def test_the_names_of_the_family_are_those_of_this_module() -> None:
    assert [name for name, one in RULES.items() if one.check.__module__ == codes.__name__] == [
        name for name in RULES if name.startswith("RPC-") and name >= "RPC-19"
    ]
