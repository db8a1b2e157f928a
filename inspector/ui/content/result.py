"""What came of a call: state, duration and size, then the answer rendered, structured or raw.

It shows an exchange of the journal and follows it; it never waits for the call itself. So a call that the
server's death left unanswered stays on screen with all that is known of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QStackedWidget, QWidget

from inspector.core.client.large_message_thread import aside
from inspector.core.clock import now_ns
from inspector.protocol.records import Exchange
from inspector.render import Rendering
from inspector.render.contents import Contents, as_bytes
from inspector.render.first_page import first_page
from inspector.render.for_model import for_model
from inspector.trace.journal import Journal
from inspector.translation import shown
from inspector.ui.content.answer import read_answer
from inspector.ui.content.during import DuringCall
from inspector.ui.content.missing_capability import MissingCapability
from inspector.ui.content.page import ContentView
from inspector.ui.content.remarks import Remarks
from inspector.ui.content.taking import as_file, as_text, has_text, may_have_table
from inspector.ui.content.view_bar import ViewBar
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.locale.locale_text import duration_text, size_text
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.session.task_words import TASK_RESULT, TASK_STATES, status_word, task_of
from inspector.ui.text.big_text import BigText
from inspector.ui.text.highlight import viewer_spans
from inspector.ui.text.text_viewer import copy_text
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import announce
from inspector.ui.widgets.controls import Elided, EmptyState, Link, Marked, column, row, tool_button
from inspector.ui.widgets.late_pane import LatePane
from inspector.ui.widgets.motion import busy
from inspector.ui.widgets.outside import open_link, open_media

__all__ = ["ResultView"]

_OFFLOAD_BYTES = 128 * 1024
_SLOW_BYTES = 1 << 20
"""From here on the first lines are shown before the whole has been read."""
_PAINTED_S = 0.02
_TICK_MS = 100
_PATIENCE_NS = 300_000_000
"""So long the last answer stays while a new call runs: most are faster, and nothing flickers."""


class ResultView(QWidget):
    """One exchange with its answer. `read_resource`: a link in the result was followed."""

    read_resource = Signal(str)
    path_selected = Signal(str)
    compare_wanted = Signal(int)  # number of this call: with the one before it
    task_wanted = Signal(str)  # the id of the task that the exchange is about
    filter_wanted = Signal(object)  # FilterRequest: what was said during the call
    source_wanted = Signal(object)  # SourcePlace: the link of a traceback
    declare_wanted = Signal(dict)  # the server refused without these; declare them and run again

    def __init__(
        self,
        name: str,
        journal: Journal,
        feed: Feed,
        selection: Selection,
        hint: str,
        parent: QWidget | None = None,
        *,
        declares: bool = False,
        asks: Callable[[int], bool] = lambda _exchange: False,
    ) -> None:
        """declares: offer to declare a capability that the server requires.

        asks: whether the server waits for the user during this exchange.
        """
        super().__init__(parent)
        self._asks = asks
        self._declares = declares
        self._name = name
        self._journal = journal
        self._selection = selection
        self._exchange = 0
        self._shown_answer = 0
        self._unread: dict[str, tuple[bytes, bool]] = {}  # bytes of views that were not looked at yet
        self._started_ns = 0
        self._asking = True
        self._path = ""  # that was told last
        self.path_selected.connect(self._keep_path)
        self._hint = hint
        self._alone: JsonViewer | None = None  # JSON that is all the content: its modes are tabs here
        self._missing = MissingCapability(name)
        self._missing.wanted.connect(self.declare_wanted)
        self.remarks = Remarks(f"{name}_remarks")
        self._during = DuringCall(name, journal, feed)
        self._during.filter_wanted.connect(self.filter_wanted)
        self._during.source_wanted.connect(self.source_wanted)
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        head = self._make_head()
        self._make_views()
        parts = (head, self._progress, self._missing, self.remarks, self._bar, self._pages, self._during)
        self.setLayout(column(*parts, spacing=2))
        feed.touched.connect(self._touched)
        self.clear()

    def _make_head(self) -> QHBoxLayout:
        """How the call stands, and ways to its task and its record."""
        self._state = Elided()
        self._state.setObjectName(f"{self._name}_state")
        self._link = Link(f"{self._name}_record")
        self._link.setToolTip(self.tr("Show this call in the timeline"))
        self._link.clicked.connect(self._select)
        self._compare = tool_button(
            f"{self._name}_compare",
            "compare-horizontal",
            self.tr("Compare with previous call"),
        )
        self._compare.clicked.connect(self._compare_with_previous)
        self._task = Link(f"{self._name}_task", self.tr("Task"))
        self._task.setToolTip(self.tr("Show this task"))
        self._task.clicked.connect(self._show_task)
        self._progress = QProgressBar()
        self._progress.setObjectName(f"{self._name}_progress")
        self._progress.setAccessibleName(self.tr("Progress"))
        self._progress.setTextVisible(False)
        zoom.follow(self._progress.setFixedHeight, 4)
        head = row(
            self._state, self._task, self._compare, self._link, margins=(theme.SPACE, 6, theme.SPACE, 2)
        )
        head.setStretch(0, 1)
        return head

    def _make_views(self) -> None:
        self._bar = ViewBar(
            self._name,
            (
                ("rendered", self.tr("Text")),
                ("source", self.tr("Source")),
                ("structured", self.tr("Structured")),
                ("tree", self.tr("Tree")),
                ("table", self.tr("Table")),
                ("bytes", self.tr("Bytes")),
                ("raw", self.tr("Raw")),
                ("model", self.tr("Model input")),
            ),
        )
        self._views = self._bar.switch
        self._views.chosen.connect(self._show_view)
        self._bar.copy.clicked.connect(self._copy)
        self._bar.save.pressed.connect(self._offer_file)
        self._bar.save.saved.connect(self._saved)
        self._bar.save.failed.connect(self._not_saved)
        self._pages = _Pages()
        self._pages.setObjectName(self._name)
        self._pages.setAccessibleName(self.tr("Result"))
        zoom.follow(self._pages.setMinimumWidth, 150)  # as wide as the views that come later want it
        zoom.follow(self._pages.setMinimumHeight, 76)
        # All the room that is left: what is below it keeps its own as long as there is enough.
        self._pages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._content = ContentView()
        self._chosen: QWidget = self._content
        self._content.began.connect(self._turn_page)
        self._content.read_resource.connect(self.read_resource)
        self._content.open_link.connect(open_link)
        self._content.open_media.connect(open_media)
        self._structured, self._raw = LatePane(self._make_viewer), LatePane(self._make_viewer)
        self._beginning = LatePane(BigText)
        self._bytes = ContentView()
        self._bytes.setObjectName("content_bytes")
        self._contents: list[Contents] = []  # not looked at as bytes yet
        self._model = ContentView()
        self._model.setObjectName("content_model")
        self._model.read_resource.connect(self.read_resource)
        self._result = b""  # what a model reads,
        self._model_is_new = False  # and was not looked at yet
        self._renderings: list[Rendering] = []
        self._answer: dict[str, bytes] = {}  # view → its bytes as they came
        self._loading = False
        self._content.path_selected.connect(self.path_selected)
        self._waiting = EmptyState(self._hint)
        for page in (self._waiting, self._content, self._structured, self._model, self._bytes, self._raw):
            self._pages.addWidget(page)
        self._pages.addWidget(self._beginning)

    def _make_viewer(self) -> JsonViewer:
        viewer = JsonViewer()
        viewer.path_selected.connect(self.path_selected)
        self._adopt(viewer)
        return viewer

    def _adopt(self, viewer: JsonViewer) -> None:
        """Its modes are tabs of this view."""
        viewer.set_header_visible(False)
        viewer.ready.connect(self._look_for_table)
        viewer.mode_changed.connect(self._turned)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._forget_path()  # what it is of is out of sight

    # -- what is shown -------------------------------------------------------------------------------

    def clear(self) -> None:
        """Nothing was called yet."""
        self._exchange = self._shown_answer = 0
        self._state.setText("")
        self._state.setAccessibleName("")
        self._hide_ways()
        self._progress.hide()
        self._bar.hide()
        self._missing.hide()
        self._during.show_call(0)
        self._timer.stop()
        self._say_instead(self._hint)

    def expect(self, hint: str) -> None:
        """What to say while there is no answer."""
        if hint != self._hint:
            self._hint = hint
            if not self._exchange:
                self._say_instead(hint)

    def begin(self) -> None:
        """A call was started; its number is not known yet. The last answer stays until it takes longer.

        So does what is said above it, for a moment: to lay out the window again takes as long as to send.
        """
        self._exchange = self._shown_answer = 0
        self._forget_path()
        self._missing.hide()
        self._during.show_call(0)
        self._started_ns = now_ns()
        self._timer.start()

    def _keep_path(self, path: str) -> None:
        self._path = path

    def _forget_path(self) -> None:
        """The value whose path was told is gone."""
        if self._path:
            self.path_selected.emit("")

    def _hide_ways(self) -> None:
        self._link.hide()
        self._compare.hide()
        self._task.hide()

    def show_exchange(self, number: int, asking: bool = True) -> None:
        """Follow this exchange. 0: nothing. asking: when the server wants input, the user still answers."""
        self._asking = asking
        if number == 0:
            self.clear()
            return
        if number != self._exchange:
            self._forget_path()
            self._exchange, self._shown_answer = number, 0
            self._missing.hide()
            self._link.setText(f"#{number}")
        self._during.show_call(number)
        self._update()

    def fail(self, text: str) -> None:
        """The call could not even be sent, or was given up: say so in the header."""
        self._timer.stop()
        self._progress.hide()
        if self._exchange == 0:
            self._hide_ways()
            self._say("✗", self.tr("not sent"), "error")
            self._say_instead(text)

    def show_source(self, raw: bytes, text: str) -> None:
        """JSON that is no answer: an item of a list that cannot be used, and why."""
        self.clear()
        self._say("⚠", text, "warning")
        self._raw.pane().set_bytes(raw, True)
        self._pages.setCurrentWidget(self._raw)

    def answered_aside(self, number: int, text: str) -> None:
        """An answer that belongs to no call: where it is, and its text."""
        self._say("⚠", self.tr("response in #{}, without an id").format(number), "warning")
        self._say_instead(text)

    @property
    def exchange(self) -> int:
        """Number of the exchange on screen, 0 for none."""
        return self._exchange

    def memory(self) -> Any:
        """The exchange on screen."""
        return self._exchange, self._asking

    def resume(self, memory: Any) -> None:
        """Show it again, where nothing else is shown."""
        if not self._exchange:
            self.show_exchange(*memory)

    # -- following -----------------------------------------------------------------------------------

    def _touched(self, numbers: tuple[int, ...]) -> None:
        if self._exchange and self._exchange in numbers:
            self._update()

    def _update(self) -> None:
        exchange = self._journal.exchange(self._exchange)
        if exchange is None:
            return
        self._link.setText(f"#{exchange.number}")
        self._link.show()
        self._compare.setVisible(exchange.answer > 0)
        task = task_of(exchange)
        self._task.setVisible(task is not None and self._name != TASK_RESULT)
        pending = exchange.status == "pending" or (exchange.status == "input_required" and self._asking)
        self._progress.setVisible(pending)
        if pending:
            self._show_progress(exchange)
            if not self._timer.isActive():
                self._timer.start()
        else:
            followed = self._timer.isActive()
            self._timer.stop()
            self._started_ns = 0
            glyph, role, word = _STATES.get(exchange.status, ("", "text", exchange.status))
            if exchange.status == "done" and task is not None and task[1]:
                glyph, role, _ = TASK_STATES.get(task[1], (glyph, role, ""))
            detail = (
                self.tr("tool returned an error") if exchange.detail == "isError" else shown(exchange.detail)
            )
            if exchange.status == "done" and task is not None and task[1]:
                state = status_word(task[1])
                detail = self.tr("task {}").format(state)  # its id is in the link and takes room
            named = QCoreApplication.translate("ResultView", word)
            parts = [
                "" if exchange.status == "done" or detail else named,
                detail,
                duration_text(exchange.duration_ns),
                size_text(exchange.answer_size) if exchange.answer else "",
            ]
            said = " · ".join(part for part in parts if part)
            if followed:
                announce(self, f"{named}: {said}" if parts[0] != named else said)
            self._say(glyph, said, role)
            if not exchange.answer:
                self._say_instead(self.tr("No response: {}.").format(isolated(detail or named)))
        if exchange.answer and exchange.answer != self._shown_answer and not pending:
            self._shown_answer = exchange.answer
            spawn(self, self._show_answer(exchange), "show result")

    async def _show_answer(self, exchange: Exchange) -> None:
        """Show the answer; reading and preparing a large one is not the window's work."""
        number, large = exchange.answer, exchange.answer_size > _OFFLOAD_BYTES
        record = await offload(self._journal.record, number) if large else self._journal.record(number)
        if record is None:
            return
        if large:
            await self._show_beginning(exchange.method, record.raw)
            # In one thread with whoever else reads it: each pass holds the interpreter.
            shown = await aside(read_answer, exchange.method, record.raw)
        else:
            shown = read_answer(exchange.method, record.raw)
        if number != self._shown_answer:
            return  # another call was started meanwhile
        self._unread = {"structured": (shown.structured, True), "raw": (record.raw, record.valid)}
        refused = self._declares and exchange.status != "done"
        self._missing.show_for(record.raw if refused else b"")
        self._answer = {"structured": shown.structured, "raw": record.raw}
        self._loading = True
        self._content.show_renderings(shown.renderings)
        self._loading = False
        if (alone := self._content.viewer) is not None and alone is not self._alone:
            self._adopt(alone)
        self._alone = alone
        self._renderings = shown.renderings
        self._contents = shown.contents
        self._bytes.clear()
        self._model.clear()
        self._result, self._model_is_new = shown.result, True
        tree = shown.structured or (alone.data() if alone is not None else b"")
        small = len(tree) <= _OFFLOAD_BYTES
        self._views.offer("source", self._content.markdown is not None)
        self._views.offer("structured", bool(shown.structured))
        self._views.offer("tree", bool(tree))
        self._views.offer("table", bool(tree) and small and may_have_table(tree))
        self._views.offer("bytes", bool(shown.contents))
        self._views.offer("model", bool(shown.result))
        self._bar.show()
        self._show_view(self._views.key())

    async def _show_beginning(self, method: str, raw: bytes) -> None:
        """Show the first lines of a large answer, and have them painted before the rest is read."""
        large = len(raw) > _SLOW_BYTES and self._views.key() == "rendered"
        beginning = first_page(method, raw) if large else b""
        if beginning:
            self._beginning.pane().set_text(beginning, viewer_spans)
            self._pages.setCurrentWidget(self._beginning)
            await asyncio.sleep(_PAINTED_S)

    def _show_view(self, key: str) -> None:
        """Show one of the views; a hidden one is not laid out."""
        page: QWidget = self._content
        mode = key if key in ("tree", "table") else "text"
        name = "structured" if mode != "text" and self._answer.get("structured") else key
        if (late := {"structured": self._structured, "raw": self._raw}.get(name)) is not None:
            page, viewer = late, late.pane()
            if (unread := self._unread.pop(name, None)) is not None:
                self._loading = True
                viewer.set_bytes(*unread)
                self._loading = False
            viewer.set_mode(mode)
        elif (alone := self._content.viewer) is not None and key in ("rendered", "tree", "table"):
            alone.set_mode(mode)
        if (markdown := self._content.markdown) is not None:
            markdown.choose("text" if key == "source" else "markdown")
        if key == "bytes":
            page = self._bytes
            if self._contents:
                self._bytes.show_renderings(as_bytes(self._contents))
                self._contents = []
        if key == "model":
            page = self._model
            if self._model_is_new:
                self._model_is_new = False
                self._model.show_renderings(for_model(self._result))
        self._bar.copy.setEnabled(key != "bytes" and (key != "rendered" or has_text(self._renderings)))
        self._chosen = page
        self._turn_page()

    def _turn_page(self) -> None:
        """Show the chosen view; what was shown before stays until there is a block of the answer."""
        if self._shown_answer and (self._chosen is not self._content or self._content.begun):
            self._pages.setCurrentWidget(self._chosen)

    def _json_view(self) -> JsonViewer | None:
        """What *Tree* and *Table* are of: structured content, else JSON that is all there is."""
        return self._structured.made if self._answer.get("structured") else self._content.viewer

    def _look_for_table(self) -> None:
        if (viewer := self._json_view()) is not None and self.sender() is viewer:
            self._views.offer("table", viewer.has_table())

    def _turned(self, mode: str) -> None:
        """The mode was changed within the viewer: from a row of the tree to its table, for example."""
        viewer = self._json_view()
        if viewer is None or self.sender() is not viewer or self._loading or not viewer.isVisible():
            return
        if mode != "text" or self._views.key() in ("tree", "table"):
            text = "structured" if self._answer.get("structured") else "rendered"
            key = text if mode == "text" else mode
            self._views.offer(key, True)
            self._views.choose(key)

    # -- what is taken out ---------------------------------------------------------------------------

    def _shown_viewer(self) -> JsonViewer | None:
        key = self._views.key()
        if key in ("tree", "table"):
            return self._json_view()
        return {"structured": self._structured.made, "raw": self._raw.made}.get(key)

    def _copy(self) -> None:
        """All of the view: JSON as it is shown, texts as they came."""
        viewer = self._shown_viewer()
        renderings = for_model(self._result) if self._views.key() == "model" else self._renderings
        copy_text(viewer.text().encode("utf-8", "replace") if viewer is not None else as_text(renderings))
        self._bar.say_copied()

    def _offer_file(self) -> None:
        viewer, key = self._shown_viewer(), self._views.key()
        if viewer is not None:
            self._bar.save.set_content(viewer.data(), f"{key if key == 'raw' else 'structured'}.json")
        else:
            renderings = for_model(self._result) if key == "model" else self._renderings
            self._bar.save.set_content(*as_file(renderings))

    def _saved(self, path: str) -> None:
        self._say("✓", self.tr("Saved as {}").format(path), "ok")

    def _not_saved(self, reason: str) -> None:
        self._say("✗", reason, "error")

    def _show_progress(self, exchange: Exchange) -> None:
        if exchange.total > 0 and exchange.progress >= 0:
            self._progress.setRange(0, 1000)
            self._progress.setValue(round(1000 * min(1.0, exchange.progress / exchange.total)))
        else:
            busy(self._progress)
        self._tick()

    def _tick(self) -> None:
        if not self._exchange:
            self._hide_ways()
        exchange = self._journal.exchange(self._exchange) if self._exchange else None
        running_ns = now_ns() - ((exchange.sent_ns or exchange.started_ns) if exchange else self._started_ns)
        elapsed = duration_text(max(0, running_ns))
        parts, body = [self.tr("running"), elapsed], self.tr("Waiting for the response…")
        if exchange is not None:
            if exchange.status == "input_required" or self._asks(exchange.number):
                parts = [self.tr("waiting for your input"), elapsed]
                body = self.tr("The server needs your input (see Inputs).")
            if exchange.progress >= 0:
                total = f" / {exchange.total:g}" if exchange.total > 0 else ""
                parts.append(f"{exchange.progress:g}{total}")
            parts.append(exchange.message)
        self._say("◌", " · ".join(part for part in parts if part), "pending")
        if not self._shown_answer and running_ns > _PATIENCE_NS:
            self._say_instead(body)

    def _say_instead(self, text: str) -> None:
        """There is no answer to show."""
        self._waiting.say(text)
        self._bar.hide()
        self._pages.setCurrentWidget(self._waiting)

    def _say(self, glyph: str, text: str, role: str) -> None:
        self._state.set_role(role)
        self._state.setText(f"{glyph} {text}")
        self._state.setAccessibleName(text)

    def _show_task(self) -> None:
        exchange = self._journal.exchange(self._exchange)
        task = task_of(exchange) if exchange is not None else None
        if task is not None:
            self.task_wanted.emit(task[0])

    def _select(self) -> None:
        if self._exchange:
            self._selection.show(self._exchange)

    def _compare_with_previous(self) -> None:
        if self._exchange:
            self.compare_wanted.emit(self._exchange)


_STATES: Final[dict[str, tuple[str, str, Marked]]] = {
    "done": ("✓", "ok", QT_TRANSLATE_NOOP("ResultView", "done")),
    "failed": ("✗", "error", QT_TRANSLATE_NOOP("ResultView", "error")),
    "cancelled": ("⊘", "muted", QT_TRANSLATE_NOOP("ResultView", "cancelled")),
    "input_required": ("⊘", "muted", QT_TRANSLATE_NOOP("ResultView", "the server requested input")),
    "lost": ("⚠", "error", QT_TRANSLATE_NOOP("ResultView", "no response")),
}
"""Exchange.status → glyph, role, word."""


class _Pages(QStackedWidget):
    """Take the room that is left: how high a page would like to be at its width takes none from others."""

    def hasHeightForWidth(self) -> bool:
        return False
