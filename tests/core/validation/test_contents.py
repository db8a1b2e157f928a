"""Findings of content come behind the traffic, from the worker."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.core.validation import contents
from inspector.core.validation.contents import ContentChecker
from inspector.core.validation.validation import Validator
from inspector.lint.tables import QUICK
from inspector.protocol.records import Finding, SessionInfo
from inspector.trace.journal import Journal
from tests.lint.dialogue import Dialogue

BAD = (
    '= 2025-11-25\n> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"text"}}]}}\n'
    '> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}\n'
    '< {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"image","data":"%","mimeType":"x"}]}}'
)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal.create(tmp_path / "a.mcptrace")
    made.add_session(SessionInfo(1, "a", "stdio", "a"))
    yield made
    made.close()


def told(journal: Journal, dialogue: Dialogue) -> None:
    journal.append(dialogue.records[journal.last :])
    for exchange in dialogue.exchanges.values():
        journal.touch(exchange)
    journal.sync()


async def followed(checker: ContentChecker, journal: Journal) -> None:
    checker.wake()
    async with asyncio.timeout(60):
        while checker.checked < journal.last:
            await asyncio.sleep(0.01)


def of_content(dialogue: Dialogue) -> list[tuple[int, str, str]]:
    found = [*dialogue.findings, *dialogue.answered()]
    return sorted(
        (one.record, one.rule, one.message)
        for one in found
        if one.severity != "info" and one.rule.partition("-")[0] not in QUICK
    )


def brief(findings: list[Finding]) -> list[tuple[int, str, str]]:
    return sorted((one.record, one.rule, one.message) for one in findings)


def test_errors_and_warnings_of_content_are_found_behind_the_traffic(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "START_S", 0.0)
    dialogue = Dialogue(BAD)
    told(journal, dialogue)

    async def main() -> None:
        validator = Validator()
        checker = ContentChecker(journal, validator)
        await followed(checker, journal)
        expected = of_content(dialogue)
        assert {rule for _, rule, _ in expected} >= {"TOOL-03", "TOOL-16"}
        assert brief(journal.findings()) == expected
        # A new worker judges again what it has to know, and tells only of what is new.
        await validator._give_up()
        dialogue.findings.clear()
        dialogue.play('> {"jsonrpc":"2.0","id":3,"method":"tools/list"}')
        dialogue.play('< {"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"a"}]}}')
        told(journal, dialogue)
        await followed(checker, journal)
        assert brief(journal.findings()) == sorted(expected + of_content(dialogue))
        assert checker.dropped == 0
        checker.stop()
        await validator.close()

    asyncio.run(main())


def test_what_the_worker_does_not_get_through_is_left_out(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "START_S", 0.0)
    told(journal, Dialogue(BAD))

    async def broken(*_: object) -> None:
        raise OSError

    async def main() -> None:
        validator = Validator()
        monkeypatch.setattr(validator, "_running", broken)
        checker = ContentChecker(journal, validator)
        await followed(checker, journal)
        assert (checker.dropped, journal.findings()) == (journal.last, [])
        checker.stop()
        await validator.close()

    asyncio.run(main())
