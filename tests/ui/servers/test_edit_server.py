"""The form of one server: which pages there are, what is saved, and where a mistake is shown."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea, QTabWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.auth_settings import METHODS, AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.protocol.methods import LATEST_LEGACY, LATEST_MODERN
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.edit_server import EditServer
from inspector.ui.widgets.controls import Notice
from tests.ui.parts import the

pytestmark = pytest.mark.gui
STDIO = Profile("near", StdioTarget("tool", ("-v",)))
FAR = Profile("far", HttpTarget("https://example.com/mcp"))


def form(qtbot: QtBot, profile: Profile) -> EditServer:
    made = EditServer(profile)
    qtbot.addWidget(made)
    made.show()
    return made


def pages(of: EditServer) -> list[str]:
    tabs = the(of, QTabWidget, "edit_tabs")
    found = [tabs.widget(at).objectName().removeprefix("edit_page_") for at in range(tabs.count())]
    assert [tabs.tabText(at) for at in range(tabs.count())] == [
        tabs.widget(at).accessibleName() for at in range(tabs.count())
    ]
    return found


def shown(of: EditServer) -> str:
    page = the(of, QTabWidget, "edit_tabs").currentWidget()
    assert isinstance(page, QScrollArea) and page.widgetResizable()
    return page.objectName().removeprefix("edit_page_")


def press(of: EditServer, button: str) -> list[Any]:
    """What was saved: name before, profile, connect at once."""
    saved = QSignalSpy(of.saved)
    the(of, QPushButton, f"edit_{button}").click()
    return list(saved.at(0)) if saved.count() else []


def test_a_command_and_a_url_have_their_own_pages(qtbot: QtBot) -> None:
    assert pages(form(qtbot, STDIO)) == ["connection", "upkeep", "declare", "identity"]
    far = ["connection", "network", "authorization", "upkeep", "declare", "identity"]
    assert sorted(pages(form(qtbot, FAR))) == sorted(far)
    assert shown(form(qtbot, FAR)) == "connection"


@pytest.mark.parametrize("page", ["network", "authorization", "upkeep", "declare", "identity", "connection"])
def test_a_page_is_shown_by_its_key(qtbot: QtBot, page: str) -> None:
    made = form(qtbot, FAR)
    made.show_page(page)
    assert shown(made) == page


def test_the_whole_form_is_seen_where_the_screen_has_room(qtbot: QtBot) -> None:
    made = form(qtbot, STDIO)
    tabs = the(made, QTabWidget, "edit_tabs")
    screen = made.screen().availableGeometry()
    assert made.height() <= screen.height() and made.width() <= screen.width()
    if screen.height() < 800:
        return
    for at in range(tabs.count()):
        tabs.setCurrentIndex(at)
        page = tabs.widget(at)
        assert isinstance(page, QScrollArea)
        qtbot.waitUntil(lambda page=page: page.verticalScrollBar().maximum() == 0)
        assert page.horizontalScrollBar().maximum() == 0


def test_the_name_comes_first_and_roots_last(qtbot: QtBot) -> None:
    made = form(qtbot, STDIO)
    names = [one.parameter.name for one in made._rows]
    assert names[:2] == ["name", "command"] and names[-1] == "roots" and len(names) == len(set(names))
    assert "transport" not in names and "url" not in names
    assert {"url", "transport", "name", "roots"} <= {one.parameter.name for one in form(qtbot, FAR)._rows}
    assert made.name_before == "near" and "near" in made.windowTitle()


def test_what_is_typed_is_saved_with_or_without_connecting(qtbot: QtBot) -> None:
    made = form(qtbot, STDIO)
    the(made, QLineEdit, "edit_command").setText("other")
    name, profile, connect = press(made, "save")
    assert (name, profile.target, connect) == ("near", StdioTarget("other", ("-v",)), False)
    assert not made.isVisible()
    made = form(qtbot, STDIO)
    assert press(made, "connect") == ["near", STDIO, True] and not made.isVisible()
    made = form(qtbot, STDIO)
    assert press(made, "cancel") == [] and not made.isVisible()


def test_a_server_without_a_name_keeps_the_one_it_had(qtbot: QtBot) -> None:
    made = form(qtbot, STDIO)
    the(made, QLineEdit, "edit_name").clear()
    assert press(made, "save")[1].name == "near"


def test_what_is_on_the_other_pages_is_saved_as_well(qtbot: QtBot) -> None:
    made = form(qtbot, FAR)
    box = the(made, QComboBox, "auth_method")
    box.setCurrentIndex(METHODS.index("basic"))
    the(made, QLineEdit, "edit_auth_username").setText("me")
    made.identity.meta.set_text('{"com.example/a": 1}')
    made.identity.object._switch.choose("own")
    profile = press(made, "save")[1]
    assert profile.auth == AuthSettings(method="basic", username="me")
    assert profile.meta == {"com.example/a": 1} and profile.client_info["name"] == "mcp-desktop-inspector"
    assert profile.capabilities is None


def test_a_mistake_is_said_on_the_page_where_it_is_and_nothing_is_saved(qtbot: QtBot) -> None:
    made = form(qtbot, FAR)
    problem = the(made, Notice, "edit_problem")
    assert not problem.isVisible()
    made.identity.meta.set_text("{")
    assert press(made, "save") == [] and made.isVisible()
    assert problem.isVisible() and "Extra _meta" in problem.text() and shown(made) == "identity"
    made.identity.meta.set_text("")
    assert press(made, "save") == ["far", FAR, False]


@pytest.mark.parametrize(
    ("era", "revision"),
    [
        ("legacy", LATEST_LEGACY),
        ("modern", LATEST_MODERN),
        ("auto", LATEST_MODERN),
        ("2025-03-26", "2025-03-26"),
    ],
)
def test_what_we_say_of_ourselves_follows_the_era(qtbot: QtBot, era: str, revision: str) -> None:
    made = form(qtbot, STDIO)
    told: list[tuple[str, str]] = []
    made.declare.set_revision = lambda now: told.append(("declare", now))  # type: ignore[method-assign]
    made.identity.set_revision = lambda now: told.append(("identity", now))  # type: ignore[method-assign]
    box = the(made, QComboBox, "edit_era")
    box.setCurrentText("2025-06-18" if era != "2025-06-18" else "auto")
    told.clear()
    box.setCurrentText(era)
    assert told == [("declare", revision), ("identity", revision)]
    assert made._revision() == revision


@pytest.mark.parametrize(
    ("bundle", "words"), [({"path": "/x.mcpb"}, "Bundle"), ({"entry": "{}"}, "server.json")]
)
def test_a_server_of_a_bundle_leads_to_its_values(qtbot: QtBot, bundle: dict[str, Any], words: str) -> None:
    made = form(qtbot, Profile("b", StdioTarget("tool"), bundle=bundle))
    wanted = QSignalSpy(made.offer_wanted)
    button = the(made, QPushButton, "edit_offer")
    assert button.text().startswith(words) and not button.autoDefault()
    assert any(label.text() == "Source" for label in made.findChildren(QLabel))
    button.click()
    assert wanted.at(0) == ["b"] and not made.isVisible()
    assert form(qtbot, STDIO).findChild(QPushButton, "edit_offer") is None


def test_a_closed_form_is_gone(qtbot: QtBot) -> None:
    made = EditServer(FAR)
    made.show()
    left = weakref.ref(made)
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del made
    gc.collect()
    assert left() is None
