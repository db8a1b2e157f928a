"""From source the program consists of what it needs, not of what developers have installed beside it."""

from __future__ import annotations

from importlib.metadata import distributions
from pathlib import Path

import pytest

from inspector.core.storage import shipped

OWN = ["Window>=1; python_version >= '3.11'", "web_tools[fast] >= 2", 'pytest>=8; extra == "dev"']


def put(folder: Path, name: str, *needs: str) -> None:
    """A distribution with these requirements."""
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir()
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {name}",
        "Version: 1.0",
        *(f"Requires-Dist: {n}" for n in needs),
    ]
    (place / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the program needs, and tools of developers."""
    put(tmp_path, "Window", "Parts", "Window")
    put(tmp_path, "Parts")
    put(
        tmp_path,
        "web.tools",
        'quick; extra == "fast"',
        "slow; extra == 'slow'",
        "absent; sys_platform == 'x'",
    )
    put(tmp_path, "quick")
    put(tmp_path, "slow")
    put(tmp_path, "pytest", "pluggy")
    put(tmp_path, "pluggy")
    monkeypatch.setattr(shipped, "distributions", lambda: distributions(path=[str(tmp_path)]))
    return tmp_path


def test_an_installed_program_lists_what_its_metadata_require(installed: Path) -> None:
    put(installed, "mcp-desktop-inspector", *OWN)
    assert [part.name for part in shipped.shipped_parts()] == ["Parts", "quick", "web.tools", "Window"]


def test_a_checkout_that_is_not_installed_lists_what_its_project_requires(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "_SOURCE", tmp_path)
    assert shipped.shipped_parts() == []
    project = f"[project]\ndependencies = {OWN[:2]!r}\n[project.optional-dependencies]\ndev = ['pytest']\n"
    (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
    assert [part.name for part in shipped.shipped_parts()] == ["Parts", "quick", "web.tools", "Window"]


def test_here_there_are_no_tools_of_developers_among_the_parts() -> None:
    names = {part.name for part in shipped.shipped_parts()}
    assert {"PySide6_Essentials", "shiboken6", "httpx", "cryptography"} <= names
    assert not names & {"pytest", "mypy", "ruff", "hypothesis", "pip", "import-linter"}
