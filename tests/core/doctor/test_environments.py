"""The environment of a server beside that of a terminal and of another client."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.core.doctor import environments
from inspector.core.doctor.case import Case
from inspector.core.doctor.checks import CheckOutcome
from inspector.core.doctor.environments import _difference, _path_difference, compare_environments
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup
from inspector.core.storage.settings import Settings
from inspector.transport import StdioTarget
from inspector.transport.login_shell import LoginShell
from tests.core.doctor.asking import command, diagnosed
from tests.core.doctor.shells import script

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")


def test_an_environment_in_which_the_command_is_another_file_is_doubted(
    tmp_path: Path, login_shell_of_the_test: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    mine = script(here, "#!/bin/sh\nexit 0\n", "twice")
    other = script(login_shell_of_the_test, "#!/bin/sh\nexit 0\n", "twice")
    monkeypatch.setenv("PATH", f"{here}:{os.environ['PATH']}")
    found = command("twice")
    assert found["command"].said == mine
    assert found["environment"].state == "warning"
    assert other in found["environment"].said
    assert "FROM_PROFILE" in found.fact("environment", "Only the login shell has")


def test_a_client_that_does_not_find_the_command_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = script(tmp_path, "#!/bin/sh\nexit 0\n", "here-only")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = asyncio.run(diagnosed(StdioTarget("here-only"), "claude-desktop"))
    assert (
        "Claude Desktop cannot find here-only" in found["environment"].said + found["environment"].explanation
    )
    assert any(fix.words == (mine,) for fix in found["environment"].fixes)
    assert found.fix("environment", "environment").value == "as claude-desktop"


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ("/a:/b", "/a:/b", "same"),
        ("/a:/b", "/b:/a", "  /b\n  /a"),
        ("/a:/c:/a", "/b:/a:/b", "+ /b\n  /a\n- /c"),
    ],
)
def test_paths_are_compared_folder_by_folder(ours: str, theirs: str, said: str) -> None:
    assert _path_difference({"PATH": ours}, {"PATH": theirs}) == said


def test_variables_are_named_and_their_values_are_not_shown() -> None:
    ours = {"PATH": "/a", "TERM": "x", "A": "s3cret", "B": "1", "HTTP_PROXY": "p", "SAME": "="}
    theirs = {"PATH": "/b", "SHLVL": "1", "B": "2", "C": "s3cret", "SAME": "="}
    facts = {fact.name: fact.text for fact in _difference("the login shell", ours, theirs)}
    assert facts == {
        "PATH of the login shell": "+ /b\n- /a",
        "Only the login shell has": "C",
        "The login shell lacks": "HTTP_PROXY, A",
        "The login shell has a different value for": "B",
    }
    assert list({fact.name for fact in _difference("x", ours, ours)}) == ["PATH of x"]


@pytest.mark.parametrize(("count", "end"), [(60, "V59"), (61, "V59 … 61 in total")])
def test_of_very_many_variables_the_first_are_named(count: int, end: str) -> None:
    theirs = {f"V{number:02}": "1" for number in range(count)}
    [_, fact] = _difference("x", {}, theirs)
    assert fact.text.startswith("V00, V01") and fact.text.endswith(end)


def compared(
    monkeypatch: pytest.MonkeyPatch,
    places: dict[str, str],
    login: LoginShell,
    given: dict[str, str] | None = None,
    **target: Any,
) -> CheckOutcome:
    """places: PATH → the file that the command is there. given: what another client passes on."""
    asked: list[tuple[str, bool]] = []

    def find(command: str, environment: dict[str, str], folder: str, *, windows: bool) -> str | None:
        asked.append((command, windows))
        return places.get(environment.get("PATH", ""))

    monkeypatch.setattr(environments, "find_command", find)
    monkeypatch.setattr(environments, "child_environment", lambda _target: dict(given or {}))

    async def main() -> CheckOutcome:
        profile = Profile("p", StdioTarget("run", **target))
        case = Case(
            profile, Settings(), Lookup(), client="cursor" if given is not None else "", system="linux"
        )
        case.environment = {"PATH": "/here", "NODE_PATH": "/n", "OTHER": "1", **target.get("env", {})}
        told: asyncio.Future[LoginShell] = asyncio.get_running_loop().create_future()
        told.set_result(login)
        case.login = lambda: told  # type: ignore[method-assign, assignment, return-value]
        return await compare_environments(case)

    outcome = asyncio.run(main())
    assert set(asked) == {("run", False)}
    return outcome


SHELL = LoginShell("/bin/sh", {"PATH": "/login", "A": "1"})


def test_a_terminal_that_starts_the_same_is_no_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compared(monkeypatch, {"/here": "/x/run", "/login": "/x/run"}, SHELL)
    assert (found.state, found.said, found.fixes) == ("ok", "No differences that matter.", ())
    nowhere = compared(monkeypatch, {"/here": "/x/run"}, SHELL)
    assert nowhere.state == "ok", "what a terminal does not find it does not start"


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({"/here": "/x/run", "/login": "/y/run"}, "A terminal starts /y/run, and not /x/run."),
        ({"/login": "/y/run"}, "A terminal starts /y/run."),
    ],
)
def test_a_terminal_that_starts_another_file_is_a_doubt(
    monkeypatch: pytest.MonkeyPatch, places: dict[str, str], said: str
) -> None:
    found = compared(monkeypatch, places, SHELL)
    assert (found.state, found.said, found.explanation) == ("warning", said, "")
    assert [(fix.kind, fix.words, fix.name, fix.value) for fix in found.fixes] == [
        ("launch", ("/y/run",), "", ""), ("variable", (), "PATH", "/login"),
    ]  # fmt: skip
    own = compared(monkeypatch, {**places, "/own": "/z/run"}, SHELL, env={"PATH": "/own"})
    assert own.state == "ok", "its PATH is the user's own"


def test_a_login_shell_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compared(monkeypatch, {"/here": "/x/run"}, LoginShell("", problem="it is none"))
    assert [(fact.name, fact.text) for fact in found.facts] == [("Login shell", "it is none")]


SILENT = LoginShell("", problem="it is none")


@pytest.mark.parametrize(
    ("places", "given", "said", "more"),
    [
        ({"/here": "/x/run"}, {}, "Cursor cannot find run.", "Cursor does not pass on NODE_PATH."),
        ({"/here": "/x/run", "/c": "/y/run"}, {"PATH": "/c", "NODE_PATH": "n"}, "Cursor starts /y/run.", ""),
        ({"/here": "/x/run", "/c": "/x/run"}, {"PATH": "/c"}, "Cursor does not pass on NODE_PATH.", ""),
        ({}, {"NODE_PATH": "n"}, "No differences that matter.", ""),
    ],
)
def test_another_client_may_start_another_file_or_pass_on_less(
    monkeypatch: pytest.MonkeyPatch, places: dict[str, str], given: dict[str, str], said: str, more: str
) -> None:
    found = compared(monkeypatch, places, SILENT, given)
    assert (found.said, found.explanation) == (said, more)
    kinds = [(fix.kind, fix.words, fix.value) for fix in found.fixes]
    assert kinds[-1] == ("environment", (), "as cursor")
    assert (kinds[:-1] == [("launch", ("/x/run",), "")]) is ("cannot find" in said)
    names = [fact.name for fact in found.facts]
    assert "Source for Cursor" in names and "PATH of Cursor" in names


def test_a_variable_of_the_profile_reaches_the_server_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compared(monkeypatch, {"/here": "/x", "/c": "/x"}, SILENT, {"PATH": "/c"}, env={"NODE_PATH": "n"})
    assert found.state == "ok"


def test_where_another_client_starts_it_is_told_unless_the_profile_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def names(**target: Any) -> list[str]:
        found = compared(monkeypatch, {}, SILENT, {"NODE_PATH": "n"}, **target)
        return [fact.name for fact in found.facts if "starts it in" in fact.name]

    monkeypatch.setattr(environments, "start_folder", lambda target: "/home" if target.environment else "")
    assert names() == ["Cursor starts it in"]
    assert names(cwd="/w") == []
    monkeypatch.setattr(environments, "start_folder", lambda _target: os.getcwd())
    assert names() == []
