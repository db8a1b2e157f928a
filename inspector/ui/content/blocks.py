"""One widget for each kind of rendering. Text of servers is plain text everywhere but in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final, Protocol, TypeGuard

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFrame,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from inspector.render import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Error,
    Image,
    Json,
    Markdown,
    Rendering,
    ResourceLink,
    Text,
)
from inspector.translation import translate
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.locale.locale_text import say_size
from inspector.ui.text.big_text import BigText
from inspector.ui.text.hex_view import HexView
from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.text.picture import Picture
from inspector.ui.text.text_viewer import TextViewer, copy_text
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Elided, Link, Notice, Switch, column, row, tool_button
from inspector.ui.widgets.glyph import Glyph
from inspector.ui.widgets.save_button import SaveButton, file_name

__all__ = ["Asks", "MarkdownBlock", "block_of", "block_steps"]

_LINES: Final = 16  # lines of a block in a list before the user asks for more
_ALL: Final = 400  # lines of a block in a list at most; it scrolls by itself then


class Asks(QObject):
    """What a user wants from a block. The view passes it on."""

    open_link = Signal(str)
    read_resource = Signal(str)
    open_media = Signal(bytes, str)
    path_selected = Signal(str)


class Measured(Protocol):
    """A view that knows how high its first lines are."""

    def height_of(self, lines: int) -> int: ...


class Clip(QWidget):
    """A view in a list of blocks: as high as its content, cut at some lines with *Show all*."""

    def __init__(self, body: QWidget, measured: Measured) -> None:
        super().__init__()
        self._body = body
        self._measured = measured
        self._open = self._scrolls = False
        self._more = Link("content_show_all")
        self._more.clicked.connect(self._toggle)
        self._texts = [one for one in (body, *body.findChildren(QAbstractScrollArea)) if _is_text(one)]
        for text in self._texts:
            text.viewport().installEventFilter(self)
        self.setLayout(column(body, self._more, spacing=0))
        theme.notifier().resized.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Take the height of the content at this width."""
        height = cut = self._measured.height_of(_LINES)
        if self._open:  # only then: laying out 400 lines takes longer than a frame
            height = self._measured.height_of(_ALL)
        self._body.setFixedHeight(max(24, height))
        self._scrolls = self._open and self._measured.height_of(_ALL + 1) > height
        policy = Qt.ScrollBarPolicy
        for text in self._texts:  # the list around it has the bar
            wanted = policy.ScrollBarAsNeeded if self._scrolls else policy.ScrollBarAlwaysOff
            text.setVerticalScrollBarPolicy(wanted)
        self._more.setVisible(self._measured.height_of(_LINES + 1) > cut)
        self._more.setText(self.tr("Show less") if self._open else self.tr("Show all"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width() and self.isVisible():
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()  # the view knows its width only when it is shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel turns the list, not what is cut in it."""
        if event.type() == QEvent.Type.Wheel and not self._scrolls:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _toggle(self) -> None:
        self._open = not self._open
        self.fit()


def _is_text(view: QWidget) -> TypeGuard[QAbstractScrollArea]:
    return isinstance(view, BigText | MarkdownView)


class Caption(QFrame):
    """The line above a block: what it is, and what can be done with it."""

    def __init__(self, text: str, *buttons: QWidget, icon: str = "") -> None:
        super().__init__()
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setAutoFillBackground(True)
        self._text = Elided(text, Qt.TextElideMode.ElideMiddle, "muted")
        parts: list[QWidget] = [self._text, *buttons]
        if icon:
            parts.insert(0, Glyph(icon, "muted", 14))
        layout = row(*parts, margins=(theme.SPACE, 2, 2, 2), spacing=theme.SPACE // 2)
        layout.setStretch(1 if icon else 0, 1)
        self.setLayout(layout)
        self.setMinimumHeight(theme.row_height())

    def say(self, text: str, role: str = "muted") -> None:
        """Say something else: saved, not saved, cannot be drawn."""
        self._text.set_role(role)
        self._text.setText(text)

    def praise(self, path: str) -> None:
        """It is saved there."""
        self.say(QCoreApplication.translate("Content", "✓ Saved as {0}").format(path), "ok")

    def complain(self, reason: str) -> None:
        """It is not saved."""
        self.say(f"✗ {reason}", "error")


def block_of(part: Rendering, alone: bool, asks: Asks) -> QWidget:
    """The widget of a rendering. alone: it has the whole view and scrolls by itself."""
    make: Callable[[Any, bool, Asks], QWidget] = _BLOCKS[type(part)]
    return make(part, alone, asks)


def block_steps(part: Rendering, asks: Asks) -> Generator[None, None, QWidget]:
    """Make the widget of a rendering in a list; JSON takes 40 ms, which are too many for one step."""
    if not isinstance(part, Json):
        return block_of(part, False, asks)
    viewer = _json_viewer(asks)
    yield
    viewer.set_bytes(part.data)
    yield
    clip = _clipped(viewer)
    yield
    return clip


def _text(part: Text, alone: bool, asks: Asks) -> QWidget:
    viewer = TextViewer(ansi=True)
    viewer.set_text(part.text)
    return viewer if alone else Clip(viewer, viewer)


def _markdown(part: Markdown, alone: bool, asks: Asks) -> QWidget:
    return MarkdownBlock(part.text, alone, asks)


def _json(part: Json, alone: bool, asks: Asks) -> QWidget:
    viewer = _json_viewer(asks)
    viewer.set_bytes(part.data)
    return viewer if alone else _clipped(viewer)


def _json_viewer(asks: Asks) -> JsonViewer:
    viewer = JsonViewer()
    viewer.path_selected.connect(asks.path_selected)
    return viewer


def _clipped(viewer: JsonViewer) -> Clip:
    clip = Clip(viewer, viewer)
    viewer.ready.connect(clip.fit)
    return clip


def _image(part: Image, alone: bool, asks: Asks, uri: str = "") -> QWidget:
    size = f"{part.width} × {part.height}" if part.width else ""
    said = _words(uri, part.mime, size, say_size(len(part.data)))
    caption = _with_save(said, part.data, file_name(uri, part.mime), "image-outline")
    picture = Picture(part.data)
    failure = _Failure(caption, picture)
    picture.failed.connect(failure.say)
    picture.load()
    page = _page(caption, picture, alone)
    failure.setParent(page)
    return page


def _audio(part: Audio, alone: bool, asks: Asks, uri: str = "") -> QWidget:
    said = _words(uri, part.mime or translate("Content", "audio"), say_size(len(part.data)))
    return _page(_with_player(said, part.data, part.mime, file_name(uri, part.mime), asks), None, alone)


def _with_player(said: str, data: bytes, mime: str, name: str, asks: Asks) -> Caption:
    """A caption with a button that opens the system's player: Qt's own is not in PySide6-Essentials, and the
    rest of PySide6 is larger than all of this program.
    """
    pdf = mime.startswith("application/")
    text = translate("Content", "Open in viewer") if pdf else translate("Content", "Open in player")
    play = tool_button("content_play", "play", text, text)
    click = _Click(asks, data, mime)
    play.clicked.connect(click.media)
    icon = "volume-high" if mime.startswith("audio/") else "file-outline"
    caption = _with_save(said, data, name, icon, play)
    click.setParent(caption)
    return caption


def _link(part: ResourceLink, alone: bool, asks: Asks) -> QWidget:
    card = QFrame()
    name = QLabel(part.title or part.name or part.uri)
    name.setTextFormat(Qt.TextFormat.PlainText)
    (font := QFont(name.font())).setWeight(QFont.Weight.DemiBold)
    name.setFont(font)
    uri = Elided(part.uri, Qt.TextElideMode.ElideMiddle, "muted")
    zoom.mono(uri)
    about = Elided(_words(part.mime, say_size(part.size) if part.size >= 0 else ""), role="muted")
    hint, said = translate("Content", "Read this resource"), translate("Content", "Read")
    read = tool_button("content_read", "file-eye-outline", hint, said)
    click = _Click(asks, part.uri.encode("utf-8", "replace"), "")
    click.setParent(card)
    read.clicked.connect(click.resource)
    words = column(name, uri, spacing=0)
    if part.description:
        words.addWidget(_plain(part.description))
    if about.text():
        words.addWidget(about)
    glyph = Glyph("link-variant", "muted")
    glyph.setAlignment(Qt.AlignmentFlag.AlignTop)
    layout = row(glyph, words, read, margins=(theme.SPACE, 6, 4, 6))
    layout.setStretch(1, 1)
    card.setLayout(layout)
    return _top(card) if alone else card


def _embedded(part: EmbeddedResource, alone: bool, asks: Asks) -> QWidget:
    inner = part.inner
    if isinstance(inner, Image | Audio | Blob):  # their own caption has room for the URI
        media: Callable[[Any, bool, Asks, str], QWidget] = _MEDIA[type(inner)]
        return media(inner, alone, asks, part.uri)
    said = _words(part.uri, part.mime)
    if isinstance(inner, Text | Markdown | Json):
        data = inner.data if isinstance(inner, Json) else inner.text.encode("utf-8", "backslashreplace")
        caption = _with_save(said, data, file_name(part.uri, part.mime), "file-outline")
    else:
        caption = Caption(said, icon="file-outline")
    return _page(caption, block_of(part.inner, alone, asks), alone)


def _blob(part: Blob, alone: bool, asks: Asks, uri: str = "") -> QWidget:
    said = _words(uri, part.mime or translate("Content", "bytes"), say_size(len(part.data)))
    name = file_name(uri or part.uri, part.mime)
    if part.mime.partition(";")[0].startswith(("audio/", "video/")) or part.mime == "application/pdf":
        caption = _with_player(said, part.data, part.mime, name, asks)
    else:
        caption = _with_save(said, part.data, name, "file-code-outline")
    view = HexView() if alone else _FewBytes()
    view.set_bytes(part.data)
    return _page(caption, view, alone)


def _error(part: Error, alone: bool, asks: Asks) -> QWidget:
    code = Chip(f"{part.code} {part.name}".strip() or translate("Content", "error"), "error")
    message = _plain(part.message)
    head = QWidget()
    layout = row(code, message, margins=(theme.SPACE, 8, theme.SPACE, 8))
    layout.setStretch(1, 1)
    layout.setAlignment(code, Qt.AlignmentFlag.AlignTop)
    head.setLayout(layout)
    if not part.data:
        return _top(head) if alone else head
    return _page(head, _json(Json(part.data), alone, asks), alone)


def _note(part: ContentNote, alone: bool, asks: Asks) -> QWidget:
    if part.role in ("error", "warning"):
        notice = Notice("content_note", part.role)
        notice.set_text(part.text)
        return notice
    label = _plain(part.text, "text" if part.role == "heading" else "muted")
    zoom.margins(label, theme.SPACE, 8 if part.role == "heading" else 4, theme.SPACE, 4)
    if part.role == "heading":
        font = QFont(label.font())
        font.setWeight(QFont.Weight.DemiBold)
        label.setFont(font)
    return label


_BLOCKS: Final[dict[type, Callable[[Any, bool, Asks], QWidget]]] = {
    Text: _text,
    Markdown: _markdown,
    Json: _json,
    Image: _image,
    Audio: _audio,
    ResourceLink: _link,
    EmbeddedResource: _embedded,
    Blob: _blob,
    Error: _error,
    ContentNote: _note,
}


_MEDIA: Final[dict[type, Callable[[Any, bool, Asks, str], QWidget]]] = {
    Image: _image,
    Audio: _audio,
    Blob: _blob,
}


class _FewBytes(HexView):
    """Bytes in a list of blocks: as high as they need, at most some lines."""

    def __init__(self) -> None:
        super().__init__()
        theme.notifier().resized.connect(self._fit_height)

    def set_bytes(self, data: bytes, total: int | None = None, path: str = "") -> None:
        super().set_bytes(data, total, path)
        self._fit_height()

    def _fit_height(self) -> None:
        rows = -(-self.size_shown() // 16)
        bar = self.horizontalScrollBar().sizeHint().height()  # a narrow view needs it, and it covers a row
        self.setFixedHeight(int(min(rows, _LINES) * self.line_height()) + 4 + bar)


class MarkdownBlock(QWidget):
    """Markdown as it is meant, or as it was written."""

    def __init__(self, text: str, alone: bool, asks: Asks) -> None:
        super().__init__()
        self._data = text.encode("utf-8", "backslashreplace")
        self._switch = Switch(
            "content_markdown_mode", (("markdown", self.tr("Markdown")), ("text", self.tr("Text")))
        )
        self._view = MarkdownView()
        self._view.set_text(text)
        self._view.open_link.connect(asks.open_link)
        self._plain = TextViewer(ansi=True)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._view)
        self._pages.addWidget(self._plain)
        self._switch.chosen.connect(self._chosen)
        copy = tool_button("content_copy", "content-copy", self.tr("Copy source text"))
        copy.clicked.connect(self._copy)
        self._head = head = QWidget()
        head.setBackgroundRole(QPalette.ColorRole.Window)
        head.setAutoFillBackground(True)
        above = row(self._switch, copy, margins=(0, 0, 2, 0))
        above.insertStretch(1, 1)
        head.setLayout(above)
        self._clip = None if alone else Clip(self._pages, self)
        layout = column(head, self._clip or self._pages, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)

    def choose(self, key: str) -> None:
        """markdown or text, where the surrounding view has the switch: the own one is hidden."""
        self._head.hide()
        self._switch.choose(key)

    def height_of(self, lines: int) -> int:
        """px of the first lines of what is shown."""
        shown = self._plain if self._switch.key() == "text" else self._view
        return shown.height_of(lines)

    def _chosen(self, key: str) -> None:
        if key == "text" and not self._plain.view.data():
            self._plain.set_bytes(self._data)
        self._pages.setCurrentWidget(self._plain if key == "text" else self._view)
        if self._clip is not None:
            self._clip.fit()

    def _copy(self) -> None:
        copy_text(self._data)


class _Click(QObject):
    """Remembers what a button is about."""

    def __init__(self, asks: Asks, data: bytes, mime: str) -> None:
        super().__init__()
        self._asks = asks
        self._data = data
        self._mime = mime

    def media(self) -> None:
        self._asks.open_media.emit(self._data, self._mime)

    def resource(self) -> None:
        self._asks.read_resource.emit(self._data.decode("utf-8"))


class _Failure(QObject):
    """Says in the caption why a picture is not there."""

    def __init__(self, caption: Caption, picture: Picture) -> None:
        super().__init__()
        self._caption = caption
        self._picture = picture

    def say(self, reason: str) -> None:
        self._caption.say(self.tr("This image cannot be displayed: {0}").format(reason), "warning")
        self._picture.hide()


def _plain(text: str, role: str = "text") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    if role == "muted":
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def _words(*words: str) -> str:
    return " · ".join(word for word in words if word)


def _with_save(said: str, data: bytes, name: str, icon: str, *buttons: QWidget) -> Caption:
    """A caption whose last button saves; it says where the file went, or why not."""
    save = SaveButton(data, name)
    caption = Caption(said, *buttons, save, icon=icon)
    save.saved.connect(caption.praise)
    save.failed.connect(caption.complain)
    return caption


def _page(head: QWidget, body: QWidget | None, alone: bool) -> QWidget:
    """A head over a body; the body takes what room there is when it is alone."""
    page = QWidget()
    layout = column(head, spacing=0)
    if body is not None:
        layout.addWidget(body, 1)
    if alone and (body is None or body.sizePolicy().hasHeightForWidth()):
        layout.addStretch(0 if body else 1)
    page.setLayout(layout)
    return page


def _top(widget: QWidget) -> QWidget:
    """A widget at the top of the view."""
    page = QWidget()
    layout = column(widget)
    layout.addStretch(1)
    page.setLayout(layout)
    return page
