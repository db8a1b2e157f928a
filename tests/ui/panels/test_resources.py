"""The panel of resources: facts of a listing, the URI of a template, contents as bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import Answer
from inspector.core.client.cache import Hint
from inspector.core.client.uri_template import template_of
from inspector.demo import resources
from inspector.trace.journal import Journal
from inspector.ui.content.remarks import Remark
from inspector.ui.forms.shape_choice import ShapeChoice
from inspector.ui.panels.resources import ResourceFacts, ResourcesPanel, UriLine, UriPreview, facts_of
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice
from inspector.ui.widgets.plain import tooltip
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the
from tests.ui.story import Story

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("item", "facts"),
    [
        ({}, []),
        ({"mimeType": "text/plain", "size": 1234}, ["text/plain", "1.2 kB"]),
        ({"size": "big"}, ["size big"]),
        ({"size": -1, "mimeType": 7}, ["7", "size -1"]),
        (
            {
                "annotations": {
                    "audience": ["user", "assistant"],
                    "priority": 0.5,
                    "lastModified": "2026-01-02",
                }
            },
            ["for user, assistant", "priority 0.5", "modified 2026-01-02"],
        ),
        ({"annotations": {"audience": [1], "priority": None}}, ["for [1]", "priority null"]),
        ({"annotations": ["odd"]}, ["annotations odd"]),
    ],
)
def test_facts_are_words_whatever_came(item: dict[str, Any], facts: list[str]) -> None:
    assert facts_of(item) == facts


@pytest.mark.parametrize(
    ("arguments", "uri"),
    [
        ("{}", "x://"),
        ('{"a": "b c"}', "x://?a=b%20c"),
        ('{"a": ["b", "c"]}', "x://?a=b&a=c"),
        ('{"a": {"b": "c"}}', "x://?b=c"),
        ('{"a": ', "The arguments are not JSON"),
    ],
)
def test_the_preview_follows_what_is_typed(qtbot: QtBot, arguments: str, uri: str) -> None:
    preview = UriPreview()
    qtbot.addWidget(preview)
    preview.show_template(template_of("x://{?a*}"))
    preview.show_arguments(arguments)
    line = preview.findChild(QLineEdit, "resource_uri")
    assert line is not None
    assert line.text().startswith(uri)


def test_a_malformed_template_is_explained(qtbot: QtBot) -> None:
    preview = UriPreview()
    qtbot.addWidget(preview)
    preview.show_template(template_of("x://{a}/{b"))
    preview.show_arguments('{"a": "1"}')
    notice = preview.findChild(Notice, "resource_template_note")
    assert notice is not None
    assert "unmatched" in notice.text()
    line = preview.findChild(QLineEdit, "resource_uri")
    assert line is not None
    assert line.text() == "x://1/{b"
    preview.show_template(None)
    assert preview.isHidden()


async def _panel(it: Live) -> ResourcesPanel:
    await it.start_demo()
    client = it.program.servers.client("demo")
    await it.until(lambda: client.catalog.templates, "the templates")
    it.window.workspace.show_panel("resources")
    panel = it.window.workspace.current_panel()
    assert isinstance(panel, ResourcesPanel)
    return panel


def test_what_is_opened_from_the_palette_is_not_taken_for_a_link(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _panel(it)
            rows = len(panel.items())
            panel.open_item("templates", "demo://no/{such}")
            assert len(panel.items()) == rows
            panel.open_item("read", "demo://no/such")
            assert len(panel.items()) == rows + 1
            await it.ended_call(0, "resources/read")

    arun(main())


def test_a_variable_can_be_a_list(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _panel(it)
            panel.open_item("templates", resources.GREETING)
            shapes = await it.find(ShapeChoice, "field_name_shape")
            assert shapes.names == ["string", "list", "name = value"]
            panel.form.set_text('{"name": ["a", "b"]}')
            uri = await it.find(QLineEdit, "resource_uri")
            await it.until(lambda: uri.text() == "demo://greeting/a,b", "the URI of a list")
            assert shapes.names[shapes.chosen] == "list"

    arun(main())


@pytest.mark.parametrize("view", ["rendered", "bytes"])
def test_contents_are_saved_exactly_under_the_name_of_the_uri(
    arun: Runner, tmp_path: Path, view: str
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _panel(it)
            before = it.program.journal.last
            panel.open_item("read", "demo://data/planets.json")
            await it.ended_call(before, "resources/read")
            await it.until(lambda: panel.result._renderings, "the contents")
            panel.result._views.choose(view)
            save = panel.result._bar.save
            save.click()
            dialog = save.findChild(QFileDialog)
            assert isinstance(dialog, QFileDialog)
            assert not dialog.isModal()
            assert dialog.selectedFiles()[0].endswith("planets.json")
            dialog.fileSelected.emit(str(tmp_path / "saved"))
            dialog.close()
            wanted = (resources.read("demo://data/planets.json", 0) or {})["text"].encode()
            assert (tmp_path / "saved").read_bytes() == wanted
            await it.until(
                lambda: not [w for w in panel.findChildren(QWidget) if isinstance(w, QFileDialog)], "closed"
            )

    arun(main())


# -- without a server


FILE: dict[str, Any] = {
    "uri": "demo://a",
    "name": "a",
    "title": "A",
    "description": "First",
    "mimeType": "text/plain",
}
PLACE: dict[str, Any] = {"uriTemplate": "demo://{place}/a", "name": "place"}


@pytest.fixture
def server(journal: Journal, tmp_path: Path, qloop: object) -> Iterator[Offline]:
    made = Offline(journal, tmp_path)
    made.lists("resources", FILE, {"uri": "demo://b"})
    made.lists("templates", PLACE)
    yield made
    made.close()


@pytest.fixture
def panel(server: Offline, qtbot: QtBot) -> ResourcesPanel:
    made = ResourcesPanel(server.context)
    qtbot.addWidget(made)
    return made


def _badges(panel: ResourcesPanel) -> dict[str, list[str]]:
    return {item.key: [text for text, _role, _meaning in item.badges] for item in panel.items()}


def test_resources_and_templates_have_a_row_each(panel: ResourcesPanel) -> None:
    rows = panel.items()
    assert [(row.key, row.name, row.title, row.detail) for row in rows] == [
        ("demo://a", "a", "A", "demo://a\ntext/plain\nFirst"),
        ("demo://b", "demo://b", "", "demo://b"),
        ("demo://{place}/a", "place", "", "demo://{place}/a"),
    ]
    assert _badges(panel) == {"demo://a": [], "demo://b": [], "demo://{place}/a": ["{ }"]}
    assert list(panel.entries()) == ["demo://{place}/a", "demo://a", "demo://b"]


def test_what_is_watched_and_what_changed_is_marked(
    server: Offline, panel: ResourcesPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.client.catalog.updated.add("demo://a")
    assert _badges(panel)["demo://a"] == ["●"]
    monkeypatch.setattr(type(server.client.subscriptions), "wanted_uris", ("demo://a", "demo://b"))
    assert _badges(panel)["demo://a"] == ["◉", "●"] and _badges(panel)["demo://b"] == ["◉"]
    server.client.catalog.updated.clear()
    assert _badges(panel)["demo://a"] == ["◉"]


def test_a_link_that_is_followed_gets_a_row_unless_it_is_listed(
    server: Offline, panel: ResourcesPanel
) -> None:
    panel.open_item("read", "demo://b")
    panel.open_item("resources", "demo://c")
    assert len(panel.items()) == 3 and panel.list.key() == "demo://b"
    panel.open_item("read", "demo://c")
    assert _badges(panel)["demo://c"] == ["↗"] and panel.list.key() == "demo://c"
    assert panel.shown("demo://c") is not None and panel.entries()["demo://c"]["name"] == "demo://c"
    server.lists("resources", FILE, {"uri": "demo://c"})
    assert _badges(panel)["demo://c"] == []


def test_only_a_template_has_variables_and_proposals(panel: ResourcesPanel) -> None:
    shown = panel.shown("demo://{place}/a")
    assert shown is not None and list(shown.schema["properties"]) == ["place"]
    assert panel.reference("demo://{place}/a") is not None and panel.reference("demo://a") is None
    plain = panel.shown("demo://a")
    assert plain is not None and (plain.title, plain.description) == ("A", "First")
    assert not plain.schema.get("properties")
    assert panel.shown("gone") is None
    nameless = panel.shown("demo://b")
    assert nameless is not None and nameless.name == "demo://b"


def test_the_request_and_the_command_read_the_uri_that_was_made(panel: ResourcesPanel) -> None:
    for key, arguments, uri in (
        ("demo://a", "{}", "demo://a"),
        ("demo://{place}/a", '{"place": "x y"}', "demo://x%20y/a"),
    ):
        request = json.loads(panel.request(key, arguments))
        assert (request["method"], request["params"]) == ("resources/read", {"uri": uri})
        assert panel.command(key, arguments) == ["read", uri]


def test_the_shown_one_has_its_uri_and_facts_and_a_template_a_preview(panel: ResourcesPanel) -> None:
    uri, facts = the(panel, QLineEdit, "resource_shown_uri"), the(panel, QLabel, "resource_facts")
    preview = panel.findChild(UriPreview)
    assert preview is not None
    panel.open_item("resources", "demo://a")
    assert (uri.text(), facts.text()) == ("demo://a", "text/plain") and preview.isHidden()
    panel.open_item("templates", "demo://{place}/a")
    assert (uri.text(), facts.text()) == ("demo://{place}/a", "") and not preview.isHidden()
    panel.form.set_text('{"place": "north"}')
    assert the(preview, QLineEdit, "resource_uri").text() == "demo://north/a"


def _remarks(server: Offline, panel: ResourcesPanel, arun: Runner, **answer: Any) -> Any:
    return arun(panel.remarks("demo://a", Answer(**{"exchange": 0, "record": 0, "result": b"{}", **answer})))


def test_how_fresh_an_answer_is_is_said_in_the_modern_era_only(
    server: Offline, panel: ResourcesPanel, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    hint, asked = Hint(1, 2, "private", True), []
    monkeypatch.setattr(server.client.cache, "hint", lambda *what: asked.append(what) or hint)
    assert _remarks(server, panel, arun) == ()
    server.declares("legacy")
    assert _remarks(server, panel, arun) == ()
    server.declares("modern")
    assert _remarks(server, panel, arun, result=b"") == ()
    assert _remarks(server, panel, arun) == (Remark("", "muted", hint=hint),)
    assert _remarks(server, panel, arun, from_cache=True) == (Remark("from the cache", "muted", hint=hint),)
    assert asked[-1] == ("resources/read", {"uri": "demo://a"})


def test_without_a_hint_only_the_cache_is_worth_a_word(
    server: Offline, panel: ResourcesPanel, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.client.cache, "hint", lambda *what: None)
    server.declares("modern")
    assert _remarks(server, panel, arun) == ()
    assert _remarks(server, panel, arun, from_cache=True) == (Remark("from the cache", "muted"),)


def test_the_hint_is_that_of_the_uri_that_was_read(
    server: Offline, panel: ResourcesPanel, arun: Runner, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(server.client.cache, "hint", lambda *what: asked.append(what))
    server.declares("modern")
    call = story.ask("resources/read", "demo://x/a")
    _remarks(server, panel, arun, exchange=call.number)
    assert asked == [("resources/read", {"uri": "demo://x/a"})]


@pytest.mark.parametrize(
    ("item", "facts"),
    [
        ({}, []),
        ({"mimeType": "text/plain", "size": 2048}, ["text/plain", "2.0 kB"]),
        ({"mimeType": " text/\n plain "}, ["text/ plain"]),
        ({"mimeType": 7}, ["7"]),
        ({"size": 0}, ["0 B"]),
        ({"size": -1}, ["size -1"]),
        ({"size": True}, ["size true"]),
        ({"size": "1 kB"}, ["size 1 kB"]),
        (
            {
                "annotations": {
                    "lastModified": "2026-01-01",
                    "priority": 0.5,
                    "audience": ["user", "assistant"],
                }
            },
            ["for user, assistant", "priority 0.5", "modified 2026-01-01"],
        ),
        ({"annotations": {"audience": ["user", 1]}}, ['for ["user", 1]']),
        ({"annotations": {"audience": "ü"}}, ["for ü"]),
        ({"annotations": ["ü", 1]}, ['annotations ["ü", 1]']),
        ({"annotations": None}, []),
    ],
)
def test_facts_are_said_in_words_and_what_is_odd_as_json(item: dict[str, Any], facts: list[str]) -> None:
    assert facts_of(item) == facts


def test_uri_and_facts_can_be_selected_and_copied(qtbot: QtBot) -> None:
    shown = ResourceFacts()
    qtbot.addWidget(shown)
    shown.show()
    shown.show_item("demo://a", {"mimeType": "text/plain", "size": 0})
    facts = the(shown, QLabel, "resource_facts")
    assert the(shown, UriLine, "resource_shown_uri").text() == "demo://a"
    assert facts.text() == "text/plain · 0 B" and facts.isVisible() and facts.wordWrap()
    assert facts.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
    shown.show_item("demo://b", {})
    assert the(shown, UriLine, "resource_shown_uri").text() == "demo://b" and not facts.isVisible()


@pytest.fixture
def preview(qtbot: QtBot, qapp: QApplication) -> Iterator[UriPreview]:
    theme.install(qapp, "light")
    made = UriPreview()
    qtbot.addWidget(made)
    made.resize(400, 60)
    made.show_template(template_of("demo://{place}/a"))
    yield made
    theme.set_zoom(100)


def _line(preview: UriPreview) -> UriLine:
    return the(preview, UriLine, "resource_uri")


def test_what_is_typed_becomes_a_uri(preview: UriPreview) -> None:
    preview.show_arguments('{"place": "a b"}')
    assert _line(preview).text() == "demo://a%20b/a"
    assert _line(preview).toolTip() == tooltip("demo://a%20b/a")
    assert _line(preview).accessibleName() == "URI to read"


def test_what_is_no_object_is_said_in_its_place(preview: UriPreview) -> None:
    preview.show_arguments("[1]")
    assert _line(preview).text() == "The arguments must be a JSON object."


def test_it_is_hidden_for_what_is_no_template(qtbot: QtBot) -> None:
    preview = UriPreview()
    qtbot.addWidget(preview)
    assert preview.isHidden()
    preview.show_template(None)
    preview.show_arguments("{}")
    assert preview.isHidden() and _line(preview).text() == ""
    preview.show_template(template_of("demo://{a}"))
    assert preview.isVisible()
    preview.show_template(None)
    assert preview.isHidden()


def test_a_malformed_template_is_told_and_a_sound_one_takes_that_back(preview: UriPreview) -> None:
    notice = the(preview, QWidget, "resource_template_note")
    assert not notice.isVisible()
    preview.show_template(template_of("demo://{place"))
    assert notice.isVisible()
    assert notice.accessibleName().startswith("This template is malformed: ")
    preview.show_template(template_of("demo://{place}"))
    assert not notice.isVisible() and notice.accessibleName() == ""


def test_a_uri_is_shown_from_its_beginning_and_where_somebody_reads_it_stays(preview: UriPreview) -> None:
    line = _line(preview)
    long = "demo://" + "x" * 500
    line.show_uri(long)
    assert line.cursorPosition() == 0 and line.isReadOnly()
    line.setCursorPosition(300)
    line.show_uri(long)
    assert line.cursorPosition() == 300
    line.show_uri(long + "y")
    assert line.cursorPosition() == 0


def test_it_is_written_as_code_flush_with_what_is_around_it(preview: UriPreview) -> None:
    line = _line(preview)
    for percent in (100, 200):
        theme.set_zoom(percent)
        assert line.font() == theme.mono_font(-1)
    assert not line.hasFrame() and line.textMargins().left() == -2
    assert "transparent" in line.styleSheet()


def test_a_line_of_its_own_is_called_uri(qtbot: QtBot) -> None:
    line = UriLine("mine")
    qtbot.addWidget(line)
    assert (line.objectName(), line.accessibleName()) == ("mine", "URI")


def test_the_line_takes_the_room_beside_its_label(preview: UriPreview) -> None:
    label = next(one for one in preview.findChildren(QLabel) if one.text() == "URI")
    width = _line(preview).width()
    preview.resize(600, 60)
    assert _line(preview).width() == width + 200 and label.width() == label.sizeHint().width()
