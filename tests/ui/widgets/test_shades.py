"""Shades for charts: none is so faint that it is not seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from inspector.ui.widgets import theme
from inspector.ui.widgets.shades import SEEN, contrast, fill_framed, shade

BLACK, WHITE = QColor("#000000"), QColor("#ffffff")


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21) == contrast(WHITE, BLACK)
    assert contrast(WHITE, WHITE) == pytest.approx(1)
    # as the checkers of WebAIM and others say it
    assert contrast(QColor("#767676"), WHITE) == pytest.approx(4.54, abs=0.01)
    assert contrast(QColor("#ff0000"), WHITE) == pytest.approx(4.0, abs=0.01)
    assert contrast(QColor("#0000ff"), WHITE) == pytest.approx(8.59, abs=0.01)
    assert contrast(QColor("#050505"), BLACK) == pytest.approx(1.03, abs=0.01)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_faintest_shade_is_just_seen_and_the_strongest_is_the_whole_colour(
    qapp: QApplication, mode: str
) -> None:
    theme.install(qapp, mode)
    ground = theme.color("base")
    for role in ("client", "server", "error"):
        least, most = shade(role, 0), shade(role, 1)
        assert most.name() == theme.color(role).name()
        assert SEEN <= contrast(least, ground) < SEEN + 0.3
        assert contrast(least, ground) < contrast(shade(role, 0.5), ground) < contrast(most, ground)
    theme.install(qapp, "light")


def test_a_bar_in_a_part_of_its_colour_has_a_frame_in_all_of_it(qapp: QApplication) -> None:
    theme.install(qapp, "light")
    tone = QColor("#ff0000")

    def painted(width: int, share: float) -> QImage:
        image = QImage(20, 10, QImage.Format.Format_RGB32)
        image.fill(WHITE)
        painter = QPainter(image)
        fill_framed(painter, QRectF(2, 2, width, 6), tone, share)
        painter.end()
        return image

    inner = theme.mix(theme.color("base"), tone, 0.5).name()
    part = painted(10, 0.5)
    assert [part.pixelColor(x, 4).name() for x in (1, 2, 3, 10, 11, 12)] == [
        "#ffffff", "#ff0000", inner, inner, "#ff0000", "#ffffff",
    ]  # fmt: skip
    assert part.pixelColor(5, 2).name() == "#ff0000" == part.pixelColor(5, 7).name()
    assert painted(10, 1).pixelColor(5, 4).name() == "#ff0000"
    assert painted(2, 0.5).pixelColor(2, 4).name() == "#ff0000", "there is nothing inside"
