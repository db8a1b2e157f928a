"""Small parts of a form's row: error text, the arrow that folds, the line beside a section."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QRadioButton, QSizePolicy, QWidget

from inspector.ui.forms.layout import Tall
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, ToolButton
from inspector.ui.widgets.own_colours import OwnColours

__all__ = ["ErrorText", "FoldButton", "Guide", "WarnText", "indented", "name_label", "speak"]

_FOLD: Final = QSize(16, 20)
_INDENT: Final = 16
_DEEP_INDENT: Final = 12
_NAME_KEEPS: Final = 110


class ErrorText(OwnColours, QLabel):
    """What is wrong with the value above, in the colour of errors."""

    role: ClassVar[str] = "error"
    glyph: ClassVar[str] = "✗"

    def __init__(self, text: str = "", parent: QWidget | None = None, *, wrap: bool = True) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.follow_theme()

    def tell(self, lines: list[str]) -> None:
        """What there is to say; hidden without anything. The sign tells it from others without colours."""
        self.setText(f"{self.glyph} {'; '.join(lines)}")
        self.setVisible(bool(lines))

    def own_colours(self) -> Mapping[QPalette.ColorRole, QColor]:
        return {QPalette.ColorRole.WindowText: theme.color(self.role)}


class WarnText(ErrorText):
    """What is odd about the value, though it can be sent, in the colour of warnings."""

    role = "warning"
    glyph = "⚠"


def speak(widget: QWidget, name: str, about: str) -> None:
    """What a screen reader says of the place a widget is for; one of several values says which as well."""
    own = widget.text().replace("&&", "&") if isinstance(widget, QRadioButton | QCheckBox) else ""
    widget.setAccessibleName(f"{name}: {own}" if own else name)
    widget.setAccessibleDescription(about)


class Guide(Tall):
    """A thin line down the left side of what is inside a section."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(
            self.contentsMargins().left() + _FOLD.width() // 2, 0, 1, self.height(), theme.color("border")
        )
        painter.end()


def indented(inner: QWidget, parent: QWidget, *, deep: bool = False) -> Guide:
    """What is inside a section, a little to the right, with the line beside it; deep inside still less.

    It has its parent from the start: shown without one it would be a window of its own for a moment.
    """
    guide = Guide(parent)
    layout = QHBoxLayout(guide)
    zoom.margins(layout, _DEEP_INDENT if deep else _INDENT, 2, 0, 2)
    layout.addWidget(inner)
    return guide


class FoldButton(ToolButton):
    """An arrow that opens and closes a section; without an arrow while there is nothing inside."""

    toggled_by_user = Signal(bool)

    def __init__(self, name: str, what: str, opened: bool) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAutoRaise(True)
        zoom.follow(self.setFixedSize, _FOLD)
        zoom.follow(self.setIconSize, QSize(14, 14))
        self._what = what
        self._hollow = False
        self.opened = opened
        self.clicked.connect(self._toggle)
        self._show()

    def set_opened(self, opened: bool) -> None:
        """Point down or to the right."""
        self.opened = opened
        self._show()

    def set_hollow(self, hollow: bool) -> None:
        """Nothing is inside: no arrow, the place stays free so that names keep their line."""
        if hollow != self._hollow:
            self._hollow = hollow
            self.setEnabled(not hollow)
            self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Right opens, Left closes, as in a tree."""
        wanted = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}.get(Qt.Key(event.key()))
        if wanted is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif wanted != self.opened:
            self._toggle()

    def _toggle(self) -> None:
        self.set_opened(not self.opened)
        self.toggled_by_user.emit(self.opened)

    def _show(self) -> None:
        arrow = "chevron-down" if self.opened else "chevron-right"
        self.setIcon(theme.icon("circle-small" if self._hollow else arrow, "muted"))
        text = self.tr("Hide {0}") if self.opened else self.tr("Show {0}")
        self.setAccessibleName(text.format(self._what))


class _Name(Elided):
    """Gives way only when it is long: what stands beside it is cut first."""

    def __init__(self, text: str, titled: bool, struck: bool) -> None:
        super().__init__(text)
        self._titled = titled
        self._struck = struck
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._dress()
        theme.notifier().resized.connect(self._dress)

    def _dress(self) -> None:
        font = QGuiApplication.font() if self._titled else theme.mono_font()
        font.setWeight(QFont.Weight.Medium)
        font.setStrikeOut(self._struck)
        self.setFont(font)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(hint.width(), _NAME_KEEPS), hint.height())


def name_label(text: str, titled: bool, struck: bool = False) -> Elided:
    """What a field is called; a title is words, a key is code. Cut when room is short. struck: deprecated."""
    return _Name(text, titled, struck)
