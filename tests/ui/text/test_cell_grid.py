"""Signs of other fonts get the letter spacing that two cells, or one, need."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF, QTextLayout
from PySide6.QtWidgets import QApplication

from inspector.ui.text.cell_grid import end_of, grid_of, spaced
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui


def cells(text: str) -> float:
    """How many cells a text takes when it is spaced."""
    grid = grid_of(theme.mono_font())
    layout = QTextLayout(text, theme.mono_font())
    formats = []
    for start, end, px in grid.off_grid(text):
        part = QTextLayout.FormatRange()
        part.start = len(text[:start].encode("utf-16-le")) // 2
        part.length = len(text[start:end].encode("utf-16-le")) // 2
        part.format = spaced(px)
        formats.append(part)
    layout.setFormats(formats)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return end_of(line) / grid.cell


@pytest.mark.parametrize("percent", [75, 100, 125, 200])
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("abc", 3),
        ("한글", 4),
        ("日本語、漢字", 12),
        ("ａｂ", 4),
        ("│ 한 │ 中 │", 11),
        ("─═╬█▀⣿", 6),
        ("한a글b", 6),
        ("é→✓", 3),
        ("🎉🎉", 4),
        ("🇰🇷", 2),
    ],
)
def test_a_text_takes_the_cells_of_a_terminal(
    qapp: QApplication, text: str, count: int, percent: int
) -> None:
    theme.install(qapp, "light", percent)
    try:
        assert cells(text) == pytest.approx(count, abs=0.02)
    finally:
        theme.install(qapp, "light", 100)


def test_latin_text_needs_nothing_and_scripts_with_joined_letters_are_left_alone(qapp: QApplication) -> None:
    theme.install(qapp, "light")
    grid = grid_of(theme.mono_font())
    assert list(grid.off_grid("plain")) == [] and list(grid.off_grid("مرحبا नमस्ते שלום")) == []
    assert grid.cell == QFontMetricsF(theme.mono_font()).horizontalAdvance("0")
    assert grid_of(theme.mono_font()) is grid
