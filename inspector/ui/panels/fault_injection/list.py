"""The deliberate faults beside the raw editor: search one, read what it sends and what the server must do."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QSplitter, QWidget

from inspector.core.fault_injection.faults import FaultVerdict
from inspector.core.fault_injection.report import GLYPHS
from inspector.protocol.faults import PRESETS, Preset, Situation
from inspector.translation import shown
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Heading, column, muted, row, tool_button

__all__ = ["ROLE_OF", "FaultList"]

ROLE_OF: Final = {"complied": "ok", "not complied": "error", "no answer": "muted", "undecided": "warning"}
"""Verdict → role of theme."""

_LEVELS: Final = {"must": "MUST", "should": "SHOULD", "none": ""}


class FaultList(QWidget):
    """`chosen(key)`: another fault became current. `run_all`, `table_wanted`: the buttons were pressed."""

    chosen = Signal(str)
    run_all = Signal()
    table_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._situation: Situation | None = None
        self._verdicts: dict[str, FaultVerdict] = {}
        hint = self.tr("Filter faults")
        self.list = ItemList("fault_list", "fault_filter", hint, self.tr("There are no faults."))
        self.all_button = QPushButton(self.tr("Run all"))
        self.all_button.setObjectName("fault_run_all")
        self.all_button.setToolTip(self.tr("Send every fault that applies here, one after the other"))
        self.table_button = tool_button("fault_show_table", "format-list-checks", self.tr("All verdicts"))
        self.table_button.hide()
        self._title = Heading(bold=True)
        self._title.setWordWrap(True)
        self._sends, self._requires, self._page = QLabel(), QLabel(), muted(wrap=True)
        for label in (self._sends, self._requires, self._page):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self.list.chosen.connect(self._chosen)
        self.all_button.clicked.connect(self.run_all)
        self.table_button.clicked.connect(self.table_wanted)

    def _lay_out(self) -> None:
        about = QWidget()
        parts = column(self._title, self._sends, self._requires, self._page, margins=(8, 8, 8, 8), spacing=6)
        parts.addStretch(1)
        about.setLayout(parts)
        area = QScrollArea()
        area.setObjectName("fault_about")
        area.setAccessibleName(self.tr("What this fault sends and what the server must do"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setWidget(about)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(area)
        splitter.setSizes([200, 190])
        foot = row(self.all_button, self.table_button, margins=(6, 4, 6, 8), spacing=4)
        foot.setStretch(0, 1)
        self.setLayout(column(splitter, foot, spacing=0))
        zoom.follow(self.setMinimumWidth, 150)

    def set_situation(self, situation: Situation) -> None:
        """Say of each fault whether it applies to this connection."""
        self._situation = situation
        self._fill()
        self._describe()

    def show_verdict(self, verdict: FaultVerdict) -> None:
        """Mark a fault with how the server stood it."""
        self._verdicts[verdict.key] = verdict
        self._fill()

    def key(self) -> str:
        """The current fault; "" for none."""
        return self.list.key()

    def select(self, key: str) -> None:
        """Make a fault current."""
        self.list.select(key)

    def _fill(self) -> None:
        self.list.set_items([self._item(preset) for preset in PRESETS.values()])

    def _item(self, preset: Preset) -> Item:
        why = preset.why_not(self._situation) if self._situation is not None else ""
        verdict = self._verdicts.get(preset.key)
        badges: tuple[tuple[str, str, str], ...] = ()
        if why:
            badges = ((self.tr("not applicable"), "muted", shown(why)),)
        elif verdict is not None:
            badges = ((GLYPHS[verdict.word], ROLE_OF[verdict.word], shown(verdict.sentence)),)
        return Item(preset.key, shown(preset.title), "", f"{shown(preset.sends)}\n{preset.key}", badges)

    def _chosen(self, key: str) -> None:
        self._describe()
        self.chosen.emit(key)

    def _describe(self) -> None:
        preset = PRESETS.get(self.key())
        self._title.setText(shown(preset.title) if preset is not None else "")
        self._sends.setText(shown(preset.sends) if preset is not None else "")
        if preset is None or self._situation is None:
            hint = self.tr("Messages that break a rule on purpose. Choose one, review it, press Send.")
            self._requires.setText(hint)
            self._page.setText("")
            return
        why = preset.why_not(self._situation)
        duty = preset.duty(self._situation)
        if why or duty is None:
            self._requires.setText(self.tr("Does not apply here: {}.").format(shown(why)))
            self._page.setText("")
            return
        level = _LEVELS[duty.level]
        if level:
            self._requires.setText(self.tr("Required ({}): {}").format(level, shown(duty.text)))
        else:
            self._requires.setText(self.tr("Expected: {}").format(shown(duty.text)))
        self._page.setText(f"{self._situation.era.revision}/{duty.page}\n--fault {preset.key}")
