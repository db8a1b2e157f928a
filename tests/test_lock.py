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
