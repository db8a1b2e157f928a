"""Nothing moves by itself for who does not want it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QProgressBar
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import motion


@pytest.fixture(autouse=True)
def as_before(qapp: QApplication) -> Iterator[None]:
    yield
    motion.install("full")


def test_bars_rest_and_cursors_do_not_blink(qtbot: QtBot, qapp: QApplication) -> None:
    bar = QProgressBar()
    qtbot.addWidget(bar)
    motion.install("full")
    blinking = qapp.cursorFlashTime()
    motion.busy(bar)
    assert (bar.minimum(), bar.maximum()) == (0, 0) and blinking > 0
    motion.install("reduced")
    motion.busy(bar)
    assert (bar.maximum(), bar.value()) == (1, 1) and motion.is_calm()
    assert qapp.cursorFlashTime() == 0
    motion.install("full")
    assert qapp.cursorFlashTime() == blinking and not motion.is_calm()


def test_menus_fade_again_when_they_may(qapp: QApplication) -> None:
    menus, all_of_them = Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_General
    before = qapp.isEffectEnabled(menus), qapp.isEffectEnabled(all_of_them)
    qapp.setEffectEnabled(all_of_them, True)
    qapp.setEffectEnabled(menus, True)
    motion._state.cache_clear()
    motion.install("reduced")
    assert not qapp.isEffectEnabled(menus)
    motion.install("full")
    assert qapp.isEffectEnabled(menus)
    qapp.setEffectEnabled(menus, before[0])
    qapp.setEffectEnabled(all_of_them, before[1])
    motion._state.cache_clear()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the files of GTK and KDE")
@pytest.mark.parametrize(
    ("name", "text", "calm"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("kdeglobals", "no file of settings", False),
    ],
)
def test_what_the_system_was_asked_for_counts(
    name: str, text: str, calm: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    kept = tmp_path / ".config" / name
    kept.parent.mkdir(parents=True)
    kept.write_text(text)
    assert motion.system_is_calm() is calm
    motion.install("system")
    assert motion.is_calm() is calm
