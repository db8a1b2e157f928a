"""What hovering a bar says when there is much, or nothing, to say."""

from __future__ import annotations

import re

import pytest

from inspector.trace.journal import Journal
from inspector.trace.parts import NOTHING, Nested, Parts
from inspector.ui.timeline.view.cells import make_cells
from inspector.ui.timeline.waterfall.hover import phases_html
from tests.ui.story import START_NS, Story

MS = 10**6
pytestmark = pytest.mark.usefixtures("qapp")


def lines(journal: Journal, number: int, parts: Parts = NOTHING, now_ns: int = START_NS) -> list[str]:
    html = phases_html(make_cells(journal.rows([number])[0], True, START_NS, {}), now_ns, START_NS, parts)
    rows = html.replace("&nbsp;", " ").replace("<br>", " | ").split("</tr>")
    return [re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", row)).strip() for row in rows]


def test_what_opens_no_call_has_nothing_to_say(journal: Journal, story: Story) -> None:
    answer = story.answer(story.ask())
    assert lines(journal, answer) == [""]
    assert lines(journal, story.stderr("x")) == [""]


def test_it_began_so_long_after_the_session(journal: Journal, story: Story) -> None:
    story.stderr("x")
    asked = story.call()
    found = lines(journal, asked.number)
    assert found[0].endswith("started 100 ms")
    assert found[1:5] == ["■ queued 1.0 ms", "■ sent → first byte 98 ms", "■ first byte → done 1.0 ms",
                          "total 100 ms"]  # fmt: skip


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, []),
        (1, ["progress ×1 +10 ms"]),
        (8, ["progress ×8 +10 ms +20 ms +30 ms | +40 ms +50 ms +60 ms | +70 ms +80 ms"]),
        (10, ["progress ×10 +10 ms +20 ms +30 ms | +40 ms … +70 ms | +80 ms +90 ms +100 ms"]),
    ],
)
def test_of_much_progress_the_first_and_the_last_is_told(
    journal: Journal, story: Story, count: int, said: list[str]
) -> None:
    ticks = tuple(START_NS + place * 10 * MS for place in range(1, count + 1))
    found = lines(journal, story.call().number, Parts(progress=ticks))
    assert [one for one in found if one.startswith("progress")] == said


def test_rounds_are_counted_from_the_second(journal: Journal, story: Story) -> None:
    rounds = tuple(START_NS + place * 10 * MS for place in range(1, 11))
    found = lines(journal, story.call().number, Parts(rounds=rounds))
    told = [one for one in found if one.startswith("round")]
    assert told[0] == "round 2 +10 ms" and told[-1] == "round 9 +80 ms"


def test_of_many_questions_of_the_server_eight_are_named_and_the_rest_is_counted(
    journal: Journal, story: Story
) -> None:
    asked = story.ask()
    nested = [Nested(2, "m" * 70, "", "pending", START_NS + 10 * MS, 0)]
    nested += [Nested(n, "roots/list", "", "done", START_NS, START_NS + MS) for n in range(3, 10)]
    found = lines(journal, asked.number, Parts(nested=tuple(nested)), START_NS + 30 * MS)
    assert found[4] == "total 30 ms …"
    assert found[5:7] == ["asked by the server meanwhile", f"■ #2 {'m' * 59}… 20 ms … (+10 ms)"]
    assert found[7].startswith("■ #3 roots/list 1.0 ms")
    assert not any(one.startswith("and") for one in found)
    two_more = tuple(nested + nested[-2:])
    assert "and 2 more" in lines(journal, asked.number, Parts(nested=two_more))
