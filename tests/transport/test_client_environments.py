"""What other clients give to a server, and what a login shell says."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from inspector.transport import ENVIRONMENTS, StdioTarget
from inspector.transport import login_shell as login_shell_module
from inspector.transport.client_environments import CLIENTS
from inspector.transport.environment import child_environment, start_folder
from inspector.transport.login_shell import LoginShell, _read, ask_shell, login_shell, menu_environment
from inspector.transport.stdio import StdioTransport
from tests.core.doctor.shells import write_shell
from tests.transport.recorder import Recorder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX")

OWN = {
    "HOME": "/h",
    "USER": "u",
    "PATH": "/venv/bin:/bin",
    "VIRTUAL_ENV": "/venv",
    "LANG": "ko_KR.UTF-8",
    "TERM": "xterm",
    "AWS_SECRET": "s",
}


def test_every_environment_of_a_client_can_be_named_in_a_profile() -> None:
    assert ("own", "restricted", *(f"as {one}" for one in CLIENTS)) == ENVIRONMENTS


def test_a_program_of_the_menu_has_nothing_of_a_terminal() -> None:
    assert menu_environment(OWN, "darwin") == {
        "HOME": "/h",
        "USER": "u",
        "LANG": "ko_KR.UTF-8",
        "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
    }
    assert menu_environment(OWN, "linux")["PATH"].startswith("/usr/local/sbin:")
    assert menu_environment(OWN, "win32") == OWN


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    made = str(write_shell(tmp_path, 'echo "Good morning"; PATH="/terminal:$PATH"; EDITOR=vi'))
    monkeypatch.setenv("SHELL", made)
    return made


def test_claude_desktop_gives_the_subset_with_the_path_of_the_login_shell(shell: str) -> None:
    given = child_environment(
        StdioTarget("x", env={"K": "1"}, environment="as claude-desktop"), {**OWN, "SHELL": shell}
    )
    assert given == {
        "HOME": "/h",
        "USER": "u",
        "SHELL": shell,
        "PATH": given["PATH"],
        "K": "1",
    }
    assert given["PATH"].startswith("/terminal:")


@pytest.mark.parametrize("client", ["as cursor", "as vscode"])
def test_editors_give_all_of_the_login_shell_and_nothing_of_ours(shell: str, client: str) -> None:
    given = child_environment(StdioTarget("x", environment=client), {**OWN, "SHELL": shell})
    assert given["EDITOR"] == "vi"
    assert given["PATH"].startswith("/terminal:")
    assert "VIRTUAL_ENV" not in given and "AWS_SECRET" not in given


def test_the_child_really_starts_as_the_client_would(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("OURS_ALONE", "1")
    code = "import json, os; print(json.dumps([dict(os.environ), os.getcwd()]))"

    async def main() -> tuple[dict[str, str], str]:
        recorder = Recorder()
        transport = StdioTransport(
            StdioTarget(sys.executable, ("-c", code), environment="as vscode"), recorder
        )
        await transport.start()
        await recorder.until(lambda: "exited" in recorder.steps())
        await transport.close()
        environment, folder = json.loads(recorder.data("stdout"))
        return environment, folder

    environment, folder = asyncio.run(main())
    assert "OURS_ALONE" not in environment
    assert environment["EDITOR"] == "vi"
    assert os.path.realpath(folder) == os.path.realpath(tmp_path)


def test_a_folder_of_the_profile_goes_before_that_of_the_client() -> None:
    assert start_folder(StdioTarget("x", cwd="/srv", environment="as vscode")) == "/srv"
    assert start_folder(StdioTarget("x")) == ""


def test_what_start_up_files_print_is_not_taken_for_variables(shell: str) -> None:
    told = ask_shell(shell, {"PATH": "/bin:/usr/bin", "HOME": "/nowhere", "A": "one\ntwo=2"})
    assert told.problem == ""
    assert told.variables["A"] == "one\ntwo=2"
    assert told.variables["PATH"] == "/terminal:/bin:/usr/bin"
    assert not {"_", "PWD", "SHLVL", "two"} & told.variables.keys()


@pytest.mark.parametrize(
    ("shell_file", "words"),
    [
        ("/bin/no-such/bash", "cannot start"),
        ("/usr/bin/nologin", "is not supported"),
        ("", "(none)"),
    ],
)
def test_a_shell_that_cannot_be_asked_says_why(shell_file: str, words: str) -> None:
    told = ask_shell(shell_file, {"PATH": "/bin"})
    assert words in told.problem
    assert told.variables == {}


def test_a_shell_that_ends_without_a_word_says_so(tmp_path: Path) -> None:
    told = ask_shell(str(write_shell(tmp_path, "exit 1")), {"PATH": "/bin:/usr/bin"})
    assert "without reporting" in told.problem


@pytest.mark.parametrize(
    ("output", "variables"),
    [
        (b"hi\n%b\nA=1\0B=2=3\0_=x\0SHLVL=1\0PWD=/\0OLDPWD=/\0\n%b\nbye\n", {"A": "1", "B": "2=3"}),
        (b"%b\nA=1\nnothing\nB=\n%b\n", {"A": "1", "B": ""}),
        (b"%b\nA=1\0B=two\nlines\0%b\n", {"A": "1", "B": "two\nlines"}),
        (b"%b\nA=\xff\0%b\n", {"A": "\udcff"}),
        (b"A=1\n", {}),
        (b"%bA=1\n%b", {}),
    ],
)
def test_what_a_shell_tells_stands_between_its_marks(output: bytes, variables: dict[str, str]) -> None:
    mark = b"__mcpdi_environment__"
    assert _read(output.replace(b"%b", mark)) == variables


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Which shells were asked, and for which PATH."""
    told: list[tuple[str, str]] = []

    def ask(shell: str, base: dict[str, str], *, system: str) -> LoginShell:
        told.append((shell, base.get("PATH", "")))
        return LoginShell(shell, {"N": str(len(told)), "S": system})

    monkeypatch.setattr(login_shell_module, "ask_shell", ask)
    monkeypatch.setattr(login_shell_module, "_kept", {})
    return told


def test_a_shell_is_asked_once_unless_anew(asked: list[tuple[str, str]]) -> None:
    own = {"SHELL": "/bin/zsh", "PATH": "/venv"}
    first = login_shell(own, "darwin")
    assert login_shell(own, "darwin") is first
    assert login_shell(own, "darwin", fresh=True).variables == {"N": "2", "S": "darwin"}
    assert login_shell({"SHELL": "/bin/bash"}, "linux").variables["N"] == "3"
    assert [shell for shell, _ in asked] == ["/bin/zsh", "/bin/zsh", "/bin/bash"]
    assert asked[0][1] == "/usr/bin:/bin:/usr/sbin:/sbin"


def test_without_a_shell_in_the_environment_it_is_that_of_the_account(asked: list[tuple[str, str]]) -> None:
    import pwd

    login_shell({}, "linux")
    login_shell({}, "win32")
    assert [shell for shell, _ in asked] == [pwd.getpwuid(os.getuid()).pw_shell, ""]


def test_a_shell_whose_start_up_files_wait_is_ended(tmp_path: Path) -> None:
    shell = str(write_shell(tmp_path, "sleep 300"))
    told = ask_shell(shell, {"PATH": "/bin:/usr/bin", "HOME": str(tmp_path)}, limit_s=0.2)
    assert told.problem == f"{shell} did not exit within 0.2 s (its startup files may be waiting)"
    assert (told.shell, told.variables) == (shell, {}) and 0.1 < told.took_s < 60


def test_a_shell_runs_in_the_home_of_its_user(tmp_path: Path) -> None:
    shell = str(write_shell(tmp_path, 'export WHERE="$(pwd)"'))
    told = ask_shell(shell, {"PATH": "/bin:/usr/bin", "HOME": str(tmp_path)})
    assert os.path.realpath(told.variables["WHERE"]) == os.path.realpath(tmp_path)


def test_windows_has_none() -> None:
    told = ask_shell("/bin/bash", {}, system="win32")
    assert (told.shell, told.variables) == ("", {})
    assert told.problem == "Windows has no login shell: programs get the account's variables"


def test_of_the_session_of_the_desktop_all_is_kept() -> None:
    own = {"XDG_RUNTIME_DIR": "/run", "LC_ALL": "C", "DISPLAY": ":0", "MCPDI_X": "1", "XDGX": "1"}
    assert menu_environment(own, "linux").keys() == {"XDG_RUNTIME_DIR", "LC_ALL", "DISPLAY", "PATH"}
