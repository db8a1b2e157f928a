"""A file of ours that is broken, newer or out of reach stops nobody, and is never thrown away."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from inspector.core.client.kept_tasks import KeptTasks
from inspector.core.client.task_entry import TaskEntry
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage import plain_files
from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.core.storage.keychain import listed_keys
from inspector.core.storage.last_used import LastUsed
from inspector.core.storage.saved_filters import FilterBook, SavedFilter
from inspector.core.storage.settings import Settings
from inspector.core.storage.shared_files import SharedObject
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
from inspector.errors import InspectorError, SecretsUnavailable, UsageError
from inspector.protocol.tasks import CORE
from inspector.transport import StdioTarget

# Each reads its file, changes something, writes it, and gives back what it has to say.


def _settings(path: Path) -> list[str]:
    loaded = Settings.load(path)
    loaded.zoom = 130
    loaded.save()
    return loaded.notes


def _servers(path: Path) -> list[str]:
    profiles = Profiles(path)
    notes = list(profiles.load())
    profiles.add(Profile("new", StdioTarget("new")))
    profiles.save()
    return notes


def _filters(path: Path) -> list[str]:
    book = FilterBook(path)
    notes = list(book.notes)
    book.change((*book.filters, SavedFilter("new", "is:error")))
    book.writing().now()
    return notes


def _uses(path: Path) -> list[str]:
    uses = LastUsed(path)
    uses.used("new", 5)
    return uses.notes


def _tasks(path: Path) -> list[str]:
    kept = KeptTasks(path)
    kept.note("new", Profile("new", StdioTarget("new")), TaskEntry("t", CORE))
    return kept.notes


def _window(path: Path) -> list[str]:
    shared = SharedObject(path)
    data = shared.read()
    notes = list(shared.notes)
    shared.write({**data, "server": "new"})
    return notes


VALID: Final[dict[str, dict[str, Any]]] = {
    "settings.json": {"theme": "dark", "zoom": 120, "roots": ["/a"], "of a newer version": {"x": [1]}},
    "servers.json": {
        "mcpServers": {"a": {"command": "a", "args": ["x"], "newer": 1}, "b": {"url": "http://b"}},
        "newer": {"x": [1]},
    },
    "filters.json": {"filters": [{"name": "a", "filter": "is:error", "newer": 1}, {"kind": 2}], "newer": 1},
    "last_used.json": {"a": 1000, "b": 2000, "newer": {"x": 1}},
    "tasks.json": {
        "a: t": {
            "server": "a",
            "place": "p",
            "id": "t",
            "form": CORE,
            "tool": "",
            "created": "",
            "ttl_ms": None,
            "has_ttl": False,
            "seen": 5,
        },
        "newer": {"x": 1},
    },
    "window.json": {"server": "a", "live": {"geometry": "AAAA", "docks": "AAAA"}, "newer": 1},
}
USES: Final[dict[str, Callable[[Path], list[str]]]] = {
    "settings.json": _settings,
    "servers.json": _servers,
    "filters.json": _filters,
    "last_used.json": _uses,
    "tasks.json": _tasks,
    "window.json": _window,
}
QUIET: Final = ("last_used.json", "tasks.json")
every_file = pytest.mark.parametrize("name", sorted(VALID))


@every_file
def test_cut_off_at_any_byte_it_is_put_aside_whole_and_said_in_one_sentence(
    name: str, tmp_path: Path
) -> None:
    data = json.dumps(VALID[name], indent=1).encode()
    for cut in range(len(data)):
        folder = tmp_path / str(cut)
        folder.mkdir()
        path = folder / name
        path.write_bytes(data[:cut])
        [note] = USES[name](path)
        [aside] = folder.glob(f"{name}.broken-*")
        assert aside.read_bytes() == data[:cut]
        assert aside.name in note
        assert USES[name](path) == []


@every_file
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
    max_examples=60,
)
@given(data=strategies.binary(max_size=80))
def test_any_bytes_in_it_stop_nobody_and_stay(name: str, data: bytes, tmp_path: Path) -> None:
    for left in tmp_path.glob("*"):
        left.unlink()
    path = tmp_path / name
    path.write_bytes(data)
    notes = USES[name](path)
    if notes:
        assert data in [aside.read_bytes() for aside in tmp_path.glob("*.broken-*")]


def _wrong() -> Iterator[Any]:
    yield from (None, True, 0, -1, 1e400, 10**30, "", "\ud800", [], [[]], {}, {"": None}, "x" * 10_000)


@every_file
def test_values_of_any_type_stop_nobody(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for key in (*VALID[name], "unknown"):
        for value in _wrong():
            path.write_text(json.dumps({**VALID[name], key: value}))
            try:
                USES[name](path)
            except UsageError as error:
                assert name == "servers.json" and "fix or remove it first" in str(error)
                assert json.loads(path.read_text())["mcpServers"] == json.loads(json.dumps(value))


@every_file
def test_what_a_newer_version_wrote_beside_ours_is_kept(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(VALID[name]))
    USES[name](path)
    kept = json.loads(path.read_text())
    for key in ("newer", "of a newer version"):
        assert kept.get(key) == VALID[name].get(key)
    if name == "filters.json":
        assert kept["filters"][0] == VALID[name]["filters"][0]
        assert {"kind": 2} in kept["filters"]
    if name == "servers.json":
        assert kept["mcpServers"]["a"] == VALID[name]["mcpServers"]["a"]


@every_file
def test_a_folder_in_its_place_is_said_and_left_alone(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.mkdir()
    (path / "mine").write_text("x")
    try:
        notes = USES[name](path)
        assert "Make it readable, or move it away" in notes[0]
    except OSError:
        assert name not in QUIET  # who saves tells it to the user
    assert (path / "mine").read_text() == "x"
    assert [one.name for one in tmp_path.iterdir()] == [name]


@every_file
def test_one_that_may_not_be_read_is_never_written_over(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(VALID[name]))
    read = Path.read_bytes

    def forbidden(self: Path) -> bytes:
        if self == path:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    try:
        USES[name](path)
    except OSError as error:
        assert error.errno == errno.EACCES
    monkeypatch.undo()
    assert json.loads(path.read_text()) == VALID[name]


@every_file
@pytest.mark.parametrize("why", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_takes_nothing_leaves_the_old_file_whole(
    name: str, why: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(VALID[name]))

    def refused(_handle: int) -> None:
        raise OSError(why, os.strerror(why))

    monkeypatch.setattr(plain_files.os, "fsync", refused)
    try:
        USES[name](path)
        assert name in QUIET
    except OSError as error:
        assert error.errno == why
    assert json.loads(path.read_text()) == VALID[name]
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_cut_off_at_any_byte_the_file_of_secrets_says_so_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "secrets.encrypted"
    store = EncryptedStore(path)
    store.unlock("open sesame")
    store.set("key", "value")
    data = path.read_bytes()
    for cut in range(0, len(data), 7):
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(data[:cut])
        with pytest.raises(SecretsUnavailable):
            EncryptedStore(path).unlock("open sesame")
        assert data[:cut] in [one.read_bytes() for one in tmp_path.iterdir()]
    assert listed_keys(path) == []


@pytest.mark.parametrize("content", [{"version": 2}, {"version": 1, "salt": 5, "data": []}, {"version": [1]}])
def test_secrets_of_a_newer_version_or_of_no_sense_are_left_alone(content: Any, tmp_path: Path) -> None:
    path = tmp_path / "secrets.encrypted"
    path.write_text(json.dumps(content))
    with pytest.raises(SecretsUnavailable):
        EncryptedStore(path).unlock("open sesame")
    assert json.loads(path.read_text()) == content


def test_cut_off_at_any_page_the_history_of_values_begins_anew(tmp_path: Path) -> None:
    place = ArgumentsPlace("server", "tools", "echo")
    whole = tmp_path / "whole.sqlite"
    history = ValueHistory(whole)
    for number in range(200):
        history.add(place, json.dumps({"text": f"{number}" * 50}))
    history.close()
    data = whole.read_bytes()
    for cut in range(0, len(data), 512):
        folder = tmp_path / str(cut)
        folder.mkdir()
        path = folder / "values.sqlite"
        path.write_bytes(data[:cut])
        history = ValueHistory(path)
        history.values(place)
        history.add(place, '{"new": 1}')
        history.add(place, '{"newer": 1}')
        assert '{"newer": 1}' in [one.arguments for one in history.values(place)], cut
        history.close()
        if cut:
            assert data[:cut] in [one.read_bytes() for one in folder.glob("*.broken-*")] or not list(
                folder.glob("*.broken-*")
            )


def test_a_history_of_a_newer_version_or_a_folder_costs_the_memory_and_is_said(tmp_path: Path) -> None:
    place = ArgumentsPlace("server", "tools", "echo")
    newer = tmp_path / "values.sqlite"
    connection = sqlite3.connect(newer)
    connection.execute("create table value (other text)")
    connection.commit()
    connection.close()
    (tmp_path / "folder").mkdir()
    for path in (newer, tmp_path / "folder"):
        history = ValueHistory(path)
        history.add(place, "{}")
        assert [one.arguments for one in history.values(place)] == ["{}"]
        assert str(path) in history.note
        history.close()
    assert newer.exists()


def test_a_session_file_of_a_newer_version_is_refused_with_the_way_out(tmp_path: Path) -> None:
    from inspector.trace.journal import Journal

    path = tmp_path / "a.mcptrace"
    Journal.create(path).close()
    data = bytearray(path.read_bytes())
    data[60:64] = (999).to_bytes(4, "big")
    path.write_bytes(data)
    with pytest.raises(UsageError, match=r"newer version.*update this program"):
        Journal.open(path)
    assert path.read_bytes() == data


def test_a_session_file_cut_off_anywhere_is_refused_or_read(tmp_path: Path) -> None:
    from inspector.trace.journal import Journal

    whole = tmp_path / "whole.mcptrace"
    Journal.create(whole).close()
    data = whole.read_bytes()
    path = tmp_path / "cut.mcptrace"
    for cut in [*range(200), *range(200, len(data), 997)]:
        path.write_bytes(data[:cut])
        try:
            Journal.open(path).close()
        except InspectorError as error:
            assert "cut.mcptrace" in str(error)
        assert path.read_bytes() == data[:cut]
