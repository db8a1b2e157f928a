"""A place in a source file opens in the editor of the user: only what exists, without a shell."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from inspector.errors import UsageError
from inspector.render.source_places import SourcePlace
from inspector.ui.loop.tasks import reporter
from inspector.ui.widgets import outside, source_editor
from inspector.ui.widgets.source_editor import editor_command, open_source, vscode_url
from tests.conftest import Runner, Until

pytestmark = pytest.mark.gui
NAMES = ("plain.py", "a b.py", "$(touch x).py", "; rm -rf x.py", 'it\'s "so".py', "%41 {line}.py", "ü—é.py")


def at(path: Path | str, line: int = 12, column: int = 0) -> SourcePlace:
    return SourcePlace(0, 0, str(path), line, column)


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("code -g {file}:{line}", ["code", "-g", "/x/a b.py:12"]),
        ("code -g {file}:{line}:{column}", ["code", "-g", "/x/a b.py:12:1"]),
        ("'my editor' +{line} {file}", ["my editor", "+12", "/x/a b.py"]),
        ("gedit", ["gedit", "/x/a b.py"]),
    ],
)
def test_a_template_becomes_a_program_and_its_arguments(template: str, words: list[str]) -> None:
    assert editor_command(template, at("/x/a b.py")) == words


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_one_argument_whatever_is_in_it(name: str) -> None:
    assert editor_command("editor --line {line} {file}", at(f"/x/{name}")) == [
        "editor",
        "--line",
        "12",
        f"/x/{name}",
    ]


@pytest.mark.parametrize("template", ["editor 'x", "editor {file} | tee x"])
def test_a_template_that_only_a_shell_could_run_is_refused(template: str) -> None:
    with pytest.raises(UsageError):
        editor_command(template, at("/x/y.py"))


def test_a_batch_file_gets_no_name_that_its_shell_would_obey() -> None:
    assert editor_command("code.CMD -g {file}", at("/x/y.py"))[0] == "code.CMD"
    with pytest.raises(UsageError):
        editor_command("code.CMD -g {file}", at("/x/%PATH% & calc.py"))


def test_the_address_for_vs_code_keeps_every_sign_of_a_name() -> None:
    address = vscode_url(at("/x/a b#?%41&;.py", 3, 4)).toEncoded().data().decode()
    assert address == "vscode://file/x/a%20b%23%3F%2541%26%3B.py:3:4"
    assert vscode_url(at("/x/y.py")).toEncoded().data().decode() == "vscode://file/x/y.py:12"


class Desk:
    """Where a place is opened, and what came of it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.owner = QObject()
        self.handed: list[str] = []
        self.said: list[str] = []
        self.has_vscode = True
        self.takes = True
        monkeypatch.setattr(source_editor, "_has_vscode", lambda: self.has_vscode)
        monkeypatch.setattr(outside.QDesktopServices, "openUrl", self._take)
        reporter().said.connect(self._hear)

    def _take(self, url: object) -> bool:
        self.handed.append(url.toString())  # type: ignore[attr-defined]
        return self.takes or url.scheme() != "vscode"  # type: ignore[attr-defined]

    def _hear(self, text: str) -> None:
        self.said.append(text)

    def file(self, name: str = "y.py") -> Path:
        path = self.folder / name
        path.write_text("")
        return path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qloop: object) -> Iterator[Desk]:
    made = Desk(tmp_path, monkeypatch)
    yield made
    reporter().said.disconnect(made._hear)


def test_without_a_setting_vs_code_opens_the_file(desk: Desk, arun: Runner, until: Until) -> None:
    async def main() -> None:
        path = desk.file()
        open_source(desk.owner, at(path), "")
        await until(lambda: desk.handed == [f"vscode://file{path}:12"])

    arun(main())


@pytest.mark.parametrize("has_vscode", [True, False])
def test_without_vs_code_the_folder_is_shown(
    desk: Desk, arun: Runner, until: Until, has_vscode: bool
) -> None:
    async def main() -> None:
        desk.has_vscode, desk.takes = has_vscode, False
        open_source(desk.owner, at(desk.file()), "")
        await until(lambda: desk.handed[-1:] == [f"file://{desk.folder}"])
        assert len(desk.handed) == 1 + has_vscode

    arun(main())


def test_what_is_no_file_is_said_and_not_opened(desk: Desk, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for path in (desk.folder / "gone.py", desk.folder):
            open_source(desk.owner, at(path), "editor")
            await until(lambda path=path: desk.said[-1:] == [f"{path} does not exist on this computer."])
        assert desk.handed == []

    arun(main())


@pytest.mark.skipif(os.name == "nt", reason="a script is a program here")
@pytest.mark.parametrize("name", NAMES)
def test_the_program_of_the_setting_gets_file_and_line(
    desk: Desk, arun: Runner, until: Until, name: str
) -> None:
    async def main() -> None:
        told = desk.folder / "told"
        program = desk.folder / "editor"
        code = f"import os, sys; open({str(told)!r} + '~', 'w').write(repr(sys.argv[1:]));"
        program.write_text(f"#!{sys.executable}\n{code} os.rename({str(told)!r} + '~', {str(told)!r})\n")
        program.chmod(stat.S_IRWXU)
        path = desk.file(name)
        open_source(desk.owner, at(path), f"'{program}' --line {{line}} {{file}}")
        await until(told.exists)
        assert told.read_text() == repr(["--line", "12", str(path)])
        assert sorted(one.name for one in desk.folder.iterdir()) == sorted([name, "editor", "told"])

    arun(main())


@pytest.mark.parametrize("template", ["/no/such/editor {file}", "editor 'x"])
def test_a_setting_that_does_not_work_is_said(desk: Desk, arun: Runner, until: Until, template: str) -> None:
    async def main() -> None:
        open_source(desk.owner, at(desk.file()), template)
        await until(lambda: len(desk.said) == 1)
        assert "Settings, Editor" in desk.said[0]
        assert desk.handed == []

    arun(main())
