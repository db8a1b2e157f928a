"""What tells a Linux desktop of the program: checked by the tools of those who read it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from inspector import __version__
from inspector.cli import VERBS
from inspector.trace.journal_schema import APPLICATION_ID
from tests.packaging.conftest import PACKAGING, ROOT
from tests.packaging.desktop_entry import command_of, entry_of

FILES = PACKAGING / "linux" / "files"
ENTRY = FILES / "mcp-desktop-inspector.desktop"


def _checked(*command: str) -> str:
    if shutil.which(command[0]) is None:
        pytest.skip(f"not installed: {command[0]}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manual pages of this program."""
    folder = tmp_path_factory.mktemp("pages")
    script = PACKAGING / "linux" / "manual_pages.py"
    subprocess.run(
        [sys.executable, str(script), str(folder)], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, check=True
    )
    return folder


def test_the_menu_entry_is_valid_and_korean_too() -> None:
    assert _checked("desktop-file-validate", str(ENTRY)) == ""
    entry = entry_of(ENTRY)
    for key in ("Name", "GenericName", "Comment", "Keywords"):
        assert entry[f"{key}[ko]"] not in ("", entry[key])
    assert command_of(ENTRY, ["/a b"]) == ["/usr/bin/mcp-desktop-inspector", "/a b"]
    assert command_of(ENTRY, action="demo") == ["/usr/bin/mcp-desktop-inspector", "demo"]


def test_the_description_for_software_centres_is_valid(
    script: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = script("linux.tree")
    assert "<url" not in tree.metainfo(ROOT, __version__, 1_700_000_000), "there is no page yet"
    monkeypatch.setattr(tree, "home_page", lambda _root: "https://example.org/mcpdi")
    text = tree.metainfo(ROOT, __version__, 1_700_000_000)
    file = tmp_path / "mcp-desktop-inspector.metainfo.xml"
    file.write_text(text, encoding="utf-8")
    _checked("appstreamcli", "validate", "--no-net", str(file))
    assert "https://example.org/mcpdi/issues" in text
    assert f'version="{__version__}" date="2023-11-14"' in text


def test_sessions_are_known_by_the_mark_that_they_are_written_with() -> None:
    mark = APPLICATION_ID.to_bytes(4, "big").decode()
    text = (FILES / "mcp-desktop-inspector.mime.xml").read_text(encoding="utf-8")
    assert f'offset="68" value="{mark}"' in text


def test_the_manual_has_every_verb_and_no_mistakes(pages: Path) -> None:
    for page in ("mcpdi.1", "mcp-desktop-inspector.1"):
        assert (
            _checked("man", "--warnings", "-E", "UTF-8", "-l", "-Z", str(pages / page)).count("warning") == 0
        )
    text = (pages / "mcpdi.1").read_text(encoding="utf-8")
    for verb in VERBS:
        assert f".SS mcpdi {verb}".replace("-", "\\-") in text
    assert r"\fB\-\-strict\fR" in text


def test_a_library_that_no_package_is_known_for_stops_the_build(
    script: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    libraries = script("linux.system_libraries")
    errors = script("build_environment")
    printed = "  NEEDED               libm.so.6\n  NEEDED               libsurprise.so.3\n"
    done = subprocess.CompletedProcess([], 0, printed, "")
    monkeypatch.setattr(libraries.subprocess, "run", lambda *_, **__: done)
    with pytest.raises(errors.BuildError, match=r"needs libsurprise\.so\.3"):
        libraries.system_needs(tmp_path)


def test_the_oldest_c_library_is_that_of_the_newest_symbol(
    script: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    libraries = script("linux.system_libraries")
    printed = "  NEEDED  libm.so.6\n 0x0 GLIBC_2.4\n 0x0 GLIBC_2.35\n 0x0 GLIBC_2.9\n"
    done = subprocess.CompletedProcess([], 0, printed, "")
    monkeypatch.setattr(libraries.subprocess, "run", lambda *_, **__: done)
    assert libraries.system_needs(tmp_path).packages == ["libc6 (>= 2.35)"]
