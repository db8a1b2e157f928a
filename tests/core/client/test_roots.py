"""Folders and URIs as the protocol's roots."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.core.client.roots import root_of


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
