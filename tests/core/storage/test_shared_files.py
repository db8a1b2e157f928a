"""Several running programs write the same files, and nothing that one of them wrote is lost."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from inspector.core.client.kept_tasks import KeptTasks
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage import shared_files
from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.core.storage.keychain import listed_keys
from inspector.core.storage.last_used import LastUsed
from inspector.core.storage.saved_filters import FilterBook
from inspector.core.storage.settings import Settings
from inspector.core.storage.shared_files import SharedObject, locked, merged_values
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
from inspector.transport import StdioTarget

PROGRAMS: Final = 3
EACH: Final = 20

_BEGIN: Final = """
import sys
from pathlib import Path
folder, me, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
sys.stdout.write("ready\\n"); sys.stdout.flush()
sys.stdin.readline()
"""


def run_together(tmp_path: Path, work: str, count: int = EACH) -> None:
    """So many programs do the work at the same time; `folder`, `me` and `count` are what they have."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _BEGIN + work, str(tmp_path), str(number), str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROGRAMS)
    ]
    for one in started:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in started:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    for one in started:
        one.communicate(timeout=60)
    assert [one.returncode for one in started] == [0] * PROGRAMS


def test_no_server_that_another_program_saves_is_lost(tmp_path: Path) -> None:
    work = """
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.transport import StdioTarget
for number in range(count):
    profiles = Profiles(folder / "servers.json")
    profiles.load()
    profiles.add(Profile(f"{me}-{number}", StdioTarget("true", (), {})))
    profiles.save()
"""
    run_together(tmp_path, work)
    profiles = Profiles(tmp_path / "servers.json")
    assert profiles.load() == []
    wanted = {f"{me}-{number}" for me in range(PROGRAMS) for number in range(EACH)}
    assert wanted - set(profiles.names()) == set()


def test_no_secret_that_another_program_keeps_is_lost(tmp_path: Path) -> None:
    work = """
from inspector.core.storage.encrypted_file import EncryptedStore
store = EncryptedStore(folder / "secrets.encrypted")
store.unlock("open sesame")
for number in range(count):
    store.set(f"{me}-{number}", "value")
"""
    EncryptedStore(tmp_path / "secrets.encrypted").unlock("open sesame")
    run_together(tmp_path, work)
    store = EncryptedStore(tmp_path / "secrets.encrypted")
    store.unlock("open sesame")
    wanted = {f"{me}-{number}" for me in range(PROGRAMS) for number in range(EACH)}
    assert wanted - set(store.keys()) == set()


def test_no_use_filter_setting_or_size_that_another_program_writes_is_lost(tmp_path: Path) -> None:
    work = """
from inspector.core.client.kept_tasks import KeptTasks
from inspector.core.storage.last_used import LastUsed
from inspector.core.servers.profiles import Profile
from inspector.core.storage.saved_filters import FilterBook, SavedFilter
from inspector.core.storage.settings import Settings
from inspector.core.storage.shared_files import SharedObject
from inspector.core.client.task_entry import TaskEntry
from inspector.transport import StdioTarget
mine = {}
place = Profile("a", StdioTarget("a"))
tasks = KeptTasks(folder / "tasks.json")
window = SharedObject(folder / "window.json")
book = FilterBook(folder / "filters.json")
uses = LastUsed(folder / "last_used.json")
settings = Settings.load(folder / "settings.json")
for number in range(count):
    book.change((*book.filters, SavedFilter(f"{me}-{number}", "is:error")))
    book.writing().now()
    uses.used(f"{me}-{number}", 1000)
    tasks.note("a", place, TaskEntry(f"{me}-{number}", "core", seen_ns=number * 10**6))
    settings.unknown[f"{me}-{number}"] = number
    settings.save()
    mine[f"{me}-{number}"] = number
    window.write(mine)
"""
    run_together(tmp_path, work)
    wanted = {f"{me}-{number}" for me in range(PROGRAMS) for number in range(EACH)}
    uses = LastUsed(tmp_path / "last_used.json")
    assert {name for name in wanted if uses.at(name) != 1000} == set()
    kept = KeptTasks(tmp_path / "tasks.json").of("a", Profile("a", StdioTarget("a")))
    assert wanted - {entry.id for entry in kept} == set()
    assert wanted - {one.name for one in FilterBook(tmp_path / "filters.json").filters} == set()
    assert wanted - set(Settings.load(tmp_path / "settings.json").unknown) == set()
    assert wanted - set(SharedObject(tmp_path / "window.json").read()) == set()
    assert {path.name for path in tmp_path.iterdir()} == {
        "filters.json", "last_used.json", "settings.json", "tasks.json", "window.json"
    }  # fmt: skip


def test_no_key_of_a_keychain_that_another_program_notes_is_lost(tmp_path: Path) -> None:
    work = """
from inspector.core.storage.keychain import KeychainStore
class Backend:
    def get_password(self, service, name): return None
    def set_password(self, service, name, value): pass
store = KeychainStore(Backend(), folder / "keychain.json")
for number in range(count):
    store.set(f"{me}-{number}", "value")
"""
    run_together(tmp_path, work)
    wanted = {f"{me}-{number}" for me in range(PROGRAMS) for number in range(EACH)}
    assert wanted - set(listed_keys(tmp_path / "keychain.json")) == set()


def test_no_used_value_that_another_program_keeps_is_lost(tmp_path: Path) -> None:
    work = """
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
history = ValueHistory(folder / "values.sqlite")
for number in range(count):
    history.add(ArgumentsPlace("server", "tools", "echo"), f'{{"message": "{me}-{number}"}}')
history.close()
assert history.note == "", history.note
"""
    run_together(tmp_path, work)
    history = ValueHistory(tmp_path / "values.sqlite")
    assert len(history.values(ArgumentsPlace("server", "tools", "echo"))) == PROGRAMS * EACH
    history.close()


def test_the_lock_of_a_program_that_died_is_free(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    code = """
import os, sys
from pathlib import Path
from inspector.core.storage.shared_files import locked
with locked(Path(sys.argv[1])):
    sys.stdout.write("held\\n"); sys.stdout.flush()
    os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=60)
    assert done.stdout == "held\n" and done.returncode != 0
    with locked(path, 0):
        assert path.with_name(".servers.json.lock").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_holds_on_is_waited_for_and_then_told_of(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    code = """
import sys
from pathlib import Path
from inspector.core.storage.shared_files import locked
with locked(Path(sys.argv[1])):
    sys.stdout.write("held\\n"); sys.stdout.flush()
    sys.stdin.readline()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(TimeoutError, match="another instance"), locked(path, 0.05):
            pass
        other.stdin.write("\n")
        other.stdin.flush()
        with locked(path):
            pass
    assert other.returncode == 0


def test_it_may_be_entered_again_inside(tmp_path: Path) -> None:
    with locked(tmp_path / "a"), locked(tmp_path / "a", 0), locked(tmp_path / "b", 0):
        pass


def test_what_changed_elsewhere_is_taken_over_and_what_changed_here_stays(tmp_path: Path) -> None:
    one, other = Settings.load(tmp_path / "s.json"), Settings.load(tmp_path / "s.json")
    one.theme, one.zoom = "dark", 120
    one.save()
    other.zoom = 150  # not saved yet
    assert other.refresh() == ["theme"]
    assert (other.theme, other.zoom) == ("dark", 150)
    other.save()
    assert one.refresh() == ["zoom"]
    assert one.refresh() == []
    one.theme = "system"
    one.save()
    assert other.refresh() == ["theme"]
    assert Settings.load(tmp_path / "s.json").changed() == {"zoom": 150}


def test_a_server_changed_added_or_removed_elsewhere_is_so_here(tmp_path: Path) -> None:
    one, other = Profiles(tmp_path / "servers.json"), Profiles(tmp_path / "servers.json")
    one.add(Profile("a", StdioTarget("a")))
    one.add(Profile("b", StdioTarget("b")))
    one.save()
    assert other.refresh() and other.names() == ["a", "b"]
    assert not other.refresh()
    other.replace("a", Profile("a", StdioTarget("other")))
    other.remove("b")
    other.add(Profile("c", StdioTarget("c")))
    other.save()
    assert one.refresh()
    assert {profile.name: profile.target for profile in one} == {
        "a": StdioTarget("other"), "c": StdioTarget("c")
    }  # fmt: skip


def test_what_another_program_wrote_in_between_shows_up_after_our_own_save(tmp_path: Path) -> None:
    one, other = Profiles(tmp_path / "servers.json"), Profiles(tmp_path / "servers.json")
    one.add(Profile("a", StdioTarget("a")))
    one.save()
    other.add(Profile("b", StdioTarget("b")))
    other.save()
    assert other.refresh()
    assert other.names() == ["b", "a"]


def test_nothing_that_programs_write_later_and_beside_is_lost(tmp_path: Path) -> None:
    work = """
import asyncio
from inspector.core.storage.deferred_writer import DeferredWriter
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.transport import StdioTarget

async def main():
    later = DeferredWriter(asyncio.get_running_loop())
    profiles, settings = Profiles(folder / "servers.json"), Settings.load(folder / "settings.json")
    profiles.load()
    for number in range(count):
        profiles.add(Profile(f"{me}-{number}", StdioTarget("true", (), {})))
        settings.unknown[f"{me}-{number}"] = number
        later.save(profiles, None, 0)
        later.save(settings, None, 0)
        await asyncio.sleep(0.002 * (number % 4))
        profiles.refresh()
        settings.refresh()
    await later.flush(60)

asyncio.run(main())
"""
    run_together(tmp_path, work)
    wanted = {f"{me}-{number}" for me in range(PROGRAMS) for number in range(EACH)}
    profiles = Profiles(tmp_path / "servers.json")
    assert profiles.load() == []
    assert wanted ^ set(profiles.names()) == set()
    assert wanted ^ set(Settings.load(tmp_path / "settings.json").unknown) == set()


def test_a_file_system_without_locks_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(path: Path) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(shared_files.FileLock, "take", none)
    with locked(tmp_path / "a.json"):
        pass

    def denied(path: Path) -> None:
        raise OSError(errno.EACCES, "denied")

    monkeypatch.setattr(shared_files.FileLock, "take", denied)
    with pytest.raises(OSError, match="denied"), locked(tmp_path / "a.json"):
        pass


@pytest.mark.parametrize(
    ("before", "ours", "theirs", "made"),
    [
        ({"a": 1}, {"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"a": 3}, {"a": 2}, {"a": 3}),
        ({"a": 1}, {}, {"a": 1, "b": 2}, {"b": 2}),
        ({"a": 1}, {"a": 1}, {}, {}),
        ({}, {"a": 1}, {"b": 2}, {"b": 2, "a": 1}),
    ],
)
def test_of_two_changes_ours_counts_where_we_changed_something(
    before: dict[str, int], ours: dict[str, int], theirs: dict[str, int], made: dict[str, int]
) -> None:
    assert merged_values(before, ours, theirs) == made
