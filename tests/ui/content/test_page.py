"""Every kind of content is shown; nothing is fetched, drawn as HTML or opened by itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QSplitter, QTextEdit, QToolButton
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
from inspector.ui.content.blocks import Clip
from inspector.ui.content.page import ContentView
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.text.big_text import BigText
from inspector.ui.text.hex_view import HexView
from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.text.picture import Picture
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided
from inspector.ui.widgets.save_button import SaveButton, file_name


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> ContentView:
    theme.install(qapp, "light")
    made = ContentView()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)  # keys of a shortcut go to the active window
    return made


def is_complete(view: ContentView) -> bool:
    """Whether every block has its widget."""
    return not view._slices.running


def png(width: int, height: int) -> bytes:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor("orange"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


EVERYTHING: list[Rendering] = [
    ContentNote("user", "heading"),
    Text("hello\n<b>not bold</b>"),
    Markdown("# Title\n\n[link](https://example.com) ![picture](https://example.com/a.png)"),
    Json(b'{"a":1}'),
    Image(png(40, 20), "image/png", 40, 20),
    Image(b"\x89PNG\r\n\x1a\nbroken", "image/png"),
    Audio(b"RIFF", "audio/wav"),
    ResourceLink("x://1", "name", "Title", "About", "text/plain", 12),
    EmbeddedResource("x://2", "text/html", Text("<h1>no</h1>", "text/html")),
    EmbeddedResource("x://3", "", Blob(bytes(100))),
    Blob(bytes(range(256)), "application/octet-stream"),
    Error("-32602", "bad <i>arguments</i>", b'{"n":1}', "invalid params"),
    ContentNote("something odd", "warning"),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_all_kinds_stand_below_each_other(
    view: ContentView, qtbot: QtBot, mode: str, capfd: pytest.CaptureFixture[str]
) -> None:
    theme.set_mode(mode)
    view.show_renderings(EVERYTHING)
    qtbot.waitUntil(partial(is_complete, view))
    view.grab()
    view.resize(300, 400)
    view.grab()
    assert len(view.findChildren(JsonViewer)) == 2
    assert len(view.findChildren(HexView)) == 2
    theme.set_mode("light")


@pytest.mark.parametrize("part", EVERYTHING, ids=[type(part).__name__ for part in EVERYTHING])
def test_every_kind_can_stand_alone(view: ContentView, part: Rendering) -> None:
    view.show_renderings([part])
    view.grab()
    view.clear()


def test_single_json_fills_the_view(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings(
        [ContentNote("The tool returned an error (isError: true).", "error"), Json(b'{"a":1}')]
    )
    viewer = view.findChild(JsonViewer)
    assert isinstance(viewer, JsonViewer)
    qtbot.waitUntil(lambda: viewer.height() > 340)


def test_markup_of_a_server_is_text_in_every_label(view: ContentView, qtbot: QtBot) -> None:
    evil = "<img src='file:///etc/hostname'><b>x</b>"
    view.show_renderings(
        [
            ContentNote(evil),
            ContentNote(evil, "error"),
            ResourceLink(evil, evil, evil, evil, evil),
            Error("1", evil),
            Text(evil),
        ]
    )
    qtbot.waitUntil(partial(is_complete, view))
    labels = [label for label in view.findChildren(QLabel) if "<b>" in label.text()]
    assert len(labels) >= 5
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)


def test_markdown_loads_nothing_and_only_says_which_link_was_clicked(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings(
        [Markdown("[a](https://example.com/)\n\n![x](file:///etc/hostname) <img src='x.png'>")]
    )
    markdown = view.findChild(MarkdownView)
    assert isinstance(markdown, MarkdownView)
    kind = QTextDocument.ResourceType.ImageResource.value
    for url in ("https://example.com/x.png", "file:///etc/hostname", "data:image/png;base64,AA=="):
        assert bytes(markdown.document().resource(kind, QUrl(url)).data()) == b" "
    assert "<img src='x.png'>" in markdown.toPlainText()
    with qtbot.waitSignal(view.open_link) as asked:
        markdown.anchorClicked.emit(QUrl("https://example.com/"))
    assert asked.args == ["https://example.com/"]
    assert markdown.toPlainText().startswith("a")  # it did not go there


def test_markdown_can_be_seen_as_it_was_written(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings([Markdown("# Title")])
    from inspector.ui.widgets.controls import Switch

    switch = view.findChild(Switch, "content_markdown_mode")
    assert isinstance(switch, Switch)
    switch.choose("text")
    text = view.findChild(BigText)
    assert isinstance(text, BigText)
    assert bytes(text.data()) == b"# Title"


def test_link_asks_to_be_read(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings([ResourceLink("demo://resource/1", "one")])
    button = view.findChild(QToolButton, "content_read")
    assert isinstance(button, QToolButton)
    with qtbot.waitSignal(view.read_resource) as asked:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked.args == ["demo://resource/1"]


def test_sound_is_handed_over_on_a_click_only(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings([Audio(b"RIFF", "audio/wav")])
    button = view.findChild(QToolButton, "content_play")
    assert isinstance(button, QToolButton)
    with qtbot.waitSignal(view.open_media) as asked:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked.args == [b"RIFF", "audio/wav"]


def test_save_writes_the_bytes_and_says_so(view: ContentView, qtbot: QtBot, tmp_path: Path) -> None:
    view.show_renderings([Image(png(4, 4), "image/png", 4, 4)])
    save = view.findChild(SaveButton)
    assert isinstance(save, SaveButton)
    dialog = save.ask()
    assert isinstance(dialog, QFileDialog)
    assert dialog.isVisible()
    dialog.reject()
    target = tmp_path / "a.png"
    save.write(str(target))
    assert target.read_bytes() == png(4, 4)
    assert any(f"Saved as {target}" in label.text() for label in view.findChildren(Elided))
    save.write(str(tmp_path / "no" / "folder" / "a.png"))
    assert any("Could not save" in label.text() for label in view.findChildren(Elided))


@pytest.mark.parametrize(
    ("uri", "mime", "name"),
    [
        ("file:///a/b/report.pdf", "application/pdf", "report.pdf"),
        ("x://host/../..", "text/plain", "content.txt"),
        ("x://host/a?b=c", "image/png", "a.png"),
        ('x://h/a<>:"|*.txt', "", "a______.txt"),
        ("", "image/jpeg", "content.jpg"),
    ],
)
def test_name_to_save_under_has_no_path_in_it(uri: str, mime: str, name: str) -> None:
    assert file_name(uri, mime) == name


def test_small_picture_is_not_blown_up_and_a_large_one_fits(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings([Image(png(30, 20), "image/png", 30, 20)])
    small = view.findChild(Picture)
    assert isinstance(small, Picture)
    assert (small.image().width(), small.image().height()) == (30, 20)
    view.show_renderings([Image(png(3000, 1000), "image/png", 3000, 1000), Text("x")])
    qtbot.waitUntil(partial(is_complete, view))
    large = view.findChildren(Picture)[-1]
    qtbot.waitUntil(lambda: not large.image().isNull())
    assert large.heightForWidth(600) == 200


def test_long_block_is_cut_until_all_of_it_is_asked_for(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings([Text("\n".join(f"line {number}" for number in range(100))), Text("short")])
    qtbot.waitUntil(partial(is_complete, view))
    text = view.findChildren(BigText)[0]
    before = text.height()
    from inspector.ui.widgets.controls import Link

    more = next(link for link in view.findChildren(Link, "content_show_all") if not link.isHidden())
    QTest.mouseClick(more, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    qtbot.waitUntil(lambda: text.height() > 3 * before)


def test_a_block_lays_out_no_more_lines_than_it_shows(
    view: ContentView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    height_of = BigText.height_of
    monkeypatch.setattr(BigText, "height_of", lambda text, n: asked.append(n) or height_of(text, n))
    view.show_renderings([Text("\n".join(f"line {number}" for number in range(1000))), Text("short")])
    qtbot.waitUntil(partial(is_complete, view))
    assert asked
    assert max(asked) < 20


def test_text_that_breaks_into_lines_is_shown_whole_from_the_start(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    splitter, view = QSplitter(), ContentView()
    qtbot.addWidget(splitter)
    question = "Resource trigger-sampling-request context: Why do pipes hum?"
    view.show_renderings(
        [ContentNote("system", "heading"), Text("Be short."), ContentNote("user", "heading"), Text(question)]
    )
    splitter.addWidget(view)
    splitter.addWidget(QTextEdit())
    splitter.setSizes([400, 400])
    splitter.resize(800, 430)
    splitter.show()
    qtbot.waitUntil(partial(is_complete, view))
    text = view.findChildren(BigText)[1]
    qtbot.waitUntil(text.isVisible)
    qtbot.waitUntil(lambda: text.height() >= text.height_of(9) > text.height_of(1))


def test_text_is_copied_whole_when_nothing_is_selected(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings([Text("hello <b>")])
    text = view.findChild(BigText)
    assert isinstance(text, BigText)
    qtbot.waitUntil(text.isVisible)
    text.setFocus()
    QTest.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "hello <b>"


def test_hundreds_of_blocks_are_counted_not_built(view: ContentView, qtbot: QtBot) -> None:
    view.show_renderings([Text(f"block {number}") for number in range(1000)])
    qtbot.waitUntil(partial(is_complete, view), timeout=10_000)
    assert len(view.findChildren(BigText)) == 200


def test_json_after_json_keeps_its_view_and_how_it_is_looked_at(view: ContentView, qtbot: QtBot) -> None:
    heading = ContentNote("structuredContent", "heading")
    view.show_renderings([heading, Json(b'{"a": 1}')])
    first = view.findChild(JsonViewer)
    first.set_mode("tree")
    view.show_renderings([heading, Json(b'{"b": 2}')])
    assert view.findChild(JsonViewer) is first
    assert (first.data(), first.mode()) == (b'{"b": 2}', "tree")
    view.show_renderings([ContentNote("another", "heading"), Json(b'{"b": 2}')])
    assert [child for child in view.findChildren(JsonViewer) if child.isVisible()] != [first]


BOTH: list[Rendering] = [Json(b'{"a": 1}'), Json(b'{"b": 2}')]


@pytest.fixture
def turns(view: ContentView, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done for a list of JSON, with an empty text between two turns."""
    done: list[str] = []
    for owner, name in ((JsonViewer, "__init__"), (JsonViewer, "set_bytes"), (Clip, "__init__")):
        real = getattr(owner, name)

        def noted(self: object, *args: object, real: Any = real, **more: object) -> None:
            done.append(real.__qualname__)
            real(self, *args, **more)

        monkeypatch.setattr(owner, name, noted)
    view._slices._budget_s = 0.0  # a turn is one step, on the fastest computer too
    view._slices.advanced.connect(partial(done.append, ""))
    view.began.connect(partial(done.append, "began"))
    return done


def test_json_of_a_list_is_built_in_several_turns(view: ContentView, turns: list[str], qtbot: QtBot) -> None:
    view.show_renderings(BOTH)
    qtbot.waitUntil(partial(is_complete, view))
    viewer = ["JsonViewer.__init__", "", "JsonViewer.set_bytes", "", "Clip.__init__", "", ""]
    assert turns == [*viewer, "began", *viewer]


def test_last_content_stays_until_the_next_has_a_block(
    view: ContentView, turns: list[str], qtbot: QtBot
) -> None:
    view.show_renderings([Text("before")])
    before = view.findChild(BigText)
    assert before is not None
    view.show_renderings(BOTH)
    assert not view.begun
    assert before.isVisible()
    qtbot.waitUntil(lambda: view.begun)
    assert [viewer.data() for viewer in view.findChildren(JsonViewer) if viewer.isVisible()] == [b'{"a": 1}']


def test_next_content_stops_what_is_being_built(view: ContentView, turns: list[str], qtbot: QtBot) -> None:
    view.show_renderings(BOTH)
    view.show_renderings([Text("next")])
    assert view.begun
    view.show_renderings(BOTH)
    view.show_renderings([Text("one"), Text("two")])
    qtbot.waitUntil(partial(is_complete, view))
    view.grab()  # what was dropped is gone
    assert view.findChildren(JsonViewer) == []
    assert [bytes(text.data()) for text in view.findChildren(BigText)] == [b"one", b"two"]
    view.show_renderings(BOTH)
    view.clear()
    assert is_complete(view)
    assert view.begun
