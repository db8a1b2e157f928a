"""A list whose rows are made anew stays on the same thing."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QStringListModel
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.kept_place import place_kept


def shown_list(qtbot: QtBot, names: list[str]) -> QListView:
    view = QListView()
    qtbot.addWidget(view)
    view.setModel(QStringListModel(names, view))
    view.resize(200, 200)
    view.show()
    return view


def names(view: QListView) -> list[str]:
    return list(view.model().stringList())  # type: ignore[attr-defined]


def first(view: QListView) -> str:
    return str(view.indexAt(QPoint(2, 2)).data())


def put(view: QListView, made: list[str], current: str = "") -> None:
    with place_kept(view, lambda: names(view)):
        view.model().setStringList(made)  # type: ignore[attr-defined]
        if current:
            view.setCurrentIndex(view.model().index(made.index(current), 0))


MANY = [f"n{number}" for number in range(200)]


def test_what_stands_first_stands_first_again(qtbot: QtBot) -> None:
    view = shown_list(qtbot, MANY)
    view.scrollTo(view.model().index(100, 0), QListView.ScrollHint.PositionAtTop)
    assert first(view) == "n100"
    put(view, ["new 1", "new 2", *MANY])
    assert first(view) == "n100"
    put(view, [one for one in MANY if one not in ("n100", "n101")])
    assert first(view) == "n102", "the nearest below it that is left"
    put(view, MANY[:50])
    assert first(view) != "n0" and view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_a_list_at_its_very_top_stays_there(qtbot: QtBot) -> None:
    view = shown_list(qtbot, MANY)
    put(view, ["new", *MANY])
    assert first(view) == "new"
    view.scrollToTop()
    view.setCurrentIndex(view.model().index(0, 0))
    put(view, [*MANY, "new"], "n0")
    assert first(view) == "n0"
    view.hide()
    put(view, ["other", *MANY])
    view.show()
    assert first(view) == "other"


def test_the_current_row_stays_in_sight_when_it_was_and_only_then(qtbot: QtBot) -> None:
    view = shown_list(qtbot, MANY)
    for at, seen in ((102, True), (10, False)):
        view.setCurrentIndex(view.model().index(at, 0))
        view.scrollTo(view.model().index(100, 0), QListView.ScrollHint.PositionAtTop)
        put(view, ["a", "b", *MANY], f"n{at}")
        here = view.visualRect(view.currentIndex())
        assert (
            view.viewport().rect().contains(here.center()) is seen and view.currentIndex().data() == f"n{at}"
        )
        put(view, MANY)
