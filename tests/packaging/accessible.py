"""What a running program tells screen readers: over D-Bus, from outside, with places on the screen."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Self

from jeepney import DBusAddress, DBusErrorResponse, MessageType, Properties, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

LIMIT_S: Final = 30.0
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_SHOWING: Final = 25  # the number of the state in AT-SPI
_ENABLED: Final = 8
_WIDEST: Final = 60
"""No more children of one element are looked at: a table has as many cells as it likes."""


@dataclass(frozen=True)
class Element:
    """One thing on the screen. id: the objectName of its widget; place: left, top, width, height."""

    id: str
    name: str
    text: str  # its description
    place: tuple[int, int, int, int]
    enabled: bool

    @property
    def middle(self) -> tuple[int, int]:
        """Where a user would click."""
        left, top, width, height = self.place
        return left + width // 2, top + height // 2


class Accessible:
    """What programs of one session show to screen readers."""

    def __init__(self, session_bus: str, user: int) -> None:
        with _as_user(user):  # a bus talks to its own user only
            session = open_dbus_connection(session_bus)
            launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            address: str = _call(session, new_method_call(launcher, "GetAddress"))[0]
            session.close()
            self._bus: DBusConnection = open_dbus_connection(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the bus."""
        self._bus.close()

    def elements(self) -> Iterator[Element]:
        """All that is visible, from the windows inward."""
        waiting = self._children(("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"))
        waiting = [window for program in waiting for window in self._children(program)]
        while waiting:
            one = waiting.pop(0)
            with contextlib.suppress(DBusErrorResponse, TimeoutError):  # it went away in between
                states = self._states(one)
                if states >> _SHOWING & 1:
                    yield self._element(one, bool(states >> _ENABLED & 1))
                    waiting[:0] = self._children(one)

    def wait_for(self, id: str, name: str = "") -> Element:
        """The enabled element of this id (and name) when it is there. Fails with what there is instead."""
        return self.wait_until(
            lambda one: one.id == id and name in ("", one.name) and one.enabled, f"{id} {name}".strip()
        )

    def wait_until(self, wanted: Callable[[Element], bool], what: str) -> Element:
        """The first visible element that is wanted when it is there and keeps its place."""
        deadline = time.monotonic() + LIMIT_S
        before = None
        seen: list[Element] = []
        while time.monotonic() < deadline:
            seen = list(self.elements())
            found = next((one for one in seen if wanted(one)), None)
            if found is not None and found == before:
                return found
            before = found
        names = "\n".join(f"  {one.id}: {one.name}" for one in seen if one.name)
        raise AssertionError(f"no {what} came within {LIMIT_S:g} s; there are\n{names}")

    def _element(self, one: tuple[str, str], enabled: bool) -> Element:
        address = DBusAddress(one[1], one[0], _ACCESSIBLE)
        name, text, path = (
            _call(self._bus, Properties(address).get(what))[0][1]
            for what in ("Name", "Description", "AccessibleId")
        )
        component = DBusAddress(one[1], one[0], "org.a11y.atspi.Component")
        place = _call(self._bus, new_method_call(component, "GetExtents", "u", (0,)))[0]
        return Element(path.rpartition(".")[2], name, text, tuple(place), enabled)

    def _states(self, one: tuple[str, str]) -> int:
        low, high = _call(self._bus, new_method_call(DBusAddress(one[1], one[0], _ACCESSIBLE), "GetState"))[0]
        return int(low) | int(high) << 32

    def _children(self, one: tuple[str, str]) -> list[tuple[str, str]]:
        address = DBusAddress(one[1], one[0], _ACCESSIBLE)
        count = _call(self._bus, Properties(address).get("ChildCount"))[0][1]
        if count > _WIDEST:
            call = "GetChildAtIndex"
            return [_call(self._bus, new_method_call(address, call, "i", (n,)))[0] for n in range(_WIDEST)]
        children: list[tuple[str, str]] = _call(self._bus, new_method_call(address, "GetChildren"))[0]
        return children


def _call(connection: DBusConnection, message: Any) -> tuple[Any, ...]:
    reply = connection.send_and_get_reply(message, timeout=10)
    if reply.header.message_type == MessageType.error:
        raise DBusErrorResponse(reply)
    body: tuple[Any, ...] = reply.body
    return body


@contextlib.contextmanager
def _as_user(user: int) -> Iterator[None]:
    own = os.geteuid()
    if own != user:
        os.seteuid(user)
    try:
        yield
    finally:
        if own != user:
            os.seteuid(own)
