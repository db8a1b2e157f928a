"""The first thing a person sees: ways in, no empty page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QWidget

from inspector import __version__
from inspector.ui import theme
from inspector.ui.add_server import AddServerBox
from inspector.ui.controls import Heading, column, muted, row
from inspector.ui.primary_button import PrimaryButton

__all__ = ["Welcome"]

_WIDTH = 620


class Welcome(QWidget):
    """Demo server, paste box, session file. Says which way was chosen."""

    demo_wanted = Signal()
    open_wanted = Signal()
    import_wanted = Signal()
    servers_wanted = Signal(list)  # of Profile

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        title = Heading(self.tr("See what an MCP server says, byte by byte."), 6)
        title.setWordWrap(True)
        words = muted(
            self.tr(
                "Connect a server, call its tools with a form, and read every message, with nothing left out."
            ),
            wrap=True,
        )
        demo = PrimaryButton("try_demo", self.tr("Try the demo server"))
        demo.setIcon(theme.icon("play", "base"))
        open_file = QPushButton(theme.icon("folder-open-outline"), self.tr("Open a session file…"))
        open_file.setObjectName("open_session")
        import_servers = QPushButton(theme.icon("import"), self.tr("Import servers…"))
        import_servers.setObjectName("welcome_import")
        import_servers.setToolTip(self.tr("Those of Claude, Cursor, VS Code and others on this computer"))
        for button in (demo, import_servers, open_file):
            button.setMinimumHeight(34)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        ways = row(demo, import_servers, open_file)
        ways.addStretch(1)
        box_title = Heading(self.tr("Add a server"))
        hint = muted(
            self.tr("The configuration of another client (mcpServers) can be pasted as it is."), wrap=True
        )
        self.box = AddServerBox("welcome_add")
        version = muted(self.tr("Version {} · files can be dropped on this window").format(__version__))
        body = QWidget()
        body.setMaximumWidth(_WIDTH)
        body.setLayout(column(title, words, ways, box_title, hint, self.box, version, spacing=10))
        body.layout().setContentsMargins(16, 12, 16, 12)  # type: ignore[union-attr]  # set in the line above
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
        self.setLayout(column(scroll))
        demo.clicked.connect(self.demo_wanted)
        open_file.clicked.connect(self.open_wanted)
        import_servers.clicked.connect(self.import_wanted)
        self.box.wanted.connect(self.servers_wanted)
