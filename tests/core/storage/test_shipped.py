"""From source the program consists of what it needs, not of what developers have installed beside it."""

from __future__ import annotations

import json
from importlib.metadata import Distribution, distributions
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


def test_a_part_shows_its_note_and_each_text_under_its_name(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("\nfree\n", encoding="utf-8")
    (tmp_path / "b").write_bytes(b"\xff")
    texts = (("A", tmp_path / "a"), ("B", tmp_path / "b"), ("C", tmp_path / "c"))
    text = shipped.ShippedPart("p", "1", "MIT", note="Note.", texts=texts).text()
    heads = [f"{f' {name} ':─^60}" for name in "ABC"]
    assert text.startswith(f"Note.\n\n{heads[0]}\n\nfree\n\n{heads[1]}\n\n")
    broken, missing = text.split(heads[1])[1].split(heads[2])
    assert "can't decode byte" in broken and "No such file" in missing
    assert shipped.ShippedPart("p", "1", "MIT").text() == ""


def test_the_program_itself_comes_with_its_licence() -> None:
    part = shipped.own_part()
    assert (part.name, part.licence) == ("MCP Desktop Inspector", "Apache-2.0")
    assert "Apache License" in part.text()


@pytest.mark.parametrize("place", ["bin/licences", "Resources/licences"])
def test_an_installed_program_lists_what_was_put_beside_it(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / place.replace("licences", shipped.FOLDER)
    folder.mkdir(parents=True)
    (tmp_path / "bin").mkdir(exist_ok=True)
    monkeypatch.setattr(shipped, "is_frozen", lambda: True)
    monkeypatch.setattr(shipped.sys, "executable", str(tmp_path / "bin" / "program"))
    assert shipped.licences_folder() is None
    (folder / "LICENSE.txt").write_text("ours", encoding="utf-8")
    (folder / "x.txt").write_text("theirs", encoding="utf-8")
    part = {"name": "x", "version": "1", "licence": "MIT", "homepage": "h", "note": "n", "texts": ["x.txt"]}
    index = {"parts": [part, {**part, "name": "B"}]}
    (folder / shipped.INDEX).write_text(json.dumps(index), encoding="utf-8")
    assert shipped.licences_folder() == folder
    first, second = shipped.shipped_parts()
    texts = (("x.txt", folder / "x.txt"),)
    assert (first.name, second) == ("B", shipped.ShippedPart("x", "1", "MIT", "h", "n", texts))
    assert "ours" in shipped.own_part().text()
    for broken in ("[]", "{"):
        (folder / shipped.INDEX).write_text(broken, encoding="utf-8")
        assert shipped.shipped_parts() == []


def described(folder: Path, *lines: str, files: tuple[str, ...] = ()) -> Distribution:
    """A distribution with these lines of metadata and these files."""
    place = folder / "part-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(
        "\n".join(["Metadata-Version: 2.1", "Name: part", "Version: 1.0", *lines])
    )
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text")
    (place / "RECORD").write_text(
        "".join(f"{file},,\n" for file in (*files, "part-1.0.dist-info/LICENSE.gone"))
    )
    [found] = distributions(path=[str(folder)])
    return found


@pytest.mark.parametrize(
    ("lines", "page"),
    [
        ([], ""),
        (["Home-page: https://a"], "https://a"),
        (["Project-URL: Source, https://s", "Project-URL: Homepage, https://h"], "https://h"),
        (["Project-URL: Docs, https://d", "Project-URL: Repository, https://r"], "https://r"),
        (["Project-URL: Docs, https://d", "Project-URL: Tracker, https://t"], "https://d"),
        (["Home-page: https://a", "Project-URL: Homepage, https://h"], "https://a"),
    ],
)
def test_the_page_of_a_part_is_that_called_homepage(tmp_path: Path, lines: list[str], page: str) -> None:
    assert shipped.homepage_of(described(tmp_path, *lines)) == page


CLASSIFIER = "Classifier: License :: OSI Approved :: "


@pytest.mark.parametrize(
    ("lines", "licence"),
    [
        ([], ""),
        (["License-Expression: MIT", "License: other"], "MIT"),
        (["License: Apache 2.0"], "Apache-2.0"),
        (["License: Mine"], "Mine"),
        (["License: The whole", "        text of it", f"{CLASSIFIER}MIT License"], "MIT"),
        (["Classifier: Topic :: x", f"{CLASSIFIER}BSD License", f"{CLASSIFIER}MIT License"], "BSD-3-Clause"),
        (["License: The whole", "        text of it"], ""),
    ],
)
def test_the_licence_of_a_part_is_told_as_spdx(tmp_path: Path, lines: list[str], licence: str) -> None:
    assert shipped.licence_of(described(tmp_path, *lines)) == licence


def test_licence_texts_are_those_that_came_with_the_metadata(tmp_path: Path) -> None:
    inside = "part-1.0.dist-info"
    files = (
        f"{inside}/LICENSE", f"{inside}/licenses/deep/any.txt", f"{inside}/COPYING.md",
        f"{inside}/top_level.txt", "part/LICENSE", f"{inside}/NOTICE",
    )  # fmt: skip
    found = dict(shipped.licence_texts(described(tmp_path, files=files)))
    assert list(found) == ["LICENSE", "deep/any.txt", "COPYING.md", "NOTICE"]
    assert found["deep/any.txt"].read_text() == "text"


def test_of_a_part_that_is_there_twice_one_is_listed(installed: Path) -> None:
    put(installed, "mcp-desktop-inspector", "Window", "window >= 1", "WINDOW")
    parts = shipped.shipped_parts()
    assert [part.name for part in parts] == ["Parts", "Window"]
    assert (parts[0].version, parts[0].licence, parts[0].homepage) == ("1.0", "", "")
