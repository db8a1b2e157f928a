"""The box that understands a command, a URL or JSON: what it says at once, and what Enter does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.loop.tasks import under_way
from inspector.ui.servers import add_server
from inspector.ui.servers.add_server import AddServerBox, AddServerOverlay
from inspector.ui.widgets.controls import Link, Notice
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui
SHIFT = Qt.KeyboardModifier.ShiftModifier
MANY = json.dumps({"mcpServers": {f"s{at}": {"command": f"tool{at}"} for at in range(8)}})
YAML = "mcpServers:\n  - name: one\n    command: uvx\n"
ENTRY = '{"name": "io.example/x", "description": "d", "version": "1.0.0", "packages": []}'


@pytest.fixture
def box(qtbot: QtBot) -> AddServerBox:
    made = AddServerBox("add")
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


def preview(box: AddServerBox) -> list[str]:
    label = the(box, QLabel, "add_preview")
    return label.text().split("\n") if label.isVisible() else []


def problem(box: AddServerBox) -> str:
    notice = the(box, Notice, "add_problem")
    return notice.text() if notice.isVisible() else ""


def confirm(box: AddServerBox) -> QPushButton:
    return the(box, QPushButton, "add_confirm")


def names(spy: QSignalSpy) -> list[list[str]]:
    return [[profile.name for profile in spy.at(at)[0]] for at in range(spy.count())]


def test_an_empty_box_says_nothing_and_adds_nothing(box: AddServerBox) -> None:
    wanted = QSignalSpy(box.wanted)
    assert preview(box) == [] and problem(box) == "" and not confirm(box).isEnabled()
    box.confirm()
    assert wanted.count() == 0


def test_what_is_understood_is_said_a_server_a_line(box: AddServerBox) -> None:
    box.set_text("npx -y some-server")
    [line] = preview(box)
    assert line.startswith("✓ ") and line.endswith("npx -y some-server") and confirm(box).isEnabled()
    assert confirm(box).text() == "Add and connect"
    box.set_text(MANY)
    assert len(preview(box)) == 7 and preview(box)[0] == "✓ s0   tool0"
    assert preview(box)[6] == "✓ … and 2 more"
    box.set_text("https://example.com/mcp")
    assert preview(box)[0].endswith("https://example.com/mcp")


def test_what_is_not_understood_is_said_until_it_is(box: AddServerBox) -> None:
    box.set_text('{"mcpServers": ')
    assert problem(box) and preview(box) == [] and not confirm(box).isEnabled()
    box.set_text("uvx x")
    assert problem(box) == "" and confirm(box).isEnabled()


def test_typing_is_read_a_moment_later(box: AddServerBox, qtbot: QtBot) -> None:
    QTest.keyClicks(box.edit, "uvx x")
    qtbot.waitUntil(lambda: preview(box) != [])
    box.edit.clear()
    qtbot.waitUntil(lambda: preview(box) == [])


def test_enter_adds_and_shift_enter_is_a_new_line(box: AddServerBox) -> None:
    wanted = QSignalSpy(box.wanted)
    box.edit.setPlainText("tool one")
    QTest.keyClick(box.edit, Qt.Key.Key_Return, SHIFT)
    assert wanted.count() == 0 and "\n" in box.edit.toPlainText()
    box.edit.setPlainText("tool one")
    QTest.keyClick(box.edit, Qt.Key.Key_Enter)
    assert len(names(wanted)) == 1 and box.edit.toPlainText() == ""
    box.set_text(MANY)
    confirm(box).click()
    assert names(wanted)[1] == [f"s{at}" for at in range(8)]


def test_an_offer_is_looked_at_before_anything_is_added(box: AddServerBox, tmp_path: Path) -> None:
    bundle = tmp_path / "x.mcpb"
    bundle.write_bytes(b"PK")
    added, files, texts = (
        QSignalSpy(one) for one in (box.wanted, box.offer_file_wanted, box.offer_text_wanted)
    )
    box.set_text(str(bundle))
    assert preview(box) == ["✓ x.mcpb   a server file"]
    assert confirm(box).text() == "Review…" and confirm(box).isEnabled()
    box.confirm()
    assert [files.at(at)[0] for at in range(files.count())] == [bundle] and box.edit.toPlainText() == ""
    box.set_text(ENTRY)
    assert preview(box) == ["✓ a registry entry (server.json)"]
    box.confirm()
    assert texts.count() == 1 and "io.example/x" in texts.at(0)[0]
    assert added.count() == 0


def test_a_long_line_is_cut_in_the_middle_and_whole_in_the_tooltip(box: AddServerBox, qtbot: QtBot) -> None:
    box.set_text("tool " + "--word " * 60 + "--last")
    [line] = preview(box)
    label = the(box, QLabel, "add_preview")
    assert "…" in line and line.endswith("--last") and "--word" in label.toolTip()
    box.resize(6000, 300)
    qtbot.waitUntil(lambda: "…" not in preview(box)[0])
    assert label.toolTip() == ""


def test_what_takes_longer_is_read_beside_and_added_as_soon_as_it_is_read(
    box: AddServerBox, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        wanted = QSignalSpy(box.wanted)
        box.edit.setPlainText(YAML)
        box.read()
        assert not confirm(box).isEnabled()
        box.confirm()
        assert wanted.count() == 0
        await until(lambda: wanted.count() == 1)
        assert names(wanted) == [["one"]] and box.edit.toPlainText() == ""
        box.edit.setPlainText(YAML.replace("one", "two"))
        box.confirm()
        box.set_text("uvx other")  # somebody changed their mind
        await until(lambda: preview(box) != [])
        assert preview(box) == [f"✓ {box._profiles[0].name}   uvx other"] and wanted.count() == 1
        await until(lambda: not under_way([box]))  # what was read before is given up

    arun(main())


def test_whether_it_is_read_at_once_depends_on_how_much_there_is() -> None:
    short = add_server._is_short
    assert short("x" * 4000) and not short("x" * 4001)
    assert short('{"a":\n1}') and short("[\n]") and short("https://a\nb") and not short("a:\n  b")


def test_the_theme_and_tab_leave_the_box_as_a_line_of_the_form(box: AddServerBox, qtbot: QtBot) -> None:
    assert box.edit.tabChangesFocus() and confirm(box).toolTip() == "Enter"
    assert 4 * box.edit.fontMetrics().height() < box.edit.height() < 8 * box.edit.fontMetrics().height()


# -- over the window -------------------------------------------------------------------------------------


@pytest.fixture
def overlay(qtbot: QtBot) -> Iterator[AddServerOverlay]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield AddServerOverlay(window)


def test_the_overlay_opens_empty_or_filled_with_the_keyboard_in_the_box(overlay: AddServerOverlay) -> None:
    overlay.open()
    assert overlay.isVisible() and overlay.box.edit.hasFocus()
    overlay.dismiss()
    overlay.open_with("uvx x")
    assert overlay.isVisible() and overlay.box.edit.toPlainText() == "uvx x"
    assert the(overlay, QPushButton, "add_server_confirm").isEnabled()
    the(overlay, QPushButton, "add_server_cancel").click()
    assert not overlay.isVisible()


def test_what_was_left_in_the_overlay_is_selected_when_it_opens_again(overlay: AddServerOverlay) -> None:
    overlay.open_with("npx -y left")
    overlay.dismiss()
    overlay.open()
    assert overlay.box.edit.textCursor().selectedText() == "npx -y left"
    QApplication.clipboard().setText("npx -y other")
    overlay.box.edit.paste()
    assert overlay.box.edit.toPlainText() == "npx -y other"


def test_what_the_overlay_understood_is_handed_on_and_it_goes(overlay: AddServerOverlay) -> None:
    wanted, others = QSignalSpy(overlay.wanted), QSignalSpy(overlay.import_wanted)
    overlay.open_with(MANY)
    overlay.box.confirm()
    assert len(names(wanted)[0]) == 8 and not overlay.isVisible()
    overlay.open()
    the(overlay, Link, "add_server_import").click()
    assert others.count() == 1


def test_the_overlay_grows_with_what_is_understood(overlay: AddServerOverlay, qtbot: QtBot) -> None:
    overlay.open()
    low = overlay.height()
    overlay.box.edit.setPlainText(MANY)
    qtbot.waitUntil(lambda: overlay.height() > low)
