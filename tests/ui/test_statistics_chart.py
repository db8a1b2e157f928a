"""The chart of latencies draws whatever was measured."""

from __future__ import annotations

from array import array

import pytest
from PySide6.QtCore import QPointF, Qt

from inspector.trace.statistics import Group
from inspector.trace.statistics_series import MOST_DOTS, series
from inspector.ui.statistics_chart import StatisticsChart


def group(durations: list[int]) -> Group:
    started = array("q", (place * 1000 for place in range(len(durations))))
    return Group(
        durations=array("q", durations), started=started, numbers=array("q", range(1, len(durations) + 1))
    )


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("durations", [[0], [0, 0], [1, 10**13], [999] * (MOST_DOTS + 1), [0, 10**6]])
def test_it_draws_every_range_of_durations(qapp: object, durations: list[int], log: bool) -> None:
    chart = StatisticsChart()
    chart.resize(400, 160)
    chart.set_log(log)
    empty = chart.grab().toImage()
    chart.show_series(series([group(durations)]), "echo", 0)
    assert chart.grab().toImage() != empty  # an exception while painting fails the test, too
    chart.show_series(None, "echo", 0)
    assert chart.text_at(QPointF(200, 80)) == ""
    chart.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chart.close()


def test_few_calls_are_counted_and_make_no_rate(qapp: object) -> None:
    chart = StatisticsChart()
    chart.resize(400, 160)
    one = series([group([5_000_000])])
    assert one is not None and chart.legend(one)[1] == "below: calls"
    chart.show_series(one, "echo", 0)
    texts = {chart.text_at(QPointF(x, 140.0)) for x in range(70, 380)} - {""}
    assert texts and all("1 calls (1 / 1.0 ms)" in text for text in texts)
    many = series([group([5_000_000] * 500)])
    assert many is not None and chart.legend(many)[1] == "below: calls a second"
    chart.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chart.close()


def test_a_stretch_says_what_is_in_it(qapp: object) -> None:
    chart = StatisticsChart()
    chart.resize(400, 160)
    chart.show_series(series([group([5_000_000] * (MOST_DOTS + 1))]), "echo", 0)
    texts = {chart.text_at(QPointF(x, 140.0)) for x in range(70, 380)}
    assert any("1,000 calls" in text and "p50 5.0 ms" in text for text in texts)
    chart.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chart.close()
