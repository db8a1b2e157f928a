"""What a deliberate fault may use of a connection, and to which connections it applies."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.faults.preset import Duty, Preset, Ruling, Situation, encoded
from inspector.protocol.faults.shot import Shot
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS


def situation(revision: str = "2025-11-25", transport: str = "stdio", **more: Any) -> Situation:
    era = ModernEra(Declared(), revision) if revision in MODERN_REVISIONS else LegacyEra(revision)
    return Situation(era, transport, **more)


def test_revisions_have_letters_by_age() -> None:
    assert [situation(one).letter for one in (*LEGACY_REVISIONS, *MODERN_REVISIONS)] == list("ABCDE")
    assert situation("1999-01-01").letter == ""


def test_only_over_http_is_each_message_answered_for_itself() -> None:
    assert [situation(transport=one).http for one in ("stdio", "http", "sse", "websocket")] == [
        False, True, False, False
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("revision", "capabilities", "method"),
    [
        ("2025-11-25", {"prompts": {}, "resources": {}, "tools": {}}, "tools/list"),
        ("2025-11-25", {"prompts": {}, "resources": {}}, "resources/list"),
        ("2026-07-28", {"prompts": {}}, "prompts/list"),
        ("2025-11-25", {"logging": {}}, "ping"),
        ("2026-07-28", {}, "server/discover"),
    ],
)
def test_a_harmless_request_is_one_that_the_server_can_answer(
    revision: str, capabilities: dict[str, Any], method: str
) -> None:
    assert situation(revision, capabilities=capabilities).asking() == method


def test_a_request_is_made_as_the_era_wants_it_with_a_free_id() -> None:
    legacy, modern = situation(), situation("2026-07-28", free=50)
    assert legacy.request() == {"jsonrpc": "2.0", "id": 9_000_001, "method": "ping"}
    assert legacy.request("tools/call", {"name": "x"}, 2) == {
        "jsonrpc": "2.0", "id": 9_000_003, "method": "tools/call", "params": {"name": "x"}
    }  # fmt: skip
    dressed = modern.request("tools/list")
    assert dressed["id"] == 50 and "io.modelcontextprotocol/protocolVersion" in dressed["params"]["_meta"]
    assert (modern.id(), modern.id(3)) == (50, 53)


def test_a_shot_names_the_id_that_an_answer_may_have() -> None:
    here = situation()
    assert here.shot({"id": 5, "a": "é"}) == Shot('{"id":5,"a":"é"}'.encode(), ("5",))
    assert here.shot({"id": "a"}).ids == ('"a"',)
    assert here.shot({"id": None}).ids == here.shot([{"id": 5}]).ids == here.shot("x").ids == ()
    assert here.shot({"id": 5}, ids=("6",), verb="GET") == Shot(b'{"id":5}', ("6",), verb="GET")
    assert encoded([1, None]) == b"[1,null]"


def judge(_situation: Situation, _heard: Any) -> Ruling:
    return Ruling("complied", "Fine.")


def preset(*revisions: str, **more: Any) -> Preset:
    duties = tuple(Duty(letters, "must", letters, "page", judge) for letters in revisions)
    return Preset("key", "group", "Title", "Sends.", lambda _situation: (), duties, **more)


def test_the_first_duty_of_a_revision_counts() -> None:
    made = preset("DE", "CD")
    assert made.revisions == "CDE"
    texts = [duty.text if (duty := made.duty(situation(one))) else "" for one in LEGACY_REVISIONS]
    assert texts == ["", "", "CD", "DE"]


@pytest.mark.parametrize(
    ("made", "here", "why"),
    [
        (preset("ABCDE"), situation(), ""),
        (preset("E"), situation(), "only for revision 2026-07-28"),
        (preset("AB"), situation(), "only for revision 2024-11-05 and 2025-03-26"),
        (preset("ABC"), situation(), "only for revision 2024-11-05 to 2025-06-18"),
        (preset("ABCDE"), situation("1999-01-01"), "only for revision 2024-11-05 to 2026-07-28"),
        (preset("D", transports=("http", "sse")), situation(), "only over Streamable HTTP or HTTP+SSE"),
        (preset("D", transports=("stdio",)), situation(), ""),
        (preset("D", needs=lambda here: f"no tool {here.tool}"), situation(tool="x"), "no tool x"),
        (preset("D", needs=lambda _here: ""), situation(), ""),
        (
            preset("D", transports=("http",), needs=lambda _here: "no"),
            situation(),
            "only over Streamable HTTP",
        ),
    ],
)
def test_why_a_fault_does_not_apply_is_said(made: Preset, here: Situation, why: str) -> None:
    assert made.why_not(here) == why
