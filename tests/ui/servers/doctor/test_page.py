"""The page of the doctor: lines that fill in, the verdict, what is unfolded, and the report."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QScrollArea, QWidget

from inspector.core.doctor import diagnosis
from inspector.core.doctor.checks import Check
from inspector.core.doctor.fixes import Fix
from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.doctor import page as module
from inspector.ui.servers.doctor.page import DoctorPage
from inspector.ui.servers.doctor.row import CheckRow
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui
NAMES = [f"c{place}" for place in range(12)]


class Case:
    """What a diagnosis is about."""

    def __init__(self, client: str) -> None:
        self.client, self.profile = client, Profile("notes", StdioTarget("run", ("it",)))


class Bench:
    """A page whose checks are what a test says, each when it is let through."""

    def __init__(self, patch: pytest.MonkeyPatch, parent: QWidget) -> None:
        self.parent = parent
        self.states = dict.fromkeys(NAMES, "ok")
        self.through = asyncio.Semaphore(100)
        self.begun: list[str] = []
        self.ended = 0
        self.gone = False
        self.healthy = 0
        self.fixes: list[tuple[Fix, str]] = []
        patch.setattr(diagnosis, "planned", lambda _profile: [Check(name, f"Title {name}") for name in NAMES])
        patch.setattr(diagnosis, "diagnose", self._diagnose)

    def open(self, profile: Profile | None = None) -> DoctorPage:
        page = DoctorPage(self._case, profile or Case("").profile, self.parent)
        page.healthy.connect(self._well)
        page.fix_wanted.connect(lambda *what: self.fixes.append(what))
        page.show()
        return page

    def _well(self) -> None:
        self.healthy += 1

    def _case(self, client: str) -> Any:
        return None if self.gone else Case(client)

    async def _diagnose(self, case: Case) -> AsyncGenerator[Check, None]:
        self.begun.append(case.client)
        try:
            for name, state in self.states.items():
                await self.through.acquire()
                fixes = (Fix("launch", "Mend it"),) if state == "failed" else ()
                yield Check(name, f"Title {name}", state, f"said {name}", explanation="because", fixes=fixes)
        finally:
            self.ended += 1


def states(page: DoctorPage) -> list[str]:
    return [row.check.state for row in page.findChildren(CheckRow)]


def unfolded(page: DoctorPage) -> list[str]:
    return [
        name
        for name in NAMES
        if (body := page.findChild(QWidget, f"check_body_{name}")) is not None and body.isVisible()
    ]


def verdict(page: DoctorPage) -> str:
    return the(page, Notice, "doctor_verdict").text()


@pytest.fixture
def bench(qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    parent = QWidget()
    made = Bench(monkeypatch, parent)
    yield made
    for page in parent.findChildren(DoctorPage):
        page.close()
    parent.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_list_fills_in_from_the_top(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.through = asyncio.Semaphore(2)
        page = bench.open()
        page.look()
        copy = the(page, QPushButton, "doctor_copy")
        assert verdict(page) == "Running…" and not copy.isEnabled()
        await until(lambda: states(page)[:4] == ["ok", "ok", "running", "waiting"])
        assert states(page)[3:] == ["waiting"] * 9 and bench.healthy == 0
        assert page.windowTitle() == "Diagnosis of notes"
        assert "run it" in [one.text() for one in page.findChildren(QLabel)]
        for _ in NAMES:
            bench.through.release()
        await until(copy.isEnabled)
        assert states(page) == ["ok"] * 12 and unfolded(page) == [] and bench.healthy == 1
        assert verdict(page) == "It connects without problems."

    arun(main())


@pytest.mark.parametrize(
    ("bad", "open_", "said", "healthy"),
    [
        ({"c2": "warning", "c9": "failed", "c10": "failed"}, ["c9"], "Title c9 failed: said c9", 0),
        ({"c2": "warning", "c9": "warning"}, ["c2", "c9"],
         "It connects, with warnings for: Title c2, Title c9.", 1),
    ],
)  # fmt: skip
def test_the_first_failure_or_every_doubt_is_unfolded(
    bench: Bench, arun: Runner, until: Until, bad: dict[str, str], open_: list[str], said: str, healthy: int
) -> None:
    async def main() -> None:
        bench.states |= bad
        page = bench.open()
        page.look()
        await until(the(page, QPushButton, "doctor_copy").isEnabled)
        await until(lambda: unfolded(page) == open_)
        assert (verdict(page), bench.healthy) == (said, healthy)

    arun(main())


def test_what_is_worst_is_brought_into_view(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        page = bench.open()
        page.resize(600, 240)
        area = the(page, QScrollArea, "doctor_list")
        bar = area.verticalScrollBar()
        page.look()
        await until(the(page, QPushButton, "doctor_copy").isEnabled)
        assert bar.value() == 0
        bench.states["c10"] = "failed"
        page.look()
        await until(lambda: bar.value() > 0)
        row = page.findChildren(CheckRow)[-12:][10]
        assert 0 <= row.y() - bar.value() < area.viewport().height()

    arun(main())


def test_another_look_gives_up_the_one_before_and_waits_for_its_end(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.through = asyncio.Semaphore(3)
        page = bench.open()
        page.look()
        await until(lambda: states(page)[:3] == ["ok"] * 3)
        clients = the(page, QComboBox, "doctor_client")
        assert clients.isVisible() and clients.itemText(0) == "only here"
        bench.through = asyncio.Semaphore(100)
        clients.setCurrentIndex(1)
        await until(the(page, QPushButton, "doctor_copy").isEnabled)
        assert bench.begun == ["", str(clients.itemData(1))] and bench.ended == 2
        assert len([row for row in page.findChildren(CheckRow) if row.isVisible()]) == 12
        the(page, QPushButton, "doctor_again").click()
        await until(lambda: len(bench.begun) == 3 and the(page, QPushButton, "doctor_copy").isEnabled())
        bench.gone = True
        page.look()
        await until(lambda: not bench.parent.findChildren(DoctorPage))
        assert len(bench.begun) == 3

    arun(main())


def test_the_report_is_copied_and_a_fix_that_failed_is_said(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_COPIED_MS", 50)

    async def main() -> None:
        bench.states["c1"] = "failed"
        page = bench.open()
        page.look()
        copy = the(page, QPushButton, "doctor_copy")
        await until(copy.isEnabled)
        copy.click()
        report = QApplication.clipboard().text()
        assert report.startswith("# Diagnosis of notes\n") and report.count("Title c") >= 12
        assert copy.text() == "Copied"
        await until(lambda: copy.text() == "Copy report")
        fixes = [one for one in page.findChildren(QPushButton) if one.text() == "Mend it"]
        fixes[0].click()
        assert bench.fixes == [(Fix("launch", "Mend it"), "")]
        page.say_trouble("it cannot be mended")
        assert verdict(page) == "it cannot be mended"
        the(page, QPushButton, "doctor_close").click()
        await until(lambda: not bench.parent.findChildren(DoctorPage))

    arun(main())


def test_a_url_has_no_environment_to_compare_with(bench: Bench) -> None:
    page = bench.open(Profile("far", HttpTarget("https://x.example/mcp")))
    assert not the(page, QComboBox, "doctor_client").isVisible()
    assert not [one for one in page.findChildren(QLabel) if one.text() == "Compare with" and one.isVisible()]
    assert not any(one.autoDefault() for one in page.findChildren(QPushButton))
