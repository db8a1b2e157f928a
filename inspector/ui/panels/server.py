"""Server: its name, what it can do, how the era was decided; and why there is no connection."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid

from inspector.core.client.client import Client, ServerInfo
from inspector.core.client.ping import ping
from inspector.core.servers.icons import icons_of
from inspector.core.servers.profiles import shown_target as shown_target_of
from inspector.errors import InspectorError
from inspector.protocol.era.declared import Spoken
from inspector.translation import shown
from inspector.transport import StdioTarget
from inspector.ui.auth.sign_in import sign_in_of
from inspector.ui.content.icon_bar import IconBar
from inspector.ui.content.icon_store import IconStore
from inspector.ui.loop.tasks import offload, soon, spawn
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.object_tree import ObjectTree
from inspector.ui.servers.slow_notice import SlowNotice
from inspector.ui.text.clamped import Clamped
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Elided, Link, Notice, Subject, column, muted, row
from inspector.ui.widgets.failure_view import FailureView
from inspector.ui.widgets.primary_button import PrimaryButton

if TYPE_CHECKING:
    from inspector.core.install.bundles.manifest import Manifest

__all__ = ["DeclaredCard", "ServerPanel"]


class Promises(Notice):
    """What a bundle's manifest promises and its server does not keep, or the other way round.

    Hidden while they agree, and for servers that are of no bundle.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("server_promises", "warning", parent)
        self.hide()
        self._bundle: dict[str, Any] = {}
        self._manifest: Manifest | None = None
        self._client: Client | None = None

    def show_client(self, client: Client) -> None:
        """Compare anew with what the client has listed."""
        self._client = client
        bundle = client.profile.bundle if client.state == "connected" else {}
        if bundle != self._bundle:
            self._bundle, self._manifest = bundle, None
            if bundle.get("sha256"):
                soon(self, partial(self._read, bundle), "read the manifest of a bundle")
        self._compare()

    async def _read(self, bundle: dict[str, Any]) -> None:
        # The start of the program does without.
        from inspector.core.install.bundles.offer import kept_manifest

        manifest, _problems = await offload(kept_manifest, bundle)
        if bundle == self._bundle:
            self._manifest = manifest
            self._compare()

    def _compare(self) -> None:
        lines: list[str] = []
        if self._manifest is not None and self._client is not None:
            from inspector.core.install.bundles.declared import differences

            lines = differences(self._manifest, self._listed("tools"), self._listed("prompts"))
        self.set_text("\n".join(lines))
        self.setVisible(bool(lines))

    def _listed(self, kind: str) -> list[str] | None:
        client = self._client
        if client is None or client.info is None:
            return None
        if kind not in client.info.capabilities:
            return []
        if not client.catalog.fetched(kind):
            return None
        return [str(item.get("name", "")) for item in client.catalog.items(kind)]


class DeclaredCard(QWidget):
    """What we declared in this connection, and the way to change it.

    `asked`: an action for the owner of the servers (edit_declared, retry).
    """

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: object = None
        self._head = muted(self.tr("Client capabilities"))
        self._who = Elided()
        self._who.setObjectName("declared_who")
        self._nothing = QLabel(self.tr("no capabilities"))
        self._tree = ObjectTree("declared_tree", self.tr("Client capabilities"))
        self._meta_head = muted(self.tr("Extra _meta"))
        self._meta = ObjectTree("declared_meta", self.tr("Extra _meta sent by the client"))
        self._change = QPushButton(self.tr("Change…"))
        self._change.setObjectName("declared_change")
        self._change.setToolTip(
            self.tr("Choose what this server is told about the client; takes effect after a reconnect")
        )
        self._change.clicked.connect(self._ask_change)
        self._reconnect = QPushButton(self.tr("Reconnect"))
        self._reconnect.setObjectName("declared_reconnect")
        self._reconnect.clicked.connect(self._ask_reconnect)
        buttons = row(self._change, self._reconnect)
        buttons.addStretch(1)
        self.setLayout(
            column(
                self._head,
                self._who,
                self._nothing,
                self._tree,
                self._meta_head,
                self._meta,
                buttons,
                spacing=4,
            )
        )

    def show_client(self, client: Client) -> None:
        """What its current or last connection said."""
        spoken = client.spoken
        look = (spoken.revision, spoken.capabilities, spoken.client_info, spoken.meta)
        said = bool(spoken.method)
        if look == self._shown or (not said and client.state in ("connecting", "closing")):
            return  # what the last connection said stays until this one has said something
        self._shown = look
        self._reconnect.setVisible(said)
        self._who.setVisible(said)
        self._who.setText(_who(spoken))
        self._who.setAccessibleName(self._who.text())
        capabilities = _object(spoken.capabilities)
        self._tree.show_object(capabilities)
        self._nothing.setVisible(said and not capabilities)
        self._meta.show_object(spoken.meta)
        self._meta_head.setVisible(bool(spoken.meta))

    def _ask_change(self) -> None:
        self.asked.emit("edit_declared")

    def _ask_reconnect(self) -> None:
        self.asked.emit("retry")


def _object(value: Any) -> dict[str, Any]:
    """What is no object is shown as it was sent."""
    return value if isinstance(value, dict) else {} if value is None else {"": value}


def _who(spoken: Spoken) -> str:
    info = _object(spoken.client_info)
    names = " ".join(str(info[key]) for key in ("name", "version") if info.get(key))
    return " · ".join(part for part in (names, str(spoken.revision or "")) if part)


class ServerPanel(Panel):
    """One card. Above it the explanation of a failure, when there is one."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._shown: object = None
        self._shown_facts: list[tuple[str, str]] = []
        self._info: ServerInfo | None = None
        self._title = Subject()
        self._subtitle = Elided(role="muted")
        self._connect = PrimaryButton("server_connect", self.tr("Connect"))
        self._connect.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._ping = QPushButton(self.tr("Ping"))
        self._ping.setObjectName("server_ping")
        self._ping.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._pinged = Link("server_pinged")
        self._pinged.setToolTip(self.tr("Show this exchange in the timeline"))
        self._ping_exchange = 0
        self._failure = FailureView()
        self._slow = SlowNotice()
        self._promises = Promises()
        self._facts = QGridLayout()
        zoom.follow(self._facts.setHorizontalSpacing, theme.SPACE_WIDE)
        zoom.follow(self._facts.setVerticalSpacing, 4)
        self._facts.setColumnStretch(1, 1)
        self._capabilities_head = muted(self.tr("Server capabilities"))
        self._capabilities = ObjectTree("capability_tree", self.tr("Capabilities"))
        self._declared = DeclaredCard()
        self._instructions_head = muted(self.tr("Instructions"))
        self._instructions = Clamped("instructions", lines=0)
        self._icons = IconBar("server", IconStore(self))
        self._lay_out()
        self._connect.clicked.connect(self._connect_pressed)
        self._ping.clicked.connect(self._ping_pressed)
        self._pinged.clicked.connect(self._show_ping)
        self._failure.asked.connect(context.intents.act)
        self._slow.asked.connect(context.intents.act)
        self._declared.asked.connect(context.intents.act)
        self.refresh()

    def _lay_out(self) -> None:
        names = column(self._title, self._subtitle, self._icons, spacing=2)
        head = row(names, self._pinged, self._ping, self._connect)
        head.setStretch(0, 1)
        facts = QWidget()
        self._facts.setContentsMargins(0, 0, 0, 0)
        facts.setLayout(self._facts)
        left = column(facts, self._instructions_head, self._instructions, spacing=theme.SPACE_WIDE)
        left.addStretch(1)
        right = column(self._capabilities_head, self._capabilities, self._declared, spacing=4)
        right.addStretch(1)
        both = row(left, right, spacing=24)
        both.setStretch(0, 3)
        both.setStretch(1, 2)
        body = column(head, self._slow, self._failure, self._promises, both, margins=DIALOG, spacing=12)
        body.addStretch(1)
        page = QWidget()
        scroll = QScrollArea()
        scroll.setObjectName("server_card")
        scroll.setAccessibleName(self.tr("About the server"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        self.setLayout(column(scroll))
        page.setLayout(body)  # last: each that gets a parent passes on to all below it how they look

    def refresh(self) -> None:
        client = self.context.client
        self._declared.show_client(client)
        self._promises.show_client(client)
        look = (client.state, client.info, client.failure, client.pid, client.profile, client.exit_text)
        if look == self._shown:
            return
        self._shown = look
        sign_in = sign_in_of(client)
        signing_in = sign_in is not None and sign_in.flow is not None  # that takes as long as they take
        self._slow.follow("signing in" if signing_in else client.state)
        between = client.state in ("connecting", "closing")
        info = client.info or (self._info if between else None)  # what is read stays where it is meanwhile
        self._info = info
        self._title.setText((info.title or info.name) if info is not None else client.name)
        self._subtitle.setText(
            f"{info.name} {info.version}".strip() if info and client.info else self._state_text()
        )
        self._connect.setVisible(client.state in ("new", "closed"))  # a failure brings its own buttons
        self._ping.setVisible(client.state == "connected" or (between and info is not None))
        self._ping.setEnabled(client.state == "connected")
        self._pinged.setVisible(client.state == "connected" and bool(self._pinged.text()))
        modern = info is not None and info.era == "modern"
        self._ping.setToolTip(
            self.tr("server/discover: round-trip time") if modern else self.tr("ping: round-trip time")
        )
        self._failure.setVisible(client.failure is not None)
        if client.failure is not None:
            actions = (*client.failure.actions, "diagnose")
            self._failure.show_explanation(replace(client.failure, actions=actions))
        target = client.profile.target
        url = "" if isinstance(target, StdioTarget) else target.url
        self._icons.show_icons(icons_of(info.implementation) if info is not None else (), url)
        facts = self._gather(info)
        if facts != self._shown_facts and not (between and info is not None):
            self._shown_facts = facts
            self._show_facts(facts)
        capabilities = info.capabilities if info is not None else {}
        self._capabilities.show_object(capabilities)
        self._capabilities_head.setVisible(bool(capabilities))
        instructions = info.instructions if info is not None else ""
        self._instructions.set_text(instructions)
        self._instructions_head.setVisible(bool(instructions.strip()))

    def focus_main(self) -> None:
        self._connect.setFocus()

    def _state_text(self) -> str:
        texts = {
            "new": self.tr("not connected yet"),
            "connecting": self.tr("connecting…"),
            "closing": self.tr("closing…"),
            "closed": self.tr("not connected"),
            "failed": self.tr("connection failed"),
        }
        client = self.context.client
        if client.state == "failed" and client.failure is not None and "sign_in" in client.failure.actions:
            return self.tr("Sign-in needed")
        return texts.get(client.state, "")

    def _gather(self, info: ServerInfo | None) -> list[tuple[str, str]]:
        client = self.context.client
        target = client.profile.target
        stdio = isinstance(target, StdioTarget)
        facts = [(self.tr("Command") if stdio else self.tr("URL"), shown_target_of(client.profile))]
        if isinstance(target, StdioTarget):
            facts += [
                (self.tr("Working directory"), target.cwd),
                (self.tr("Environment"), ", ".join(target.env)),  # names only: values may be secrets
                (
                    self.tr("Process"),
                    self.tr("pid {}").format(client.pid) if client.pid else shown(client.exit_text),
                ),
            ]
        facts.append((self.tr("Transport"), client.transport))
        if info is not None:
            facts += [
                (self.tr("About"), _text(info.implementation.get("description"))),
                (self.tr("Website"), _text(info.implementation.get("websiteUrl"))),
                (self.tr("Era"), f"{info.era} · {info.revision}"),
                (self.tr("Why"), shown(info.decided)),
                (self.tr("Also supports"), ", ".join(one for one in info.supported if one != info.revision)),
            ]
        return [(name, text) for name, text in facts if text]

    def _show_facts(self, facts: list[tuple[str, str]]) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for line, (name, text) in enumerate(facts):
            label = QLabel(text)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setMinimumWidth(1)  # not the longest word: a server may have one of any length
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setAccessibleName(f"{name}: {text}")
            self._facts.addWidget(muted(name), line, 0, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(label, line, 1)

    def _ping_pressed(self) -> None:
        self._ping.setEnabled(False)
        spawn(self, self._measure(), "ping")

    async def _measure(self) -> None:
        try:
            answer = await ping(self.context.client)
        except InspectorError as error:
            text = str(error)
        else:
            text = f"{answer.method}  {answer.round_trip_ns / 1e6:.2f} ms"
            if answer.error:
                text += self.tr(", returned an error")
            self._ping_exchange = answer.exchange
        if isValid(self):
            self._pinged.setText(text)
            self._pinged.show()
            self._pinged.updateGeometry()
            self._ping.setEnabled(True)

    def _show_ping(self) -> None:
        self.context.selection.show(self._ping_exchange)

    def _connect_pressed(self) -> None:
        self.context.intents.act.emit("retry")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
