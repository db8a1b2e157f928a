"""The language of the windows: ours, Qt's own, numbers and dates, and the texts of the core."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from inspector import translation
from inspector.resources import resource
from inspector.ui.locale import language

pytestmark = pytest.mark.gui

TS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en_US">
<context>
    <name>Doctor</name>
    <message><source>Ready</source><translation>준비됨</translation></message>
    <message numerus="yes"><source>%n row(s)</source><translation><numerusform>행 %n개</numerusform></translation></message>
</context>
</TS>
"""  # noqa: E501


@pytest.fixture
def korean(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Korean with the texts above; English again afterwards."""
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    source = tmp_path / "mcpdi_ko.ts"
    source.write_text(TS, encoding="utf-8")
    subprocess.run([tool, "-silent", source, "-qm", tmp_path / "mcpdi_ko.qm"], check=True)
    monkeypatch.setattr(language, "resource", lambda name: tmp_path / Path(name).name)
    language.install("ko")
    yield
    monkeypatch.undo()
    language.install("en")
    translation.install(None)


def test_qt_speaks_the_language_too(korean: None) -> None:
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "취소"


def test_texts_of_the_window_are_found(korean: None) -> None:
    assert QCoreApplication.translate("Doctor", "Ready") == "준비됨"


def test_texts_of_the_core_follow(korean: None) -> None:
    assert translation.translate("Doctor", "Ready") == "준비됨"
    assert translation.translate("Doctor", "%n row(s)", "", 3) == "행 3개"


def test_unknown_text_stays_english(korean: None) -> None:
    assert translation.translate("Doctor", "Nobody knows {}").format("this") == "Nobody knows this"
    assert translation.translate("Doctor", "%n thing(s)", "", 1) == "1 thing"


def test_dates_and_numbers_are_written_that_way(korean: None) -> None:
    assert QLocale().language() == QLocale.Language.Korean


def test_english_again_leaves_nothing_behind(korean: None) -> None:
    language.install("en")
    assert QCoreApplication.translate("Doctor", "Ready") == "Ready"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    assert QLocale().language() == QLocale.Language.English


def test_who_listens_hears_of_a_change_once(korean: None) -> None:
    heard: list[str] = []

    def hear() -> None:
        heard.append(language.current())

    language.notifier().changed.connect(hear)
    language.install("en")
    language.install("en")
    language.notifier().changed.disconnect(hear)
    assert heard == ["en"]


@pytest.mark.parametrize(
    ("names", "code"),
    [(["ko-KR", "ko"], "ko"), (["de-DE", "ko-KR", "en-GB"], "ko"), (["de-DE"], "en"), ([], "en")],
)
def test_system_language_is_the_first_that_is_spoken(
    names: list[str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: names)
    monkeypatch.setattr(QFontDatabase, "families", lambda _writing: ["A font"])
    assert language.of_system() == code


def test_a_language_that_no_font_can_write_is_not_taken_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: ["ko-KR", "ko"])
    monkeypatch.setattr(QFontDatabase, "families", lambda _writing: [])
    assert language.of_system() == "en"
    assert language.chosen("ko") == "ko"  # who asks for it gets it


def test_every_language_can_be_chosen_in_the_settings() -> None:
    from inspector.core.storage.settings import describe

    choices = next(setting.choices for setting in describe() if setting.name == "language")
    assert choices == ("system", *language.LANGUAGES)


def test_resource_of_a_language_is_where_it_is_looked_for() -> None:
    assert resource("translations/mcpdi_ko.ts").exists()


def test_a_language_whose_letters_every_font_has_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda _writing: [])
    for names in (["en-GB", "ko-KR"], ["EN-us"]):
        monkeypatch.setattr(QLocale, "uiLanguages", lambda _self, names=names: names)
        assert language.of_system() == "en"
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: ["ko-KR"])
    monkeypatch.setattr(QFontDatabase, "families", lambda _writing: ["A font"])
    assert (
        language.chosen("system") == "ko" == language.chosen("no language") and language.chosen("en") == "en"
    )


def test_a_language_without_its_texts_says_that_they_are_missing(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "resource", lambda name: tmp_path / Path(name).name)
    try:
        language.install("ko")
        assert language.current() == "ko" and language.is_missing()
        language.install("en")
        assert language.current() == "en" and not language.is_missing()
    finally:
        language.install("en")
        translation.install(None)


def test_numbers_stay_as_the_user_writes_them_in_this_language(monkeypatch: pytest.MonkeyPatch) -> None:
    british = QLocale("en_GB")
    monkeypatch.setattr(QLocale, "system", lambda: british)
    assert language._locale("en").name() == "en_GB"
    assert language._locale("ko").language() == QLocale.Language.Korean


def test_before_a_language_is_chosen_it_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language.notifier(), "code", "")
    assert language.current() == "en"
