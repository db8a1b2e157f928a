"""Authorization: each step of a sign-in with what was sent and came, and the token that came of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QSplitter, QStackedWidget

from inspector.core.auth.plan import PLANS, planned
from inspector.core.servers.auth_settings import AuthSettings
from inspector.ui.auth.expiry import left_text
from inspector.ui.auth.rows import rows_of_token
from inspector.ui.auth.sign_in import SignIn, sign_in_of
from inspector.ui.auth.stage import Stage
from inspector.ui.auth.stepper import TOKEN, StepList, StepView
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Elided, EmptyState, column, row
from inspector.ui.widgets.primary_button import PrimaryButton

if TYPE_CHECKING:
    from inspector.core.auth.ports import Token
    from inspector.core.auth.steps import FlowStep

__all__ = ["AuthorizationPanel"]

_TICK_MS: Final = 1000
_REPEATABLE: Final = ("idle", "choice", "ready", "stopped", "failed")
_STEPPABLE: Final = ("idle", "asked", "choice", "stopped")


class AuthorizationPanel(Panel):
    """Steps at the left, the chosen one at the right, what is waited for above them."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.sign_in = sign_in_of(context.client) or SignIn(context.client)
        self._at = ""  # the step that the flow is at, as far as it was followed
        self._seen = ""  # the token that was shown when it came
        self._chip = Chip("")
        self._facts = Elided(role="muted")
        self._facts.setObjectName("auth_facts")
        self._sign_in = PrimaryButton("auth_sign_in", self.tr("Sign in"))
        hint = self.tr("Run all steps again, for other scopes or another account")
        self._again = self._button("auth_again", self.tr("Sign in again"), hint)
        self._next = self._button("auth_next", self.tr("Next step"), self.tr("Run one step"))
        self._repeat = self._button(
            "auth_repeat", self.tr("Repeat"), self.tr("Repeat the selected step; later steps wait")
        )
        self._refresh = self._button("auth_refresh", self.tr("Refresh"), self.tr("Refresh the token now"))
        self._sign_out = self._button(
            "auth_sign_out", self.tr("Sign out"), self.tr("Revoke the token and remove it everywhere")
        )
        self._edit = self._button("auth_edit", self.tr("Settings…"), self.tr("Authorization method"))
        self.stage = Stage(self.sign_in)
        self.steps = StepList()
        self.view = StepView()
        self._none = EmptyState("")
        self._pages = QStackedWidget()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._lay_out()
        self._wire()
        self.refresh()

    def _lay_out(self) -> None:
        head = row(
            self._chip, self._facts, self._sign_in, self._again, self._next, self._repeat,
            self._refresh, self._sign_out, self._edit, margins=(12, 6, 8, 6),
        )  # fmt: skip
        head.setStretch(1, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.steps)
        splitter.addWidget(self.view)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 5)
        splitter.setSizes([330, 670])
        self._pages.addWidget(splitter)
        self._pages.addWidget(self._none)
        layout = column(head, self.stage, self._pages, spacing=0)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def _wire(self) -> None:
        self._sign_in.clicked.connect(self._sign_in_pressed)
        self._again.clicked.connect(self._sign_in_pressed)
        self._next.clicked.connect(self._next_pressed)
        self._repeat.clicked.connect(self._repeat_pressed)
        self._refresh.clicked.connect(self._refresh_pressed)
        self._sign_out.clicked.connect(self._sign_out_pressed)
        self._edit.clicked.connect(self._edit_pressed)
        self.stage.edit_wanted.connect(self._edit_pressed)
        self.steps.chosen.connect(self._show_chosen)
        self.view.choices.chosen.connect(self._decide)
        self.sign_in.changed.connect(self.refresh)
        self.sign_in.kept.connect(self.context.intents.keep_auth)
        self._timer.timeout.connect(self._tick)

    @staticmethod
    def _button(name: str, text: str, hint: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setToolTip(hint)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    # -- what is shown

    def refresh(self) -> None:
        settings = self._settings()
        has_steps = settings.method in PLANS
        self._pages.setCurrentIndex(0 if has_steps else 1)
        self._none.say(self._static_text(settings))
        self.stage.refresh()
        self._enable(has_steps)
        token = self._token()
        steps = self._steps(settings)
        title = self.tr("Token") if token is not None else ""
        self.steps.show_steps(steps, title, "warning" if token is not None and self._over(token) else "ok")
        self._follow(steps, token)
        self._show_chosen()
        self._tick()

    def focus_main(self) -> None:
        self.steps.setFocus()

    def run(self) -> None:
        """Ctrl+Enter goes on, whatever is waited for; it opens no page."""
        if self._next.isEnabled():
            self._next_pressed()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _settings(self) -> AuthSettings:
        flow = self.sign_in.shown_flow()
        return flow.given.settings if flow is not None else self.context.client.profile.auth or AuthSettings()

    def _token(self) -> Token | None:
        return self.context.client.authorizer.token

    @staticmethod
    def _over(token: Token) -> bool:
        return token.expired(time.time(), 0)

    def _steps(self, settings: AuthSettings) -> list[FlowStep]:
        flow = self.sign_in.shown_flow()
        steps = list(flow.steps) if flow is not None else planned(settings.method)
        renewal = self.sign_in.renewal()
        return [step.retranslated() for step in (*steps, *([renewal] if renewal is not None else []))]

    def _static_text(self, settings: AuthSettings) -> str:
        texts = {
            "none": self.tr("Sign-in is turned off in this server's settings."),
            "bearer": self.tr("Every request carries the bearer token from the settings."),
            "basic": self.tr("Every request carries the user name and password from the settings."),
            "api_key": self.tr("Every request carries the API key from the settings."),
        }
        return texts.get(settings.method, "")

    def _enable(self, has_steps: bool) -> None:
        phase, token = self.sign_in.phase, self._token()
        idle = phase == "idle"
        by_browser = self._settings().needs_user
        self._sign_in.setText(self.tr("Sign in") if by_browser else self.tr("Get token"))
        self._sign_in.setVisible(has_steps and idle and (token is None or self._over(token)))
        self._again.setVisible(has_steps and idle and token is not None and not self._over(token))
        self._next.setVisible(has_steps)
        self._repeat.setVisible(has_steps)
        self._next.setEnabled(phase in _STEPPABLE)
        self._refresh.setVisible(token is not None and bool(token.refresh_token))
        self._refresh.setEnabled(idle)
        self._sign_out.setVisible(token is not None)
        self._sign_out.setEnabled(idle)

    def _follow(self, steps: list[FlowStep], token: Token | None) -> None:
        """Choose the step that the flow is at when it gets there; what a user chose meanwhile stays."""
        phase = self.sign_in.phase
        if phase == "idle":
            text = token.access_token if token is not None else ""
            at, self._seen = (TOKEN if text and text != self._seen else ""), text
        elif phase == "ready":
            at = "authorize"
        elif phase == "choice":
            at = "resource"
        else:
            moving = [step.id for step in steps if step.state in ("running", "failed")]
            ended = [step.id for step in steps if step.state not in ("waiting", "running", "failed")]
            at = next(iter(moving), ended[-1] if ended else "challenge")
        if at and at != self._at:
            self.steps.choose(at)
        self._at = at

    def _show_chosen(self, *_key: object) -> None:
        key, token = self.steps.key(), self._token()
        if key == TOKEN and token is not None:
            over = self._over(token)
            words = self.tr("expired") if over else self.tr("valid")
            self.view.show_token(self.tr("Token"), words, "warning" if over else "ok", rows_of_token(token))
            self._repeat.setEnabled(False)
            return
        step = next((one for one in self._steps(self._settings()) if one.id == key), None)
        if step is None:
            return
        self.view.show_step(step)
        flow, phase = self.sign_in.shown_flow(), self.sign_in.phase
        ours = flow is not None and any(one.id == key for one in flow.steps)
        again = ours and step.state not in ("waiting", "running") and phase in _REPEATABLE
        self._repeat.setEnabled(again)
        self.view.choices.show_step(flow, step, again)

    def _tick(self) -> None:
        """The time that is left, each second."""
        token, client = self._token(), self.context.client
        if token is None:
            self._chip.setText(self._without_token())
            self._chip.set_role("muted")
            self._facts.setText("")
        else:
            over = self._over(token)
            self._chip.setText(self.tr("⚠ Token expired") if over else self.tr("✓ Signed in"))
            self._chip.set_role("warning" if over else "ok")
            scope = self.tr("scopes: {}").format(token.scope) if token.scope else ""
            left = left_text(token.expires_at, time.time())
            self._facts.setText(" · ".join(filter(None, (token.type, left, scope))))
            self._facts.setAccessibleName(self._facts.text())
        self._chip.setVisible(bool(self._chip.text()))
        self._chip.setAccessibleName(f"{client.name}: {self._chip.text()}")

    def _without_token(self) -> str:
        if self._settings().method not in PLANS:
            return self.tr("No sign-in")
        if self.sign_in.phase != "idle":
            return self.tr("Signing in…")
        return self.tr("Not connected") if self.context.client.state == "new" else self.tr("Not signed in")

    # -- pressed

    def _sign_in_pressed(self) -> None:
        self.context.intents.act.emit("sign_in")

    def _next_pressed(self) -> None:
        self.context.intents.act.emit("step_in")

    def _repeat_pressed(self) -> None:
        self.sign_in.press("repeat", self.steps.key())

    def _refresh_pressed(self) -> None:
        self._refresh.setEnabled(False)
        spawn(self, self.sign_in.refresh(), "refresh the token")

    def _sign_out_pressed(self) -> None:
        self._sign_out.setEnabled(False)
        spawn(self, self.sign_in.sign_out(), "sign out")

    def _edit_pressed(self) -> None:
        self.context.intents.act.emit("edit_auth")

    def _decide(self, step: str, settings: dict[str, object], keep: bool) -> None:
        self.sign_in.change(keep, **settings)
        self.sign_in.press("repeat", step)
