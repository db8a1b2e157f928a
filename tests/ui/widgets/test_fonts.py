"""Fonts: the desktop's where it has one, our own instead of the last resort."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF
from PySide6.QtWidgets import QApplication

from inspector.resources import resource
from inspector.ui.widgets import fonts

LIMIT: Final = 1_500_000
FILES: Final = sorted(resource("fonts").iterdir())


@pytest.fixture
def last_resort(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[QFont]:
    """What Qt gives where no desktop chose a font."""
    monkeypatch.setattr(fonts, "_is_last_resort", lambda font: True)
    font = QFont("Sans Serif")
    font.setPointSizeF(9.0)
    yield font


def test_the_fonts_are_small_and_have_their_licence() -> None:
    assert sum(file.stat().st_size for file in FILES) <= LIMIT
    words = resource("fonts/OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in words
    assert all(file.name.split("-")[0] in words for file in FILES if file.suffix != ".txt")


def test_a_font_chosen_by_the_user_stays(qapp: QApplication) -> None:
    chosen = QFont("DejaVu Sans")
    assert fonts.text_font(chosen) == chosen


def test_the_last_resort_is_replaced_by_inter(last_resort: QFont) -> None:
    made = fonts.text_font(last_resort)
    assert QFontInfo(made).family() == "Inter"
    assert made.pointSizeF() == 9.75
    assert QFontInfo(fonts.code_font(9.75)).family() == "JetBrains Mono"
    assert QFontInfo(fonts.code_font(9.75)).fixedPitch()


def test_digits_stand_below_each_other(last_resort: QFont) -> None:
    metrics = QFontMetricsF(fonts.text_font(last_resort))
    assert len({metrics.horizontalAdvance(digit) for digit in "0123456789"}) == 1


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.suffix != ".txt"], ids=lambda file: file.name
)
def test_the_signs_of_the_program_are_there_and_nothing_is_joined(file: Path, qapp: QApplication) -> None:
    font = QFont("Inter" if file.stem.startswith("Inter") else "JetBrains Mono")
    font.setBold(file.stem.endswith("Bold"))
    fonts._loaded(file.name)
    metrics = QFontMetricsF(font)
    assert all(metrics.inFontUcs4(ord(sign)) for sign in "Aéßжλ…→←↑↓✓✗●○▾·×≥≤←µ§")
    assert metrics.horizontalAdvance("->") == pytest.approx(
        metrics.horizontalAdvance("-") + metrics.horizontalAdvance(">"), abs=1.0
    )


def test_bold_is_a_font_of_its_own(last_resort: QFont) -> None:
    bold = fonts.text_font(last_resort)
    bold.setBold(True)
    assert QFontInfo(bold).weight() == QFont.Weight.Bold
