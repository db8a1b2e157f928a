"""The Check page: one button, the verdict, what was found and where, and a way out at any time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import psutil
import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QPushButton

from inspector.core.check.report import Judged, Report, Requirement
from inspector.core.check.suite import Scenario, Suite, SuiteCheck
from inspector.protocol.records import CHECKING
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from inspector.ui.panels.check.check import CheckPanel
from inspector.ui.panels.check.tables import Line
from tests.cli.run import SCRIPTED
from tests.conftest import Runner, Until
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline

pytestmark = pytest.mark.gui

# It answers everything with an empty result: a probe finds that, and a tool is unknown to it.
YES_MAN = '{"jsonrpc":"2.0","id":ID,"result":{}}'
SECRET = "Bearer abcdefghijklmnopqrstuvwxyz0123456789"


def judged(rule: str = "RPC-02", severity: str = "error", record: int = 1, **more: str) -> Judged:
    values = {
        "message": "it is wrong",
        "sentence": "It MUST be.",
        "fix": "Set it.",
        "revision": "2025-11-25",
        "page": "basic/index",
        "pointer": "/result/tools/0",
        "evidence": '{"a": 1}',
    }
    return Judged(rule=rule, severity=severity, record=record, **{**values, **more})  # type: ignore[arg-type]


def a_report(*findings: Judged) -> Report:
    requirements = [
        Requirement("RPC-02", "fail", "", "basic/index"),
        Requirement("RPC-03", "pass", "", "basic/index"),
        Requirement("TOOL-10", "not tried", "no tools/call was sent", "server/tools"),
    ]
    cost = {
        "tools": [{"name": "add", "bytes": 300, "tokens": 75}, {"name": "echo", "bytes": 100, "tokens": 25}],
        "bytes": 400,
        "tokens": 100,
        "repeated_bytes": 0,
        "estimate": "estimated",
    }
    return Report(
        "it", ["2025-11-25"], list(findings), requirements=requirements, cost=cost, untried=["a tool"]
    )


@pytest.fixture
def panel(journal: Journal, qloop: object, tmp_path: Path) -> Iterator[CheckPanel]:
    offline = Offline(journal, tmp_path)
    made = CheckPanel(offline.context)
    made.resize(900, 400)
    made.show()
    yield made
    made.deleteLater()
    offline.close()


def texts(panel: CheckPanel, table: str = "found") -> list[str]:
    model = panel.found if table == "found" else panel.required
    return [one.rule if isinstance(one, Line) else one for one in model.rows]


def test_what_was_found_stands_in_groups_with_the_worst_first(panel: CheckPanel) -> None:
    found = judged(), judged(revision="2025-06-18"), judged("TOOL-01", "warning"), judged("SEC-01", "info")
    panel.show_report(a_report(*found))
    assert texts(panel) == ["Errors  1", "RPC-02", "Warnings  1", "TOOL-01", "Info  1", "SEC-01"]
    assert panel.found.line(1).times == 2  # type: ignore[union-attr]
    assert panel._chip.text() == "✗ Fail"
    assert panel._summary.text().startswith("2 errors, 1 warning, 1 info")


def test_chips_choose_families_and_severities(panel: CheckPanel) -> None:
    panel.show_report(a_report(judged(), judged("TOOL-01", "warning"), judged("TOOL-02", "error")))
    panel.chips._families["TOOL"].click()
    assert texts(panel) == ["Errors  1", "TOOL-02", "Warnings  1", "TOOL-01"]
    panel.chips._kinds["warning"].click()
    assert texts(panel) == ["Warnings  1", "TOOL-01"]
    panel.chips._kinds["warning"].click()
    panel.chips._families["TOOL"].click()
    assert len(panel.found.rows) == 5


def test_every_requirement_has_its_status_and_its_reason(panel: CheckPanel) -> None:
    panel.show_report(a_report(judged()))
    panel.view.choose("required")
    assert texts(panel, "required") == [
        "Failed  1", "RPC-02", "Not tried  2", "", "TOOL-10", "Passed  1", "RPC-03",
    ]  # fmt: skip
    line = panel.required.line(4)
    assert line is not None and line.why == "no tools/call was sent" and line.sentence
    panel.tables["required"].selectRow(4)
    assert panel.explanation._rule.text() == "TOOL-10"
    assert not panel.explanation._copy.isVisible()


def test_the_cost_of_each_tool_is_told(panel: CheckPanel) -> None:
    panel.show_report(a_report())
    assert panel._chip.text() == "✓ Pass"
    panel.view.choose("cost")
    model = panel.cost
    assert [str(model.data(model.index(0, column))) for column in range(4)] == ["add", "75", "300 B", "75 %"]
    assert panel._total.text() == "about 100 tokens in total, 400 B"


def test_a_line_is_explained_and_leads_to_its_rule_and_page(
    panel: CheckPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("inspector.ui.panels.check.explanation.open_link", opened.append)
    guide: list[str] = []
    panel.context.intents.open_guide.connect(guide.append)
    shown: list[tuple[int, str]] = []
    panel.context.intents.show_place.connect(lambda *place: shown.append(place))
    panel.show_report(a_report(judged(record=7)))
    panel.tables["found"].selectRow(1)
    words = {name: part[1].text() for name, part in panel.explanation._parts.items()}
    assert words == {"seen": '{"a": 1}', "says": "It MUST be.", "fix": "Set it.", "why": ""}
    assert shown == [(7, "/result/tools/0")] and opened == guide == []
    panel.explanation._open.click()
    panel.explanation._guide.click()
    panel.explanation._record.click()
    assert opened == ["https://modelcontextprotocol.io/specification/2025-11-25/basic/index"]
    assert guide == ["rules#RPC-02"] and len(shown) == 2


def test_a_finding_is_copied_as_an_issue_without_secrets(panel: CheckPanel) -> None:
    panel.show_report(a_report(judged(evidence=f'{{"Authorization": "{SECRET}"}}')))
    panel.tables["found"].selectRow(1)
    panel.explanation._copy.click()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("### RPC-02: it is wrong") and "Authorization" in text
    assert "abcdefghij" not in text


@pytest.mark.parametrize("form", ["json", "junit", "sarif", "markdown"])
def test_a_report_is_exported_without_secrets(
    panel: CheckPanel, form: str, tmp_path: Path, arun: Runner, until: Until
) -> None:
    path = tmp_path / "report"

    async def main() -> None:
        panel.show_report(a_report(judged(evidence=f'{{"Authorization": "{SECRET}"}}')))
        panel.save(form, str(path))
        await until(lambda: panel._notice.isVisible())

    arun(main())
    text = path.read_text("utf-8")
    assert "RPC-02" in text and "abcdefghij" not in text
    if form in ("json", "sarif"):
        json.loads(text)
    elif form == "junit":
        ElementTree.fromstring(text)


def test_a_report_that_cannot_be_written_says_so(
    panel: CheckPanel, tmp_path: Path, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel.show_report(a_report())
        panel.save("json", str(tmp_path / "no" / "folder"))
        await until(lambda: panel._notice.isVisible())

    arun(main())
    assert panel._notice.text() == "Could not save: No such file or directory"


def test_the_official_suite_has_a_verdict_of_its_own(panel: CheckPanel) -> None:
    panel.show_report(a_report())
    panel.view.choose("suite")
    assert (
        panel._no_suite.isVisible() and panel._no_suite.findChild(QPushButton, "check_run_suite") is not None
    )
    page = "https://modelcontextprotocol.io/specification/2025-11-25/server/tools"
    said = SuiteCheck("wire-schema-valid", "FAILURE", "fail", "", "tools is missing", page)
    report = a_report()
    report.suite = Suite(
        "stdio",
        [
            Scenario("ping", "2025-11-25", "pass", ""),
            Scenario("tools-list", "2025-11-25", "fail", "", (said,)),
            Scenario("tools-call-image", "2025-11-25", "missing fixture", "tool test_image_content"),
        ],
    )
    panel.show_report(report)
    assert panel._chip.text() == "✓ Pass"
    rows = [one.rule if isinstance(one, Line) else one for one in panel.suite.rows]
    assert rows == ["Failed  1", "tools-list", "Passed  1", "ping", "Missing fixture  1", "tools-call-image"]
    panel.tables["suite"].selectRow(1)
    assert panel.explanation._text.text() == "tools is missing" and panel.explanation._url == page
    assert not panel.explanation._guide.isVisible()


def test_words_of_a_server_of_any_length_are_shown_at_once(panel: CheckPanel) -> None:
    long = "x" * 3_000_000
    report = a_report(judged(message=long, evidence=long, pointer=f"/{long}"))
    report.cost["tools"][0]["name"] = long
    panel.show_report(report)
    panel.tables["found"].selectRow(1)
    model = panel.found
    assert len(str(model.data(model.index(1, 1)))) < 3000
    assert len(panel.explanation._text.text()) < 3000 and len(panel.explanation._facts.text()) < 3000
    panel.progress.say("read", f"reading {long}")


# -- with a server ------------------------------------------------------------------------------------------


async def page_of(it: Live, name: str) -> CheckPanel:
    client = it.program.servers.client(name)
    assert client is not None
    await it.until(lambda: client.state == "connected", "connected")
    await it.until(lambda: it.window.workspace is not None, "a workspace")
    it.window.actions_by_key["check_server"].trigger()
    assert it.window.workspace is not None
    panel = it.window.workspace.panel("check")
    assert isinstance(panel, CheckPanel)
    return panel


def test_a_server_is_checked_beside_the_work_and_a_finding_marks_its_place(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("yes", sys.executable, "-c", SCRIPTED, YES_MAN)
            panel = await page_of(it, "yes")
            before = it.program.journal.finding_count()
            panel.run()
            assert panel.running and panel.stop.isVisible() and not panel.button.isVisible()
            await it.until(lambda: not panel.running, "the end of the check")
            report = panel._report
            assert report is not None and report.verdict == "fail"
            assert "RPC-33" in {one.rule for one in report.findings}
            assert report.target == "yes"
            journal = it.program.journal
            own = [one.number for one in journal.sessions() if one.name == f"yes{CHECKING}"]
            assert own and it.program.servers.names() == ["yes"]
            await it.until(lambda: journal.written == journal.last, "all in the file")
            mine = journal.visible("messages", 1, journal.last, compile_filter("is:mine"))
            assert not any(row.session in own for row in journal.rows(mine))
            assert {one.session for one in journal.findings()}.isdisjoint(own)
            assert sum(before.values()) == sum(journal.finding_count().values())
            place = next(
                place
                for place in range(panel.found.rowCount())
                if (line := panel.found.line(place)) is not None and line.same[0].pointer
            )
            line = panel.found.line(place)
            assert line is not None
            panel.tables["found"].selectRow(place)
            assert it.window.selection.record == line.same[0].record
            detail = it.window.detail
            await it.until(lambda: detail.tabs.chosen is not None, "the place")
            assert detail.isVisible()

    arun(main())


def test_a_check_is_stopped_and_its_server_is_gone(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("yes", sys.executable, "-c", SCRIPTED, YES_MAN)
            panel = await page_of(it, "yes")
            panel.run()
            journal = it.program.journal
            name = f"yes{CHECKING}"
            await it.until(lambda: any(one.name == name for one in journal.sessions()), "its connection")
            panel.stop.click()
            await it.until(lambda: not panel.running and panel._notice.isVisible(), "the end")
            assert panel._notice.text() == "The check was stopped."
            assert panel._report is None and panel.button.isVisible()
            assert len(psutil.Process().children()) <= 2  # the server of the user, and a validator

    arun(main())


def test_closing_the_window_ends_a_check(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("yes", sys.executable, "-c", SCRIPTED, YES_MAN)
            panel = await page_of(it, "yes")
            panel.run()
            journal = it.program.journal
            name = f"yes{CHECKING}"
            await it.until(lambda: any(one.name == name for one in journal.sessions()), "its connection")

    arun(main())  # what is left behind fails the run


def test_a_server_that_does_not_start_is_told_with_the_next_step(
    panel: CheckPanel, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted: list[str] = []
    panel.context.intents.act.connect(acted.append)

    async def main() -> None:
        from dataclasses import replace

        from inspector.transport import StdioTarget

        client = panel.context.client
        client.profile = replace(client.profile, target=StdioTarget(command="/no/such/program"))
        panel.run()
        await until(lambda: panel._notice.isVisible())

    arun(main())
    panel._diagnose.click()
    assert acted == ["diagnose"] and "/no/such/program" in panel._notice.text()


def test_options_and_the_report_come_along_into_another_language(
    panel: CheckPanel, journal: Journal, tmp_path: Path
) -> None:
    panel.show_report(a_report(judged()))
    actions: dict[str, QAction] = {one.objectName(): one for one in panel._options.choices.actions()}
    assert actions["check_revisions_one"].isChecked() and actions["check_tools_none"].isChecked()
    actions["check_revisions_all"].trigger()
    assert panel._wants("check_revisions_all") and not panel._wants("check_revisions_one")
    other = CheckPanel(panel.context)
    other.resume(panel.memory())
    assert other._report is panel._report and other._wants("check_revisions_all")
    other.deleteLater()
