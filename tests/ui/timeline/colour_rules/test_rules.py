"""Rules of colour: whose count, where they are kept, and what becomes of a file that cannot be read."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.colour_rules.rules import ColourRules
from inspector.ui.timeline.view.row_colours import RowColours, first_rules

pytestmark = pytest.mark.gui
A, B = ColourRule("a", "method:a", "green"), ColourRule("b", "method:b", "pink", enabled=False)


class Bench:
    """Rules over a journal, without a timeline."""

    def __init__(self, journal: Journal, qtbot: QtBot) -> None:
        self.host = QWidget()
        qtbot.addWidget(self.host)
        self.journal, self.feed = journal, Feed(journal)
        self.colours = RowColours(journal, self.host)
        self.rules = self.again()

    def again(self) -> ColourRules:
        """As another window of the same journal has them."""
        return ColourRules(self.journal.annotations, self.colours, self.feed, self.host)


@pytest.fixture
def bench(journal: Journal, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(journal, qtbot)
    yield made
    made.feed.leave()


def kept(path: Path) -> object:
    return json.loads(path.read_text("utf-8"))["rules"]


def test_who_shows_the_rules_hears_of_every_change(bench: Bench) -> None:
    told = QSignalSpy(bench.rules.changed)
    bench.rules.set_on(False)
    bench.rules.set_rules([A])
    bench.feed.annotated.emit()
    assert told.count() == 3


def test_a_person_s_rules_are_kept_and_count_in_the_next_session(bench: Bench, tmp_path: Path) -> None:
    home = tmp_path / "colours.json"
    home.write_text('{"rules": [], "note": "mine"}')
    bench.rules.set_home(home)
    assert bench.rules.rules == ()
    bench.rules.set_rules([A, B])
    bench.rules.keep_as_default()
    assert kept(home)[0]["name"] == "a" and kept(home)[1]["enabled"] is False  # type: ignore[index]
    assert json.loads(home.read_text())["note"] == "mine"
    with contextlib.closing(Journal.create(tmp_path / "next.mcptrace")) as journal:
        colours, feed = RowColours(journal, bench.host), Feed(journal)
        other = ColourRules(journal.annotations, colours, feed, bench.host)
        other.set_home(home)
        assert other.rules == (A, B) and other.notes == []
        feed.leave()


def test_without_a_home_the_rules_count_for_this_program_alone(bench: Bench, tmp_path: Path) -> None:
    bench.rules.set_home(None)
    bench.rules.set_rules([A])
    bench.rules.keep_as_default()
    assert list(tmp_path.glob("*.json")) == []


@pytest.mark.parametrize(("text", "notes"), [("{}", 0), ('{"rules": [{"name": 5}]}', 1), ("{", 1)])
def test_a_file_without_rules_that_can_be_read_counts_as_none(
    bench: Bench, tmp_path: Path, text: str, notes: int
) -> None:
    home = tmp_path / "colours.json"
    home.write_text(text)
    bench.rules.set_home(home)
    assert bench.rules.rules == first_rules() and len(bench.rules.notes) == notes
    assert all(str(home) in note or home.name in note for note in bench.rules.notes)


def test_rules_of_a_newer_version_are_put_aside_when_others_are_kept(bench: Bench, tmp_path: Path) -> None:
    home = tmp_path / "colours.json"
    newer = '{"rules": [{"shape": "stripes"}], "note": "mine"}'
    home.write_text(newer)
    bench.rules.set_home(home)
    bench.rules.set_rules([A])
    bench.rules.keep_as_default()
    assert kept(home)[0]["name"] == "a"  # type: ignore[index]
    aside = [path for path in tmp_path.glob("colours*") if path != home and "lock" not in path.name]
    assert newer in [path.read_text() for path in aside]
    assert len(bench.rules.notes) == 1


def test_rules_that_cannot_be_kept_are_said(bench: Bench, tmp_path: Path) -> None:
    said = QSignalSpy(bench.rules.said)
    (tmp_path / "colours.json").mkdir()
    bench.rules.set_home(tmp_path / "colours.json")
    bench.rules.keep_as_default()
    assert said.count() == 1
    assert said.at(0)[0].startswith("The rules could not be saved for new sessions: ")
    bench.rules._saved("")
    assert said.count() == 1
