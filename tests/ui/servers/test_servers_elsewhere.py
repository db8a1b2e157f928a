"""Another copy of the program changed the list: what becomes of the rows here."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.transport import StdioTarget
from inspector.ui.servers.server import Server
from inspector.ui.servers.servers_elsewhere import taken_over


def profile(name: str, command: str = "true", **more: Any) -> Profile:
    return Profile(name, StdioTarget(command), **more)


def row(name: str, state: str = "", saved: bool = True, command: str = "true") -> Server:
    inbox: Any = SimpleNamespace(own_roots=None)
    client: Any = SimpleNamespace(state=state) if state else None
    return Server(profile(name, command), inbox, saved, client=client)


def taken(folder: Path, kept: list[Profile], *rows: Server) -> tuple[dict[str, Server], set[str]]:
    profiles = Profiles(folder / "servers.json")
    for one in kept:
        profiles.add(one)
    here = {one.profile.name: one for one in rows}

    def insert(made: Profile, saved: bool) -> None:
        here[made.name] = row(made.name, saved=saved)

    return taken_over(profiles, here, insert)


def test_new_ones_come_in_the_order_of_the_file_and_unsaved_ones_stay_below(tmp_path: Path) -> None:
    extra = row("extra", saved=False)
    rows, changed = taken(tmp_path, [profile("b"), profile("a")], extra, row("a"))
    assert list(rows) == ["b", "a", "extra"]
    assert (rows["b"].saved, rows["extra"].saved, changed) == (True, False, set())


@pytest.mark.parametrize("state", ["connected", "connecting", "closing"])
def test_one_removed_elsewhere_stays_while_it_is_connected_here(tmp_path: Path, state: str) -> None:
    live = row("live", state)
    rows, _ = taken(tmp_path, [profile("a")], row("a"), live, row("idle", "closed"), row("new"))
    assert list(rows) == ["a", "live"]
    assert not live.saved and rows["a"].saved


def test_one_changed_elsewhere_is_told_and_has_its_roots(tmp_path: Path) -> None:
    here, same = row("a", "failed"), row("b")
    rows, changed = taken(tmp_path, [profile("a", roots=("/x",)), profile("b")], here, same)
    assert changed == {"a"} and rows["a"] is here
    assert here.profile.roots == ("/x",) and here.inbox.own_roots == ("/x",)
    assert here.client is not None  # the target is the same: what was typed and got stays


@pytest.mark.parametrize(("state", "stays"), [("connected", True), ("failed", False)])
def test_another_target_ends_what_is_left_of_a_connection_but_no_live_one(
    tmp_path: Path, state: str, stays: bool
) -> None:
    here = row("a", state)
    taken(tmp_path, [profile("a", "other")], here)
    assert (here.client is not None) is stays
    assert here.profile.target == StdioTarget("other")


def test_a_row_of_this_program_alone_is_not_changed_by_a_saved_one_of_its_name(tmp_path: Path) -> None:
    own = row("a", saved=False)
    rows, changed = taken(tmp_path, [profile("a", "other")], own)
    assert rows["a"] is own and own.profile.target == StdioTarget("true") and changed == set()
