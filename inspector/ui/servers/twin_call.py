"""Twin calls: asks where else a call is to be made, makes it on both, and shows the answers side by side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.client.item_calls import ItemCall
from inspector.core.client.twin_calls import Twin, call_twins
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from inspector.ui.analysis.comparing import Comparing
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import spawn
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.plain import menu_text
from inspector.ui.widgets.primary_button import PrimaryButton

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["TwinCalls", "twin_facts"]

_SLOWER: Final[Marked] = QT_TRANSLATE_NOOP("TwinCalls", "right slower by {0} ({1})")
_FASTER: Final[Marked] = QT_TRANSLATE_NOOP("TwinCalls", "right faster by {0} ({1})")
_REVISIONS: Final = (*MODERN_REVISIONS, *reversed(LEGACY_REVISIONS))


class TwinCalls(QObject):
    """`troubled`: one sentence for the user."""

    troubled = Signal(str)

    def __init__(self, servers: Servers, comparing: Comparing, window: QWidget) -> None:
        super().__init__(window)
        self._servers, self._comparing, self._window = servers, comparing, window

    def ask(self, call: ItemCall) -> None:
        """Offer what the selected server's call can be compared with."""
        menu = self.menu_for(self._servers.current, call)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        buttons = [one for one in self._window.findChildren(PrimaryButton) if one.isVisible()]
        menu.popup(buttons[0].mapToGlobal(buttons[0].rect().topLeft()) if buttons else QCursor.pos())
        first = menu.actions()[1]  # below the heading
        if first.menu() is None:  # else that would open
            menu.setActiveAction(first)

    def menu_for(self, name: str, call: ItemCall) -> QMenu:
        """Other servers that are connected, other revisions of this one, servers to connect first."""
        menu = QMenu(self._window)
        menu.setObjectName("twin_menu")
        menu.addSection(self.tr("Run {} here and on").format(menu_text(call.name)))
        others = [one for one in self._servers.names() if one != name]
        connected = [one for one in others if self._state(one) == "connected"]
        for other in connected:
            self._add(menu, other, self._words(other), partial(self.start, name, other, call))
        revisions = menu.addMenu(self.tr("This server in another revision"))
        revisions.setObjectName("twin_revisions")
        own = self._revision(name)
        for revision in _REVISIONS:
            if revision != own:
                self._add(revisions, revision, revision, partial(self._start_revision, name, revision, call))
        if rest := [one for one in others if one not in connected]:
            more = menu.addMenu(self.tr("Connect another server first"))
            more.setObjectName("twin_connect")
            for other in rest:
                self._add(more, other, menu_text(other), partial(self.start, name, other, call))
        return menu

    def _add(self, menu: QMenu, key: str, text: str, done: Callable[[], object]) -> None:
        action = menu.addAction(text)
        action.setObjectName(f"twin_{key}")
        action.triggered.connect(_Call(done))

    def _words(self, name: str) -> str:
        revision = self._revision(name)
        return menu_text(f"{name} · {revision}" if revision else name)

    def _state(self, name: str) -> str:
        server = self._servers.get(name)
        return server.state if server is not None else ""

    def _revision(self, name: str) -> str:
        server = self._servers.get(name)
        info = server.client.info if server is not None and server.client is not None else None
        return info.revision if info is not None else ""

    # -- the calls -----------------------------------------------------------------------------------

    def _start_revision(self, name: str, revision: str, call: ItemCall) -> None:
        """On a second connection to the same server; one that is there already is used."""
        server = self._servers.get(name)
        if server is None:
            return
        of = server.of or name
        same = [one for one in self._servers.names() if self._is_second(one, of, revision) and one != name]
        self.start(name, same[0] if same else self._servers.second(name, revision), call)

    def _is_second(self, name: str, of: str, revision: str) -> bool:
        server = self._servers.get(name)
        mine = server is not None and of in (name, server.of)
        return mine and self._state(name) == "connected" and self._revision(name) == revision

    def start(self, left: str, right: str, call: ItemCall) -> None:
        """Make the call on both; a server that is not connected is connected first."""
        spawn(self, self._run(left, right, call), f"twin call {call.name}")

    async def _run(self, left: str, right: str, call: ItemCall) -> None:
        here, there = await self._connected(left), await self._connected(right)
        if here is None or there is None:
            return
        twins = await call_twins(here, there, call)
        if not all(one.exchange for one in twins):
            problem = next(one for one in twins if not one.exchange)
            self.troubled.emit(self.tr("{0}: {1}").format(isolated(problem.name), isolated(problem.problem)))
            return
        first, second = twins
        from inspector.render.diff_noise import OF_REVISIONS

        ignore = OF_REVISIONS if first.revision != second.revision else ()
        await self._comparing.compare_calls(
            first.exchange, second.exchange, twin_facts(first, second), ignore
        )

    async def _connected(self, name: str) -> Client | None:
        """None: it cannot be reached, which is said."""
        await self._servers.connected(name)
        client = self._servers.client(name)
        if client is not None and client.state == "connected":
            return client
        self.troubled.emit(
            self.tr("{} is not connected: there is nothing to compare with.").format(isolated(name))
        )
        return None


def twin_facts(left: Twin, right: Twin) -> str:
    """Both times and how they differ, or why there is none."""
    parts = [f"{f'{one.name} {one.revision}'.strip()}: {_outcome(one)}" for one in (left, right)]
    if not (left.problem or right.problem) and left.duration_ns and right.duration_ns:
        more = right.duration_ns - left.duration_ns
        share, times = abs(more) / left.duration_ns, right.duration_ns / left.duration_ns
        ratio = f"{times:.1f}×" if times >= 2 else f"{share * 100:.0f} %"
        words = _SLOWER if more > 0 else _FASTER
        text = QCoreApplication.translate("TwinCalls", words)
        parts.append(text.format(duration_text(abs(more)), ratio))
    return " · ".join(parts)


def _outcome(twin: Twin) -> str:
    return twin.problem.splitlines()[0] if twin.problem else duration_text(twin.duration_ns)


class _Call:
    """Calls without the `checked` of a menu's action."""

    def __init__(self, done: Callable[[], object]) -> None:
        self._done = done

    def __call__(self, _checked: bool = False) -> None:
        self._done()
