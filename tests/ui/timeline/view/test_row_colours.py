"""Rules of colour: the first that fits wins, rows on screen only, kept with the session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLineEdit, QListWidget, QPushButton

from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from inspector.ui.timeline.colour_rules.dialog import ColourRulesDialog
from inspector.ui.timeline.view import row_colours
from inspector.ui.timeline.view.row_colours import first_rules
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    size = (1200, 500)

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.rules = self.pane.rules

    def grounds(self) -> list[str]:
        """The ground of every row, after they were painted."""
        self.pane.view.viewport().grab()
        model = self.pane._model
        return [model.colours.ground(cells) for cells in model.cells_between(0, model.rowCount() - 1)]

    def dialog(self) -> ColourRulesDialog:
        made = ColourRulesDialog(self.rules, self.pane)
        made.show()
        return made


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def test_at_first_errors_and_odd_answers_have_a_colour(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        story.call("x", status="failed", detail="-32602 no")
        story.malformed(b"{", "not JSON")
        story.record("response", b"{}", role="late")
        await until(lambda: bench.grounds() == ["", "red", "red", "yellow"])

    arun(main())


def test_what_the_first_rules_say_of_a_row_is_what_their_filters_find(
    bench: Bench, story: Story, arun: Runner, until: Until, journal: Journal
) -> None:
    async def main() -> None:
        story.call()
        story.call("x", status="failed", detail="isError")
        story.call("x", status="lost")
        story.ask()
        story.stderr("error")
        story.malformed(b"{", "not JSON")
        for role in ("late", "duplicate", "unknown", "mistyped"):
            story.record("response", b"{}", role=role)
        await until(lambda: len(bench.grounds()) == 10)
        known = bench.grounds()
        asked = [ColourRule(one.name, f"({one.filter})", one.colour) for one in first_rules()]
        await until(lambda: journal.written == journal.last)
        bench.rules.set_rules(asked)
        await until(lambda: bench.grounds() == known)
        assert known.count("red") == 3
        assert known.count("yellow") == 4

    arun(main())


def test_the_first_rule_that_fits_wins(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "other"):
            story.call(target)
        echo = ColourRule("echo", "target == echo", "blue")
        tools = ColourRule("tools", "tool in {echo, sum}", "green")
        bench.rules.set_rules([echo, tools])
        await until(lambda: bench.grounds() == ["blue", "green", ""])
        bench.rules.set_rules([tools, echo])
        await until(lambda: bench.grounds() == ["green", "green", ""])
        bench.rules.set_rules([ColourRule("off", "target == echo", "pink", enabled=False), echo])
        await until(lambda: bench.grounds() == ["blue", "", ""])

    arun(main())


def test_rules_that_look_into_the_bytes_and_rules_that_cannot_be_read(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call(text="needle")
        story.call()
        bench.rules.set_rules(
            [ColourRule("half", "target ==", "pink"), ColourRule("bytes", "needle", "teal")]
        )
        await until(lambda: bench.grounds() == ["teal", ""])

    arun(main())


def test_a_row_that_changes_gets_another_colour(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.rules.set_rules(
            [ColourRule("waits", "is:pending", "orange"), ColourRule("ended", "is:done", "green")]
        )
        exchange = story.ask()
        await until(lambda: bench.grounds() == ["orange"])
        story.answer(exchange)
        await until(lambda: bench.grounds() == ["green"])

    arun(main())


def test_a_rule_on_marks_follows_them(
    bench: Bench, story: Story, arun: Runner, until: Until, journal: Journal
) -> None:
    async def main() -> None:
        story.call()
        bench.rules.set_rules([ColourRule("noted", "is:commented", "purple")])
        await until(lambda: bench.grounds() == [""])
        journal.annotations.set_note(1, "x")
        await until(lambda: bench.grounds() == ["purple"])

    arun(main())


def test_one_switch_turns_all_colours_off(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.malformed(b"{", "not JSON")
        await until(lambda: bench.grounds() == ["red"])
        bench.rules.toggle()
        assert bench.grounds() == [""]
        state = bench.pane.state()
        bench.rules.toggle()
        assert bench.grounds() == ["red"]
        bench.pane.restore_state(state)
        assert bench.grounds() == [""]

    arun(main())


def test_a_value_colours_rows_before_all_rules_and_the_session_keeps_it(
    bench: Bench, story: Story, arun: Runner, until: Until, journal: Journal
) -> None:
    async def main() -> None:
        story.call("x", status="failed", detail="-32602 no")
        await until(lambda: bench.grounds() == ["red"])
        bench.pane.add_colour_rule("target == x")
        await until(lambda: bench.grounds() == ["orange"])
        own = ColourRule("target == x", "target == x", "orange")
        assert journal.annotations.own_rules == (own, *first_rules())

    arun(main())


def test_rules_are_kept_with_the_session(
    bench: Bench, story: Story, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        rule = ColourRule("mine", "target == echo", "brown")
        bench.rules.set_rules([rule])
        await until(lambda: not bench.feed.running)
        journal.sync()
        again = Journal.open(journal.path)
        assert again.annotations.rules == (rule,)
        again.close()

    arun(main())


def test_a_person_has_rules_for_sessions_to_come(bench: Bench, tmp_path: Path) -> None:
    home = tmp_path / "colours.json"
    bench.rules.set_home(home)
    rule = ColourRule("mine", "target == echo", "brown")
    bench.rules.set_rules([rule])
    bench.rules.keep_as_default()
    other = Journal.create(tmp_path / "other.mcptrace")
    bench_of_other = Bench(other)
    bench_of_other.rules.set_home(home)
    assert bench_of_other.rules.rules == (rule,)
    home.write_text('{"rules": [1]}')
    bench_of_other.rules.set_home(home)
    assert bench_of_other.rules.rules == (rule,)
    bench_of_other.pane.close()
    other.close()


def test_who_wants_rules_kept_is_told_when_they_cannot_be(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    heard: list[str] = []
    bench.rules.said.connect(heard.append)
    bench.rules.set_home(tmp_path / "file" / "colours.json")
    bench.rules.keep_as_default()
    assert len(heard) == 1
    assert "could not be saved for new sessions: " in heard[0]


# -- the dialog ----------------------------------------------------------------------------------------


def press(dialog: ColourRulesDialog, name: str) -> None:
    button = dialog.findChild(QPushButton, name)
    assert button is not None and button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def names(dialog: ColourRulesDialog) -> list[str]:
    listed = dialog.findChild(QListWidget)
    assert listed is not None
    return [listed.item(row).text() for row in range(listed.count())]


def test_a_rule_is_added_written_moved_and_deleted_in_the_dialog(bench: Bench) -> None:
    dialog = bench.dialog()
    assert names(dialog) == ["Errors", "Unexpected responses"]
    press(dialog, "colour_rules_add")
    name = dialog.findChild(QLineEdit, "colour_rule_name")
    colour = dialog.findChild(QComboBox, "colour_rule_colour")
    assert name is not None and colour is not None
    QTest.keyClicks(name, "Slow")
    QTest.keyClicks(dialog.filter, "duration > 1s")
    colour.setCurrentIndex(colour.findData("pink"))
    colour.activated.emit(colour.currentIndex())
    assert bench.rules.rules[0] == ColourRule("Slow", "duration > 1s", "pink")
    press(dialog, "colour_rules_down")
    assert [rule.name for rule in bench.rules.rules] == ["Errors", "Slow", "Unexpected responses"]
    press(dialog, "colour_rules_delete")
    assert names(dialog) == ["Errors", "Unexpected responses"]
    dialog.close()


def test_opening_the_dialog_colours_no_row_anew(bench: Bench) -> None:
    told: list[int] = []
    bench.rules.changed.connect(lambda: told.append(1))
    bench.pane._model.colours.changed.connect(lambda: told.append(2))
    switch = bench.dialog().findChild(QCheckBox, "colour_rules_on")
    assert switch is not None and switch.isChecked() and told == []
    switch.click()
    assert not bench.rules.on and told


def test_a_rule_is_switched_off_with_the_keyboard(bench: Bench) -> None:
    dialog = bench.dialog()
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    assert [rule.enabled for rule in bench.rules.rules] == [False, True]
    press(dialog, "colour_rules_reset")
    assert bench.rules.rules == first_rules()
    dialog.close()


def test_a_filter_that_cannot_be_read_is_said_and_kept(bench: Bench) -> None:
    dialog = bench.dialog()
    dialog.filter.setText("duration >")
    assert dialog.filter.error_text()
    assert bench.rules.rules[0].filter == "duration >"
    dialog.close()


def test_rules_go_to_a_file_and_come_back(bench: Bench, arun: Runner, until: Until, tmp_path: Path) -> None:
    async def choose_file(dialog: ColourRulesDialog, path: Path) -> None:
        await until(lambda: dialog.findChild(QFileDialog) is not None)
        chooser = dialog.findChild(QFileDialog)
        assert chooser is not None
        chooser.selectFile(str(path))
        line = chooser.findChild(QLineEdit, "fileNameEdit")
        assert line is not None
        line.setText(str(path))
        chooser.accept()
        await until(lambda: dialog.findChild(QFileDialog) is None)

    async def main() -> None:
        rule = ColourRule("mine", "target == echo", "brown")
        bench.rules.set_rules([rule])
        dialog = bench.dialog()
        path = tmp_path / "rules.json"
        press(dialog, "colour_rules_export")
        await choose_file(dialog, path)
        await until(path.exists)
        bench.rules.set_rules([])
        press(dialog, "colour_rules_import")
        await choose_file(dialog, path)
        await until(lambda: bench.rules.rules == (rule,))
        path.write_text("{}")
        press(dialog, "colour_rules_import")
        await choose_file(dialog, path)
        await until(dialog._notice.isVisible)
        assert bench.rules.rules == (rule,)
        dialog.close()

    arun(main())


def test_what_the_file_says_of_rows_is_not_kept_without_end(
    bench: Bench, story: Story, journal: Journal, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        for target in ("a", "b", "c"):
            story.call(target)
        bench.rules.set_rules([ColourRule("b", "target == b", "blue")])
        await until(lambda: bench.grounds() == ["", "blue", ""])
        colours = bench.pane._model.colours
        assert len(colours._places) == 3
        monkeypatch.setattr(row_colours, "_KEPT", 3)
        rows = journal.rows([1])
        colours.want(rows, calls=True)
        assert len(colours._places) == 3
        monkeypatch.setattr(row_colours, "_KEPT", 2)
        colours.want(rows, calls=True)
        assert list(colours._places) == [1]

    arun(main())
