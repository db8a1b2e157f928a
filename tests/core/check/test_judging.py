"""What a check finds in the records of a journal, and what it makes of rules that met nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from inspector.core.check import check as checks
from inspector.core.check import judging
from inspector.core.check.asking import Plan
from inspector.core.check.check import check_session
from inspector.core.check.judging import Judge, at_pointer, evidence_of
from inspector.core.check.report import Report
from inspector.core.client.client import Client
from inspector.core.servers.profiles import demo_profile
from inspector.core.validation.validation import Validator
from inspector.protocol.records import Record, SessionInfo
from inspector.trace.journal import Journal
from tests.lint.dialogue import Dialogue

HELLO = '= 2025-11-25 {"tools":{}}\n'
ASK = '> {"jsonrpc":"2.0","id":%d,"method":"tools/list"}\n'
TOOL = '{"name":"a","description":"b","inputSchema":{"type":"object"}}'
WRONG = '< {"jsonrpc":"2.0","id":%d,"result":{"tools":[' + TOOL + ']},"extra":1}\n'


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal.create(tmp_path / "a.mcptrace")
    yield made
    made.close()


def looked(journal: Journal, skipped: Sequence[range] = ()) -> Judge:
    async def main() -> Judge:
        validator = Validator()
        judge = Judge(journal, validator, skipped)
        await judge.look()
        await validator.close()
        return judge

    return asyncio.run(main())


def played(journal: Journal, text: str, transport: str = "stdio") -> Journal:
    dialogue = Dialogue(text)
    journal.add_session(SessionInfo(1, "it", transport, "", 1))
    for exchange in dialogue.exchanges.values():
        journal.touch(exchange)
    journal.append(dialogue.records)
    return journal


def test_equal_findings_of_one_revision_are_one_with_a_count(journal: Journal) -> None:
    text = HELLO + "".join(ASK % number + WRONG % number for number in (1, 2, 3))
    judge = looked(played(journal, text))
    [found] = [one for one in judge.findings if one.rule == "RPC-16"]
    assert (found.times, found.revision, found.severity) == (3, "2025-11-25", "warning")
    assert found.fix and found.page == "basic/index" and '"extra":1' in found.evidence
    assert list(judge.tools) == ["a"] and judge.revisions == ["2025-11-25"]


def test_only_so_many_findings_of_a_rule_are_kept(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST", 2)
    lines = "".join(f'< {{"jsonrpc":"2.0","id":{number},"result":{{}}}}\n' for number in range(40, 45))
    judge = looked(played(journal, HELLO + lines))
    assert len([one for one in judge.findings if one.rule == "RPC-09"]) == 2
    assert judge.more["RPC-09"] == 3


def test_a_message_with_very_many_findings_of_a_rule_has_more_than_are_told(journal: Journal) -> None:
    tools = ",".join(f'{{"name":"t {number}","description":"It."}}' for number in range(30))
    result = f'< {{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tools}]}}}}\n'
    judge = looked(played(journal, HELLO + ASK % 1 + result))
    assert len([one for one in judge.findings if one.rule == "TOOL-02"]) == 20
    assert judge.more["TOOL-02"] == 1 and "RPC-09" not in judge.more


def test_what_a_fault_provoked_is_not_judged(journal: Journal) -> None:
    played(
        journal,
        HELLO + '< {"jsonrpc":"2.0","id":9000001,"result":{}}\n< {"jsonrpc":"2.0","id":7,"result":{}}\n',
    )
    judge = looked(journal)
    assert [one.evidence for one in judge.findings] == ['{"jsonrpc":"2.0","id":7,"result":{}}']
    skipping = looked(journal, [range(1, 100)])
    assert skipping.findings == []


def test_a_requirement_says_why_nothing_was_held_against_it(journal: Journal) -> None:
    report = asyncio.run(check_session(played(journal, HELLO + ASK % 1 + WRONG % 1), "a.mcptrace"))
    statuses = {one.id: (one.status, one.why) for one in report.requirements}
    assert statuses["RPC-16"] == ("fail", "")
    assert statuses["RPC-02"] == ("pass", "")
    assert statuses["HTTP-01"] == ("not applicable", "another transport is used")
    assert statuses["RPC-24"] == ("not applicable", "the revision has no such rule")
    assert statuses["TOOL-17"][0] == "not tried"
    assert report.verdict == "pass" and report.counts["warning"] == 1
    report.fail_on = "warning"
    assert report.verdict == "fail"


def test_evidence_is_the_value_at_the_pointer_or_the_beginning_of_the_message() -> None:
    record = Record(
        1, 1, 1, "in", "stdout", "response", raw=b'{"result":{"a/b":[1,{"c":"wrong"}]}}', valid=True
    )
    assert evidence_of(record, "/result/a~1b/1") == '{"c": "wrong"}'
    assert evidence_of(record, "/result/none") == record.raw.decode()
    assert evidence_of(Record(1, 1, 1, "in", "", "lifecycle", note="ended"), "") == "ended"


def test_evidence_is_text_that_any_report_can_hold() -> None:
    raw = b'{"result":{"a":"cut \\ud83d"}}'
    record = Record(1, 1, 1, "in", "stdout", "response", raw=raw, valid=True)
    evidence_of(record, "/result/a").encode()
    deep = Record(
        1, 1, 1, "in", "stdout", "response", raw=b'{"a":' + b"[" * 500 + b"]" * 500 + b"}", valid=True
    )
    assert evidence_of(deep, "/a").startswith("[[")


def test_a_server_may_count_its_ids_as_it_likes(journal: Journal) -> None:
    asked = '< {"jsonrpc":"2.0","id":9000001,"method":"nothing/known"}\n'
    long = f'< {{"jsonrpc":"2.0","id":{"9" * 5000},"result":{{}}}}\n'
    judge = looked(played(journal, HELLO + asked + long))
    assert {"RPC-27", "RPC-09"} <= {one.rule for one in judge.findings}


def test_every_schema_of_a_list_is_asked_about(journal: Journal) -> None:
    schema = '{"type":"object","properties":{"a":{"type":"no"}}}'
    tools = ",".join(f'{{"name":"t{n}","description":"b","inputSchema":{schema}}}' for n in range(30))
    answer = '< {"jsonrpc":"2.0","id":1,"result":{"tools":[' + tools + "]}}\n"
    judge = looked(played(journal, HELLO + ASK % 1 + answer))
    assert len([one for one in judge.findings if one.rule == "TOOL-04"]) == 30


@pytest.mark.parametrize("pointer", ["/a/2", "/a/x", "/a/0/b", "/b"])
def test_a_pointer_that_leads_nowhere_is_none(pointer: str) -> None:
    assert at_pointer({"a": [1, 2]}, pointer) is None


def test_of_a_journal_that_others_write_into_only_its_own_connections_are_judged(journal: Journal) -> None:
    text = HELLO + ASK % 1 + WRONG % 1
    played(journal, text)

    async def main(since: int, name: str) -> Judge:
        validator = Validator()
        judge = Judge(journal, validator, (), since=since, name=name)
        await judge.look()
        await validator.close()
        return judge

    others, mine, before = (
        asyncio.run(main(since, name)) for since, name in ((0, "other"), (0, "it"), (journal.last, "it"))
    )
    assert "RPC-16" in {one.rule for one in mine.findings} and mine.looked_at == journal.last
    assert others.findings == before.findings == [] and others.looked_at == before.looked_at == 0


def test_a_flood_is_judged_for_so_long_and_the_rest_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "JUDGE_S", 0.0)
    told: list[str] = []

    async def main() -> Report:
        journal = Journal.create(tmp_path / "a.mcptrace")
        client = Client(demo_profile(), journal)
        try:
            await client.connect()
            return await checks.check_server(
                client, "demo", Plan(probes="none"), 0.2, lambda _phase, line: told.append(line)
            )
        finally:
            journal.close()

    report = asyncio.run(main())
    assert report.records == 0 and "were not judged" in report.ended
    assert any(line.startswith("judging ") for line in told)
