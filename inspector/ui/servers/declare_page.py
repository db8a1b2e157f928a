"""Which client capabilities one server is told: boxes for the known ones, JSON for everything."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QPushButton, QWidget

from inspector.core.servers.offering import OFFERS, Offer, extension, is_offered, with_offer, without_offer
from inspector.protocol.era.declared import fitted
from inspector.ui.json.editor.own_object import OwnObject
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Marked, column, muted, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["DeclarePage"]

_LINES: Final[tuple[tuple[tuple[str, Marked], ...], ...]] = (
    (
        ("roots", QT_TRANSLATE_NOOP("Declare", "Roots")),
        ("roots_changes", QT_TRANSLATE_NOOP("Declare", "their changes")),
    ),
    (
        ("sampling", QT_TRANSLATE_NOOP("Declare", "Sampling")),
        ("sampling_tools", QT_TRANSLATE_NOOP("Declare", "with tools")),
        ("sampling_context", QT_TRANSLATE_NOOP("Declare", "with context")),
    ),
    (
        ("elicitation", QT_TRANSLATE_NOOP("Declare", "Elicitation")),
        ("elicitation_form", QT_TRANSLATE_NOOP("Declare", "forms")),
        ("elicitation_url", QT_TRANSLATE_NOOP("Declare", "URLs")),
    ),
    (
        ("", QT_TRANSLATE_NOOP("Declare", "Extensions")),
        ("tasks", QT_TRANSLATE_NOOP("Declare", "Tasks")),
        ("apps", QT_TRANSLATE_NOOP("Declare", "MCP Apps")),
    ),
)
"""Lines of boxes: (Offer.name, text); without a name it is a heading."""

_OFFERS: Final = {offer.name: offer for offer in OFFERS}


class _Box(QCheckBox):
    """A box that knows what it offers."""

    def __init__(self, offer: Offer, text: str) -> None:
        super().__init__(text)
        self.offer = offer
        path = ".".join(offer.path)
        self.setObjectName(f"declare_{offer.name}")
        self.setAccessibleName(f"{text}: {path}")
        self.setToolTip(tooltip(path))


class _Line(QLineEdit):
    """Enter adds what is typed; it must not press the default button of the dialog, too."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class DeclarePage(QWidget):
    """offers: what the program declares by itself (`Settings.capabilities`); own: what a user chose."""

    def __init__(
        self,
        offers: dict[str, Any],
        own: dict[str, Any] | None,
        revision: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._offers = offers
        self._boxes: list[_Box] = []
        self._extension = _Line()
        self._extension.setObjectName("declare_extension")
        self._extension.setAccessibleName(self.tr("Another extension"))
        self._extension.setPlaceholderText(self.tr("other: vendor.example/name"))
        self._add = QPushButton(self.tr("Add"))
        self._add.setObjectName("declare_extension_add")
        self._add.setAutoDefault(False)
        self.object = OwnObject(
            "declare",
            self.tr("Capabilities"),
            self.tr("Same as settings"),
            self.tr(
                "By default the app declares what the connection's protocol revision supports. A "
                "custom choice is sent exactly as shown, in every revision."
            ),
            self._make_controls(),
        )
        self.setLayout(column(self.object, margins=(theme.SPACE_WIDE, theme.SPACE, theme.SPACE_WIDE, 0)))
        self.object.changed.connect(self._show)
        self._extension.returnPressed.connect(self._add_extension)
        self._add.clicked.connect(self._add_extension)
        self.object.start(fitted(offers, revision), own)

    def set_revision(self, revision: str) -> None:
        """The revision that the connection will begin with."""
        self.object.set_ours(fitted(self._offers, revision))

    def value(self) -> dict[str, Any] | None:
        """The capabilities to send, None for those of the settings. Raises ValueError when mistyped."""
        return self.object.value()

    def _make_controls(self) -> QWidget:
        controls = QWidget()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        zoom.follow(grid.setVerticalSpacing, 4)
        zoom.follow(grid.setHorizontalSpacing, theme.SPACE_WIDE)
        for line, boxes in enumerate(_LINES):
            for place, (name, marked) in enumerate(boxes):
                text = QCoreApplication.translate("Declare", marked)
                if not name:
                    grid.addWidget(muted(text), line, place)
                    continue
                box = _Box(_OFFERS[name], text)
                box.clicked.connect(self._clicked)
                self._boxes.append(box)
                grid.addWidget(box, line, place)
        grid.setColumnStretch(3, 1)
        controls.setLayout(column(grid_widget(grid), row(self._extension, self._add), spacing=4))
        return controls

    def _show(self) -> None:
        """The boxes say what the JSON says."""
        capabilities = self.object.shown()
        if capabilities is not None:
            for box in self._boxes:
                box.setChecked(is_offered(capabilities, box.offer))

    def _clicked(self, ticked: bool) -> None:
        box, capabilities = self.sender(), self.object.shown()
        if isinstance(box, _Box) and capabilities is not None:
            change = with_offer if ticked else without_offer
            self.object.put(change(capabilities, box.offer))

    def _add_extension(self) -> None:
        name, capabilities = self._extension.text().strip(), self.object.shown()
        if name and capabilities is not None:
            offer = extension(name)
            if not is_offered(capabilities, offer):
                self.object.put(with_offer(capabilities, offer))
            self._extension.clear()


def grid_widget(grid: QGridLayout) -> QWidget:
    """A grid as one part of a column."""
    widget = QWidget()
    widget.setLayout(grid)
    return widget
