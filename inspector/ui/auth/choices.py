"""What a user may decide at a step: the authorization server, scopes, client registration, no PKCE."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from inspector.core.auth.steps import CHOSEN_NAME
from inspector.translation import in_english
from inspector.ui.auth.sign_in import offered
from inspector.ui.widgets.controls import Marked, Notice, column, muted, row

if TYPE_CHECKING:
    from inspector.core.auth.flow import Flow
    from inspector.core.auth.steps import FlowStep

__all__ = ["Choices"]

_LISTS: Final = ("scopes_supported",)
_WORDS: Final[dict[str, Marked]] = {
    "resource": QT_TRANSLATE_NOOP("AuthChoices", "Use this one"),
    "scopes": QT_TRANSLATE_NOOP("AuthChoices", "Request these"),
    "identity": QT_TRANSLATE_NOOP("AuthChoices", "Use this client"),
    "pkce": QT_TRANSLATE_NOOP("AuthChoices", "Continue without PKCE"),
}
"""Id of a step → what its button says."""


class Choices(QWidget):
    """`chosen(id of the step, settings, keep them)`: the step is to be done again with these settings."""

    chosen = Signal(str, dict, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._step = ""
        self._issuer = QComboBox()
        self._issuer.setEditable(True)
        self._issuer.setObjectName("auth_issuer")
        self._issuer.setAccessibleName(self.tr("Authorization server"))
        self._scopes = self._line("auth_scopes", self.tr("Scopes, separated by spaces"))
        self._client_id = self._line("auth_client_id", self.tr("Client ID"))
        self._secret = self._line("auth_client_secret", self.tr("Client secret, if any"))
        self._secret.setEchoMode(QLineEdit.EchoMode.Password)
        self._warning = Notice("auth_pkce_warning", "warning")
        self._warning.set_text(
            self.tr(
                "Without PKCE, anyone who sees the code returned through the browser can get a "
                "token with it. Continue only for debugging, with an account you can afford to lose."
            )
        )
        self._known = muted(wrap=True)
        self._use = QPushButton()
        self._use.setObjectName("auth_use")
        self._keep = QCheckBox(self.tr("Remember for this server"))
        self._keep.setObjectName("auth_keep")
        self._keep.setAccessibleName(self.tr("Remember this choice in the server's settings"))
        self._parts: dict[str, tuple[QWidget, ...]] = {
            "resource": (self._issuer,),
            "scopes": (self._scopes,),
            "identity": (self._client_id, self._secret),
            "pkce": (),
        }
        self._settings: dict[str, Callable[[], dict[str, object]]] = {
            "resource": self._issuer_settings,
            "scopes": self._scope_settings,
            "identity": self._client_settings,
            "pkce": self._pkce_settings,
        }
        self.setLayout(column(self._warning, self._line_of_parts(), self._known, spacing=4))
        self._use.clicked.connect(self._press)
        for line in (self._scopes, self._client_id, self._secret):
            line.returnPressed.connect(self._press)

    def _line_of_parts(self) -> QHBoxLayout:
        line = row(self._issuer, self._scopes, self._client_id, self._secret, self._use, self._keep)
        for place in range(4):
            line.setStretch(place, 1)
        line.addStretch(0)
        return line

    def _line(self, name: str, hint: str) -> QLineEdit:
        edit = QLineEdit()
        edit.setObjectName(name)
        edit.setAccessibleName(hint)
        edit.setPlaceholderText(hint)
        return edit

    def show_step(self, flow: Flow | None, step: FlowStep | None, changeable: bool) -> None:
        """What can be decided at this step; what is being typed stays while the step is the same."""
        offered = flow is not None and step is not None and changeable and self._is_offered(flow, step)
        self.setVisible(offered)
        if not offered or flow is None or step is None:
            self._step = ""
            return
        look = f"{step.id} {step.state}"
        if look == self._step:
            return
        self._step = look
        for name, parts in self._parts.items():
            for part in parts:
                part.setVisible(name == step.id)
        self._warning.setVisible(step.id == "pkce")
        self._use.setText(QCoreApplication.translate("AuthChoices", _WORDS[step.id]))
        self._fill(flow, step)

    def _is_offered(self, flow: Flow, step: FlowStep) -> bool:
        if step.id == "pkce":
            return step.state == "failed" and not flow.given.settings.proceed_without_pkce
        return step.id in self._parts and step.state not in ("waiting", "running")

    def _fill(self, flow: Flow, step: FlowStep) -> None:
        settings = flow.given.settings
        values = {in_english(value.name): value.text for value in step.values}
        self._known.hide()
        if step.id == "resource":
            self._issuer.clear()
            self._issuer.addItems(offered(step))
            self._issuer.setCurrentText(values.get(CHOSEN_NAME, settings.authorization_server))
        elif step.id == "scopes":
            self._scopes.setText(values.get("scope", settings.scopes))
            listed = [one for other in flow.steps for value in other.values for one in _scopes_in(value)]
            self._known.setText(self.tr("Available: {}").format(" ".join(dict.fromkeys(listed))[:400]))
            self._known.setVisible(bool(listed))
        elif step.id == "identity":
            self._client_id.setText(settings.client_id)
            self._secret.clear()

    def _press(self) -> None:
        step = self._step.partition(" ")[0]
        if step:
            self.chosen.emit(step, self._settings[step](), self._keep.isChecked())

    def _issuer_settings(self) -> dict[str, object]:
        return {"authorization_server": self._issuer.currentText().strip()}

    def _scope_settings(self) -> dict[str, object]:
        return {"scopes": " ".join(self._scopes.text().split())}

    def _client_settings(self) -> dict[str, object]:
        return {"client_id": self._client_id.text().strip(), "client_secret": self._secret.text()}

    def _pkce_settings(self) -> dict[str, object]:
        return {"proceed_without_pkce": True}


def _scopes_in(value: object) -> list[str]:
    name, text = getattr(value, "name", ""), getattr(value, "text", "")
    return text.split() if name in _LISTS else []
