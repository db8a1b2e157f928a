"""Quiet badges beside values that other programs read differently, or that hide something."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import paint_chip
from inspector.ui.widgets.controls import Marked

__all__ = ["BadgeDelegate", "odd_words"]

_GAP: Final = 4  # px
_WORDS: Final[dict[str, tuple[Marked, Marked]]] = {
    "big-integer": (
        QT_TRANSLATE_NOOP("JsonBadges", "> 2^53"),
        QT_TRANSLATE_NOOP("JsonBadges", "Beyond 2^53: programs that read numbers as doubles round it"),
    ),
    "inexact": (
        QT_TRANSLATE_NOOP("JsonBadges", "inexact"),
        QT_TRANSLATE_NOOP("JsonBadges", "Not exactly a double: other programs will change its last digits"),
    ),
    "out-of-range": (
        QT_TRANSLATE_NOOP("JsonBadges", "too large"),
        QT_TRANSLATE_NOOP("JsonBadges", "Larger than any double: other programs read infinity, or reject it"),
    ),
    "not-utf8": (
        QT_TRANSLATE_NOOP("JsonBadges", "not UTF-8"),
        QT_TRANSLATE_NOOP("JsonBadges", "Contains bytes that are not UTF-8"),
    ),
    "half-pair": (
        QT_TRANSLATE_NOOP("JsonBadges", "lone surrogate"),
        QT_TRANSLATE_NOOP("JsonBadges", "Contains a lone surrogate, which is not valid text"),
    ),
    "direction": (
        QT_TRANSLATE_NOOP("JsonBadges", "hidden control"),
        QT_TRANSLATE_NOOP("JsonBadges", "Contains characters that change text direction: it may be misread"),
    ),
    "twin": (
        QT_TRANSLATE_NOOP("JsonBadges", "duplicate key"),
        QT_TRANSLATE_NOOP(
            "JsonBadges", "The object has this key more than once; most programs keep the last"
        ),
    ),
}


def odd_words(code: str) -> tuple[str, str]:
    """A short word for a badge, and a sentence."""
    short, long = _WORDS[code]
    translate = QCoreApplication.translate
    return translate("JsonBadges", short), translate("JsonBadges", long)


class BadgeDelegate(QStyledItemDelegate):
    """Paints the badges of a row at the end of its value. role: gives the codes of an index."""

    def __init__(self, role: int, parent: QObject) -> None:
        super().__init__(parent)
        self._role = role

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        codes = index.data(self._role) or ()
        if not codes:
            super().paint(painter, option, index)
            return
        words = [odd_words(code)[0] for code in codes]
        metrics = option.fontMetrics
        widths = [metrics.horizontalAdvance(word) + 10 for word in words]
        room = QStyleOptionViewItem(option)
        right = option.rect.right() - sum(widths) - _GAP * len(widths)
        text = metrics.horizontalAdvance(str(index.data() or "")) + 2 * _GAP
        at = float(min(option.rect.left() + text + _GAP, right))  # right behind a short value
        room.rect.setRight(max(round(at), option.rect.left()))
        super().paint(painter, room, index)
        painter.save()
        painter.setFont(option.font)
        for word, width in zip(words, widths, strict=True):
            chip = QRectF(at, option.rect.top() + 2, width, option.rect.height() - 4)
            paint_chip(painter, chip, word, theme.color("warning"), theme.tint("warning"))
            at += width + _GAP
        painter.restore()
