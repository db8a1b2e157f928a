"""Words for whoever hears the program: news that appear away from the focus, names of Qt's own parts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QIcon
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QToolButton, QWidget

from inspector.ui.widgets.line_icons import scale_icons

__all__ = ["announce", "clearable", "name_buttons", "put_sign"]


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have something said that appears away from the focus. urgent: at once, not after the current words."""
    if text and QAccessible.isActive():
        news = QAccessibleAnnouncementEvent(widget, text)
        kind = QAccessible.AnnouncementPoliteness
        news.setPoliteness(kind.Assertive if urgent else kind.Polite)
        QAccessible.updateAccessibility(news)


def clearable(edit: QLineEdit) -> None:
    """Give a line with a name a cross that empties it, with a name too."""
    before = set(edit.findChildren(QToolButton))
    edit.setClearButtonEnabled(True)
    scale_icons(edit)
    for button in set(edit.findChildren(QToolButton)) - before:
        button.setObjectName(f"{edit.objectName()}_clear")
        button.setAccessibleName(QCoreApplication.translate("Spoken", "Clear"))


def put_sign(edit: QLineEdit, icon: QIcon, words: str) -> None:
    """Show at the beginning of a line what it is for. words: what the picture says."""
    before = set(edit.findChildren(QToolButton))
    action = edit.addAction(icon, QLineEdit.ActionPosition.LeadingPosition)
    action.setText(words)
    scale_icons(edit)
    for button in set(edit.findChildren(QToolButton)) - before:
        button.setObjectName(f"{edit.objectName()}_sign")
        button.setAccessibleName(words)


def name_buttons(boxes: QDialogButtonBox, name: str) -> None:
    """Call the standard buttons of a dialog name_ok and name_cancel."""
    standard = QDialogButtonBox.StandardButton
    for kind, word in ((standard.Ok, "ok"), (standard.Cancel, "cancel")):
        if (button := boxes.button(kind)) is not None:
            button.setObjectName(f"{name}_{word}")
