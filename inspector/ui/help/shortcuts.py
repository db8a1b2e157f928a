"""Ctrl+F1: every key on one page, made from the tables of actions and of keys without a menu."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from inspector.ui.keyboard.key_words import key_text
from inspector.ui.session.actions import ACTIONS, MENUS, action_text
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Heading, column, row, tool_button
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.widgets.plain import without_mnemonic

if TYPE_CHECKING:
    from inspector.ui.widgets.sections import Section, Sections

__all__ = ["ShortcutsOverlay"]


class ShortcutsOverlay(Overlay):
    """Keys by menu and by place."""

    def __init__(self, window: QWidget) -> None:
        super().__init__("shortcuts_panel", 720, window)
        self.setAccessibleName(self.tr("Keyboard shortcuts"))
        self._sections: Sections | None = None
        self.keep_height(480)

    def open(self) -> None:
        if self._sections is None:
            self._sections = self._lay_out()
        super().open()

    def _lay_out(self) -> Sections:
        """When it is opened first: the window starts without it."""
        from inspector.ui.widgets.sections import Sections

        sections = Sections(
            "shortcuts",
            self.tr("Keyboard shortcuts"),
            self.tr("Search shortcuts"),
            self.tr("No shortcuts match “{}”."),
        )
        close = tool_button("shortcuts_close", "close", self.tr("Close (Esc)"))
        close.clicked.connect(self.dismiss)
        head = row(Heading(self.tr("Keyboard shortcuts")), close)
        head.setStretch(0, 1)
        self.setLayout(column(head, sections, margins=DIALOG))
        sections.show_page(*self._keys())
        return sections

    def focus_first(self) -> None:
        if self._sections is not None:
            self._sections.search.clear()
            self._sections.search.setFocus()

    def _keys(self) -> tuple[QWidget, list[Section]]:
        from inspector.ui.help.key_groups import KEY_GROUPS  # with the JSON editor, whose keys it lists
        from inspector.ui.widgets.sections import Section

        page = QWidget()
        grid = QGridLayout()
        zoom.margins(grid, 0, 0, theme.SPACE_WIDE, 0)
        zoom.follow(grid.setHorizontalSpacing, theme.SPACE_WIDE * 2)
        zoom.follow(grid.setVerticalSpacing, 4)
        grid.setColumnStretch(0, 1)
        groups = [*_menu_groups(), *((group.heading(), group.shown()) for group in KEY_GROUPS)]
        sections: list[Section] = []
        for title, lines in groups:
            heading = Heading(title)
            zoom.margins(heading, 0, theme.SPACE if sections else 0, 0, 0)
            section = Section(title, heading, heading.setVisible)
            sections.append(section)
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
                section.rows.append((f"{text} {keys}", partial(_show, words, shown)))
        grid.setRowStretch(grid.rowCount(), 1)
        page.setLayout(grid)
        return page, sections


def _show(words: QLabel, keys: QLabel, shown: bool) -> None:
    words.setVisible(shown)
    keys.setVisible(shown)


def _menu_groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each menu that has keys: its title, its entries and their keys."""
    for menu, title in MENUS:
        specs = [spec for spec in ACTIONS if spec.menu == menu and spec.keys]
        if specs:
            heading = without_mnemonic(QCoreApplication.translate("Actions", title))
            yield heading, [(action_text(spec), key_text(spec.keys[0])) for spec in specs]
