"""The line that says which paths may differ: read, added to, suggested, and told in time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.ui.analysis.compare_ignore import IgnoreBar

pytestmark = pytest.mark.gui


class Bench:
    def __init__(self, text: str = "") -> None:
        self.bar = IgnoreBar(text)
        self.told: list[list[str]] = []
        self.bar.changed.connect(lambda: self.told.append(self.bar.paths()))
        self.bar.show()


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench("$..id")
    qtbot.addWidget(made.bar)
    yield made


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("", []),
        (" , ,", []),
        ("$..id, $.a ", ["$..id", "$.a"]),
        ('$["a, b"], $.c[0,1]', ['$["a, b"]', "$.c[0,1]"]),
        ("$.a[0", ["$.a[0"]),
    ],
)
def test_paths_are_separated_by_commas_outside_of_brackets(qtbot: QtBot, text: str, paths: list[str]) -> None:
    bar = IgnoreBar(text)
    qtbot.addWidget(bar)
    assert bar.paths() == paths and bar.text() == text


def test_typing_is_told_a_moment_after_the_last_key_and_enter_at_once(bench: Bench, qtbot: QtBot) -> None:
    QTest.keyClicks(bench.bar.edit, ", $.a")
    assert bench.told == []
    qtbot.waitUntil(lambda: bench.told != [])
    assert bench.told == [["$..id", "$.a"]]
    QTest.keyClicks(bench.bar.edit, "b")
    QTest.keyClick(bench.bar.edit, Qt.Key.Key_Return)
    assert bench.told[1:] == [["$..id", "$.ab"]]
    qtbot.wait(500)
    assert len(bench.told) == 2, "it was told already"


def test_a_path_is_added_once(bench: Bench) -> None:
    bench.bar.add("$.a")
    bench.bar.add("$..id")
    assert bench.bar.text() == "$..id, $.a" and bench.told == [["$..id", "$.a"]]


def test_suggestions_are_in_a_menu_that_is_there_while_there_are_some(bench: Bench) -> None:
    bench.bar.suggest([])
    assert not bench.bar.noise.isEnabled()
    bench.bar.suggest(["$.a&b", "$.c"])
    actions = bench.bar.noise.choices.actions()
    assert [one.text() for one in actions] == ["Ignore $.a&&b", "Ignore $.c"]
    assert bench.bar.noise.isEnabled()
    actions[0].trigger()
    assert bench.told == [["$..id", "$.a&b"]]
    bench.bar.suggest(["$.d"])
    assert len(bench.bar.noise.choices.actions()) == 1
