"""Small controls that several parts of the window share: notice strip, switch, link, elided text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.ui.keyboard.key_words import with_keys
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.locale.right_to_left import mirrored, placed, write
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import announce
from inspector.ui.widgets.own_colours import OwnColours
from inspector.ui.widgets.plain import elided, shortened, tooltip

__all__ = [
    "DIALOG",
    "SUBJECT",
    "Elided",
    "EmptyState",
    "Heading",
    "Link",
    "Marked",
    "MenuButton",
    "Notice",
    "Subject",
    "Switch",
    "ToolButton",
    "column",
    "empty_state",
    "muted",
    "row",
    "tool_button",
]


SUBJECT = 2.25
"""Points that the name of what a pane is about is larger than its text."""


class Elided(QLabel):
    """One line of plain text that is cut when room is short; the tooltip has all of it."""

    def __init__(
        self,
        text: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        role: str = "text",
        parent: QWidget | None = None,
        *,
        whole: str = "",
    ) -> None:
        """whole: what the tooltip says in any case; "": the text, while it is cut."""
        super().__init__(shortened(text), parent)
        self._whole = whole
        self._mode = mode
        self._role = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_role(self, role: str) -> None:
        """Show the text in another role's colour."""
        self._role = role
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(24), super().minimumSizeHint().height())

    def setText(self, text: str) -> None:
        super().setText(shortened(text))
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()

    def _tell(self) -> None:
        fits = self.fontMetrics().horizontalAdvance(self.text()) <= self.width()
        self.setToolTip(tooltip(self._whole or ("" if fits else self.text())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme.color(self._role))
        text = elided(QFontMetrics(self.font()), self.text(), self._mode, self.width())
        write(painter, self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class Heading(QLabel):
    """Plain text larger or smaller than the rest by some points; it follows the zoom."""

    def __init__(
        self,
        text: str = "",
        delta: float = 0,
        bold: bool = True,
        role: str = "text",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._delta, self._bold = delta, bold
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role == "muted":
            self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._look()
        theme.notifier().changed.connect(self._look)

    def _look(self) -> None:
        font = QApplication.font()
        font.setPointSizeF(max(5.0, font.pointSizeF() + self._delta))
        font.setBold(self._bold)
        self.setFont(font)


class Subject(Elided):
    """The name of what a pane is about, in the largest of the three sizes of text."""

    def __init__(self) -> None:
        super().__init__()
        self._look()
        theme.notifier().changed.connect(self._look)

    def _look(self) -> None:
        font = QApplication.font()
        font.setPointSizeF(font.pointSizeF() + SUBJECT)
        font.setBold(True)
        self.setFont(font)


_SEGMENTS = 3  # so many choices stand in one frame, more are tabs


class Switch(QTabBar):
    """Choose one of a few views of the same thing. Keys are stable, texts are translated."""

    chosen = Signal(str)

    def __init__(self, name: str, choices: Iterable[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setExpanding(False)
        self.setDrawBase(False)
        for key, text in choices:
            self.setTabData(self.addTab(text), key)
        self.setProperty("segmented", self.count() <= _SEGMENTS)
        self.currentChanged.connect(self._changed)

    def minimumSizeHint(self) -> QSize:
        """Choices in one frame are never cut."""
        return self.sizeHint() if self.property("segmented") else super().minimumSizeHint()

    def key(self) -> str:
        """The chosen key."""
        return str(self.tabData(self.currentIndex()) or "")

    def choose(self, key: str) -> None:
        """Choose by key; an unknown key changes nothing."""
        for index in range(self.count()):
            if self.tabData(index) == key:
                self.setCurrentIndex(index)

    def offer(self, key: str, offered: bool) -> None:
        """Show or hide one choice; a hidden one that was chosen gives way to the first."""
        for index in range(self.count()):
            if self.tabData(index) == key:
                if not offered and index == self.currentIndex():
                    self.setCurrentIndex(0)
                if self.isTabVisible(index) != offered:  # else Qt forgets to lay out what came before
                    self.setTabVisible(index, offered)

    def _changed(self, _index: int) -> None:
        self.chosen.emit(self.key())


_GLYPHS = {"error": "alert-circle-outline", "warning": "alert-outline", "ok": "check-circle-outline"}


class Notice(QFrame):
    """A strip that says one thing and offers the next step as buttons. Never modal."""

    def __init__(
        self, name: str, role: str = "error", parent: QWidget | None = None, *, small: bool = False
    ) -> None:
        """small: one line among other controls, cut when room is short."""
        super().__init__(parent)
        self.setObjectName(name)
        self._role = role
        self._glyph = QLabel()
        self._text: QLabel = Elided() if small else QLabel()
        if small:
            self._text.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        else:
            self._text.setTextFormat(Qt.TextFormat.PlainText)
            self._text.setWordWrap(True)
            self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._buttons = row(spacing=theme.SPACE // 2)
        self._lay_out((8, 0, 0, 0) if small else (8, 4, 6, 4))
        self.set_role(role)
        theme.notifier().changed.connect(self._look)

    def _lay_out(self, margins: tuple[int, int, int, int]) -> None:
        layout = row(self._glyph, self._text, self._buttons, margins=margins)
        layout.setStretch(1, 1)
        self.setLayout(layout)

    def set_role(self, role: str) -> None:
        """error, warning, ok or pending: colour and glyph."""
        self._role = role
        self._look()

    def _look(self) -> None:
        glyph = theme.icon(_GLYPHS.get(self._role, "information-outline"), self._role)
        self._glyph.setPixmap(glyph.pixmap(theme.px(16), theme.px(16)))
        self.update()

    def set_text(self, text: str) -> None:
        """What is said; also what a screen reader reads."""
        self._text.setText(text)
        self.setAccessibleName(text)
        if self.isVisible():
            announce(self, text)

    def text(self) -> str:
        """What is said now."""
        return self._text.text()

    def add_button(self, name: str, text: str, pressed: Callable[[], object]) -> QPushButton:
        """A button at the right end, in the order added."""
        button = QPushButton(text)
        button.setObjectName(name)
        button.clicked.connect(pressed)
        self._buttons.addWidget(button)
        return button

    def add_close(self, name: str) -> None:
        """A cross that hides the strip."""
        button = tool_button(name, "close", self.tr("Close this message"))
        button.clicked.connect(self.hide)
        self._buttons.addWidget(button)

    def showEvent(self, event: QShowEvent) -> None:
        """A screen reader announces it."""
        super().showEvent(event)
        announce(self, self.text(), urgent=self._role == "error")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.tint(self._role, 0.12))
        painter.fillRect(
            placed(QRect(0, 0, theme.px(3), self.height()), self.rect()), theme.color(self._role)
        )
        painter.end()


class ToolButton(QToolButton):
    """Enter presses it as well as Space, wherever it stands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        zoom.icons(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.click()
        else:
            super().keyPressEvent(event)


def tool_button(name: str, icon: str, hint: str, text: str = "") -> ToolButton:
    """A flat button; without text the hint is its accessible name."""
    hint = with_keys(hint)
    button = ToolButton()
    button.setObjectName(name)
    button.setAutoRaise(True)
    button.setToolTip(hint)
    button.setAccessibleName(text or hint)
    if icon:
        button.setIcon(theme.icon(icon))
    if text:
        button.setText(text)
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if icon else Qt.ToolButtonStyle.ToolButtonTextOnly
        button.setToolButtonStyle(style)
    return button


class MenuButton(ToolButton):
    """A flat button with a menu; says so with ▾ and opens it below itself."""

    def __init__(
        self, name: str, text: str, hint: str, icon: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAutoRaise(True)
        self.setToolTip(with_keys(hint))
        if icon:
            self.setIcon(theme.icon(icon))
        with_icon = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.setToolButtonStyle(with_icon if icon else Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.choices = QMenu(self)
        zoom.menu_icons(self.choices)
        self.set_label(text)
        self.clicked.connect(self.open_menu)

    def set_label(self, text: str) -> None:
        """Say something else."""
        self.setText(f"{text} ▾")
        self.setAccessibleName(text or self.toolTip())

    def open_menu(self) -> None:
        """Show the menu; it does not block."""
        at = self.rect().bottomRight() if mirrored() else self.rect().bottomLeft()
        if mirrored():
            at.setX(at.x() - self.choices.sizeHint().width())
        self.choices.popup(self.mapToGlobal(at))


class Link(OwnColours, QPushButton):
    """A button that looks like a link, reachable with Tab."""

    def __init__(self, name: str, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        self.setFlat(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.follow_theme()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + theme.px(8), metrics.height() + theme.px(4))

    def own_colours(self) -> Mapping[QPalette.ColorRole, QColor]:
        return {QPalette.ColorRole.ButtonText: theme.color("accent")}


def muted(text: str = "", wrap: bool = False) -> QLabel:
    """Secondary plain text."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


class EmptyState(QWidget):
    """What stands where nothing is yet: what it will show and how to get there."""

    def __init__(self, text: str, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._hint = muted(wrap=True), muted(wrap=True)
        for label in (self._text, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = column(self._text, self._hint, margins=(24, 24, 24, 24))
        layout.insertStretch(0, 1)
        layout.addStretch(2)
        self.setLayout(layout)
        self.say(text, hint)

    def say(self, text: str, hint: str = "") -> None:
        """Say something else."""
        self._text.setText(text)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))


def empty_state(text: str, hint: str = "") -> EmptyState:
    """An `EmptyState`, for tables of parts."""
    return EmptyState(text, hint)


Marked = Any
"""A text marked for translation: QT_TRANSLATE_NOOP gives it back, its stub says object."""

Part = QWidget | QHBoxLayout | QVBoxLayout
Margins = tuple[int, int, int, int]
DIALOG: Margins = (16, 12, 16, 12)
"""Around what a dialog, a box over the window or a page of text holds."""


def row(*parts: Part, margins: Margins = (0, 0, 0, 0), spacing: int = theme.SPACE) -> QHBoxLayout:
    """A horizontal layout of these parts."""
    layout = QHBoxLayout()
    _fill(layout, parts, margins, spacing)
    return layout


def column(*parts: Part, margins: Margins = (0, 0, 0, 0), spacing: int = theme.SPACE) -> QVBoxLayout:
    """A vertical layout of these parts."""
    layout = QVBoxLayout()
    _fill(layout, parts, margins, spacing)
    return layout


def _fill(layout: QHBoxLayout | QVBoxLayout, parts: tuple[Part, ...], margins: Margins, spacing: int) -> None:
    zoom.margins(layout, *margins)
    zoom.follow(layout.setSpacing, spacing)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
