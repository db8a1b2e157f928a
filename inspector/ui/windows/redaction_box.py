"""Whether secrets are replaced, which more of them, and every replacement with a way to opt out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHeaderView, QLineEdit, QTableView, QWidget

from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import SIZES_NOTE
from inspector.trace.redaction.secret_rules import Rules
from inspector.translation import translate
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.check_boxes import frame_check_boxes
from inspector.ui.widgets.controls import column, muted, row
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.windows.replacements import SHOWN, ReplacementModel, Search

__all__ = ["RedactionBox"]

_LOOK_MS: Final = 150


class RedactionBox(QWidget):
    """`changed`: other rules. What is found is told by `look`."""

    changed = Signal()

    def __init__(self, journal: Journal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._journal = journal
        self._search: Search | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._show_found)
        self.on = self._check("redact", self.tr("Replace secrets with names such as «token-1»"))
        self.emails = self._check("redact_emails", self.tr("Also redact e-mail addresses"))
        self.homes = self._check("redact_homes", self.tr("Also redact home folder names"))
        self.keys = QLineEdit()
        self.keys.setObjectName("redact_keys")
        self.keys.setAccessibleName(self.tr("Additional secret keys and headers"))
        self.keys.setPlaceholderText(self.tr("Additional secret keys and headers: pin, badge"))
        self.keys.editingFinished.connect(self._rules_changed)
        self.reveal = QCheckBox(self.tr("Show secrets"))
        self.reveal.setObjectName("redact_reveal")
        self.count = muted()
        self.count.setObjectName("redact_count")
        self.model = ReplacementModel(self)
        self.table = self._table()
        self.reveal.toggled.connect(self.model.reveal_all)
        self.model.decided.connect(self._say_count)
        self._sizes = muted(translate("Trace", SIZES_NOTE))
        self.on.setChecked(True)  # a file handed on by accident holds no secret
        self._lay_out()
        self._enable()

    def _check(self, name: str, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setObjectName(name)
        box.toggled.connect(self._rules_changed)
        return box

    def _table(self) -> QTableView:
        table = QTableView()
        table.setItemDelegate(LineDelegate(table))
        table.setObjectName("redact_table")
        table.setAccessibleName(self.tr("Every replacement"))
        table.setModel(self.model)
        frame_check_boxes(table)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(theme.row_height())
        table.setShowGrid(False)
        table.setWordWrap(False)
        header = table.horizontalHeader()
        header.setStretchLastSection(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        zoom.keep_sections(header, 64, 70, 280, 190)
        table.clicked.connect(self.model.reveal)
        return table

    def _lay_out(self) -> None:
        more = row(self.emails, self.homes, spacing=theme.SPACE_WIDE)
        more.addStretch(1)
        rules = column(more, self.keys, spacing=theme.SPACE, margins=(24, 0, 0, 0))
        below = row(self.count, self.reveal)
        below.setStretch(0, 1)
        layout = column(self.on, rules, self.table, below, self._sizes)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    # -- what is wanted ------------------------------------------------------------------------------

    def rules(self) -> Rules | None:
        """The rules; None: secrets stay."""
        if not self.on.isChecked():
            return None
        keys = tuple(word for word in re.split(r"[,;\s]+", self.keys.text()) if word)
        return Rules(keys, self.emails.isChecked(), self.homes.isChecked())

    def kept(self) -> frozenset[str]:
        """Secrets that are to stay."""
        return frozenset(self.model.kept)

    def _rules_changed(self, *_on: object) -> None:
        self._enable()
        self.changed.emit()

    def _enable(self) -> None:
        for part in (self.emails, self.homes, self.keys, self.table, self.reveal):
            part.setEnabled(self.on.isChecked())

    # -- what is found -------------------------------------------------------------------------------

    def look(self, numbers: Sequence[int], whole: bool) -> None:
        """Find what would be replaced in these records; an older search is given up."""
        self.stop()
        rules = self.rules()
        if rules is None:
            self.model.show([])
            self.count.setText(self.tr("Nothing is replaced: secrets are exported as is."))
            return
        self._search = Search(self._journal, numbers, whole, rules)
        self._timer.start()
        self._say_count()
        spawn(self, self._run(self._search), "look for secrets")

    def stop(self) -> None:
        """Give up a search."""
        self._timer.stop()
        if self._search is not None:
            self._search.stopped = True
            self._search = None

    async def _run(self, search: Search) -> None:
        try:
            await offload(search.run)
        finally:
            search.stopped = True
        if search is self._search:
            self._timer.stop()
            self._show_found()

    def _show_found(self) -> None:
        if self._search is not None:
            self.model.show(self._search.found)
            self._say_count()

    def _say_count(self) -> None:
        search = self._search
        if search is None:
            return
        if not search.ended:
            text = self.tr("Looking for secrets… {} records, {} found").format(
                number_text(search.looked_at), number_text(search.count)
            )
        elif not search.count:
            text = self.tr("No secrets were found.")
        else:
            text = self.tr("{} replacements of {} secrets.").format(
                number_text(search.count), number_text(search.secrets)
            )
            if search.count > SHOWN:
                listed = self.tr("The first {} are listed.").format(number_text(SHOWN))
                text = f"{text} {listed}"
            if self.model.kept:
                kept = self.tr("Not replaced: {}.").format(self.model.kept_count())
                text = f"{text} {kept}"
        self.count.setText(text)
