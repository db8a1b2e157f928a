"""The strip after a restart: why, what the pinned calls gave, and the way to each difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton

from inspector.core.client.item_calls import ItemCall
from inspector.core.client.pinned_calls import Rerun
from inspector.ui.windows.rerun_notices import RerunNotices
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.strips import Strips

pytestmark = pytest.mark.gui
STRIP = "reruns_notice"


class Window(QObject):
    """What the strip asks of the others."""

    ran = Signal(str, object, object)

    def __init__(self) -> None:
        super().__init__()
        self.state = "connected"
        self.chosen: list[str] = []
        self.records: list[int] = []
        self.pairs: list[tuple[int, int]] = []

    def get(self, name: str) -> Window | None:
        return self if name == "a" else None

    def select(self, what: Any) -> None:
        (self.chosen if isinstance(what, str) else self.records).append(what)

    async def compare_calls(self, before: int, after: int) -> None:
        self.pairs.append((before, after))


class Bench:
    def __init__(self) -> None:
        self.strips = Strips()
        self.window: Any = Window()
        self.notices = RerunNotices(
            self.window, self.window, self.window, self.window, self.strips, self.strips.window
        )

    def tell(self, *reruns: Rerun, files: tuple[Path, ...] = (), name: str = "a") -> str:
        self.window.ran.emit(name, files, list(reruns))
        return self.strips.text(STRIP)


def rerun(verdict: str, title: str = "say", before: int = 3, after: int = 8) -> Rerun:
    return Rerun(ItemCall("tools", title, "{}"), title, verdict, before, after)


@pytest.fixture
def bench(qloop: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.strips.window.close()


def test_the_file_that_still_is_there_names_the_cause(bench: Bench, tmp_path: Path) -> None:
    there, gone = tmp_path / "server.py", tmp_path / ".swap"
    there.touch()
    assert bench.tell() == "a was restarted: a file changed."
    assert bench.tell(files=(there,)) == "a was restarted: server.py changed."
    assert bench.tell(files=(gone, there)) == "a was restarted: server.py and 1 more changed."
    assert bench.strips.roles[-1] == (STRIP, "ok") and bench.strips.buttons(STRIP) == []
    bench.strips.press("reruns_close", STRIP)
    assert bench.strips.text(STRIP) == ""


@pytest.mark.parametrize("gone", [True, False])
def test_a_server_that_does_not_come_back_is_an_error_with_a_way_to_it(bench: Bench, gone: bool) -> None:
    bench.window.state = "failed"
    name = "b" if gone else "a"
    assert bench.tell(rerun("same"), name=name) == f"{name} no longer starts since a file changed."
    assert bench.strips.roles == [(STRIP, "error")]
    bench.strips.press("reruns_select", STRIP)
    assert bench.window.chosen == [name]
    bench.strips.press("reruns_close", STRIP)
    assert bench.strips.text(STRIP) == ""


@pytest.mark.parametrize(
    ("verdict", "words", "role", "shown"),
    [
        ("broke", "1 broke", "error", True),
        ("changed", "1 changed", "warning", True),
        ("mended", "1 fixed", "warning", True),
        ("same", "1 same", "ok", False),
        ("first", "1 new", "ok", False),
        ("skipped", "1 skipped (destructive)", "ok", False),
    ],
)
def test_one_pinned_call(bench: Bench, verdict: str, words: str, role: str, shown: bool) -> None:
    assert bench.tell(rerun(verdict)).endswith(f"changed. Pinned calls: {words}.")
    assert bench.strips.roles == [(STRIP, role)]
    assert bench.strips.buttons(STRIP) == (["reruns_show"] if shown else [])


def test_one_difference_is_compared_and_one_without_a_before_is_selected(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.tell(rerun("changed"), rerun("same"))
        bench.strips.press("reruns_show", STRIP)
        await until(lambda: bench.window.pairs == [(3, 8)])
        bench.tell(rerun("broke", before=0))
        bench.strips.press("reruns_show", STRIP)
        assert bench.window.records == [8] and bench.window.pairs == [(3, 8)]

    arun(main())


def test_several_differences_are_in_a_menu_the_worst_first(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        many = [rerun("broke", "R&D"), rerun("changed", "list", 4, 9), rerun("changed", "gone", 5, 0)]
        text = bench.tell(*many, rerun("same"), rerun("same"))
        assert text.endswith("Pinned calls: 1 broke, 2 changed, 2 same.")
        assert bench.strips.roles == [(STRIP, "error")]
        menu = the(bench.strips.window, QPushButton, "reruns_show").menu()
        assert menu is not None
        assert [one.text() for one in menu.actions()] == ["R&&D broke", "list changed"]
        menu.actions()[1].trigger()
        await until(lambda: bench.window.pairs)
        assert bench.window.pairs == [(4, 9)]

    arun(main())
