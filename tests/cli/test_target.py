"""The server of a command line is the one that was meant, with the options laid over it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.options import Common
from inspector.cli.target import chosen_server
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.servers.saved_servers import Profiles
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget

SAVED = Profile("files", StdioTarget("files", (), {"A": "1"}, "here"), era="legacy", timeout_s=9)
REMOTE = Profile("remote", HttpTarget("https://h.example/mcp", {"X": "1", "Y": "2"}), "sse")
NAMED = Profile("named", StdioTarget("x", ("${WHO}", "${secret:server/named/key}")))


@pytest.fixture(autouse=True)
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profiles:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    profiles = Profiles()
    for profile in (SAVED, REMOTE, NAMED):
        profiles.add(profile)
    profiles.save()
    return profiles


def chosen(**options: Any) -> Profile:
    return chosen_server(Common(**options)).profile


def test_a_saved_server_is_as_it_was_saved() -> None:
    assert chosen(on="files") == SAVED
    assert chosen(on="remote") == REMOTE


def test_the_demo_and_a_url_need_not_be_saved(saved: Profiles) -> None:
    assert chosen(on="demo") == demo_profile()
    assert chosen(on="http://h.example/x").target == HttpTarget("http://h.example/x")
    saved.add(Profile("demo", StdioTarget("mine")))
    saved.save()
    assert chosen(on="demo").target == StdioTarget("mine")


def test_words_after_the_dashes_are_a_command_whose_signs_mean_themselves() -> None:
    profile = chosen(server=("npx", "-y", "${HOME}"))
    assert profile.target == StdioTarget("npx", ("-y", "${HOME}"))
    assert profile.variables == "none"


def test_options_are_laid_over_a_command() -> None:
    profile = chosen(
        on="files", env=("B=2", "A=x=y"), cwd="there", era="modern", timeout=3.0, transport="auto"
    )
    assert profile.target == StdioTarget("files", (), {"A": "x=y", "B": "2"}, "there")
    assert (profile.era, profile.timeout_s, profile.transport) == ("modern", 3.0, "auto")


def test_options_are_laid_over_a_url() -> None:
    profile = chosen(on="remote", header=("Y: 3", "Z: 4"), transport="http", meta=("a=1",))
    assert profile == replace(
        REMOTE, target=HttpTarget("https://h.example/mcp", {"X": "1", "Y": "3", "Z": "4"}), transport="http",
        meta={"a": 1},
    )  # fmt: skip


def test_values_of_its_variables_are_of_this_run() -> None:
    found = chosen_server(Common(on="named", set=("WHO=me=you", "key=k")))
    assert [(one.key, one.value) for one in found.profile.inputs] == [("env:WHO", "me=you")]
    assert found.secrets == {"server/named/key": "k"}


HOW = (
    "Use --on NAME, --on URL or --on demo, or put the server's command after --: "
    "mcpdi info -- npx -y @modelcontextprotocol/server-everything. "
    "Saved servers: “files”, “remote”, “named”."
)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, f"no server given. {HOW}"),
        ({"on": "demo", "server": ("x",)}, "give the server with --on or after --, not both"),
        ({"on": "filse"},
         f"no saved server “filse”, and it is not a URL. Did you mean “files”? {HOW}"),
        ({"on": "two words"}, f"no saved server “two words”, and it is not a URL. {HOW}"),
        ({"on": "files", "transport": "sse"}, "--transport sse is for URLs; commands use stdio"),
        ({"on": "files", "header": ("A: 1",)}, "--header is for URLs, but this server is a command"),
        ({"on": "files", "env": ("A",)}, "--env requires NAME=VALUE, not “A”"),
        ({"on": "files", "env": ("=A",)}, "--env requires NAME=VALUE, not “=A”"),
        ({"on": "remote", "env": ("A=1",)},
         "--env is for servers started as a command, but this one is a URL"),
        ({"on": "remote", "cwd": "x"}, "--cwd is for servers started as a command, but this one is a URL"),
        ({"on": "named", "set": ("WHO",)}, "--set requires NAME=VALUE, not “WHO”"),
        ({"on": "named", "set": ("=WHO",)}, "--set requires NAME=VALUE, not “=WHO”"),
        ({"on": "named", "set": ("X=1",)},
         "“named” has no variable “X”; available: WHO, server/named/key, key"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_says_what_to_type(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        chosen_server(Common(**options))
    assert str(caught.value) == said


def test_servers_that_cannot_be_read_are_named_where_one_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_text("{")
    with pytest.raises(UsageError) as caught:
        chosen(on="files")
    assert "Saved servers: none yet." in str(caught.value) and "servers.json.broken-" in str(caught.value)
