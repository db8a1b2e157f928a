"""What an export wrote, read back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from inspector.trace.export import export_bytes
from inspector.trace.journal import Journal


def exported(journal: Journal, key: str, numbers: list[int] | None = None) -> bytes:
    return b"".join(export_bytes(journal, numbers or range(1, journal.last + 1), key))


def har_entries(journal: Journal) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(exported(journal, "har"))["log"]["entries"]
    return entries


def assert_is_har(document: dict[str, Any]) -> None:
    """What HAR 1.2 requires, and what Chrome's importer reads. Source: w3c.github.io/web-performance HAR."""
    log = document["log"]
    assert log["version"] == "1.2"
    assert {"name", "version"} <= log["creator"].keys()
    for entry in log["entries"]:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["startedDateTime"])
        assert entry["time"] >= 0
        one, other = entry["request"], entry["response"]
        assert {"method", "url", "httpVersion", "cookies", "headers", "queryString"} <= one.keys()
        assert {"headersSize", "bodySize"} <= one.keys() & other.keys()
        assert {"status", "statusText", "httpVersion", "cookies", "headers", "redirectURL"} <= other.keys()
        assert {"size", "mimeType"} <= other["content"].keys()
        assert isinstance(other["status"], int)
        assert one["url"].isascii()
        assert "cache" in entry
        assert {"send", "wait", "receive"} <= entry["timings"].keys()
        assert all(value >= 0 for value in entry["timings"].values())
        spent = sum(value for name, value in entry["timings"].items() if name != "ssl")
        assert entry["time"] == pytest.approx(spent, abs=1e-5)
        for pair in (*one["headers"], *other["headers"], *one["queryString"]):
            assert pair.keys() == {"name", "value"}


def attributes(thing: dict[str, Any]) -> dict[str, Any]:
    return {pair["key"]: next(iter(pair["value"].values())) for pair in thing["attributes"]}
