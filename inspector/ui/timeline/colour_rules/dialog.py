"""The rules of colour in order: the first that fits a row gives it its ground. Changes count at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from inspector.trace.annotations import ColourRule, rules_from_json, rules_to_json
from inspector.ui.keyboard.tab_order import put_in_order
from inspector.ui.loop.tasks import ask, offload, spawn
from inspector.ui.timeline.colour_rules.rules import ColourRules, unused_colour
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.check_boxes import frame_check_boxes
from inspector.ui.widgets.controls import DIALOG, Marked, Notice, column, muted, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["ColourRulesDialog"]

_SWATCH: Final = QSize(28, 14)
_NAMES: Final[dict[str, Marked]] = {
    "red": QT_TRANSLATE_NOOP("ColourRulesDialog", "Red"),
    "orange": QT_TRANSLATE_NOOP("ColourRulesDialog", "Orange"),
    "yellow": QT_TRANSLATE_NOOP("ColourRulesDialog", "Yellow"),
    "green": QT_TRANSLATE_NOOP("ColourRulesDialog", "Green"),
    "teal": QT_TRANSLATE_NOOP("ColourRulesDialog", "Teal"),
    "blue": QT_TRANSLATE_NOOP("ColourRulesDialog", "Blue"),
    "purple": QT_TRANSLATE_NOOP("ColourRulesDialog", "Purple"),
    "pink": QT_TRANSLATE_NOOP("ColourRulesDialog", "Pink"),
    "brown": QT_TRANSLATE_NOOP("ColourRulesDialog", "Brown"),
    "grey": QT_TRANSLATE_NOOP("ColourRulesDialog", "Grey"),
}


class ColourRulesDialog(QDialog):
    """Not modal: the timeline behind it shows what a rule does."""

    def __init__(self, rules: ColourRules, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("colour_rules")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Colour rules"))
        zoom.give_room(self, 720, 460)
        self._rules = rules
        self._all: list[ColourRule] = []
        self._filling = False
        self._make_list()
        self._make_editor()
        self._lay_out()
        rules.changed.connect(self._fill)
        theme.notifier().changed.connect(self._fill)
        self._fill()
        self.list.setCurrentRow(0)

    # -- parts ---------------------------------------------------------------------------------------

    def _make_list(self) -> None:
        self.list = QListWidget(self)
        frame_check_boxes(self.list)
        self.list.setObjectName("colour_rules_list")
        zoom.follow(self.list.setIconSize, _SWATCH)
        self.list.setAccessibleName(self.tr("Rules (first match wins)"))
        self.list.currentRowChanged.connect(self._show_rule)
        self.list.itemChanged.connect(self._checked)
        self._on = QCheckBox(self.tr("Colour rows"), self)
        self._on.setObjectName("colour_rules_on")
        self._on.toggled.connect(self._switched)
        self._add = self._button("colour_rules_add", self.tr("Add"), self._append)
        self._delete = self._button("colour_rules_delete", self.tr("Delete"), self._drop)
        self._up = self._button("colour_rules_up", self.tr("Move up"), self._move_up)
        self._down = self._button("colour_rules_down", self.tr("Move down"), self._move_down)
        self._import = self._button("colour_rules_import", self.tr("Import…"), self._ask_import)
        self._export = self._button("colour_rules_export", self.tr("Export…"), self._ask_export)
        self._default = self._button(
            "colour_rules_default", self.tr("Use for new sessions"), self._rules.keep_as_default
        )
        self._reset = self._button("colour_rules_reset", self.tr("Reset"), self._rules.reset)
        self._notice = Notice("colour_rules_notice", "warning", self)
        self._notice.hide()

    def _make_editor(self) -> None:
        self._name = QLineEdit(self)
        self._name.setObjectName("colour_rule_name")
        self._name.setAccessibleName(self.tr("Name"))
        self._name.textEdited.connect(self._edited)
        self.filter = FilterEdit("colour_rule_filter", self)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.textChanged.connect(self._edited)
        self._colour = QComboBox(self)
        self._colour.setObjectName("colour_rule_colour")
        self._colour.setAccessibleName(self.tr("Colour"))
        zoom.follow(self._colour.setIconSize, _SWATCH)
        for name in theme.GROUNDS:
            self._colour.addItem(QCoreApplication.translate("ColourRulesDialog", _NAMES[name]), name)
        self._colour.activated.connect(self._edited)

    def _lay_out(self) -> None:
        side = column(self._add, self._delete, self._up, self._down, spacing=theme.SPACE)
        side.addStretch(1)
        middle = row(self.list, spacing=theme.SPACE_WIDE)
        middle.setStretch(0, 1)
        middle.addLayout(side)
        form = QFormLayout()
        zoom.follow(form.setHorizontalSpacing, theme.SPACE_WIDE)
        form.addRow(self.tr("Name"), self._name)
        form.addRow(self.tr("Filter"), self.filter)
        form.addRow(self.tr("Colour"), self._colour)
        bottom = row(self._import, self._export, spacing=theme.SPACE)
        bottom.addStretch(1)
        bottom.addWidget(self._default)
        bottom.addWidget(self._reset)
        hint = muted(self.tr("The first matching rule colours a row. Rules are saved with the session."))
        head = row(self._on, hint, spacing=theme.SPACE_WIDE)
        head.addStretch(1)
        layout = column(spacing=theme.SPACE_WIDE, margins=DIALOG)
        for part in (head, self._notice, middle, form, bottom):
            if isinstance(part, QWidget):
                layout.addWidget(part)
            else:
                layout.addLayout(part)
        layout.setStretch(2, 1)
        self.setLayout(layout)
        put_in_order(self)

    def _button(self, name: str, text: str, then: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(then)
        return button

    # -- what is shown -------------------------------------------------------------------------------

    def _fill(self) -> None:
        """Show the rules there are now; the same place stays current."""
        self._all = list(self._rules.rules)
        self._filling = True
        self._on.setChecked(self._rules.on)
        while self.list.count() < len(self._all):
            self.list.addItem(QListWidgetItem())
        while self.list.count() > len(self._all):
            self.list.takeItem(self.list.count() - 1)
        for place, rule in enumerate(self._all):
            self._fill_item(self.list.item(place), rule)
        for place in range(self._colour.count()):
            self._colour.setItemIcon(place, _swatch(str(self._colour.itemData(place))))
        self._filling = False
        self._show_rule(self.list.currentRow())

    def _fill_item(self, item: QListWidgetItem, rule: ColourRule) -> None:
        item.setText(rule.name or rule.filter)
        item.setToolTip(tooltip(rule.filter))
        item.setIcon(_swatch(rule.colour))  # also seen on the selected one
        item.setSizeHint(QSize(0, theme.row_height()))
        item.setBackground(theme.ground(rule.colour))
        item.setForeground(theme.color("text" if rule.enabled else "muted"))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if rule.enabled else Qt.CheckState.Unchecked)

    def _show_rule(self, place: int) -> None:
        if self._filling:
            return
        there = 0 <= place < len(self._all)
        rule = self._all[place] if there else ColourRule("", "", theme.GROUNDS[0])
        self._filling = True
        for edit, text in ((self._name, rule.name), (self.filter, rule.filter)):
            if edit.text() != text:  # else the cursor would jump while the user types
                edit.setText(text)
            edit.setEnabled(there)
        self._colour.setCurrentIndex(max(0, self._colour.findData(rule.colour)))
        self._colour.setEnabled(there)
        self._filling = False
        self._delete.setEnabled(there)
        self._up.setEnabled(there and place > 0)
        self._down.setEnabled(there and place < len(self._all) - 1)

    # -- what is changed -----------------------------------------------------------------------------

    def _put(self, rules: list[ColourRule]) -> None:
        if rules != list(self._rules.rules):
            self._rules.set_rules(rules)

    def _edited(self, *_anything: object) -> None:
        place = self.list.currentRow()
        if self._filling or not 0 <= place < len(self._all):
            return
        changed = msgspec.structs.replace(
            self._all[place],
            name=self._name.text(),
            filter=self.filter.text(),
            colour=str(self._colour.currentData()),
        )
        if changed != self._all[place]:
            self._put([*self._all[:place], changed, *self._all[place + 1 :]])

    def _switched(self, on: bool) -> None:
        if not self._filling:
            self._rules.set_on(on)

    def _checked(self, item: QListWidgetItem) -> None:
        if self._filling:
            return
        place = self.list.row(item)
        enabled = item.checkState() == Qt.CheckState.Checked
        changed = msgspec.structs.replace(self._all[place], enabled=enabled)
        self._put([*self._all[:place], changed, *self._all[place + 1 :]])

    def _append(self) -> None:
        new = ColourRule(self.tr("New rule"), "", unused_colour(self._all))
        self._put([new, *self._all])  # first, or the older ones would hide it
        self.list.setCurrentRow(0)
        self._name.setFocus()
        self._name.selectAll()

    def _drop(self) -> None:
        place = self.list.currentRow()
        self._put([*self._all[:place], *self._all[place + 1 :]])

    def _move_up(self) -> None:
        self._move(-1)

    def _move_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        place = self.list.currentRow()
        rules = list(self._all)
        rules.insert(place + step, rules.pop(place))
        self.list.setCurrentRow(place + step)
        self._put(rules)

    # -- files ---------------------------------------------------------------------------------------

    def _ask_import(self) -> None:
        spawn(self, self._import_rules(), "colour rules: import")

    def _ask_export(self) -> None:
        spawn(self, self._export_rules(), "colour rules: export")

    async def _import_rules(self) -> None:
        dialog = self._file_dialog(self.tr("Import colour rules"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        if await ask(dialog) and dialog.selectedFiles():
            try:
                text = await offload(Path(dialog.selectedFiles()[0]).read_text, "utf-8")
                self._rules.set_rules(rules_from_json(text))
                self._notice.hide()
            except (OSError, ValueError) as error:
                self._say(self.tr("These rules cannot be read: {}").format(error))
        dialog.deleteLater()

    async def _export_rules(self) -> None:
        dialog = self._file_dialog(self.tr("Export colour rules"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile("colour-rules.json")
        if await ask(dialog) and dialog.selectedFiles():
            text = rules_to_json(self._rules.rules)
            try:
                await offload(Path(dialog.selectedFiles()[0]).write_text, text, "utf-8")
                self._notice.hide()
            except OSError as error:
                self._say(self.tr("The rules cannot be written: {}").format(error))
        dialog.deleteLater()

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self, title)
        dialog.setObjectName("colour_rules_file")
        dialog.setNameFilters([self.tr("Colour rules (*.json)"), self.tr("All files (*)")])
        return dialog

    def _say(self, text: str) -> None:
        self._notice.set_text(text)
        self._notice.show()


def _swatch(name: str) -> QIcon:
    picture = QPixmap(_SWATCH)
    picture.fill(theme.ground(name))
    painter = QPainter(picture)
    painter.setPen(theme.color("border"))
    painter.drawRect(0, 0, _SWATCH.width() - 1, _SWATCH.height() - 1)
    painter.end()
    return QIcon(picture)
