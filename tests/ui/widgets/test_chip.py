"""A badge: a short word on a tinted ground."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import Chip, Pill
from tests.ui.strokes import strokes


@pytest.fixture
def chip(qtbot: QtBot, qapp: QApplication) -> Chip:
    theme.install(qapp, "light")
    made = Chip("<b>new</b>", "error")
    qtbot.addWidget(made)
    made.adjustSize()
    return made


def test_its_word_stands_in_the_middle_of_a_ground_of_its_role(chip: Chip) -> None:
    ground, text = strokes(chip)
    assert ground.how == "shape" and ground.rect.toRect() == chip.rect()
    assert ground.colour == theme.tint("error").name()
    assert (text.text, text.side, text.colour) == ("<b>new</b>", "center", theme.color("error").name())
    assert text.rect == ground.rect


def test_another_role_and_another_theme_have_other_colours(chip: Chip, qapp: QApplication) -> None:
    chip.set_role("ok")
    assert strokes(chip)[1].colour == theme.color("ok").name()
    theme.install(qapp, "dark")
    assert strokes(chip)[1].colour == theme.color("ok").name()
    theme.install(qapp, "light")


def test_it_is_muted_when_nobody_says(qtbot: QtBot, qapp: QApplication) -> None:
    made = Chip("x")
    qtbot.addWidget(made)
    assert strokes(made)[1].colour == theme.color("muted").name()


def test_it_is_as_wide_as_its_word_and_some_room(chip: Chip) -> None:
    margins = chip.contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (8, 1, 8, 1)
    policy = chip.sizePolicy()
    assert policy.horizontalPolicy() == policy.verticalPolicy() == policy.Policy.Fixed


def test_a_pill_is_filled_while_it_is_on(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    pill = Pill("pill", "TOOL  3")
    qtbot.addWidget(pill)
    pill.setCheckable(True)
    pill.adjustSize()
    off = strokes(pill)[-1].colour
    pill.setChecked(True)
    assert (off, strokes(pill)[-1].colour) == (theme.color("text").name(), theme.color("accent").name())
