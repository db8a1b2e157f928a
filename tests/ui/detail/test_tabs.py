"""What else is known of a record: pages are filled when they are looked at, and only with the newest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.ui.detail import tabs as detail_tabs
from inspector.ui.detail.subject import Subject, load
from inspector.ui.detail.tabs import DetailTabs
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.loop.tasks import under_way
from tests.conftest import Runner, Until
from tests.ui.story import Story

pytestmark = pytest.mark.gui
PAGES = ("detail_timing", "detail_http", "detail_related", "detail_findings", "detail_bytes")


@pytest.fixture
def tabs(journal: Journal, qtbot: QtBot, qloop: object) -> Iterator[DetailTabs]:
    made = DetailTabs(journal)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    yield made


def subject(journal: Journal, number: int) -> Subject:
    journal.sync()
    found = load(journal, number)
    assert found is not None
    return found


def titles(tabs: DetailTabs) -> list[str]:
    return [tabs.tabText(place) for place in range(tabs.count())]


def spot(start: int, end: int) -> Spot:
    return Spot("$.a", "number", start, end, (0, 0), b"1")


def test_the_pages_have_their_titles_and_are_turned_to_by_name(tabs: DetailTabs) -> None:
    assert titles(tabs) == ["Timing", "HTTP", "Related", "Findings", "Bytes"]
    names = []
    for place in range(tabs.count()):
        page = tabs.widget(place)
        assert page is not None
        names.append(page.objectName())
    for name in (*names[1:], names[0]):
        tabs.choose_page(name)
        page = tabs.currentWidget()
        assert page is not None and page.objectName() == name
    tabs.choose_page("no such page")
    assert tabs.currentIndex() == 0 and tabs.documentMode()


def test_findings_are_counted_in_the_title_and_anew_when_there_are_more(
    tabs: DetailTabs, journal: Journal, story: Story
) -> None:
    tabs.findings_changed()
    assert titles(tabs)[3] == "Findings", "nothing is shown yet"
    call = story.ask()
    answer = story.answer(call)
    story.finding(call.number, exchange=call.number)
    tabs.show_subject(subject(journal, call.number))
    assert titles(tabs)[3] == "Findings 1"
    story.finding(answer, exchange=call.number)
    tabs.findings_changed()
    assert titles(tabs)[3] == "Findings 2", "of a call all of them"
    alone = story.stderr("a line")
    tabs.show_subject(subject(journal, alone))
    assert titles(tabs)[3] == "Findings"


def _note(filled: list[str], name: str, one: Subject) -> None:
    filled.append(f"{name} #{one.number}")


def test_a_page_is_filled_when_it_is_looked_at(
    tabs: DetailTabs, journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[str] = []
    pages: list[QWidget] = list(tabs._fillers)
    for page in pages:
        tabs._fillers[page] = partial(_note, filled, page.objectName())
    one = story.stderr("a")
    names = [page.objectName() for page in pages]
    tabs.show_subject(subject(journal, one))
    assert filled == [f"{names[0]} #1"]
    tabs.setCurrentIndex(4)
    tabs.setCurrentIndex(0)
    tabs.setCurrentIndex(4)
    assert filled == [f"{names[0]} #1", f"{names[4]} #1"], "each once"
    two = story.stderr("b")
    tabs.show_subject(subject(journal, two))
    assert filled[2:] == [f"{names[4]} #2"]
    tabs.findings_changed()
    assert len(filled) == 3
    tabs.setCurrentIndex(3)
    assert filled[3:] == [f"{names[3]} #2"]
    tabs.findings_changed()
    assert filled[4:] == [f"{names[3]} #2"], "what is looked at is filled again"


def test_related_records_and_http_are_read_and_a_link_leads_to_its_record(
    tabs: DetailTabs, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        story.answer(call)
        asked: list[int] = []
        tabs.asked_record.connect(asked.append)
        tabs.show_subject(subject(journal, call.number))
        tabs.setCurrentWidget(tabs.related)
        await until(lambda: tabs.related.model().rowCount() == 2)
        for page in (tabs.timing, tabs.http, tabs.related, tabs.findings):
            page.asked_record.emit(2)
        assert asked == [2] * 4
        tabs.setCurrentWidget(tabs.http)
        await until(lambda: not tabs._stale & {tabs.http, tabs.related})
        await until(lambda: not under_way([tabs]))  # what fills a page goes on behind it

    arun(main())


def test_what_was_read_for_an_older_record_is_dropped(
    tabs: DetailTabs,
    journal: Journal,
    story: Story,
    arun: Runner,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        shown: list[object] = []
        monkeypatch.setattr(tabs.timing, "show_timing", shown.append)
        monkeypatch.setattr(detail_tabs, "is_short", lambda _subject: False)
        first, second = story.call(), story.call()
        tabs.show_subject(subject(journal, first.number))
        tabs.show_subject(subject(journal, second.number))
        await until(lambda: shown)
        await tabs._load_timing(subject(journal, first.number), tabs._turn - 1)
        assert len(shown) == 1
        await tabs._load_timing(subject(journal, second.number), tabs._turn)
        assert len(shown) == 2

    arun(main())


def test_only_a_call_that_goes_on_ticks_and_only_while_it_is_seen(
    tabs: DetailTabs, journal: Journal, story: Story
) -> None:
    done, pending = story.call(), story.ask()
    tabs.show_subject(subject(journal, done.number))
    assert not tabs._ticker.isActive()
    tabs.show_subject(subject(journal, pending.number))
    assert tabs._ticker.isActive()
    tabs.setCurrentWidget(tabs.findings)
    tabs._tick()
    assert not tabs._ticker.isActive()
    tabs.setCurrentWidget(tabs.timing)
    assert tabs._ticker.isActive(), "it goes on when somebody turns to it"
    tabs.show_subject(subject(journal, done.number))
    assert not tabs._ticker.isActive()


def test_a_chosen_value_is_shown_in_the_bytes_now_or_when_they_are_looked_at(
    tabs: DetailTabs, journal: Journal, story: Story
) -> None:
    number = story.record("notification", b'{"a":1}', method="x", valid=True)
    tabs.show_subject(subject(journal, number))
    tabs.choose("left", spot(5, 6))
    tabs.hover("left", spot(1, 4))
    assert tabs.bytes.hex.hover() == (0, 0), "nobody sees it"
    tabs.setCurrentWidget(tabs.bytes)
    assert tabs.bytes.hex.value() == (5, 6)
    tabs.choose("left", spot(1, 4))
    assert tabs.bytes.hex.value() == (1, 4)
    tabs.hover("left", spot(5, 6))
    assert tabs.bytes.hex.hover() == (5, 6)
    tabs.hover("left", None)
    assert tabs.bytes.hex.hover() == (0, 0)


def test_its_name_is_spoken_and_many_pages_are_scrolled(tabs: DetailTabs) -> None:
    assert tabs.accessibleName() == "More about the record" and tabs.tabBar().usesScrollButtons()
    assert tabs._ticker.interval() == 200 and not tabs._ticker.isActive()


def test_a_call_of_a_recording_that_is_only_read_does_not_tick(
    tabs: DetailTabs, journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    pending = subject(journal, story.ask().number)
    monkeypatch.setattr(Journal, "read_only", property(lambda _journal: True))
    tabs.show_subject(pending)
    assert not tabs._ticker.isActive()


def test_a_tick_of_a_page_in_sight_shows_how_long_it_takes_now(
    tabs: DetailTabs, journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    tabs.show_subject(subject(journal, story.ask().number))
    shown: list[object] = []
    monkeypatch.setattr(tabs.timing, "show_timing", shown.append)
    tabs._tick()
    assert len(shown) == 1 and tabs._ticker.isActive()
    tabs.setCurrentWidget(tabs.findings)
    tabs._tick()
    assert len(shown) == 1
