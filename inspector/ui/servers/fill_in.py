"""Asks for the values that a server needs before it can start, keeps them, and connects."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QWidget,
)

from inspector.core.storage.waiting import waited
from inspector.errors import SecretsUnavailable
from inspector.ui.loop.tasks import spawn
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Notice, column, muted, row
from inspector.ui.widgets.primary_button import PrimaryButton

if TYPE_CHECKING:
    from inspector.core.servers.inputs import Input

__all__ = ["FillIn", "FillingIn"]

_WIDTH: Final = 560
_LONG_NAME: Final = 24  # letters
_LONGEST_WORDS: Final = 500  # letters
_FREE_FIELDS: Final = 8  # more than these scroll


class FillIn(QDialog):
    """`answered(values by key of what was asked)`. A secret is typed hidden."""

    answered = Signal(dict)

    def __init__(self, server: str, asked: tuple[Input, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fill_in")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Values for {}").format(server))
        zoom.follow(self.setMinimumWidth, _WIDTH)
        self._fields: dict[str, QLineEdit | QComboBox] = {}
        self._required = [one.key for one in asked if one.secret]
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        if any(len(_name_of(one)) > _LONG_NAME for one in asked):
            self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for one in asked:
            self._add_field(one)
        self._show = QCheckBox(self.tr("Show hidden values"), self)
        self._show.setObjectName("fill_in_show")
        self._show.setVisible(bool(self._required))
        self._show.toggled.connect(self._reveal)
        self._problem = Notice("fill_in_problem", "error")
        self._problem.hide()
        self._connect = PrimaryButton("fill_in_connect", self.tr("Save and connect"))
        self._connect.clicked.connect(self._finish)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setObjectName("fill_in_cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.close)
        self._connect.setDefault(True)
        words = muted(self._words(), wrap=True)
        from inspector.ui.widgets.dialog_buttons import dialog_buttons  # few starts show a dialog

        buttons = row(self._show, dialog_buttons([self._connect], cancel))
        buttons.setStretch(1, 1)
        self.setLayout(
            column(
                words,
                self._in_sight(len(asked)),
                self._problem,
                buttons,
                spacing=theme.SPACE_WIDE,
                margins=DIALOG,
            )
        )
        self._check()

    def _words(self) -> str:
        kept = self.tr("The server's settings refer to these; they are remembered.")
        hidden = self.tr("Hidden values are kept in the secret store, not in the server list.")
        return f"{kept} {hidden}" if self._required else kept

    def _add_field(self, one: Input) -> None:
        name = _name_of(one)
        field: QLineEdit | QComboBox
        if one.options:
            field = QComboBox()
            field.addItems(list(one.options))
            field.setCurrentText(one.default)
            field.setMinimumContentsLength(16)
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        else:
            field = QLineEdit(one.default)
            field.setMaxLength(1 << 20)
            if one.secret:
                field.setEchoMode(QLineEdit.EchoMode.Password)
            field.textChanged.connect(self._check)
        field.setObjectName(f"fill_in_field_{len(self._fields) + 1}")
        field.setAccessibleName(name)
        self._fields[one.key] = field
        label = QLabel(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(field)
        self._form.addRow(label, field)
        if one.description:
            words = muted(one.description[:_LONGEST_WORDS], wrap=True)
            zoom.margins(words, 0, 0, 0, theme.SPACE // 2)
            self._form.addRow(words)

    def _in_sight(self, count: int) -> QWidget:
        """The form; in a page that scrolls when it is long."""
        holder = QWidget()
        self._form.setContentsMargins(0, 0, 0, 0)
        holder.setLayout(self._form)
        if count <= _FREE_FIELDS:
            return holder
        scroll = QScrollArea()
        scroll.setObjectName("fill_in_page")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        zoom.follow(scroll.setMinimumHeight, 300)
        scroll.setWidget(holder)
        return scroll

    def values(self) -> dict[str, str]:
        """What is typed, by key of what was asked."""
        return {
            key: field.currentText() if isinstance(field, QComboBox) else field.text()
            for key, field in self._fields.items()
        }

    def complain(self, text: str) -> None:
        """Say why it cannot go on."""
        self._problem.set_text(text)
        self._problem.show()
        self._check()

    def _check(self) -> None:
        """A secret of no letters is none; another value may be empty on purpose."""
        values = self.values()
        self._connect.setEnabled(all(values[key] for key in self._required))

    def _reveal(self, shown: bool) -> None:
        how = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        for key in self._required:
            if isinstance(field := self._fields[key], QLineEdit):
                field.setEchoMode(how)

    def _finish(self) -> None:
        self._problem.hide()
        self._connect.setEnabled(False)
        self.answered.emit(self.values())


def _name_of(one: Input) -> str:
    """The last part of a secret's key is what its server calls it."""
    return (one.id.rpartition("/")[2] or one.id) if one.kind == "secret" else one.id


class FillingIn(QObject):
    """Opens the form for a server that said what it misses."""

    def __init__(self, servers: Servers, window: QMainWindow) -> None:
        super().__init__(window)
        self._servers, self._window = servers, window

    def ask(self, name: str) -> None:
        """Ask for what the last attempt to connect missed."""
        server, client = self._servers.get(name), self._servers.client(name)
        if server is None or client is None or client.failure is None or not client.failure.asks:
            return
        for open_one in self._window.findChildren(FillIn):
            open_one.close()
        from inspector.core.servers.starting import asked_of  # few servers ask

        dialog = FillIn(name, asked_of(server.profile, client.failure.asks), self._window)
        dialog.answered.connect(partial(self._answered, name, dialog))
        dialog.open()

    def _answered(self, name: str, dialog: FillIn, values: dict[str, str]) -> None:
        spawn(dialog, self._keep(name, dialog, values), f"keep values for {name}")

    async def _keep(self, name: str, dialog: FillIn, values: dict[str, str]) -> None:
        server = self._servers.get(name)
        if server is None:
            dialog.close()
            return
        from inspector.core.servers.starting import filled
        from inspector.core.transfer.importers.adding import references_in

        others = (self._servers.get(other) for other in self._servers.names() if other != name)
        taken = references_in(one.profile for one in others if one is not None)
        profile, secrets = filled(server.profile, values, taken)
        store = self._servers.secrets
        try:
            for key, value in secrets.items():
                await waited(store.set, key, value)
        except SecretsUnavailable as error:
            dialog.complain(self.tr("Secrets could not be saved: {}").format(error))
            return
        dialog.close()
        self._servers.restart(self._servers.change(name, profile))
