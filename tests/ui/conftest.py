"""A journal, what feeds from it, and a story to tell into it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.widgets import theme
from tests.ui.story import Story


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An empty journal that is closed at the end."""
    made = Journal.create(tmp_path / "session.mcptrace")
    yield made
    made.close()


@pytest.fixture
def story(journal: Journal) -> Story:
    """Tells into `journal`."""
    return Story(journal)


@pytest.fixture
def form(qtbot: QtBot) -> Form:
    """An empty form on the screen."""
    made = Form()
    qtbot.addWidget(made)
    made.resize(480, 600)
    made.show()
    return made


@pytest.fixture
def editor(qtbot: QtBot, qapp: QApplication) -> JsonEditor:
    """A JSON editor on the screen that has the keyboard."""
    theme.install(qapp, "light")
    made = JsonEditor(exact_switch=True)
    made._checking._slices._budget_s = 10.0  # on a busy machine, too, a short text is looked at at once
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)  # keys of a shortcut go to the active window
    made.edit.setFocus()
    return made


@pytest.fixture
def viewer(qtbot: QtBot, qapp: QApplication) -> JsonViewer:
    """A JSON viewer on the screen that has the keyboard."""
    theme.install(qapp, "light")
    made = JsonViewer()
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made
