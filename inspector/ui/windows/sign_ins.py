"""Signing in and out of the servers of a window: what its menus and buttons ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QBoxLayout

from inspector.core.servers.auth_settings import AuthSettings
from inspector.transport import HttpTarget
from inspector.ui.auth.sign_in import Command, SignIn, sign_in_of
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import spawn
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets.notices import Notices

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["PANEL", "SignIns"]

PANEL = "authorization"
_NOTICE = "sign_in_notice"


class SignIns(QObject):
    """Of one window. actions: of buttons, with what is done about the server of that name.

    `panel_wanted`: a panel of the selected server is to be shown. `profile_changed`: the server of that
    name is to be kept with another profile.
    """

    panel_wanted = Signal(str)
    profile_changed = Signal(str, object)

    def __init__(
        self,
        servers: Servers,
        notices: Notices,
        place: QBoxLayout,
        sees: Callable[[str], bool],
        parent: QObject,
    ) -> None:
        """place: of the word that a server waits. sees: whether a panel of it can be read."""
        super().__init__(parent)
        self._servers, self._notices, self._place = servers, notices, place
        self._sees = sees
        self._asking = ""  # the server that the strip names
        self.actions = {"sign_in": self.sign_in, "step_in": self.step_in}
        servers.changed.connect(self.look)
        servers.selected.connect(self.look)

    def handlers(self) -> dict[str, Callable[[], None]]:
        """For the menu: about the selected server."""
        return {"sign_in": self._sign_in_current, "sign_out": self._sign_out_current}

    def sign_in(self, name: str) -> None:
        """Show the steps of a server and do them all, as far as no user is needed."""
        self._start(name, "all")

    def step_in(self, name: str) -> None:
        """Show the steps of a server and do the first."""
        self._start(name, "next")

    def sign_out(self, name: str) -> None:
        """Revoke and forget every token for a server."""
        client = self._servers.client(name)
        sign_in = sign_in_of(client) if client is not None else None
        if sign_in is not None and client is not None and isinstance(client.profile.target, HttpTarget):
            self.show(name)
            spawn(self, sign_in.sign_out(), f"sign out of {name}")

    def show(self, name: str, *_checked: bool) -> None:
        """Show the steps of a server."""
        self._servers.select(name)
        self.panel_wanted.emit(PANEL)
        self.look()

    def keep(self, client: Client, chosen: dict[str, Any]) -> None:
        """Keep what a user chose at the steps for the next time."""
        for name in self._servers.names():
            server = self._servers.get(name)
            if server is not None and server.client is client:
                auth = replace(server.profile.auth or AuthSettings(), **chosen)
                self.profile_changed.emit(name, replace(server.profile, auth=auth))

    def look(self, *_anything: object) -> None:
        """Tell that a server waits for a sign-in, while the user looks elsewhere."""
        waiting = [name for name in self._servers.names() if self._asks(name)]
        name = next(iter(waiting), "")
        if name == self._asking:
            return
        self._asking = name
        if not name:
            self._notices.hide(_NOTICE)
            return
        text = self.tr("{} wants you to sign in").format(isolated(name))
        notice = self._notices.show(_NOTICE, text, "pending", self._place)
        notice.add_button("sign_in_show", self.tr("Show"), partial(self.show, name))
        notice.add_close("sign_in_notice_close")

    def _sign_in_current(self) -> None:
        self.sign_in(self._servers.current)

    def _sign_out_current(self) -> None:
        self.sign_out(self._servers.current)

    def _asks(self, name: str) -> bool:
        server = self._servers.get(name)
        sign_in = sign_in_of(server.client) if server is not None and server.client is not None else None
        seen = self._servers.current == name and self._sees(PANEL)
        return sign_in is not None and sign_in.waits and not seen

    def _start(self, name: str, wish: str) -> None:
        client = self._servers.client(name)
        sign_in = sign_in_of(client) if client is not None else None
        if client is None or sign_in is None or not isinstance(client.profile.target, HttpTarget):
            return
        self.show(name)
        if sign_in.flow is not None:
            sign_in.press(wish)
        else:
            spawn(self, self._sign_in(name, sign_in, wish), f"sign in to {name}")

    async def _sign_in(self, name: str, sign_in: SignIn, wish: str) -> None:
        """With a connection that wants it where there is none, so that its timeline has the requests."""
        client = sign_in.client
        needs_user = (client.profile.auth or AuthSettings()).needs_user
        if client.state != "connected" and (needs_user or wish == "all"):
            sign_in.want(wish)
            self._servers.restart(name)
            server = self._servers.get(name)
            if server is None or server.task is None:
                return
            await asyncio.wait([server.task])
            if (
                not sign_in.take_request()
                or client.state != "connected"
                or client.authorizer.token is not None
            ):
                return
        await sign_in.by_hand(Command(wish))
