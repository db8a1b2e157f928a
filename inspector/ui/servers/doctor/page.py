"""The connection doctor: a checklist of one server that fills in while it is looked at. Not modal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QDialog, QFrame, QPushButton, QScrollArea, QWidget

from inspector.core.doctor.checks import Check, as_markdown, verdict
from inspector.core.servers.profiles import Profile, shown_target
from inspector.transport import StdioTarget
from inspector.transport.client_environments import CLIENTS
from inspector.ui.keyboard.tab_order import put_in_order
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.servers.doctor.row import CheckRow
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import DIALOG, SUBJECT, Elided, Heading, Notice, column, muted, row
from inspector.ui.widgets.dialog_buttons import dialog_buttons

if TYPE_CHECKING:
    import asyncio

    from inspector.core.doctor.case import Case

__all__ = ["DoctorPage"]

_WIDTH, _HEIGHT = 760, 640
_COPIED_MS: Final = 1500


class DoctorPage(QDialog):
    """`make_case(client id)`: a new case about the server as it is now, None when it is gone.

    `fix_wanted(Fix, what was typed)`: the receiver fixes the server and starts another look.
    `healthy`: a look found nothing that failed.
    """

    fix_wanted = Signal(object, str)
    healthy = Signal()

    def __init__(self, make_case: Callable[[str], Case | None], profile: Profile, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("doctor_page")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Diagnosis of {}").format(isolated(profile.name)))
        self._make_case = make_case
        self.server = profile.name
        self._task: asyncio.Task[None] | None = None
        self._checks: list[Check] = []
        self._rows: dict[str, CheckRow] = {}
        self._target = Elided(mode=Qt.TextElideMode.ElideMiddle, role="muted")
        self._verdict = Notice("doctor_verdict", "pending")
        self._clients = self._make_clients(isinstance(profile.target, StdioTarget))
        self._list = column(spacing=0)
        self._lay_out()
        self._fit_screen()

    def _lay_out(self) -> None:
        body = QWidget()
        lines = column(self._list, margins=(0, 0, 0, 0))
        lines.addStretch(1)
        body.setLayout(lines)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("doctor_list")
        self._scroll.setAccessibleName(self.tr("Checks"))
        self._scroll.setFrameShape(QFrame.Shape.StyledPanel)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(body)
        title = Heading(self.tr("Diagnosis of {}").format(self.server), SUBJECT)
        top = column(title, self._target, spacing=2)
        self.setLayout(column(top, self._verdict, self._scroll, self._make_buttons(), margins=DIALOG))

    def _make_clients(self, stdio: bool) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName("doctor_client")
        box.setAccessibleName(self.tr("Compare with environment of"))
        box.setAccessibleDescription(box.accessibleName())
        box.addItem(self.tr("only here"), "")
        for id_, client in CLIENTS.items():
            box.addItem(client.label, id_)
        box.setVisible(stdio)
        box.currentIndexChanged.connect(self.look)
        return box

    def _make_buttons(self) -> QWidget:
        self._again = self._button("doctor_again", self.tr("Run again"), self.look)
        self._copy = self._button("doctor_copy", self.tr("Copy report"), self.copy_report)
        close = self._button("doctor_close", self.tr("Close"), self.close)
        label = muted(self.tr("Compare with"))
        label.setBuddy(self._clients)
        layout = row(label, self._clients)
        if self._clients.isHidden():
            label.hide()
        layout.addStretch(1)
        layout.addWidget(dialog_buttons([], close, [self._again, self._copy]))
        widget = QWidget()
        widget.setLayout(layout)
        return widget

    def _button(self, name: str, text: str, pressed: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(pressed)
        return button

    def _fit_screen(self) -> None:
        zoom.give_room(self, _WIDTH, _HEIGHT)

    # -- looking -------------------------------------------------------------------------------------

    def look(self, *_anything: object) -> None:
        """Begin from the top; a look that still runs is given up."""
        before, self._task = self._task, None
        if before is not None and not before.done():
            before.cancel()
        self._copy.setEnabled(False)
        self._say("pending", self.tr("Running…"))
        self._task = spawn(self, self._look(before), f"diagnose {self.server}")

    async def _look(self, before: asyncio.Task[None] | None) -> None:
        import asyncio
        from importlib import import_module

        await offload(import_module, "inspector.core.doctor.diagnosis")  # 100 ms, with all transports
        from inspector.core.doctor.diagnosis import diagnose, planned

        if before is not None:
            await asyncio.wait([before])  # its server is to be gone before it is started again
        case = self._make_case(str(self._clients.currentData()))
        if case is None:
            self.close()
            return
        self._target.setText(shown_target(case.profile))
        self._checks = []
        self._lay_rows(planned(case.profile))
        waiting = list(self._rows)
        self._mark_running(waiting)
        async with aclosing(diagnose(case)) as found:
            async for check in found:
                self._checks.append(check)
                self._rows[check.id].show_check(check)
                waiting.remove(check.id)
                self._mark_running(waiting)
        self._end()

    def _mark_running(self, waiting: list[str]) -> None:
        if waiting:
            from dataclasses import replace

            first = self._rows[waiting[0]]
            first.show_check(replace(first.check, state="running"))

    def _lay_rows(self, checks: list[Check]) -> None:
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._rows = {}
        for check in checks:
            made = CheckRow(check)
            made.fix_wanted.connect(self.fix_wanted)
            self._rows[check.id] = made
            self._list.addWidget(made)
        put_in_order(self)

    def _end(self) -> None:
        put_in_order(self)
        states = {check.state for check in self._checks}
        role = "error" if "failed" in states else "warning" if "warning" in states else "ok"
        self._say(role, verdict(self._checks))
        self._copy.setEnabled(True)
        worst = next((one for one in self._checks if one.state == "failed"), None)
        shown = [worst] if worst is not None else [one for one in self._checks if one.state == "warning"]
        for check in shown:
            self._rows[check.id].unfold()
        if shown:
            # The layout has to give the details their place first.
            QTimer.singleShot(0, self, self._show_worst)
        if "failed" not in states:
            self.healthy.emit()

    def _show_worst(self) -> None:
        worst = next((one for one in self._rows.values() if one.check.state in ("failed", "warning")), None)
        if worst is not None and worst.geometry().bottom() > self._scroll.viewport().height():
            self._scroll.verticalScrollBar().setValue(worst.y())  # its line at the top, its details below

    def _say(self, role: str, text: str) -> None:
        self._verdict.set_role(role)
        self._verdict.set_text(text)

    def say_trouble(self, text: str) -> None:
        """A fix could not be carried out."""
        self._say("error", text)

    def copy_report(self) -> None:
        """Put the whole as Markdown on the clipboard."""
        QGuiApplication.clipboard().setText(as_markdown(self.server, self._checks))
        self._copy.setText(self.tr("Copied"))
        QTimer.singleShot(_COPIED_MS, self, self._uncopied)

    def _uncopied(self) -> None:
        self._copy.setText(self.tr("Copy report"))
