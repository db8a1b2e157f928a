"""When a server was last used."""

from __future__ import annotations

from pathlib import Path

from inspector.core.storage.last_used import LastUsed


def test_it_is_remembered_from_one_start_to_the_next(tmp_path: Path) -> None:
    uses = LastUsed(tmp_path / "last_used.json")
    uses.used("a", 1000.7)
    uses.used("b", 2000)
    again = LastUsed(tmp_path / "last_used.json")
    assert (again.at("a"), again.at("b"), again.at("c")) == (1000, 2000, 0)


def test_it_follows_a_new_name_and_goes_with_the_server(tmp_path: Path) -> None:
    uses = LastUsed(tmp_path / "last_used.json")
    uses.used("a", 1000)
    uses.renamed("a", "z")
    uses.renamed("unknown", "y")
    assert (uses.at("a"), uses.at("z"), uses.at("y")) == (0, 1000, 0)
    uses.forget("z")
    assert LastUsed(tmp_path / "last_used.json").at("z") == 0


def test_a_broken_file_and_strange_values_cost_nothing(tmp_path: Path) -> None:
    file = tmp_path / "last_used.json"
    file.write_text('{"a": "yesterday", "b": true, "c": 5}')
    uses = LastUsed(file)
    assert (uses.at("a"), uses.at("b"), uses.at("c")) == (0, 0, 5)
    file.write_text("{")
    assert LastUsed(file).at("c") == 0


def test_what_another_copy_of_the_program_noted_shows_up(tmp_path: Path) -> None:
    path = tmp_path / "last_used.json"
    one, two = LastUsed(path), LastUsed(path)
    two.used("a", 7)
    assert one.at("a") == 0
    one.refresh()
    assert one.at("a") == 7
    one.refresh()
    assert one.at("a") == 7


def test_a_server_that_keeps_its_name_or_was_never_used_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "last_used.json"
    written: list[float] = []
    last = LastUsed(path, lambda used: written.append(used.at("a")))
    last.used("a", 7.9)
    last.renamed("a", "a")
    last.renamed("b", "c")
    last.forget("b")
    assert written == [7]
    last.forget("a")
    assert written == [7, 0]
