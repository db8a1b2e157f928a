"""A report as text, Markdown, JUnit, SARIF and annotations, whatever a server writes into it."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from inspector.core.check.report import Judged, Report, Requirement
from inspector.core.check.written import (
    as_github,
    as_issue,
    as_json,
    as_junit,
    as_markdown,
    as_sarif,
    as_text,
    without_secrets,
)

NASTY = "a|b `c` <script>\x00\x1b[31m]]> %0A\n::error::x"


def judged(message: str = "it is wrong", **more: object) -> Judged:
    values = {
        "rule": "RPC-02",
        "severity": "error",
        "message": message,
        "sentence": "It MUST be.",
        "fix": "Set it.",
        "revision": "2025-11-25",
        "page": "basic/index",
        "record": 7,
        "pointer": "/result/tools/0",
        "evidence": '{"a": 1}',
    }
    return Judged(**{**values, **more})  # type: ignore[arg-type]


def report(*findings: Judged) -> Report:
    requirements = [
        Requirement("RPC-02", "fail", "", "basic/index"),
        Requirement("RPC-03", "pass", "", "basic/index"),
        Requirement("TOOL-10", "not tried", "no tools/call was sent", "server/tools"),
    ]
    return Report("it", ["2025-11-25"], list(findings), requirements=requirements, untried=["a tool"])


def test_text_says_what_is_wrong_where_and_how_to_mend_it() -> None:
    text = as_text(report(judged()))
    for part in (
        "FAIL  it",
        "1 error, 0 warning, 0 info",
        "1 pass, 1 fail, 1 not tried, 0 not applicable",
        "RPC-02  it is wrong",
        "at record 7 /result/tools/0",
        'seen: {"a": 1}',
        "rule: It MUST be.",
        "fix: Set it.",
        "https://modelcontextprotocol.io/specification/2025-11-25/basic/index",
        "Not tried:\n  a tool",
    ):
        assert part in text


def test_no_text_of_a_server_forges_a_line_of_the_report() -> None:
    found = report(judged(f"x\n{NASTY}", pointer="/a\nPASS  it", evidence=NASTY))
    found.untried = ["a\n::error::b"]
    found.cost = {
        "tools": [{"name": "x\nPASS  it", "tokens": 1}],
        "bytes": 1,
        "tokens": 1,
        "estimate": "estimated",
        "repeated_bytes": 0,
    }
    lines = as_text(found).splitlines()
    assert not any(line.startswith(("PASS", "::error")) for line in lines)


def test_text_says_the_same_of_several_revisions_once() -> None:
    text = as_text(report(judged(), judged(revision="2025-06-18", record=9, times=2)))
    assert text.count("it is wrong") == 1
    assert "it is wrong (3 times)" in text and "in 2025-11-25, 2025-06-18" in text


def test_text_says_what_findings_of_a_rule_have_in_common_once_and_how_many_more_there_are() -> None:
    found = report(judged(), judged("so is this", pointer="/b"), judged(rule="RPC-03"))
    found.more = {"RPC-02": 1234}
    text = as_text(found)
    assert text.count("fix: Set it.") == 2 and text.count("RPC-02  and at least 1,234 more") == 1
    assert text.index("so is this") < text.index("and at least") < text.index("fix: Set it.")
    assert "RPC-02 at least 1,234" in as_markdown(found) and "and at least 1,234 more" in as_junit(found)
    assert found.as_json()["more"] == {"RPC-02": 1234}


COST = {
    "tools": [{"name": f"t|{place}", "tokens": 40 - place, "bytes": 160} for place in range(8)],
    "bytes": 1280,
    "tokens": 292,
    "estimate": "roughly",
    "repeated_bytes": 500,
    "savings": [
        {"what": "defs", "bytes": 500, "where": [["t|0", 300], ["t|1", 200]]},
        {"what": "titles", "bytes": 12, "where": [["t|1", 12]]},
    ],
}


def test_cost_names_the_largest_tools_and_what_is_worth_saving() -> None:
    found = report()
    found.cost = COST
    text = as_text(found)
    for part in (
        "Cost: 8 tools, 1,280 bytes, about 292 tokens (roughly)",
        "       40  t|0",
        "      102  3 more",
        "      500  with $defs: the same schema stands there more than once (t|0, t|1)",
    ):
        assert part in text
    assert "titles" not in text  # less than a hundredth
    markdown = as_markdown(found)
    assert "## Cost: about 292 tokens" in markdown and "| t\\|0 | 40 | 160 |" in markdown
    assert "- 500 with $defs" in markdown


def test_markdown_says_the_same_of_several_revisions_in_one_row() -> None:
    lines = as_markdown(report(judged(), judged(revision="2025-06-18"))).splitlines()
    assert len([line for line in lines if "RPC-02" in line]) == 1
    assert any("and in 1 more revisions" in line for line in lines)


def test_markdown_stays_one_table_whatever_a_server_says() -> None:
    [row] = [line for line in as_markdown(report(judged(NASTY))).splitlines() if "RPC-02" in line]
    assert row.count(" | ") == 4 and "<script>" not in row and "\x1b" not in row


def test_junit_has_a_case_a_requirement() -> None:
    suite = ElementTree.fromstring(as_junit(report(judged(NASTY), judged(rule="X-1", severity="warning"))))
    cases = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}
    assert cases == {"RPC-02": ["failure"], "RPC-03": [], "TOOL-10": ["skipped"], "X-1": ["system-out"]}


def test_sarif_names_rule_level_and_place() -> None:
    again = judged(NASTY, revision="2025-06-18", times=2)
    [run] = json.loads(as_sarif(report(judged(NASTY), again, judged(rule="X-1", severity="info"))))["runs"]
    assert run["results"][0]["occurrenceCount"] == 3
    assert run["results"][0]["properties"]["revisions"] == ["2025-11-25", "2025-06-18"]
    assert [one["level"] for one in run["results"]] == ["error", "note"]
    assert [run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] for one in run["results"]] == [
        "RPC-02",
        "X-1",
    ]
    place = run["results"][0]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
    assert place == "record 7/result/tools/0"


def test_junit_tells_what_does_not_fail_beside_its_case() -> None:
    suite = ElementTree.fromstring(as_junit(report(judged("mild", rule="RPC-03", severity="info"))))
    [told] = [case.findtext("system-out") for case in suite.iter("testcase") if case.get("name") == "RPC-03"]
    assert told is not None and "mild" in told and "fix: Set it." in told


def test_an_annotation_is_one_line_and_no_second_command() -> None:
    line, *rest = as_github(report(judged(NASTY))).splitlines()
    assert line.startswith("::error title=RPC-02 it::") and "%0A::error" in line
    assert rest[0] == "FAIL  it" and not any(one.lstrip().startswith("::") for one in rest)


def test_one_finding_is_an_issue_for_the_tracker_of_the_server() -> None:
    text = as_issue("it", [judged(), judged(revision="2025-06-18")])
    assert text.splitlines()[0] == "### RPC-02: it is wrong"
    for part in (
        "- Severity: error, 2 times",
        "- Protocol revision: 2025-11-25, 2025-06-18",
        '```json\n{"a": 1}\n```',
        "> It MUST be.",
        "> https://modelcontextprotocol.io/specification/2025-11-25/basic/index",
        "How to fix it: Set it.",
    ):
        assert part in text


def test_no_evidence_leaves_its_fence_and_no_message_its_heading() -> None:
    text = as_issue(f"it\n{NASTY}", [judged(f"x\n# {NASTY}", evidence=f"````\n# x{NASTY}", pointer=NASTY)])
    heads = [line for line in text.splitlines() if line.startswith("#")]
    assert len([line for line in heads if line.startswith("###")]) == 1
    assert "`````json" in text and "\x1b" not in text and "\x00" not in text


def test_a_report_leaves_without_the_secrets_of_the_server() -> None:
    token = "Bearer abcdefghijklmnopqrstuvwxyz0123456789"
    found = report(judged(f"it said Authorization: {token}", evidence=f'{{"Authorization": "{token}"}}'))
    found.untried = [f"Authorization: {token}"]
    assert "abcdefghij" in as_json(found)
    assert "abcdefghij" not in as_json(without_secrets(found))
    assert json.loads(as_json(found)) == json.loads(json.dumps(found.as_json()))
