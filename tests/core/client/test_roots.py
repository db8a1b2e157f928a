"""Folders and URIs as the protocol's roots."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client.roots import root_of, roots_result, tell_roots_changed, wants_root_changes


def test_a_folder_becomes_a_file_uri_with_a_name_for_people(tmp_path: Path) -> None:
    folder = tmp_path / "나의 project"
    assert root_of(str(folder)) == {"uri": folder.as_uri(), "name": "나의 project"}


@pytest.mark.parametrize(
    ("uri", "name"),
    [("file:///srv/a%20b/", "a b"), ("https://example.com/x", "x"), ("file:///", "file:///")],
)
def test_a_uri_is_sent_as_it_is(uri: str, name: str) -> None:
    assert root_of(uri)["uri"] == uri
    assert root_of(uri)["name"] == name


def test_all_roots_are_in_the_answer() -> None:
    assert roots_result(["file:///a", "file:///b/"]) == {
        "roots": [{"uri": "file:///a", "name": "a"}, {"uri": "file:///b/", "name": "b"}]
    }


DECLARED = {"roots": {"listChanged": True}}


@pytest.mark.parametrize(
    ("state", "modern", "declared", "told"),
    [
        ("connected", False, DECLARED, True),
        ("connecting", False, DECLARED, False),
        ("connected", True, DECLARED, False),
        ("connected", False, {"roots": {"listChanged": 1}}, False),
        ("connected", False, {"roots": True}, False),
        ("connected", False, {"tools": {}}, False),
        ("connected", False, None, False),
    ],
)
def test_changed_roots_are_told_where_that_was_declared(
    state: str, modern: bool, declared: object, told: bool
) -> None:
    sent: list[str] = []
    conversation = SimpleNamespace(
        era=SimpleNamespace(answers_by_retry=lambda: modern), spoken=SimpleNamespace(capabilities=declared)
    )
    client: Any = SimpleNamespace(
        state=state, session=SimpleNamespace(conversation=conversation), notify=sent.append
    )
    assert wants_root_changes(client) is told
    tell_roots_changed(client)
    assert sent == (["notifications/roots/list_changed"] if told else [])
    client.session = None
    assert not wants_root_changes(client)
