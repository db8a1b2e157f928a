"""Each part of an entry is read as its client spells it."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.spelling import UNKNOWN, Taken, take_parts
from inspector.errors import UsageError


def taken(entry: dict[str, Any], client: str = "") -> Taken:
    made = Taken("s", CLIENTS.get(client, UNKNOWN), dict(entry))
    take_parts(made)
    return made


@pytest.mark.parametrize(
    ("entry", "client", "kind"),
    [
        ({"url": "https://h/"}, "gemini", "sse"),
        ({"httpUrl": "https://h/"}, "gemini", "http"),
        ({"url": "https://h/"}, "cursor", ""),
        ({"url": "wss://h/"}, "gemini", ""),
        ({"url": "WS://h/"}, "cline", ""),
        ({"url": "https://h/", "type": "streamableHttp"}, "cline", "http"),
        ({"url": "https://h/", "transport": "sse"}, "", "sse"),
        ({"url": "https://h/", "transportType": "streamable-http"}, "", "http"),
        ({"url": "https://h/", "type": "auto"}, "", ""),
        ({"command": "x"}, "gemini", ""),
    ],
)
def test_the_transport_of_a_url_is_what_its_client_means(
    entry: dict[str, Any], client: str, kind: str
) -> None:
    assert taken(entry, client).made["type"] == kind


def test_what_says_its_transport_is_told_from_what_only_may_mean_one() -> None:
    assert taken({"url": "https://h/", "type": "sse"}).made["said"] is True
    assert taken({"url": "https://h/", "type": "auto"}).made["said"] is False
    assert taken({"url": "https://h/"}, "gemini").made["said"] is False


@pytest.mark.parametrize(
    ("entry", "command", "args"),
    [
        ({"command": {"path": "run", "args": ["a"], "env": {"K": "v"}}}, "run", ["a"]),
        ({"command": {"program": "run", "env": {"K": "v"}}, "args": ["b"]}, "run", ["b"]),
        ({"command": ["run", "a"], "args": ["b"], "env": {"K": "v"}}, "run", ["a", "b"]),
        ({"command": ["run"], "args": None, "environment": {"K": "v"}}, "run", []),
        ({"cmd": "run a 'b c'", "envs": {"K": "v"}}, "run", ["a", "b c"]),
        ({"command": r"C:\Program Files\x.exe", "env": {"K": "v"}}, r"C:\Program Files\x.exe", []),
        ({"command": "/Applications/A B/run", "env": {"K": "v"}}, "/Applications/A B/run", []),
        ({"command": "run /a/b", "env": {"K": "v"}}, "run", ["/a/b"]),
        ({"command": "run a", "args": ["b"], "env": {"K": "v"}}, "run a", ["b"]),
    ],
)
def test_a_command_is_read_in_every_form_it_has(entry: dict[str, Any], command: str, args: list[str]) -> None:
    made = taken(entry)
    assert (made.made["command"], made.made["args"], made.made["env"]) == (command, args, {"K": "v"})
    assert made.rest == {}


def test_variables_by_name_alone_stand_beside_those_with_a_value() -> None:
    entry = {"command": "x", "env": {"A": "1"}, "env_vars": ["A", {"name": "B"}], "env_keys": ["C"]}
    assert taken(entry, "codex").made["env"] == {"A": "1", "B": "${env:B}", "C": "${secret:server/s/C}"}
    for wrong in ("A", [1], [{"no": "name"}]):
        with pytest.raises(UsageError, match="must be a list of variable names"):
            taken({"command": "x", "env_vars": wrong}, "codex")


@pytest.mark.parametrize(
    ("client", "entry", "seconds"),
    [
        ("gemini", {"timeout": 5000}, 5),
        ("cline", {"timeout": 60}, 60),
        ("inspector", {"requestTimeout": 1500}, 1.5),
        ("codex", {"tool_timeout_sec": 7}, 7),
        ("", {"timeout": 30}, 30),
        ("", {"timeout": 9_999}, 9_999),
        ("", {"timeout": 10_000}, 10),
        ("cline", {"timeout": 10_000}, 10_000),
    ],
)
def test_a_time_limit_is_in_the_unit_of_its_client(
    client: str, entry: dict[str, Any], seconds: float
) -> None:
    made = taken({"command": "x", **entry}, client)
    assert made.made["timeout"] == seconds and made.rest == {}


@pytest.mark.parametrize("value", [0, -1, True, "5", 1e9, None])
def test_what_is_no_time_limit_stays_with_what_is_kept(value: Any) -> None:
    made = taken({"command": "x", "timeout": value})
    assert "timeout" not in made.made and made.rest == {"timeout": value}


def test_headers_come_from_each_place_and_a_key_becomes_one() -> None:
    options = {"headers": {"A": "1"}, "verifySsl": False}
    made = taken({"url": "https://h/", "requestOptions": options, "apiKey": "k"}, "continue")
    assert made.made["headers"] == {"A": "1", "Authorization": "Bearer k"}
    assert made.rest == {"requestOptions": {"verifySsl": False}}
    own = taken({"url": "https://h/", "headers": {"authorization": "x"}, "apiKey": "k"}, "continue")
    assert own.made["headers"] == {"authorization": "x"} and own.rest == {}
    codex = {
        "url": "u",
        "http_headers": {"A": "1"},
        "env_http_headers": {"B": "V"},
        "bearer_token_env_var": "T",
    }
    assert taken(codex, "codex").made["headers"] == {
        "A": "1",
        "Authorization": "Bearer ${env:T}",
        "B": "${env:V}",
    }


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"url": "u", "bearer_token": "t"}, "the name of a variable that contains it"),
        ({"url": "u", "env_http_headers": ["A"]}, "must be an object of variable names"),
        ({"url": "u", "type": "carrier pigeon"}, "is not one of"),
        ({"url": "u", "type": 5}, "is not one of"),
    ],
)
def test_what_cannot_be_read_is_said(entry: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        taken(entry, "codex")


@pytest.mark.parametrize("key", ["auth", "oauth"])
def test_a_client_registered_beforehand_is_taken_with_its_scopes(key: str) -> None:
    given = {"CLIENT_ID": "me", "clientSecret": "s", "scopes": ["a", "b"], "callbackPort": 1}
    made = taken({"url": "https://h/", key: given}, "cursor")
    assert made.made["auth"] == {"method": "auto", "client_id": "me", "client_secret": "s", "scopes": "a b"}
    assert made.rest == {key: {"callbackPort": 1}}
    none = taken({"url": "https://h/", key: {"callbackPort": 1}}, "cursor")
    assert "auth" not in none.made and none.rest == {key: {"callbackPort": 1}}


def test_members_of_ours_are_read_in_our_entries_alone() -> None:
    entry = {"command": "x", "era": "modern", "proxy": "p", "roots": ["/a", {"uri": "file:///b"}]}
    assert {key: taken(entry).made.get(key) for key in ("era", "proxy")} == {"era": "modern", "proxy": "p"}
    assert taken(entry).made["roots"] == ["/a", "file:///b"]
    theirs = taken({**entry, "roots": [1]}, "cursor")
    assert "era" not in theirs.made and theirs.rest == {"era": "modern", "proxy": "p", "roots": [1]}
