"""The bar at the top: which server, how it is connected, and the way to everything else."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from inspector.translation import shown
from inspector.transport import StdioTarget
from inspector.ui.keyboard.key_words import key_text
from inspector.ui.locale.right_to_left import isolated, placed, write
from inspector.ui.servers.server import Server
from inspector.ui.servers.server_words import STATES, shown_state, state_word
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, MenuButton, ToolButton, row, tool_button
from inspector.ui.widgets.plain import elided
from inspector.ui.widgets.theme import px
from inspector.ui.windows.workbench import RUN, TRAFFIC

__all__ = ["SearchButton", "TopBar"]

_THEME_ICONS: Final = {"light": "white-balance-sunny", "dark": "weather-night"}


class SearchButton(QAbstractButton):
    """Looks like a search box, opens the palette."""

    def __init__(self, name: str, text: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setText(text)
        self.setAccessibleName(text)
        self._keys = keys
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(px(260), self.fontMetrics().height() + px(10))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(140), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = "accent" if self.underMouse() or self.hasFocus() else "border"
        painter.setPen(QPen(theme.color(edge), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)
        theme.icon("magnify", "muted").paint(
            painter, placed(QRect(px(8), (self.height() - px(16)) // 2, px(16), px(16)), self.rect())
        )
        painter.setPen(theme.color("muted"))
        room = self.rect().adjusted(px(30), 0, -px(10), 0)
        write(
            painter,
            room,
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            self._keys,
            self.rect(),
        )
        room.setRight(room.right() - self.fontMetrics().horizontalAdvance(self._keys) - px(8))
        text = elided(self.fontMetrics(), self.text(), Qt.TextElideMode.ElideRight, room.width())
        write(painter, room, Qt.AlignmentFlag.AlignVCenter, text, self.rect())
        painter.end()


class _StateButton(QPushButton):
    """As wide as the longest of what it may say, and keeps that room: what is beside it never moves."""

    def __init__(self, name: str, *texts: str) -> None:
        super().__init__()
        self._texts = texts
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # clicked, it goes away for a moment: the focus stays
        self.setObjectName(name)
        kept = self.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.setSizePolicy(kept)

    def sizeHint(self) -> QSize:
        option, widest = QStyleOptionButton(), super().sizeHint()
        self.initStyleOption(option)
        for option.text in self._texts:
            text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, option.text)
            push = QStyle.ContentsType.CT_PushButton
            widest = widest.expandedTo(self.style().sizeFromContents(push, option, text, self))
        return widest


class TopBar(QWidget):
    """Server switcher, facts, connection buttons, palette, theme, settings. Says what was pressed."""

    add_wanted = Signal()
    palette_wanted = Signal()
    theme_wanted = Signal(str)
    settings_wanted = Signal()
    view_wanted = Signal(str)
    sign_in_wanted = Signal(str)  # name of the server

    def __init__(self, servers: Servers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._servers = servers
        self.switcher = MenuButton("server_switcher", "", self.tr("Switch to another server"))
        font = self.switcher.font()
        font.setBold(True)
        self.switcher.setFont(font)
        self._menu = self.switcher.choices
        self._menu.aboutToShow.connect(self._fill_menu)
        self._menu.triggered.connect(self._switch)
        self._facts = Elided(role="muted")
        self._facts.setObjectName("connection_facts")
        self._facts.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._connect, self._disconnect = self.tr("Connect"), self.tr("Disconnect")
        self._words = {"sign_in": self.tr("Sign in"), "connecting": self.tr("Cancel")}
        self._again = {True: self.tr("Restart"), False: self.tr("Reconnect")}  # stdio or not
        texts = (self._connect, self._disconnect, *self._words.values())
        self.connect_button = _StateButton("connect_button", *texts)
        self.restart_button = _StateButton("restart_button", *self._again.values())
        self.palette_button = SearchButton("palette_button", self.tr("Search or run…"), key_text("Ctrl+K"))
        self._theme = tool_button("theme_button", "", "")
        self._settings = tool_button("settings_button", "cog-outline", self.tr("Settings"))
        self._views = {
            RUN: self._view_button(RUN, self.tr("Run"), self.tr("Run tools, read resources (Ctrl+1)")),
            TRAFFIC: self._view_button(TRAFFIC, self.tr("Traffic"), self.tr("Every message (Ctrl+2)")),
        }
        self.show_view(RUN)
        self.notices = row()  # what must not move the panes below
        layout = row(
            self.switcher,
            self._facts,
            self.notices,
            row(*self._views.values(), spacing=0),
            self.connect_button,
            self.restart_button,
            self.palette_button,
            self._theme,
            self._settings,
            margins=(6, 4, 6, 4),
            spacing=6,
        )
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.connect_button.clicked.connect(self._connect_pressed)
        self.restart_button.clicked.connect(self._restart_pressed)
        self.palette_button.clicked.connect(self.palette_wanted)
        self._theme.clicked.connect(self._theme_pressed)
        self._settings.clicked.connect(self.settings_wanted)
        servers.listed.connect(self.refresh)
        servers.selected.connect(self.refresh)
        servers.touched.connect(self._touched)
        theme.notifier().changed.connect(self._show_theme)
        self._show_theme()
        self.refresh()

    def show_view(self, view: str) -> None:
        """Say which view is shown."""
        for name, button in self._views.items():
            button.setChecked(name == view)

    def _view_button(self, view: str, text: str, hint: str) -> ToolButton:
        """One of the two halves. A click on the one that is down leaves it down."""
        button = tool_button(f"view_{view}", "", hint, text)
        button.setCheckable(True)
        button.setProperty("segment", view)
        button.clicked.connect(partial(self._view_clicked, view))
        return button

    def _view_clicked(self, view: str, *_checked: bool) -> None:
        self.show_view(view)
        self.view_wanted.emit(view)

    # -- the selected server -------------------------------------------------------------------------

    def refresh(self, *_anything: object) -> None:
        """Show the selected server as it is now."""
        server = self._servers.get(self._servers.current)
        state = shown_state(server) if server is not None else "new"
        glyph, _role = STATES.get(state, ("○", "muted"))
        name = server.profile.name if server is not None else self.tr("No server")
        self.switcher.set_label(f"{glyph} {isolated(name)}")
        self._facts.setText(self._facts_of(server))
        self.connect_button.setVisible(server is not None)
        self.restart_button.setVisible(False)
        if server is None:
            return
        live = server.state in ("connected", "connecting", "closing")
        self.connect_button.setText(self._words.get(state, self._disconnect if live else self._connect))
        self.connect_button.setEnabled(server.state != "closing")
        stdio = isinstance(server.profile.target, StdioTarget)
        self.restart_button.setText(self._again[stdio])
        connected = server.client is not None and server.client.info is not None
        self.restart_button.setVisible(connected and server.state in ("connected", "failed"))

    def _facts_of(self, server: Server | None) -> str:
        client = server.client if server is not None else None
        if server is None or client is None:
            return ""
        parts = []
        if client.info is not None:
            parts += [client.info.revision, client.transport]
        if client.pid:
            parts.append(self.tr("pid {}").format(client.pid))
        states = {
            "connecting": self.tr("connecting…"),
            "closing": self.tr("closing…"),
            "closed": self.tr("disconnected"),
            "failed": shown(client.exit_text) or self.tr("failed"),
        }
        if shown_state(server) == "sign_in":
            parts.append(state_word("sign_in"))
        elif server.state in states:
            parts.append(states[server.state])
        return " · ".join(part for part in parts if part)

    def _touched(self, name: str) -> None:
        if name == self._servers.current:
            self.refresh()

    def _connect_pressed(self) -> None:
        server = self._servers.get(self._servers.current)
        if server is None:
            return
        if shown_state(server) == "sign_in":
            self.sign_in_wanted.emit(server.profile.name)
        elif server.state in ("connected", "connecting"):
            self._servers.disconnect_server(server.profile.name)
        else:
            self._servers.connect_server(server.profile.name)

    def _restart_pressed(self) -> None:
        self._servers.restart(self._servers.current)

    # -- switcher and theme --------------------------------------------------------------------------

    def _fill_menu(self) -> None:
        self._menu.clear()
        for name in self._servers.names():
            server = self._servers.get(name)
            glyph, _role = STATES.get(shown_state(server) if server is not None else "new", ("○", "muted"))
            action = self._menu.addAction(f"{glyph}  {name}")
            action.setData(name)
        if self._servers.names():
            self._menu.addSeparator()
        self._menu.addAction(theme.icon("plus"), self.tr("Add a server…"))

    def _switch(self, action: QAction) -> None:
        name = action.data()
        if name:
            self._servers.select(str(name))
        else:
            self.add_wanted.emit()

    def _theme_pressed(self) -> None:
        """Light and dark take turns; "as the system" is in the menu and the settings."""
        self.theme_wanted.emit("light" if theme.is_dark() else "dark")

    def _show_theme(self) -> None:
        self._theme.setIcon(theme.icon(_THEME_ICONS["light" if theme.is_dark() else "dark"]))
        hint = self.tr("Switch to light") if theme.is_dark() else self.tr("Switch to dark")
        self._theme.setToolTip(hint)
        self._theme.setAccessibleName(hint)
