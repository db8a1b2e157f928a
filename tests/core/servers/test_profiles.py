"""Saved servers: the form of other clients, unique names, nothing lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.servers.profiles import (
    Profile,
    demo_profile,
    entry_of,
    profile_from_entry,
    shown_target,
    transport_of,
)
from inspector.core.servers.saved_servers import Profiles
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget

CASES = [
    Profile("a", StdioTarget("npx", ("-y", "pkg"), {"KEY": "v"}, "/here", "restricted"), era="legacy"),
    Profile("b", HttpTarget("https://x.example/mcp", {"A": "b"}, False, "http://p:1"), "sse", "auto", 5.0),
    Profile("c", StdioTarget("server")),
    Profile("d", HttpTarget("http://localhost:1/mcp", verify="/ca.pem"), "http", "2025-06-18"),
    Profile(
        "e", StdioTarget("x"), capabilities={"roots": {"x": [1.5, None]}}, roots=("/here", "file:///there")
    ),
    Profile("f", StdioTarget("x"), client_info={"name": 3}, meta={"com.example/a": {"b": 1}}),
    Profile("g", StdioTarget("x"), capabilities={}, client_info={}, roots=()),
    Profile("h", StdioTarget("x"), group="Work 업무", reconnect=True, watch=True, watched=("src", "/etc/x")),
    Profile("i", HttpTarget("https://x.example", {}, True, "", 2.5, "/me.pem", "/me.key")),
]


@pytest.mark.parametrize("profile", CASES, ids=lambda profile: profile.name)
def test_a_profile_survives_the_file(tmp_path: Path, profile: Profile) -> None:
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(profile)
    profiles.save()
    again = Profiles(tmp_path / "servers.json")
    assert again.load() == []
    assert list(again) == [profile]


def test_the_file_is_what_other_clients_read(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(CASES[0])
    profiles.save()
    assert json.loads((tmp_path / "servers.json").read_text())["mcpServers"]["a"] == {
        "command": "npx",
        "args": ["-y", "pkg"],
        "env": {"KEY": "v"},
        "cwd": "/here",
        "environment": "restricted",
        "era": "legacy",
    }


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "servers.json")
    names = [profiles.add(CASES[2]).name for _ in range(3)]
    assert names == ["c", "c 2", "c 3"] == profiles.names()


def test_replacing_keeps_the_place_and_the_keys_of_others(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text(
        '{"inputs": [1], "mcpServers": {"x": {"command": "x", "disabled": true}, "y": {"command": "y"}}}'
    )
    profiles = Profiles(path)
    profiles.load()
    profiles.replace("x", Profile("z", StdioTarget("new")))
    profiles.save()
    data = json.loads(path.read_text())
    assert list(data["mcpServers"]) == ["z", "y"]
    assert data["mcpServers"]["z"] == {"command": "new", "args": [], "disabled": True}
    assert data["inputs"] == [1]


def test_renaming_to_a_taken_name_gets_a_number(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(CASES[2])
    profiles.add(CASES[3])
    assert profiles.replace("d", Profile("c", StdioTarget("x"))).name == "c 2"
    assert profiles.names() == ["c", "c 2"]


def test_an_entry_that_cannot_be_used_is_reported_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text('{"mcpServers": {"bad": {"commnad": "x"}, "good": {"command": "y"}}}')
    profiles = Profiles(path)
    [note] = profiles.load()
    assert '"bad" has neither "command" nor "url"; found: "commnad"' in note
    assert profiles.names() == ["good"]
    profiles.save()
    assert "bad" in json.loads(path.read_text())["mcpServers"]


def test_servers_that_are_no_object_are_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text('{"mcpServers": []}')
    profiles = Profiles(path)
    assert len(profiles.load()) == 1
    with pytest.raises(UsageError, match="mcpServers"):
        profiles.save()


def test_removing_takes_it_out_of_the_file(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(CASES[2])
    profiles.remove("c")
    profiles.save()
    assert json.loads((tmp_path / "servers.json").read_text()) == {"mcpServers": {}}


@pytest.mark.parametrize("kind", ["websocket", "ws", "WebSocket"])
def test_an_entry_can_name_websocket(kind: str) -> None:
    profile = profile_from_entry("n", {"type": kind, "url": "ws://h/ws"})
    assert profile == Profile("n", HttpTarget("ws://h/ws"), "websocket")
    assert profile_from_entry("n", entry_of(profile)) == profile


@pytest.mark.parametrize(
    ("url", "transport", "expected"),
    [
        ("ws://h/ws", "auto", "websocket"),
        ("WSS://h/ws", "auto", "websocket"),
        ("https://h/ws", "auto", "auto"),
        ("https://h/ws", "websocket", "websocket"),
        ("ws://h/ws", "http", "http"),
    ],
)
def test_the_url_or_the_choice_says_what_connecting_begins_with(
    url: str, transport: str, expected: str
) -> None:
    assert transport_of(Profile("n", HttpTarget(url), transport)) == expected
    assert transport_of(Profile("n", StdioTarget("x"))) == "stdio"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"type": "stdio", "command": "x", "env": {"A": 1}}, StdioTarget("x", (), {"A": "1"})),
        ({"command": ["x", "y"], "environment": {"A": True}}, StdioTarget("x", ("y",), {"A": "true"})),
        ({"command": {"path": "x", "args": ["1"], "env": {"A": "b"}}}, StdioTarget("x", ("1",), {"A": "b"})),
        ({"type": "streamable-http", "url": "http://h/"}, HttpTarget("http://h/")),
        ({"serverUrl": "http://h/"}, HttpTarget("http://h/")),
        ({"httpUrl": "http://h/", "headers": {"X": "1"}}, HttpTarget("http://h/", {"X": "1"})),
    ],
)
def test_the_spellings_of_other_clients_are_understood(entry: dict[str, Any], expected: object) -> None:
    assert profile_from_entry("n", entry).target == expected


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("text", "must be an object"),
        ({"command": ""}, "program to start"),
        ({"command": "x", "args": "-y"}, "list of strings"),
        ({"command": "x", "args": [{}]}, "list of strings"),
        ({"command": "x", "env": ["A=b"]}, '"env" must be an object'),
        ({"command": "x", "type": "sse"}, "commands use stdio"),
        ({"command": "x", "environment": "other"}, "one of own, restricted, as claude"),
        ({"url": "ftp://x"}, "http://, https://, ws:// or wss://"),
        ({"url": "http://x", "type": "carrier-pigeon"}, "carrier-pigeon"),
        ({"url": "http://x", "timeout": "fast"}, "number of seconds"),
        ({"url": "http://x", "verify": 1}, "CA file"),
        ({"url": "http://x", "era": 3}, '"era" must be a string'),
    ],
)
def test_an_entry_that_cannot_be_names_itself_and_the_key(entry: object, words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        profile_from_entry("n", entry)
    assert '"n"' in str(caught.value)


def test_the_demo_server_is_this_program() -> None:
    entry = entry_of(demo_profile())
    assert entry["args"][-3:] == ["demo-server", "--transport", "stdio"]


def test_an_era_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(UsageError, match=r'"x": era .*2031.* is not one of auto, modern, legacy'):
        profile_from_entry("x", {"command": "c", "era": "2031-01-01"})


DECLARED = {"capabilities": [], "clientInfo": "me", "meta": 3, "roots": "/one"}


def test_a_declaration_of_the_wrong_type_is_said_and_kept_and_not_used(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text(json.dumps({"mcpServers": {"x": {"command": "c", **DECLARED}}}))
    profiles = Profiles(path)
    notes = profiles.load()
    assert [note.split('"')[3] for note in notes] == list(DECLARED)
    assert '"x": "roots" must be a list of folders or URIs; kept but not used' in notes[-1]
    assert list(profiles) == [Profile("x", StdioTarget("c"))]
    profiles.replace("x", Profile("x", StdioTarget("other"), meta={"a": 1}))
    profiles.save()
    entry = json.loads(path.read_text())["mcpServers"]["x"]
    assert entry == {"command": "other", "args": [], **DECLARED, "meta": {"a": 1}}


def test_a_declaration_that_is_taken_back_leaves_the_file(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "servers.json")
    profiles.add(Profile("x", StdioTarget("c"), capabilities={}, roots=()))
    profiles.replace("x", Profile("x", StdioTarget("c")))
    profiles.save()
    entry = json.loads((tmp_path / "servers.json").read_text())["mcpServers"]["x"]
    assert entry == {"command": "c", "args": []}


def test_authorization_of_a_server_survives_the_file(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    auth = {"method": "client_credentials", "client_id": "me", "client_secret": "${secret:server/a/secret}"}
    path.write_text(json.dumps({"mcpServers": {"a": {"url": "https://a.example/mcp", "auth": auth}}}))
    profiles = Profiles(path)
    assert profiles.load() == []
    profile = profiles.get("a")
    assert profile is not None and profile.auth is not None
    assert (profile.auth.method, profile.auth.client_id) == ("client_credentials", "me")
    profiles.replace("a", replace(profile, timeout_s=5))
    profiles.save()
    assert json.loads(path.read_text())["mcpServers"]["a"]["auth"] == auth


@pytest.mark.parametrize("auth", ["bearer", {"method": "magic"}, {"client_id": 7}, [], {"dpop": "maybe"}])
def test_authorization_that_cannot_be_used_is_kept_and_said(tmp_path: Path, auth: object) -> None:
    path = tmp_path / "servers.json"
    path.write_text(json.dumps({"mcpServers": {"a": {"url": "https://a.example/mcp", "auth": auth}}}))
    profiles = Profiles(path)
    [note] = profiles.load()
    assert '"auth" must be an object with a "method"' in note
    profile = profiles.get("a")
    assert profile is not None and profile.auth is None
    profiles.save()
    assert json.loads(path.read_text())["mcpServers"]["a"]["auth"] == auth


@pytest.mark.parametrize(
    ("member", "value"), [("connectTimeout", 0), ("connectTimeout", "5"), ("clientCertificate", 5)]
)
def test_a_parameter_of_another_type_is_refused_by_its_name(member: str, value: Any) -> None:
    with pytest.raises(UsageError, match=member):
        profile_from_entry("a", {"url": "https://x.example", member: value})


@pytest.mark.parametrize(("member", "value"), [("group", 5), ("watch", "yes"), ("watchPaths", "src")])
def test_a_member_that_cannot_be_used_is_told_and_kept(tmp_path: Path, member: str, value: Any) -> None:
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"a": {"command": "x", member: value}}}))
    profiles = Profiles(file)
    assert f'"{member}" must be' in profiles.load()[0]
    profiles.arrange(["a"])
    profiles.save()
    assert json.loads(file.read_text())["mcpServers"]["a"][member] == value


def test_two_programs_that_write_at_once_lose_no_server(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text('{"inputs": [1], "mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}}')
    window, command_line = Profiles(path), Profiles(path)
    window.load()
    command_line.load()
    command_line.add(Profile("new", StdioTarget("theirs")))
    command_line.add(Profile("only theirs", StdioTarget("x")))
    command_line.replace("b", Profile("b", StdioTarget("changed")))
    command_line.save()
    path.write_text(json.dumps({**json.loads(path.read_text()), "inputs": [2]}))
    window.add(Profile("new", StdioTarget("ours")))
    window.remove("a")
    window.save()
    data = json.loads(path.read_text())
    commands = {name: entry["command"] for name, entry in data["mcpServers"].items()}
    assert commands == {"b": "changed", "new": "ours", "new 2": "theirs", "only theirs": "x"}
    assert data["inputs"] == [2]
    window.save()
    assert json.loads(path.read_text()) == data


def test_what_another_program_took_back_does_not_come_again(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    window, command_line = Profiles(path), Profiles(path)
    command_line.add(Profile("x", StdioTarget("x")))
    command_line.save()
    window.add(Profile("y", StdioTarget("y")))
    window.save()
    command_line.remove("x")
    command_line.save()
    window.save()
    assert list(json.loads(path.read_text())["mcpServers"]) == ["y"]


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        (HttpTarget("https://user:word@h.example/mcp?token=abc&x=1"),
         "https://user:<4 characters, not kept>@h.example/mcp?token=<3 characters, not kept>&x=1"),
        (StdioTarget("my server", ("--api-key", "abc", "--x=1")),
         "'my server' --api-key '<3 characters, not kept>' --x=1"),
    ],
)  # fmt: skip
def test_a_target_is_shown_without_its_secrets(target: HttpTarget | StdioTarget, shown: str) -> None:
    assert shown_target(Profile("a", target)) == shown


@pytest.mark.parametrize(
    ("target", "transport", "expected"),
    [
        (StdioTarget("x"), "sse", "stdio"),
        (HttpTarget("WS://h"), "auto", "websocket"),
        (HttpTarget("wss://h"), "http", "http"),
        (HttpTarget("http://h"), "auto", "auto"),
        (HttpTarget("http://h"), "sse", "sse"),
    ],
)
def test_connecting_begins_with_what_the_target_can_be(
    target: HttpTarget | StdioTarget, transport: str, expected: str
) -> None:
    assert transport_of(Profile("a", target, transport)) == expected


def test_servers_that_another_program_saved_show_up_and_the_unsaved_stay(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    ours = Profiles(path)
    ours.add(Profile("a", StdioTarget("x")))
    ours.save()
    assert not ours.refresh()
    theirs = Profiles(path)
    theirs.load()
    theirs.add(Profile("b", StdioTarget("y")))
    theirs.save()
    ours.add(Profile("c", StdioTarget("z")))
    assert ours.refresh() and ours.names() == ["a", "c", "b"]
    assert "b" in ours and "d" not in ours and len(ours) == 3
    assert not ours.refresh()
    path.write_text('{"mcpServers": []}')
    assert not ours.refresh() and ours.names() == ["a", "c", "b"]


def test_servers_are_arranged_and_unusable_entries_keep_their_places(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text('{"mcpServers": {"a": {"command": "x"}, "odd": 1, "b": {"command": "y"}}}')
    profiles = Profiles(path)
    profiles.load()
    profiles.arrange(["b", "odd", "b"])
    assert profiles.names() == ["b", "a"]
    profiles.save()
    assert list(json.loads(path.read_text())["mcpServers"]) == ["b", "odd", "a"]
    assert profiles.get("odd") is None and profiles.get("a") == Profile("a", StdioTarget("x"))


ODD_ENTRIES = [
    (1, '"s" must be an object with "command" or "url", not 1'),
    ({}, '"s" has neither "command" nor "url"; found: nothing'),
    ({"a": 1, "b": 2}, '"s" has neither "command" nor "url"; found: "a", "b"'),
    ({"command": " "}, '"s": "command" must be the program to start, not \' \''),
    ({"command": "x", "args": "-y"},
     ('"s": "args" must be a list of strings such as ["-y", "package"], not a single '
"string")),
    ({"command": "x", "args": [None]}, '"s": "args" must be a list of strings, not [None]'),
    ({"command": "x", "environment": "some"},
     '"s": "environment" must be one of own, restricted, as claude-desktop, as cursor, as vscode, not '
     "'some'"),
    ({"command": "x", "cwd": 1}, '"s": "cwd" must be a string, not 1'),
    ({"command": "x", "env": {"A": []}}, "\"s\": \"env\" must be an object of strings, not {'A': []}"),
    ({"command": "x", "timeout": 0}, '"s": "timeout" must be a positive number of seconds, not 0'),
    ({"command": "x", "timeout": True}, '"s": "timeout" must be a positive number of seconds, not True'),
    ({"command": "x", "transport": "sse"},
     '"s" has a "command" but transport "sse"; commands use stdio'),
    ({"url": "ftp://h"}, '"s": "url" must start with http://, https://, ws:// or wss://, not \'ftp://h\''),
    ({"url": "http://h", "verify": 1}, '"s": "verify" must be true, false or the path of a CA file'),
    ({"url": "http://h", "type": "carrier"},
     '"s": transport \'carrier\' is not one of auto, stdio, http, sse, websocket'),
    ({"url": "http://h", "headers": []}, '"s": "headers" must be an object of strings, not []'),
    ({"url": "http://h", "proxy": 1}, '"s": "proxy" must be a string, not 1'),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "why"), ODD_ENTRIES, ids=[why for _, why in ODD_ENTRIES])
def test_an_entry_that_is_no_server_says_which_key_is_wrong(entry: Any, why: str) -> None:
    with pytest.raises(UsageError) as caught:
        profile_from_entry("s", entry)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("entry", "profile"),
    [
        ({"command": {"path": "x", "args": ["a"], "env": {"B": 1}}},
         Profile("s", StdioTarget("x", ("a",), {"B": "1"}))),
        ({"command": ["x", "a"], "args": [True, 2], "environment": {"C": None, "D": False}},
         Profile("s", StdioTarget("x", ("a", "true", "2"), {"D": "false"}))),
        ({"command": "x", "env": None, "cwd": None, "type": "local"}, Profile("s", StdioTarget("x"))),
        ({"serverUrl": "HTTPS://h", "type": "Streamable-HTTP", "headers": None},
         Profile("s", HttpTarget("HTTPS://h"), "http")),
        ({"url": "", "httpUrl": "ws://h", "type": "ws"}, Profile("s", HttpTarget("ws://h"), "websocket")),
    ],
)  # fmt: skip
def test_spellings_of_other_clients_are_understood(entry: Any, profile: Profile) -> None:
    assert profile_from_entry("s", entry) == profile
