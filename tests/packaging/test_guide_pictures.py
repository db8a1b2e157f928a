"""The pictures of the user guide are taken of the real program, one for every page that wants one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtGui import QImage

ROOT: Final = Path(__file__).resolve().parents[2]
HELP: Final = ROOT / "resources" / "help"
LARGEST: Final = 120_000
_IMAGE: Final = re.compile(r"\]\(\.\./images/([\w-]+)\.png\)")


def named() -> set[str]:
    """What the pages show."""
    pages = [*HELP.glob("en/*.md"), *HELP.glob("ko/*.md")]
    return {name for page in pages for name in _IMAGE.findall(page.read_text("utf-8"))}


def problems(path: Path) -> list[str]:
    """What is wrong with a picture."""
    image = QImage(str(path))
    if image.isNull():
        return [f"{path.name} is no picture"]
    found = []
    if path.stat().st_size > LARGEST:
        found.append(f"{path.name} has {path.stat().st_size:,} bytes")
    if image.width() < 400 or image.height() < 200:
        found.append(f"{path.name} is {image.width()}x{image.height()}")
    seen = {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    if len(seen) < 20:
        found.append(f"{path.name} is blank: {len(seen)} colours")
    return found


def test_a_blank_picture_is_found(tmp_path: Path) -> None:
    blank = QImage(800, 600, QImage.Format.Format_RGB32)
    blank.fill(0xFFFFFF)
    blank.save(str(tmp_path / "blank.png"))
    assert problems(tmp_path / "blank.png") == ["blank.png is blank: 1 colours"]


@pytest.mark.parametrize("folder", ["", "ko"])
def test_the_pictures_that_are_kept_are_those_the_pages_show(folder: str) -> None:
    kept = {path.stem: path for path in (HELP / "images" / folder).glob("*.png")}
    assert set(kept) == named()
    assert [problem for path in kept.values() for problem in problems(path)] == []


@pytest.mark.gui
def test_every_picture_can_be_taken_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
    environment |= {"HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "1"}
    out = tmp_path / "images"
    done = subprocess.run(
        [
            sys.executable,
            str(ROOT / "packaging" / "guide_pictures.py"),
            "--language",
            "en",
            "--out",
            str(out),
        ],
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert {path.stem for path in out.glob("*.png")} >= named()
    assert [problem for path in out.glob("*.png") for problem in problems(path)] == []
