"""What a bundle or entry of the registry would run, what it asks for, and the word to add it. Not modal."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from inspector.core.install.offer_protocol import Made, Offer
from inspector.core.install.offers import download_of, read_offer
from inspector.core.validation.validation import Validator
from inspector.errors import UsageError
from inspector.render.json_errors import json_error_text
from inspector.translation import translate
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.live_check import LiveCheck
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import ask, offload, spawn
from inspector.ui.servers.install.offer_preview import OfferPreview, cut, sentences
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, SUBJECT, Heading, Link, Notice, column, muted, row
from inspector.ui.widgets.dialog_buttons import dialog_buttons
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["OfferDialog"]

_PREVIEW_MS: Final = 60
_WIDTH, _HEIGHT = 640, 640
_LONGEST_NAME, _LONGEST_TEXT = 120, 600


class OfferDialog(QDialog):
    """`accepted_offer(Made, connect at once)`: what it needs is in its place, its secrets are not yet kept.

    editing: the server is there already; its name stays. taken: names that another server has.
    """

    accepted_offer = Signal(object, bool)

    def __init__(
        self,
        validator: Validator,
        parent: QWidget | None = None,
        *,
        editing: str = "",
        taken: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setObjectName("offer_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._editing, self._taken = editing, taken
        self._offer: Offer | None = None
        self._busy = False
        self._doubted: tuple[str, ...] = ()  # what was told, so that the next press goes on
        self._title = Heading("", SUBJECT)
        self._title.setWordWrap(True)
        self._publisher = muted(wrap=True)
        self._description = QLabel()
        self._description.setTextFormat(Qt.TextFormat.PlainText)
        self._description.setWordWrap(True)
        self._refused = Notice("offer_refused", "error")
        self._warnings = Notice("offer_warnings", "warning")
        self._choice = self._make_choice()
        self._name = QLineEdit(editing)
        self._name.setObjectName("offer_name")
        self._name.setEnabled(not editing)
        self._fields = QFormLayout()
        self._fields.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._fields.addRow(self.tr("Name"), self._name)
        self._fields.addRow(self.tr("How to run it"), self._choice)
        self.form = Form()
        self.form.setAccessibleName(self.tr("Values it needs"))
        zoom.follow(self.form.setMinimumHeight, 110)
        self._asks = muted(self.tr("Nothing to fill in."))
        self._room = QWidget()  # where no form is
        self._room.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        self._download = Notice("offer_download", "pending")
        self._download.add_button("offer_open_file", self.tr("Open the file…"), self._open_download)
        self.preview = OfferPreview()
        self._problem = Notice("offer_problem", "error")
        self._details = Link("offer_details", self.tr("Details"))
        self._facts = QWidget()
        self._facts.setObjectName("offer_facts")
        self._facts.hide()
        self._add = QPushButton(self.tr("Save") if editing else self.tr("Add"))
        self._add.setObjectName("offer_add")
        connect = self.tr("Save and reconnect") if editing else self.tr("Add and connect")
        self._connect = PrimaryButton("offer_connect", connect)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setObjectName("offer_cancel")
        self._check = LiveCheck(validator, self.form.text, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PREVIEW_MS)
        self._lay_out()
        self._wire()

    def _make_choice(self) -> QComboBox:
        choice = QComboBox()
        choice.setObjectName("offer_choice")
        choice.setAccessibleName(self.tr("How to run it"))
        # a long URL may stand in it
        choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        choice.setMinimumContentsLength(20)
        choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return choice

    def _lay_out(self) -> None:
        for notice in (self._refused, self._warnings, self._download, self._problem):
            notice.hide()
        for button in (self._add, self._connect, self._cancel):
            button.setAutoDefault(False)  # Enter belongs to the fields
        go = [self._connect, self._add]
        buttons = row(self._details, dialog_buttons(go, self._cancel, default=False))
        buttons.setStretch(1, 1)
        layout = column(
            self._title,
            self._publisher,
            self._description,
            self._refused,
            self._warnings,
            self._facts,
            self._fields,  # type: ignore[arg-type]  # a layout as well
            self._asks,
            self._download,
            self.form,
            self._room,
            self.preview,
            self._problem,
            buttons,
            margins=DIALOG,
        )
        layout.setStretchFactor(self.form, 1)
        layout.setStretchFactor(self._room, 1)
        self.setLayout(layout)
        zoom.give_room(self, _WIDTH, _HEIGHT)

    def _wire(self) -> None:
        self._choice.currentIndexChanged.connect(self._choose)
        self._name.textChanged.connect(self._timer.start)
        self.form.changed.connect(self._edited)
        self._check.checked.connect(self.form.show_problems)
        self._timer.timeout.connect(self._show_preview)
        self._details.clicked.connect(self._toggle_details)
        self._add.clicked.connect(self._add_pressed)
        self._connect.clicked.connect(self._connect_pressed)
        self._cancel.clicked.connect(self.close)

    # -- what is offered -----------------------------------------------------------------------------

    def show_offer(self, offer: Offer, choice: int = 0, values: dict[str, Any] | None = None) -> None:
        """Show another offer. values: of the form; None: what it starts with."""
        self._offer = offer
        self.setWindowTitle(
            self.tr("Edit {}").format(self._editing)
            if self._editing
            else self.tr("Add {}").format(isolated(cut(offer.title, _LONGEST_NAME)))
        )
        self._title.setText(isolated(cut(offer.title, _LONGEST_NAME)))
        version = dict(offer.facts).get("Version", "")
        told = (cut(text, _LONGEST_NAME) for text in (offer.publisher, version) if text)
        self._publisher.setText(" · ".join(told))
        self._publisher.setVisible(bool(self._publisher.text()))
        self._description.setText(cut(offer.description, _LONGEST_TEXT))
        self._description.setVisible(bool(offer.description))
        self._refused.set_text(self.tr("This cannot be added: {}").format(sentences(offer.refused)))
        self._refused.setVisible(bool(offer.refused))
        self._warnings.set_text(sentences(offer.warnings))
        self._warnings.setVisible(bool(offer.warnings))
        self._show_facts(offer.facts)
        if not self._editing:
            self._name.setText(self._free(offer.name))
        self._choice.blockSignals(True)
        self._choice.clear()
        self._choice.addItems([cut(choice, _LONGEST_NAME) for choice in offer.choices])
        self._choice.setCurrentIndex(choice)
        self._choice.blockSignals(False)
        self._fields.setRowVisible(self._choice, len(offer.choices) > 1)
        self._fields.setRowVisible(self._name, not offer.refused)
        for button in (self._add, self._connect):
            button.setVisible(not offer.refused)
        self._cancel.setText(self.tr("Close") if offer.refused else self.tr("Cancel"))
        self._choose(choice, values)

    def _choose(self, choice: int, values: dict[str, Any] | None = None) -> None:
        offer = self._offer
        if offer is None:
            return
        usable = not offer.refused and choice >= 0
        download = download_of(offer, choice) if usable else None
        schema = offer.schema(choice) if usable and download is None else {"type": "object"}
        asks = bool(schema.get("properties"))
        self.form.set_schema(schema)
        if asks:
            start = offer.initial(choice) if values is None else values
            self.form.set_text(json.dumps(start, ensure_ascii=False, indent=2))
            self._check.set_schema(schema, assert_formats=False)
        self.form.setVisible(asks)
        self._room.setVisible(not asks)
        self._asks.setVisible(usable and not asks and download is None)
        if download is not None:
            text = self.tr("Download it from {} and open the file here: its SHA-256 is checked.")
            self._download.set_text(text.format(cut(download.url, _LONGEST_TEXT)))
        self._download.setVisible(download is not None)
        for button in (self._add, self._connect):
            button.setEnabled(usable and download is None)
        self._problem.hide()
        self._show_preview()

    def _edited(self) -> None:
        self._problem.hide()
        self._check.text_changed()
        self._timer.start()

    def _show_preview(self) -> None:
        try:
            made = self._made()
        except UsageError as error:
            self.preview.say(str(error))
        else:
            self.preview.show_made(made)

    def _made(self) -> Made | None:
        """None: there is nothing to make. Raises UsageError."""
        offer, choice = self._offer, max(0, self._choice.currentIndex())
        if offer is None or offer.refused or download_of(offer, choice) is not None:
            return None
        values: Any = {}
        if not self.form.isHidden():
            try:
                values = json.loads(text := self.form.text())
            except ValueError as error:
                why = json_error_text(text, error)
                raise UsageError(self.tr("The values are not JSON: {}").format(why)) from error
        if not isinstance(values, dict):
            raise UsageError(self.tr("The values must be a JSON object."))
        return offer.make(choice, self._name.text().strip() or offer.name, values)

    # -- adding --------------------------------------------------------------------------------------

    def _add_pressed(self) -> None:
        spawn(self, self._finish(connect=False), "add what is offered")

    def _connect_pressed(self) -> None:
        spawn(self, self._finish(connect=True), "add what is offered")

    async def _finish(self, connect: bool) -> None:
        if self._busy or self._offer is None:
            return
        self._set_busy(True)
        try:
            made = self._made()
            if made is None:
                return
            if not self._editing and made.profile.name in self._taken:
                self._name.setFocus()
                raise UsageError(self.tr("A server named “{}” already exists.").format(made.profile.name))
            if made.missing:
                self.form.show_problems(await self._check.verdict(), reveal=True)
                self.form.focus_first()
                names = ", ".join(made.missing)
                raise UsageError(self.tr("These are required and empty: {}").format(names))
            choice = max(0, self._choice.currentIndex())
            doubts = await offload(self._offer.doubts, choice)
            if doubts != self._doubted:
                self._doubted = doubts
                if doubts:
                    again = self.tr("Press again to continue anyway.")
                    raise UsageError(f"{sentences(doubts)}\n{again}")
            await offload(self._offer.prepare, choice)
        except UsageError as error:
            self._problem.set_text(sentences((str(error),)))
            self._problem.show()
            return
        finally:
            self._set_busy(False)
        self.accepted_offer.emit(made, connect)
        self.close()

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        for button in (self._add, self._connect):
            button.setEnabled(not busy)

    def _free(self, wanted: str) -> str:
        name, number = wanted, 2
        while name in self._taken:
            name, number = f"{wanted} {number}", number + 1
        return name

    # -- a bundle of the registry --------------------------------------------------------------------

    def _open_download(self) -> None:
        spawn(self, self._take_download(), "open a downloaded bundle")

    async def _take_download(self) -> None:
        offer = self._offer
        wanted = download_of(offer, self._choice.currentIndex()) if offer is not None else None
        if wanted is None:
            return
        dialog = QFileDialog(self, self.tr("Open the downloaded file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Bundles (*.mcpb *.dxt)"), self.tr("All files (*)")])
        chosen = dialog.selectedFiles() if await ask(dialog) else []
        dialog.deleteLater()
        if chosen:
            await self.take_download(Path(chosen[0]))

    async def take_download(self, path: Path) -> None:
        """Show the bundle in a downloaded file, if it is the one that the registry's entry means."""
        offer = self._offer
        wanted = download_of(offer, self._choice.currentIndex()) if offer is not None else None
        if wanted is None:
            return
        try:
            bundle = await offload(read_offer, path, self.locale().name())
            wanted.require(bundle)
        except UsageError as error:
            self._problem.set_text(sentences((str(error),)))
            self._problem.show()
            return
        self.show_offer(bundle)

    # -- details -------------------------------------------------------------------------------------

    def _toggle_details(self) -> None:
        self._facts.setVisible(self._facts.isHidden())

    def _show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        if (old := self._facts.layout()) is not None:
            QWidget().setLayout(old)  # the only way to take a layout off
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        zoom.follow(form.setVerticalSpacing, 2)
        zoom.follow(form.setHorizontalSpacing, theme.SPACE_WIDE)
        for key, text in facts:
            name = translate("Offers", key)
            label = QLabel(cut(text, _LONGEST_TEXT))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setAccessibleName(f"{name}: {label.text()}")
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            form.addRow(muted(name), label)
        self._facts.setLayout(form)
        self._details.setVisible(bool(facts))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.form.isHidden():
            (self._connect if self._connect.isEnabled() else self._cancel).setFocus()
        else:
            self.form.focus_first()

    def closeEvent(self, event: QCloseEvent) -> None:
        """What is being unpacked goes on; it is not added."""
        self._timer.stop()
        super().closeEvent(event)
