"""What the raw panel does with deliberate faults: arm one, send it and have it judged, run them all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from inspector.core.client.client import Client
from inspector.core.fault_injection.faults import (
    FaultVerdict,
    applicable,
    perform,
    ready,
    situation_of,
    sweep,
)
from inspector.core.fault_injection.report import as_markdown
from inspector.errors import InspectorError
from inspector.protocol.faults import PRESETS, Preset, Shot
from inspector.translation import shown
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels.fault_injection.list import ROLE_OF, FaultList
from inspector.ui.panels.fault_injection.table import FaultTable
from inspector.ui.panels.raw_headers import RawHeaders, write_lines
from inspector.ui.session.selection import Selection
from inspector.ui.widgets.controls import Link, Notice

__all__ = ["FaultBench", "VerdictStrip"]

_MOST_LINKS: Final = 3
_NOTICE_ROLE: Final = {"muted": "pending"}


class VerdictStrip(Notice):
    """How the server stood the fault: glyph, word, sentence and links to the records that tell it."""

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__("fault_verdict", "pending", parent)
        self._selection = selection
        self._links = [Link(f"fault_record_{place}") for place in range(_MOST_LINKS)]
        self._numbers = [0] * _MOST_LINKS
        for place, link in enumerate(self._links):
            link.setToolTip(self.tr("Show this record in the timeline"))
            link.clicked.connect(partial(self._open, place))
            self._buttons.addWidget(link)
        self.add_close("fault_verdict_close")
        self.hide()

    def wait(self, title: str) -> None:
        """The fault is on its way."""
        self._say("pending", self.tr("Sent: {}. Waiting for a response…").format(title), ())

    def show_verdict(self, verdict: FaultVerdict) -> None:
        """What came of it."""
        words = {
            "complied": self.tr("Complied"),
            "not complied": self.tr("Not complied"),
            "no answer": self.tr("No response"),
            "undecided": self.tr("Undecided"),
        }
        role = ROLE_OF[verdict.word]
        rule = {"must": " (MUST)", "should": " (SHOULD)"}.get(verdict.level, "")
        text = f"{words[verdict.word]}{rule}. {shown(verdict.sentence)}"
        self._say(_NOTICE_ROLE.get(role, role), text, verdict.records or (verdict.sent,))

    def fail(self, text: str) -> None:
        """It could not be sent."""
        self._say("error", text, ())

    def _say(self, role: str, text: str, numbers: tuple[int, ...]) -> None:
        self.set_role(role)
        self.set_text(text)
        for place, link in enumerate(self._links):
            number = numbers[place] if place < len(numbers) else 0
            self._numbers[place] = number
            link.setText(f"#{number}")
            link.setVisible(number > 0)
        self.show()

    def _open(self, place: int) -> None:
        self._selection.show(self._numbers[place])


_FORMATTED: Final = 64 << 10  # bytes that are shown indented


@dataclass(slots=True)
class _Armed:
    """A fault in the editor, with what the editor and the headers showed then."""

    preset: Preset
    shots: tuple[Shot, ...]
    text: bytes = b""
    headers: str = ""


class FaultBench(QObject):
    """Joins the fault list, the editor, the headers, the verdict strip and the table of one raw panel.

    `busy(yes)`: a fault is on its way, nothing else is to be sent. `sent(number)`: the first record that a
    fault became. `table_wanted(yes)`: show the table instead of the answer. `headers_wanted`: the fault is in
    the HTTP headers."""

    busy = Signal(bool)
    sent = Signal(int)
    table_wanted = Signal(bool)
    headers_wanted = Signal()

    def __init__(
        self,
        client: Client,
        selection: Selection,
        editor: JsonEditor,
        headers: RawHeaders,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._selection = selection
        self._editor = editor
        self._headers = headers
        self._armed: _Armed | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self.list = FaultList()
        self.strip = VerdictStrip(selection)
        self.table = FaultTable()
        self.list.chosen.connect(self.arm)
        self.list.run_all.connect(self.run_all)
        self.list.table_wanted.connect(self._open_table)
        self.table.cancelled.connect(self.cancel)
        self.table.closed.connect(self._close_table)
        self.table.copied.connect(self._copy)
        self.table.chosen.connect(self._row_chosen)

    # -- one

    def refresh(self) -> None:
        """The connection changed: say anew what applies."""
        self.list.all_button.setEnabled(self._client.state == "connected" and self._sweeping is None)
        if self._client.session is not None and not self.list.isHidden():
            self.list.set_situation(situation_of(self._client))

    def arm(self, key: str) -> None:
        """Put a fault into the editor, if it applies here."""
        preset = PRESETS[key]
        situation = situation_of(self._client)
        self.strip.hide()
        self._armed = None
        if self._sweeping is None:
            self.table_wanted.emit(False)
        if self._client.session is None or preset.why_not(situation):
            return
        armed = _Armed(preset, preset.build(situation))
        self._show(armed.shots)
        armed.text, armed.headers = self._editor.exact_bytes(), self._headers.toPlainText()
        self._armed = armed

    def armed(self) -> bool:
        """Whether what the editor shows is the fault that was chosen, untouched."""
        armed = self._armed
        return (
            armed is not None
            and armed.text == self._editor.exact_bytes()
            and armed.headers == self._headers.toPlainText()
        )

    async def fire(self) -> None:
        """Send the armed fault and show its verdict."""
        armed = self._armed
        if armed is None:
            return
        self.busy.emit(True)
        self.strip.wait(armed.preset.title)
        try:
            verdict = await perform(self._client, armed.preset, armed.shots)
        except InspectorError as error:
            self.strip.fail(str(error))
            return
        finally:
            if isValid(self):  # the task also ends because this panel is destroyed
                self.busy.emit(False)
        self.sent.emit(verdict.sent)
        self.list.show_verdict(verdict)
        if self._armed is armed and self._client.state == "connected":
            self.arm(armed.preset.key)  # with ids that are not used up
        self.strip.show_verdict(verdict)

    def _show(self, shots: tuple[Shot, ...]) -> None:
        """The text that goes out; several messages on a line each."""
        data = b"\n".join(shot.data for shot in shots)
        exact = b"\n" in data or b"\r" in data
        if not exact and len(data) < _FORMATTED:
            try:
                data = msgspec.json.format(data, indent=2)
            except (msgspec.DecodeError, RecursionError):
                exact = True
        self._editor.set_exact(exact)
        self._editor.set_exact_bytes(data)
        headers = tuple(pair for shot in shots for pair in shot.headers)
        without = tuple(name for shot in shots for name in shot.without)
        self._headers.set_text(write_lines(headers, without))
        if headers or without:
            self.headers_wanted.emit()

    # -- all

    def run_all(self) -> None:
        """Send every fault that applies."""
        if self._client.state == "connected" and self._sweeping is None:
            self._sweeping = spawn(self, self._sweep(), "run all faults")

    def cancel(self) -> None:
        """End the sweep after what is on its way."""
        if self._sweeping is not None:
            self._sweeping.cancel()

    async def _sweep(self) -> None:
        why = ""
        self.busy.emit(True)
        self.list.all_button.setEnabled(False)
        self.strip.hide()
        self.list.table_button.show()
        self.table_wanted.emit(True)
        try:
            await ready(self._client)
            presets = applicable(situation_of(self._client))
            self.table.begin(len(presets))
            async for verdict in sweep(self._client, presets):
                self.table.add(verdict)
                self.list.show_verdict(verdict)
        except InspectorError as error:
            why = self.tr("Stopped: {}").format(error)
        except asyncio.CancelledError:
            why = self.tr("Cancelled.")
            raise
        finally:
            self._sweeping = None
            if isValid(self):
                self.table.end(why)
                self.busy.emit(False)
                self.refresh()

    def _row_chosen(self, verdict: FaultVerdict) -> None:
        self._selection.select((verdict.records or (verdict.sent,))[0])

    def _open_table(self) -> None:
        self.table_wanted.emit(True)

    def _close_table(self) -> None:
        self.cancel()
        self.table_wanted.emit(False)

    def _copy(self) -> None:
        text = as_markdown(self.table.verdicts, self._client.info, self._client.transport)
        QGuiApplication.clipboard().setText(text)
