"""How we authorize with one server: the method, and what it needs. Secrets are typed, never shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from inspector.core.servers.auth_settings import DPOP_CHOICES, METHODS, TOKEN_AUTH_METHODS, AuthSettings
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Marked, column, muted, row, tool_button

__all__ = ["AuthPage"]

_REFERENCE: Final = re.compile(r"\$\{secret:[^}]+\}")
_CONTEXT: Final = "AuthPage"
_METHODS: Final[dict[str, Marked]] = {
    "auto": QT_TRANSLATE_NOOP("AuthPage", "Sign in with the browser when the server asks"),
    "none": QT_TRANSLATE_NOOP("AuthPage", "None"),
    "bearer": QT_TRANSLATE_NOOP("AuthPage", "Bearer token"),
    "basic": QT_TRANSLATE_NOOP("AuthPage", "User name and password (basic)"),
    "api_key": QT_TRANSLATE_NOOP("AuthPage", "API key in a header"),
    "client_credentials": QT_TRANSLATE_NOOP("AuthPage", "Client credentials (no user sign-in)"),
    "enterprise": QT_TRANSLATE_NOOP("AuthPage", "Enterprise-managed (identity provider)"),
    "workload": QT_TRANSLATE_NOOP("AuthPage", "Workload identity (platform token)"),
}
_FLOWS: Final = ("auto", "client_credentials", "enterprise", "workload")
_CLIENTS: Final = ("auto", "client_credentials", "enterprise")


@dataclass(frozen=True, slots=True)
class _Field:
    """kind: text | secret | lines (a secret of several lines) | choice | flag."""

    name: str
    label: Marked
    methods: tuple[str, ...]
    kind: str = "text"
    hint: Marked = ""
    choices: tuple[str, ...] = ()


_FIELDS: Final = (
    _Field("token", QT_TRANSLATE_NOOP("AuthPage", "Token or key"), ("bearer", "api_key"), "secret"),
    _Field("header_name", QT_TRANSLATE_NOOP("AuthPage", "Header"), ("api_key",), hint="X-API-Key"),
    _Field("username", QT_TRANSLATE_NOOP("AuthPage", "User name"), ("basic",)),
    _Field("password", QT_TRANSLATE_NOOP("AuthPage", "Password"), ("basic",), "secret"),
    _Field(
        "idp_issuer", QT_TRANSLATE_NOOP("AuthPage", "Identity provider"), ("enterprise",), hint="https://…"
    ),
    _Field(
        "idp_token_endpoint",
        QT_TRANSLATE_NOOP("AuthPage", "Token endpoint"),
        ("enterprise",),
        hint=QT_TRANSLATE_NOOP("AuthPage", "discovered from the identity provider if empty"),
    ),
    _Field("idp_client_id", QT_TRANSLATE_NOOP("AuthPage", "Client ID"), ("enterprise",)),
    _Field("idp_client_secret", QT_TRANSLATE_NOOP("AuthPage", "Client secret"), ("enterprise",), "secret"),
    _Field(
        "subject_token", QT_TRANSLATE_NOOP("AuthPage", "Subject token"), ("enterprise", "workload"), "secret"
    ),
    _Field("subject_token_type", QT_TRANSLATE_NOOP("AuthPage", "Token type"), ("enterprise",)),
    _Field(
        "client_id",
        QT_TRANSLATE_NOOP("AuthPage", "Client ID"),
        _FLOWS,
        hint=QT_TRANSLATE_NOOP("AuthPage", "if the client is already registered"),
    ),
    _Field("client_secret", QT_TRANSLATE_NOOP("AuthPage", "Client secret"), _CLIENTS, "secret"),
    _Field(
        "scopes",
        QT_TRANSLATE_NOOP("AuthPage", "Scopes"),
        _FLOWS,
        hint=QT_TRANSLATE_NOOP("AuthPage", "separated by spaces; the server's choice if empty"),
    ),
    _Field(
        "authorization_server",
        QT_TRANSLATE_NOOP("AuthPage", "Authorization server"),
        _FLOWS,
        hint=QT_TRANSLATE_NOOP("AuthPage", "issuer to use if the server names several or none"),
    ),
    _Field(
        "client_metadata_url",
        QT_TRANSLATE_NOOP("AuthPage", "Client metadata document"),
        ("auto",),
        hint=QT_TRANSLATE_NOOP("AuthPage", "URL of a client ID metadata document"),
    ),
    _Field(
        "redirect_uri",
        QT_TRANSLATE_NOOP("AuthPage", "Redirect URI"),
        ("auto",),
        hint=QT_TRANSLATE_NOOP("AuthPage", "http://127.0.0.1:PORT/callback; a random port if empty"),
    ),
    _Field(
        "token_endpoint_auth_method",
        QT_TRANSLATE_NOOP("AuthPage", "At the token endpoint"),
        _CLIENTS,
        "choice",
        choices=("", *TOKEN_AUTH_METHODS),
    ),
    _Field("private_key", QT_TRANSLATE_NOOP("AuthPage", "Private key (PEM or JWK)"), _CLIENTS, "lines"),
    _Field("algorithm", QT_TRANSLATE_NOOP("AuthPage", "Key algorithm"), _CLIENTS, hint="ES256"),
    _Field("key_id", QT_TRANSLATE_NOOP("AuthPage", "Key ID"), _CLIENTS),
    _Field(
        "dpop",
        QT_TRANSLATE_NOOP("AuthPage", "Bind tokens to a key (DPoP)"),
        _FLOWS,
        "choice",
        choices=DPOP_CHOICES,
    ),
    _Field(
        "register",
        QT_TRANSLATE_NOOP("AuthPage", "Register this app if it is unknown"),
        ("auto",),
        "flag",
        hint=QT_TRANSLATE_NOOP("AuthPage", "Dynamic client registration (RFC 7591)"),
    ),
    _Field(
        "proceed_without_pkce",
        QT_TRANSLATE_NOOP("AuthPage", "Allow missing PKCE (unsafe)"),
        ("auto",),
        "flag",
        hint=QT_TRANSLATE_NOOP(
            "AuthPage", "Anyone who sees the code in the browser can get a token with it."
        ),
    ),
    _Field(
        "allow_http",
        QT_TRANSLATE_NOOP("AuthPage", "Allow plain HTTP (unsafe)"),
        _FLOWS,
        "flag",
        hint=QT_TRANSLATE_NOOP("AuthPage", "Anyone on the network path can use the tokens."),
    ),
)


class SecretLine(QWidget):
    """A secret: what is kept of it is not shown; typing replaces it, the cross forgets it."""

    def __init__(self, name: str, spoken: str, value: str, lines: bool = False) -> None:
        super().__init__()
        self._kept = value if _REFERENCE.fullmatch(value.strip()) else ""
        self.edit: QLineEdit | QPlainTextEdit
        if lines:
            self.edit = QPlainTextEdit()
            self.edit.setProperty("outlined", True)
            self.edit.setTabChangesFocus(True)
            zoom.lines(self.edit.setFixedHeight, 3, 14)
            self.edit.setPlainText("" if self._kept else value)
        else:
            self.edit = QLineEdit("" if self._kept else value)
            plain = "${" in value and not self._kept  # names of variables are no secret
            self.edit.setEchoMode(QLineEdit.EchoMode.Normal if plain else QLineEdit.EchoMode.Password)
            self.edit.textEdited.connect(self._hide)
        self.edit.setObjectName(name)
        self.edit.setAccessibleName(spoken)
        self._forget = tool_button(f"{name}_forget", "close", self.tr("Forget the saved secret"))
        self._forget.clicked.connect(self._forgotten)
        line = row(self.edit, self._forget)
        line.setStretch(0, 1)
        self.setLayout(line)
        self._look()

    def value(self) -> str:
        """What was typed, else the reference to what is kept."""
        edit = self.edit
        typed = edit.text() if isinstance(edit, QLineEdit) else edit.toPlainText()
        return typed.strip() or self._kept

    def _hide(self, text: str) -> None:
        assert isinstance(self.edit, QLineEdit)
        shown = text.startswith("$")  # ${env:NAME} can be read while it is typed
        self.edit.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)

    def _forgotten(self) -> None:
        self._kept = ""
        self._look()

    def _look(self) -> None:
        self._forget.setVisible(bool(self._kept))
        self.edit.setPlaceholderText(
            self.tr("saved, not shown; type to replace it") if self._kept else self.tr("or ${env:NAME}")
        )


class AuthPage(QWidget):
    """The settings of one profile; None: nothing was said yet."""

    def __init__(self, settings: AuthSettings | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._given = settings
        before = settings or AuthSettings()
        self._method = QComboBox()
        self._method.setObjectName("auth_method")
        self._method.setAccessibleName(self.tr("Method"))
        # the longest choice must not make the page wider than the dialog
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self._method.setSizeAdjustPolicy(policy)
        self._method.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for key in METHODS:
            self._method.addItem(_tr(_METHODS[key]), key)
        self._method.setCurrentIndex(METHODS.index(before.method))
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        margin = theme.SPACE_WIDE
        zoom.margins(self._form, margin, margin, margin, 0)
        self._form.addRow(self.tr("Method"), self._method)
        self._controls: dict[str, QWidget] = {}
        for field in _FIELDS:
            control = self._controls[field.name] = self._make(field, getattr(before, field.name))
            if field.kind == "flag":
                self._form.addRow(control)
            else:
                self._form.addRow(_tr(field.label), control)
        note = muted(self.tr("Secrets are kept in the secret store, not in the server list."), wrap=True)
        page = QWidget()
        lines = column(note)
        lines.insertLayout(0, self._form)
        zoom.margins(note, margin, 0, margin, margin)
        lines.addStretch(1)
        page.setLayout(lines)
        scroll = QScrollArea()
        scroll.setObjectName("edit_auth")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        self.setLayout(column(scroll))
        self._method.currentIndexChanged.connect(self._show)
        self._show()

    def value(self) -> AuthSettings | None:
        """What is chosen. What the method has no use for stays as it was."""
        method = str(self._method.currentData())
        before = self._given or AuthSettings()
        values = {
            field.name: _value(self._controls[field.name]) for field in _FIELDS if method in field.methods
        }
        found = replace(before, method=method, **values)
        return None if self._given is None and found == AuthSettings() else found

    def _make(self, field: _Field, value: Any) -> QWidget:
        name, label = f"auth_{field.name}", _tr(field.label)
        control: QWidget
        if field.kind in ("secret", "lines"):
            return SecretLine(f"edit_{name}", label, value, field.kind == "lines")
        if field.kind == "flag":
            control = QCheckBox(label)
            control.setChecked(value)
            control.setToolTip(_tr(field.hint))
        elif field.kind == "choice":
            control = QComboBox()
            for choice in field.choices:
                control.addItem(choice or self.tr("whatever the authorization server allows"), choice)
            control.setCurrentIndex(field.choices.index(value))
        else:
            control = QLineEdit(value)
            control.setPlaceholderText(_tr(field.hint))
        control.setObjectName(f"edit_{name}")
        control.setAccessibleName(label)
        return control

    def _show(self, *_index: int) -> None:
        method = str(self._method.currentData())
        for field in _FIELDS:
            self._form.setRowVisible(self._controls[field.name], method in field.methods)


def _value(control: QWidget) -> Any:
    if isinstance(control, QCheckBox):
        return control.isChecked()
    if isinstance(control, QComboBox):
        return str(control.currentData())
    assert isinstance(control, QLineEdit | SecretLine)
    return control.text().strip() if isinstance(control, QLineEdit) else control.value()


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text) if text else ""
