"""The form of one server: a row for each parameter of its transport and its profile. Not modal.

Rows follow from `transport.parameters`; a page of another kind is one `_add_page` with what it reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTabWidget,
    QWidget,
)

from inspector import __version__
from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.protocol.era.declared import Declared
from inspector.protocol.methods import LATEST_LEGACY, LATEST_MODERN
from inspector.transport import HttpTarget, StdioTarget
from inspector.transport.parameters import Parameter, described
from inspector.ui.auth.page import AuthPage
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.servers.declare_page import DeclarePage
from inspector.ui.servers.edit_rows import ParameterRow, parameter_row
from inspector.ui.servers.identity_page import IdentityPage
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Marked, Notice, column

__all__ = ["EditServer"]

_FORMS: Final[tuple[tuple[str, Marked], ...]] = (
    ("connection", QT_TRANSLATE_NOOP("EditServer", "Connection")),
    ("network", QT_TRANSLATE_NOOP("EditServer", "Network")),
    ("upkeep", QT_TRANSLATE_NOOP("EditServer", "Restart and roots")),
)
"""Pages of rows; one without a row is left out."""


@dataclass(frozen=True, slots=True)
class _Page:
    """read: the fields of the profile that are edited here; ValueError with what is mistyped."""

    key: str
    read: Callable[[], dict[str, Any]]


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
        self.setWindowTitle(self.tr("Edit {}").format(isolated(profile.name)))
        zoom.least_room(self, 640, 400)
        zoom.give_room(self, 720, 740)
        self._profile = profile
        self._pages: list[_Page] = []
        self._tabs = QTabWidget(self)
        self._tabs.setObjectName("edit_tabs")
        self._tabs.setAccessibleName(self.tr("Server settings"))
        self._rows: list[ParameterRow] = self._make_rows()
        for key, title in _FORMS:
            if shown := [one for one in self._rows if one.parameter.page == key]:
                called = QCoreApplication.translate("EditServer", title)
                self._add_page(key, called, self._form(key, shown), partial(_values, shown))
        if isinstance(profile.target, HttpTarget):
            auth = AuthPage(profile.auth)
            self._add_page("authorization", self.tr("Authorization"), auth, partial(_authorized, auth))
        offers = (settings or Settings()).capabilities()
        self.declare = DeclarePage(offers, profile.capabilities, self._revision())
        own = Declared(version=__version__)
        self.identity = IdentityPage(own, profile.client_info, profile.meta, self._revision())
        self._add_page(
            "declare", self.tr("Client capabilities"), self.declare, partial(_declared, self.declare)
        )
        self._add_page(
            "identity", self.tr("Client identity"), self.identity, partial(_identified, self.identity)
        )
        self._problem = Notice("edit_problem", "warning")
        self._problem.hide()
        self.setLayout(column(self._tabs, self._problem, self._make_buttons(), margins=DIALOG))
        self._era().currentTextChanged.connect(self._era_changed)

    # -- pages ---------------------------------------------------------------------------------------

    def _make_rows(self) -> list[ParameterRow]:
        """The name, what the transport needs, and the rest of the profile, in this order."""
        profile, target = self._profile, self._profile.target
        kind = "stdio" if isinstance(target, StdioTarget) else "http"
        own = [one for one in described(Profile) if one.only in ("", kind)]
        rows: list[tuple[Parameter, Any]] = [(one, profile) for one in own if one.name == "name"]
        rows += [(one, target) for one in described(target)]
        rows += [(one, profile) for one in own if one.name not in ("name", "roots")]
        rows += [(one, profile) for one in own if one.name == "roots"]
        return [parameter_row(one, getattr(owner, one.name)) for one, owner in rows]

    def _form(self, key: str, rows: list[ParameterRow]) -> QWidget:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        margin = theme.SPACE_WIDE
        zoom.margins(form, margin, margin, margin, 0)
        for one in rows:
            form.addRow(one.label, one.widget)
        if key == "connection" and self._profile.bundle:
            form.insertRow(1, self.tr("Source"), self._make_offer_button())
        page = QWidget()
        layout = column()
        layout.addLayout(form)
        layout.addStretch(1)
        page.setLayout(layout)
        return page

    def _add_page(self, key: str, title: str, widget: QWidget, read: Callable[[], dict[str, Any]]) -> None:
        self._pages.append(_Page(key, read))
        scroll = QScrollArea()  # a small screen must reach the last row as well
        scroll.setObjectName(f"edit_page_{key}")
        scroll.setAccessibleName(title)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        self._tabs.addTab(scroll, title)
        scroll.setWidget(widget)

    def _make_offer_button(self) -> QPushButton:
        of_file = "path" in self._profile.bundle
        text = self.tr("Bundle: edit values…") if of_file else self.tr("server.json: edit its values…")
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
        """connection | network, authorization (of a URL) | upkeep | declare | identity"""
        self._tabs.setCurrentIndex([one.key for one in self._pages].index(page))

    def _era(self) -> QComboBox:
        box = next(one.widget for one in self._rows if one.parameter.name == "era")
        assert isinstance(box, QComboBox)
        return box

    def _revision(self) -> str:
        """The revision that a connection with the chosen era begins with."""
        era = self._era().currentText().strip()
        first = {"legacy": LATEST_LEGACY, "auto": LATEST_MODERN, "modern": LATEST_MODERN, "": LATEST_MODERN}
        return first.get(era, era)

    def _era_changed(self) -> None:
        self.declare.set_revision(self._revision())
        self.identity.set_revision(self._revision())

    def _make_buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox()
        for name, text, role, pressed in (
            (
                "edit_connect",
                self.tr("Save and connect"),
                QDialogButtonBox.ButtonRole.AcceptRole,
                self.save_and_connect,
            ),
            ("edit_save", self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole, self.save),
            ("edit_cancel", self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole, self.close),
        ):
            button = box.addButton(text, role)
            button.setObjectName(name)
            button.clicked.connect(pressed)
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
            values = self._read()
        except ValueError as error:
            self._problem.set_text(str(error))
            self._problem.show()
            return
        target = self._profile.target
        of_target = {one.name for one in described(target)}
        target = replace(target, **{name: values.pop(name) for name in of_target})
        values["name"] = values["name"] or self._profile.name
        self.saved.emit(self._profile.name, replace(self._profile, target=target, **values), connect)
        self.close()

    def _read(self) -> dict[str, Any]:
        """Raises ValueError with what is mistyped, and shows where."""
        values: dict[str, Any] = {}
        for page in self._pages:
            try:
                values |= page.read()
            except ValueError:
                self.show_page(page.key)
                raise
        return values


# Functions, and not methods: a page that knew its dialog would keep it alive after it is closed.


def _values(rows: list[ParameterRow]) -> dict[str, Any]:
    return {one.parameter.name: one.value() for one in rows}


def _authorized(page: AuthPage) -> dict[str, Any]:
    return {"auth": page.value()}


def _declared(page: DeclarePage) -> dict[str, Any]:
    return {"capabilities": page.value()}


def _identified(page: IdentityPage) -> dict[str, Any]:
    return {"client_info": page.client_info(), "meta": page.extra_meta()}
