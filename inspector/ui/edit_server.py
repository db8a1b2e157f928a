"""The form of one server: command or URL, with everything that belongs to it. Not modal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QTabWidget,
    QWidget,
)

from inspector import __version__
from inspector.core.profiles import TRANSPORT_CHOICES, URL_SCHEMES, Profile
from inspector.core.settings import ERAS, Settings
from inspector.protocol.era.declared import Declared
from inspector.protocol.methods import LATEST_LEGACY, LATEST_MODERN
from inspector.transport import HttpTarget, StdioTarget, Target
from inspector.ui import theme
from inspector.ui.controls import Notice, column
from inspector.ui.declare_page import DeclarePage
from inspector.ui.identity_page import IdentityPage

__all__ = ["EditServer"]


class EditServer(QDialog):
    """`saved(name before, Profile, connect at once)`. `offer_wanted(name)`: the form of its bundle."""

    saved = Signal(str, object, bool)
    offer_wanted = Signal(str)

    def __init__(
        self, profile: Profile, parent: QWidget | None = None, settings: Settings | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("edit_server")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Edit {}").format(profile.name))
        self.setMinimumWidth(520)
        self._profile = profile
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._name = self._line("edit_name", self.tr("Name"), profile.name)
        target = profile.target
        if isinstance(target, StdioTarget):
            self._command = self._line("edit_command", self.tr("Command"), target.command)
            hint = self.tr("One argument a line")
            self._args = self._lines("edit_args", self.tr("Arguments"), target.args, hint)
            env = (f"{name}={value}" for name, value in target.env.items())
            self._env = self._lines("edit_env", self.tr("Variables"), env, self.tr("NAME=value, one a line"))
            self._cwd = self._line("edit_cwd", self.tr("Folder"), target.cwd)
            self._environment = self._choice(
                "edit_environment", self.tr("Environment"), ("own", "restricted"), target.environment
            )
        else:
            self._url = self._line("edit_url", self.tr("URL"), target.url)
            headers = (f"{name}: {value}" for name, value in target.headers.items())
            hint = self.tr("Name: value, one a line")
            self._headers = self._lines("edit_headers", self.tr("Headers"), headers, hint)
            self._proxy = self._line("edit_proxy", self.tr("Proxy"), target.proxy)
            transports = tuple(choice for choice in TRANSPORT_CHOICES if choice != "stdio")
            self._transport = self._choice(
                "edit_transport", self.tr("Transport"), transports, profile.transport
            )
        self._era = self._choice("edit_era", self.tr("Protocol"), ERAS, profile.era)
        self._era.setEditable(True)
        self._timeout = QDoubleSpinBox()
        self._timeout.setObjectName("edit_timeout")
        self._timeout.setRange(0.1, 86_400)
        self._timeout.setDecimals(1)
        self._timeout.setSuffix(" s")
        self._timeout.setValue(profile.timeout_s)
        self._form.addRow(self.tr("Timeout"), self._timeout)
        offers = (settings or Settings()).capabilities()
        self.declare = DeclarePage(offers, profile.capabilities, self._revision())
        own = Declared(version=__version__)
        self.identity = IdentityPage(own, profile.client_info, profile.meta, self._revision())
        self._tabs = QTabWidget()
        self._tabs.setObjectName("edit_tabs")
        self._tabs.setAccessibleName(self.tr("Settings of the server"))
        self._problem = Notice("edit_problem", "warning")
        self._problem.hide()
        self._lay_out()
        self._era.currentTextChanged.connect(self._era_changed)

    def _lay_out(self) -> None:
        connection = QWidget()
        if self._profile.bundle:
            self._form.insertRow(1, self.tr("Made of"), self._make_offer_button())
        self._form.setContentsMargins(theme.SPACE_WIDE, theme.SPACE_WIDE, theme.SPACE_WIDE, 0)
        connection.setLayout(self._form)
        self._tabs.addTab(connection, self.tr("Connection"))
        self._tabs.addTab(self.declare, self.tr("What we declare"))
        self._tabs.addTab(self.identity, self.tr("Who we are"))
        self.setLayout(column(self._tabs, self._problem, self._make_buttons(), margins=(16, 14, 16, 14)))

    def _make_offer_button(self) -> QPushButton:
        of_file = "path" in self._profile.bundle
        text = self.tr("A bundle: edit its values…") if of_file else self.tr("server.json: edit its values…")
        button = QPushButton(text)
        button.setObjectName("edit_offer")
        button.setAutoDefault(False)
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.clicked.connect(self._wish_offer)
        return button

    def _wish_offer(self) -> None:
        self.offer_wanted.emit(self._profile.name)
        self.close()

    @property
    def name_before(self) -> str:
        """Name of the server that is edited, as it was when this form opened."""
        return self._profile.name

    def show_page(self, page: str) -> None:
        """connection | declare | identity"""
        self._tabs.setCurrentIndex(("connection", "declare", "identity").index(page))

    def _revision(self) -> str:
        """The revision that a connection with the chosen era begins with."""
        era = self._era.currentText().strip()
        first = {"legacy": LATEST_LEGACY, "auto": LATEST_MODERN, "modern": LATEST_MODERN, "": LATEST_MODERN}
        return first.get(era, era)

    def _era_changed(self) -> None:
        self.declare.set_revision(self._revision())
        self.identity.set_revision(self._revision())

    def _make_buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox()
        for name, text, role, pressed in (
            ("edit_save", self.tr("Save"), QDialogButtonBox.ButtonRole.ApplyRole, self.save),
            (
                "edit_connect",
                self.tr("Save and connect"),
                QDialogButtonBox.ButtonRole.AcceptRole,
                self.save_and_connect,
            ),
            ("edit_cancel", self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole, self.close),
        ):
            button = box.addButton(text, role)
            button.setObjectName(name)
            button.clicked.connect(pressed)
        return box

    # -- fields --------------------------------------------------------------------------------------

    def _line(self, name: str, label: str, text: str) -> QLineEdit:
        edit = QLineEdit(text)
        edit.setObjectName(name)
        self._form.addRow(label, edit)
        return edit

    def _lines(self, name: str, label: str, lines: Iterable[str], hint: str) -> QPlainTextEdit:
        edit = QPlainTextEdit("\n".join(lines))
        edit.setProperty("outlined", True)
        edit.setObjectName(name)
        edit.setPlaceholderText(hint)
        edit.setToolTip(hint)
        edit.setTabChangesFocus(True)
        edit.setFont(theme.mono_font())
        edit.setFixedHeight(edit.fontMetrics().lineSpacing() * 5 + 14)
        self._form.addRow(label, edit)
        return edit

    def _choice(self, name: str, label: str, choices: tuple[str, ...], value: str) -> QComboBox:
        box = QComboBox()
        box.setObjectName(name)
        box.addItems(list(choices if value in choices else (*choices, value)))
        box.setCurrentText(value)
        self._form.addRow(label, box)
        return box

    # -- result --------------------------------------------------------------------------------------

    def save(self) -> None:
        """Keep what is typed."""
        self._finish(connect=False)

    def save_and_connect(self) -> None:
        """Keep what is typed and connect with it."""
        self._finish(connect=True)

    def _finish(self, connect: bool) -> None:
        try:
            profile = replace(
                self._profile,
                name=self._name.text().strip() or self._profile.name,
                target=self._target(),
                era=self._era.currentText().strip() or "auto",
                timeout_s=self._timeout.value(),
                **self._declared(),
            )
        except ValueError as error:
            self._problem.set_text(str(error))
            self._problem.show()
            return
        if isinstance(profile.target, HttpTarget):
            profile = replace(profile, transport=self._transport.currentText())
        self.saved.emit(self._profile.name, profile, connect)
        self.close()

    def _declared(self) -> dict[str, Any]:
        """Raises ValueError with what is mistyped, and shows where."""
        values: dict[str, Any] = {}
        for page, name, read in (
            ("declare", "capabilities", self.declare.value),
            ("identity", "client_info", self.identity.client_info),
            ("identity", "meta", self.identity.extra_meta),
        ):
            try:
                values[name] = read()
            except ValueError:
                self.show_page(page)
                raise
        return values

    def _target(self) -> Target:
        """Raises ValueError with what to type instead."""
        before = self._profile.target
        if isinstance(before, StdioTarget):
            command = self._command.text().strip()
            if not command:
                raise ValueError(self.tr("Type the program to start."))
            return replace(
                before,
                command=command,
                args=tuple(line for line in self._args.toPlainText().split("\n") if line.strip()),
                env=self._pairs(self._env, "="),
                cwd=self._cwd.text().strip(),
                environment=self._environment.currentText(),
            )
        url = self._url.text().strip()
        if not url.lower().startswith(URL_SCHEMES):
            raise ValueError(self.tr("The URL must start with http://, https://, ws:// or wss://."))
        return replace(
            before, url=url, headers=self._pairs(self._headers, ":"), proxy=self._proxy.text().strip()
        )

    def _pairs(self, edit: QPlainTextEdit, separator: str) -> dict[str, str]:
        pairs = {}
        for line in edit.toPlainText().split("\n"):
            if not line.strip():
                continue
            name, found, value = line.partition(separator)
            if not found or not name.strip():
                raise ValueError(self.tr("“{}” has no {}").format(line, separator))
            pairs[name.strip()] = value.strip() if separator == ":" else value
        return pairs
