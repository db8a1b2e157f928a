"""Check: whether a server follows the specification, and what to change; one button and its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QActionGroup, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QPushButton, QSplitter, QStackedWidget, QWidget
from shiboken6 import isValid

from inspector.errors import InspectorError
from inspector.protocol.records import CHECKING
from inspector.translation import shown, translate
from inspector.ui.analysis.pictures import ask_place
from inspector.ui.locale.locale_text import number_text, size_text
from inspector.ui.locale.right_to_left import in_order
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.check.chips import LineChips
from inspector.ui.panels.check.explanation import Explanation
from inspector.ui.panels.check.progress import CheckProgress
from inspector.ui.panels.check.tables import (
    CheckTable,
    CostModel,
    FoundModel,
    Line,
    RequirementModel,
    SuiteModel,
)
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import announce
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import (
    Elided,
    MenuButton,
    Notice,
    Switch,
    column,
    empty_state,
    muted,
    row,
)
from inspector.ui.widgets.primary_button import PrimaryButton

if TYPE_CHECKING:
    from inspector.core.check.report import Report

__all__ = ["CheckPanel"]

_GRACE_S: Final = 1.0  # for the server to end by itself
_LOADED: Final = ("inspector.core.check.check", "inspector.core.check.written")
_NARROW: Final = 620  # px; with less the explanation stands below the table
_FORMS: Final = {"json": "json", "junit": "xml", "sarif": "sarif", "markdown": "md"}
"""Form of a report → suffix of its file."""


class CheckPanel(Panel):
    """The check runs on a connection of its own, whose records stand in the timeline as any others do."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._report: Report | None = None
        self._task: asyncio.Task[None] | None = None
        self._lines: dict[str, list[Line]] = {"found": [], "required": [], "suite": []}
        self._chip = Chip("")
        self._summary = Elided()
        self._summary.setObjectName("check_summary")
        self.button = PrimaryButton("check_button", self.tr("Check this server"))
        self.button.clicked.connect(partial(self.run, False))
        self.stop = self._make_stop()
        self._options = self._make_options()
        self._export = self._make_export()
        self._notice = Notice("check_notice", "warning")
        self._diagnose = self._notice.add_button("check_diagnose", self.tr("Diagnose…"), self._ask_diagnosis)
        self._notice.hide()
        self.progress = CheckProgress()
        self.view = Switch(
            "check_view",
            (
                ("found", self.tr("Findings")),
                ("required", self.tr("Requirements")),
                ("cost", self.tr("Cost")),
                ("suite", self.tr("Official suite")),
            ),
        )
        self.view.setAccessibleName(self.tr("View of the results"))
        self.chips = LineChips()
        self._total = muted()
        self._make_tables()
        self.explanation = Explanation()
        self._lay_out()
        self._wire()
        self._show_state()

    # -- building ------------------------------------------------------------------------------------

    def _make_stop(self) -> PrimaryButton:
        button = PrimaryButton("check_stop", self.tr("Stop"))
        button.clicked.connect(self.cancel)
        return button

    def _make_options(self) -> MenuButton:
        button = MenuButton("check_options", self.tr("Options"), self.tr("What the check may ask"))
        for name, title, choices in (
            (
                "revisions",
                self.tr("Revisions"),
                (("one", self.tr("The negotiated revision")), ("all", self.tr("All the server speaks"))),
            ),
            (
                "probes",
                self.tr("Probes"),
                (("safe", self.tr("Safe: change nothing")), ("all", self.tr("All: may end sessions"))),
            ),
            (
                "tools",
                self.tr("Tools"),
                (("none", self.tr("Call none")), ("read_only", self.tr("Call read-only tools"))),
            ),
        ):
            button.choices.addSection(title)
            group = QActionGroup(button)
            group.setObjectName(f"check_{name}")
            for place, (key, text) in enumerate(choices):
                action = group.addAction(text)
                action.setObjectName(f"check_{name}_{key}")
                action.setCheckable(True)
                action.setChecked(not place)
                button.choices.addAction(action)
        return button

    def _wants(self, option: str) -> bool:
        return any(one.objectName() == option and one.isChecked() for one in self._options.choices.actions())

    def _make_export(self) -> MenuButton:
        button = MenuButton(
            "check_export", self.tr("Export"), self.tr("Write the report to a file"), "export"
        )
        for form, text in (
            ("json", self.tr("JSON…")),
            ("junit", self.tr("JUnit XML…")),
            ("sarif", self.tr("SARIF…")),
            ("markdown", self.tr("Markdown…")),
        ):
            action = button.choices.addAction(text)
            action.setObjectName(f"check_export_{form}")
            action.triggered.connect(partial(self._ask_place, form))
        return button

    def _make_tables(self) -> None:
        self.found, self.required, self.cost = FoundModel(self), RequirementModel(self), CostModel(self)
        self.suite = SuiteModel(self)
        self._models = {"found": self.found, "required": self.required, "suite": self.suite}
        self.tables = {
            "found": CheckTable("check_findings", self.tr("Findings")),
            "required": CheckTable("check_requirements", self.tr("Requirements")),
            "cost": CheckTable("check_cost", self.tr("Cost of each tool")),
            "suite": CheckTable("check_suite", self.tr("Official suite")),
        }
        self.tables["found"].show_model(self.found, 110)
        self.tables["required"].show_model(self.required, 120, 0, 140)
        self.tables["suite"].show_model(self.suite, 220, 0, 90)
        for key in ("required", "suite"):
            header = self.tables[key].horizontalHeader()
            header.setStretchLastSection(False)
            header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.tables["cost"].show_model(self.cost, 260, 110, 90)
        self._pages = QStackedWidget()
        for table in self.tables.values():
            self._pages.addWidget(table)
        self._no_suite = self._make_no_suite()
        self._pages.addWidget(self._no_suite)

    def _make_no_suite(self) -> QWidget:
        hint = self.tr(
            "The official conformance suite expects the tools of its own test server, and needs Node.js 22.\n"
            "npx fetches it when you press the button. Its verdict is its own."
        )
        button = QPushButton(self.tr("Run the official suite"))
        button.setObjectName("check_run_suite")
        button.clicked.connect(partial(self.run, True))
        labels = muted(self.tr("The suite was not run.")), muted(hint, wrap=True)
        for label in labels:
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line = row(button)
        line.insertStretch(0, 1)
        line.addStretch(1)
        layout = column(*labels, line, margins=(24, 8, 24, 8))
        layout.insertStretch(0, 1)
        layout.addStretch(2)
        page = QWidget()
        page.setLayout(layout)
        return page

    def _lay_out(self) -> None:
        bar = row(self._chip, self._summary, self.stop, self.button, self._options, self._export)
        bar.setStretch(1, 1)
        head = row(self.view, self.chips, self._total)
        head.setStretch(1, 1)
        head.setStretch(2, 1)
        head.setAlignment(self.view, Qt.AlignmentFlag.AlignTop)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setObjectName("check_split")
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._pages)
        self._split.addWidget(self.explanation)
        self._split.setSizes([560, 440])
        result = QWidget()
        lines = column(head, self._split, spacing=6)
        lines.setStretch(1, 1)
        result.setLayout(lines)
        self._body = QStackedWidget()
        hint = self.tr(
            "The check reads all that the server offers, sends a few safe probes, and judges every message.\n"
            "It calls no tools unless you choose so in Options."
        )
        self._body.addWidget(empty_state(self.tr("Does this server follow the specification?"), hint))
        self._body.addWidget(self.progress)
        self._body.addWidget(result)
        whole = column(bar, self._notice, self._body, margins=(12, 8, 8, 0), spacing=8)
        whole.setStretch(2, 1)
        self.setLayout(whole)

    def _wire(self) -> None:
        intents = self.context.intents
        self.view.chosen.connect(self._show_view)
        self.chips.changed.connect(self._show_lines)
        for key in self._models:
            self.tables[key].selectionModel().currentRowChanged.connect(partial(self._chosen, key))
        self.tables["found"].clicked.connect(self._show_again)
        self.tables["found"].activated.connect(self._show_again)
        self.explanation.place_wanted.connect(intents.show_place)
        self.explanation.issue_wanted.connect(self._copy_issue)
        self.explanation.rule_wanted.connect(self._open_rule)

    def heightForWidth(self, _width: int) -> int:
        """The tables scroll themselves: no more is needed than their least."""
        return self.minimumSizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_NARROW)
        self._split.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)

    # -- the check -----------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a check is under way."""
        return self._task is not None and not self._task.done()

    def run(self, suite: bool = False, *_checked: bool) -> None:
        """Check the server; one check at a time. suite: the official one as well."""
        if self.running:
            return
        self._notice.hide()
        self.progress.begin(suite)
        self._task = spawn(self, self._check(suite), f"check {self.context.client.name}")
        self._show_state()
        self.stop.setFocus()

    def cancel(self) -> None:
        """End the check and its connection; what was asked stays in the timeline."""
        if self._task is not None:
            self._task.cancel()

    async def _check(self, suite: bool) -> None:
        client = self.context.client.beside(f"{self.context.client.name}{CHECKING}")
        try:
            for name in _LOADED:
                await offload(import_module, name)
            from inspector.core.check.asking import Plan
            from inspector.core.check.check import check_server

            self.progress.say("connect", self.tr("Connecting…"))
            since = self.context.journal.last
            plan = Plan(
                every_revision=self._wants("check_revisions_all"),
                probes="all" if self._wants("check_probes_all") else "safe",
                read_only=self._wants("check_tools_read_only"),
                suite=suite,
            )
            await client.connect()
            name = self.context.client.name
            report = await check_server(client, name, plan, _GRACE_S, self.progress.say, since=since)
            self._task = None
            self.show_report(report)
        except InspectorError as error:
            self._task = None
            self._say("error", str(error).splitlines()[0], diagnose=True)
        except asyncio.CancelledError:
            await client.close(0.0)
            if isValid(self):  # else the window is gone
                self._task = None
                self._say("warning", self.tr("The check was stopped."))
            raise
        finally:
            await client.close(_GRACE_S)
            if isValid(self):
                self._show_state()

    def _say(self, role: str, text: str, *, diagnose: bool = False) -> None:
        self._notice.set_role(role)
        self._notice.set_text(in_order(shown(text)))
        self._diagnose.setVisible(diagnose)
        self._notice.show()

    def _ask_diagnosis(self) -> None:
        self.context.intents.act.emit("diagnose")

    # -- showing it ----------------------------------------------------------------------------------

    def _show_state(self) -> None:
        running, report = self.running, self._report
        focused = self.stop.hasFocus()
        self.stop.setVisible(running)
        self.button.setVisible(not running)
        if focused and not running:
            self.button.setFocus()
        self.button.setText(self.tr("Check this server") if report is None else self.tr("Check again"))
        self._options.setEnabled(not running)
        self._export.setVisible(report is not None and not running)
        self._chip.setVisible(report is not None)
        self._body.setCurrentIndex(1 if running else 0 if report is None else 2)
        if report is None:
            self._summary.setText("")

    def show_report(self, report: Report) -> None:
        """Show what a check came to."""
        self._report = report
        self._lines = {
            "found": list(_found(report)),
            "required": list(_required(report)),
            "suite": list(_scenarios(report)),
        }
        passed = report.verdict == "pass"
        self._chip.setText(self.tr("✓ Pass") if passed else self.tr("✗ Fail"))
        self._chip.set_role("ok" if passed else "error")
        self._chip.adjustSize()
        self._summary.setText(self._summary_of(report))
        for key, count in (
            ("found", len(self._lines["found"])),
            ("required", len(report.requirements)),
            ("cost", len(report.cost.get("tools", ()))),
            ("suite", len(self._lines["suite"])),
        ):
            self._count(key, count)
        self.cost.show_cost(report.cost)
        if ended := report.ended or (report.suite.ended if report.suite is not None else ""):
            self._say("warning", ended)
        self._show_view()
        self._show_state()
        announce(self, f"{self._chip.text()} {self._summary.text()}")

    def _count(self, key: str, count: int) -> None:
        titles = {
            "found": self.tr("Findings"),
            "required": self.tr("Requirements"),
            "cost": self.tr("Cost"),
            "suite": self.tr("Official suite"),
        }
        for place in range(self.view.count()):
            if self.view.tabData(place) == key:
                self.view.setTabText(place, f"{titles[key]}  {number_text(count)}" if count else titles[key])

    def _summary_of(self, report: Report) -> str:
        counts = report.counts
        errors, warnings, infos = counts["error"], counts["warning"], counts["info"]
        found = (
            translate("Check", "%Ln error(s)", "", errors),
            translate("Check", "%Ln warning(s)", "", warnings),
            self.tr("{} info").format(number_text(infos)),
        )
        kept = self.tr("{0} requirements pass, {1} fail, {2} not tried").format(
            *(number_text(counts[key]) for key in ("pass", "fail", "not tried"))
        )
        return "  ·  ".join([", ".join(found), ", ".join(report.revisions), kept])

    def _show_view(self, *_key: str) -> None:
        key = self.view.key()
        unrun = key == "suite" and not self._lines["suite"]
        self._pages.setCurrentWidget(self._no_suite if unrun else self.tables[key])
        of_rules = key != "cost" and not unrun
        self.chips.setVisible(of_rules)
        self._total.setVisible(key == "cost")
        self.explanation.setVisible(of_rules)
        if of_rules:
            self.chips.show_lines(self._lines[key])
            self._show_lines()
        elif self._report is not None and not unrun:
            self._total.setText(self._cost_of(self._report.cost))

    def _cost_of(self, cost: dict[str, Any]) -> str:
        text = self.tr("about {0} tokens in total, {1}").format(
            number_text(cost.get("tokens", 0)), size_text(cost.get("bytes", 0))
        )
        if repeated := cost.get("repeated_bytes", 0):
            text += "  ·  " + self.tr("$defs would save {}").format(size_text(repeated))
        return text

    def _show_lines(self) -> None:
        key = self.view.key()
        model = self._models[key]
        model.show_lines(self.chips.shown())
        self.tables[key].span_heads()
        self.explanation.show_line(None)

    def _chosen(self, key: str, current: QModelIndex, _before: QModelIndex) -> None:
        model = self._models[key]
        line = model.line(current.row()) if current.isValid() else None
        self.explanation.show_line(line, _page_of(line, self._report) if line is not None else "")
        if line is not None and line.same and line.same[0].record:
            self.context.intents.show_place.emit(line.same[0].record, line.same[0].pointer)

    def _show_again(self, index: QModelIndex) -> None:
        """A click on the line that is chosen already: its record may be out of sight by now."""
        line = self.found.line(index.row())
        if line is not None and line.same[0].record:
            self.context.intents.show_place.emit(line.same[0].record, line.same[0].pointer)

    # -- taking it elsewhere ---------------------------------------------------------------------------

    def _copy_issue(self, line: Line) -> None:
        from inspector.core.check.written import as_issue, without_secrets

        if self._report is not None:
            alone = without_secrets(_with(self._report, line))
            QGuiApplication.clipboard().setText(as_issue(self._report.target, alone.findings))

    def _open_rule(self, rule: str) -> None:
        self.context.intents.open_guide.emit(f"rules#{rule}")

    def _ask_place(self, form: str) -> None:
        ask_place(self, "check", self.tr("Export the report"), _FORMS[form], partial(self.save, form))

    def save(self, form: str, path: str) -> None:
        """Write the report to a file. form: json, junit, sarif or markdown."""
        if self._report is not None:
            spawn(self, self._save(self._report, form, Path(path)), "check: export")

    async def _save(self, report: Report, form: str, path: Path) -> None:
        try:
            await offload(_write, report, form, path)
        except OSError as error:
            self._say("error", self.tr("Could not save: {0}").format(error.strerror or str(error)))
        else:
            self._say("ok", self.tr("Saved: {0}").format(path))

    # -- what the workspace asks -----------------------------------------------------------------------

    def focus_main(self) -> None:
        target = self.tables[self.view.key()] if self._body.currentIndex() == 2 else self.button
        target.setFocus()

    def memory(self) -> Any:
        """The report and the options come along into another language."""
        chosen = {one.objectName() for one in self._options.choices.actions() if one.isChecked()}
        return self._report, chosen

    def resume(self, memory: Any) -> None:
        report, chosen = memory
        for one in self._options.choices.actions():
            one.setChecked(one.objectName() in chosen)
        if report is not None:
            self.show_report(report)


def _found(report: Report) -> Iterator[Line]:
    """What several revisions have in common is one line."""
    from inspector.core.check.written import alike

    for same in alike(report.findings):
        one = same[0]
        yield Line(one.rule, one.severity, one.message, tuple(same), "", one.sentence, one.fix, one.page)


def _required(report: Report) -> Iterator[Line]:
    from inspector.core.check.report import STATUSES, rule_table

    rules = {one["id"]: one for one in rule_table()}
    untried = [Line("", "not tried", one, (), "") for one in report.untried]
    for status in STATUSES:
        yield from untried if status == "not tried" else ()
        for one in report.requirements:
            if one.status == status:
                rule = rules.get(one.id, {})
                sentence, fix = rule.get("sentence", ""), rule.get("fix", "")
                yield Line(one.id, status, sentence, (), one.why, sentence, fix, one.page)


def _scenarios(report: Report) -> Iterator[Line]:
    for one in report.suite.scenarios if report.suite is not None else ():
        bad = [check for check in one.checks if check.status in ("fail", "warning")]
        url = next((check.url for check in bad if check.url.startswith("https://")), "")
        said = bad[0].message or bad[0].id if bad else one.why
        why = "\n".join(f"{check.id}: {check.message}" for check in bad[1:])
        yield Line(one.name, one.status, said, why=why, revision=one.revision, url=url)


def _page_of(line: Line, report: Report | None) -> str:
    if line.revision:
        return line.url
    from inspector.core.check.written import PAGES, page_url

    if line.same:
        return page_url(line.same[0])
    revision = report.revisions[-1] if report is not None and report.revisions else "latest"
    return f"{PAGES}{revision}/{line.page}" if line.page else ""


def _with(report: Report, line: Line) -> Report:
    from dataclasses import replace

    return replace(report, findings=list(line.same), accepted=[], untried=[])


def _write(report: Report, form: str, path: Path) -> None:
    from inspector.core.check.written import WRITERS, as_json, without_secrets

    writers: dict[str, Callable[[Report], str]] = {**WRITERS, "json": as_json}
    path.write_text(writers[form](without_secrets(report)), encoding="utf-8")
