"""Following the end: when it stops and goes on, and what the pill counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QMenu

from inspector.trace.journal import Journal
from inspector.ui.timeline.follow import Follower
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.follower: Follower = self.pane.follower
        self.box: QCheckBox = self.pane.follow
        self.bar = self.pane.view.verticalScrollBar()

    def at_end(self) -> bool:
        return self.bar.value() == self.bar.maximum()


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


async def fill(bench: Bench, story: Story, until: Until, count: int = 40) -> None:
    shown = len(bench.shown())
    for _ in range(count):
        story.stderr("x")
    await until(lambda: len(bench.shown()) == shown + count)


def test_what_comes_while_one_stays_is_counted_and_a_press_goes_to_it(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await fill(bench, story, until)
        await until(bench.at_end)
        assert bench.follower.following and bench.box.isChecked() and not bench.follower.pill.isVisible()
        bench.box.click()
        bench.bar.setValue(0)
        assert not bench.follower.following
        await fill(bench, story, until, 1)
        await fill(bench, story, until, 2)
        pill = bench.follower.pill
        assert pill.isVisible() and pill.text() == "3 new" and bench.bar.value() == 0
        view = bench.pane.view.viewport().geometry()
        assert abs(pill.geometry().center().x() - view.center().x()) <= 1
        assert view.bottom() - 30 < pill.geometry().bottom() < view.bottom()
        bench.pane.resize(800, 400)
        await until(
            lambda: (
                abs(pill.geometry().center().x() - bench.pane.view.viewport().geometry().center().x()) <= 1
            )
        )
        pill.click()
        assert bench.at_end() and bench.box.isChecked() and not pill.isVisible()
        bench.box.click()
        await fill(bench, story, until, 1)
        assert pill.text() == "1 new", "counted from where it was left"
        bench.follower.forget()
        assert not pill.isVisible()

    arun(main())


def test_going_away_stops_it_and_coming_back_goes_on(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.follower.navigated()
        assert bench.follower.following
        bench.box.click()
        bench.follower.navigated()
        assert not bench.follower.following, "there is nothing to scroll: nobody went anywhere"
        bench.box.click()
        await fill(bench, story, until)
        bench.bar.setValue(3)
        bench.follower.navigated()
        assert not bench.follower.following and not bench.box.isChecked()
        bench.bar.setValue(bench.bar.maximum())
        bench.follower.navigated()
        assert bench.follower.following and bench.box.isChecked()

    arun(main())


def test_an_open_menu_holds_the_rows_and_no_longer_than_it_is_open(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await fill(bench, story, until)
        await until(bench.at_end)
        menu = QMenu(bench.pane)
        menu.addAction("Copy")
        menu.popup(bench.pane.mapToGlobal(bench.pane.rect().center()))
        value = bench.bar.value()
        await fill(bench, story, until, 5)
        await until(lambda: bench.bar.maximum() > value)  # the rows are there before the bar knows of them
        assert bench.bar.value() == value
        menu.close()
        await until(bench.at_end)

    arun(main())


def test_the_keyboard_never_stops_at_the_pill(bench: Bench) -> None:
    assert bench.follower.pill.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert bench.follower.pill.cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_the_pill_grows_with_its_number_and_stays_in_the_middle(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await fill(bench, story, until)
        bench.follower.set(False)
        pill = bench.follower.pill
        for count in (1, 123_456, 7):
            bench.follower.forget()
            bench.follower.extended(count)
            assert pill.size() == pill.sizeHint() and pill.text() == f"{count:,} new"
            view = bench.pane.view.viewport().geometry()
            assert pill.x() == view.center().x() - pill.width() // 2
            assert pill.y() == view.bottom() - pill.height() - theme.SPACE
        assert pill.layoutDirection() == Qt.LayoutDirection.RightToLeft and not pill.icon().isNull()

    arun(main())
