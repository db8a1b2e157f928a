"""The lock files name everything that pyproject.toml asks for, exactly."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _name(requirement: str) -> str:
    return re.split(r"[\s<>=!~;\[]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def _pins(file: str) -> dict[str, str]:
    lines = (ROOT / "packaging" / file).read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith(("#", "-r"))]
    return {_name(line): line for line in pins}


@pytest.mark.parametrize(("group", "file"), [("", "requirements.txt"), ("dev", "requirements-dev.txt")])
def test_every_dependency_is_pinned(group: str, file: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["optional-dependencies"][group] if group else project["dependencies"]
    pins = _pins(file)
    assert {_name(item) for item in wanted} <= set(pins)
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+(; .+)?", line) for line in pins.values())


def test_the_qt_that_loses_references_is_not_pinned() -> None:
    assert _pins("requirements.txt")["pyside6-essentials"] != "PySide6_Essentials==6.12.0"


def _build_lock() -> dict[str, tuple[str, list[str]]]:
    """Name → its pin and the hashes under it."""
    text = (ROOT / "packaging" / "requirements-build.txt").read_text(encoding="utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {_name(re.sub(r"[._]", "-", line.split("==")[0])): _halves(line) for line in lines}


def _halves(line: str) -> tuple[str, list[str]]:
    pin, *hashes = re.split(r"\s+--hash=sha256:", line.strip())
    return pin.strip(), hashes


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-build.in"])
def test_what_a_build_installs_is_what_the_sources_name(file: str) -> None:
    locked = _build_lock()
    for name, line in _pins(file).items():
        version = line.split("==")[1].split(";")[0].split("#")[0].strip()
        pin, _ = locked[re.sub(r"[._]", "-", name)]
        assert pin.split(";")[0].split("==")[1].strip() == version, f"{name}: run dev.py lock"


def test_everything_a_build_installs_has_the_hashes_of_its_files() -> None:
    locked = _build_lock()
    assert all(hashes for _, hashes in locked.values())
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for _, hashes in locked.values() for one in hashes)
    # a wheel for each platform, not only for the one on which the lock was made
    assert len(locked["pyside6-essentials"][1]) >= 4


def test_a_build_on_another_system_finds_what_only_it_needs() -> None:
    locked = _build_lock()
    assert "sys_platform == 'win32'" in locked["pywin32-ctypes"][0]
    assert "sys_platform == 'darwin'" in locked["dmgbuild"][0]
