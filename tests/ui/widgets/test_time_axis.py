"""A stretch of time: places of moments in it, other stretches made of it, its ticks in words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from inspector.ui.widgets.time_axis import LEAST_NS, Axis, moment_text, ticks

SECOND = 10**9
MS = 10**6


def test_moments_have_their_place_and_those_outside_stay_at_the_edge() -> None:
    axis = Axis(100, 200)
    assert [axis.place(at, 50.0) for at in (0, 100, 150, 200, 999)] == [0.0, 0.0, 25.0, 50.0, 50.0]


def test_a_place_is_a_time_also_outside() -> None:
    axis = Axis(1000, 3000)
    assert [axis.time(x, 100) for x in (-50, 0, 25, 100, 150)] == [0, 1000, 1500, 3000, 4000]
    assert axis.time(0.5, 0) == 2000, "a width of nothing is taken for one pixel"


def test_an_axis_without_length_has_one() -> None:
    assert (Axis(5, 5).length_ns, Axis(5, 9).length_ns, Axis(9, 5).length_ns) == (1, 4, 1)


def test_zooming_leaves_the_anchor_where_it_is() -> None:
    axis = Axis(0, SECOND)
    near = axis.zoomed(0.5, SECOND // 4)
    assert near == Axis(SECOND // 8, SECOND // 8 + SECOND // 2)
    assert near.place(SECOND // 4, 100.0) == axis.place(SECOND // 4, 100.0) == 25.0
    assert axis.zoomed(2.0, SECOND) == Axis(-SECOND, SECOND)


def test_zooming_ends_where_clocks_do() -> None:
    axis = Axis(0, 4 * LEAST_NS)
    assert axis.zoomed(0.001, 0) == Axis(0, LEAST_NS)
    assert axis.zoomed(0.001, 4 * LEAST_NS) == Axis(3 * LEAST_NS, 4 * LEAST_NS)


def test_a_stretch_is_moved_as_it_is() -> None:
    assert Axis(10, 30).moved(5) == Axis(15, 35)


@pytest.mark.parametrize(
    ("ns", "step", "text"),
    [
        (0, MS, "0.000 s"),
        (0, SECOND, "0 s"),
        (120 * MS, MS, "0.120 s"),
        (1_250 * MS, 10 * MS, "1.25 s"),
        (1_250 * MS, MS, "1.250 s"),
        (1_250 * MS, SECOND, "1 s"),
        (10_032_931_312, 1, "10.033 s"),
        (-5 * MS, MS, "-0.005 s"),
        (-999, MS, "0.000 s"),
        (59_999_600_000, MS, "1:00.000"),
        (60 * SECOND, SECOND, "1:00"),
        (125 * SECOND, SECOND, "2:05"),
        (70_500 * MS, 100 * MS, "1:10.5"),
        (1_146_521 * MS, MS, "19:06.521"),
        (3_600 * SECOND, SECOND, "1:00:00"),
        (3_725 * SECOND, SECOND, "1:02:05"),
        (-3_725 * SECOND, SECOND, "-1:02:05"),
    ],
)
def test_moments_in_words(ns: int, step: int, text: str) -> None:
    assert moment_text(ns, step) == text


def test_ticks_finer_than_a_millisecond_say_how_long_after_one_they_are() -> None:
    start = 10_031_990_000
    words = [text for _at, text in ticks(Axis(start, start + 30_000), 0, 3)]
    assert words == ["10.031 s +990 µs", "10.032 s", "+10 µs", "+20 µs"]


@pytest.mark.parametrize("most", [1, 4, 10, 25])
@pytest.mark.parametrize("length", [LEAST_NS, 7 * MS, SECOND, 47 * SECOND, 3_599 * SECOND, 10**15, 1 << 62])
def test_ticks_are_even_round_and_not_many_more_than_asked_for(length: int, most: int) -> None:
    found = [at for at, _text in ticks(Axis(1000, 1000 + length), 1000, most)]
    steps = {after - before for before, after in pairwise(found)}
    assert len(steps) <= 1 and 1 <= len(found) <= most + 1
    assert len(found) >= most // 8, "neither far fewer"
    assert found[0] == 1000


def test_ticks_begin_inside_and_count_from_the_origin() -> None:
    found = ticks(Axis(5 * SECOND + 1, 8 * SECOND), 4 * SECOND, 3)
    assert found == [(6 * SECOND, "2 s"), (7 * SECOND, "3 s"), (8 * SECOND, "4 s")]
    assert [text for _at, text in ticks(Axis(0, 2 * SECOND), SECOND, 2)] == ["-1 s", "0 s", "1 s"]


def test_steps_of_long_times_are_those_of_a_clock() -> None:
    found = [text for _at, text in ticks(Axis(0, 600 * SECOND), 0, 10)]
    assert found == ["0 s", *(f"{minute}:00" for minute in range(1, 11))]
    hours = [text for _at, text in ticks(Axis(0, 7200 * SECOND), 0, 4)]
    assert hours == ["0 s", "30:00", "1:00:00", "1:30:00", "2:00:00"]
