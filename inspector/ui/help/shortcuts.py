"""Ctrl+F1: every key on one page, made from the tables of actions and of keys without a menu."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from inspector.ui.session.actions import ACTIONS, MENUS, action_text
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, column, muted
from inspector.ui.widgets.key_words import key_text
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.widgets.plain import without_mnemonic

__all__ = ["ShortcutsOverlay"]


class ShortcutsOverlay(Overlay):
    """Keys by menu and by place."""

    def __init__(self, window: QWidget) -> None:
        super().__init__("shortcuts_panel", 640, window)
        self.setAccessibleName(self.tr("Keyboard shortcuts"))
        self._title = QLabel()
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._words = muted(wrap=True)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("shortcuts_list")
        self._scroll.setAccessibleName(self.tr("Keyboard shortcuts"))
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self.setLayout(column(self._title, self._words, self._scroll, margins=DIALOG))
        self.keep_height(420)

    def open(self) -> None:
        self._title.setText(self.tr("Keyboard shortcuts"))
        self._words.setText(self.tr("Esc closes this page."))
        self._scroll.setWidget(self._keys())
        super().open()

    def focus_first(self) -> None:
        self._scroll.setFocus()

    def _keys(self) -> QWidget:
        from inspector.ui.help.key_groups import KEY_GROUPS  # with the JSON editor, whose keys it lists

        page = QWidget()
        grid = QGridLayout()
        zoom.margins(grid, 0, 0, theme.SPACE_WIDE, 0)
        zoom.follow(grid.setHorizontalSpacing, theme.SPACE_WIDE * 2)
        zoom.follow(grid.setVerticalSpacing, 4)
        grid.setColumnStretch(0, 1)
        groups = [*_menu_groups(), *((group.heading(), group.shown()) for group in KEY_GROUPS)]
        for title, lines in groups:
            heading = muted(title)
            zoom.margins(heading, 0, theme.SPACE, 0, 0)
            grid.addWidget(heading, grid.rowCount(), 0)
            for text, keys in lines:
                line = grid.rowCount()
                words = QLabel(text)
                words.setTextFormat(Qt.TextFormat.PlainText)
                words.setWordWrap(True)
                grid.addWidget(words, line, 0)
                shown = QLabel(keys)
                shown.setTextFormat(Qt.TextFormat.PlainText)
                grid.addWidget(shown, line, 1, Qt.AlignmentFlag.AlignRight)
        grid.setRowStretch(grid.rowCount(), 1)
        page.setLayout(grid)
        return page


def _menu_groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each menu that has keys: its title, its entries and their keys."""
    for menu, title in MENUS:
        specs = [spec for spec in ACTIONS if spec.menu == menu and spec.keys]
        if specs:
            heading = without_mnemonic(QCoreApplication.translate("Actions", title))
            yield heading, [(action_text(spec), key_text(spec.keys[0])) for spec in specs]
