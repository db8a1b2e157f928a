"""What Copy and Save take of a view of a result."""

from __future__ import annotations

import pytest

from inspector.render import (
    ContentNote,
    EmbeddedResource,
    Image,
    Json,
    Markdown,
    Rendering,
    ResourceLink,
    Text,
)
from inspector.ui.content.taking import as_file, as_text, has_text, may_have_table

NOTE = ContentNote("isError")


@pytest.mark.parametrize(
    ("parts", "data", "name"),
    [
        ([Text("a")], b"a", "content.txt"),
        ([NOTE, Json(b"[1]")], b"[1]", "content.json"),
        ([Markdown("# a")], b"# a", "content.md"),
        ([Image(b"\x89PNG", "image/png")], b"\x89PNG", "content.png"),
        ([EmbeddedResource("file:///a/b.csv", "text/csv", Text("1,2"))], b"1,2", "b.csv"),
        ([Text("a"), Image(b"x", "image/png"), ResourceLink("demo://c")], b"a\n\ndemo://c", "content.txt"),
        ([], b"", "content.txt"),
    ],
)
def test_one_piece_is_saved_as_it_is_and_several_as_one_text(
    parts: list[Rendering], data: bytes, name: str
) -> None:
    assert as_file(parts) == (data, name)
    assert has_text(parts) is bool(as_text(parts))


def test_what_is_no_text_is_not_copied() -> None:
    assert as_text([Text("a"), NOTE, Image(b"x", "image/png"), Markdown("b")]) == b"a\n\nb"


@pytest.mark.parametrize(
    ("text", "there"),
    [
        (b'{"a": {"b": [{"c": 1}]}}', True),
        (b"[[1], [2]]", True),
        (b"[1, 2]", False),
        (b'{"a": []}', False),
        (b"{", False),
        (b"[" * 100_000, False),
    ],
)
def test_a_list_of_objects_or_lists_may_be_a_table(text: bytes, there: bool) -> None:
    assert may_have_table(text) is there
