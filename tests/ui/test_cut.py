"""Nothing visible is cut: in Korean in the smallest and a usual window, and in a language 40 % longer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector import translation
from inspector.ui.locale import language
from inspector.ui.widgets.controls import Elided
from tests.conftest import ROOT, Runner
from tests.ui import pseudo
from tests.ui.cut import cut_texts
from tests.ui.live import live
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui


@pytest.fixture
def spoken(request: pytest.FixtureRequest) -> Iterator[None]:
    """Korean, or every text in brackets; English again afterwards."""
    if request.param == "ko":
        if not (ROOT / "resources" / "translations" / "mcpdi_ko.qm").exists():
            pytest.skip("mcpdi_ko.qm is not compiled: run packaging/dev.py translations --compile")
        language.install("ko")
        yield
        language.install("en")
        translation.install(None)
    else:
        end = pseudo.speak(pseudo.Pseudo())
        yield
        end()


@pytest.mark.parametrize(
    ("spoken", "width", "height"),
    [("ko", 1024, 640), ("ko", 1280, 800), ("longer", 1280, 800)],
    indirect=["spoken"],
)
def test_nothing_visible_is_cut(spoken: None, arun: Runner, tmp_path: Path, width: int, height: int) -> None:
    cut: dict[str, str] = {}

    async def walk() -> None:
        async with live(tmp_path) as it:
            it.window.resize(width, height)
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    for _ in range(5):  # layouts settle
                        await asyncio.sleep(0.01)
                    cut.update(dict.fromkeys(cut_texts(window), name))

    arun(walk())
    assert not cut, "\n".join(f"{name}: {what}" for what, name in cut.items())


@pytest.mark.parametrize("kind", [QLabel, QPushButton, QCheckBox])
def test_text_without_room_is_found(qtbot: QtBot, kind: type[QLabel | QPushButton | QCheckBox]) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    shown = kind("A text that is rather long", window)
    with qtbot.waitExposed(window):
        window.show()
    shown.resize(shown.sizeHint())
    assert not list(cut_texts(window))
    shown.resize(shown.sizeHint().width() // 2, shown.height())
    assert len(list(cut_texts(window))) == 1


def test_shortened_text_has_all_of_it_in_its_tooltip(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    label = Elided("short", parent=window)
    label.resize(100, 20)
    with qtbot.waitExposed(window):
        window.show()
    assert not label.toolTip()
    label.setText("A text that became rather long while nobody changed the size")
    assert "rather long" in label.toolTip()
    assert not list(cut_texts(window))
