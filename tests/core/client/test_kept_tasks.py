"""Tasks that ran when the program ended are known at its next start."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.client.kept_tasks import LONGEST_ID, MOST_EACH, KeptTasks
from inspector.core.client.task_entry import TaskEntry
from inspector.core.servers.profiles import Profile
from inspector.protocol.tasks import EXTENSION
from inspector.transport import HttpTarget

PROFILE = Profile("a", HttpTarget("http://localhost:1/mcp", headers={"Authorization": "Bearer hush"}))
MINUTE_NS = 60_000_000_000


def running(task_id: str = "t", seen_ns: int = 10 * MINUTE_NS) -> TaskEntry:
    return TaskEntry(
        task_id,
        EXTENSION,
        target="slow",
        seen_ns=seen_ns,
        status="working",
        message="half done with hush",
        created="1970-01-01T00:05:00Z",
        ttl_ms=60_000 * 20,
        has_ttl=True,
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tasks.json"


def test_a_running_task_comes_back_with_its_time_from_its_creation(file: Path) -> None:
    KeptTasks(file).note("a", PROFILE, running())
    [entry] = KeptTasks(file).of("a", PROFILE)
    assert (entry.id, entry.form, entry.target, entry.restored) == ("t", EXTENSION, "slow", True)
    assert (entry.seen_ns, entry.began_ns) == (10 * MINUTE_NS, 5 * MINUTE_NS)
    assert entry.expires_ns == 25 * MINUTE_NS
    assert entry.status == "" and not entry.settled  # the server is asked


def test_nothing_of_a_message_an_argument_or_a_secret_is_in_the_file_and_others_cannot_read_it(
    file: Path,
) -> None:
    KeptTasks(file).note("a", PROFILE, running())
    assert "hush" not in file.read_text() and "localhost" not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


def test_what_has_ended_what_is_unknown_and_what_is_removed_is_forgotten(file: Path) -> None:
    kept = KeptTasks(file)
    for name in ("ended", "unknown", "removed", "left"):
        kept.note("a", PROFILE, running(name))
    kept.note("a", PROFILE, replace(running("ended"), status="completed"))
    kept.note("a", PROFILE, replace(running("unknown"), settled=True))
    kept.forget("a", "removed")
    assert [entry.id for entry in KeptTasks(file).of("a", PROFILE)] == ["left"]


def test_an_id_is_given_only_to_the_place_that_gave_it(file: Path) -> None:
    kept = KeptTasks(file)
    kept.note("a", PROFILE, running())
    elsewhere = replace(PROFILE, target=HttpTarget("http://localhost:2/mcp"))
    assert kept.of("a", elsewhere) == [] and kept.of("b", PROFILE) == []
    assert len(kept.of("a", PROFILE)) == 1


def test_it_follows_a_new_name_and_goes_with_the_server(file: Path) -> None:
    kept = KeptTasks(file)
    kept.note("a", PROFILE, running())
    kept.renamed("a", "z")
    assert [len(KeptTasks(file).of(name, PROFILE)) for name in "az"] == [0, 1]
    kept.removed("z")
    assert json.loads(file.read_text()) == {}


def test_only_the_newest_of_a_server_are_kept_and_no_endless_id(file: Path) -> None:
    kept = KeptTasks(file)
    for number in range(MOST_EACH + 5):
        kept.note("a", PROFILE, running(str(number), seen_ns=(number + 1) * MINUTE_NS))
    kept.note("a", PROFILE, running("x" * (LONGEST_ID + 1)))
    assert [entry.id for entry in kept.of("a", PROFILE)] == [str(n) for n in range(5, MOST_EACH + 5)]


def test_two_programs_keep_the_tasks_of_both(file: Path) -> None:
    first, second = KeptTasks(file), KeptTasks(file)
    first.note("a", PROFILE, running("one"))
    second.note("a", PROFILE, running("two"))
    second.note("a", PROFILE, replace(running("two"), status="failed"))
    assert [entry.id for entry in KeptTasks(file).of("a", PROFILE)] == ["one"]


@pytest.mark.parametrize(
    "wrong", [{"seen": -1}, {"seen": True}, {"id": 7}, {"form": "x"}, {"ttl_ms": "long"}]
)
def test_what_is_not_as_we_write_it_is_left_alone(file: Path, wrong: dict[str, object]) -> None:
    KeptTasks(file).note("a", PROFILE, running())
    found = json.loads(file.read_text())
    [key] = found
    found[key] |= wrong
    file.write_text(json.dumps({**found, "newer": [1]}))
    kept = KeptTasks(file)
    assert kept.of("a", PROFILE) == []
    kept.note("a", PROFILE, running("other"))
    assert json.loads(file.read_text()).keys() >= {key, "newer"}
