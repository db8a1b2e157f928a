"""The window of an import by itself: what is counted, complained about, added, and refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton
from shiboken6 import isValid

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.found import Configuration, Found, Origin
from inspector.errors import SecretsUnavailable
from inspector.transport import StdioTarget
from inspector.ui.loop.tasks import under_way
from inspector.ui.servers.transfer.import_servers import ImportServers
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def entry(name: str, secret: str = "", **more: Any) -> Found:
    env = {"KEY": f"${{secret:{secret}}}"} if secret else {}
    kept = {secret: "hunter-22"} if secret else {}
    profile = Profile(name, StdioTarget(name, (), env))
    return Found(name, Origin("cursor", Path("/x/mcp.json"), "", name), profile, secrets=kept, **more)


class Bench:
    """An import on a computer where a test says what is found."""

    def __init__(self, kind: str = "keychain") -> None:
        self.kind = kind
        self.found: list[Configuration] = []
        self.projects: list[list[Path]] = []
        self.added: list[tuple[str, dict[str, str]]] = []
        self.told: list[list[str]] = []
        self.refused: set[str] = set()
        everything: Any = self
        self.secrets: Any = self
        self.dialog = ImportServers(everything, everything, self._look)
        self.dialog.added.connect(self.told.append)
        self.dialog.show()

    def _look(self, projects: list[Path]) -> list[Configuration]:
        self.projects.append(list(projects))
        return self.found

    def names(self) -> list[str]:
        return []

    def get(self, _name: str) -> None:
        return None

    async def add_one(self, profile: Profile, secrets: dict[str, str]) -> str:
        if profile.name in self.refused:
            raise SecretsUnavailable("the settings say so")
        self.added.append((profile.name, dict(secrets)))
        return f"{profile.name} here"

    def say(self, *found: Found) -> None:
        self.found = [Configuration("cursor", Path("/x/mcp.json"), found=found)]
        self.dialog.look()

    async def idle(self, until: Until) -> None:
        await until(lambda: not isValid(self.dialog) or not under_way([self.dialog]))

    def add(self) -> QPushButton:
        return the(self.dialog, QPushButton, "import_add")

    def problem(self) -> str:
        notice = the(self.dialog, Notice, "import_problem")
        return notice.text() if notice.isVisible() else ""

    def where(self) -> str:
        return the(self.dialog, QLabel, "import_secrets").text()

    def words(self) -> str:
        return "\n".join(one.text() for one in self.dialog.findChildren(QLabel) if one.isVisible())


@pytest.fixture
def benches(qloop: object) -> Iterator[list[Bench]]:
    made: list[Bench] = []
    yield made
    for bench in made:
        if isValid(bench.dialog):
            bench.dialog.close()


def test_nothing_found_is_said_with_what_can_be_done(
    benches: list[Bench], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        benches.append(bench := Bench())
        bench.dialog.look()
        assert "Looking for other MCP clients" in bench.words() and not bench.add().isEnabled()
        await bench.idle(until)
        assert "No other MCP clients found on this computer." in bench.words()
        assert bench.add().text() == "Add selected" and not bench.dialog.tree.isVisible()
        bench.found = [Configuration("cursor", Path("/x/mcp.json"), problem="line 1")]
        bench.dialog.look()
        await bench.idle(until)
        assert bench.dialog.tree.isVisible(), "what cannot be read is shown, too"

    arun(main())


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("keychain", "Secrets (2): they are stored in the system keychain, not in a file."),
        ("memory", "Secrets (2): they are kept until the app closes:"),
        ("encrypted", "Secrets (2): they are stored in an encrypted file with a passphrase."),
        ("refused", "Secrets (2): they are not stored (see Settings):"),
        ("other", ""),
    ],
)
def test_secrets_of_what_is_ticked_are_counted_with_where_they_will_be(
    benches: list[Bench], arun: Runner, until: Until, kind: str, said: str
) -> None:
    async def main() -> None:
        benches.append(bench := Bench(kind))
        bench.say(entry("a", "a/K"), entry("b", "b/K"), entry("c", "c/K", disabled=True), entry("d"))
        await bench.idle(until)
        assert bench.add().text() == "Add selected (3)" and bench.add().isEnabled()
        assert bench.where().startswith(said) and bool(bench.where()) is bool(said)
        bench.say(entry("d"))
        await bench.idle(until)
        assert bench.where() == ""

    arun(main())


def test_what_is_ticked_is_added_with_its_secrets_and_the_window_goes(
    benches: list[Bench], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        benches.append(bench := Bench())
        bench.say(entry("a", "a/K"), entry("b"), entry("c", disabled=True))
        await bench.idle(until)
        bench.add().click()
        assert not bench.add().isEnabled()
        await until(lambda: bench.told)
        assert bench.added == [("a", {"a/K": "hunter-22"}), ("b", {})]
        assert bench.told == [["a here", "b here"]]
        await until(lambda: not isValid(bench.dialog) or not bench.dialog.isVisible())

    arun(main())


def test_those_whose_secrets_are_refused_stay_and_are_named(
    benches: list[Bench], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        benches.append(bench := Bench())
        bench.refused = {"a", "c"}
        bench.say(entry("a"), entry("b"), entry("c"))
        await bench.idle(until)
        bench.add().click()
        await bench.idle(until)
        assert bench.told == [["b here"]] and bench.dialog.isVisible()
        assert bench.problem().endswith("could not be saved: a, c (the settings say so)")
        bench.refused = {"a", "b", "c"}
        bench.add().click()
        assert bench.problem() == ""
        await bench.idle(until)
        assert len(bench.told) == 1 and bench.add().isEnabled()

    arun(main())


def test_what_is_opened_stands_above_the_rest_and_newer_above_older(
    benches: list[Bench], arun: Runner, until: Until, tmp_path: Path
) -> None:
    def file(name: str, *servers: str) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps({"mcpServers": {one: {"command": one} for one in servers}}))
        return path

    async def main() -> None:
        benches.append(bench := Bench())
        bench.say(entry("found"))
        await bench.idle(until)

        def shown() -> list[str]:
            return [row.found.name for row, _ in bench.dialog.tree.chosen()]

        bench.dialog.open_file(file("a.json", "one"))
        await bench.idle(until)
        bench.dialog.open_file(file("b.json", "two"))
        await bench.idle(until)
        assert shown() == ["two", "one", "found"]
        bench.dialog.open_file(file("a.json", "one", "more"))
        await bench.idle(until)
        assert shown() == ["one", "more", "two", "found"], "the same file again takes its place"
        bench.dialog.open_file(file("empty.json"))
        await bench.idle(until)
        assert bench.problem() == f"No servers in {tmp_path / 'empty.json'}."
        bench.dialog.open_text('{"mcpServers": {}}')
        await bench.idle(until)
        assert bench.problem() == "No servers in the dropped text."
        bench.dialog.open_text('{"mcpServers": {"dropped": {"command": "x"}}}')
        await bench.idle(until)
        assert bench.problem() == "" and shown()[0] == "dropped"
        bench.dialog.open_file(tmp_path)
        await bench.idle(until)
        assert bench.projects == [[], [tmp_path]], "a folder is looked into"

    arun(main())


@pytest.mark.parametrize(("button", "folder"), [("import_open", False), ("import_folder", True)])
def test_a_file_or_a_folder_is_asked_for(
    benches: list[Bench], arun: Runner, until: Until, tmp_path: Path, button: str, folder: bool
) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"mcpServers": {"one": {"command": "one"}}}')

    async def main() -> None:
        benches.append(bench := Bench())
        for chosen in (False, True):
            the(bench.dialog, QPushButton, button).click()
            asked = bench.dialog.findChild(QFileDialog)
            assert asked is not None
            await until(asked.isVisible)
            wanted = QFileDialog.FileMode.Directory if folder else QFileDialog.FileMode.ExistingFile
            assert asked.fileMode() == wanted
            if chosen:
                line = asked.findChild(QLineEdit)
                assert line is not None
                line.setText(str(tmp_path if folder else path))
                asked.accept()
            else:
                asked.reject()
            await bench.idle(until)
            await until(lambda: bench.dialog.findChild(QFileDialog) is None)
            opened = [row.found.name for row, _ in bench.dialog.tree.chosen()]
            assert (bench.projects != []) is (folder and chosen)
            assert opened == (["one"] if chosen and not folder else [])

    arun(main())


def test_an_entry_of_the_registry_is_handed_on_and_others_are_not(
    benches: list[Bench], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        benches.append(bench := Bench())
        wanted: list[object] = []
        bench.dialog.registry_wanted.connect(wanted.append)
        bench.say(entry("a"), replace(entry("r"), profile=None, registry={"name": "r"}))
        await bench.idle(until)
        tree = bench.dialog.tree
        group = tree.topLevelItem(0)
        assert group is not None
        for place in (0, 1):
            item = group.child(place)
            assert item is not None
            tree.itemActivated.emit(item, 0)
        assert wanted == [{"name": "r"}]

    arun(main())
