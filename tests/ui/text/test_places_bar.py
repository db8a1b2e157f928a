"""Where something was found is marked at the scroll bar."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionSlider, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.text.places_bar import PlacesBar, thinned
from inspector.ui.widgets import theme


def test_many_places_are_thinned_evenly() -> None:
    assert thinned(range(2000)) == range(2000)
    many = list(thinned(range(2001)))
    assert len(many) == 1001 and many[:3] == [0, 2, 4] and many[-1] == 2000
    assert len(thinned(range(1_000_000))) == 2000


def test_marks_stand_at_their_share_of_the_length(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    window = QWidget()
    qtbot.addWidget(window)
    bar = PlacesBar(window)
    bar.setRange(0, 100)
    bar.resize(16, 300)
    window.resize(40, 300)
    window.show()
    option = QStyleOptionSlider()
    bar.initStyleOption(option)
    groove = bar.style().subControlRect(
        QStyle.ComplexControl.CC_ScrollBar, option, QStyle.SubControl.SC_ScrollBarGroove, bar
    )

    def marked() -> list[int]:
        """Lines in the colour of marks, from the top of the groove."""
        image, tone = bar.grab().toImage(), theme.color("warning").name()
        x = groove.right() - 1
        return [y - groove.top() for y in range(image.height()) if image.pixelColor(x, y).name() == tone]

    assert marked() == [] and bar.shares() == []
    bar.show_shares([0.0, 0.5, 0.5, 1.0])
    last = groove.height() - 2
    middle = int(0.5 * last)
    assert marked() == [0, 1, middle, middle + 1, last, last + 1] and bar.shares() == [0.0, 0.5, 0.5, 1.0]
    image = bar.grab().toImage()
    tones = [image.pixelColor(x, groove.top()).name() for x in range(groove.right() - 5, groove.right() + 1)]
    assert [tone == theme.color("warning").name() for tone in tones] == [False, True, True, True, True, False]
    bar.show_shares([])
    assert marked() == []
