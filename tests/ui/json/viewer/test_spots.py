"""A value of a document in its bytes, its text and its tree: pointed at in one it is found in the others."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer import spots as json_spots
from inspector.ui.json.viewer.branches import Branches
from inspector.ui.json.viewer.spots import Spot, SpotFinder
from inspector.ui.json.viewer.viewer import JsonViewer

SOURCE = b'{"a":[1,22],"s":"\\u0041b"}'


@pytest.fixture
def read(viewer: JsonViewer, qtbot: QtBot) -> JsonViewer:
    viewer.set_bytes(SOURCE)
    qtbot.waitUntil(viewer.is_ready)
    viewer.spots.hovering = True
    return viewer


def told(spots: SpotFinder) -> tuple[list[Spot | None], list[Spot]]:
    """What is pointed at, and what is chosen."""
    hovered: list[Spot | None] = []
    selected: list[Spot] = []
    spots.hovered.connect(hovered.append)
    spots.selected.connect(selected.append)
    return hovered, selected


def in_text(viewer: JsonViewer, token: str) -> tuple[int, int]:
    start = viewer.text().index(token)
    return start, start + len(token)


def test_a_byte_that_is_pressed_on_chooses_its_value_everywhere(read: JsonViewer, qtbot: QtBot) -> None:
    _hovered, selected = told(read.spots)
    read.spots.select_source(SOURCE.index(b"22") + 1)
    qtbot.waitUntil(lambda: len(selected) == 1)
    (spot,) = selected
    start = SOURCE.index(b"22")
    assert (spot.path, spot.kind, spot.token) == ("$.a[1]", "number", b"22")
    assert (spot.start, spot.end) == (start, start + 2)
    assert spot.shown == in_text(read, "22") == read.text_view.tints()[0]
    assert read.tree_view.current_path() == "$.a[1]" and read.spots.current is spot


def test_a_byte_that_is_pointed_at_tints_its_value_until_the_mouse_leaves(
    read: JsonViewer, qtbot: QtBot
) -> None:
    hovered, selected = told(read.spots)
    read.spots.hover_source(SOURCE.index(b"\\u0041"))
    qtbot.waitUntil(lambda: bool(hovered))
    spot = hovered[-1]
    assert spot is not None and (spot.path, spot.token) == ("$.s", b'"\\u0041b"')
    assert read.text_view.tints() == ((0, 0), spot.shown)
    read.spots.hover_source(None)
    assert (hovered[-1], read.text_view.tints()) == (None, ((0, 0), (0, 0)))
    assert not selected


def test_what_is_chosen_stays_tinted_beside_what_is_pointed_at(read: JsonViewer, qtbot: QtBot) -> None:
    hovered, selected = told(read.spots)
    read.spots.select_source(SOURCE.index(b"22"))
    qtbot.waitUntil(lambda: bool(selected))
    read.spots.hover_source(SOURCE.index(b"1"))
    qtbot.waitUntil(lambda: bool(hovered and hovered[-1]))
    assert read.text_view.tints() == (in_text(read, "22"), in_text(read, "1"))
    read.spots.select_source(SOURCE.index(b"1"))
    qtbot.waitUntil(lambda: len(selected) == 2)
    assert read.text_view.tints()[0] == in_text(read, "1")
    read.spots.forget_choice()
    assert read.text_view.tints() == ((0, 0), in_text(read, "1"))
    assert read.spots.current is None and read.tree_view.current_path() == ""
    assert len(selected) == 2, "nobody is told"


def test_the_whole_document_is_told_but_not_tinted(read: JsonViewer, qtbot: QtBot) -> None:
    hovered, _selected = told(read.spots)
    read.spots.hover_source(0)
    qtbot.waitUntil(lambda: bool(hovered and hovered[-1]))
    assert hovered[-1] is not None and (hovered[-1].start, hovered[-1].end) == (0, len(SOURCE))
    assert read.text_view.tints() == ((0, 0), (0, 0))


def test_nobody_hears_of_the_mouse_who_does_not_want_to(read: JsonViewer, qtbot: QtBot) -> None:
    read.spots.hovering = False
    hovered, selected = told(read.spots)
    read.spots.hover_source(SOURCE.index(b"22"))
    read.text_view.hovered_at.emit(read.text().index("22"))
    read.spots.select_source(SOURCE.index(b"1"))
    qtbot.waitUntil(lambda: bool(selected))
    assert not any(hovered) and read.text_view.tints()[1] == (0, 0)


def test_the_mouse_over_the_text_points_at_its_value(read: JsonViewer, qtbot: QtBot) -> None:
    hovered, _selected = told(read.spots)
    read.text_view.hovered_at.emit(read.text().index("22"))
    qtbot.waitUntil(lambda: bool(hovered and hovered[-1]))
    assert hovered[-1] is not None and hovered[-1].path == "$.a[1]"
    read.text_view.hovered_at.emit(None)
    assert hovered[-1] is None


def test_what_is_no_json_has_bytes_only(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b"no json")
    qtbot.waitUntil(viewer.is_ready)
    viewer.spots.hovering = True
    hovered, selected = told(viewer.spots)
    viewer.spots.select_source(3)
    assert [(one.path, one.start, one.end, one.shown) for one in selected] == [("", 3, 4, (3, 4))]
    assert viewer.text_view.tints() == ((3, 4), (0, 0))
    viewer.spots.select_source(7)
    viewer.text_view.hovered_at.emit(2)
    assert len(selected) == 1 and not any(hovered)


def test_places_of_a_large_document_are_looked_for_in_steps_and_the_last_wish_counts(
    viewer: JsonViewer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_spots, "_AT_ONCE", 0)
    viewer.set_bytes(SOURCE)
    qtbot.waitUntil(viewer.is_ready)
    viewer.spots.hovering = True
    hovered, selected = told(viewer.spots)
    viewer.spots.select_source(SOURCE.index(b"1"))
    viewer.spots.select_source(SOURCE.index(b"22"))
    viewer.spots.hover_source(SOURCE.index(b"1"))
    viewer.spots.hover_source(None)
    assert not selected
    qtbot.waitUntil(lambda: bool(selected))
    assert [one.path for one in selected] == ["$.a[1]"] and not any(hovered)


def test_another_document_forgets_what_was_chosen(read: JsonViewer, qtbot: QtBot) -> None:
    _hovered, selected = told(read.spots)
    read.spots.select_source(SOURCE.index(b"22"))
    qtbot.waitUntil(lambda: bool(selected))
    read.set_bytes(b"[1]")
    assert read.spots.current is None and read.text_view.tints() == ((0, 0), (0, 0))


def test_a_value_that_is_recalled_is_brought_into_sight_in_the_text(viewer: JsonViewer, qtbot: QtBot) -> None:
    branches = Branches()
    document = b"[" + b",".join(b'{"n":%d}' % number for number in range(300)) + b"]"
    viewer.set_bytes(document, branches=branches)
    qtbot.waitUntil(viewer.is_ready)
    with qtbot.waitSignal(viewer.path_selected):
        viewer.tree_view.locate(viewer.text().index(": 250") + 2)
    hovered, selected = told(viewer.spots)
    viewer.set_bytes(document.replace(b'"n"', b'"n" '), branches=branches)
    qtbot.waitUntil(lambda: ": 250" in viewer.text_view.text_on_screen(600))
    assert viewer.spots.current is not None and viewer.spots.current.path == "$[250].n"
    viewer.spots.forget_choice()
    assert viewer.spots.current is None and viewer.text_view.tints()[0] == (0, 0)
    assert branches.chosen == () and hovered == [None] * len(hovered) and len(selected) == 1
