"""The strip that says how the server stood a fault, with links to what that stands on."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.core.fault_injection.faults import Verdict
from inspector.ui.panels.fault_injection.verdict import VerdictStrip
from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme
from tests.ui.parts import the
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui


@pytest.fixture
def strip(qtbot: QtBot) -> VerdictStrip:
    made = VerdictStrip(Selection())
    qtbot.addWidget(made)
    made.resize(600, 40)
    return made


def _verdict(word: str = "complied", **fields: Any) -> Verdict:
    return Verdict("crlf", word, "So.", **{"records": (4, 5), "level": "none", "survived": True, **fields})


def _links(strip: VerdictStrip) -> list[str]:
    links = [the(strip, QPushButton, f"fault_record_{place}") for place in range(3)]
    return [link.text() for link in links if not link.isHidden()]


def _colour(strip: VerdictStrip) -> str:
    return next(stroke.colour for stroke in strokes(strip) if stroke.rect.width() == theme.px(3))


def test_it_is_not_there_before_a_fault_is_sent(strip: VerdictStrip) -> None:
    assert strip.isHidden()


def test_while_the_answer_is_awaited_it_names_the_fault_and_links_to_nothing(strip: VerdictStrip) -> None:
    strip.show_verdict(_verdict())
    strip.hide()
    strip.wait("CRLF line end")
    assert not strip.isHidden()
    assert strip.text() == "Sent: CRLF line end. Waiting for what comes …"
    assert _links(strip) == [] and _colour(strip) == theme.color("pending").name()


@pytest.mark.parametrize(
    ("word", "said", "role"),
    [
        ("complied", "Complied. So.", "ok"),
        ("not complied", "Not complied. So.", "error"),
        ("no answer", "No answer. So.", "pending"),
        ("undecided", "Undecided. So.", "warning"),
    ],
)
def test_every_verdict_has_its_word_and_colour(strip: VerdictStrip, word: str, said: str, role: str) -> None:
    strip.show_verdict(_verdict(word))
    assert strip.text() == said and _colour(strip) == theme.color(role).name()


@pytest.mark.parametrize(("level", "said"), [("must", " (MUST)"), ("should", " (SHOULD)"), ("none", "")])
def test_it_says_how_strict_the_rule_is(strip: VerdictStrip, level: str, said: str) -> None:
    strip.show_verdict(_verdict(level=level))
    assert strip.text() == f"Complied{said}. So."


def test_its_links_select_the_records_that_it_stands_on(qtbot: QtBot) -> None:
    selection = Selection()
    strip = VerdictStrip(selection)
    qtbot.addWidget(strip)
    strip.show_verdict(_verdict(records=(4, 5, 6, 7)))
    assert _links(strip) == ["#4", "#5", "#6"]
    told = QSignalSpy(selection.changed)
    for place in range(3):
        the(strip, QPushButton, f"fault_record_{place}").click()
    assert [told.at(at)[0] for at in range(told.count())] == [4, 5, 6]
    strip.show_verdict(_verdict(records=(8,)))
    assert _links(strip) == ["#8"]


def test_where_nothing_came_the_link_leads_to_what_was_sent(strip: VerdictStrip) -> None:
    strip.show_verdict(_verdict("no answer", records=(), sent=3))
    assert _links(strip) == ["#3"]
    strip.show_verdict(_verdict("no answer", records=(), sent=0))
    assert _links(strip) == []


def test_what_could_not_be_sent_is_an_error(strip: VerdictStrip) -> None:
    strip.fail("demo is not connected")
    assert not strip.isHidden() and strip.text() == "demo is not connected"
    assert _links(strip) == [] and _colour(strip) == theme.color("error").name()


def test_it_can_be_closed(strip: VerdictStrip) -> None:
    strip.fail("no")
    the(strip, QToolButton, "fault_verdict_close").click()
    assert strip.isHidden()
