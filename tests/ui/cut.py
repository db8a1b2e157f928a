"""What of the visible texts has too little room: cut at the right, below, or shown as “…” without a tooltip.

Texts that a server or a user wrote may be as long as they like; whoever shows them elides them, and only
their tooltip is looked for. Everything else has to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionGroupBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from inspector.ui.forms.help import HelpText
from inspector.ui.widgets.controls import Elided, Link

__all__ = ["cut_texts"]

_SLACK: Final = 1  # px: rounding of the font
_LINK_SPARE: Final = 8  # px around the text of a link, which has no frame


def cut_texts(window: QWidget) -> Iterator[str]:
    """Where, and which visible text is cut."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        for kind, look in _LOOKS:
            if isinstance(widget, kind):
                for text, needs, has in look(widget):
                    if needs > has + _SLACK:
                        yield f"{_place(widget)}: {text!r} needs {needs} px and has {has}"
                break


def _place(widget: QWidget) -> str:
    names = [widget.objectName() or type(widget).__name__]
    above = widget.parentWidget()
    while above is not None and len(names) < 3:
        if above.objectName():
            names.append(above.objectName())
        above = above.parentWidget()
    return " < ".join(names)


Room = tuple[str, int, int]  # text, px it needs, px it has


def _shortened(_text: HelpText) -> Iterator[Room]:
    """Words of a server: two lines until somebody clicks."""
    return iter(())


def _shortened(_text: HelpText) -> Iterator[Room]:
    """Words of a server: two lines until somebody clicks."""
    return iter(())


def _elided(label: Elided) -> Iterator[Room]:
    if not label.toolTip():
        yield label.text(), label.fontMetrics().horizontalAdvance(label.text()), label.width()


def _label(label: QLabel) -> Iterator[Room]:
    text = label.text()
    room = label.contentsRect()
    if not text or label.toolTip() or label.pixmap().width():
        return
    rich = label.textFormat() == Qt.TextFormat.RichText or (
        label.textFormat() == Qt.TextFormat.AutoText and text.startswith("<")
    )
    if label.wordWrap():
        yield text, label.heightForWidth(label.width()), label.height()
    if rich:
        document = QTextDocument()
        document.setDefaultFont(label.font())
        document.setHtml(text)
        text = document.toPlainText()
    metrics = label.fontMetrics()
    for line in text.split("\n"):
        parts = line.split(" ") if label.wordWrap() else [line]
        for part in parts:
            yield part, metrics.horizontalAdvance(part), room.width()


def _button(button: QAbstractButton) -> Iterator[Room]:
    if button.text():
        spare = _LINK_SPARE if isinstance(button, Link) else 0
        yield button.text(), button.sizeHint().width() - spare, button.width()


def _tool_button(button: QToolButton) -> Iterator[Room]:
    shown = button.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly or button.icon().isNull()
    if button.text() and shown:
        yield button.text(), button.sizeHint().width(), button.width()


def _combo(box: QComboBox) -> Iterator[Room]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    style, part = box.style(), QStyle.SubControl.SC_ComboBoxEditField
    field = style.subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box)
    icon = box.iconSize().width() + 4 if not box.itemIcon(box.currentIndex()).isNull() else 0
    text = box.currentText()
    if not box.isEditable() and not box.toolTip():
        yield text, box.fontMetrics().horizontalAdvance(text) + icon, field.width()


def _line(line: QLineEdit) -> Iterator[Room]:
    text = line.placeholderText()
    if text and not line.text() and not line.toolTip():
        margins = line.textMargins()
        room = line.contentsRect().width() - margins.left() - margins.right() - 4
        yield text, line.fontMetrics().horizontalAdvance(text), room


def _tabs(bar: QTabBar) -> Iterator[Room]:
    for place in range(bar.count()):
        if bar.isTabVisible(place) and bar.tabText(place) and not bar.tabToolTip(place):
            rect = bar.tabRect(place)
            yield bar.tabText(place), bar.tabSizeHint(place).width(), rect.width()
            if not bar.usesScrollButtons():
                yield bar.tabText(place), rect.right(), bar.width()


def _group(box: QGroupBox) -> Iterator[Room]:
    option = QStyleOptionGroupBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_GroupBoxLabel
    room = box.style().subControlRect(QStyle.ComplexControl.CC_GroupBox, option, part, box)
    yield box.title(), box.fontMetrics().horizontalAdvance(box.title()), room.width()


def _heads(head: QHeaderView) -> Iterator[Room]:
    model = head.model()
    if model is None or head.orientation() != Qt.Orientation.Horizontal:
        return
    margins = 2 * head.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, None, head)
    for place in range(head.count()):
        text = model.headerData(place, Qt.Orientation.Horizontal)
        size = head.sectionSize(place)
        tip = model.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        if not head.isSectionHidden(place) and isinstance(text, str) and text and not tip:
            yield text, head.fontMetrics().horizontalAdvance(text) + margins, size


_LOOKS: Final[tuple[tuple[type[QWidget], Callable[[Any], Iterator[Room]]], ...]] = (
    (HelpText, _shortened),
    (HelpText, _shortened),
    (Elided, _elided),
    (QLabel, _label),
    (QToolButton, _tool_button),
    ((QPushButton, QCheckBox, QRadioButton), _button),  # type: ignore[arg-type]
    (QComboBox, _combo),
    (QLineEdit, _line),
    (QTabBar, _tabs),
    (QGroupBox, _group),
    (QHeaderView, _heads),
)
