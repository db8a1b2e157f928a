"""The menu of the chosen rows: copy, filter, compare, send."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QMenu

from inspector.core.servers.shell_quoting import SHELLS, native_shell
from inspector.core.transfer.copying import Secrets
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.timeline.view import copies
from inspector.ui.timeline.view import menu as module
from inspector.ui.timeline.view.columns import METHOD
from inspector.ui.timeline.view.copies import RowServers
from inspector.ui.timeline.view.menu import conditions_of
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench, ask_menu

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[TimelineBench]:
    made = TimelineBench(journal)
    QGuiApplication.clipboard().clear()
    yield made
    made.close()


def open_menu(bench: TimelineBench, row: int) -> QMenu:
    for old in bench.pane.findChildren(QMenu, "timeline_menu"):
        old.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    view = bench.pane.view
    place = view.visualRect(view.model().index(row, METHOD)).center()
    ask_menu(view, place)
    menu = bench.pane.findChild(QMenu, "timeline_menu")
    assert menu is not None
    return menu


def actions_of(menu: QMenu) -> dict[str, QAction]:
    found = {action.objectName(): action for action in menu.findChildren(QAction)}
    return {name: action for name, action in found.items() if name}


def choose(bench: TimelineBench, row: int, name: str) -> None:
    menu = open_menu(bench, row)
    actions_of(menu)[name].trigger()
    menu.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_a_message_is_copied_indented_on_one_line_or_exact(
    bench: TimelineBench, story: Story, arun: Runner, until: Until, journal: Journal
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.shown() == [1])
        record = journal.record(1)
        assert record is not None
        for name, wanted in (
            ("copy_exact", record.raw.decode()),
            ("copy_message", json.dumps(json.loads(record.raw), indent=2)),
            ("copy_line", record.raw.decode()),
        ):
            choose(bench, 0, name)
            await until(lambda wanted=wanted: clipboard() == wanted)
        choose(bench, 0, "copy_answer")
        await until(lambda: '"text": "hi"' in clipboard())

    arun(main())


def test_control_c_copies_the_chosen_messages_a_line_each(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("a", "b", "c"):
            story.call(target)
        await until(lambda: len(bench.shown()) == 3)
        bench.selection.select(1)
        bench.key(Qt.Key.Key_Down, SHIFT)
        bench.key(Qt.Key.Key_C, CONTROL)
        await until(lambda: clipboard().count("\n") == 1)
        assert [json.loads(line)["params"]["name"] for line in clipboard().splitlines()] == ["a", "b"]

    arun(main())


def test_chosen_rows_are_copied_as_tables(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call("a|b")
        story.call("=1+1", status="failed", detail="-32000 <no>")
        await until(lambda: len(bench.shown()) == 2)
        bench.key(Qt.Key.Key_A, CONTROL)
        choose(bench, 0, "copy_markdown")
        await until(lambda: clipboard().startswith("| # |"))
        first, second = clipboard().splitlines()[2:]
        assert first == "| 1 | 0.000 | → | demo | tools/call | a\\|b | done | 99 ms | 53 B |"
        assert "failed -32000 &lt;no>" in second
        choose(bench, 0, "copy_csv")
        await until(lambda: clipboard().startswith("number,"))
        assert clipboard().splitlines()[2].split(",")[6] == "'=1+1"

    arun(main())


def test_a_call_is_copied_as_a_command_for_this_and_for_other_shells(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call("it's")
        await until(lambda: len(bench.shown()) == 1)
        choose(bench, 0, "copy_command")
        await until(lambda: clipboard().startswith("mcpdi call"))
        assert shlex.split(clipboard()) == ["mcpdi", "call", "it's", "--args", "{}", "--", "demo-server"]
        choose(bench, 0, "copy_command_powershell")
        await until(lambda: "'it''s'" in clipboard())
        choose(bench, 0, "copy_pipe")
        await until(lambda: clipboard().endswith("; sleep 1) | demo-server"))

    arun(main())


def test_what_cannot_be_copied_says_why(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x")
        story.call()
        await until(lambda: len(bench.shown()) == 2)
        found = actions_of(open_menu(bench, 0))
        assert not found["copy_command"].isEnabled()
        assert found["copy_command"].toolTip() == "Only messages sent by the client can be sent again."
        assert "send_again" not in found  # nothing can be sent from a session file
        assert not actions_of(open_menu(bench, 1))["copy_curl"].isEnabled()

    arun(main())


def test_secrets_are_offered_only_where_there_are_some(
    bench: TimelineBench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    class Known(RowServers):
        def secrets(self, info: SessionInfo) -> Secrets:
            return Secrets({"authorization": "Bearer abcdef"})

    head = b"POST http://h/mcp\r\nAuthorization: Bearer <6 characters, not kept>"

    async def main() -> None:
        journal.add_session(SessionInfo(2, "web", "http", "http://h/mcp"))
        story.ask(session=2, channel="post-1")
        story.record("head", head, direction="out", channel="post-1", session=2)
        await until(lambda: len(bench.shown()) == 1)
        assert "copy_curl_secrets" not in actions_of(open_menu(bench, 0))
        choose(bench, 0, "copy_curl")
        await until(lambda: "not kept" in clipboard())
        bench.pane.row_actions.set_servers(Known())
        choose(bench, 0, "copy_curl_secrets")
        await until(lambda: "Bearer abcdef" in clipboard())

    arun(main())


def test_the_menu_filters_by_what_the_chosen_rows_share(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("a", "b", "c"):
            story.call(target)
        story.stderr("x")
        await until(lambda: len(bench.shown()) == 4)
        choose(bench, 3, "filter_by_kind_not")
        await until(lambda: bench.shown() == [1, 3, 5])
        choose(bench, 1, "filter_by_target_replace")
        assert bench.pane.filter.text() == 'target == "b"'
        await until(lambda: bench.shown() == [3])
        choose(bench, 0, "only_exchange")
        assert bench.pane.filter.text() == "exchange == 3"
        bench.key(Qt.Key.Key_Escape)
        await until(lambda: len(bench.shown()) == 4)
        bench.selection.select(1)
        bench.key(Qt.Key.Key_Down, SHIFT)
        found = actions_of(open_menu(bench, 0))
        assert "filter_by_target_and" not in found
        found["filter_by_rows_replace"].trigger()
        await until(lambda: bench.shown() == [1, 3])

    arun(main())


def test_conditions_quote_what_they_compare(journal: Journal, story: Story) -> None:
    story.call('say "hi"')
    found = conditions_of(journal.rows([1]), {1: "demo"})
    assert found["target"] == 'target == "say \\"hi\\""'
    assert found["server"] == 'server == "demo"'


def test_sending_and_editing_is_asked_for_in_order_and_only_of_what_we_sent(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        story.stderr("x")
        story.call()
        await until(lambda: len(bench.shown()) == 3)
        bench.pane.row_actions.set_servers(RowServers())
        sent: list[list[int]] = []
        edited: list[int] = []
        bench.pane.row_actions.send_wanted.connect(sent.append)
        bench.pane.row_actions.edit_wanted.connect(edited.append)
        assert not actions_of(open_menu(bench, 1))["edit_and_send"].isEnabled()
        bench.key(Qt.Key.Key_A, CONTROL)
        choose(bench, 0, "send_again")
        bench.selection.select(4)
        choose(bench, 2, "edit_and_send")
        assert (sent, edited) == ([[1, 4]], [4])

    arun(main())


def test_two_rows_a_base_or_the_call_before_are_compared(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(3):
            story.call()
        await until(lambda: len(bench.shown()) == 3)
        compared: list[tuple[int, int]] = []
        previous: list[int] = []
        actions = bench.pane.row_actions

        def hear(left: int, right: int) -> None:
            compared.append((left, right))

        actions.compare_wanted.connect(hear)
        actions.previous_wanted.connect(previous.append)
        bench.selection.select(1)
        bench.key(Qt.Key.Key_Down, SHIFT)
        choose(bench, 0, "compare_rows")
        choose(bench, 2, "compare_previous")
        choose(bench, 2, "compare_base")
        choose(bench, 0, "compare_rows")
        assert compared == [(1, 3), (5, 1)]
        assert previous == [5]

    arun(main())


def test_the_menu_key_is_for_the_current_row(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(4):
            story.call()
        await until(lambda: len(bench.shown()) == 4)
        bench.selection.select(3)
        view = bench.pane.view
        # As Qt sends it for the key: to the view, at the middle of the current row, head included.
        place = view.viewport().mapTo(view, view.visualRect(view.currentIndex()).center())
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, view.mapToGlobal(place))
        QCoreApplication.sendEvent(view, event)
        assert bench.pane.findChild(QMenu, "timeline_menu") is not None
        assert view.selected_numbers() == [3]

    arun(main())


def said_by(bench: TimelineBench) -> list[tuple[str, str]]:
    """What the actions of rows tell the user from now on."""
    said: list[tuple[str, str]] = []
    bench.pane.row_actions.said.connect(lambda role, text: said.append((role, text)))
    return said


def test_more_rows_than_can_be_looked_at_are_neither_sent_nor_named(
    bench: TimelineBench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SEVERAL", 3)
    monkeypatch.setattr(module, "_SHOWN_ALONE", 4)

    async def main() -> None:
        for target in "abc":
            story.call(target)
        await until(lambda: len(bench.shown()) == 3)
        bench.pane.row_actions.set_servers(RowServers())
        said, sent = said_by(bench), list[list[int]]()
        bench.pane.row_actions.send_wanted.connect(sent.append)
        bench.key(Qt.Key.Key_A, CONTROL)
        found = actions_of(open_menu(bench, 0))
        assert found["send_again"].text() == "Send 3 again" and found["send_again"].isEnabled()
        assert "filter_by_method_and" in found and "filter_by_rows_not" in found
        assert "edit_and_send" not in found and "compare_base" not in found
        bench.pane.row_actions.send_again()
        assert sent == [[1, 3, 5]] and said == []
        story.call("d")
        await until(lambda: len(bench.shown()) == 4)
        bench.key(Qt.Key.Key_A, CONTROL)
        found = actions_of(open_menu(bench, 0))
        why = "Select at most 3 rows to send them again."
        assert found["send_again"].toolTip() == why and not found["send_again"].isEnabled()
        assert "filter_by_method_and" not in found and "filter_by_rows_not" in found
        bench.pane.row_actions.send_again()
        assert sent == [[1, 3, 5]] and said == [("warning", why)]
        story.call("e")
        await until(lambda: len(bench.shown()) == 5)
        bench.key(Qt.Key.Key_A, CONTROL)
        assert not [name for name in actions_of(open_menu(bench, 0)) if name.startswith("filter_by")]

    arun(main())


def test_the_menu_of_a_line_leads_to_the_calls_that_ran(
    bench: TimelineBench, story: Story, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        slow, boom = story.ask(target="slow"), story.ask(target="boom")
        both = story.stderr("of one of them")
        story.answer(boom)
        alone = story.stderr("of slow")
        story.answer(slow)
        after = story.stderr("of none")
        await until(lambda: bench.shown() == [slow.number, boom.number, both, alone, after])
        journal.sync()
        wanted = {
            2: ["Likeliest call: #2 tools/call boom", "Also running: #1 tools/call slow"],
            3: ["Go to its call: #1 tools/call slow"],
            4: [],
        }
        for row, texts in wanted.items():
            actions = actions_of(open_menu(bench, row))
            assert [one.text() for name, one in actions.items() if name.startswith("call_of_line")] == texts
        for row, call in ((2, boom.number), (3, slow.number)):
            choose(bench, row, "call_of_line_0")
            assert bench.selection.record == call

    arun(main())


def test_sending_is_off_for_what_came_and_where_nothing_can_be_sent(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    class Closed(RowServers):
        def closed(self, info: SessionInfo) -> str:
            return f"{info.name} is not connected"

    async def main() -> None:
        story.call()
        story.ask("ping", "", direction="in", channel="stdout")
        await until(lambda: len(bench.shown()) == 2)
        bench.pane.row_actions.set_servers(Closed())
        forms: list[int] = []
        bench.pane.row_actions.form_wanted.connect(forms.append)
        found = actions_of(open_menu(bench, 0))
        assert (found["send_again"].text(), found["send_again"].toolTip()) == (
            "Send again",
            "demo is not connected",
        )
        assert not found["send_again"].isEnabled() and found["edit_and_send"].isEnabled()
        found["edit_in_form"].trigger()
        assert forms == [1]
        found = actions_of(open_menu(bench, 1))
        assert found["send_again"].toolTip() == "Only messages sent by the client can be sent again."
        assert "edit_in_form" not in found
        sent: list[object] = []
        bench.pane.row_actions.send_wanted.connect(sent.append)
        bench.pane.row_actions.send_again()
        assert sent == [], "none of the chosen rows went out"

    arun(main())


def test_the_menu_says_which_rows_can_be_compared(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.record("lifecycle", note="connected", direction="", channel="")
        for target in ("a&b", "", "c"):
            story.call(target)
        await until(lambda: len(bench.shown()) == 4)
        said = said_by(bench)
        assert not [name for name in actions_of(open_menu(bench, 0)) if name.startswith("compare")]
        found = actions_of(open_menu(bench, 1))
        assert [one for one in found if one.startswith("compare")] == ["compare_base", "compare_previous"]
        assert found["compare_previous"].text() == "Compare with previous call of a&&b"
        found["compare_base"].trigger()
        assert said[-1][0] == "ok" and "Compare with #2" in said[-1][1]
        found = actions_of(open_menu(bench, 1))
        assert "compare_rows" not in found, "a row is not compared with itself"
        found = actions_of(open_menu(bench, 2))
        assert found["compare_rows"].text() == "Compare with #2"
        assert found["compare_previous"].text() == "Compare with previous call of tools/call"

    arun(main())


def test_the_key_compares_two_rows_one_with_the_base_or_one_with_the_call_before(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(3):
            story.call()
        await until(lambda: len(bench.shown()) == 3)
        actions, told = bench.pane.row_actions, list[object]()
        actions.compare_wanted.connect(lambda left, right: told.append((left, right)))
        actions.previous_wanted.connect(told.append)
        said = said_by(bench)
        bench.pane.view.show_row(-1)
        actions.compare()
        actions.set_base()
        actions.edit()
        assert told == [] and said == [] and actions.base == 0
        bench.selection.select(3)
        actions.compare()
        actions.set_base()
        actions.compare()
        bench.selection.select(5)
        actions.compare()
        bench.key(Qt.Key.Key_Up, SHIFT)
        actions.compare()
        assert told == [3, 3, (3, 5), (3, 5)]
        bench.key(Qt.Key.Key_A, CONTROL)
        actions.compare()
        assert len(told) == 4 and said[-1] == ("warning", "Select two rows to compare them.")

    arun(main())


def test_what_could_not_be_copied_is_said(
    bench: TimelineBench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        story.stderr("first")
        story.malformed(b"x", "cut", spool="cut.part")
        await until(lambda: len(bench.shown()) == 2)
        said = said_by(bench)
        bench.selection.select(2)
        bench.key(Qt.Key.Key_C, CONTROL)
        await until(lambda: said == [("warning", "Could not copy: #2: longer than 32 MB")])
        assert clipboard() == ""
        monkeypatch.setattr(module, "MOST_ROWS", 1)
        monkeypatch.setattr(copies, "MOST_ROWS", 1)
        bench.selection.select(1)
        bench.key(Qt.Key.Key_C, CONTROL)
        await until(lambda: clipboard() == "first")
        assert len(said) == 1, "one row is not too many"
        bench.key(Qt.Key.Key_A, CONTROL)
        bench.pane.row_actions.copy_messages()
        await until(lambda: len(said) == 2)
        assert said[1] == ("warning", "Copied the first 1 rows; export writes all of them to a file.")

    arun(main())


def test_the_copy_menu_sorts_messages_commands_and_tables_and_gives_reasons(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x")
        story.call()
        await until(lambda: len(bench.shown()) == 2)
        menu = open_menu(bench, 0)
        copy = menu.findChild(QMenu, "copy_menu")
        assert copy is not None and copy.toolTipsVisible() and menu.toolTipsVisible()
        names = [action.objectName() or "-" for action in copy.actions()]
        assert names == [
            *("copy_message", "copy_line", "copy_exact", "copy_answer", "-"),
            *("copy_command", "copy_curl", "copy_pipe", "-", "copy_markdown", "copy_csv"),
        ]
        found = actions_of(menu)
        assert found["copy_answer"].toolTip() == "No response."
        assert found["copy_csv"].isEnabled() and found["copy_csv"].toolTip() in ("", "Rows as CSV")
        assert not [name for name in found if name.endswith("_powershell")]
        below = next(
            action.menu()
            for action in open_menu(bench, 1).findChild(QMenu, "copy_menu").actions()  # type: ignore[union-attr]
            if action.menu() is not None
        )
        others = {action.objectName() for action in below.actions()}
        assert others == {f"copy_command_{name}" for name in SHELLS if name != native_shell()}

    arun(main())


def test_what_a_late_answer_shares_is_that_it_is_late(journal: Journal, story: Story) -> None:
    call = story.call(status="cancelled")
    late = story.part(call, "response", role="late", method="tools/call")
    assert conditions_of(journal.rows([late]), {})["status"] == "is:late"
    assert conditions_of(journal.rows([1]), {})["status"] == 'status == "cancelled"'
    assert "kind" not in conditions_of(journal.rows([1]), {}), "its method says more"
    both = conditions_of(journal.rows([1, late]), {1: "demo"})
    assert "status" not in both and both["method"] == 'method == "tools/call"'
    assert conditions_of([], {}) == {}


def test_the_menu_of_a_call_shows_what_was_said_during_it(
    bench: TimelineBench, story: Story, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("before")
        call = story.ask()
        line = story.stderr("during")
        story.answer(call)
        await until(lambda: bench.shown() == [1, call.number, line])
        journal.sync()
        choose(bench, 1, "said_during")
        await until(lambda: bench.shown() == [line])
        bench.selection.select(0)

    arun(main())
