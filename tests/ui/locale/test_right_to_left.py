"""Names of others, and the order of our sentences around them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from inspector.ui.locale.right_to_left import direction_of, in_order, isolated, mirrored, placed, write

RIGHT, LEFT = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight


@pytest.fixture
def mirror(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(RIGHT)
    yield
    qapp.setLayoutDirection(LEFT)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("für", "für"),
        ("שלום", "\u2068שלום\u2069"),
        ("a\u202eb", "\u2068a⟨U+202E⟩b\u2069"),
    ],
)
def test_a_text_of_others_cannot_turn_what_is_around_it(text: str, shown: str) -> None:
    assert isolated(text) == shown


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("The tool echo failed.", "The tool echo failed."),
        ("Das für alle", "Das für alle"),
        ("The tool שלום failed.", "\u200eThe tool \u2068שלום\u2069 failed."),
        ("The tool שלום, עולם_2 failed.", "\u200eThe tool \u2068שלום\u2069, \u2068עולם_2\u2069 failed."),
        ("הכלי echo נכשל בגלל", "הכלי echo נכשל בגלל"),
        ("The tool \u202eabc failed.", "The tool ⟨U+202E⟩abc failed."),
    ],
)
def test_a_sentence_of_ours_keeps_its_order_around_the_names_in_it(sentence: str, shown: str) -> None:
    assert in_order(sentence) == shown


@pytest.mark.parametrize(
    ("text", "here", "there"),
    [
        ("abc", LEFT, LEFT),
        ("für", LEFT, LEFT),
        ("שלום abc", RIGHT, RIGHT),
        ("abc שלום", LEFT, RIGHT),
        ("1 שלום", RIGHT, RIGHT),
    ],
)
def test_a_line_is_read_as_its_letters_are(
    qapp: QApplication, text: str, here: Qt.LayoutDirection, there: Qt.LayoutDirection
) -> None:
    assert not mirrored() and direction_of(text) == here
    qapp.setLayoutDirection(RIGHT)
    found = mirrored(), direction_of(text)
    qapp.setLayoutDirection(LEFT)
    assert found == (True, there)


def inked(text: str, area: QRect | None = None) -> list[int]:
    """Where a text is in a line of 200 px that is written into its first 100."""
    picture = QImage(200, 20, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    write(
        painter, QRect(0, 0, 100, 20), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text, area
    )
    painter.end()
    return [x for x in range(200) if any(picture.pixelColor(x, y) != QColor("white") for y in range(20))]


def test_what_is_at_the_left_stands_right_in_a_mirrored_window(mirror: None) -> None:
    area = QRect(0, 0, 200, 20)
    assert placed(QRect(0, 0, 50, 20), area) == QRect(150, 0, 50, 20)
    ink = inked("abc")
    assert ink[0] > 60 and 90 < ink[-1] < 100
    ink = inked("abc", area)
    assert ink[0] > 160 and ink[-1] > 190


def test_elsewhere_it_stands_where_it_was_put(qapp: QApplication) -> None:
    for text in ("abc", "שלום"):
        ink = inked(text, QRect(0, 0, 200, 20))
        assert ink[0] < 5 and ink[-1] < 60
