"""The strip over the steps: what is waited for now, and the buttons that go on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.translation import shown
from inspector.ui.auth.sign_in import SignIn, offered, upcoming
from inspector.ui.widgets.controls import Marked, Notice

if TYPE_CHECKING:
    from inspector.core.auth.flow import Flow

__all__ = ["Stage", "asked_scopes"]

_BUTTONS: Final[tuple[tuple[str, Marked, tuple[str, ...]], ...]] = (
    ("browser", QT_TRANSLATE_NOOP("AuthStage", "Open in browser"), ("ready",)),
    ("all", QT_TRANSLATE_NOOP("AuthStage", "Sign in"), ("asked",)),
    ("go_on", QT_TRANSLATE_NOOP("AuthStage", "Continue"), ("choice",)),
    ("rest", QT_TRANSLATE_NOOP("AuthStage", "Run all"), ("stopped",)),
    ("repeat", QT_TRANSLATE_NOOP("AuthStage", "Repeat step"), ("failed",)),
    ("edit", QT_TRANSLATE_NOOP("AuthStage", "Edit settings"), ("failed",)),
    ("copy", QT_TRANSLATE_NOOP("AuthStage", "Copy address"), ("ready", "browser")),
    ("cancel", QT_TRANSLATE_NOOP("AuthStage", "Cancel"), ("browser", "working")),
    ("stop", QT_TRANSLATE_NOOP("AuthStage", "Not now"), ("asked",)),
    ("end", QT_TRANSLATE_NOOP("AuthStage", "Stop"), ("choice", "ready", "stopped", "failed")),
)
"""Key, text, and the phases in which it is there."""
_COMMANDS: Final = {"all": "all", "go_on": "all", "rest": "all", "browser": "browser"}
_ROLES: Final = {"asked": "pending", "failed": "error", "ready": "pending", "browser": "pending"}


def asked_scopes(flow: Flow) -> tuple[list[str], list[str]]:
    """Of a 403: the scopes that the server wants and the token lacks; those that it has."""
    from inspector.core.auth.challenge import chosen_challenge, parse_challenges

    given = flow.given
    challenge = chosen_challenge(parse_challenges(given.challenge))
    wanted = challenge.parameters.get("scope", "").split() if challenge is not None else []
    granted = given.former.scope.split() if given.former is not None else []
    return [one for one in wanted if one not in granted], granted


class Stage(Notice):
    """`edit_wanted`: the settings of the server."""

    edit_wanted = Signal()

    def __init__(self, sign_in: SignIn, parent: QWidget | None = None) -> None:
        super().__init__("auth_stage", "pending", parent)
        self._sign_in = sign_in
        self._pressed = {
            **dict.fromkeys(_COMMANDS, self._go_on),
            "repeat": self._repeat,
            "edit": self._edit,
            "copy": self._copy,
            "cancel": sign_in.cancel,
            "stop": self._stop,
            "end": self._stop,
        }
        self._offered: dict[str, QPushButton] = {}
        for key, text, _ in _BUTTONS:
            words = QCoreApplication.translate("AuthStage", text)
            button = self.add_button(f"auth_stage_{key}", words, self._pressed[key])
            button.setProperty("command", _COMMANDS.get(key, ""))
            self._offered[key] = button
        self._shown: tuple[str, str] = ("", "")
        self.hide()

    def refresh(self) -> None:
        """Say what is waited for now."""
        phase, text = self._sign_in.phase, self._words()
        self.setVisible(bool(text))
        if (phase, text) == self._shown:
            return
        self._shown = (phase, text)
        self.set_text(text)
        self.set_role(_ROLES.get(phase, "warning" if phase == "idle" else "pending"))
        for key, _, phases in _BUTTONS:
            self._offered[key].setVisible(phase in phases)

    def _words(self) -> str:
        sign_in, flow = self._sign_in, self._sign_in.flow
        words = self._told(flow) if flow is not None else ""
        return " ".join(filter(None, (shown(sign_in.trouble), words)))

    def _told(self, flow: Flow) -> str:
        told = {
            "asked": self._asked,
            "choice": self._choice,
            "ready": self._ready,
            "browser": self._waiting,
            "failed": self._failed,
            "stopped": self._next,
            "working": self._working,
        }
        return told[self._sign_in.phase](flow) if self._sign_in.phase in told else ""

    def _asked(self, flow: Flow) -> str:
        if flow.given.status == 403:
            new, granted = asked_scopes(flow)
            return self.tr("The server requires more scopes. New: {}. Granted: {}.").format(
                " ".join(new) or self.tr("(not given)"), " ".join(granted) or self.tr("(none)")
            )
        if flow.given.former is not None:
            return self.tr("The server no longer accepts the token (401). Sign in again?")
        return self.tr("The server requires sign-in (401). Sign in?")

    def _choice(self, flow: Flow) -> str:
        named = sum(len(offered(step)) for step in flow.steps)
        words = self.tr("The server names {} authorization servers. Choose one, or continue with the first.")
        return words.format(named)

    def _ready(self, flow: Flow) -> str:
        words = self.tr("Nothing is open yet: the button opens this request at {}.")
        return words.format(_host(flow))

    def _waiting(self, flow: Flow) -> str:
        words = self.tr("Waiting for the response from {} in your browser (up to 5 minutes).")
        return words.format(_host(flow))

    def _failed(self, flow: Flow) -> str:
        """What to do; what happened stands at the step."""
        failure = self._sign_in.failure
        if failure is None:
            return ""
        title = next((shown(step.title) for step in flow.steps if step.id == failure.step), "")
        stopped = self.tr("Stopped at “{}”.").format(title)
        return f"{stopped} {shown(failure.explanation.next_step)}".strip()

    def _next(self, flow: Flow) -> str:
        key = upcoming(flow)
        title = next((shown(step.title) for step in flow.steps if step.id == key), "")
        return self.tr("Step by step. Next: “{}”.").format(title)

    def _working(self, flow: Flow) -> str:
        title = next((shown(step.title) for step in flow.steps if step.state == "running"), "")
        return self.tr("Running: “{}”…").format(title) if title else self.tr("Running…")

    # -- pressed

    def _go_on(self) -> None:
        if (button := self.sender()) is not None:
            self._sign_in.press(str(button.property("command")))

    def _repeat(self) -> None:
        if self._sign_in.failure is not None:
            self._sign_in.press("repeat", self._sign_in.failure.step)

    def _edit(self) -> None:
        self.edit_wanted.emit()

    def _stop(self) -> None:
        self._sign_in.press("stop")

    def _copy(self) -> None:
        if self._sign_in.flow is not None:
            QGuiApplication.clipboard().setText(self._sign_in.flow.authorization_url)
            self._sign_in.press("address")  # the browser comes back here, wherever the address is opened


def _host(flow: Flow) -> str:
    return urlsplit(flow.authorization_url).netloc
