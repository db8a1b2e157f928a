"""The servers that were found, in a tree: what is ticked at first, what stays so, and what is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidgetItem

from inspector.core.servers.profiles import Profile
from inspector.core.transfer.importers.clients import CLIENTS
from inspector.core.transfer.importers.found import Caution, Configuration, Found, Origin
from inspector.core.transfer.importers.merging import PreviewRow
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.transfer.import_tree import ImportTree
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui
CURSOR = CLIENTS["cursor"].label
FILE = Path("/home/ann/mcp.json")


def entry(name: str, client: str = "cursor", **more: object) -> Found:
    return Found(name, Origin(client, FILE, "", name), Profile(name, StdioTarget(name)), **more)  # type: ignore[arg-type]


def row(found: Found, *more: str, known: str = "") -> PreviewRow:
    return PreviewRow(found, (found.origin, *(Origin(name=name) for name in more)), known)


BOTH = replace(
    entry("both"), profile=None,
    choices=(Profile("both", StdioTarget("run")), Profile("both", HttpTarget("https://x.example/"))),
)  # fmt: skip


@pytest.fixture
def tree(qapp: object) -> Iterator[ImportTree]:
    made = ImportTree()
    made.resize(800, 400)
    made.show()
    yield made
    made.close()


def lines(tree: ImportTree) -> dict[str, QTreeWidgetItem]:
    found: dict[str, QTreeWidgetItem] = {}
    waiting = [tree.topLevelItem(place) for place in range(tree.topLevelItemCount())]
    while waiting:
        item = waiting.pop(0)
        found[item.text(0)] = item
        waiting += [item.child(place) for place in range(item.childCount())]
    return found


def chosen(tree: ImportTree) -> list[tuple[str, int]]:
    return [(found.found.name, choice) for found, choice in tree.chosen()]


def test_servers_stand_below_their_client_with_how_many_there_are(tree: ImportTree) -> None:
    first = row(entry("a"), "b")
    broken = Configuration("", Path("/x/broken.json"), problem="line 1: no JSON")
    told: list[object] = []
    tree.ticked.connect(lambda: told.append(None))
    tree.show_rows([first, row(entry("c")), row(entry("d", "windsurf"))], [broken])
    found = lines(tree)
    assert list(found)[:3] == [f"{CURSOR}   2", f"{CLIENTS['windsurf'].label}   1", "broken.json   1"]
    assert found["a / b"].text(1) == "a" and found["broken.json"].text(1) == "/x/broken.json"
    assert found["broken.json"].text(2) == "line 1: no JSON"
    assert tree.currentItem() is found["a / b"] and len(told) == 1
    assert all(item.isExpanded() for item in list(found.values())[:3])
    assert found["a / b"].flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert found[f"{CURSOR}   2"].flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert not found["broken.json   1"].flags() & Qt.ItemFlag.ItemIsAutoTristate
    tree.show_rows([], [])
    assert tree.topLevelItemCount() == 0 and tree.currentItem() is None and len(told) == 2


@pytest.mark.parametrize(
    ("found", "ticked"),
    [
        (row(entry("a")), True),
        (row(entry("a"), known="here"), False),
        (row(entry("a", disabled=True)), False),
        (row(entry("a", warnings=(Caution("download", "x"),))), False),
        (row(entry("a", warnings=(Caution("writable", "x"),))), False),
        (row(entry("a", warnings=(Caution("latest", "x"),))), True),
        (row(BOTH), False),
        (row(replace(entry("a"), profile=None, problem="no")), False),
    ],
)
def test_only_what_is_new_on_and_harmless_is_ticked_at_first(
    tree: ImportTree, found: PreviewRow, ticked: bool
) -> None:
    tree.show_rows([found], [])
    assert bool(tree.chosen()) is ticked


def test_a_tick_is_told_and_stays_when_others_are_shown(tree: ImportTree) -> None:
    rows = [row(entry("a")), row(entry("b"), known="b")]
    tree.show_rows(rows, [])
    told: list[object] = []
    tree.ticked.connect(lambda: told.append(None))
    lines(tree)["a"].setCheckState(0, Qt.CheckState.Unchecked)
    lines(tree)["b"].setCheckState(0, Qt.CheckState.Checked)
    assert chosen(tree) == [("b", 0)] and len(told) == 2
    tree.show_rows([*rows, row(entry("c"))], [])
    assert chosen(tree) == [("b", 0), ("c", 0)]
    theme.notifier().changed.emit()
    assert len(told) == 3, "colours are no ticks"
    lines(tree)[f"{CURSOR}   3"].setCheckState(0, Qt.CheckState.Checked)
    assert len(tree.chosen()) == 3, "the box of a client ticks all of its servers"


def test_of_a_command_and_a_url_one_is_ticked(tree: ImportTree) -> None:
    tree.show_rows([row(BOTH)], [])
    found = lines(tree)
    assert found["its command"].text(1) == "run" and found["its URL"].text(1) == "https://x.example/"
    assert found["both"].text(1) == ""
    found["its command"].setCheckState(0, Qt.CheckState.Checked)
    assert chosen(tree) == [("both", 0)]
    found["its URL"].setCheckState(0, Qt.CheckState.Checked)
    assert chosen(tree) == [("both", 1)]
    found["its URL"].setCheckState(0, Qt.CheckState.Unchecked)
    assert chosen(tree) == []


def test_the_current_line_and_enter_are_told(tree: ImportTree) -> None:
    looked: list[object] = []
    opened: list[object] = []
    one, broken = row(entry("a")), Configuration("", FILE, problem="no")
    tree.looked_at.connect(looked.append)
    tree.opened.connect(opened.append)
    tree.show_rows([one], [broken])
    found = lines(tree)
    tree.setCurrentItem(found["mcp.json"])
    QTest.keyClick(tree, Qt.Key.Key_Return)
    tree.setCurrentItem(found["a"])
    QTest.keyClick(tree, Qt.Key.Key_Return)
    tree.clear()
    assert looked == [one, broken, one, None]
    assert opened == [one]


def test_notes_have_the_colour_of_what_they_say(tree: ImportTree) -> None:
    careful = row(entry("a", warnings=(Caution("latest", "careful"),)))
    tree.show_rows([careful], [Configuration("", FILE, problem="no")])
    found = lines(tree)

    def ink(name: str, column: int) -> QColor:
        return found[name].foreground(column).color()

    assert ink("a", 2) == theme.color("warning") and ink("a", 1) == theme.color("text")
    assert ink("mcp.json", 2) == theme.color("error") and ink("mcp.json", 1) == theme.color("muted")


def test_texts_of_any_length_stand_on_one_line_and_names_leave_room(tree: ImportTree) -> None:
    tree.show_rows([row(entry("n" * 400))], [Configuration("", FILE, problem="p\n" * 2000)])
    found = lines(tree)
    assert "n" * 300 in found and found["mcp.json"].text(2) == " ".join("p" * 150)
    assert found["mcp.json"].toolTip(2).count("p") == 600
    room = tree.viewport().width()
    assert tree.columnWidth(0) == room * 3 // 10
    assert tree.columnWidth(1) == (room - tree.columnWidth(0)) * 11 // 20
    tree.show_rows([row(entry("a"))], [])
    tree.resize(300, 300)
    assert tree.columnWidth(0) == 120


def test_the_line_of_a_client_goes_over_all_columns_and_stands_out(tree: ImportTree) -> None:
    tree.show_rows([row(entry("a"))], [Configuration("", FILE, problem="no")])
    found = lines(tree)
    for name in (f"{CURSOR}   1", "mcp.json   1"):
        assert found[name].isFirstColumnSpanned() and found[name].font(0).bold(), name
    assert not found["a"].isFirstColumnSpanned() and not found["a"].font(0).bold()
    heights = {tree.visualItemRect(item).height() for item in found.values()}
    assert heights == {tree.fontMetrics().height() + 8}


def test_it_is_a_plain_tree_of_three_columns(tree: ImportTree) -> None:
    texts = [tree.headerItem().text(column) for column in range(3)]
    assert texts == ["Server", "What it runs", "Notes"] and tree.header().stretchLastSection()
    assert tree.header().sectionResizeMode(0) == QHeaderView.ResizeMode.Interactive
    assert tree.selectionMode() == QAbstractItemView.SelectionMode.SingleSelection
    assert tree.textElideMode() == Qt.TextElideMode.ElideRight
    assert tree.uniformRowHeights() and tree.allColumnsShowFocus() and not tree.expandsOnDoubleClick()
    assert tree.accessibleName() == "Servers found"
