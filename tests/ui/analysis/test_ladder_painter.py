"""What the ladder paints: lanes and their names, arrows from whom to whom, bars of what is open, notes."""

from __future__ import annotations

from array import array

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.trace.ladder.ladder import Lanes
from inspector.ui.analysis.ladder_model import NUMBER, STEPS, TIME, LadderModel
from inspector.ui.analysis.ladder_painter import lane_room, least_width
from inspector.ui.analysis.ladder_view import LadderView
from inspector.ui.widgets import theme
from tests.ui.story import MS, Story
from tests.ui.strokes import Stroke, strokes

SECOND = 1000 * MS


class Ladder:
    """A ladder of all that was told, on the screen."""

    def __init__(self, journal: Journal, user: bool) -> None:
        journal.sync()
        self.model = LadderModel(journal)
        self.view = LadderView(self.model)
        self.model.setParent(self.view)
        self.model.show(
            array("q", range(1, journal.last + 1)),
            Lanes(journal.sessions(), user, names=("User", "Client")),
        )
        self.view.resize(1200, 600)
        self.view.show()
        self.view.fit_lanes()

    def cell(self, row: int, column: int = STEPS) -> QRect:
        return self.view.visualRect(self.model.index(row, column))

    def painted(self, row: int, column: int = STEPS) -> list[Stroke]:
        """What is painted in a cell."""
        cell = self.cell(row, column)
        return [one for one in strokes(self.view.viewport()) if cell.contains(one.middle.toPoint())]

    def lane(self, place: int) -> float:
        """x of a lane in the viewport."""
        first, step = lane_room(self.cell(0).width(), len(self.model.lanes.all))
        return self.cell(0).left() + first + step * place

    def arrows(self, row: int) -> list[tuple[int, int, Stroke]]:
        """From which lane to which lane, and the line."""
        found, parts = [], self.painted(row)
        flat = [one for one in parts if one.how == "line" and one.rect.height() == 0]
        tips = [one for one in parts if one.how == "shape" and len(one.points) == 3]
        assert len(flat) == len(tips)
        for line, tip in zip(flat, tips, strict=True):
            (start, y), (_end, _) = line.points
            assert (tip.points[0][1], tip.colour) == (y, line.colour), "the tip is at the line"
            assert tip.points[1][1] < y < tip.points[2][1]
            found.append((self._nearest(start), self._nearest(tip.points[0][0]), line))
        return found

    def _nearest(self, x: float) -> int:
        places = range(len(self.model.lanes.all))
        place = min(places, key=lambda one: abs(self.lane(one) - x))
        assert abs(self.lane(place) - x) < 10
        return place

    def bars(self, row: int) -> list[Stroke]:
        return [one for one in self.painted(row) if one.how == "fill" and one.rect.width() < 10]

    def words(self, row: int, column: int = STEPS) -> list[str]:
        return [one.text for one in self.painted(row, column) if one.how == "text"]


@pytest.fixture
def ladder_of(qtbot: QtBot, qapp: QApplication, journal: Journal) -> object:
    """Makes the ladder once all is told."""
    theme.install(qapp, "light")

    def make(user: bool = False) -> Ladder:
        made = Ladder(journal, user)
        qtbot.addWidget(made.view)
        return made

    return make


def tone(role: str) -> str:
    return theme.color(role).name()


def test_lanes_have_room_between_and_for_notes() -> None:
    assert lane_room(1000, 2) == (76, 420), "no further apart than that"
    assert lane_room(76 + 250 + 2 * 200, 3) == (76, 200)
    assert lane_room(76 + 24 + 2 * 150, 3) == (76, 150), "notes give way first"
    assert lane_room(76 + 24 + 2 * 130, 3) == (76, 130)
    assert lane_room(100, 3) == (76, 90), "never closer than that"
    assert lane_room(600, 1)[0] == 76
    assert [least_width(lanes) for lanes in (1, 2, 3)] == [100, 190, 280]


def test_a_lane_goes_through_every_row_below_its_name(ladder_of: type[Ladder], story: Story) -> None:
    story.call()
    ladder = ladder_of(True)
    for row in range(2):
        upright = [one for one in ladder.painted(row) if one.how == "line" and one.rect.width() == 0]
        assert [one.rect.x() for one in upright] == [ladder.lane(place) for place in range(3)]
        cell = ladder.cell(row)
        assert all((one.rect.top(), one.rect.bottom()) == (cell.top(), cell.bottom() + 1) for one in upright)
        assert {one.style for one in upright} == {Qt.PenStyle.SolidLine}
    head = strokes(ladder.view.horizontalHeader().viewport())
    assert (head[0].how, head[0].colour) == ("fill", tone("background"))
    names = [one for one in head if one.how == "text"]
    assert [(one.text, one.colour) for one in names] == [
        ("User", tone("accent")),
        ("Client", tone("client")),
        ("demo", tone("server")),
    ]
    for place, one in enumerate(names):
        assert one.side == "center" and abs(one.middle.x() - ladder.lane(place)) <= 1


def test_numbers_and_times_stand_right_in_their_columns(ladder_of: type[Ladder], story: Story) -> None:
    story.call()
    ladder = ladder_of()
    for column, text in ((NUMBER, "2"), (TIME, "0.100 s")):
        (found,) = [one for one in ladder.painted(1, column) if one.how == "text"]
        assert (found.text, found.side, found.colour) == (text, "right", tone("muted"))
        assert ladder.cell(1, column).right() - 8 < found.rect.right() < ladder.cell(1, column).right()


def test_a_request_goes_to_the_server_and_its_answer_comes_back_dashed(
    ladder_of: type[Ladder], story: Story
) -> None:
    story.call()
    ladder = ladder_of()
    (there,), (back,) = ladder.arrows(0), ladder.arrows(1)
    assert there[:2] == (0, 1) and back[:2] == (1, 0)
    assert (there[2].style, back[2].style) == (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
    assert (there[2].colour, back[2].colour) == (tone("client"), tone("ok"))


def test_what_is_no_answer_is_dotted_and_questions_come_from_the_server(
    ladder_of: type[Ladder], story: Story
) -> None:
    story.record("notification", b'{"method":"x"}', method="x", valid=True)
    story.ask("roots/list", "", direction="in", channel="stdout")
    ladder = ladder_of()
    (told,), (asked,) = ladder.arrows(0), ladder.arrows(1)
    assert (told[:2], told[2].style) == ((1, 0), Qt.PenStyle.DotLine)
    assert (asked[:2], asked[2].style) == ((1, 0), Qt.PenStyle.SolidLine)


def test_the_words_of_a_step_stand_above_its_arrow_and_hide_the_lanes_behind(
    ladder_of: type[Ladder], story: Story
) -> None:
    story.call("echo")
    ladder = ladder_of()
    arrow = ladder.arrows(0)[0][2]
    painted = ladder.painted(0)
    (text,) = [one for one in painted if one.how == "text"]
    assert (text.text, text.side, text.colour) == ("tools/call echo", "center", tone("client"))
    assert text.rect.bottom() < arrow.rect.y()
    assert ladder.lane(0) + 8 < text.rect.left() and text.rect.right() < ladder.lane(1) - 4
    assert abs(text.middle.x() - arrow.middle.x()) < 8
    under = painted[painted.index(text) - 1]
    assert under.how == "fill" and under.colour == tone("base")
    assert under.rect.width() < text.rect.width() and under.rect.bottom() <= text.rect.bottom() + 1
    assert abs(under.middle.x() - text.middle.x()) < 1
    wide = ladder.view.fontMetrics().horizontalAdvance(text.text)
    assert wide <= under.rect.width() <= wide + 8


def test_a_step_that_breaks_a_rule_has_a_sign(ladder_of: type[Ladder], story: Story) -> None:
    for severity in ("error", "warning", "info"):
        story.finding(story.ask().number, severity)
    ladder = ladder_of()
    assert ["▲" in ladder.words(row)[0] for row in range(3)] == [True, True, False]


def test_a_pause_is_said_before_the_lanes_which_are_dotted_there(
    ladder_of: type[Ladder], story: Story
) -> None:
    call = story.ask()
    story.now_ns += 5 * SECOND
    story.answer(call)
    ladder = ladder_of()
    assert not any("⋮" in one for one in ladder.words(0))
    (pause,) = [one for one in ladder.painted(1) if one.text.startswith("⋮")]
    assert (pause.text, pause.side, pause.colour) == ("⋮ 5.10 s", "left", tone("muted"))
    cell = ladder.cell(1)
    assert cell.left() < pause.rect.left() and pause.rect.right() < ladder.lane(0)
    assert pause.rect.top() == cell.top() and pause.rect.bottom() < cell.center().y() + 4
    upright = [one for one in ladder.painted(1) if one.how == "line" and one.rect.width() == 0]
    assert {one.style for one in upright} == {Qt.PenStyle.DotLine}


def test_a_note_stands_in_a_box_right_of_its_lane(ladder_of: type[Ladder], story: Story) -> None:
    story.call()
    story.stderr("hello")
    story.malformed(b"{", "not JSON")
    ladder = ladder_of()
    for row, words, role in ((2, "stderr hello", None), (3, "⚠ malformed not JSON", "error")):
        boxes = [one for one in ladder.painted(row) if one.how == "shape"]
        (text,) = [one for one in ladder.painted(row) if one.how == "text"]
        assert [one.rect for one in boxes] == [text.rect]
        assert (text.text, text.side) == (words, "center")
        assert ladder.lane(1) + 4 < text.rect.left() < ladder.lane(1) + 16
        assert text.rect.width() > ladder.view.fontMetrics().horizontalAdvance(words)
        assert ladder.cell(row).top() < text.rect.top() and text.rect.bottom() < ladder.cell(row).bottom()
        assert boxes[0].colour == (theme.tint("error").name() if role else tone("alternate"))


def test_a_note_moves_over_its_lane_where_there_is_no_room_beside_it(
    ladder_of: type[Ladder], story: Story
) -> None:
    story.stderr("a short line")
    ladder = ladder_of()
    ladder.view.resize(480, 300)
    ladder.view.fit_lanes()
    (text,) = [one for one in ladder.painted(0) if one.how == "text"]
    assert text.text == "stderr a short line"
    assert ladder.cell(0).left() <= text.rect.left() and text.rect.right() <= ladder.cell(0).right()


def test_a_long_note_ends_before_the_border(ladder_of: type[Ladder], story: Story) -> None:
    story.stderr("word " * 200)
    ladder = ladder_of()
    (text,) = [one for one in ladder.painted(0) if one.how == "text"]
    assert text.text.endswith("…") and text.rect.right() <= ladder.cell(0).right()


def test_a_bar_on_the_lane_of_the_server_runs_from_the_request_to_the_answer(
    ladder_of: type[Ladder], story: Story
) -> None:
    call = story.ask()
    story.stderr("meanwhile")
    story.answer(call)
    story.stderr("later")
    ladder = ladder_of()
    begins, runs, ends = (ladder.bars(row)[0].rect for row in range(3))
    assert not ladder.bars(3)
    for row, bar in enumerate((begins, runs, ends)):
        assert bar.center().x() == pytest.approx(ladder.lane(1)) and bar.width() == 8
        cell = ladder.cell(row)
        arrow = cell.top() + round(cell.height() * 0.68)
        assert bar.top() == (arrow if row == 0 else cell.top())
        assert bar.bottom() == (arrow if row == 2 else cell.bottom() + 1)


def test_bars_of_calls_at_the_same_time_stand_side_by_side(ladder_of: type[Ladder], story: Story) -> None:
    one, two = story.ask(), story.ask()
    story.answer(one)
    story.answer(two)
    ladder = ladder_of()
    first, second = ladder.bars(1)
    assert second.rect.left() - first.rect.left() == 5


def test_a_call_without_an_end_is_a_thin_bar_beside_the_others(ladder_of: type[Ladder], story: Story) -> None:
    story.ask()
    story.call()
    ladder = ladder_of()
    thin, usual = ladder.bars(1)
    assert (thin.rect.width(), usual.rect.width()) == (3, 8)
    assert usual.rect.left() - 3 < thin.rect.right() < usual.rect.left()


def test_what_the_server_asks_is_open_at_the_client(ladder_of: type[Ladder], story: Story) -> None:
    asked = story.ask("roots/list", "", direction="in", channel="stdout")
    story.answer(asked)
    ladder = ladder_of()
    (bar,) = ladder.bars(0)
    assert bar.rect.center().x() == pytest.approx(ladder.lane(0))


def test_the_selected_call_has_a_strong_bar_and_a_ground_of_its_own(
    ladder_of: type[Ladder], story: Story
) -> None:
    call = story.ask()
    story.stderr("of nobody")
    story.answer(call)
    ladder = ladder_of()
    plain = ladder.bars(0)[0].colour
    ladder.view.delegate.exchange = call.number
    ladder.view.show_row(2)
    assert ladder.bars(0)[0].colour not in (plain, tone("base"))
    grounds = [ladder.painted(row)[0].colour for row in range(3)]
    assert grounds == [theme.tint("accent", 0.08).name(), tone("base"), tone("selection")]


def test_questions_to_the_person_go_on_to_their_lane_and_come_back(
    ladder_of: type[Ladder], story: Story
) -> None:
    asked = story.ask("elicitation/create", "", direction="in", channel="stdout")
    story.answer(asked)
    ladder = ladder_of(True)
    assert [one[:2] for one in ladder.arrows(0)] == [(2, 1), (1, 0)]
    said = [one[:2] for one in ladder.arrows(1)]
    assert said[0] in ((1, 2), (2, 1)) and said[1] == (0, 1)


def test_without_rows_the_table_says_why(ladder_of: type[Ladder], journal: Journal) -> None:
    ladder = ladder_of()
    ladder.view.empty_text = lambda: "Nothing here."
    (text,) = [one for one in strokes(ladder.view.viewport()) if one.how == "text"]
    assert (text.text, text.side, text.colour) == ("Nothing here.", "center", tone("muted"))
