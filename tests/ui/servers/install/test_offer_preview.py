"""What an offer would run, in lines: the words, names of variables and headers, and no secret."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from inspector.core.install.offer_protocol import Made
from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.install.offer_preview import OfferPreview, cut, sentences
from inspector.ui.widgets.controls import Notice
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def preview(qapp: object) -> Iterator[OfferPreview]:
    made = OfferPreview()
    made.resize(600, 300)
    made.show()
    yield made
    made.close()


def shown(preview: OfferPreview) -> tuple[str, list[str], str]:
    """Its heading, its lines, and what is to be known."""
    notes = the(preview, Notice, "offer_notes")
    heads = [one.text() for one in preview.findChildren(QLabel) if one.text().startswith("Would")]
    return heads[0], preview.text.toPlainText().split("\n"), notes.text() if notes.isVisible() else ""


def test_a_command_is_shown_with_its_variables_and_its_folder(preview: OfferPreview) -> None:
    target = StdioTarget("node", ("my file.js", "--k=${secret:a/K}"), {"KEY": "v", "B": "w"}, cwd="/srv")
    preview.show_made(Made(Profile("a", target), notes=("it wants a network",)))
    assert shown(preview) == (
        "Would run",
        ["node 'my file.js' '--k=•••'", "with variables KEY, B", "in /srv"],
        "It wants a network.",
    )
    preview.show_made(Made(Profile("a", StdioTarget("node"))))
    assert shown(preview) == ("Would run", ["node"], "")


def test_a_url_is_shown_with_its_headers(preview: OfferPreview) -> None:
    target = HttpTarget("https://x.example/${secret:a/T}", {"X-Key": "v"})
    preview.show_made(Made(Profile("a", target)))
    assert shown(preview) == ("Would connect to", ["https://x.example/•••", "with headers X-Key"], "")
    preview.show_made(Made(Profile("a", HttpTarget("https://x.example/"))))
    assert shown(preview)[1] == ["https://x.example/"]


def test_nothing_to_run_is_hidden_and_trouble_is_said(preview: OfferPreview) -> None:
    preview.show_made(Made(Profile("a", StdioTarget("node"))))
    preview.show_made(None)
    assert not preview.isVisible()
    preview.say("x" * 500)
    assert preview.isVisible() and shown(preview)[1:] == ([""], "x" * 399 + "…")


def test_it_is_as_high_as_its_lines_within_limits(preview: OfferPreview) -> None:
    heights = []
    for words in (1, 40, 400):
        preview.show_made(Made(Profile("a", StdioTarget("node", ("word",) * words))))
        heights.append(preview.text.height())
    line = preview.text.fontMetrics().lineSpacing()
    assert heights[0] == 2 * line + 14 and heights[2] == 6 * line + 14
    assert heights[0] < heights[1] < heights[2], "a wrapped line takes the room of several"


def test_long_texts_are_cut_and_many_sentences_counted() -> None:
    assert cut("abcd", 4) == "abcd" and cut("abcde", 4) == "abc…"
    assert sentences(["one", "two.", "(three)", "four…"]) == "One.\nTwo.\n(three)\nFour…"
    told = sentences([f"number {place}" for place in range(10)]).split("\n")
    assert len(told) == 9 and told[7:] == ["Number 7.", "And 2 more."]
    assert len(sentences(["x"] * 8).split("\n")) == 8
    assert len(sentences(["y" * 900])) == 400


def test_it_has_a_name_for_a_screen_reader(preview: OfferPreview) -> None:
    assert the(preview, QWidget, "offer_command").accessibleName() == "What would run"
    assert preview.text.isReadOnly() and preview.text.tabChangesFocus()
