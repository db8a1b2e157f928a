"""The pages as they are read: titles, parts, what a search finds, words of the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.ui.help import book as module
from inspector.ui.help.book import HelpBook, help_language, plain_text

INDEX = (
    "# First page \n\nHello *you*.\n\n"
    '## <a id="keys"></a>Keys of it\n\nPress `Esc` or go to [tools](tools.md).\n'
)
TERMS = (
    '# Words\n\n## Group\n\n### <a id="ping"></a>Ping\n\nIs *anybody*\nthere?\n\nMore of it.\n\n'
    "basic/utilities\n\n### No place\n\nx\n\ny\n"
)


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of pages: two in English, one of them in Korean too."""
    for place, text in (("en/index", INDEX), ("en/terms", TERMS), ("ko/index", "no title here")):
        path = tmp_path / f"{place}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "secret.md").write_text("# No page")
    monkeypatch.setattr(module, "resource", lambda _name: tmp_path)
    return tmp_path


def test_a_page_has_a_title_and_parts_under_their_headings(pages: Path) -> None:
    page = HelpBook("en").page("index")
    assert page is not None and (page.name, page.title, page.text) == ("index", "First page", INDEX)
    assert [(one.level, one.anchor, one.title) for one in page.sections()] == [
        (1, "", "First page"),
        (2, "keys", "Keys of it"),
    ]
    assert [one.text for one in page.sections()] == [
        "Hello *you*.",
        "Press `Esc` or go to [tools](tools.md).",
    ]


def test_what_is_not_there_in_a_language_is_taken_from_english(pages: Path) -> None:
    book = HelpBook("ko")
    first, words = book.page("index"), book.page("terms")
    assert first is not None and first.title == "index", "a page without a title has its name"
    assert words is not None and words.title == "Words" and book.page("terms") is words
    for name in ("missing", "../secret", "Index", "en/index", ""):
        assert book.page(name) is None, name


def test_the_contents_have_only_the_pages_that_are_there(pages: Path) -> None:
    found = [(title, [page.name for page in inside]) for title, inside in HelpBook("en").groups()]
    assert found[0] == ("Guide", ["index"]) and found[-1] == ("The app", ["terms"])
    assert [names for _, names in found[1:-1]] == [[]] * (len(found) - 2)


def test_a_search_wants_every_word_and_headings_come_first(pages: Path) -> None:
    book = HelpBook("en")
    assert book.search("") == book.search("  ") == []
    assert [hit.section.title for hit in book.search("PRESS keys")] == ["Keys of it"]
    assert book.search("press nothing") == []
    (pages / "en" / "tools.md").write_text("# Tools\n\nkeys here\n", encoding="utf-8")
    book = HelpBook("en")
    assert [hit.section.title for hit in book.search("keys")] == ["Keys of it", "Tools"]
    assert [hit.page.name for hit in book.search("keys")] == ["index", "tools"]
    assert book.search("keys")[0].excerpt == "Press Esc or go to tools."


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (0, 0, "needle"),
        (60, 0, "x" * 60 + "needle"),
        (61, 0, "…" + "x" * 60 + "needle"),
        (0, 54, "needle" + "x" * 54),
        (0, 55, "needle" + "x" * 54 + "…"),
    ],
)
def test_so_much_around_what_was_found_is_shown(pages: Path, before: int, after: int, expected: str) -> None:
    (pages / "en" / "index.md").write_text(f"# T\n\n{'x' * before}needle{'x' * after}\n", encoding="utf-8")
    assert HelpBook("en").search("needle")[0].excerpt == expected


def test_words_of_the_protocol_have_a_rule_and_its_source(pages: Path) -> None:
    terms = HelpBook("en").terms()
    assert set(terms) == {"ping"}, "a heading without a place is no term"
    ping = terms["ping"]
    assert (ping.id, ping.title, ping.rule, ping.source) == (
        "ping",
        "Ping",
        "Is anybody there?\n\nMore of it.",
        "basic/utilities",
    )


def test_signs_of_markdown_are_no_text() -> None:
    text = "![picture](a.png) <!-- a\ncomment -->`code` *so*\n\n\n[link](b.md)\n  next"
    assert plain_text(text) == "picture code so\n\nlink next"


@pytest.mark.parametrize(("spoken", "found"), [("ko", "ko"), ("en", "en"), ("xx", "en")])
def test_help_is_in_the_language_of_the_program_where_there_is_some(
    pages: Path, monkeypatch: pytest.MonkeyPatch, spoken: str, found: str
) -> None:
    monkeypatch.setattr(module.language, "current", lambda: spoken)
    assert help_language() == found
