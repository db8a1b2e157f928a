"""The recent sessions: newest first, so many, without what is gone or kept by the program itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu

from inspector.trace import storage
from inspector.ui.session.window_state import WindowState
from inspector.ui.windows.recent_files import KEPT, KEY, REMEMBERED, RecentFiles

pytestmark = pytest.mark.gui


@pytest.fixture
def recent(tmp_path: Path, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[RecentFiles]:
    monkeypatch.setattr(storage, "sessions_folder", lambda: tmp_path / "own")
    monkeypatch.setattr(storage, "kept", list)
    yield RecentFiles(WindowState(tmp_path / "window.json"), lambda path: None)


def test_the_newest_stand_first_once_each_and_ten_at_most(recent: RecentFiles, tmp_path: Path) -> None:
    files = [tmp_path / f"{place}.mcptrace" for place in range(12)]
    for file in files:
        file.touch()
        recent.add(file)
    assert recent.paths() == files[:-11:-1] and len(recent.paths()) == REMEMBERED == 10
    recent.add(files[5])
    assert recent.paths()[:2] == [files[5], files[11]] and len(recent.paths()) == 10
    files[11].unlink()
    assert files[11] not in recent.paths()


def test_a_relative_place_is_kept_whole_and_our_own_are_left_out(
    recent: RecentFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own" / "kept").mkdir(parents=True)
    for name in ("a.mcptrace", "own/b.mcptrace", "own/kept/c.mcptrace"):
        (tmp_path / name).touch()
        recent.add(Path(name))
    assert recent.paths() == [tmp_path / "a.mcptrace"]


@pytest.mark.parametrize("kept", ["", "no JSON", "{}", '"a"', "[1, null]", '["/nowhere/a"]'])
def test_what_is_broken_or_gone_is_nothing(recent: RecentFiles, kept: str, tmp_path: Path) -> None:
    recent._state.set_text(KEY, kept)
    assert recent.paths() == []


def test_the_menu_lists_both_kinds_and_opens_what_is_chosen(
    recent: RecentFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu, opened = QMenu(), []
    recent._open = opened.append  # type: ignore[assignment]
    recent.fill(menu)
    assert [(one.text(), one.isEnabled()) for one in menu.actions()] == [("None yet", False)]
    file = tmp_path / "a & b.mcptrace"
    file.touch()
    recent.add(file)
    kept = [tmp_path / f"kept-{place}.mcptrace" for place in range(KEPT + 2)]
    for one in kept:
        one.write_bytes(b"x" * 1500)
    monkeypatch.setattr(storage, "kept", lambda: kept)
    recent.fill(menu)
    actions = menu.actions()
    assert actions[0].text() == f"a && b.mcptrace   {tmp_path}" and actions[1].isSeparator()
    assert actions[1].text() == "Not saved, kept for some days"
    assert len(actions) == 2 + KEPT and actions[2].text().endswith("   1.5 kB")
    actions[0].trigger()
    actions[-1].trigger()
    assert opened == [file, kept[KEPT - 1]]
