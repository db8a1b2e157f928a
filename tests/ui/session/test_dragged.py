"""What is dragged to a form: a message, a text, but no file."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QUrl

from inspector.ui.session.dragged import dragged_text, message_mime


def test_a_message_comes_out_as_it_was_and_no_line_edit_would_take_it() -> None:
    data = message_mime('{"a": "ä"}'.encode())
    assert dragged_text(data) == '{"a": "ä"}' and not data.hasText()
    assert dragged_text(message_mime(b"a\xffb")) == "a�b"


def test_a_message_counts_more_than_a_text() -> None:
    data = message_mime(b"{}")
    data.setText("other")
    assert dragged_text(data) == "{}"


def test_a_selection_is_a_text_and_a_file_is_none() -> None:
    data = QMimeData()
    assert dragged_text(data) == ""
    data.setText("x" * 4_000_001)
    assert len(dragged_text(data)) == 4_000_000
    data.setUrls([QUrl.fromLocalFile("/a")])
    assert dragged_text(data) == ""
