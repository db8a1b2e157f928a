"""The user at the window, for one server: allows a sign-in, does its steps, is shown its page.

A flow goes on when a user presses something, and waits in between; no page is opened without a press.

    asked ─► choice ─► ready ─► browser ─► (token)      failed, stopped: wait for the next press as well
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from PySide6.QtCore import QObject, Signal

from inspector.core.auth.steps import OFFERED_NAME
from inspector.errors import AuthorizationFailed, ConnectError, InspectorError
from inspector.translation import in_english
from inspector.ui.loop.tasks import spawn
from inspector.ui.widgets.outside import open_link

if TYPE_CHECKING:
    from inspector.core.auth.flow import Flow
    from inspector.core.auth.steps import FlowStep
    from inspector.core.client.client import Client

__all__ = ["Command", "Phase", "SignIn", "offered", "sign_in_of", "upcoming"]

Phase = Literal["idle", "asked", "choice", "ready", "working", "browser", "stopped", "failed"]
"""idle: no flow; asked: the server wants it; choice: several ways; ready: the page can be opened; browser:
the answer is awaited; stopped: between two steps; failed: at a step."""

_DONE: Final = ("ok", "warning", "skipped")


@dataclass(frozen=True, slots=True)
class Command:
    """What a user pressed: all | next | repeat (with the id of the step) | browser | address | stop.

    address: the page is opened by hand, so only its answer is waited for."""

    what: str
    step: str = ""


def offered(step: FlowStep) -> list[str]:
    """The authorization servers among which a user may choose."""
    return [value.text for value in step.values if in_english(value.name) == OFFERED_NAME]


def upcoming(flow: Flow) -> str:
    """The id of the step that is next; empty: all are done."""
    return next((step.id for step in flow.steps if step.state not in _DONE), "")


def sign_in_of(client: Client) -> SignIn | None:
    """The user of a client at this window."""
    sign_in = client.authorizer.interaction
    return sign_in if isinstance(sign_in, SignIn) else None


class SignIn(QObject):
    """An `Interaction`. `changed`: phase, flow or trouble; `kept(client, dict)`: settings that were good.

    flow: the one that a user is in; failure: why its last step did not go on; trouble: one sentence about
    what could not be done.
    """

    changed = Signal()
    kept = Signal(object, dict)

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client
        self.phase: Phase = "idle"
        self.flow: Flow | None = None
        self.failure: AuthorizationFailed | None = None
        self.trouble = ""
        self.url = ""
        self._wish = ""
        self._by_hand = False
        self._opens = True
        self._command: asyncio.Future[Command] | None = None
        self._work: asyncio.Task[None] | None = None
        self._chosen: dict[str, Any] = {}

    # -- what the core asks (core.auth.interaction.Interaction)

    async def allow(self, flow: Flow) -> bool:
        """Do the flow as the user presses; whether it came to its end. Raises AuthorizationFailed."""
        wish = self.take_request()
        if self.flow is not None or not (wish or self.client.state == "connected"):
            return False
        self._begin(flow)
        try:
            return await self._drive(flow, Command(wish) if wish else await self._ask("asked"))
        finally:
            self._end()

    async def show(self, url: str) -> None:
        """Open the page if that was pressed for."""
        self.url = url
        if self._opens and not open_link(url):
            self.trouble = self.tr("No browser could be opened; copy the address and open it yourself.")
        self._tell()

    def stray(self) -> None:
        """Say so; the user waits on, or cancels and opens the page again."""
        self.trouble = self.tr(
            "A response with a different state does not belong to this sign-in and was "
            "ignored. Wait for the right one, or cancel and open the page again."
        )
        self._tell()

    # -- what the user does

    def want(self, wish: str) -> None:
        """The next connection may sign in: all | next; empty: not any more."""
        self._wish = wish

    def take_request(self) -> str:
        """What was wanted and not done yet; it is gone then."""
        wish, self._wish = self._wish, ""
        return wish

    def press(self, what: str, step: str = "") -> None:
        """Go on with the flow that waits; a step of one that has ended is done again."""
        if self._command is not None and not self._command.done():
            self._command.set_result(Command(what, step))
        elif self.flow is None and what == "repeat" and (flow := self.shown_flow()) is not None:
            spawn(self, self.by_hand(Command(what, step), flow), "repeat a step")

    def cancel(self) -> None:
        """Stop what runs; the flow waits then. When nothing runs, the flow ends."""
        if self._work is not None:
            self._work.cancel()
        else:
            self.press("stop")

    def change(self, keep: bool, **settings: Any) -> None:
        """Other settings from the next step on. keep: for the next time too, when it ends well."""
        flow = self.flow or self.shown_flow()
        if flow is not None:
            flow.change(**settings)
            self._chosen.update(settings if keep else {})

    async def by_hand(self, command: Command, flow: Flow | None = None) -> None:
        """Do a flow without a request that waits for its token. flow: one that ended, to repeat a step."""
        if self.flow is not None:
            return
        authorizer = self.client.authorizer
        self.trouble = ""
        try:
            flow = flow or await authorizer.new_flow()
            self._begin(flow)
            self._by_hand = command.what != "all"
            if await self._drive(flow, command):
                authorizer.take(flow)
        except AuthorizationFailed as error:
            self.failure = error
            self.trouble = "" if self.flow is not None else error.explanation.happened
        except ConnectError as error:
            self.trouble = error.explanation.happened
        finally:
            await authorizer.close()
            self._end()

    async def refresh(self) -> None:
        """Renew the token now."""
        self.trouble = ""
        if not await self.client.authorizer.refresh():
            step = self.renewal()
            told = step.verdict if step is not None and step.state == "failed" else ""
            self.trouble = " ".join(filter(None, (self.tr("Token refresh failed: sign in again."), told)))
        self._tell()

    async def sign_out(self) -> None:
        """Revoke and forget every token for this server."""
        self.trouble = ""
        try:
            await self.client.authorizer.sign_out()
        except InspectorError as error:
            self.trouble = str(error)
        self._tell()

    # -- what is shown

    @property
    def waits(self) -> bool:
        """Whether nothing goes on before the user presses something."""
        return self.phase in ("asked", "choice", "ready")

    def shown_flow(self) -> Flow | None:
        """The flow of now, or the last one."""
        return self.flow or self.client.authorizer.flow

    def renewal(self) -> FlowStep | None:
        """The last refresh or revocation."""
        return self.client.authorizer.step

    # -- inside

    def _begin(self, flow: Flow) -> None:
        self.flow, self.failure, self.trouble, self.url = flow, None, "", ""
        self._by_hand = False
        self._chosen.clear()
        if self._stepped not in flow.listeners:
            flow.listeners.append(self._stepped)

    def _end(self) -> None:
        self.flow = None
        self._set("idle")

    async def _drive(self, flow: Flow, command: Command) -> bool:
        while command.what != "stop":
            if command.what in ("all", "next"):
                self._by_hand = command.what == "next"
            phase = await self._performed(flow, command)
            if not phase:
                if self._chosen:
                    self.kept.emit(self.client, dict(self._chosen))
                return True
            command = await self._ask(phase)
        if self.failure is not None:
            raise self.failure
        return False

    async def _performed(self, flow: Flow, command: Command) -> Phase | Literal[""]:
        """Do what was pressed and all that needs no press after it: the phase to wait in; empty: done."""
        self.failure, self.trouble = None, ""
        try:
            await self._pressed(flow, command)
            while (step := upcoming(flow)) and not self._by_hand:
                if step == "callback":
                    return "ready"
                if step == "server_metadata" and self._has_choice(flow):
                    return "choice"
                await self._run(flow.run_until(step))
        except AuthorizationFailed as error:
            self.failure = error
            return "failed"
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return "ready" if upcoming(flow) == "callback" else "stopped"
        return ("ready" if step == "callback" else "stopped") if step else ""

    async def _pressed(self, flow: Flow, command: Command) -> None:
        step = upcoming(flow)
        if command.what == "repeat":
            # a page is opened by its own press only, and with a new state
            again = "authorize" if command.step == "callback" else command.step
            await self._run(flow.repeat(again))
        elif command.what in ("browser", "address"):
            self._opens = command.what == "browser"
            await self._run(flow.run_until("callback"), "browser")
            self.trouble = ""  # the user came back, from whatever browser
        elif command.what in ("next", "all") and step and step != "callback":
            await self._run(flow.run_until(step))

    def _has_choice(self, flow: Flow) -> bool:
        if flow.given.settings.authorization_server:
            return False
        step = next(one for one in flow.steps if one.id == "resource")
        return len(offered(step)) > 1

    async def _run(self, work: Coroutine[Any, Any, None], phase: Phase = "working") -> None:
        """A task of its own, which a user can end without the requests that wait for the token."""
        self._work = asyncio.get_running_loop().create_task(work, name="authorization step")
        self._set(phase)
        try:
            await self._work
        finally:
            self._work = None

    async def _ask(self, phase: Phase) -> Command:
        self._command = asyncio.get_running_loop().create_future()
        self._set(phase)
        try:
            return await self._command
        finally:
            self._command = None

    def _set(self, phase: Phase) -> None:
        self.phase = phase
        self._tell()

    def _stepped(self, _step: FlowStep) -> None:
        self.changed.emit()

    def _tell(self) -> None:
        self.client.tell()
        self.changed.emit()
