"""The values of `--set` for what a bundle or `server.json` asks for."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.offer_values import _asked, _given, offered_server
from inspector.cli.options import Common
from inspector.core.install.offers import read_offer
from inspector.core.servers.profiles import Profile
from inspector.errors import UsageError
from inspector.transport import HttpTarget, StdioTarget

SCHEMA: dict[str, Any] = {
    "properties": {
        "limit": {"type": "number", "title": "Limit"},
        "dirs": {"type": "array", "items": {"type": "string"}},
        "flag": {"type": "boolean"},
        "extra": {"type": "object"},
        "name": {"type": "string"},
        "--key=": {"type": "string"},
    },
    "required": ["limit"],
}


def test_values_are_typed_by_what_is_asked_for() -> None:
    pairs = ("limit=5", "dirs=/a", "dirs=/b", "flag=true", 'extra={"a": 1}', "name=5", "--key==x=y")
    assert _given(pairs, SCHEMA) == {
        "limit": 5,
        "dirs": ["/a", "/b"],
        "flag": True,
        "extra": {"a": 1},
        "name": "5",
        "--key=": "x=y",
    }


def test_json_is_taken_as_it_is() -> None:
    assert _given(('dirs:=["/a b"]', "name:=null"), SCHEMA) == {"dirs": ["/a b"], "name": None}


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("limit=many", "is not JSON"),
        ("limit=true", "must be a number"),
        ("flag=1", "must be a boolean"),
        ("limit", "not a value it asks for"),
        ("other=1", "--set limit=… (required)  Limit"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_is_asked_for(pair: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        _given((pair,), SCHEMA)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("schema", "lines"),
    [
        (SCHEMA, ["  --set limit=… (required)  Limit", "  --set dirs=…", "  --set flag=…", "  --set extra=…",
                  "  --set name=…", "  --set --key==…"]),
        ({"properties": {"key": {"title": "Key", "description": "Yours"}, "url": {"title": "url"},
                         "a": {"title": "x", "description": "x"}}},
         ["  --set key=…  Key: Yours", "  --set url=…", "  --set a=…  x"]),
        ({"properties": {}}, ["  It needs no values."]),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_a_line_each(schema: dict[str, Any], lines: list[str]) -> None:
    assert _asked(schema).splitlines() == lines


@pytest.mark.parametrize("pair", ["nokey:=1", ":=1", "--key", "extra:", "extra"])
def test_only_names_that_are_asked_for_are_taken(pair: str) -> None:
    with pytest.raises(UsageError, match="not a value it asks for"):
        _given((pair,), {"properties": {"extra": {}, "--key": {}}})


# -- a file that offers a server


SERVER: dict[str, Any] = {
    "name": "io.x/notes",
    "packages": [
        {"registryType": "mcpb", "identifier": "https://h.example/a.mcpb", "version": "1",
         "fileSha256": "ab" * 32, "transport": {"type": "stdio"}},
        {"registryType": "npm", "identifier": "notes", "version": "1", "transport": {"type": "stdio"},
         "environmentVariables": [{"name": "TOKEN", "isSecret": True, "isRequired": True}]},
    ],
    "remotes": [{"type": "streamable-http", "url": "https://h.example/mcp"}],
}  # fmt: skip


class Terminal(io.StringIO):
    """A stream with a user at its other end."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "server.json").write_text(json.dumps(SERVER))
    return tmp_path / "server.json"


def choices(path: Path) -> list[str]:
    return list(read_offer(path).choices)


def chosen(path: Path, word: str, *pairs: str, **more: Any) -> tuple[Profile, dict[str, str]]:
    """The server of the choice whose title has that word."""
    [place] = [place for place, title in enumerate(choices(path), start=1) if word in title]
    return offered_server(path, Common(choice=place, set=pairs, **more))


def test_an_address_is_made_without_a_question(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    profile, secrets = chosen(path, "h.example/mcp")
    assert isinstance(profile.target, HttpTarget) and profile.target.url == "https://h.example/mcp"
    assert (profile.name, secrets) == (read_offer(path).name, {})


@pytest.mark.parametrize("choice", [4, 99])
def test_a_choice_that_there_is_not_is_refused_with_those_there_are(path: Path, choice: int) -> None:
    with pytest.raises(UsageError) as caught:
        offered_server(path, Common(choice=choice))
    first, *lines = str(caught.value).splitlines()
    assert first == "--choice must be one of these:"
    assert lines == [f"  --choice {number}  {title}" for number, title in enumerate(choices(path), start=1)]


def test_a_bundle_elsewhere_is_to_be_downloaded_first(path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        chosen(path, "a.mcpb")
    said = str(caught.value)
    assert f"{path} refers to the bundle https://h.example/a.mcpb: download it and pass that file" in said
    assert f"Its SHA-256 must be {'ab' * 32}. All choices:\n  --choice 1  " in said


def test_what_is_required_and_was_not_given_is_named(path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        chosen(path, "npm")
    assert str(caught.value).splitlines()[0] == f"{path} needs TOKEN:"
    assert "  --set TOKEN=… (required)" in str(caught.value)


def test_a_file_that_is_refused_says_why(path: Path) -> None:
    path.write_text(json.dumps({**SERVER, "packages": [], "remotes": []}))
    with pytest.raises(UsageError) as caught:
        offered_server(path, Common(choice=1))
    assert str(caught.value).startswith(f"{path} is rejected: ")


def test_yes_starts_the_command_of_a_file_unasked(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    profile, secrets = chosen(path, "npm", "TOKEN=s3cret", yes=True)
    assert isinstance(profile.target, StdioTarget)
    assert list(secrets.values()) == ["s3cret"]
    assert "s3cret" not in str(profile.target.env) and "Start it?" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("answer", "starts"), [("yes\n", True), (" Y \n", True), ("no\n", False), ("", False)]
)
def test_a_user_at_the_terminal_is_asked(
    path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, starts: bool
) -> None:
    told = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", told)
    if starts:
        chosen(path, "npm", "TOKEN=s3cret")
    else:
        with pytest.raises(UsageError, match="nothing was started"):
            chosen(path, "npm", "TOKEN=s3cret")
    lines = told.getvalue().splitlines()
    place = lines.index(f"{path} starts this command:")
    assert lines[place + 1].startswith("  npx ") and lines[place + 2].startswith("  with TOKEN=")
    assert lines[place + 3].startswith("Start it? Type yes to start, anything else to cancel: ")
    assert "s3cret" not in told.getvalue()


@pytest.mark.parametrize("closed", ["stdin", "stderr", "json"])
def test_nobody_at_the_terminal_starts_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    for name in ("stdin", "stderr"):
        monkeypatch.setattr(sys, name, io.StringIO("yes\n") if name == closed else Terminal("yes\n"))
    with pytest.raises(UsageError, match="would start this command; confirm with --yes:\n  npx "):
        chosen(path, "npm", "TOKEN=s3cret", json=closed == "json")
