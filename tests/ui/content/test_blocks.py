"""Each kind of content as a block: what its caption says, what its buttons do, how high it is in a list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

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
from inspector.ui.content.blocks import Asks, Caption, Clip, MarkdownBlock, block_of
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.text.big_text import BigText
from inspector.ui.text.hex_view import HexView
from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.text.picture import Picture
from inspector.ui.text.text_viewer import TextViewer
from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Elided, Link, Notice, Switch
from inspector.ui.widgets.save_button import SaveButton
from tests.ui.content.test_page import png
from tests.ui.parts import the

PICTURE = png(4, 2)
LINES = "\n".join(f"line {number}" for number in range(60))


class Stand(QWidget):
    """Blocks on the screen, 500 x 700."""

    def __init__(self) -> None:
        super().__init__()
        self.asks = Asks(self)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)

    def put(self, part: Rendering, alone: bool = False) -> Any:
        """The block of a rendering; alone it has all the room."""
        block = block_of(part, alone, self.asks)
        self._rows.addWidget(block, 1 if alone else 0)
        if not alone:
            self._rows.addStretch(1)
        QApplication.sendPostedEvents()
        return block


@pytest.fixture
def stand(qtbot: QtBot, qapp: QApplication) -> Stand:
    theme.install(qapp, "light")
    made = Stand()
    qtbot.addWidget(made)
    made.resize(500, 700)
    made.show()
    return made


def said(block: QWidget) -> str:
    """The words of the caption."""
    caption = block.findChild(Caption)
    assert caption is not None
    label = caption.findChild(Elided)
    assert label is not None
    return label.text()


def labels(block: QWidget) -> list[str]:
    return [label.text() for label in block.findChildren(QLabel) if label.text() and not label.isHidden()]


# -- what is said above a block ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Image(PICTURE, "image/png", 4, 2), f"image/png · 4 × 2 · {len(PICTURE)} B"),
        (Image(PICTURE, "image/png"), f"image/png · {len(PICTURE)} B"),
        (Audio(b"RIFF", "audio/wav"), "audio/wav · 4 B"),
        (Audio(b"RIFF", ""), "audio · 4 B"),
        (Blob(bytes(3), "application/zip"), "application/zip · 3 B"),
        (Blob(bytes(3), ""), "bytes · 3 B"),
        (EmbeddedResource("x://2", "", Text("hi")), "x://2"),
        (EmbeddedResource("x://2", "text/plain", Text("hi")), "x://2 · text/plain"),
        (EmbeddedResource("x://3", "a/b", Blob(bytes(3), "a/b")), "x://3 · a/b · 3 B"),
        (EmbeddedResource("x://4", "", Audio(b"RIFF", "audio/wav")), "x://4 · audio/wav · 4 B"),
        (EmbeddedResource("x://5", "", Image(PICTURE, "image/png")), f"x://5 · image/png · {len(PICTURE)} B"),
        (EmbeddedResource("x://6", "", ContentNote("nothing in it")), "x://6"),
    ],
)
def test_the_caption_says_what_is_known_and_nothing_of_what_is_not(
    stand: Stand, part: Rendering, words: str
) -> None:
    assert said(stand.put(part)) == words


@pytest.mark.parametrize(
    ("part", "name", "data"),
    [
        (Blob(b"abc", "application/zip"), "content.zip", b"abc"),
        (Blob(b"abc", "application/zip", "x://h/a.bin"), "a.bin", b"abc"),
        (EmbeddedResource("x://h/b.bin", "", Blob(b"abc", "", "x://h/a.bin")), "b.bin", b"abc"),
        (EmbeddedResource("x://h/b.txt", "text/plain", Text("가")), "b.txt", "가".encode()),
        (EmbeddedResource("x://h/b", "text/plain", Text("\ud800")), "b.txt", b"\\ud800"),
        (EmbeddedResource("x://h/b.md", "", Markdown("# a")), "b.md", b"# a"),
        (EmbeddedResource("x://h/b.json", "", Json(b"[1]")), "b.json", b"[1]"),
        (EmbeddedResource("x://h/b.wav", "", Audio(b"RIFF", "audio/wav")), "b.wav", b"RIFF"),
        (Image(PICTURE, "image/png"), "content.png", PICTURE),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_what_is_saved_is_the_bytes_under_the_name_of_the_resource(
    stand: Stand, tmp_path: Path, part: Rendering, name: str, data: bytes
) -> None:
    save = stand.put(part).findChild(SaveButton)
    assert f">Save as {name}<" in save.toolTip()
    save.write(str(tmp_path / name))
    assert (tmp_path / name).read_bytes() == data


def test_a_resource_with_nothing_to_save_offers_no_button(stand: Stand) -> None:
    block = stand.put(EmbeddedResource("x://6", "", ContentNote("nothing in it")))
    assert block.findChild(SaveButton) is None and "nothing in it" in labels(block)


def test_saving_is_told_in_the_caption_in_the_colour_of_its_end(stand: Stand, tmp_path: Path) -> None:
    block = stand.put(Blob(b"abc", "application/zip"))
    save, label = block.findChild(SaveButton), block.findChild(Elided)

    def inks() -> set[str]:
        picture = label.grab().toImage()
        pixels = (picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height()))
        return {one.name() for one in pixels}

    assert theme.color("muted").name() in inks()
    save.write(str(tmp_path / "a.zip"))
    assert label.text() == f"✓ Saved as {tmp_path / 'a.zip'}" and theme.color("ok").name() in inks()
    save.write(str(tmp_path / "none" / "a.zip"))
    assert label.text().startswith("✗ Could not save") and theme.color("error").name() in inks()


def test_the_words_of_a_caption_take_the_room_and_its_buttons_stand_at_the_end(stand: Stand) -> None:
    for part in (Audio(b"RIFF", "audio/wav"), Markdown("# a")):
        block = stand.put(part)
        buttons = [button for button in block.findChildren(QToolButton) if button.isVisible()]
        right = max(button.mapTo(block, button.rect().topRight()).x() for button in buttons)
        assert buttons and right >= block.width() - 8
    caption = stand.put(Blob(b"abc", "application/zip")).findChild(Caption)
    glyph, words = caption.findChildren(QLabel)[0], caption.findChild(Elided)
    first = min((glyph, words), key=lambda one: one.x())
    assert first is not words and caption.height() >= theme.row_height()
    assert words.width() > caption.width() // 2
    plain = Caption("only words")
    layout = plain.layout()
    assert layout is not None and layout.count() == 1


# -- what a user can do ------------------------------------------------------------------------------


def test_sound_in_a_resource_is_handed_over_with_its_type(stand: Stand, qtbot: QtBot) -> None:
    block = stand.put(EmbeddedResource("x://4", "", Audio(b"RIFF", "audio/wav")))
    with qtbot.waitSignal(stand.asks.open_media) as asked:
        qtbot.mouseClick(the(block, QToolButton, "content_play"), Qt.MouseButton.LeftButton)
    assert asked.args == [b"RIFF", "audio/wav"]


@pytest.mark.parametrize(
    ("mime", "label"), [("video/mp4", "Open in player"), ("application/pdf", "Open in viewer"), ("a/b", "")]
)
def test_a_film_and_a_document_are_opened_by_a_click(
    stand: Stand, qtbot: QtBot, mime: str, label: str
) -> None:
    block = stand.put(EmbeddedResource("x://5", mime, Blob(b"....", mime)))
    found = block.findChildren(QToolButton, "content_play")
    assert [one.text() for one in found] == [label] * bool(label)
    for one in found:
        with qtbot.waitSignal(stand.asks.open_media) as asked:
            one.click()
        assert asked.args == [b"....", mime]


def test_a_link_with_half_a_character_in_it_can_be_asked_for(stand: Stand, qtbot: QtBot) -> None:
    block = stand.put(ResourceLink("demo://\ud800", "one"))
    with qtbot.waitSignal(stand.asks.read_resource) as asked:
        the(block, QToolButton, "content_read").click()
    assert asked.args == ["demo://?"]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (
            ResourceLink("x://1", "name", "Title", "About", "a/b", 12),
            ["Title", "x://1", "About", "a/b · 12 B"],
        ),
        (ResourceLink("x://1", "name"), ["name", "x://1"]),
        (ResourceLink("x://1", ""), ["x://1", "x://1"]),
        (ResourceLink("x://1", "name", mime="a/b"), ["name", "x://1", "a/b"]),
        (ResourceLink("x://1", "name", size=0), ["name", "x://1", "0 B"]),
    ],
)
def test_a_link_says_its_name_address_and_what_is_known_of_it(
    stand: Stand, part: Rendering, words: list[str]
) -> None:
    card = stand.put(part)
    assert [text for text in labels(card) if text] == words
    name, address = (
        next(label for label in card.findChildren(QLabel) if label.text() == text) for text in words[:2]
    )
    assert name.font().weight() == QFont.Weight.DemiBold
    if name is not address:
        assert address.font().family() == theme.mono_font().family()
        assert name.mapTo(card, name.rect().topLeft()).y() < address.mapTo(card, address.rect().topLeft()).y()


def test_a_path_chosen_in_json_is_passed_on(stand: Stand, qtbot: QtBot) -> None:
    viewer = stand.put(Json(b'{"a": 1}'), alone=True)
    assert isinstance(viewer, JsonViewer)
    with qtbot.waitSignal(stand.asks.path_selected) as asked:
        viewer.path_selected.emit("/a")
    assert asked.args == ["/a"]


# -- how high ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Text, Markdown])
def test_a_long_block_shows_sixteen_lines_until_all_of_it_is_asked_for(
    stand: Stand, qtbot: QtBot, kind: type[Text] | type[Markdown]
) -> None:
    text = LINES if kind is Text else LINES.replace("\n", "\n\n")
    clip = stand.put(kind(text))
    clip = clip if isinstance(clip, Clip) else clip.findChild(Clip)
    view = clip.findChild(BigText if kind is Text else MarkdownView)
    more = the(clip, Link, "content_show_all")
    body = clip.layout().itemAt(0).widget()
    measured = body if kind is Text else view
    qtbot.waitUntil(lambda: body.height() == measured.height_of(16))
    assert more.isVisible() and more.text() == "Show all"
    more.click()
    assert more.text() == "Show less" and body.height() == measured.height_of(400)
    more.click()
    assert more.text() == "Show all" and body.height() == measured.height_of(16)


def test_a_block_that_fits_has_no_link_and_one_line_more_has(stand: Stand, qtbot: QtBot) -> None:
    for count, seen in ((16, False), (17, True)):
        clip = stand.put(Text("\n".join("x" * count)))
        more, view = the(clip, Link, "content_show_all"), clip.findChild(TextViewer)
        qtbot.waitUntil(lambda view=view, count=count: view.height() == view.height_of(min(count, 16)))
        assert more.isHidden() is not seen
    assert stand.put(Text("")).findChild(TextViewer).height() >= 24


def test_a_narrower_block_is_measured_anew(stand: Stand, qtbot: QtBot) -> None:
    view = stand.put(Text("word " * 100)).findChild(TextViewer)
    high = view.height()
    stand.resize(250, 700)
    qtbot.waitUntil(lambda: view.height() > 1.5 * high)


def test_json_in_a_list_is_as_high_as_it_turns_out_to_be(stand: Stand, qtbot: QtBot) -> None:
    block = stand.put(Json(b"[" + b",".join(b'{"a": 1}' for _ in range(2000)) + b"]"))
    assert isinstance(block, Clip)
    viewer = block.findChild(JsonViewer)
    qtbot.waitUntil(lambda: viewer.height() == viewer.height_of(16) > 100)
    assert the(block, Link, "content_show_all").isVisible()


@pytest.mark.parametrize(("size", "rows"), [(0, 0), (1, 1), (16, 1), (17, 2), (256, 16), (5000, 16)])
def test_bytes_in_a_list_have_a_row_for_each_sixteen_up_to_sixteen_rows(
    stand: Stand, size: int, rows: int
) -> None:
    view = stand.put(Blob(bytes(size), "a/b")).findChild(HexView)
    bar = view.horizontalScrollBar().sizeHint().height()
    assert view.height() == int(rows * view.line_height()) + 4 + bar


@pytest.mark.parametrize(
    "part",
    [Text("a"), Markdown("a"), Json(b"1"), Blob(b"a", "a/b"), EmbeddedResource("x://1", "", Text("a")),
     Error("1", "wrong", b'{"a": 1}')],
    ids=lambda part: type(part).__name__,
)  # fmt: skip
def test_what_is_alone_has_all_the_height_and_no_link_to_show_more(stand: Stand, part: Rendering) -> None:
    block = stand.put(part, alone=True)
    assert block.findChild(Clip) is None and not isinstance(block, Clip)
    kinds = (TextViewer, MarkdownView, JsonViewer, HexView)
    views = [view for kind in kinds for view in [block, *block.findChildren(kind)] if isinstance(view, kind)]
    assert max(view.height() for view in views if view.isVisible()) > 600


@pytest.mark.parametrize(
    "part",
    [Audio(b"RIFF", "audio/wav"), ResourceLink("x://1", "name"), Error("1", "wrong"),
     Image(PICTURE, "image/png", 4, 2)],
    ids=lambda part: type(part).__name__,
)  # fmt: skip
def test_what_is_low_and_alone_stands_at_the_top(stand: Stand, part: Rendering) -> None:
    block = stand.put(part, alone=True)
    parts = [child for child in block.children() if isinstance(child, QWidget) and child.isVisible()]
    assert block.height() > 600 and parts[0].y() < 16
    if not isinstance(part, Image):
        assert parts[0].height() < 120
    else:
        assert parts[0].height() < 60 and parts[1].y() < 60


# -- the kinds -----------------------------------------------------------------------------------------


def test_markdown_is_shown_as_written_and_back_and_copied_as_written(stand: Stand) -> None:
    block = stand.put(Markdown("# Title \ud800"))
    assert isinstance(block, MarkdownBlock)
    switch, view, text = (block.findChild(kind) for kind in (Switch, MarkdownView, TextViewer))
    assert switch.key() == "markdown" and view.isVisible() and not text.isVisible()
    assert bytes(text.view.data()) == b""  # made when it is asked for
    switch.choose("text")
    assert text.isVisible() and not view.isVisible() and bytes(text.view.data()) == b"# Title \\ud800"
    assert block.height_of(1) == text.height_of(1)
    switch.choose("markdown")
    assert view.isVisible() and block.height_of(1) == view.height_of(1)
    the(block, QToolButton, "content_copy").click()
    assert QGuiApplication.clipboard().text() == "# Title \\ud800"


def test_a_block_of_markdown_is_as_high_as_the_side_that_is_shown(stand: Stand, qtbot: QtBot) -> None:
    block = stand.put(Markdown("\n".join(f"word {number}" for number in range(12))))  # one paragraph
    pages = block.findChild(Clip).layout().itemAt(0).widget()
    low = pages.height()
    block.findChild(Switch).choose("text")
    assert pages.height() == block.height_of(16) > 1.5 * low
    block.findChild(Switch).choose("markdown")
    qtbot.waitUntil(lambda: pages.height() == low)


def test_a_link_in_markdown_is_passed_on(stand: Stand, qtbot: QtBot) -> None:
    block = stand.put(Markdown("[a](x://1)"))
    with qtbot.waitSignal(stand.asks.open_link) as asked:
        block.findChild(MarkdownView).open_link.emit("x://1")
    assert asked.args == ["x://1"]


def test_a_picture_that_cannot_be_drawn_says_why_in_its_caption_and_can_be_saved(stand: Stand) -> None:
    block = stand.put(Image(b"no picture", "image/png", 4, 2))
    assert said(block) == "This image cannot be displayed: Unsupported image format"
    assert block.findChild(Picture).isHidden() and block.findChild(SaveButton).isVisible()


@pytest.mark.parametrize(
    ("part", "chip"),
    [
        (Error("-32602", "wrong", name="invalid params"), "-32602 invalid params"),
        (Error("-32602", "wrong"), "-32602"),
        (Error("", "wrong"), "error"),
    ],
)
def test_an_error_shows_its_code_beside_its_words(stand: Stand, part: Rendering, chip: str) -> None:
    block = stand.put(part)
    code = block.findChild(Chip)
    (words,) = [label for label in block.findChildren(QLabel) if label.text() == "wrong"]
    assert code.text() == chip and words.x() > code.geometry().right()
    assert words.width() > block.width() // 2 and block.findChild(JsonViewer) is None
    assert words.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse


def test_data_of_an_error_stand_below_it(stand: Stand, qtbot: QtBot) -> None:
    block = stand.put(Error("1", "a long text " * 30, b'{"a": 1}'))
    viewer = block.findChild(JsonViewer)
    qtbot.waitUntil(lambda: bytes(viewer.data()) == b'{"a": 1}')
    code, words = block.findChild(Chip), block.findChild(QLabel)
    assert isinstance(viewer.parentWidget(), Clip) and words is not None
    assert viewer.mapTo(block, viewer.rect().topLeft()).y() > code.height()
    assert code.y() < 20  # at the first line of its words


def test_notes_differ_by_what_they_are(stand: Stand) -> None:
    for role in ("error", "warning"):
        notice = stand.put(ContentNote("look", role))
        assert isinstance(notice, Notice) and notice.text() == "look"
        assert notice.findChild(QFrame, "content_note") is None and notice.objectName() == "content_note"
    heading, plain = stand.put(ContentNote("user", "heading")), stand.put(ContentNote("nothing"))
    assert isinstance(heading, QLabel) and isinstance(plain, QLabel)
    assert heading.font().weight() == QFont.Weight.DemiBold != plain.font().weight()
    assert plain.foregroundRole() != heading.foregroundRole()
    assert heading.contentsMargins().top() > plain.contentsMargins().top() > 0
    assert heading.wordWrap() and heading.textFormat() == Qt.TextFormat.PlainText
