"""The first thing a user sees: ways in, no empty page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QScrollArea, QSizePolicy, QWidget

from inspector import __version__
from inspector.ui.servers.add_server import AddServerBox
from inspector.ui.servers.transfer.found_clients import FoundClients
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Heading, Link, column, muted, row
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["Welcome"]

_WIDTH = 640
_NAMED = 4  # clients, before it says how many more


class Welcome(QWidget):
    """Demo server, other clients, paste box, session file; tour and help. Says which way was chosen."""

    demo_wanted = Signal()
    open_wanted = Signal()
    bundle_wanted = Signal()
    import_wanted = Signal()
    servers_wanted = Signal(list)  # of Profile
    tour_wanted = Signal()
    guide_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        title = Heading(self.tr("See what an MCP server says, byte by byte."), 6)
        title.setWordWrap(True)
        words = muted(
            self.tr("Connect to a server, run its tools from a form, and see every message."),
            wrap=True,
        )
        self._found = muted(self.tr("Looking for other MCP clients…"), wrap=True)
        self._found.setObjectName("welcome_found")
        box_title = Heading(self.tr("Add a server"))
        self.box = AddServerBox("welcome_add")
        about = self.tr("Version {} · drop files on this window").format(__version__)
        version = muted(about, wrap=True)
        guide = Link("welcome_guide", self.tr("User guide (F1)"))
        foot = row(version, guide)
        foot.setStretch(0, 1)
        body = QWidget()
        zoom.follow(body.setMaximumWidth, _WIDTH)
        body.setLayout(
            column(
                title,
                words,
                self._ways(),
                box_title,
                self.box,
                foot,
                spacing=theme.SPACE,
                margins=(16, 4, 16, 4),
            )
        )
        outer = row()
        outer.addStretch(1)
        outer.addWidget(body, 8, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)
        page = QWidget()
        page.setLayout(outer)
        scroll = QScrollArea()  # what was pasted may need more room than a small window has
        scroll.setObjectName("welcome_page")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        page.setBackgroundRole(theme.CHROME)
        self.setLayout(column(scroll))
        guide.clicked.connect(self.guide_wanted)
        self.box.wanted.connect(self.servers_wanted)
        self.clients = FoundClients(self)
        self.clients.counted.connect(self._show_found)

    def _ways(self) -> QWidget:
        """A button a line, and beside it what it leads to."""
        demo = self._demo = PrimaryButton("try_demo", self.tr("Try the demo server"))
        demo.setAutoDefault(True)  # Enter presses it where the keyboard is
        import_servers = QPushButton(theme.icon("import"), self.tr("Import servers…"))
        import_servers.setObjectName("welcome_import")
        import_servers.setToolTip(self.tr("From Claude, Cursor, VS Code and other clients on this computer"))
        open_file = QPushButton(theme.icon("folder-open-outline"), self.tr("Open a session file…"))
        open_file.setObjectName("open_session")
        bundle = QPushButton(theme.icon("package-variant-closed"), self.tr("Open a bundle…"))
        bundle.setObjectName("welcome_bundle")
        for button in (import_servers, open_file, bundle):
            zoom.icons(button)
        tour = Link("take_tour", self.tr("Take the tour (2 minutes)"))
        demo_words = column(muted(self.tr("Bundled demo server. No network needed."), wrap=True), tour)
        demo_words.setSpacing(0)
        beside = QWidget()
        beside.setLayout(demo_words)
        file_words = muted(self.tr("A recording: session file, HAR, or Claude Desktop log."), wrap=True)
        bundle_words = muted(
            self.tr("A server in one file (.mcpb). You see what it runs before it starts."), wrap=True
        )
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        zoom.follow(grid.setHorizontalSpacing, theme.SPACE_WIDE)
        zoom.follow(grid.setVerticalSpacing, theme.SPACE)
        grid.setColumnStretch(1, 1)
        for line, (button, about, wanted) in enumerate(
            (
                (demo, beside, self.demo_wanted),
                (import_servers, self._found, self.import_wanted),
                (bundle, bundle_words, self.bundle_wanted),
                (open_file, file_words, self.open_wanted),
            )
        ):
            button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
            button.clicked.connect(wanted)
            grid.addWidget(button, line, 0)
            grid.addWidget(about, line, 1, Qt.AlignmentFlag.AlignVCenter)
        tour.clicked.connect(self.tour_wanted)
        ways = QWidget()
        ways.setLayout(grid)
        return ways

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.window().focusWidget() is None:  # at the start: what to begin with
            self._demo.setFocus()
        self.clients.start()

    def _show_found(self, clients: list[tuple[str, int]]) -> None:
        """Which clients have servers, and how many."""
        if not clients:
            self._found.setText(self.tr("No other MCP clients found. You can also open a file."))
            return
        named = [self.tr("{} ({})").format(name, count) for name, count in clients[:_NAMED]]
        if len(clients) > _NAMED:
            named.append(self.tr("{} more").format(len(clients) - _NAMED))
        self._found.setText(self.tr("Found here: {}").format(" · ".join(named)))
