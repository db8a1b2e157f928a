"""The pages of the help: complete, linked, and true to the program in every word that names a part of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QKeySequence

from inspector.ui.help.book import CONTENTS, BookPage, HelpBook, plain_text
from inspector.ui.help.key_groups import KEY_GROUPS
from inspector.ui.help.keys import expanded, named_keys
from inspector.ui.help.places import PAGES_OF_CLASSES, PAGES_OF_NAMES
from inspector.ui.panels import PANELS
from inspector.ui.session.actions import ACTIONS
from inspector.ui.session.terms import TERMS_OF_COLUMNS, TERMS_OF_NAMES, TERMS_OF_RULES, TERMS_OF_WORDS
from inspector.ui.timeline.view.columns import COLUMNS

ROOT: Final = Path(__file__).resolve().parents[3]
HELP: Final = ROOT / "resources" / "help"
LANGUAGES: Final = ("en", "ko")
NAMES: Final = [name for _title, names in CONTENTS for name in names]
PICTURES: Final = {path.stem for path in (HELP / "images").glob("*.png")}
_LINK: Final = re.compile(r"(!?)\[[^\]]*\]\(([^)]+)\)")
_KEY: Final = re.compile(
    r"(?:(?:Ctrl|Alt|Shift)\+)+(?:F\d\d?(?![\dA-Za-z])|[A-Z][A-Za-z]+|[A-Z]|\d|[+\-=.,])|\bF\d\d?(?![\dA-Za-z])"
)
_LABEL: Final = re.compile(r"(?<![*\w])\*(?!\*)([^*]+?)\*(?![*])")
_OWN_KEYS: Final = {"Alt+R", "Alt+Down", "Alt+Up", "Shift+Enter", "Ctrl+Space", "Ctrl+F", "Ctrl+H", "Ctrl+C"}
"""Keys of a bar or a box that no table lists; they are named in its tooltips."""
OF_PROTOCOL: Final = ("terms", "rules")
"""Pages that name nothing of the window."""


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> HelpBook:
    return HelpBook(request.param)


def pages(book: HelpBook) -> list[BookPage]:
    return [page for _title, some in book.groups() for page in some]


def test_every_page_of_the_contents_is_there_in_every_language_and_no_other() -> None:
    for language in LANGUAGES:
        assert {path.stem for path in (HELP / language).glob("*.md")} == set(NAMES), language


def test_every_panel_has_a_page() -> None:
    for spec in PANELS:
        name = PAGES_OF_CLASSES[spec.place.partition(":")[2]]
        assert name == spec.key


def test_the_page_of_a_panel_is_called_as_its_tab(book: HelpBook) -> None:
    for spec in PANELS:
        page = book.page(spec.key)
        names = {spec.title} if book.language == "en" else texts()[spec.title]
        assert page is not None and any(name in page.title for name in names), spec.key


def classes() -> Iterator[tuple[str, set[str], str]]:
    """Every class of the window: its name, what it derives from, and where it is."""
    for path in (ROOT / "inspector" / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                yield node.name, bases, path.name


def test_every_dialog_and_everything_that_floats_has_a_page() -> None:
    known = {name for name, _bases, _file in classes()}
    for name, bases, file in classes():
        if bases & {"QDialog", "Overlay", "QMainWindow", "RecordsWindow"} and name != "Overlay":
            assert name in PAGES_OF_CLASSES, f"{name} in {file}"
    assert set(PAGES_OF_CLASSES) <= known
    assert {*PAGES_OF_CLASSES.values(), *PAGES_OF_NAMES.values()} <= set(NAMES)


def test_every_page_is_led_to_from_another_one(book: HelpBook) -> None:
    linked = {link.partition(".md")[0] for page in pages(book) for _sign, link in _LINK.findall(page.text)}
    assert set(NAMES) - linked <= {"index"}


def test_every_link_leads_somewhere(book: HelpBook) -> None:
    for page in pages(book):
        for sign, link in _LINK.findall(page.text):
            if sign:
                assert link.startswith("../images/") and link[10:].removesuffix(".png") in PICTURES, link
                continue
            name, _, anchor = link.partition("#")
            target = book.page(name.removesuffix(".md")) if name else page
            assert target is not None and (not name or name.endswith(".md")), f"{page.name}: {link}"
            if anchor:
                assert anchor in {part.anchor for part in target.sections()}, f"{page.name}: {link}"


def test_anchors_of_a_page_are_unique(book: HelpBook) -> None:
    for page in pages(book):
        anchors = [part.anchor for part in page.sections() if part.anchor]
        assert len(anchors) == len(set(anchors))


def known_keys() -> set[str]:
    written = [key for spec in ACTIONS for key in spec.keys]
    written += [key for group in KEY_GROUPS for keys, _text in group.lines for key in keys]
    return {QKeySequence(key).toString() for key in written} | _OWN_KEYS


def test_every_key_on_a_page_exists(book: HelpBook) -> None:
    for page in pages(book):
        for key in _KEY.findall(page.text):
            assert QKeySequence(key).toString() in known_keys(), f"{page.name}: {key}"


def test_every_table_of_keys_names_actions_and_groups(book: HelpBook) -> None:
    known = {spec.key for spec in ACTIONS} | {group.title for group in KEY_GROUPS}
    for page in pages(book):
        assert set(named_keys(page.text)) <= known, page.name
        assert "<!-- keys" not in expanded(page.text)
        assert "<!-- filter" not in expanded(page.text)


def labels(text: str) -> list[str]:
    """What a page names of the window: what stands between single stars."""
    text = re.sub(r"<!--.*?-->|```.*?```|`[^`]*`", "", text, flags=re.DOTALL).replace("**", "\0")
    return [" ".join(match.split()) for match in _LABEL.findall(text)]


def parts(label: str, known: dict[str, set[str]]) -> list[str]:
    """A way through menus in its steps: “File, Export…”."""
    return [label] if _bare(label) in known else label.split(", ")


def _bare(text: str) -> str:
    return text.replace("&", "").rstrip("…").strip()


@cache
def texts() -> dict[str, set[str]]:
    """Every text of the program → what it is in Korean."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "inspector").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.setdefault(_bare(node.value), set())
    tree = ElementTree.parse(ROOT / "resources" / "translations" / "mcpdi_ko.ts")
    for message in tree.iter("message"):
        text, translation = message.findtext("source") or "", message.findtext("translation") or ""
        korean = re.sub(r"\(&\w\)", "", translation)
        found.setdefault(_bare(text), set()).add(_bare(korean))
    return found


def test_whatever_a_page_names_of_the_window_is_called_so_there() -> None:
    for page in pages(HelpBook("en")):
        if page.name not in OF_PROTOCOL:
            for label in labels(page.text):
                for part in parts(label, texts()):
                    assert _bare(part) in texts(), f"{page.name}: {part}"


def test_the_korean_pages_name_the_same_as_the_korean_window_does() -> None:
    english, korean = HelpBook("en"), HelpBook("ko")
    for name in NAMES:
        here, there = english.page(name), korean.page(name)
        if name in OF_PROTOCOL or here is None or there is None:
            continue
        ours = [part for label in labels(here.text) for part in parts(label, texts())]
        theirs = [part for label in labels(there.text) for part in label.split(" > ")]
        for part in theirs:
            meant = {text for text in ours if _bare(part) in (texts().get(_bare(text)) or {_bare(part)})}
            assert meant, f"{name}: {part}"
        assert len(theirs) == len(ours), name


def test_the_pages_have_the_same_parts_in_every_language() -> None:
    for name in NAMES:
        shapes = []
        for language in LANGUAGES:
            page = HelpBook(language).page(name)
            assert page is not None
            heads = [(part.level, part.anchor) for part in page.sections()]
            links = sorted(link for _sign, link in _LINK.findall(page.text))
            shapes.append((heads, links, named_keys(page.text), page.text.count("\n- **")))
        assert shapes[0] == shapes[1], name


# -- words of the protocol ------------------------------------------------------------------------------


def test_every_term_that_is_used_is_explained(book: HelpBook) -> None:
    used = {
        *TERMS_OF_NAMES.values(),
        *TERMS_OF_WORDS.values(),
        *TERMS_OF_RULES.values(),
        *TERMS_OF_COLUMNS.values(),
    }
    assert used <= set(book.terms())
    assert len(book.terms()) >= 60
    for term in book.terms().values():
        assert term.title and term.rule and term.source and "\n" not in term.source, term.id


def test_every_name_that_has_a_term_is_one_of_the_window() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "inspector" / "ui").rglob("*.py"))
    made = {"edit_era", "edit_transport", "edit_timeout", "edit_auth"}  # names made of a parameter's
    for name in {*TERMS_OF_NAMES, *PAGES_OF_NAMES} - made:
        stem = name.rpartition("_")
        assert f'"{name}"' in source or f'_{stem[2]}"' in source, name
    assert set(TERMS_OF_COLUMNS) <= {column.key for column in COLUMNS}


def test_markdown_becomes_plain_words() -> None:
    assert plain_text("A *word* of [code](x.md#y), `a/b` and **more**.\n\nNext") == (
        "A word of code, a/b and more.\n\nNext"
    )
