"""packaging/dev.py: what it says when something is missing, and that it does nothing when nothing is."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "packaging"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    monkeypatch.syspath_prepend(str(FOLDER))
    ours = ("build", "build_environment", "dev", "dev_environment", "dev_servers")
    names = (*ours, "translations", "translation_checks")
    yield importlib.import_module
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def environment(load: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    module = importlib.import_module("dev_environment")
    monkeypatch.setattr(module, "VENV", tmp_path)
    return module


def test_an_old_python_is_told_which_one_is_needed(load: object, monkeypatch: pytest.MonkeyPatch) -> None:
    dev = importlib.import_module("dev")
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setenv("PATH", "")
    assert "needs Python 3.11 or newer; this is Python 3.9" in dev.too_old()


def test_an_unknown_command_lists_the_known_ones() -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / "dev.py"), "nonsense"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "demo, test, run, bench, mutate, translations, setup, build" in done.stderr


def test_help_of_a_command_is_printed_and_nothing_is_run() -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / "dev.py"), "test", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.startswith("Every check and test, side by side;")
    lines = [line.partition(" ")[0] for line in done.stdout.splitlines()]
    assert [line for line in lines if line] == ["Every", "--quick", "--all"]


def test_an_environment_that_is_up_to_date_is_left_alone(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "python").touch()
    (folder / "python.exe").touch()
    monkeypatch.setattr(environment, "BIN", folder)
    monkeypatch.setattr(environment, "call", lambda *_, **__: pytest.fail("something was run"))
    (tmp_path / ".lock-dev").write_text(environment._fingerprint("dev"), encoding="utf-8")
    assert environment.prepare("dev").startswith(str(folder))
    assert environment.prepare("run").startswith(str(folder))  # the larger set holds the smaller


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux needs system packages")
@pytest.mark.parametrize("platform", ["offscreen", "minimal:enable_fonts"])
def test_a_window_that_nobody_would_see_is_not_opened(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert platform.partition(":")[0] in environment.why_no_window()


def test_a_missing_library_is_named_with_the_exact_command(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    python = tmp_path / "python"
    error = "ImportError: libEGL.so.1: cannot open shared object file: No such file or directory"
    python.write_text(f"#!/bin/sh\necho '{error}' >&2\nexit 1\n")
    python.chmod(0o755)
    apt = tmp_path / "apt-get"
    apt.write_text("#!/bin/sh\nexit 1\n")
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin{os.pathsep}/usr/bin")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit) as caught:
        environment.require_qt(str(python), window=False)
    assert "sudo apt-get install -y --no-install-recommends libegl1" in str(caught.value)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux needs system packages")
def test_libraries_that_a_plugin_misses_become_packages(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ldd = tmp_path / "ldd"
    lines = "\\tlibxcb-cursor.so.0 => not found\\n\\tlibc.so.6 => /lib/libc.so.6 (0x1)\\n"
    ldd.write_text(f"#!/bin/sh\nprintf '{lines}'\n")
    ldd.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment._not_found(ldd) == ["libxcb-cursor.so.0"]
    assert environment.X11["libxcb-cursor.so.0"] == "libxcb-cursor0"


def test_without_npm_its_tests_are_said_to_be_skipped(
    load: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    servers = importlib.import_module("dev_servers")
    monkeypatch.setattr(servers.shutil, "which", lambda _: None)
    servers.install(tmp_path, ("npm",))
    assert "npm is not on PATH, so its tests are skipped" in capsys.readouterr().out
    assert not (tmp_path / "npm.installed").exists()


def test_what_is_installed_already_is_not_installed_again(
    load: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    servers = importlib.import_module("dev_servers")
    monkeypatch.setattr(servers, "_install", lambda *_: pytest.fail("something was installed"))
    for name in servers.FOR_TESTS:
        (tmp_path / f"{name}.installed").write_text(servers._specification(name), encoding="utf-8")
    servers.install(tmp_path, servers.FOR_TESTS)


@pytest.mark.parametrize("words", [["forms", "--json"], ["forms", "--", "--json"]])
def test_a_benchmark_gets_the_words_after_its_name(
    load: object, environment: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    dev = importlib.import_module("dev")
    servers = importlib.import_module("dev_servers")
    called: list[list[str]] = []
    monkeypatch.setattr(environment, "prepare", lambda kind: "python")
    monkeypatch.setattr(environment, "require_qt", lambda python, window: None)
    monkeypatch.setattr(environment, "call", lambda command, **_: called.append(command) or 0)
    monkeypatch.setattr(servers, "install", lambda *_: pytest.fail("it needs no server"))
    assert dev.bench(words) == 0
    assert [command[1:] for command in called] == [[str(FOLDER / "bench" / "forms.py"), "--json"]]


def test_a_build_finds_out_at_once_what_it_misses(load: object, monkeypatch: pytest.MonkeyPatch) -> None:
    build = importlib.import_module("build")
    monkeypatch.setattr(build.environment, "missing_for_windows", list)
    there = {"dpkg-deb", "xz"}
    monkeypatch.setattr(build.shutil, "which", lambda name: name if name in there else None)
    monkeypatch.setattr(build, "run", lambda *_: pytest.fail("something was built"))
    with pytest.raises(build.BuildError) as caught:
        build.require(build.chosen([], "linux"))
    told = str(caught.value)
    assert "makeself, which the step run needs: apt install makeself" in told
    assert "xz" not in told.partition("Only the others")[0] and told.endswith(
        "build bundle licences verify deb sbom checksums"
    )
    assert build.main(["run"]) == 1


def test_a_build_that_misses_nothing_goes_on(load: object, monkeypatch: pytest.MonkeyPatch) -> None:
    build = importlib.import_module("build")
    monkeypatch.setattr(build.environment, "missing_for_windows", list)
    monkeypatch.setattr(build.shutil, "which", lambda name: name)
    build.require(list(build.STEPS))
    assert {program for step in build.STEPS for program in step.needs} == set(build.HOW_TO_GET)


def test_a_bundle_is_not_begun_without_the_libraries_that_it_takes_along(
    load: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = importlib.import_module("build")
    monkeypatch.setattr(build.shutil, "which", lambda name: name)
    monkeypatch.setattr(
        build.environment, "missing_for_windows", lambda: ["libxcb-icccm4", "libxcb-keysyms1"]
    )
    with pytest.raises(build.BuildError, match="apt install libxcb-icccm4 libxcb-keysyms1"):
        build.require(build.chosen([], "linux"))
    build.require(build.chosen(["sbom"], "linux"))


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of X11 are Linux's")
def test_what_the_packages_are_tested_with_is_installed_with_its_libraries(
    load: object, environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = importlib.import_module("dev_tools")
    asked: list[list[str]] = []

    def run(command: list[str], **_more: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    def cdll(library: str) -> None:
        if library == "libxcb-icccm.so.4":
            raise OSError(library)

    monkeypatch.setattr(tools.environment.ctypes, "CDLL", cdll)
    monkeypatch.setattr(tools.shutil, "which", lambda name: None if name == "xdotool" else name)
    monkeypatch.setattr(tools.os, "geteuid", lambda: 0)
    monkeypatch.setattr(tools.subprocess, "run", run)
    tools.install()
    assert asked[-1][-2:] == ["libxcb-icccm4", "xdotool"]
