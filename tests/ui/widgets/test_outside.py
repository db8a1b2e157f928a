"""What leaves the program: web addresses and media, and nothing that could start a program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from inspector.ui.widgets import outside


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[QUrl]:
    """What the system was asked to open."""
    found: list[QUrl] = []
    monkeypatch.setattr(outside.QDesktopServices, "openUrl", lambda url: found.append(url) or True)
    return found


@pytest.mark.parametrize(
    ("url", "taken"),
    [
        ("https://example.org/x", True),
        ("http://example.org", True),
        ("mailto:a@example.org", True),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("calculator:", False),
        ("no address", False),
    ],
)
def test_only_web_and_mail_addresses_are_handed_over(handed: list[QUrl], url: str, taken: bool) -> None:
    assert outside.open_link(url) is taken
    assert [one.toString() for one in handed] == ([url] if taken else [])


@pytest.mark.parametrize(
    ("mime", "suffix"),
    [
        ("image/png", ".png"),
        ("AUDIO/MPEG; rate=8000", ".mp3"),
        ("application/pdf", ".pdf"),
        ("video/x-nobody-knows", ""),
        ("text/html", None),
        ("application/x-sh", None),
        ("", None),
    ],
)
def test_media_are_written_to_a_file_that_the_system_opens(
    handed: list[QUrl], mime: str, suffix: str | None
) -> None:
    outside.open_media(b"data", mime)
    paths = [Path(one.toLocalFile()) for one in handed]
    assert [path.suffix for path in paths] == ([] if suffix is None else [suffix])
    for path in paths:
        assert path.read_bytes() == b"data" and path.parent.stat().st_mode & 0o077 == 0


def test_a_folder_is_shown(handed: list[QUrl], tmp_path: Path) -> None:
    assert outside.open_folder(tmp_path) and [one.toLocalFile() for one in handed] == [str(tmp_path)]
