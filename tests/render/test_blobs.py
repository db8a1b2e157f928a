"""Long base64 in JSON text is found, and what it holds."""

from __future__ import annotations

import base64

import pytest

from inspector.render.blobs import PLACE, Blob, blob_of, without_blobs

PNG = b"\x89PNG\r\n\x1a\n" + bytes(5000)


@pytest.mark.parametrize("prefix", ["", "data:image/png;base64,"])
def test_it_is_taken_out_and_its_quotes_stay(prefix: str) -> None:
    blob = prefix + base64.b64encode(PNG).decode()
    shown, found = without_blobs(f'{{"a": "{blob}", "b": "{blob}"}}')
    assert shown == f'{{"a": "{PLACE}", "b": "{PLACE}"}}'
    assert found == {7: blob, 17: blob}


@pytest.mark.parametrize(
    "text", ['"' + "a" * 4000 + '"', '"' + "words and " * 900 + '"', "a" * 9000, '"a' * 9000]
)
def test_short_ones_and_other_text_stay(text: str) -> None:
    assert without_blobs(text) == (text, {})


def test_what_it_holds_is_known_by_its_bytes_or_by_its_url() -> None:
    code = base64.b64encode(PNG).decode()
    assert blob_of(code) == Blob("image/png", len(PNG))
    assert blob_of("data:text/csv;base64," + base64.b64encode(bytes(6001)).decode()) == Blob("text/csv", 6001)
    assert blob_of(base64.b64encode(bytes(6000)).decode()) == Blob("", 6000)
