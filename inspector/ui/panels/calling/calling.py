"""What tools, resources and prompts have in common: a list, a form for the chosen one, its result.

A subclass says what is in the list, what schema the arguments have and how the call is made. What a user
typed for an item, and its last result, are remembered for the session.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QSplitter
from shiboken6 import isValid

from inspector.core.client.client import Answer
from inspector.core.client.item_calls import ItemCall
from inspector.core.servers.profiles import transport_of
from inspector.core.transfer.call_code import LANGUAGES, Reach, call_code, mcpdi_line
from inspector.errors import InspectorError, UsageError
from inspector.protocol.correlation import BY_USER
from inspector.schema.problem import Problem
from inspector.transport import StdioTarget
from inspector.ui.content.remarks import Remark
from inspector.ui.content.result import ResultView
from inspector.ui.forms.place import UnderWay, finish_typing, go_back, place_in
from inspector.ui.json.editor.live_check import LiveCheck
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.calling.call_form import CallForm, FormNames
from inspector.ui.panels.calling.call_values import CallValues
from inspector.ui.panels.item_icons import ItemIcons
from inspector.ui.panels.item_memory import Remembered
from inspector.ui.panels.list_foot import ListFoot
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.panels.paged import ODD, odd_item, odd_rows
from inspector.ui.widgets.controls import column

__all__ = ["Badge", "CallingPanel", "Shown", "result_view"]

Badge = tuple[str, str, str, str]
"""(letter for the list, word for the head, role of theme, meaning)"""

Started = Callable[[int], None]

FOLLOWED_MS: Final = 8  # after a call began: half a frame


@dataclass(frozen=True, slots=True)
class Shown:
    """What the form needs of the chosen item."""

    name: str
    title: str
    description: str
    schema: Any
    badges: tuple[Badge, ...] = ()
    warning: str = ""  # why it should not be called; it is called all the same


def result_view(context: PanelContext, name: str, hint: str) -> ResultView:
    """Where the results of a panel's calls are shown."""
    return ResultView(
        name,
        context.journal,
        context.feed,
        context.selection,
        hint,
        declares=True,
        asks=context.inbox.asks_during,
    )


class CallingPanel(Panel):
    """List, call form and result, side by side. KINDS: what of the catalog the list shows."""

    KINDS: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        context: PanelContext,
        items: ItemList,
        names: FormNames,
        result: str,
        hint: str,
        made: tuple[CallForm, ResultView] | None = None,
    ) -> None:
        super().__init__(context)
        self._remembered: dict[str, Remembered] = {}
        self._key = ""
        self._schema: Any = None
        self._checking: asyncio.Task[None] | None = None
        self._began = QTimer(self)  # a call: one timer for all, as making one takes longer than starting it
        self._began.setSingleShot(True)
        self._began.setInterval(FOLLOWED_MS)
        self._began.timeout.connect(self._follow_shown)
        self._listed: tuple[object, ...] | None = None  # state of the catalog that the rows were made from
        self.list = items
        self.foot = ListFoot(items.view.objectName(), context, self.KINDS)
        items.set_foot(self.foot)
        self.form, self.result = made or (
            CallForm(names, context.client.profile.timeout_s),
            result_view(context, result, hint),
        )
        target = context.client.profile.target
        url = "" if isinstance(target, StdioTarget) else target.url
        self._icons = ItemIcons(names.form, items, self.entries, url)
        self.form.add_above(self._icons.bar)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        for part, stretch in ((self.list, 2), (self.form, 3), (self.result, 4)):
            splitter.addWidget(part)
            splitter.setStretchFactor(splitter.count() - 1, stretch)
        splitter.setSizes([190, 390, 400])
        self.setLayout(column(splitter, spacing=0))
        self._fill_copy_menu(self.form.copy_button.choices)
        self._values = CallValues(
            self.form, context.history, context.client, type(self).__name__, context.settings
        )
        self._values.other_tool.connect(self._fill_other)
        self._under_way = UnderWay(self.form, self.refresh)
        self.form.set_enabled(False)
        self.form.answer_keys_of(self.list)
        self.form.submitted.connect(self.run)
        self.form.cancelled.connect(self.cancel)
        self._live = LiveCheck(context.validator, self.form.text, self)
        self._live.checked.connect(self._show_problems)
        self.form.text_changed.connect(self._live.text_changed)
        self.list.chosen.connect(self.show_item)
        self.list.activated.connect(self._activated)
        self.result.read_resource.connect(context.intents.read_resource)
        self.result.task_wanted.connect(context.intents.show_task)
        self.result.declare_wanted.connect(self._declare_and_run)
        self.result.path_selected.connect(context.intents.path_selected)
        self.result.compare_wanted.connect(context.intents.compare_with_previous)
        self.result.filter_wanted.connect(context.intents.filter)
        self.result.source_wanted.connect(context.intents.open_source)
        if made is None:  # else the list comes in a turn of its own: see `ToolsPanel.build`
            self.refresh()

    # -- what a subclass says ------------------------------------------------------------------------

    @abstractmethod
    def items(self) -> list[Item]:
        """The rows of the list, from the catalog."""

    def items_state(self) -> object:
        """What the rows depend on beside the catalog."""
        return None

    async def remarks(self, key: str, answer: Answer) -> tuple[Remark, ...]:
        """What there is to say about an answer."""
        return ()

    @abstractmethod
    def shown(self, key: str) -> Shown | None:
        """The item of that key, None when it is gone."""

    @abstractmethod
    def entries(self) -> dict[str, dict[str, Any]]:
        """Key → the item as the server declared it."""

    @abstractmethod
    async def call(self, key: str, arguments: str, started: Started) -> Answer:
        """Make the call. arguments: the text of the form."""

    @abstractmethod
    def request(self, key: str, arguments: str) -> bytes:
        """The request as JSON text, to copy or to edit."""

    @abstractmethod
    def command(self, key: str, arguments: str) -> list[str]:
        """The words of an mcpdi command line that does the same, without its target."""

    # -- what the workspace asks ---------------------------------------------------------------------

    def refresh(self) -> None:
        client = self.context.client
        state = (client.catalog, client.catalog.version, self.items_state())
        # thousands of rows are not made again for each line of stderr
        if state != self._listed and self._is_listed():
            self._listed = state
            items = self.items() + odd_rows(client.catalog, self.KINDS)
            self.list.set_items(items, known=self._is_fetched())
            self._icons.refresh()
        self.foot.refresh()
        self.form.set_connected(client.state == "connected")
        self.form.options.set_connection(client.transport, client.spoken)
        if not self._key:
            self.list.select_first()
        elif (shown := self.shown(self._key)) is not None and shown.schema != self._schema:
            if self._under_way.waits():
                return
            place = place_in(self.form.form)  # the user may be typing while the list comes anew
            self.show_item(self._key)
            go_back(self.form.form, place)

    def _is_listed(self) -> bool:
        """The catalog says what is in the list; until then the rows of the connection before it stay."""
        catalog, info = self.context.client.catalog, self.context.client.info
        if self._listed is None or self._listed[0] is catalog or not self.entries():
            return True
        if any(catalog.fetched(kind) or kind in catalog.troubles for kind in self.KINDS):
            return True
        return info is not None and self.KINDS[0] not in info.capabilities

    def _is_fetched(self) -> bool:
        catalog = self.context.client.catalog
        fetched = [kind for kind in self.KINDS if catalog.fetched(kind)]
        return bool(fetched) and all(kind in fetched or kind in catalog.troubles for kind in self.KINDS)

    def focus_main(self) -> None:
        self.list.focus_rows()

    def focus_filter(self) -> None:
        self.list.filter.setFocus()
        self.list.filter.selectAll()

    def open_item(self, kind: str, name: str) -> None:
        self.refresh()  # the list may be news of this very moment
        if self.list.select(name):
            self.form.focus_first()

    def fill_in(self, name: str, arguments: str) -> bool:
        """Choose an item and put these arguments into its form. False: it is not listed."""
        self.refresh()
        found = self.list.select(name)
        if found:
            self._values.fill(arguments, self.tr("Filled in from elsewhere."))
            self.form.focus_first()
        return found

    def _fill_other(self, name: str, arguments: str) -> None:
        """What was pasted is for another item: go there; of one that is not listed it is filled in here."""
        if not self.fill_in(name, arguments):
            text = self.tr("Filled in from a call to {0}, which the server does not list.")
            self._values.fill(arguments, text.format(name))

    def _activated(self, _key: str) -> None:
        self.form.focus_first()

    def memory(self) -> Any:
        self._keep()
        return super().memory(), self._remembered, self._key

    def resume(self, memory: Any) -> None:
        controls, self._remembered, key = memory
        self._key = ""  # what stands in the form now belongs to no tool
        super().resume(controls)
        if self.list.key() == key or not self.list.select(key):
            self.show_item(key)

    # -- one item ------------------------------------------------------------------------------------

    def show_item(self, key: str) -> None:
        """Show an item as it was left."""
        self._keep()
        if key.startswith(ODD):
            self._show_odd(key)
            return
        shown = self.shown(key)
        if shown is None:
            return
        again, self._key, self._schema = key == self._key, key, shown.schema
        remembered = self._remembered.setdefault(key, Remembered())
        self.form.set_enabled(True)
        self._icons.show_item(key)
        self.form.show_thing(shown.name, shown.title, shown.description, shown.badges)
        self.form.warn(shown.warning)
        self.form.set_schema(shown.schema, remembered.text, remembered.left, again=again)
        self._values.show(key, shown.schema)
        self._check_against(shown.schema)
        self.form.choose_view(remembered.view)
        self.form.options.set_values(remembered.options)
        self.result.show_exchange(remembered.exchange, remembered.exchange in remembered.running)
        self.result.remarks.show_remarks(remembered.remarks)
        self.form.set_running(bool(remembered.running))

    def _show_odd(self, key: str) -> None:
        """What cannot be called can be looked at."""
        odd = odd_item(self.context.client.catalog, key)
        if odd is None:
            return
        self._key, self._schema = key, None
        self.form.set_enabled(False)
        self.form.set_running(False)
        self._icons.show_item(key)
        text = self.tr("This list item is invalid: {}.").format(odd.reason)
        self.form.show_thing(self.tr("Invalid item"), "", text, ())
        self.form.warn("")
        self.form.set_schema({"type": "object", "additionalProperties": False})
        self._check_against(True)
        self.result.remarks.show_remarks(())
        self.result.show_source(odd.raw, odd.reason)

    def _check_against(self, schema: Any) -> None:
        if self._checking is not None:
            self._checking.cancel()
            self._checking = None
        self._live.set_schema(schema, assert_formats=self.context.settings.assert_formats)

    def _keep(self) -> None:
        if self._key in self._remembered:
            remembered = self._remembered[self._key]
            remembered.text, remembered.view = self.form.text(), self.form.view()
            remembered.left = self.form.unfinished()
            remembered.options = self.form.options.values()

    def run(self) -> None:
        """Send the arguments. What does not fit the schema is marked first, and sent by a second Run.

        The second one does not wait for a check that takes long, either.
        """
        if self._key not in self._remembered or self.context.client.state != "connected":
            return
        finish_typing(self.form.form)
        checking, self._checking = self._checking, None
        if checking is not None:
            checking.cancel()
        if checking is not None or self.form.has_errors():
            self._send()
        else:
            check = self._check_and_send(self._key, self.form.text())
            self._checking = spawn(self, check, f"check {self._key}")

    async def _check_and_send(self, key: str, text: str) -> None:
        problems = await self._live.verdict()
        self._checking = None
        if self._key != key or self.form.text() != text:
            return
        self.form.show_problems(problems, reveal=True)
        if not self.form.has_errors():
            self._send()

    def _send(self) -> None:
        if self.context.client.state != "connected":
            return
        self._keep()
        self._remembered[self._key].remarks = ()
        self.result.remarks.show_remarks(())
        self.result.begin()
        self._values.used(self.form.text())
        spawn(self, self._call(self._key, self.form.text()), f"call {self._key}")

    def _declare_and_run(self, required: dict[str, Any]) -> None:
        self.context.intents.declare.emit(required)
        self.run()

    async def _call(self, key: str, arguments: str) -> None:
        remembered = self._remembered[key]
        numbers: set[int] = set()

        def started(exchange: int) -> None:
            remembered.exchange = exchange
            numbers.add(exchange)
            remembered.running.add(exchange)
            # Not now: drawing would take the turns in which a request over HTTP goes out.
            if not self._began.isActive():
                self._began.start()

        try:
            answer = await self.call(key, arguments, started)
        except InspectorError as error:
            if self._key == key:
                self.result.fail(str(error))
        else:
            remembered.running -= numbers
            self._follow(key)
            remarks = await self.remarks(key, answer)
            if remembered.exchange in numbers:
                remembered.remarks = remarks
        finally:
            remembered.running -= numbers
            if isValid(self):  # the task also ends because this panel is destroyed
                self._follow(key)

    def _follow_shown(self) -> None:
        if self._key in self._remembered:
            self._follow(self._key)

    def _follow(self, key: str) -> None:
        if self._key == key:
            remembered = self._remembered[key]
            if remembered.exchange:
                self.result.show_exchange(remembered.exchange, remembered.exchange in remembered.running)
            self.result.remarks.show_remarks(remembered.remarks)
            self.form.set_running(bool(remembered.running))

    def running(self) -> tuple[int, ...]:
        """Numbers of the calls of the chosen item that are waited for."""
        return tuple(self._remembered.get(self._key, Remembered()).running)

    def cancel(self) -> None:
        """Cancel every running call of the chosen item."""
        for exchange in self.running():
            self.context.client.cancel(exchange, BY_USER)

    def _show_problems(self, problems: list[Problem]) -> None:
        self.form.show_problems(problems)

    # -- copy ----------------------------------------------------------------------------------------

    def _fill_copy_menu(self, menu: QMenu) -> None:
        codes = menu.addMenu(self.tr("Copy as"))
        codes.setObjectName("copy_as")
        for language in LANGUAGES:
            action = codes.addAction(QCoreApplication.translate("CallCode", language.label))
            action.setObjectName(f"copy_{language.key}")
            action.triggered.connect(partial(self._copy_code, language.key))
        command = codes.addAction(self.tr("mcpdi"))
        command.setObjectName("copy_command")
        command.triggered.connect(self._copy_command)
        codes.aboutToShow.connect(partial(self._enable_codes, codes))
        for name, text, pressed in (
            ("copy_arguments", self.tr("Copy arguments as JSON"), self._copy_arguments),
            ("copy_request", self.tr("Copy request as JSON"), self._copy_request),
            ("edit_raw", self.tr("Edit as raw message"), self._edit_raw),
            ("twin_call", self.tr("Run on another server and compare…\tCtrl+Alt+Enter"), self.twin),
        ):
            action = menu.addAction(text)
            action.setObjectName(name)
            action.triggered.connect(pressed)

    def _copy_command(self) -> None:
        with self._told():
            words = [*self.command(self._key, self.form.text()), *self.form.options.command_words()]
            QGuiApplication.clipboard().setText(mcpdi_line(words, self.context.client.profile))

    def _copy_code(self, language: str) -> None:
        with self._told():
            call = ItemCall(self.KINDS[0], self._key, self.form.text())
            QGuiApplication.clipboard().setText(call_code(language, self._reach(), call))

    def _reach(self) -> Reach:
        client = self.context.client
        transport = client.transport or transport_of(client.profile)
        return Reach(
            client.profile,
            "http" if transport == "auto" else transport,
            client.info.revision if client.info is not None else "",
            client.authorizer is not None and client.authorizer.token is not None,
        )

    def _enable_codes(self, menu: QMenu) -> None:
        """curl needs HTTP, and no SDK speaks WebSocket everywhere."""
        transport = self._reach().transport
        for language in LANGUAGES:
            entry = menu.findChild(QAction, f"copy_{language.key}")
            if isinstance(entry, QAction):
                entry.setEnabled(transport in language.transports)

    def _copy_arguments(self) -> None:
        QGuiApplication.clipboard().setText(self.form.text())

    def _copy_request(self) -> None:
        with self._told():
            QGuiApplication.clipboard().setText(self.request(self._key, self.form.text()).decode())

    def twin(self) -> None:
        """Make this call on another server, or in another revision, and compare."""
        if self._key in self._remembered:
            finish_typing(self.form.form)
            self.context.intents.twin.emit(ItemCall(self.KINDS[0], self._key, self.form.text()))

    def _edit_raw(self) -> None:
        with self._told():
            self.context.intents.edit_raw.emit(self.request(self._key, self.form.text()))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Half-typed arguments may make no request yet: say so."""
        try:
            yield
        except UsageError as error:
            self.form.say_filled(str(error), "warning")
