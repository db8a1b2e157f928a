"""All checks of a server in turn, and the report of them."""

from __future__ import annotations

from inspector.core.doctor.checks import as_markdown, as_members
from tests.core.doctor.answering import mcp, seen


def test_a_server_in_order_passes_every_check() -> None:
    found = seen(mcp)
    assert {one.id: one.said for one in found.checks if one.state != "ok"} == {}
    assert found["negotiation"].said == "Modern era, revision 2026-07-28."


def test_the_report_has_no_secret_and_every_step() -> None:
    found = seen(mcp, headers={"Authorization": "Bearer hunter2hunter2", "X-Api-Key": "key-key-key"})
    text = as_markdown("sick", found.checks)
    assert "hunter2hunter2" not in text and "key-key-key" not in text
    assert all(one.title in text for one in found.checks)
    members = as_members("sick", found.checks)
    assert members["failed"] == "" and len(members["checks"]) == len(found.checks)
