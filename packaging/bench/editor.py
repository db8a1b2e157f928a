"""The JSON editor: keys in 300 KB at three places, opening 10 KB to 1 MB, completion, checks, a 2 MB paste.

A key is measured from the key press to the end of the repaint that follows it, with squiggles, brackets,
line numbers and folds as a user has them; every sixth key waits until the checks behind it are done, and
the longest stall of those is a figure of its own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from _measure import Gaps, median, missed, percentile, row

KEY_MS, COMPLETION_MS, STALL_MS = 16.0, 10.0, 50.0
OPEN_MS = {10: 30.0, 100: 81.0, 300: 250.0, 1000: 1000.0}
"""What a text box with a plain highlighter needs (forms.md, B1): ours is to stay below it."""
KEYS = 60
SCHEMA = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "required": ["id", "text"],
        "properties": {
            "id": {"type": "integer", "maximum": 10},
            "text": {"type": "string"},
            "mode": {"enum": ["fast", "exact", "off"]},
            **{f"option{n}": {"type": "boolean", "description": f"The option {n}"} for n in range(60)},
        },
    },
}


def document(size_kb: int) -> str:
    """Rows as a tool gives them, with what the editor marks: double keys, large numbers, half pairs."""
    rows = []
    size = number = 0
    while size < size_kb * 1000 - 40:
        odd = ', "id": 9007199254740993' if number % 50 == 0 else ""
        text = f'  "row {number}": {{\n    "id": {number}, "text": "some words of text 가 \\n"{odd},\n'
        text += '    "ratio": 0.5\n  }'
        rows.append(text)
        size += len(text.encode()) + 2
        number += 1
    return "{\n" + ",\n".join(rows) + "\n}"


cpu: list[float] = []
"""Milliseconds of the processor for each work since the last `figure`: it says more on a busy machine."""


def timed(work: Callable[[], Any]) -> float:
    """Milliseconds."""
    started, worked = time.perf_counter(), time.process_time()
    work()
    cpu.append((time.process_time() - worked) * 1000)
    return (time.perf_counter() - started) * 1000


def figure(name: str, value: float, target: float | None = None, share: float = 0.95) -> None:
    """A row, with the processor time of the same work beside it."""
    row(name, value, "ms", target, f"cpu {percentile(cpu, share):.1f}")
    cpu.clear()


class Bench:
    """One window with an editor."""

    def __init__(self) -> None:
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        from inspector.ui.json.editor.editor import JsonEditor
        from inspector.ui.widgets import theme

        found = QApplication.instance()
        self.app = found if isinstance(found, QApplication) else QApplication(sys.argv[:1])
        theme.install(self.app, "light")
        self.wait = QTest.qWait
        self.made = JsonEditor
        self.editor = self.fresh()

    def fresh(self) -> Any:
        """An empty editor on the screen."""
        editor = self.made()
        editor.set_schema(SCHEMA)
        editor.resize(900, 700)
        editor.show()
        editor.activateWindow()
        editor.edit.setFocus()
        self.wait(30)
        return editor

    def renew(self) -> None:
        """Another one, when the old one has come to rest."""
        self.calm()
        self.editor.close()
        self.editor.deleteLater()
        self.editor = self.fresh()

    def paint(self) -> None:
        """All that is due to be painted."""
        self.app.processEvents()
        self.app.processEvents()

    def calm(self) -> None:
        """Wait until nothing is checked any more."""
        self.wait(200)
        while self.editor._checking._slices.running or self.editor._checking._repairing.running:
            self.wait(10)

    def opening(self) -> None:
        """From the text to the painted window."""
        for size, target in OPEN_MS.items():
            text = document(size)
            took = []
            for _ in range(3):
                self.renew()
                took.append(timed(lambda text=text: (self.editor.set_text(text), self.paint())))  # type: ignore[misc]  # bound in the loop
            figure(f"open {size} KB", median(took), target, 0.5)

    def keys(self, where: str, position: int) -> list[float]:
        """Type words, brackets and quotes at a place; p95 of a key and the longest stall behind it."""
        from PySide6.QtCore import Qt, QTimer
        from PySide6.QtTest import QTest

        edit = self.editor.edit
        edit.go_to(position)
        self.calm()
        took, gaps = [], Gaps()
        timer = QTimer()
        timer.timeout.connect(gaps.tick)
        letters = ' "ab": [1, {"c": 2}], '
        for number in range(KEYS):
            letter = letters[number % len(letters)]
            took.append(timed(lambda letter=letter: (QTest.keyClicks(edit, letter), self.paint())))  # type: ignore[misc]  # bound in the loop
            if number % 6 == 5:
                gaps.reset()
                timer.start(4)
                self.calm()
                timer.stop()
        for _ in range(KEYS):
            QTest.keyClick(edit, Qt.Key.Key_Backspace)
        self.calm()
        figure(f"key in 300 KB, {where}: p95", percentile(took, 0.95), KEY_MS)
        row(f"longest stall while it is checked, {where}", gaps.longest_ms, "ms", STALL_MS)
        return took

    def completion(self, text: str) -> None:
        """Ask at the end of the text, where the most is to be read."""
        editor = self.editor
        editor.edit.go_to(text.rindex('"ratio"'))
        editor._completion.ask()
        took = [timed(editor._completion.ask) for _ in range(10)]
        assert editor._completion._offered
        editor._completion.dismiss()
        figure("completion at the end of 300 KB", percentile(took, 0.95), COMPLETION_MS)
        took = [timed(lambda: editor._completion.about(text.rindex('"text"') + 3)) for _ in range(10)]
        figure("explanation at the end of 300 KB", percentile(took, 0.95), COMPLETION_MS)

    def folding(self) -> None:
        """All of 300 KB."""
        folds = self.editor.edit.folds
        figure("fold all of 300 KB", timed(lambda: (folds.fold_level(1), self.paint())))
        figure("unfold all", timed(lambda: (folds.unfold_all(), self.paint())))

    def layouts(self) -> None:
        """Format and minify; both are one change of the whole text."""
        figure("format 300 KB, painted", timed(lambda: (self.editor.format(), self.paint())))

    def paste(self) -> None:
        """2 MB: it is shown, not put into the text box."""
        from PySide6.QtCore import QMimeData

        self.renew()
        mime = QMimeData()
        mime.setText(document(2_400))
        took = timed(lambda: (self.editor.edit.insertFromMimeData(mime), self.paint()))
        figure("paste 2.4 MB, painted", took, STALL_MS)


def main() -> int:
    bench = Bench()
    print("the JSON editor, 900 x 700 px, offscreen")
    bench.opening()
    text = document(300)
    bench.renew()
    bench.editor.set_text(text)
    bench.calm()
    places = (("start", 2), ("middle", text.index("\n", len(text) // 2) + 1), ("end", len(text) - 2))
    every: list[float] = []
    for where, position in places:
        every += bench.keys(where, position)
    row("key in 300 KB, everywhere: p95", percentile(every, 0.95), "ms", KEY_MS)
    bench.completion(bench.editor.edit.text())
    bench.folding()
    bench.layouts()
    bench.paste()
    bench.editor.close()
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
