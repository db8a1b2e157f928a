"""A window that cannot open is known before Qt aborts, with what to install."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

import inspector.__main__ as start
from inspector.ui.program import app
from inspector.ui.widgets import display

PACKAGING = Path(__file__).resolve().parents[3] / "packaging"
CURSOR = "libxcb-cursor.so.0"


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of platforms on a machine with an X server; what is in `absent` cannot be loaded."""
    monkeypatch.setattr(display.sys, "platform", "linux")
    for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("xcb", "wayland", "offscreen"):
        (tmp_path / f"libq{name}.so").touch()
    return tmp_path


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The libraries that are not there; plugins of X11 want all of them."""
    missing: set[str] = set()

    def load(name: str) -> None:
        wanted = sorted(missing) if Path(name).name == "libqxcb.so" else [name] if name in missing else []
        if wanted:
            raise OSError(f"{wanted[0]}: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(display.ctypes, "CDLL", load)
    return missing


def test_a_library_that_the_plugin_lacks_is_named(plugins: Path, absent: set[str]) -> None:
    assert display.missing_library(plugins) == ""
    absent.add(CURSOR)
    assert display.missing_library(plugins) == CURSOR


def test_another_plugin_that_can_be_loaded_is_enough(
    plugins: Path, absent: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    absent.add(CURSOR)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert display.missing_library(plugins) == ""
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb;offscreen:size=80x60")
    assert display.missing_library(plugins) == ""
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert display.missing_library(plugins) == CURSOR


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_and_unknown_plugins_are_left_to_qt(
    system: str, plugins: Path, absent: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    absent.add(CURSOR)
    monkeypatch.setenv("QT_QPA_PLATFORM", "vnc")
    assert display.missing_library(plugins) == ""
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.setattr(display.sys, "platform", system)
    assert display.missing_library(plugins) == ""


def test_all_that_is_missing_is_installed_by_one_command(absent: set[str]) -> None:
    absent.update((CURSOR, "libxcb-icccm.so.4", "libxkbcommon-x11.so.0"))
    assert display.how_to_install(CURSOR).endswith(
        "sudo apt install libxcb-cursor0 libxcb-icccm4 libxkbcommon-x11-0"
    )
    assert display.how_to_install("libEGL.so.1: cannot open shared object file").endswith(" install libegl1")
    assert display.how_to_install("DLL load failed") == ""


def test_packages_have_the_names_that_developers_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))
    environment = importlib.import_module("dev_environment")
    wanted = {**environment.OFFSCREEN, **environment.X11}
    assert {library: display._package(library) for library in wanted} == wanted
    assert set(display._OF_X11) <= set(environment.X11)


def test_the_program_says_it_and_ends_before_qt_does(
    absent: set[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    absent.add(CURSOR)
    monkeypatch.setattr(display, "why_no_window", lambda: "")
    monkeypatch.setattr(display, "missing_library", lambda plugins: CURSOR * plugins.is_dir())
    monkeypatch.setattr(app, "run_window", lambda **_: pytest.fail("Qt was started"))
    assert start.main([]) == 1
    told = capsys.readouterr().err
    assert f"The window needs {CURSOR}, which is not installed." in told
    assert "sudo apt install libxcb-cursor0\n" in told and "mcpdi --help" in told


def test_the_program_starts_when_nothing_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(app, "run_window", lambda **_: 7)
    assert start.main([]) == 7


@pytest.mark.parametrize("file", ["session.mcptrace", "Recorded.HAR"])
def test_files_alone_open_the_window_with_them(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    opened: list[dict[str, object]] = []
    monkeypatch.setattr(app, "run_window", lambda **how: opened.append(how) or 0)
    assert start.main([file, "second.jsonl"]) == 0
    assert opened == [{"demo": False, "files": [Path(file), Path("second.jsonl")]}]


class _Unloadable(ModuleType):
    """In place of the window's module: each import from it raises this error."""

    error = ImportError()

    def __getattr__(self, name: str) -> object:
        raise self.error


def _window_fails_with(error: ImportError, monkeypatch: pytest.MonkeyPatch) -> None:
    module = _Unloadable(app.__name__)
    module.error = error
    monkeypatch.setitem(sys.modules, app.__name__, module)


@pytest.mark.parametrize(
    ("frozen", "error", "hint"),
    [
        (False, "libEGL.so.1: cannot open shared object file", "sudo apt install libegl1\n"),
        (False, "DLL load failed", "Missing ones are named by: python3 packaging/dev.py run\n"),
        (True, "DLL load failed", "sudo apt install libegl1 libgl1 libfontconfig1"),
    ],
    ids=["library", "unknown", "frozen"],
)
def test_qt_that_cannot_be_loaded_is_told_with_what_to_do(
    frozen: bool,
    error: str,
    hint: str,
    absent: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _window_fails_with(ImportError(error, name="PySide6.QtWidgets"), monkeypatch)
    monkeypatch.setattr(start, "is_frozen", lambda: frozen)
    assert start.main([]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"The window needs Qt, which could not be loaded: {error}\n")
    assert hint in told


def test_a_missing_module_of_the_program_is_no_missing_qt(monkeypatch: pytest.MonkeyPatch) -> None:
    _window_fails_with(ModuleNotFoundError("No module", name="inspector.ui.gone"), monkeypatch)
    with pytest.raises(ModuleNotFoundError, match="No module"):
        start.main([])
