"""Everything a server can answer with, on one page.

One piece of content gets all the room; several stand below each other, each as high as it needs. Nothing is
loaded from anywhere, no HTML is drawn, links and media are opened only when a user clicks them.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from inspector.render import ContentNote, Json, Rendering
from inspector.ui.content.blocks import Asks, MarkdownBlock, block_of, block_steps
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.loop.slices import Slices
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column
from inspector.ui.widgets.own_colours import OwnColours

__all__ = ["ContentView"]

_MOST = 200  # blocks that get a widget; the rest is counted


class ContentView(QWidget):
    """Shows renderings. The signals carry what a user asked for by clicking."""

    open_link = Signal(str)
    read_resource = Signal(str)
    open_media = Signal(bytes, str)  # data, MIME type: for the player of the system
    path_selected = Signal(str)
    began = Signal()  # the first block of a list is there

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("content")
        self.setAccessibleName(self.tr("Content"))
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self._asks = Asks(self)
        self._asks.open_link.connect(self.open_link)
        self._asks.read_resource.connect(self.read_resource)
        self._asks.open_media.connect(self.open_media)
        self._asks.path_selected.connect(self.path_selected)
        self._page: QWidget | None = None
        self._viewer: JsonViewer | None = None  # of JSON that stands alone,
        self._markdown: MarkdownBlock | None = None
        self._around: tuple[Rendering | None, ...] | None = None  # with these notes before and behind it
        self._slices = Slices(self)  # 200 blocks take 300 ms to build, two of JSON 80
        self._coming: QWidget | None = None  # a list without its first block: what was before stays
        self._layout = column(spacing=0)
        self.setLayout(self._layout)

    @property
    def viewer(self) -> JsonViewer | None:
        """The viewer of JSON that is the only content."""
        return self._viewer

    @property
    def markdown(self) -> MarkdownBlock | None:
        """The block of Markdown that is the only content."""
        return self._markdown

    @property
    def begun(self) -> bool:
        """Whether there is something to see of the last renderings."""
        return self._coming is None

    def show_renderings(self, renderings: Sequence[Rendering]) -> None:
        """Show these instead of what was shown."""
        if self._shows_again(renderings):
            return
        if not renderings:
            self.clear()
        elif len([part for part in renderings if not isinstance(part, ContentNote)]) == 1:
            self.clear()
            self._put(self._alone(renderings))
            self._around = _around_json(renderings)
        else:
            self._stop()
            self._slices.start(self._list(renderings))

    def clear(self) -> None:
        """Show nothing."""
        self._stop()
        self._put(None)

    def _stop(self) -> None:
        """Build no more of what was before."""
        self._slices.stop()
        self._viewer = self._markdown = self._around = None
        if self._coming is not None:
            self._coming.deleteLater()
            self._coming = None

    def _put(self, page: QWidget | None) -> None:
        """Show a page instead of the one before."""
        if self._page is not None:
            self._layout.removeWidget(self._page)
            self._page.hide()
            self._page.deleteLater()
        self._page, self._coming = page, None
        if page is not None:
            self._layout.addWidget(page)
            page.show()

    def _shows_again(self, renderings: Sequence[Rendering]) -> bool:
        """Put the next JSON into the view of the last where that stands alone: a new one takes 30 ms."""
        around, viewer = _around_json(renderings), self._viewer
        if around is None or around != self._around or viewer is None:
            return False
        viewer.set_bytes(next(part.data for part in renderings if isinstance(part, Json)))
        return True

    def _alone(self, renderings: Sequence[Rendering]) -> QWidget:
        """One piece of content with the notes above and below it."""
        page = QWidget()
        layout = column(spacing=0)
        for part in renderings:
            note = isinstance(part, ContentNote)
            block = block_of(part, not note, self._asks)
            layout.addWidget(block, 0 if note else 1)
            self._viewer = block if isinstance(block, JsonViewer) else self._viewer
            self._markdown = block if isinstance(block, MarkdownBlock) else self._markdown
        page.setLayout(layout)
        return page

    def _list(self, renderings: Sequence[Rendering]) -> Generator[None, None, None]:
        """All pieces below each other, the whole scrolls; what is at the top is there first."""
        inside = QWidget()
        inside.setBackgroundRole(QPalette.ColorRole.Base)
        inside.setAutoFillBackground(True)
        layout = column(spacing=0)
        layout.addStretch(1)
        inside.setLayout(layout)
        self._coming = area = QScrollArea(self)  # while it is empty: with blocks in it this takes 9 ms
        area.hide()
        area.setObjectName("content_list")
        area.setAccessibleName(self.tr("Contents"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        before: Rendering | None = None
        for part in renderings[:_MOST]:
            block = yield from block_steps(part, self._asks)
            if before is not None and not isinstance(before, ContentNote):
                layout.insertWidget(layout.count() - 1, _line())
            layout.insertWidget(layout.count() - 1, block)
            yield
            if before is None:
                self._put(area)
                self.began.emit()
            before = part
        left = len(renderings) - _MOST
        if left > 0:
            text = self.tr("{0} more are not shown here; the raw view has all of them.").format(left)
            layout.insertWidget(layout.count() - 1, block_of(ContentNote(text, "warning"), False, self._asks))


def _around_json(renderings: Sequence[Rendering]) -> tuple[Rendering | None, ...] | None:
    """The notes around JSON that is the only content, None in its place; None when there is other content."""
    content = [part for part in renderings if not isinstance(part, ContentNote)]
    if len(content) != 1 or not isinstance(content[0], Json):
        return None
    return tuple(part if isinstance(part, ContentNote) else None for part in renderings)


class _Line(OwnColours, QFrame):
    """A hairline between two pieces."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setAutoFillBackground(True)
        self.follow_theme()

    def own_colours(self) -> Mapping[QPalette.ColorRole, QColor]:
        return {QPalette.ColorRole.Window: theme.color("border")}


def _line() -> QFrame:
    return _Line()
