"""The dialog of an export: which records, in which format, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QLabel, QPushButton, QRadioButton
from shiboken6 import isValid

from inspector.trace.export import EXPORTS
from inspector.trace.journal import Journal
from inspector.ui.windows.export_dialog import SESSION, ExportDialog, Wanted
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import Story

pytestmark = pytest.mark.gui


class Bench:
    """A dialog over some records; `looked` are the records whose secrets were looked for."""

    def __init__(self, journal: Journal, **numbers: list[int]) -> None:
        self.numbers = {"all": [1, 2, 3], "shown": [1, 2], "selected": [], "marked": []} | numbers
        self.dialog = ExportDialog(journal, {key: lambda key=key: self.numbers[key] for key in self.numbers})
        self.looked: list[tuple[list[int], bool]] = []
        self.dialog.redaction.look = lambda numbers, whole: self.looked.append((list(numbers), whole))  # type: ignore[method-assign,assignment]
        self.dialog.show()

    def records(self, key: str) -> QRadioButton:
        return the(self.dialog, QRadioButton, f"export_{key}")

    def chosen(self) -> str:
        return next(key for key in self.numbers if self.records(key).isChecked())

    def whole(self) -> QCheckBox:
        return the(self.dialog, QCheckBox, "export_whole")


@pytest.fixture
def made(journal: Journal, story: Story, qloop: object) -> Iterator[list[Bench]]:
    for _ in range(3):
        story.stderr("x")
    benches: list[Bench] = []
    yield benches
    for bench in benches:
        if isValid(bench.dialog):
            bench.dialog.reject()


def test_records_are_counted_and_what_is_empty_cannot_be_chosen(made: list[Bench], journal: Journal) -> None:
    made.append(bench := Bench(journal))
    texts = {key: (bench.records(key).text(), bench.records(key).isEnabled()) for key in bench.numbers}
    assert texts == {
        "all": ("All 3", True),
        "shown": ("Shown 2", True),
        "selected": ("Selected 0", False),
        "marked": ("Marked 0", False),
    }
    assert bench.chosen() == "all" and bench.dialog.numbers() == [1, 2, 3]
    made.append(empty := Bench(journal, all=[], shown=[]))
    assert empty.records("all").isEnabled() and not empty.records("shown").isEnabled()


@pytest.mark.parametrize(("selected", "chosen"), [([2], "all"), ([2, 3], "selected")])
def test_several_chosen_rows_are_meant_at_first_a_single_one_is_not(
    made: list[Bench], journal: Journal, selected: list[int], chosen: str
) -> None:
    made.append(bench := Bench(journal, selected=selected))
    assert bench.chosen() == chosen
    assert bench.whole().isEnabled() is (chosen != "all") and bench.whole().isChecked()


def test_secrets_are_looked_for_once_in_what_is_chosen_last(
    made: list[Bench], journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        made.append(bench := Bench(journal, marked=[3]))
        await until(lambda: bench.looked == [([1, 2, 3], False)], what="all that belongs to all is all")
        bench.records("shown").click()
        bench.records("marked").click()
        await until(lambda: bench.looked[1:] == [([3], True)])
        bench.whole().click()
        await until(lambda: bench.looked[2:] == [([3], False)])
        bench.dialog.redaction.changed.emit()
        await until(lambda: len(bench.looked) == 4)
        bench.numbers["shown"] = []
        the(bench.dialog, QComboBox, "export_format").setCurrentIndex(1)
        assert not bench.records("shown").isEnabled(), "the rows went meanwhile"
        bench.dialog.reject()

    arun(main())


@pytest.mark.parametrize("key", [*EXPORTS, SESSION])
def test_each_format_has_a_hint_and_a_suffix(made: list[Bench], journal: Journal, key: str) -> None:
    made.append(bench := Bench(journal))
    dialog = bench.dialog
    wanted: list[str] = []
    dialog.file_wanted.connect(wanted.append)
    choice = the(dialog, QComboBox, "export_format")
    choice.setCurrentIndex(choice.findData(key))
    hint = EXPORTS[key].hint if key in EXPORTS else "Can be opened again."
    assert dialog.key == key
    assert any(one.text().startswith(hint) for one in dialog.findChildren(QLabel) if one.isVisible())
    the(dialog, QPushButton, "export_start").click()
    assert wanted == [EXPORTS[key].suffix if key in EXPORTS else f".{SESSION}"]
    assert wanted[0] in choice.currentText() and dialog.isVisible()


def test_what_was_decided_is_told_when_the_place_is_known(
    made: list[Bench], journal: Journal, tmp_path: Path
) -> None:
    made.append(bench := Bench(journal))
    spy = QSignalSpy(bench.dialog.accepted_with)
    bench.records("shown").click()
    the(bench.dialog, QCheckBox, "redact").click()
    bench.dialog.write_to(tmp_path / "out")
    wanted = spy.at(0)[0]
    assert wanted == Wanted([1, 2], True, bench.dialog.key, tmp_path / "out", None, frozenset())
    assert bench.dialog.result() == QDialog.DialogCode.Accepted and not bench.dialog.isVisible()
    made.append(whole := Bench(journal))
    spy = QSignalSpy(whole.dialog.accepted_with)
    whole.dialog.write_to(tmp_path / "all")
    assert spy.at(0)[0].whole is False and spy.at(0)[0].rules is not None, "of all nothing is left to add"


def test_cancel_exports_nothing(made: list[Bench], journal: Journal) -> None:
    made.append(bench := Bench(journal))
    the(bench.dialog, QPushButton, "export_cancel").click()
    assert bench.dialog.result() == QDialog.DialogCode.Rejected and not bench.dialog.isVisible()
