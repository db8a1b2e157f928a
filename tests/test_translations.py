"""packaging/translations.py: texts go out to be translated and come back checked."""

from __future__ import annotations

import importlib
import json
import os
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "packaging"

TS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en_US">
<context>
    <name>Bar</name>
    <message>
        <source>&amp;Open {}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <comment>of a window</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Don&apos;t &quot;stop&quot;</source>
        <translation>&lt;계속&gt;</translation>
    </message>
</context>
</TS>
"""


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(FOLDER))
    module = importlib.import_module("translations")
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setattr(module, "PARTS", tmp_path / "parts")
    module.file_of("ko").write_text(TS, encoding="utf-8")
    yield module
    for name in ("translations", "translation_checks", "dev_environment"):
        sys.modules.pop(name, None)


def fill_in(tool: ModuleType, texts: dict[str, str]) -> int:
    part = tool.FOLDER / "part.json"
    part.write_text(json.dumps({"Bar": texts}), encoding="utf-8")
    return int(tool.translations(["--apply", str(part)]))


def test_file_is_written_as_qt_writes_it(tool: ModuleType) -> None:
    file = tool.file_of("ko")
    tool.write(ElementTree.parse(file).getroot(), file)
    assert file.read_text("utf-8") == TS


def test_what_is_not_translated_goes_out(tool: ModuleType) -> None:
    assert tool.translations(["--export", "1"]) == 0
    part = json.loads((tool.PARTS / "part-1.json").read_text("utf-8"))
    assert part == {"Bar": {"&Open {}…": "", "Close [[of a window]]": "", "%n file(s)": ""}}


def test_parts_share_the_texts(tool: ModuleType) -> None:
    tool.translations(["--export", "2"])
    parts = [json.loads((tool.PARTS / f"part-{number}.json").read_text("utf-8")) for number in (1, 2)]
    assert [len(part["Bar"]) for part in parts] == [2, 1]


def test_filled_in_texts_come_back(tool: ModuleType) -> None:
    texts = {"&Open {}…": "{} 열기(&O)…", "Close [[of a window]]": "닫기", "%n file(s)": "파일 %n개"}
    assert fill_in(tool, texts) == 0
    assert "4 of 4" in tool.statistics(tool.file_of("ko"))
    assert "<numerusform>파일 %n개</numerusform>" in tool.file_of("ko").read_text("utf-8")


def test_a_program_that_runs_keeps_the_texts_it_began_with(tool: ModuleType) -> None:
    assert tool.translations(["--compile"]) == 0
    made = tool.file_of("ko").with_suffix(".qm")
    mapped = made.with_name("mapped")
    mapped.hardlink_to(made)
    before = mapped.read_bytes()
    assert fill_in(tool, {"Close [[of a window]]": "닫기"}) == 0
    os.utime(tool.file_of("ko"), ns=(made.stat().st_mtime_ns + 10**9,) * 2)
    assert tool.translations(["--compile"]) == 0
    assert mapped.read_bytes() == before
    assert made.read_bytes() != before
    assert [one.name for one in made.parent.glob("*.qm")] == [made.name]


def test_wrong_text_is_named_and_left_out(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert fill_in(tool, {"&Open {}…": "열기(&O)…", "Gone": "없음", "%n file(s)": "파일 %n개"}) == 1
    said = capsys.readouterr()
    assert "places for values: {} became none" in said.err
    assert "'Gone'" in said.err
    assert "1 texts taken, 2 refused" in said.out
    assert "2 of 4" in tool.statistics(tool.file_of("ko"))


def test_empty_text_is_left_for_later(tool: ModuleType) -> None:
    assert fill_in(tool, {"&Open {}…": ""}) == 0
    assert "1 of 4" in tool.statistics(tool.file_of("ko"))


def test_unknown_option_is_refused(tool: ModuleType) -> None:
    assert tool.translations(["--nonsense"]) == 2


def test_what_is_compiled_is_compiled_once(tool: ModuleType) -> None:
    assert tool.translations(["--compile"]) == 0
    made = tool.FOLDER / "mcpdi_ko.qm"
    before = made.stat().st_mtime_ns
    assert tool.translations(["--compile"]) == 0
    assert made.stat().st_mtime_ns == before


GOOD = [
    ("{} of {}", "{1} 중 {0}"),
    ("{name} at {size:,}", "{size:,} {name}"),
    ("&File", "파일(&F)"),
    ("Save & close", "저장하고 닫기"),
    ("<b>{}</b> is here", "<b>{}</b> 있음"),
    ("a < b", "a는 b보다 작음"),
    ("{{}}: an object", "{{}}: 객체"),
    (" and {}", " 및 {}"),
    ("Save as…", "다른 이름으로 저장…"),
]
BAD = [
    ("{} of {}", "{} 중"),
    ("{} of {}", "{0} 중 {0}"),
    ("{name} is here", "{nane} 있음"),
    ("{:,} rows", "{}개 행"),
    ("&File", "파일"),
    ("File", "파일(&F)"),
    ("<b>{}</b> is here", "{} 있음"),
    (" and {}", "및 {}"),
    ("Save as…", "다른 이름으로 저장"),
    ("Name:", "이름"),
    ("One\nTwo", "하나 둘"),
    ("%n file(s)", "파일들"),
    ("file(s)", "파일(s)"),
]


@pytest.mark.parametrize(("source", "translation"), GOOD)
def test_good_translation_has_no_faults(tool: ModuleType, source: str, translation: str) -> None:
    assert tool.faults(source, translation) == []


@pytest.mark.parametrize(("source", "translation"), BAD)
def test_faulty_translation_is_found(tool: ModuleType, source: str, translation: str) -> None:
    assert tool.faults(source, translation)
