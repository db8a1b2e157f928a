"""What can be done with the chosen rows of the timeline: copy, send again, edit, compare, filter by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.servers.shell_quoting import SHELLS, native_shell
from inspector.trace.journal import Journal
from inspector.trace.query.text import equals, quoted
from inspector.trace.relations import calls_during
from inspector.trace.rows import Row
from inspector.translation import translate
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.tasks import spawn
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.said import said_request
from inspector.ui.timeline.view.copies import COPIES, MOST_ROWS, Copies, CopyKind, RowServers
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.plain import menu_text

__all__ = ["RowActions", "add_entry", "conditions_of"]

_JOINS: Final[tuple[tuple[str, Marked], ...]] = (
    ("replace", QT_TRANSLATE_NOOP("RowActions", "Only these")),
    ("not", QT_TRANSLATE_NOOP("RowActions", "All but these")),
    ("and", QT_TRANSLATE_NOOP("RowActions", "… and these")),
    ("or", QT_TRANSLATE_NOOP("RowActions", "… or these")),
    ("and not", QT_TRANSLATE_NOOP("RowActions", "… and not these")),
    ("or not", QT_TRANSLATE_NOOP("RowActions", "… or not these")),
)
_FIELDS: Final = ("method", "target", "status", "server", "kind")
_SHOWN_ALONE: Final = 200  # rows whose numbers a filter may name
_SEVERAL: Final = 64  # rows looked at to see what fits
_CALLS: Final = 5  # that a line may be of, in its menu
_LOOK_BACK: Final = 20_000  # records in which such a call began: a menu must not wait
_SPECIAL_ROLES: Final = ("late", "duplicate", "unknown", "mistyped")


def conditions_of(rows: Sequence[Row], names: dict[int, str]) -> dict[str, str]:
    """Field → a condition of the filter language that all these rows fulfil. names: session → server."""
    found = {field: {_condition(field, row, names) for row in rows} for field in _FIELDS}
    return {field: ones.pop() for field, ones in found.items() if len(ones) == 1 and ones != {""}}


def _condition(field: str, row: Row, names: dict[int, str]) -> str:
    if field == "status" and row.role in _SPECIAL_ROLES:
        return f"is:{row.role}"
    values = {
        "method": row.method,
        "target": row.target,
        "status": row.status,
        "server": names.get(row.session, ""),
        "kind": "" if row.method else row.kind,
    }
    return f"{field} == {quoted(values[field])}" if values[field] else ""


class RowActions(QObject):
    """Makes the menu of the chosen rows and carries it out. chosen: gives the first so many of them."""

    filter_wanted = Signal(object)  # FilterRequest
    send_wanted = Signal(list)  # numbers of requests and notifications to send again
    edit_wanted = Signal(int)  # number of a message for the raw editor
    form_wanted = Signal(int)  # number of a tools/call for the form of its tool
    compare_wanted = Signal(int, int)  # numbers of two records
    previous_wanted = Signal(int)  # compare with the call of the same thing before this one
    call_wanted = Signal(int)  # number of a call to select
    said = Signal(str, str)  # (role, a sentence for the user)

    def __init__(self, journal: Journal, parent: QWidget, chosen: Callable[[int], list[int]]) -> None:
        super().__init__(parent)
        self._journal, self._widget, self._chosen = journal, parent, chosen
        self.copies = Copies(journal)
        self.base = 0  # the row that others are compared with; 0: none
        self.sends = False  # there are live servers to send to

    def set_servers(self, servers: RowServers) -> None:
        """Sender that knows more of the servers than the session; from now on messages can be sent."""
        self.copies.servers = servers
        self.sends = True

    # -- the menu ------------------------------------------------------------------------------------

    def menu(self) -> QMenu:
        """The menu for the chosen rows; it deletes itself when closed."""
        numbers = self._chosen(_SHOWN_ALONE + 1)
        rows = self._journal.rows(numbers[:_SEVERAL])
        menu = QMenu(self._widget)
        menu.setObjectName("timeline_menu")
        menu.setToolTipsVisible(True)
        if rows and self.sends:
            self._add_sending(menu, rows, len(numbers) > _SEVERAL)
        self._add_copies(menu, rows)
        self._add_comparing(menu, rows, numbers)
        self._add_filters(menu, rows, numbers)
        if len(rows) == 1:
            self._add_during(menu, rows[0])
        return menu

    def _add_during(self, menu: QMenu, row: Row) -> None:
        """From a call to what was said while it ran, and from a line to the calls that ran."""
        if row.opens and row.direction == "out":
            said = partial(self.filter_wanted.emit, said_request(row.number))
            add_entry(menu, "said_during", self.tr("Show stderr and log messages during this call"), said)
        if row.kind != "stderr" and row.role != "log":
            return
        calls = self._journal.rows(calls_during(self._journal, row.number, _LOOK_BACK)[:_CALLS])
        if calls:
            menu.addSeparator()
        for place, call in enumerate(calls):
            title = self.tr("Also running: {}") if place else self.tr("Likeliest call: {}")
            if len(calls) == 1:
                title = self.tr("Go to its call: {}")
            name = menu_text(f"#{call.number} {call.method} {call.target}".strip())
            then = partial(self.call_wanted.emit, call.number)
            add_entry(menu, f"call_of_line_{place}", title.format(name), then)

    def _add_sending(self, menu: QMenu, rows: Sequence[Row], too_many: bool) -> None:
        row = rows[-1]
        sent = [one for one in rows if one.direction == "out" and one.kind in ("request", "notification")]
        closed = self.copies.servers.closed(self.copies.info(row))
        not_ours = "" if sent else self.tr("Only messages sent by the client can be sent again.")
        if too_many:
            not_ours = self.tr("Select at most {} rows to send them again.").format(_SEVERAL)
        again = self.tr("Send again") if len(rows) == 1 else self.tr("Send {} again").format(len(sent))
        add_entry(menu, "send_again", again, self.send_again, not_ours or closed)
        if len(rows) > 1:
            menu.addSeparator()
            return
        has_bytes = row.kind not in ("head", "lifecycle", "stderr")
        no_message = "" if has_bytes else self.tr("This is not a message.")
        add_entry(menu, "edit_and_send", self.tr("Edit and send…"), self.edit, no_message)
        if row.method == "tools/call" and row.opens and row.direction == "out":
            form = partial(self.form_wanted.emit, row.number)
            add_entry(menu, "edit_in_form", self.tr("Open in form"), form)
        menu.addSeparator()

    def _add_copies(self, menu: QMenu, rows: Sequence[Row]) -> None:
        copy = menu.addMenu(self.tr("Copy"))
        copy.setObjectName("copy_menu")
        copy.setToolTipsVisible(True)
        commands: list[CopyKind] = []
        for kind in COPIES:
            fitting = any(kind.fits(row, self.copies.info(row)) for row in rows)
            if kind.key == "curl_secrets" and not (fitting and self._has_secrets(rows)):
                continue
            if kind.key in ("command", "markdown"):
                copy.addSeparator()
            title = QCoreApplication.translate("RowActions", kind.title)
            why = "" if fitting else QCoreApplication.translate("RowActions", kind.why or kind.title)
            add_entry(copy, f"copy_{kind.key}", title, partial(self.copy, kind), why)
            if kind.shells and fitting:
                commands.append(kind)
        if commands:
            self._add_shells(copy, commands)

    def _add_shells(self, copy: QMenu, commands: Sequence[CopyKind]) -> None:
        below = copy.addMenu(self.tr("For another shell"))
        for name, shell in SHELLS.items():
            if name == native_shell():
                continue
            for kind in commands:
                title = QCoreApplication.translate("RowActions", kind.title)
                then = partial(self.copy, kind, name)
                add_entry(
                    below, f"copy_{kind.key}_{name}", f"{title} · {translate('Core', shell.title)}", then
                )

    def _has_secrets(self, rows: Sequence[Row]) -> bool:
        return any(self.copies.servers.secrets(self.copies.info(row)).headers for row in rows)

    def _add_comparing(self, menu: QMenu, rows: Sequence[Row], numbers: list[int]) -> None:
        menu.addSeparator()
        if len(numbers) == 2:
            add_entry(menu, "compare_rows", self.tr("Compare the two rows"), self.compare)
        elif len(rows) == 1 and rows[0].kind != "lifecycle":
            row = rows[0]
            add_entry(menu, "compare_base", self.tr("Set as baseline"), self.set_base)
            if self.base and self.base != row.number:
                title = self.tr("Compare with #{}").format(self.base)
                add_entry(menu, "compare_rows", title, self.compare)
            if row.opens:
                previous = partial(self.previous_wanted.emit, row.number)
                same = self.tr("Compare with previous call of {}").format(menu_text(row.target or row.method))
                add_entry(menu, "compare_previous", same, previous)

    def _add_filters(self, menu: QMenu, rows: Sequence[Row], numbers: list[int]) -> None:
        names = {info.number: info.name for info in self._journal.sessions()}
        conditions = conditions_of(rows, names) if len(numbers) <= _SEVERAL else {}
        if len(numbers) > 1 and len(numbers) <= _SHOWN_ALONE:
            conditions["rows"] = f"number in {{{', '.join(map(str, numbers))}}}"
        if not conditions:
            return
        menu.addSeparator()
        below = menu.addMenu(self.tr("Filter by"))
        below.setObjectName("filter_menu")
        for field, condition in conditions.items():
            title = self.tr("these {} rows").format(len(numbers)) if field == "rows" else menu_text(condition)
            joins = below.addMenu(title)
            joins.setObjectName(f"filter_by_{field}")
            for join, text in _JOINS:
                then = partial(self.filter_wanted.emit, FilterRequest(condition, join))
                name = f"filter_by_{field}_{join.replace(' ', '_')}"
                add_entry(joins, name, QCoreApplication.translate("RowActions", text), then)
        if len(rows) == 1 and rows[0].exchange:
            wish = FilterRequest(equals("exchange", str(rows[0].exchange)), "replace")
            add_entry(
                menu,
                "only_exchange",
                self.tr("Show only this exchange"),
                partial(self.filter_wanted.emit, wish),
            )

    # -- doing it --------------------------------------------------------------------------------------

    def copy_messages(self) -> None:
        """Ctrl+C: the chosen messages; one is indented, several are a line each."""
        if numbers := self._chosen(2):
            self.copy(COPIES[0] if len(numbers) == 1 else COPIES[1])

    def copy(self, kind: CopyKind, shell: str = "") -> None:
        """Put a text of the chosen rows on the clipboard."""
        numbers = self._chosen(MOST_ROWS + 1)
        spawn(self, self._copy(kind, numbers, shell), f"copy rows as {kind.key}")

    async def _copy(self, kind: CopyKind, numbers: list[int], shell: str) -> None:
        copied = await self.copies.text(kind, numbers, shell)
        if copied.rows:
            QGuiApplication.clipboard().setText(copied.text)
        if copied.trouble:
            self.said.emit("warning", self.tr("Could not copy: {}").format(copied.trouble))
        elif len(numbers) > MOST_ROWS:
            text = self.tr("Copied the first {} rows; export writes all of them to a file.")
            self.said.emit("warning", text.format(number_text(MOST_ROWS)))

    def send_again(self) -> None:
        """Ctrl+Shift+R: what was sent goes out once more, in the order in which it went."""
        numbers = self._chosen(_SEVERAL + 1)
        if len(numbers) > _SEVERAL:
            text = self.tr("Select at most {} rows to send them again.").format(_SEVERAL)
            self.said.emit("warning", text)
            return
        rows = self._journal.rows(numbers)
        sent = [one for one in rows if one.direction == "out" and one.kind in ("request", "notification")]
        if sent:
            self.send_wanted.emit([row.number for row in sent])

    def edit(self) -> None:
        """Ctrl+Shift+E: the message into the raw editor; the row stays as it is."""
        if numbers := self._chosen(1):
            self.edit_wanted.emit(numbers[0])

    def set_base(self) -> None:
        """Remember the row that others are to be compared with."""
        if numbers := self._chosen(1):
            self.base = numbers[0]
            text = self.tr("Select another row and choose “Compare with #{}”, or press Ctrl+Shift+C there.")
            self.said.emit("ok", text.format(self.base))

    def compare(self) -> None:
        """Ctrl+Shift+C: the two chosen rows, or one with the base, or one with the call before it."""
        numbers = self._chosen(3)
        if len(numbers) == 2:
            self.compare_wanted.emit(*numbers)
        elif len(numbers) == 1 and self.base and self.base != numbers[0]:
            self.compare_wanted.emit(self.base, numbers[0])
        elif len(numbers) == 1:
            self.previous_wanted.emit(numbers[0])
        elif numbers:
            self.said.emit("warning", self.tr("Select two rows to compare them."))


def _ignoring_checked(then: Callable[[], object], _checked: bool = False) -> None:
    then()


def add_entry(menu: QMenu, name: str, text: str, then: Callable[[], object], why_not: str = "") -> None:
    """An entry of a menu of rows. why_not: it cannot be chosen, for this reason."""
    action = QAction(text, menu)
    action.setObjectName(name)
    action.setEnabled(not why_not)
    action.setToolTip(why_not)
    action.triggered.connect(partial(_ignoring_checked, then))
    menu.addAction(action)
