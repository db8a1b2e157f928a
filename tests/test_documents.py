"""What the documents of the repository name is there, and the commands of the README can be run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import pytest
from markdown_it import MarkdownIt

from inspector import __version__
from inspector.cli import VERBS

ROOT: Final = Path(__file__).resolve().parent.parent
DOCUMENTS: Final = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
_CODE: Final = re.compile(r"`([^`\n]+)`")
_LINK: Final = re.compile(r"\]\((?!https?://|#)([^)#]+)")
_BLOCK: Final = re.compile(r"```\n(.*?)```", re.DOTALL)
_PATH: Final = re.compile(r"^(?:inspector|packaging|tests|resources)/[\w./*-]+$")


def named_paths(text: str) -> list[str]:
    """Paths in backticks and in links."""
    code = (word.split()[0] for word in _CODE.findall(text) if word.split())
    return [*(word for word in code if _PATH.match(word)), *_LINK.findall(text)]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_that_is_named_exists(name: str) -> None:
    paths = named_paths((ROOT / name).read_text("utf-8"))
    missing = [path for path in paths if not list(ROOT.glob(path.rstrip("/")))]
    assert missing == []


def test_the_map_names_every_package_and_every_table() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    packages = {path.parent.name for path in (ROOT / "inspector").glob("*/__init__.py")}
    assert {name for name in packages if f"`inspector/{name}/`" not in text} == set()
    for table, path in re.findall(r"`([A-Z_]{3,})` (?:in|of) `(inspector/[\w/.]+)`", text):
        assert re.search(rf"^{table}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE), (table, path)


def test_the_verbs_and_options_of_the_readme_and_the_guide_exist() -> None:
    pages = ("README.md", "resources/help/en/command-line.md", "resources/help/en/ci.md")
    text = "\n".join((ROOT / page).read_text("utf-8") for page in pages)
    for block in _BLOCK.findall(text):
        for line in block.splitlines():
            words = shlex.split(line, comments=True) if "'{" not in line else line.split()
            if words[:1] == ["mcpdi"] and len(words) > 1 and not words[1].startswith("-"):
                assert words[1] in VERBS or "." in words[1] or words[1] == "demo", line
            if words[:1] == ["python3"]:
                assert (ROOT / words[1]).is_file(), line


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_page_of_the_guide_shows_a_raw_asterisk(language: str) -> None:
    reader = MarkdownIt("commonmark").enable("table")
    raw = [
        f"{page.name}: {part.content}"
        for page in sorted((ROOT / "resources" / "help" / language).glob("*.md"))
        for token in reader.parse(page.read_text("utf-8"))
        for part in token.children or []
        if part.type == "text" and "*" in part.content
    ]
    assert raw == []


def test_the_changelog_knows_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert "## Unreleased" in text
    assert f"## {__version__}" in text
