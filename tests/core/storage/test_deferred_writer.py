"""Files that are written beside the loop: nothing is lost, nobody waits, and what fails is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage import deferred_writer
from inspector.core.storage.deferred_writer import DeferredWriter
from inspector.core.storage.saved_filters import FilterBook, SavedFilter
from inspector.core.storage.settings import Settings
from inspector.core.storage.shared_files import SharedObject, Writing, locked
from inspector.errors import UsageError
from inspector.transport import StdioTarget

LONG_S = 1000.0
"""Nobody waits for so long: what comes has another reason."""


class Paper:
    """Keeps what is written on it; a hand may hold the pen."""

    def __init__(self) -> None:
        self.text = ""
        self.written: list[str] = []
        self.threads: list[int] = []
        self.free = threading.Event()
        self.free.set()
        self.trouble: Exception | None = None

    def writing(self) -> Writing[Any]:
        return Writing(Path("paper"), lambda text=self.text: self._write(text), self.written.append)

    def _write(self, text: str) -> str:
        self.threads.append(threading.get_ident())
        self.free.wait()
        if self.trouble is not None:
            raise self.trouble
        return text


class Scribe:
    """A paper, and what its reader is told."""

    def __init__(self) -> None:
        self.later = DeferredWriter(asyncio.get_running_loop())
        self.paper = Paper()
        self.told: list[str] = []

    def write(self, text: str, quiet_s: float = LONG_S) -> None:
        self.paper.text = text
        self.later.save(self.paper, self.told.append, quiet_s)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                await asyncio.sleep(0.001)


def run(main: Callable[[Scribe], Coroutine[Any, Any, None]]) -> None:
    async def with_scribe() -> None:
        await main(Scribe())

    asyncio.run(with_scribe())


def test_several_changes_become_one_write_in_another_thread() -> None:
    async def main(scribe: Scribe) -> None:
        for text in "abc":
            scribe.write(text)
        assert scribe.paper.written == []
        assert await scribe.later.flush() == []
        assert scribe.paper.written == ["c"]
        assert scribe.paper.threads != [threading.get_ident()]
        assert await scribe.later.flush() == []
        assert scribe.paper.written == ["c"] and scribe.told == []

    run(main)


def test_a_change_is_written_when_no_other_follows() -> None:
    async def main(scribe: Scribe) -> None:
        scribe.write("a", 0.01)
        await scribe.until(lambda: scribe.paper.written == ["a"])

    run(main)


def test_who_goes_on_changing_does_not_put_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(scribe: Scribe) -> None:
        scribe.write("a")
        monkeypatch.setattr(deferred_writer, "LONGEST_S", 0.0)
        scribe.write("b")
        await scribe.until(lambda: scribe.paper.written == ["b"])

    run(main)


def test_what_is_changed_while_it_is_written_is_written_after_it() -> None:
    async def main(scribe: Scribe) -> None:
        scribe.paper.free.clear()
        scribe.write("a")
        scribe.later.hurry()
        scribe.write("b")
        assert scribe.later.writes  # and the loop goes on
        scribe.write("c")
        scribe.paper.free.set()
        assert await scribe.later.flush() == []
        assert scribe.paper.written == ["a", "c"]
        assert not scribe.later.writes

    run(main)


def test_what_cannot_be_written_is_told_once_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deferred_writer, "AGAIN_S", 0.001)

    async def main(scribe: Scribe) -> None:
        scribe.paper.trouble = OSError(28, "No space left on device", "paper")
        scribe.write("a", 0)
        await scribe.until(lambda: len(scribe.paper.threads) > 3)
        assert scribe.told == ["[Errno 28] No space left on device: 'paper'"]
        assert await scribe.later.flush() == scribe.told
        scribe.paper.trouble = UsageError("it holds something else")
        await scribe.until(lambda: len(scribe.told) == 2)
        scribe.paper.trouble = None
        await scribe.until(lambda: scribe.paper.written == ["a"])
        assert scribe.told[1:] == ["it holds something else", ""]
        assert await scribe.later.flush() == []

    run(main)


def test_the_next_change_is_a_new_attempt() -> None:
    async def main(scribe: Scribe) -> None:
        scribe.paper.trouble = OSError("full")
        scribe.write("a")
        assert await scribe.later.flush() == ["full"]
        scribe.paper.trouble = None
        scribe.write("b", 0)
        await scribe.until(lambda: scribe.paper.written == ["b"])
        assert scribe.told == ["full", ""]

    run(main)


def test_trouble_that_goes_on_is_told_again_to_who_changes_it_again() -> None:
    async def main(scribe: Scribe) -> None:
        scribe.paper.trouble = OSError("full")
        scribe.write("a")
        await scribe.later.flush()
        await scribe.later.flush()
        assert scribe.told == ["full"]
        scribe.write("b")
        await scribe.later.flush()
        assert scribe.told == ["full", "full"]

    run(main)


def test_what_may_be_lost_is_tried_and_never_told() -> None:
    async def main(scribe: Scribe) -> None:
        scribe.paper.trouble = OSError("full")
        scribe.later.save(scribe.paper, None)
        assert await scribe.later.flush() == []
        assert len(scribe.paper.threads) == 1

    run(main)


def test_everybody_who_changed_it_is_told() -> None:
    async def main(scribe: Scribe) -> None:
        others: list[str] = []
        scribe.paper.trouble = OSError("full")
        scribe.write("a")
        scribe.later.save(scribe.paper, others.append)
        await scribe.later.flush()
        assert scribe.told == others == ["full"]

    run(main)


def test_a_write_that_hangs_is_given_up_with_a_word() -> None:
    async def main(scribe: Scribe) -> None:
        scribe.paper.free.clear()
        scribe.write("a")
        assert await scribe.later.flush(0.05) == ["paper could not be written within 0.05 s"]
        scribe.paper.free.set()
        assert await scribe.later.flush() == []
        assert scribe.paper.written == ["a"]

    run(main)


def test_what_waits_when_the_loop_has_ended_is_written_all_the_same() -> None:
    scribes: list[Scribe] = []

    async def main(scribe: Scribe) -> None:
        scribes.append(scribe)
        scribe.paper.free.clear()
        scribe.write("a")
        scribe.later.hurry()
        scribe.write("b")

    run(main)
    [scribe] = scribes
    assert scribe.later.finish(0.05) == ["paper could not be written within 0.05 s"]
    scribe.paper.free.set()
    assert scribe.later.finish() == []
    assert scribe.paper.written == ["a", "b"]


def test_a_mistake_of_ours_is_reported_and_nothing_is_lost() -> None:
    async def main(scribe: Scribe) -> None:
        heard: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))
        scribe.paper.trouble = KeyError("ours")
        scribe.write("a")
        assert await scribe.later.flush() == ["'ours'"]
        assert heard[0]["exception"] is scribe.paper.trouble
        scribe.paper.trouble = None
        assert await scribe.later.flush() == []
        assert scribe.paper.written == ["a"]

    run(main)


def test_who_hurries_at_a_mistake_of_the_writing_itself_confuses_nothing() -> None:
    async def main(scribe: Scribe) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: scribe.later.hurry())
        scribe.paper.trouble = KeyError("ours")
        scribe.write("a")
        assert await scribe.later.flush(LONG_S) == ["'ours'"]
        assert len(scribe.paper.threads) == 1  # not again and again
        scribe.paper.trouble = None
        assert await scribe.later.flush() == []
        assert scribe.paper.written == ["a"]

    run(main)


# -- the files themselves: another program writes between our change and our write ---------------------


def test_a_setting_that_is_changed_elsewhere_meanwhile_stays(tmp_path: Path) -> None:
    ours, theirs = Settings.load(tmp_path / "s.json"), Settings.load(tmp_path / "s.json")
    theirs.theme = "dark"
    theirs.save()
    ours.zoom = 120
    writing = ours.writing()
    ours.zoom = 150  # in the next write
    theirs.follow = False
    theirs.save()
    assert ours.refresh() == []  # not while it is written
    writing.run()
    assert Settings.load(tmp_path / "s.json").changed() == {"theme": "dark", "zoom": 120, "follow": False}
    theirs.line_limit_mb = 8
    theirs.save()
    writing.end()
    assert sorted(ours.refresh()) == ["follow", "line_limit_mb", "theme"]
    assert ours.zoom == 150
    ours.save()
    assert Settings.load(tmp_path / "s.json").changed() == {
        "theme": "dark", "zoom": 150, "follow": False, "line_limit_mb": 8
    }  # fmt: skip


def test_a_setting_that_is_taken_back_while_it_is_written_is_taken_back_in_the_file(tmp_path: Path) -> None:
    ours = Settings.load(tmp_path / "s.json")
    ours.zoom = 120
    writing = ours.writing()
    ours.zoom = 100
    writing.run()
    writing.end()
    ours.save()
    assert Settings.load(tmp_path / "s.json").changed() == {}


def test_a_write_that_failed_leaves_everything_for_the_next(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "s.json"
    (tmp_path / "folder").write_text("in the way")
    ours = SharedObject(path)
    writing = ours.writing({"a": 1})
    writing.run()
    with pytest.raises(OSError):
        writing.end()
    (tmp_path / "folder").unlink()
    ours.write({"a": 1, "b": 2})
    assert SharedObject(path).read() == {"a": 1, "b": 2}


def _profiles(path: Path, *names: str) -> Profiles:
    made = Profiles(path)
    made.load()
    for name in names:
        made.add(Profile(name, StdioTarget(name)))
    return made


def _kept(path: Path) -> dict[str, Any]:
    return {one.name: one.target for one in _profiles(path)}


def test_servers_that_come_go_and_change_on_both_sides_meanwhile_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    ours = _profiles(path, "a", "b", "c", "d")
    ours.save()
    theirs = _profiles(path, "theirs")
    theirs.replace("a", Profile("a", StdioTarget("a of theirs")))
    theirs.remove("d")
    ours.add(Profile("first", StdioTarget("first")))
    writing = ours.writing()
    ours.add(Profile("second", StdioTarget("second")))
    ours.remove("b")
    ours.replace("c", Profile("c", StdioTarget("c of ours")))
    theirs.save()
    assert not ours.refresh()
    writing.run()
    writing.end()
    ours.save()
    wanted = {
        "a": StdioTarget("a of theirs"),
        "c": StdioTarget("c of ours"),
        "d": StdioTarget("d"),  # it is shown here
        "first": StdioTarget("first"),
        "theirs": StdioTarget("theirs"),
        "second": StdioTarget("second"),
    }
    assert _kept(path) == wanted
    assert ours.refresh()
    assert {one.name: one.target for one in ours} == wanted
    ours.save()
    assert _kept(path) == wanted


def test_two_servers_of_one_name_that_come_at_the_same_time_are_both_there(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    ours, theirs = _profiles(path), _profiles(path, "new")
    writing = ours.writing()
    theirs.save()
    ours.add(Profile("new", StdioTarget("ours")))
    writing.run()
    writing.end()
    ours.save()
    assert sorted(one.command for one in _kept(path).values()) == ["new", "ours"]


def test_filters_that_another_window_keeps_meanwhile_stay(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    empty = FilterBook(path)
    empty.change(())
    empty.writing().now()
    ours, theirs = FilterBook(path), FilterBook(path)
    ours.change([SavedFilter("mine", "is:error")])
    theirs.change([SavedFilter("theirs", "is:pending")])
    theirs.writing().now()
    assert not ours.refresh()  # mine is not in the file yet
    writing = ours.writing()
    ours.change([*ours.filters, SavedFilter("more", "is:error")])
    writing.run()
    writing.end()
    assert not ours.refresh()
    ours.writing().now()
    assert [one.name for one in FilterBook(path).filters] == ["mine", "more", "theirs"]
    assert ours.refresh()
    assert [one.name for one in ours.filters] == ["mine", "more", "theirs"]


def test_a_lock_that_another_program_keeps_holds_up_nobody_but_the_file(tmp_path: Path) -> None:
    async def main(scribe: Scribe) -> None:
        settings = Settings.load(tmp_path / "s.json")
        settings.zoom = 120
        with locked(tmp_path / "s.json"):
            scribe.later.save(settings, scribe.told.append, 0)
            scribe.write("a", 0)
            await scribe.until(lambda: scribe.paper.written == ["a"])
            assert scribe.later.writes
        assert await scribe.later.flush() == []
        assert Settings.load(tmp_path / "s.json").zoom == 120

    run(main)


def test_a_file_is_waited_for_until_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deferred_writer, "AGAIN_S", 0.001)

    async def main(scribe: Scribe) -> None:
        scribe.paper.trouble = OSError(28, "full", "paper")
        scribe.write("a")
        waiting = asyncio.ensure_future(scribe.later.written(Path("paper")))
        await scribe.until(lambda: len(scribe.paper.threads) > 2)
        assert not waiting.done()
        await scribe.later.written(Path("another"))
        scribe.paper.trouble = None
        await waiting
        assert scribe.paper.written == ["a"]

    run(main)


def test_a_loop_that_has_ended_loses_nothing() -> None:
    kept: list[Scribe] = []

    async def main(scribe: Scribe) -> None:
        kept.append(scribe)
        scribe.paper.free.clear()
        scribe.write("a")
        scribe.later.hurry()
        scribe.write("b")

    run(main)
    [scribe] = kept
    scribe.paper.free.set()
    assert scribe.later.finish() == []
    assert scribe.paper.written == ["a", "b"]
    assert scribe.later.finish() == []
    assert scribe.paper.written == ["a", "b"]


def test_a_loop_that_has_ended_says_what_it_could_not_write() -> None:
    kept: list[Scribe] = []

    async def main(scribe: Scribe) -> None:
        kept.append(scribe)
        scribe.paper.trouble = UsageError("it holds something else")
        scribe.write("a")

    run(main)
    assert kept[0].later.finish() == ["it holds something else"]


def test_a_system_without_threads_writes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def main(scribe: Scribe) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(deferred_writer.threading.Thread, "start", none)
            scribe.write("a")
            assert await scribe.later.flush() == []
        assert scribe.paper.written == ["a"]
        assert scribe.paper.threads == [threading.get_ident()]

    run(main)
