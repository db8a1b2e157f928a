"""The panel of resources: facts of a listing, the URI of a template, contents as bytes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.uri_template import template_of
from inspector.demo import resources
from inspector.ui.controls import Notice
from inspector.ui.form_shape_choice import ShapeChoice
from inspector.ui.panels.resource_facts import facts_of
from inspector.ui.panels.resources import ResourcesPanel
from inspector.ui.panels.uri_preview import UriPreview
from inspector.ui.save_button import SaveButton
from tests.ui.live import Live, live

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
    assert "has no partner" in notice.text()
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
            assert shapes.names == ["text", "list", "name = value"]
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
            await it.until(lambda: panel.result.findChildren(SaveButton), "a button to save")
            panel.result._views.choose(view)
            save = next(one for one in panel.result.findChildren(SaveButton) if one.isVisible())
            dialog = save.ask()
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
