"""Small controls that several parts of the window share."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import controls, theme
from inspector.ui.widgets.controls import (
    Elided,
    Heading,
    Link,
    MenuButton,
    Notice,
    Switch,
    column,
    empty_state,
    muted,
    row,
    tool_button,
)
from inspector.ui.widgets.plain import tooltip
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui


def test_choice_that_is_offered_again_is_seen(qtbot: QtBot) -> None:
    switch = Switch("views", (("a", "First"), ("b", "Second"), ("c", "Third")))
    qtbot.addWidget(switch)
    for key in ("b", "c"):
        switch.offer(key, False)
    with qtbot.waitExposed(switch):
        switch.show()
    assert switch.tabRect(1).width() == 0
    switch.offer("b", True)
    switch.offer("c", False)
    assert switch.tabRect(1).width() > 0


def test_a_line_that_is_cut_has_the_rest_in_its_tooltip(qtbot: QtBot) -> None:
    label = Elided("short")
    qtbot.addWidget(label)
    label.resize(200, 20)
    label.show()
    assert label.toolTip() == ""
    label.setText("long " * 100)
    assert label.toolTip() == tooltip("long " * 100)
    label.resize(20_000, 20)
    assert label.toolTip() == ""
    label.setText("a" * 1_000_000 + "z")
    assert len(label.text()) < 3000 and label.text().endswith("z")


def test_a_tooltip_that_says_more_than_the_line_stays(qtbot: QtBot) -> None:
    label = Elided("short", whole="all that is to be said")
    qtbot.addWidget(label)
    label.resize(200, 20)
    label.show()
    assert label.toolTip() == tooltip("all that is to be said")


def test_enter_presses_a_flat_button_as_space_does(qtbot: QtBot) -> None:
    button = tool_button("act", "play", "Act (Ctrl+K)", "Act")
    qtbot.addWidget(button)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        qtbot.keyClick(button, key)
    qtbot.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.KeypadModifier)
    assert len(pressed) == 4
    qtbot.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(button, Qt.Key.Key_A)
    assert len(pressed) == 4


def test_a_flat_button_says_its_words_or_its_hint(qtbot: QtBot) -> None:
    styles = Qt.ToolButtonStyle
    for text, icon, style, said in (
        ("", "play", styles.ToolButtonIconOnly, "Do it"),
        ("Do", "play", styles.ToolButtonTextBesideIcon, "Do"),
        ("Do", "", styles.ToolButtonTextOnly, "Do"),
    ):
        button = tool_button("act", icon, "Do it", text)
        qtbot.addWidget(button)
        assert (button.toolButtonStyle(), button.accessibleName(), button.text()) == (style, said, text)
        assert button.icon().isNull() is (not icon) and button.autoRaise() and button.toolTip() == "Do it"


@pytest.mark.parametrize("turned", [False, True])
def test_a_button_with_a_menu_opens_it_below_itself(qtbot: QtBot, qapp: QApplication, turned: bool) -> None:
    button = MenuButton("more", "More", "What else there is", "play")
    qtbot.addWidget(button)
    button.choices.addAction("one of many things")
    button.show()
    assert button.text() == "More ▾" and button.accessibleName() == "More"
    button.set_label("")
    assert button.text() == " ▾" and button.accessibleName() == "What else there is"
    window = button.window()
    window.move(300, 100)
    if turned:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    button.click()
    menu, corner = button.choices, button.mapToGlobal(button.rect().bottomLeft())
    place, wide = menu.pos(), menu.sizeHint().width()
    menu.close()
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    right = button.mapToGlobal(button.rect().bottomRight())
    assert place.y() == corner.y() and place.x() == (right.x() - wide if turned else corner.x())


def test_a_switch_tells_what_was_chosen_and_gives_way_when_that_is_not_offered(qtbot: QtBot) -> None:
    switch = Switch("views", (("a", "First"), ("b", "Second"), ("c", "Third")))
    qtbot.addWidget(switch)
    told: list[str] = []
    switch.chosen.connect(told.append)
    switch.choose("c")
    switch.choose("unknown")
    assert switch.key() == "c" and told == ["c"]
    switch.offer("b", False)
    assert switch.key() == "c"
    switch.offer("c", False)
    assert switch.key() == "a" and told == ["c", "a"]
    assert [switch.isTabVisible(number) for number in range(3)] == [True, False, False]


def test_a_strip_says_one_thing_and_offers_the_next_step(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    notice = Notice("strip", "error")
    qtbot.addWidget(notice)
    done: list[str] = []
    notice.add_button("again", "Try again", lambda: done.append("again"))
    notice.add_close("shut")
    notice.set_text("<b>It failed</b>")
    notice.resize(400, 40)
    notice.show()
    assert notice.text() == "<b>It failed</b>" == notice.accessibleName()
    grounds = []
    for role in ("error", "ok", "pending"):
        notice.set_role(role)
        picture = notice.grab().toImage()
        assert picture.pixelColor(1, 20) == theme.color(role)
        grounds.append(picture.pixelColor(5, 2).name())
        assert grounds[-1] == theme.tint(role, 0.12).name()
    assert len(set(grounds)) == 3
    again, shut = notice.findChild(QPushButton, "again"), notice.findChild(QToolButton, "shut")
    assert isinstance(again, QPushButton) and isinstance(shut, QToolButton) and again.x() < shut.x()
    again.click()
    shut.click()
    assert done == ["again"] and notice.isHidden()


def test_a_heading_is_larger_by_some_points_at_every_zoom(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    head, quiet = Heading("Head", 3), Heading("quiet", -20, bold=False, role="muted")
    for label in (head, quiet):
        qtbot.addWidget(label)
    for percent in (100, 200, 100):
        theme.set_zoom(percent)
        assert head.font().pointSizeF() == qapp.font().pointSizeF() + 3 and head.font().bold()
        assert (
            quiet.font().pointSizeF() == max(5.0, qapp.font().pointSizeF() - 20) and not quiet.font().bold()
        )
    assert quiet.foregroundRole() == QPalette.ColorRole.PlaceholderText != head.foregroundRole()


def test_what_is_empty_says_so_and_how_to_change_it(qtbot: QtBot) -> None:
    state = empty_state("Nothing yet", "Press Run")
    qtbot.addWidget(state)
    state.show()

    def said() -> list[str]:
        return [label.text() for label in state.findChildren(QLabel) if label.isVisible()]

    assert said() == ["Nothing yet", "Press Run"]
    state.say("Gone")
    assert said() == ["Gone"]


def test_a_layout_has_its_parts_in_order_with_the_distances_of_the_house(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    first, second, inner = QLabel("a"), QLabel("b"), row(QLabel("c"), spacing=4)
    made = column(first, inner, second, margins=(1, 2, 3, 4), spacing=6)
    around = QWidget()
    qtbot.addWidget(around)
    around.setLayout(made)
    assert [made.indexOf(first), made.indexOf(second), made.count()] == [0, 2, 3]
    edges = made.contentsMargins()
    assert (edges.left(), edges.top(), edges.right(), edges.bottom(), made.spacing()) == (1, 2, 3, 4, 6)
    theme.set_zoom(200)
    assert (made.spacing(), made.contentsMargins().bottom(), inner.spacing()) == (12, 8, 8)
    theme.set_zoom(100)


def test_a_link_is_as_large_as_its_words_and_in_the_colour_of_links(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    link = Link("go", "somewhere")
    qtbot.addWidget(link)
    metrics = link.fontMetrics()
    assert (link.sizeHint().width(), link.sizeHint().height()) == (
        metrics.horizontalAdvance("somewhere") + 8,
        metrics.height() + 4,
    )
    assert link.palette().color(QPalette.ColorRole.ButtonText) == theme.color("accent")
    assert link.isFlat() and link.cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert link.focusPolicy() & Qt.FocusPolicy.TabFocus


def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """What strips announce from now on, and whether it is urgent."""
    said: list[tuple[str, bool]] = []
    monkeypatch.setattr(controls, "announce", lambda _widget, text, urgent=False: said.append((text, urgent)))
    return said


def test_a_strip_is_spoken_when_it_comes_and_when_it_says_something_else(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = heard(monkeypatch)
    for role, urgent in (("error", True), ("warning", False)):
        notice = Notice("strip", role)
        qtbot.addWidget(notice)
        notice.set_text("hidden")
        assert said == [], "nobody sees it"
        notice.show()
        notice.set_text("shown")
        assert said == [("hidden", urgent), ("shown", False)]
        said.clear()


def test_a_small_strip_is_one_line_that_is_cut_and_a_large_one_takes_lines(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    small, large = Notice("small", "ok", small=True), Notice("large", "pending")
    for notice in (small, large):
        qtbot.addWidget(notice)
        notice.set_text("word " * 60)
        notice.resize(200, 100)
        notice.show()
    line, lines = small.findChild(Elided), large.findChildren(QLabel)[1]
    assert line is not None and line.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Maximum
    assert not large.findChildren(Elided) and lines.wordWrap()
    assert lines.textFormat() == Qt.TextFormat.PlainText
    assert lines.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
    edges = [notice.layout().contentsMargins() for notice in (small, large)]
    assert [(one.left(), one.top(), one.right(), one.bottom()) for one in edges] == [
        (8, 0, 0, 0),
        (8, 4, 6, 4),
    ]
    glyphs = [notice.findChildren(QLabel)[0].pixmap() for notice in (small, large)]
    assert [glyph.width() for glyph in glyphs] == [16, 16]
    assert glyphs[0].toImage() != glyphs[1].toImage()
    before = glyphs[0].toImage()
    theme.set_mode("dark")
    assert small.findChildren(QLabel)[0].pixmap().toImage() != before, "it follows the theme"
    theme.set_mode("light")
    small.add_close("shut")
    cross = small.findChild(QToolButton, "shut")
    assert isinstance(cross, QToolButton) and cross.toolTip() == "Close this message"


def test_a_line_is_painted_in_its_colour_and_cut_where_it_was_told(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    label = Elided("<b>one</b> of many words " * 5, Qt.TextElideMode.ElideMiddle, "error")
    qtbot.addWidget(label)
    label.resize(160, 24)
    label.show()
    (text,) = [one for one in strokes(label) if one.how == "text"]
    assert text.colour == theme.color("error").name() and text.text.startswith("<b>one")
    assert "…" in text.text[2:-2]
    label.set_role("ok")
    (text,) = [one for one in strokes(label) if one.how == "text"]
    assert text.colour == theme.color("ok").name()
    assert label.minimumSizeHint().width() == 24
    assert label.minimumSizeHint().height() == QLabel("x").minimumSizeHint().height()
    assert label.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Expanding
    assert label.textFormat() == Qt.TextFormat.PlainText
    end = Elided("a long text " * 20)
    qtbot.addWidget(end)
    end.resize(100, 24)
    (text,) = [one for one in strokes(end) if one.how == "text"]
    assert text.text.endswith("…") and text.colour == theme.color("text").name()


def test_choices_are_as_wide_as_their_words_and_stand_alone(qtbot: QtBot) -> None:
    switch = Switch("views", (("a", "First"), ("b", "Second")))
    qtbot.addWidget(switch)
    switch.resize(600, 30)
    switch.show()
    assert not switch.expanding() and not switch.drawBase() and switch.objectName() == "views"
    assert switch.tabRect(1).right() < 300
    none = Switch("none", ())
    qtbot.addWidget(none)
    assert none.key() == ""


def test_secondary_words_are_plain_and_faint(qtbot: QtBot) -> None:
    label, wrapped = muted("<b>x</b>"), muted(wrap=True)
    for one in (label, wrapped):
        qtbot.addWidget(one)
        assert one.textFormat() == Qt.TextFormat.PlainText
        assert one.foregroundRole() == QPalette.ColorRole.PlaceholderText
    assert (label.wordWrap(), wrapped.wordWrap()) == (False, True)
    head = Heading("<b>x</b>")
    qtbot.addWidget(head)
    assert head.textFormat() == Qt.TextFormat.PlainText and head.font().bold()


def test_what_is_empty_says_so_in_the_upper_third(qtbot: QtBot) -> None:
    state = empty_state("Nothing yet", "Press Run")
    qtbot.addWidget(state)
    state.resize(400, 600)
    state.show()
    QApplication.processEvents()
    words, hint = state.findChildren(QLabel)
    assert words.y() < hint.y() and 24 < words.y() < 600 - hint.geometry().bottom()
    assert words.alignment() == Qt.AlignmentFlag.AlignCenter == hint.alignment()
    assert words.wordWrap() and hint.wordWrap() and words.x() == 24


def test_a_button_with_a_menu_may_have_an_icon(qtbot: QtBot) -> None:
    styles = Qt.ToolButtonStyle
    for icon, style in (("play", styles.ToolButtonTextBesideIcon), ("", styles.ToolButtonTextOnly)):
        button = MenuButton("more", "More", "What else (Ctrl+K)", icon)
        qtbot.addWidget(button)
        assert button.toolButtonStyle() == style and button.icon().isNull() is (not icon)
        assert button.autoRaise() and button.toolTip().startswith("What else")


def test_a_layout_without_wishes_has_the_usual_distances(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    made = row(QLabel("a"), column(QLabel("b"), QLabel("c")))
    around = QWidget()
    qtbot.addWidget(around)
    around.setLayout(made)
    assert made.spacing() == theme.SPACE and made.count() == 2
    edges = made.contentsMargins()
    assert (edges.left(), edges.top(), edges.right(), edges.bottom()) == (0, 0, 0, 0)
