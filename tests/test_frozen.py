"""inspector/frozen.py: what a frozen program takes back at its start, and how it starts itself once more."""

from __future__ import annotations

import ast
import asyncio
import ctypes
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector import frozen
from inspector.core.servers.profiles import demo_profile
from inspector.core.validation import validation
from inspector.core.validation.validation import Validator
from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment

ROOT = Path(__file__).resolve().parent.parent
STARTED = {
    "PATH": "/bin",
    "LD_LIBRARY_PATH": "/opt/inspector/_internal",
    "LD_LIBRARY_PATH_ORIG": "/usr/local/lib",
    "DYLD_LIBRARY_PATH": "/opt/inspector",
    "_PYI_ARCHIVE_FILE": "x",
    "_MEIPASS2": "y",
}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a program that believes it is frozen: a windowed program and one with a console."""
    for name in ("mcp-desktop-inspector", "mcpdi"):
        (tmp_path / name).touch(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "mcp-desktop-inspector"))
    return tmp_path


def test_the_library_path_of_the_person_comes_back_and_the_marks_go() -> None:
    assert frozen.without_marks(STARTED) == {"PATH": "/bin", "LD_LIBRARY_PATH": "/usr/local/lib"}


def test_a_person_without_a_library_path_gets_none() -> None:
    assert frozen.without_marks({"PATH": "/bin", "LD_LIBRARY_PATH": "/opt/x/_internal"}) == {"PATH": "/bin"}


def test_a_frozen_program_takes_it_back_for_everything_it_starts(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in STARTED.items():
        monkeypatch.setenv(name, value)
    frozen.begin()
    assert os.environ["LD_LIBRARY_PATH"] == "/usr/local/lib"
    passed = child_environment(StdioTarget("x"))
    assert passed["LD_LIBRARY_PATH"] == "/usr/local/lib"
    assert not {"LD_LIBRARY_PATH_ORIG", "DYLD_LIBRARY_PATH", "_PYI_ARCHIVE_FILE", "_MEIPASS2"} & set(passed)


def test_a_program_from_source_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in STARTED.items():
        monkeypatch.setenv(name, value)
    frozen.begin()
    assert {name: os.environ.get(name) for name in STARTED} == STARTED


def test_on_windows_the_programs_it_starts_do_not_look_for_libraries_in_its_folder(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    kernel = SimpleNamespace(kernel32=SimpleNamespace(SetDllDirectoryW=told.append))
    monkeypatch.setattr(ctypes, "windll", kernel, raising=False)
    monkeypatch.setattr(os, "add_dll_directory", told.append, raising=False)
    monkeypatch.setattr(frozen.sys, "platform", "win32")
    frozen.begin()
    own = os.path.join(os.path.dirname(sys.executable), "_internal")
    assert told == [None, own], "the folder is taken back for children, and kept for itself"


@pytest.mark.skipif(sys.platform == "win32", reason="there the current folder cannot be deleted")
def test_a_current_folder_that_was_deleted_is_left_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr(sys, "path", ["", "/usr/lib/of-python", "."])
    frozen.begin()
    assert sys.path == ["/usr/lib/of-python"]


def test_a_windowed_program_without_streams_can_still_write(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    frozen.begin()
    streams = (sys.stdin, sys.stdout, sys.stderr)
    sys.stderr.write("nobody reads this")
    assert sys.stdin.read() == ""
    for stream in streams:
        stream.close()


def test_the_demo_server_of_a_frozen_program_is_its_program_with_a_console(installed: Path) -> None:
    target = demo_profile().target
    assert isinstance(target, StdioTarget)
    assert target.command == str(installed / "mcpdi")
    assert target.args == ("demo-server", "--transport", "stdio")
    assert target.env == {}


def test_on_windows_too(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mcp-desktop-inspector.exe", "mcpdi.exe"):
        (installed / name).touch()
    monkeypatch.setattr(sys, "executable", str(installed / "mcp-desktop-inspector.exe"))
    assert frozen.ourselves() == [str(installed / "mcpdi.exe")]


def test_a_program_that_lost_its_console_starts_itself(installed: Path) -> None:
    (installed / "mcpdi").unlink()
    assert frozen.ourselves() == [str(installed / "mcp-desktop-inspector")]


async def _first_problem(validator: Validator) -> str:
    try:
        return (await validator.check({"type": "integer"}, '"x"'))[0].message
    finally:
        await validator.close()


def test_the_worker_of_a_frozen_program_is_that_program_too(installed: Path) -> None:
    program = installed / "mcpdi"
    program.write_text(
        "#!/bin/sh\n"
        f'test "$1" = --validation-worker && PYTHONPATH="{Path(frozen.__file__).parents[1]}" '
        f'exec "{_real_python()}" -m inspector "$1"\n'
    )
    assert "integer" in asyncio.run(_first_problem(Validator()))


def _real_python() -> str:
    return str(Path(sys.prefix) / "bin" / "python")


# -- the folder where the user stands is anybody's ---------------------------------------------------

_TRAPS = (
    "click",
    "json",
    "httpx",
    "logging",
    "asyncio",
    "pathlib",
    "platformdirs",
    "typing",
    "sitecustomize",
)


@pytest.fixture
def strange_folder(tmp_path: Path) -> Path:
    """A folder full of modules that would be taken for ours; each leaves a mark when it is run."""
    folder = tmp_path / "checkout"
    for name in (*_TRAPS, "sitecustomize", "inspector/__init__", "PySide6/__init__"):
        module = folder / f"{name}.py"
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(f"open({str(folder / 'RAN')!r}, 'a').write({name + ' '!r})\n")
    return folder


def _run_in(folder: Path, command: list[str], **variables: str) -> str:
    """Run it there; what it printed. Fails when any module of the folder was run."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(
        command, cwd=folder, env=own, capture_output=True, text=True, check=False, timeout=60
    )
    mark = folder / "RAN"
    assert not mark.exists(), f"{command} ran {mark.read_text()}"
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """`mcpdi` as the set-up writes it."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    environment = importlib.import_module("dev_environment")
    monkeypatch.setattr(environment, "BIN", tmp_path)
    environment._write_launchers(sys.executable)
    return str(tmp_path / "mcpdi")


@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a shell script")
@pytest.mark.parametrize("path", ["", os.pathsep, "."])
def test_the_launcher_runs_nothing_of_the_current_folder(
    strange_folder: Path, launcher: str, path: str
) -> None:
    assert "echo" in _run_in(strange_folder, [launcher, "list", "tools", "--on", "demo"], PYTHONPATH=path)


@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a shell script")
@pytest.mark.parametrize("path", ["", "."])
def test_nor_does_the_worker_that_checks_against_schemas(
    strange_folder: Path, launcher: str, path: str
) -> None:
    words = [launcher, "call", "add", "a=1", "b=2", "--on", "demo"]  # it has an output schema
    assert _run_in(strange_folder, words, PYTHONPATH=path)


def test_nor_does_the_window(strange_folder: Path, launcher: str) -> None:
    said = _run_in(strange_folder, [launcher, "--selftest"], QT_QPA_PLATFORM="offscreen")
    assert "ok" in said


def test_python_m_takes_our_modules_once_it_has_found_the_program(strange_folder: Path) -> None:
    for name in (
        "inspector/__init__.py",
        "sitecustomize.py",
        "typing.py",
    ):
        (strange_folder / name).unlink()
    (strange_folder / "inspector").rmdir()
    command = [sys.executable, "-m", "inspector", "list", "tools", "--on", "demo"]
    assert "echo" in _run_in(strange_folder, command)


def test_a_checkout_of_the_program_itself_is_still_found() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "inspector", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "mcpdi, version" in done.stdout


def test_the_worker_gets_our_places_of_modules_and_none_that_is_empty_or_relative(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", ".", str(tmp_path / "never looked at")]))
    monkeypatch.setattr(sys, "path", ["", ".", str(tmp_path / "more"), "sub/folder"])
    places = validation._environment()["PYTHONPATH"].split(os.pathsep)
    assert places == [str(ROOT), str(tmp_path / "more")]


_LOOKS_AT_THE_CHECKOUT = {"ruff", "mypy", "pytest"}
"""Run in it on purpose."""


def _started(file: Path) -> Iterator[tuple[str, str]]:
    """What of Python a file of the set-up starts by -m or -c, and the word before that."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.List | ast.Tuple):
            continue
        words = [ast.unparse(word).strip("'") for word in node.elts]
        for before, word, after in zip(words, words[1:], words[2:], strict=False):
            if word in ("-m", "-c") and "python" in f"{words[0]}{before}".lower().replace(
                "executable", "python"
            ):
                if after not in _LOOKS_AT_THE_CHECKOUT:
                    yield after, before


def test_every_python_that_the_set_up_starts_is_told_to_leave_the_current_folder() -> None:
    files = [file for file in (ROOT / "packaging").rglob("*.py") if file.parent.name != "bench"]
    started = [(file.name, *one) for file in files for one in _started(file)]
    assert len(started) > 10
    assert [one for one in started if one[2] not in ("-I", "-P", "APART", "environment.APART")] == []
