"""All that is known of a server before it is added: lines of names and texts, and why a file was not read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.found import Configuration, Found, Origin
from inspector.core.transfer.importers.merging import PreviewRow
from inspector.transport import StdioTarget
from inspector.ui.servers.transfer.import_detail import ImportDetail
from inspector.ui.widgets import theme
from tests.ui.parts import the
from tests.ui.tints import tinted

pytestmark = pytest.mark.gui
CURSOR = CLIENTS["cursor"].label
FILE = Path("/home/ann/mcp.json")
BROKEN = Configuration("", FILE, problem="line 1:\n ^ no JSON")


def entry(name: str, *words: str) -> PreviewRow:
    origin = Origin("cursor", FILE, "", name)
    return PreviewRow(Found(name, origin, Profile(name, StdioTarget(name, words))), (origin,), "")


@pytest.fixture
def detail(qapp: QApplication) -> Iterator[ImportDetail]:
    theme.install(qapp, "light")
    made = ImportDetail()
    made.resize(500, 400)
    made.show()
    yield made
    made.close()


def lines(detail: ImportDetail) -> list[tuple[QLabel, QLabel]]:
    """Name and text, line by line."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    grid = detail._grid.layout()
    labels = [item.widget() for place in range(grid.count()) if (item := grid.itemAt(place)) is not None]
    assert all(isinstance(one, QLabel) for one in labels)
    return list(zip(labels[::2], labels[1::2], strict=True))  # type: ignore[arg-type]


def look_at(detail: ImportDetail) -> QPushButton:
    return the(detail, QPushButton, "import_registry")


def test_before_anything_is_chosen_there_is_nothing(detail: ImportDetail) -> None:
    assert lines(detail) == [] and not look_at(detail).isVisible()
    assert detail.accessibleName() == "Details of the server" and detail.frameShape() == QFrame.Shape.NoFrame


def test_names_stand_left_and_texts_wrap_and_can_be_copied(detail: ImportDetail) -> None:
    detail.show_entry(entry("a", "word " * 40))
    found = lines(detail)
    said = [f"{name.text()}: {text.text()}" for name, text in found]
    assert said[0].startswith("Runs: a\nword ") and said[1] == f"Found in: {CURSOR} · {FILE} · a"
    for name, text in found:
        assert text.wordWrap() and text.accessibleName() == f"{name.text()}: {text.text()}"
        assert text.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
        assert name.x() == 0 and text.x() == found[0][1].x() > name.width()
        assert abs(name.y() - text.y()) <= 2, "a name stands beside the first line"
        assert text.geometry().right() == detail._grid.width() - 1, "the texts have the room"
    tops = [name.y() for name, _ in found]
    assert tops == sorted(set(tops))
    assert max(text.height() for _, text in found) > 2 * found[0][0].height()
    assert detail.horizontalScrollBar().maximum() == 0 and not look_at(detail).isVisible()
    page = detail.widget()
    assert page.width() == detail.viewport().width()
    assert detail._grid.geometry().bottom() < page.height() / 2, "what is left is below"


def test_of_a_file_that_was_not_read_the_problem_and_its_place_are_said(detail: ImportDetail) -> None:
    detail.show_entry(BROKEN)
    (problem, why), (file, where) = lines(detail)
    assert (problem.text(), why.text()) == ("Problem", BROKEN.problem) and tinted(why, "error")
    assert (file.text(), where.text()) == ("File", str(FILE)) and not tinted(where, "error")
    assert QFontInfo(why.font()).fixedPitch() and not QFontInfo(where.font()).fixedPitch()
    detail.show_entry(Configuration("", None, problem="one line"))
    (_, why), (_, where) = lines(detail)
    assert not QFontInfo(why.font()).fixedPitch() and where.text() == ""


def test_another_choice_takes_the_place_of_the_one_before(detail: ImportDetail) -> None:
    detail.show_entry(entry("a"))
    assert lines(detail)[0][0].text() == "Runs"
    detail.show_entry(BROKEN)
    assert [name.text() for name, _ in lines(detail)] == ["Problem", "File"]
    shown = [one for one in detail.findChildren(QLabel) if one.isVisible()]
    assert len(shown) == 4, "none of the old lines is left"
    detail.show_entry(None)
    assert lines(detail) == []


def test_an_entry_of_the_registry_is_looked_at_by_itself(detail: ImportDetail) -> None:
    wanted: list[object] = []
    detail.registry_wanted.connect(wanted.append)
    of_registry = replace(entry("r"), found=replace(entry("r").found, profile=None, registry={"name": "r"}))
    detail.show_entry(of_registry)
    button = look_at(detail)
    QApplication.processEvents()
    assert button.isVisible() and not button.autoDefault() and button.width() < detail.width() / 2
    below = detail._grid.mapTo(detail, QPoint()).y() + detail._grid.height()
    assert button.mapTo(detail, QPoint()).y() > below
    button.click()
    assert wanted == [of_registry]
    detail.show_entry(entry("a"))
    assert not button.isVisible()
    detail.show_entry(of_registry)
    detail.show_entry(BROKEN)
    assert not button.isVisible()
