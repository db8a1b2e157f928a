"""The dialog of an offer, with an offer of a test: what is shown of it, and when it can be added."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget
from shiboken6 import isValid

from inspector.core.install.offer_protocol import Made
from inspector.core.servers.profiles import Profile
from inspector.core.validation.validation import Validator
from inspector.errors import UsageError
from inspector.transport import StdioTarget
from inspector.ui.servers.install import offer_dialog
from inspector.ui.servers.install.offer_dialog import OfferDialog
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui
ASKS = {"type": "object", "properties": {"key": {"type": "string", "title": "Key"}}}


class Offered:
    """An offer with two ways to run it; the first asks for a key, the second for nothing."""

    def __init__(self, **more: Any) -> None:
        self.title, self.name, self.description, self.publisher = "Notes", "notes", "Keeps notes.", "Ann"
        self.facts: tuple[tuple[str, str], ...] = (("Version", "1.2"), ("License", "MIT"))
        self.warnings: tuple[str, ...] = ()
        self.refused: tuple[str, ...] = ()
        self.choices: tuple[str, ...] = ("with npx", "with docker")
        self.missing: tuple[str, ...] = ()
        self.prepared: list[int] = []
        self.trouble = ""
        self.told: tuple[str, ...] = ()
        for name, value in more.items():
            setattr(self, name, value)

    def schema(self, choice: int) -> dict[str, Any]:
        return ASKS if choice == 0 else {"type": "object"}

    def initial(self, choice: int) -> dict[str, Any]:
        return {"key": f"first of {choice}"}

    def make(self, choice: int, name: str, values: Mapping[str, Any]) -> Made:
        words = (self.choices[choice], *(f"{key}={value}" for key, value in values.items()))
        return Made(Profile(name, StdioTarget("run", words)), missing=self.missing)

    def doubts(self, _choice: int) -> tuple[str, ...]:
        return self.told

    def prepare(self, choice: int) -> None:
        if self.trouble:
            raise UsageError(self.trouble)
        self.prepared.append(choice)


class Bench:
    def __init__(self, dialog: OfferDialog, offer: Offered) -> None:
        self.dialog, self.offer = dialog, offer
        self.added: list[tuple[Made, bool]] = []
        dialog.accepted_offer.connect(lambda *what: self.added.append(what))

    def text(self, name: str) -> str:
        """What a notice says, "" while it is hidden."""
        notice = the(self.dialog, Notice, name)
        return notice.text() if notice.isVisible() else ""

    def button(self, name: str) -> QPushButton:
        return the(self.dialog, QPushButton, f"offer_{name}")

    def runs(self) -> str:
        return the(self.dialog, QPlainTextEdit, "offer_command").toPlainText()

    def says(self) -> list[str]:
        return [one.text() for one in self.dialog.findChildren(QLabel) if one.isVisible()]

    def fill(self, text: str) -> None:
        self.dialog.form.set_text(text)
        self.dialog.form.changed.emit()


@asynccontextmanager
async def shown(
    offer: Offered | None = None, choice: int = 0, values: dict[str, Any] | None = None, **options: Any
) -> AsyncIterator[Bench]:
    offer = offer or Offered()
    validator = Validator()
    dialog = OfferDialog(validator, **options)
    dialog.show_offer(offer, choice, values)
    dialog.show()
    try:
        yield Bench(dialog, offer)
    finally:
        if isValid(dialog):
            dialog.close()
        await validator.close()


def test_what_is_told_of_an_offer(arun: Runner) -> None:
    async def main() -> None:
        async with shown(Offered(warnings=("look twice",))) as bench:
            dialog = bench.dialog
            assert dialog.windowTitle() == "Add Notes"
            assert [one for one in bench.says() if one in ("Notes", "Ann · 1.2", "Keeps notes.")] == [
                "Notes",
                "Ann · 1.2",
                "Keeps notes.",
            ]
            assert bench.text("offer_warnings") == "Look twice." and not bench.text("offer_refused")
            assert the(dialog, QLineEdit, "offer_name").text() == "notes"
            assert the(dialog, QComboBox, "offer_choice").count() == 2
            assert (bench.button("add").text(), bench.button("connect").text()) == ("Add", "Add and connect")
            assert bench.button("cancel").text() == "Cancel"
            details = the(dialog, QWidget, "offer_details")
            for expected in (["Version: 1.2", "License: MIT"], []):
                details.click()  # type: ignore[attr-defined]
                facts = the(dialog, QWidget, "offer_facts").findChildren(QLabel)
                seen = [one.accessibleName() for one in facts if one.isVisible() and one.accessibleName()]
                assert seen == expected, "Details shows them, and hides them again"
        bare = Offered(publisher="", description="", facts=(), choices=("one",))
        async with shown(bare) as bench:
            assert "" not in bench.says() and not the(bench.dialog, QWidget, "offer_details").isVisible()
            assert not the(bench.dialog, QComboBox, "offer_choice").isVisible()
            assert bench.text("offer_warnings") == ""

    arun(main())


def test_what_is_refused_can_only_be_closed(arun: Runner) -> None:
    async def main() -> None:
        async with shown(Offered(refused=("it leads out",))) as bench:
            assert bench.text("offer_refused") == "This cannot be added: It leads out."
            names = ("offer_add", "offer_connect", "offer_name", "offer_command")
            assert not any(the(bench.dialog, QWidget, name).isVisible() for name in names)
            assert bench.button("cancel").text() == "Close"
            assert "Nothing to fill in." not in bench.says() and not bench.dialog.form.isVisible()
            bench.button("add").click()
            bench.button("cancel").click()
            assert not bench.dialog.isVisible()

    arun(main())


def test_each_way_asks_for_its_own_and_is_previewed_as_it_is_typed(arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with shown() as bench:
            assert bench.dialog.form.isVisible() and "Nothing to fill in." not in bench.says()
            assert bench.runs() == "run 'with npx' 'key=first of 0'"
            bench.fill('{"key": "mine"}')
            await until(lambda: bench.runs() == "run 'with npx' key=mine")
            the(bench.dialog, QLineEdit, "offer_name").setText("other")
            the(bench.dialog, QComboBox, "offer_choice").setCurrentIndex(1)
            assert not bench.dialog.form.isVisible() and "Nothing to fill in." in bench.says()
            assert bench.runs() == "run 'with docker'"
            bench.button("connect").click()
            await until(lambda: bench.added)
            [(made, connect)] = bench.added
            assert (made.profile.name, connect, bench.offer.prepared) == ("other", True, [1])

    arun(main())


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "The values are not JSON: "), ("[1]", "The values must be a JSON object.")],
)
def test_values_that_are_no_object_are_said_below_the_preview(
    arun: Runner, until: Until, text: str, said: str
) -> None:
    async def main() -> None:
        async with shown() as bench:
            bench.fill(text)
            await until(lambda: bench.text("offer_notes").startswith(said))
            assert bench.runs() == ""
            bench.button("add").click()
            await until(lambda: bench.text("offer_problem").startswith(said))
            assert bench.added == [] and bench.button("add").isEnabled()
            bench.fill('{"key": "x"}')
            assert bench.text("offer_problem") == "", "it is being mended"

    arun(main())


def test_a_name_that_is_taken_gets_a_number_and_is_refused_when_typed(arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with shown(taken=["notes", "notes 2"]) as bench:
            name = the(bench.dialog, QLineEdit, "offer_name")
            assert name.text() == "notes 3"
            name.setText("notes")
            bench.button("add").click()
            await until(lambda: bench.text("offer_problem"))
            assert "named “notes” already exists" in bench.text("offer_problem") and not bench.added
            name.setText(" free ")
            bench.button("add").click()
            await until(lambda: bench.added)
            assert bench.added[0][0].profile.name == "free" and bench.added[0][1] is False

    arun(main())


def test_a_server_that_is_there_already_keeps_its_name_and_its_values(arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with shown(values={"key": "kept"}, editing="mine", taken=["mine"]) as bench:
            assert bench.dialog.windowTitle() == "Edit mine"
            name = the(bench.dialog, QLineEdit, "offer_name")
            assert name.text() == "mine" and not name.isEnabled()
            assert json.loads(bench.dialog.form.text()) == {"key": "kept"}
            assert (bench.button("add").text(), bench.button("connect").text()) == (
                "Save",
                "Save and reconnect",
            )
            bench.button("add").click()
            await until(lambda: bench.added)
            assert bench.added[0][0].profile.name == "mine"

    arun(main())


def test_what_is_required_is_named_and_nothing_is_prepared(arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with shown(Offered(missing=("Key", "Place"))) as bench:
            bench.button("connect").click()
            await until(lambda: bench.text("offer_problem"))
            assert bench.text("offer_problem") == "These are required and empty: Key, Place."
            assert bench.added == [] and bench.offer.prepared == [] and bench.button("connect").isEnabled()

    arun(main())


def test_what_cannot_be_put_in_its_place_is_said_and_can_be_tried_again(arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with shown(Offered(trouble="the disk is full")) as bench:
            bench.button("add").click()
            assert not bench.dialog.isHidden()
            await until(lambda: bench.text("offer_problem") == "The disk is full.")
            assert bench.added == [] and bench.button("add").isEnabled()
            bench.offer.trouble = ""
            bench.button("add").click()
            bench.button("connect").click()  # it is at work already
            await until(lambda: bench.added)
            assert bench.offer.prepared == [0] and [connect for _, connect in bench.added] == [False]

    arun(main())


def test_a_doubt_is_told_once_and_another_one_is_told_again(arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with shown(Offered(told=("it wants more",))) as bench:
            bench.button("add").click()
            await until(lambda: bench.text("offer_problem"))
            assert bench.text("offer_problem") == "It wants more.\nPress again to continue anyway."
            bench.offer.told = ("it wants even more",)
            bench.button("add").click()
            await until(lambda: bench.text("offer_problem").startswith("It wants even"))
            assert bench.added == []
            bench.button("add").click()
            await until(lambda: bench.added)

    arun(main())


def test_a_bundle_that_is_elsewhere_is_fetched_by_the_user(
    arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Wanted:
        url = "https://x.example/a.mcpb"

        def require(self, offer: Offered) -> None:
            if offer.name != "bundle":
                raise UsageError("it is another file")

    meant = Wanted()
    bundle = Offered(name="bundle", title="Bundle", choices=("one",))
    files = {"good": bundle, "bad": Offered()}
    monkeypatch.setattr(
        offer_dialog, "download_of", lambda offer, choice: meant if offer is not bundle and choice else None
    )
    monkeypatch.setattr(offer_dialog, "read_offer", lambda path, _locale: files[path.name])

    async def main() -> None:
        async with shown() as bench:
            assert bench.text("offer_download") == ""
            await bench.dialog.take_download(tmp_path / "good")
            assert bench.dialog.windowTitle() == "Add Notes", "no file is wanted for this way to run it"
            the(bench.dialog, QComboBox, "offer_choice").setCurrentIndex(1)
            assert bench.text("offer_download").startswith("Download it from https://x.example/a.mcpb and")
            assert not bench.button("add").isEnabled() and not bench.button("connect").isEnabled()
            assert "Nothing to fill in." not in bench.says() and not bench.dialog.preview.isVisible()
            await bench.dialog.take_download(tmp_path / "bad")
            assert bench.text("offer_problem") == "It is another file."
            await bench.dialog.take_download(tmp_path / "good")
            assert bench.dialog.windowTitle() == "Add Bundle" and bench.button("add").isEnabled()
            assert bench.text("offer_problem") == bench.text("offer_download") == ""

    arun(main())


def test_the_keyboard_begins_where_something_is_asked(arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with shown() as bench:
            bench.dialog.activateWindow()
            await until(bench.dialog.isActiveWindow)
            assert bench.dialog.form.isAncestorOf(bench.dialog.focusWidget())
        async with shown(choice=1) as bench:
            assert bench.dialog.focusWidget() is bench.button("connect")
        async with shown(Offered(refused=("no",))) as bench:
            assert bench.dialog.focusWidget() is bench.button("cancel")

    arun(main())
