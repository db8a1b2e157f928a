"""Export: which records, in which format, with which secrets replaced. Not modal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QPushButton,
    QRadioButton,
    QWidget,
)

from inspector.trace.export import EXPORTS
from inspector.trace.journal import Journal
from inspector.trace.redaction.secret_rules import Rules
from inspector.translation import translate
from inspector.ui.locale.locale_text import number_text
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Marked, column, muted, row
from inspector.ui.widgets.dialog_buttons import dialog_buttons
from inspector.ui.windows.redaction_box import RedactionBox

__all__ = ["SESSION", "ExportDialog", "Numbers", "Wanted"]

SESSION: Final = "mcptrace"
_SETTLE_MS: Final = 250

_CHOICES: Final[tuple[tuple[str, Marked], ...]] = (
    ("all", QT_TRANSLATE_NOOP("ExportDialog", "All {}")),
    ("shown", QT_TRANSLATE_NOOP("ExportDialog", "Shown {}")),
    ("selected", QT_TRANSLATE_NOOP("ExportDialog", "Selected {}")),
    ("marked", QT_TRANSLATE_NOOP("ExportDialog", "Marked {}")),
)
Numbers = dict[str, Callable[[], Sequence[int]]]
"""all, shown, selected, marked → the numbers now."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a user decided. rules: None: secrets stay. kept: secrets that stay all the same."""

    numbers: Sequence[int]
    whole: bool
    key: str  # of EXPORTS, or SESSION
    path: Path
    rules: Rules | None
    kept: frozenset[str]


class ExportDialog(QDialog):
    """`file_wanted(suffix)`: ask for the place, then call `write_to`. `accepted_with(Wanted)`: do it."""

    file_wanted = Signal(str)
    accepted_with = Signal(object)

    def __init__(self, journal: Journal, numbers: Numbers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export"))
        zoom.give_room(self, 760, 560)  # fits on a screen 640 high
        self._numbers = numbers
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._look)
        self._choices = QButtonGroup(self)
        self._chosen: dict[str, QRadioButton] = {}
        self.whole = QCheckBox(self.tr("Include everything that belongs to these calls"))
        self.whole.setObjectName("export_whole")
        self.whole.setChecked(True)
        self.format = QComboBox()
        self.format.setObjectName("export_format")
        self.format.setAccessibleName(self.tr("Format"))
        self._hint = muted()
        self.redaction = RedactionBox(journal)
        self._make_formats()
        self._lay_out()
        self.format.currentIndexChanged.connect(self._format_changed)
        self._choices.buttonToggled.connect(self._later)
        self.whole.toggled.connect(self._later)
        self.redaction.changed.connect(self._later)
        self._format_changed()

    def _make_formats(self) -> None:
        for one in EXPORTS.values():
            self.format.addItem(f"{translate('Trace', one.title)} ({one.suffix})", one.key)
        self.format.addItem(self.tr("Session file (.{})").format(SESSION), SESSION)
        self._hints = {one.key: translate("Trace", one.hint) for one in EXPORTS.values()}
        self._hints[SESSION] = self.tr("Can be opened again. Replace secrets before you share it.")

    def _lay_out(self) -> None:
        what = row(spacing=theme.SPACE_WIDE)
        for key, text in _CHOICES:
            count = len(self._numbers[key]())
            button = QRadioButton(QCoreApplication.translate("ExportDialog", text).format(number_text(count)))
            button.setObjectName(f"export_{key}")
            button.setEnabled(count > 0 or key == "all")
            self._choices.addButton(button)
            self._chosen[key] = button
            what.addWidget(button)
        what.addStretch(1)
        several = len(self._numbers["selected"]()) > 1
        self._chosen["selected" if several else "all"].setChecked(True)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        zoom.follow(form.setHorizontalSpacing, theme.SPACE_WIDE)
        zoom.follow(form.setVerticalSpacing, theme.SPACE)
        form.addRow(self.tr("Records"), what)
        form.addRow("", self.whole)
        form.addRow(self.tr("Format"), self.format)
        form.addRow("", self._hint)
        layout = column(spacing=theme.SPACE_WIDE, margins=DIALOG)
        layout.addLayout(form)
        layout.addWidget(self.redaction, 1)
        layout.addWidget(self._make_buttons())
        self.setLayout(layout)

    def _make_buttons(self) -> QWidget:
        export = QPushButton(self.tr("Export…"))
        export.setObjectName("export_start")
        export.setDefault(True)
        export.clicked.connect(self._ask_file)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setObjectName("export_cancel")
        cancel.clicked.connect(self.reject)
        return dialog_buttons([export], cancel)

    # -- what is wanted ------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """The format."""
        return str(self.format.currentData())

    def numbers(self) -> Sequence[int]:
        """The records chosen, without what belongs to them."""
        key = next(key for key, button in self._chosen.items() if button.isChecked())
        return self._numbers[key]()

    def write_to(self, path: Path) -> None:
        """The place is known: say what is wanted, and go."""
        wanted = Wanted(
            self.numbers(), self._is_whole(), self.key, path, self.redaction.rules(), self.redaction.kept()
        )
        self.accepted_with.emit(wanted)
        self.accept()

    def _is_whole(self) -> bool:
        return self.whole.isChecked() and self.whole.isEnabled()

    def _ask_file(self) -> None:
        found = EXPORTS.get(self.key)
        self.file_wanted.emit(found.suffix if found is not None else f".{SESSION}")

    def _format_changed(self, *_index: int) -> None:
        self._hint.setText(self._hints[self.key])
        self._later()

    def _later(self, *_anything: object) -> None:
        for key, button in self._chosen.items():
            button.setEnabled(key == "all" or bool(len(self._numbers[key]())))
        self.whole.setEnabled(not self._chosen["all"].isChecked())
        self._settle.start()

    def _look(self) -> None:
        self.redaction.look(self.numbers(), self._is_whole())

    def done(self, result: int) -> None:
        """Close; a search under way is given up."""
        self._settle.stop()
        self.redaction.stop()
        super().done(result)
