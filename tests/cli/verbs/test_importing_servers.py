"""`mcpdi import-servers` lists what other clients have, and adds only what is named."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from inspector.cli.output import Output
from inspector.cli.verbs import importing_servers as verb
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.found import Caution, Configuration, Found, Origin
from inspector.core.transfer.importers.merging import PreviewRow
from inspector.errors import Explanation, SecretsUnavailable
from inspector.transport import HttpTarget, StdioTarget
from tests.cli.run import mcpdi

CURSOR = {
    "gh": {"command": "npx", "args": ["-y", "@x/gh"], "env": {"TOKEN": "ghp_abc", "R": "${env:REGION}"}},
    "both": {"command": "run", "url": "http://h.example/"},
    "bad": {"x": 1},
    "off": {"command": "run", "disabled": True},
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "app"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path / "ours"))
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor" / "mcp.json").write_text(json.dumps({"mcpServers": CURSOR}))
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini" / "settings.json").write_text(
        json.dumps({"mcpServers": {"gh2": {"command": "other"}}})
    )
    return tmp_path


def saved(home: Path) -> dict[str, object]:
    path = home / "ours" / "servers.json"
    return dict(json.loads(path.read_text())["mcpServers"]) if path.exists() else {}


def test_what_is_found_is_listed_and_nothing_is_added(home: Path) -> None:
    done = mcpdi("import-servers")
    assert done.returncode == 0
    assert "✓ gh\n    stdio: npx -y @x/gh\n" in done.stdout
    assert f"in Cursor {home / '.cursor' / 'mcp.json'}" in done.stdout
    assert "needs REGION" in done.stdout and "secrets: TOKEN" in done.stdout
    assert "! npx downloads" in done.stdout and "? both" in done.stdout and "✗ bad" in done.stdout
    assert "Gemini CLI" in done.stdout and "off  (disabled there)" in done.stdout
    assert "ghp_abc" not in done.stdout + done.stderr
    assert saved(home) == {}


def test_what_is_named_is_added_without_its_secret(home: Path) -> None:
    done = mcpdi("import-servers", "--add", "gh", "--add", "both", "--as", "url", "--json")
    assert done.returncode == 0
    rows = {row["name"]: row for row in json.loads(done.stdout)["servers"]}
    assert rows["gh"]["added"] == "gh" and "added" not in rows["off"]
    assert "ghp_abc" not in done.stdout + done.stderr + (home / "ours" / "servers.json").read_text()
    assert list(saved(home)) == ["gh", "both"]
    again = mcpdi("import-servers", "--json")
    assert {row["name"]: row for row in json.loads(again.stdout)["servers"]}["gh"]["known"] == "gh"


def test_all_are_added_that_are_not_switched_off(home: Path) -> None:
    mcpdi("import-servers", "--add-all")
    assert list(saved(home)) == ["gh", "gh2"]
    assert mcpdi("import-servers", "--add-all").returncode == 0
    assert list(saved(home)) == ["gh", "gh2"], "what is saved already is not added again"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--add", "nobody"], "no server “nobody”"),
        (["--add", "both"], "--as command or --as url"),
        (["--add", "bad"], "cannot be added"),
        (["--from", "nobody"], "unknown client “nobody”"),
    ],
)
def test_a_name_that_cannot_be_added_is_told(home: Path, words: list[str], why: str) -> None:
    done = mcpdi("import-servers", *words)
    assert (done.returncode, saved(home)) == (2, {})
    assert why in done.stderr


def test_a_file_that_cannot_be_read_says_where(home: Path) -> None:
    file = home / "config.toml"
    file.write_text("[mcp_servers.x]\ncommand = \n")
    done = mcpdi("import-servers", str(file))
    assert done.returncode == 1
    assert "line 2, column 11" in done.stderr


def test_a_value_that_a_server_needs_is_given_on_the_command_line(home: Path) -> None:
    words = ["-P", "-m", "inspector", "demo-server", "--transport", "${input:how}"]
    server = {"command": sys.executable, "args": words, "env": {"PYTHONPATH": str(Path(__file__).parents[3])}}
    os.makedirs(home / "ours")
    (home / "ours" / "servers.json").write_text(json.dumps({"mcpServers": {"mine": server}}))
    asked = mcpdi("info", "--on", "mine")
    assert asked.returncode == 4
    assert "“mine” needs a value for how." in asked.stderr and "--set how=VALUE" in asked.stderr
    assert mcpdi("info", "--on", "mine", "--set", "how=stdio").returncode == 0
    wrong = mcpdi("info", "--on", "mine", "--set", "hwo=stdio")
    assert wrong.returncode == 2 and "available: how" in wrong.stderr


RUN = Profile("run", StdioTarget("run", ("-x",)))
FAR = Profile("far", HttpTarget("https://h.example/mcp"))
HERE = Origin("cursor", Path("f.json"), "", "a")


def row(name: str = "a", known: str = "", origins: tuple[Origin, ...] = (HERE,), **more: Any) -> PreviewRow:
    """A server that was found."""
    return PreviewRow(Found(name, origins[0], **more), origins, known)


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        (row(profile=RUN), ["✓ a", "    stdio: run -x", "    in Cursor f.json"]),
        (row(profile=RUN, known="b"), ["✓ a  (saved here as “b”)"]),
        (row(profile=RUN, known="b", disabled=True), ["✓ a  (disabled there, saved here as “b”)"]),
        (row(choices=(RUN, FAR)), ["? a", "    stdio: run -x", "    http: https://h.example/mcp"]),
        (row(problem="it is empty"), ["✗ a", "    it is empty"]),
        (row(problem="a part of it", skipped=True), ["– a", "    a part of it"]),
        (row(registry={}), ["? a", "    a registry entry (server.json)"]),
        (
            row(
                profile=RUN,
                names=("X", "Y"),
                secrets={"server/a/T": "v", "U": "w"},
                warnings=(Caution("one", "First."), Caution("two", "Second.")),
                origins=(HERE, Origin("", Path("g.json"), "/p", "b"), Origin("", None)),
            ),
            [
                "✓ a", "    stdio: run -x", "    in Cursor f.json", "    in g.json (project /p)", "    in ",
                "    needs X, Y", "    secrets: T, U", "    ! First.", "    ! Second.",
            ],
        ),
    ],
)  # fmt: skip
def test_a_server_is_told_in_lines(found: PreviewRow, lines: list[str]) -> None:
    assert verb._lines(found, None)[: len(lines)] == lines


def test_what_was_added_is_told_by_its_new_name() -> None:
    found = row(profile=RUN, known="b", disabled=True)
    assert verb._lines(found, FAR)[0] == "✓ a  (“far” added, disabled there)"
    assert verb._added_as_json(FAR) == {"added": "far"} and verb._added_as_json(None) == {}


def test_as_json_only_what_there_is_is_told() -> None:
    origin = {"client": "cursor", "file": "f.json", "project": "", "name": "a"}
    bare = verb._as_json(row(problem="it is empty"))
    assert bare == {"name": "a", "state": "problem", "origins": [origin], "problem": "it is empty"}
    assert "launch" not in verb._as_json(row(problem="a part", skipped=True))
    more = {"names": ("X",), "secrets": {"server/a/T": "v"}, "warnings": (Caution("one", "First."),)}
    whole = verb._as_json(row(profile=RUN, known="b", disabled=True, **more))
    assert list(whole) == [
        "name", "state", "origins", "launch", "disabled", "needs", "secrets", "warnings", "known"
    ]  # fmt: skip
    assert (whole["launch"], whole["needs"], whole["secrets"]) == (["stdio: run -x"], ["X"], ["T"])
    assert (whole["disabled"], whole["known"]) == (True, "b")
    assert whole["warnings"] == [{"id": "one", "text": "First."}]
    nowhere = verb._as_json(row(origins=(Origin("", None, "/p"),)))
    assert nowhere["origins"] == [{"client": "", "file": "", "project": "/p", "name": ""}]
    broken = Configuration("codex", Path("c.toml"), problem="torn", line=2, column=3)
    assert verb._file_as_json(broken) == {
        "client": "codex", "file": "c.toml", "problem": "torn", "line": 2, "column": 3
    }  # fmt: skip


@pytest.mark.parametrize(
    ("everything", "kind", "chosen"),
    [
        (False, None, []),
        (True, None, ["plain"]),
        (True, "url", ["plain", "both"]),
    ],
)
def test_of_all_those_are_chosen_that_can_be_and_are_new(
    everything: bool, kind: str | None, chosen: list[str]
) -> None:
    rows = [
        row("plain", profile=RUN),
        row("both", choices=(RUN, FAR)),
        row("known", known="k", profile=RUN),
        row("off", profile=RUN, disabled=True),
        row("bad", problem="it is empty"),
        row("entry", registry={}),
    ]
    assert [one.found.name for one in verb._chosen(rows, (), everything, kind)] == chosen


def test_a_name_is_chosen_once_even_where_it_is_known_or_switched_off() -> None:
    rows = [row("a", known="k", profile=RUN, disabled=True)]
    assert verb._chosen(rows, ("a", "a"), True, None) == rows


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "no server “a” found; run without --add to list them"),
        ([row("a", choices=(RUN, FAR))], "“a” has a command and a URL: add --as command or --as url"),
        ([row("a", problem="it is empty")], "“a” cannot be added: it is empty"),
        ([row("a", registry={})], "“a” cannot be added: it is a registry entry"),
        (
            [row(profile=RUN), row(profile=FAR, origins=(Origin("", Path("g.json"), "", "a"),))],
            "“a” was found 2 times: Cursor f.json; g.json; choose with --from or FILE",
        ),
    ],
)
def test_why_a_name_cannot_be_added_is_said(rows: list[PreviewRow], why: str) -> None:
    with pytest.raises(click.UsageError) as raised:
        verb._chosen(rows, ("a",), False, None)
    assert raised.value.message == why


@pytest.mark.parametrize(
    ("rows", "added", "said"),
    [
        ([], 0, "0 servers found"),
        ([row(problem="it is empty")], 0, "1 servers found"),
        ([row(profile=RUN), row(problem="it is empty")], 0, "2 servers found; add one with --add NAME"),
        ([row(profile=RUN)], 1, "1 servers found, 1 added"),
    ],
)
def test_how_many_there_are_is_said_last(
    capsys: pytest.CaptureFixture[str], rows: list[PreviewRow], added: int, said: str
) -> None:
    broken = [Configuration("codex", Path("c.toml"), problem="torn")]
    verb._print(rows, broken, {id(one): FAR for one in rows[:added]}, Output(False))
    assert capsys.readouterr().err.splitlines() == ["✗ c.toml: torn", said]


@pytest.mark.parametrize(("kind", "place"), [("memory", 1), ("keychain", 0)])
def test_secrets_that_find_no_keychain_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str, place: int
) -> None:
    saved: list[None] = []
    choices: list[int] = []

    def add(found: Found, _profiles: object, _store: object, choice: int) -> Profile:
        choices.append(choice)
        if found.name == "shut":
            raise SecretsUnavailable(Explanation("it is locked"))
        return RUN

    store = SimpleNamespace(secrets=SimpleNamespace(kind=kind))
    monkeypatch.setattr("inspector.cli.credentials.kept_credentials", lambda _settings: store)
    monkeypatch.setattr("inspector.core.transfer.importers.adding.add_found", add)
    profiles: Any = SimpleNamespace(save=lambda: saved.append(None))
    shut, secret, plain = row("shut"), row("secret", secrets={"k": "v"}), row("plain")
    added = verb._add([shut, secret, plain], "url", profiles, Output(False))
    assert (list(added), choices, saved) == ([id(secret), id(plain)], [1, 1, 1], [None])
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("shut was not added: ") and len(told) == 1 + place
    assert told[1:] == ["secret: no keychain for its secrets; provide them at each start"] * place
    verb._add([shut], "command", profiles, Output(False))
    assert (choices[-1], saved) == (0, [None]), "nothing was added, so nothing is written"
