"""A report as a file: text for people, Markdown, JUnit, SARIF, annotations of GitHub."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from inspector import __version__
from inspector.core.check.cost import LONG_ARGUMENT, LONG_TOOL
from inspector.core.check.report import SEVERITIES, Judged, Report
from inspector.core.check.suite import PACKAGE, STATUSES, Suite
from inspector.printable import on_one_line, printable
from inspector.recorded import encode_json
from inspector.trace.redaction.redact import Redactor
from inspector.translation import in_english, with_values

__all__ = [
    "WRITERS",
    "alike",
    "as_github",
    "as_issue",
    "as_json",
    "as_junit",
    "as_markdown",
    "as_sarif",
    "as_text",
    "page_url",
    "without_secrets",
]

PAGES: Final = "https://modelcontextprotocol.io/specification/"
_SARIF_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_GITHUB_LEVELS: Final = {"error": "error", "warning": "warning", "info": "notice"}
_SUITE_MESSAGE: Final = 160  # characters on a line
_LARGEST: Final = 5  # tools whose cost is told
_NAMED: Final = 3  # tools that are named with what they could save
_SAVINGS: Final = {
    "defs": "with $defs: the same schema stands there more than once",
    "long": f"of descriptions beyond {LONG_TOOL:,} characters of a tool, {LONG_ARGUMENT} of an argument",
    "titles": "of titles that only repeat the name",
    "shared": "of descriptions that another tool has too",
}


def page_url(one: Judged) -> str:
    """Where the page of a finding is read; empty for one that rests on none."""
    return f"{PAGES}{one.revision}/{one.page}" if one.page and one.revision else ""


def as_text(report: Report) -> str:
    """For people: verdict, findings worst first, what was not tried, cost."""
    lines, more = _summary(report), dict(report.more)
    for severity, group in groupby(report.findings, key=lambda one: one.severity):
        lines += ["", severity.upper()]
        by_rule: dict[tuple[str, str], list[Judged]] = {}
        for one in group:
            by_rule.setdefault((one.rule, one.sentence), []).append(one)
        for place, ((rule, _), found) in enumerate(by_rule.items()):
            lines += [""] * (place > 0)
            lines += _block(found, more.pop(rule, 0))
    if report.accepted:
        lines += ["", f"Accepted by the baseline: {len(report.accepted)}"]
    if report.gone:
        lines += [
            "",
            "In the baseline, and not found any more:",
            *(f"  {on_one_line(one)}" for one in report.gone),
        ]
    if report.untried:
        lines += ["", "Not tried:", *(f"  {on_one_line(one)}" for one in report.untried)]
    if report.cost.get("tools"):
        lines += ["", *_cost_lines(report.cost)]
    if report.suite is not None:
        lines += ["", *_suite_lines(report.suite)]
    return "\n".join(lines)


def _summary(report: Report) -> list[str]:
    counts = report.counts
    return [
        f"{report.verdict.upper()}  {on_one_line(report.target)}",
        *([f"Incomplete: {report.ended}"] if report.ended else []),
        f"Revisions: {', '.join(report.revisions) or 'none'}",
        f"Findings: {', '.join(f'{counts[name]} {name}' for name in SEVERITIES)}",
        f"Requirements: {counts['pass']} pass, {counts['fail']} fail, {counts['not tried']} not tried,"
        f" {counts['not applicable']} not applicable",
    ]


def _suite_lines(suite: Suite) -> Iterator[str]:
    """The official suite's verdict, worst first; of what it could not judge only the names."""
    yield f"The official conformance suite says ({PACKAGE}; not part of the verdict above):"
    if suite.ended:
        yield f"  Incomplete: {on_one_line(suite.ended)}"
    if suite.scenarios:
        yield f"  Scenarios: {', '.join(f'{count} {status}' for status, count in suite.counts.items())}"
    for status in STATUSES:
        for one in suite.scenarios:
            if one.status != status or status == "pass":
                continue
            why = f": {on_one_line(one.why)}" if one.why else ""
            yield f"  {status:15} {one.revision}  {on_one_line(one.name)}{why}"
            for check in one.checks:
                if check.status in ("fail", "warning"):
                    yield f"    {on_one_line(check.id)}: {on_one_line(check.message, _SUITE_MESSAGE)}"
                    if check.url:
                        yield f"    {on_one_line(check.url)}"


def alike(findings: Iterable[Judged]) -> list[list[Judged]]:
    """Those that say the same of several revisions, together."""
    found: dict[tuple[str, str, str], list[Judged]] = {}
    for one in findings:
        found.setdefault((one.rule, one.message, one.pointer), []).append(one)
    return list(found.values())


def _block(findings: Iterable[Judged], more: int = 0) -> Iterator[str]:
    """Findings of one rule; what they have in common stands below them. more: others that are not told."""
    for same in alike(findings):
        yield from _place_lines(same)
    if more:
        yield f"  {same[0].rule}  and at least {more:,} more"
    yield from _rule_lines(same[0])


def _place_lines(same: Sequence[Judged]) -> Iterator[str]:
    one, count = same[0], sum(each.times for each in same)
    times = f" ({count} times)" if count > 1 else ""
    yield f"  {one.rule}  {on_one_line(one.message)}{times}"
    yield f"    at record {one.record} {on_one_line(one.pointer)}".rstrip()
    if len(same) > 1:
        yield f"    in {', '.join(each.revision for each in same)}"
    if one.evidence:
        yield f"    seen: {on_one_line(one.evidence)}"


def _rule_lines(one: Judged) -> Iterator[str]:
    """What all findings of a rule have in common."""
    if one.sentence:
        yield f"    rule: {one.sentence}"
    if one.fix:
        yield f"    fix: {one.fix}"
    if url := page_url(one):
        yield f"    {url}"


def _cost_lines(cost: dict[str, Any]) -> Iterator[str]:
    tools = cost["tools"]
    total = f"{cost['bytes']:,} bytes, about {cost['tokens']:,} tokens"
    yield f"Cost: {len(tools)} tools, {total} ({cost['estimate']})"
    for one in tools[:_LARGEST]:
        yield f"  {one['tokens']:>7,}  {on_one_line(one['name'])}"
    if rest := tools[_LARGEST:]:
        yield f"  {sum(one['tokens'] for one in rest):>7,}  {len(rest)} more"
    if savings := _savings(cost):
        yield "Bytes that could be saved:"
        for size, what, where in savings:
            yield f"  {size:>7,}  {what} ({', '.join(on_one_line(name, 60) for name in where)})"


def _savings(cost: dict[str, Any]) -> list[tuple[int, str, list[str]]]:
    """(bytes, what would save them, in which tools): what is a hundredth of the whole, or more."""
    return [
        (one["bytes"], _SAVINGS[one["what"]], [name for name, _ in one["where"][:_NAMED]])
        for one in cost.get("savings", ())
        if one["bytes"] * 100 >= cost["bytes"]
    ]


def without_secrets(report: Report) -> Report:
    """The report as it may leave the computer: without what looks like a secret in the server's words."""
    redactor = Redactor()

    def hidden(one: Judged) -> Judged:
        return replace(
            one,
            message=with_values(one.message, redactor.text),
            evidence=redactor.text(one.evidence),
            pointer=redactor.text(one.pointer),
        )

    return replace(
        report,
        findings=[hidden(one) for one in report.findings],
        accepted=[hidden(one) for one in report.accepted],
        untried=[with_values(one, redactor.text) for one in report.untried],
    )


def as_json(report: Report) -> str:
    """All of it, as `mcpdi check --json` prints it."""
    return encode_json(report.as_json()).decode()


def as_issue(target: str, same: Sequence[Judged]) -> str:
    """One finding as Markdown for the tracker of a server. same: what several revisions have in common."""
    one, url = same[0], page_url(same[0])
    evidence = printable(in_english(one.evidence))
    longest = max((len(run) for run in re.findall("`+", evidence)), default=0)
    fence = "`" * max(3, longest + 1)
    revisions = ", ".join(each.revision for each in same if each.revision)
    times = sum(each.times for each in same)
    lines = [
        f"### {one.rule}: {_escaped(in_english(one.message))}",
        "",
        f"- Server: {_escaped(target)}",
        f"- Severity: {one.severity}{f', {times} times' if times > 1 else ''}",
        *([f"- Protocol revision: {revisions}"] if revisions else []),
        *([f"- Place in the message: {_escaped(one.pointer)}"] if one.pointer else []),
    ]
    if evidence:
        lines += ["", "Seen:", "", f"{fence}json", evidence, fence]
    if one.sentence:
        lines += ["", "The specification:", "", f"> {_escaped(one.sentence)}"]
    if url:
        lines += [">", f"> {url}"] if one.sentence else ["", url]
    if one.fix:
        lines += ["", f"How to fix it: {_escaped(one.fix)}"]
    return "\n".join(lines) + "\n"


def as_markdown(report: Report) -> str:
    """The same as Markdown, for a comment or a page."""
    counts = report.counts
    lines = [
        f"# Check of {_escaped(report.target)}: {report.verdict}",
        "",
        f"Revisions: {', '.join(report.revisions) or 'none'}."
        f" {', '.join(f'{counts[name]} {name}' for name in SEVERITIES)}.",
    ]
    if report.findings:
        lines += ["", "| Severity | Rule | Finding | Place | Fix |", "|---|---|---|---|---|"]
    for same in alike(report.findings):
        one, url, others = same[0], page_url(same[0]), len(same) - 1
        where = f"record {one.record} {one.pointer}".rstrip()
        cells = (
            one.severity,
            f"[{one.rule}]({url})" if url else one.rule,
            _escaped(one.message),
            _escaped(where) + (f", and in {others} more revisions" if others else ""),
            _escaped(one.fix),
        )
        lines.append(f"| {' | '.join(cells)} |")
    if report.more:
        told = (f"{rule} at least {count:,}" for rule, count in report.more.items())
        lines += ["", f"More than the table has: {', '.join(told)}."]
    if report.untried:
        lines += ["", "Not tried:", "", *(f"- {_escaped(one)}" for one in report.untried)]
    if report.cost.get("tools"):
        lines += ["", *_cost_table(report.cost)]
    if report.suite is not None:
        lines += ["", *_suite_table(report.suite)]
    return "\n".join(lines)


def _cost_table(cost: dict[str, Any]) -> Iterator[str]:
    tools = cost["tools"]
    largest = f", the {_LARGEST} largest" if len(tools) > _LARGEST else ""
    yield f"## Cost: about {cost['tokens']:,} tokens"
    yield ""
    yield f"{len(tools)} tools{largest}; tokens are {cost['estimate']}."
    yield ""
    yield "| Tool | Tokens | Bytes |"
    yield "|---|--:|--:|"
    for one in tools[:_LARGEST]:
        yield f"| {_escaped(one['name'])} | {one['tokens']:,} | {one['bytes']:,} |"
    yield f"| all | {cost['tokens']:,} | {cost['bytes']:,} |"
    if savings := _savings(cost):
        yield ""
        yield "Bytes that could be saved:"
        yield ""
        for size, what, where in savings:
            yield f"- {size:,} {_escaped(what)} ({', '.join(map(_escaped, where))})"


def _suite_table(suite: Suite) -> Iterator[str]:
    yield "## The official conformance suite"
    yield ""
    yield f"The verdict of {_escaped(PACKAGE)}; it is not part of the one above."
    if suite.ended:
        yield f"Incomplete: {_escaped(suite.ended)}"
    if suite.scenarios:
        yield from ("", "| Verdict | Revision | Scenario | Why |", "|---|---|---|---|")
    for one in sorted(suite.scenarios, key=lambda one: STATUSES.index(one.status)):
        yield f"| {one.status} | {one.revision} | {_escaped(one.name)} | {_escaped(one.said)} |"


def _escaped(text: str) -> str:
    """On one line, without what Markdown or HTML would read in it."""
    line = on_one_line(text)
    line = line.replace("@", "@\u200b")  # a text of a server notifies no user
    for mark in "\\`*_[]<>|":
        line = line.replace(mark, f"\\{mark}" if mark not in "<>" else {"<": "&lt;", ">": "&gt;"}[mark])
    return line


def as_junit(report: Report) -> str:
    """JUnit XML: a test case a requirement, and one more for each finding of no requirement."""
    from xml.dom.minidom import parseString

    from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

    suite = TestSuite(f"mcpdi check {report.target}")
    by_rule: dict[str, list[Judged]] = {}
    for one in report.findings:
        by_rule.setdefault(one.rule, []).append(one)
    named = {one.id: one for one in report.requirements}
    worst = SEVERITIES[: SEVERITIES.index(report.fail_on) + 1]
    for rule in [*named, *(rule for rule in by_rule if rule not in named)]:
        case = TestCase(rule, classname=f"mcp.{rule.partition('-')[0]}")
        told = by_rule.get(rule, ())
        bad = [one for one in told if one.severity in worst]
        if bad:
            failure = Failure(_xml(bad[0].message), bad[0].severity)
            failure.text = _xml("\n".join(_block(bad, report.more.get(rule, 0))))
            case.result = [failure]
        elif rule in named and named[rule].status in ("not tried", "not applicable"):
            case.result = [Skipped(_xml(f"{named[rule].status}: {named[rule].why}"))]
        if mild := [one for one in told if one.severity not in worst]:
            case.system_out = _xml("\n".join(_block(mild, report.more.get(rule, 0))))
        suite.add_testcase(case)
    xml = JUnitXml()
    xml.add_testsuite(suite)
    if report.suite is not None:
        xml.add_testsuite(_junit_of(report.suite))
    xml.update_statistics()  # type: ignore[no-untyped-call]
    written = parseString(xml.tostring()).toprettyxml(indent=" ")  # type: ignore[no-untyped-call]
    return str(written)


def _junit_of(suite: Suite) -> Any:
    """What is not passed is skipped, also what fails: a build goes by our own verdict."""
    from junitparser import Skipped, TestCase, TestSuite

    found = TestSuite(f"official conformance suite {PACKAGE}")
    for one in suite.scenarios:
        case = TestCase(_xml(one.name), classname=f"suite.{one.revision}")
        if one.status != "pass":
            case.result = [Skipped(_xml(f"{one.status}: {one.said}"))]
        found.add_testcase(case)
    return found


def _xml(text: str) -> str:
    """Without the characters that XML 1.0 cannot hold."""
    return "".join(
        one if one in "\t\n" or " " <= one < "\ud800" or "\ue000" <= one < "\ufffe" or one > "\uffff" else "�"
        for one in text
    )


def as_sarif(report: Report) -> str:
    """SARIF 2.1.0. A server has no files: a result stands at the logical place of its JSON Pointer."""
    kinds: dict[str, Judged] = {}
    for one in report.findings:
        kinds.setdefault(one.rule, one)
    index = {rule: place for place, rule in enumerate(kinds)}
    rules = [
        {
            "id": rule,
            "shortDescription": {"text": one.sentence or rule},
            "help": {"text": one.fix or rule},
            **({"helpUri": url} if (url := page_url(one)) else {}),
        }
        for rule, one in kinds.items()
    ]
    results = []
    for same in alike(report.findings):
        one = same[0]
        results.append(
            {
                "ruleId": one.rule,
                "ruleIndex": index[one.rule],
                "level": _SARIF_LEVELS[one.severity],
                "message": {"text": one.message},
                "locations": [
                    {
                        "physicalLocation": {"artifactLocation": {"uri": _uri(report.target)}},
                        "logicalLocations": [{"fullyQualifiedName": f"record {one.record}{one.pointer}"}],
                    }
                ],
                "partialFingerprints": {"ruleAndPlace/v1": f"{one.rule} {one.pointer} {one.message}"},
                "occurrenceCount": sum(each.times for each in same),
                "properties": {
                    "revisions": [each.revision for each in same],
                    "evidence": one.evidence,
                    "fix": one.fix,
                },
            }
        )
    driver = {
        "name": "mcpdi check",
        "version": __version__,
        "informationUri": "https://modelcontextprotocol.io/specification",
        "rules": rules,
    }
    return json.dumps(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{"tool": {"driver": driver}, "results": results}],
        },
        ensure_ascii=False,
        indent=2,
    )


def _uri(target: str) -> str:
    from urllib.parse import quote

    return quote(target, safe="/:@?=&#%+,;~.-_")


def as_github(report: Report) -> str:
    """Workflow commands of GitHub Actions, one a finding, and the verdict for who reads the log."""
    commands = []
    for same in alike(report.findings):
        one = same[0]
        lines = (one.message, f"record {one.record} {one.pointer}".rstrip(), one.fix, page_url(one))
        title = _property(f"{one.rule} {report.target}")
        commands.append(
            f"::{_GITHUB_LEVELS[one.severity]} title={title}::" + _data("\n".join(filter(None, lines)))
        )
    return "\n".join([*commands, *_summary(report)])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


WRITERS: Final[dict[str, Callable[[Report], str]]] = {
    "junit": as_junit,
    "sarif": as_sarif,
    "markdown": as_markdown,
}
"""Option of `mcpdi check` → what it writes."""
