"""`mcpdi check`: whether a server, or a recorded session, keeps to the protocol, and what to change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import common_options, take_common
from inspector.errors import UsageError

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.check.asking import Call, Plan
    from inspector.core.check.report import Report
    from inspector.core.client.client import Client
    from inspector.lint.approved import Definitions

__all__ = ["check"]

_NEEDS: Final = ("inspector.core.check.check", "inspector.core.check.written")
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command
@click.argument("file", type=_FILE, required=False)
@click.option(
    "--revisions",
    type=click.Choice(["negotiated", "all"]),
    default="negotiated",
    help="Check the negotiated revision, or every revision the server speaks.",
)
@click.option(
    "--probe",
    type=click.Choice(["none", "safe", "all"]),
    default="safe",
    help="Send no probes, those that change nothing, or also those that may end a session.",
)
@click.option(
    "--call",
    "calling",
    type=click.Choice(["safe"]),
    help="Call tools that declare readOnlyHint, with samples.",
)
@click.option("--calls", "calls_file", type=_FILE, metavar="FILE", help="Call these: a JSON object a line.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info"]),
    default="error",
    help="Exit with 6 for a finding of this severity or worse.",
)
@click.option("--ignore", multiple=True, metavar="RULE", help="Leave out a rule or a family; repeatable.")
@click.option("--baseline", type=_FILE, metavar="FILE", help="Findings accepted before, each with a reason.")
@click.option("--write-baseline", type=_FILE, metavar="FILE", help="Write one that accepts what is found.")
@click.option(
    "--pinned",
    type=_FILE,
    metavar="FILE",
    help="Compare definitions with this session file or --json report.",
)
@click.option("--junit", type=_FILE, metavar="FILE", help="Write the report as JUnit XML.")
@click.option("--sarif", type=_FILE, metavar="FILE", help="Write the report as SARIF 2.1.0.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Write the report as Markdown.")
@click.option("--github", is_flag=True, help="Print annotations for GitHub Actions.")
@click.option(
    "--suite",
    is_flag=True,
    help="Also run the official conformance suite (needs Node.js 22); its verdict does not count.",
)
@click.option("--rules", is_flag=True, help="Print every rule, with what it rests on and how to mend it.")
@common_options
def check(
    file: Path | None,
    revisions: str,
    probe: str,
    calling: str | None,
    calls_file: Path | None,
    suite: bool,
    rules: bool,
    **values: Any,
) -> int:
    """Check a server, or a recorded session FILE, against the specification.

    Everything the server offers is read and judged. Tools are called only with --call or --calls.
    --suite adds the official conformance suite; its failures change neither verdict nor exit code.
    """
    from inspector.cli.start import run_on_server
    from inspector.core.check.asking import Plan

    written = {name: values.pop(name) for name in _WRITTEN}
    common = take_common(values)
    if rules:
        return _print_rules(common.json)
    _require_rules(written["ignore"])
    _require_use(file)
    if file is not None:
        if common.on or common.server:
            raise click.UsageError("give a session file or a server, not both")
        return _offline(file, common.json, written)
    plan = Plan(revisions == "all", probe, calling == "safe", _calls(calls_file), suite)

    async def work(client: Client, output: Output) -> int:
        return await _online(client, output, plan, written)

    return run_on_server(common, work, _NEEDS, connects=False)


_WRITTEN: Final = (
    "fail_on", "ignore", "baseline", "write_baseline", "pinned", "junit", "sarif", "markdown", "github",
)  # fmt: skip
_OFFLINE: Final = frozenset(("file", "on", "json", *_WRITTEN))
"""Options that mean something with a session file; `--on` with one is refused in words of its own."""


async def _online(client: Client, output: Output, plan: Plan, written: dict[str, Any]) -> int:
    from inspector.cli.running import GRACE_S
    from inspector.core.check.check import check_server

    def told(_phase: str, line: str) -> None:
        output.note(line)

    pinned = await _pinned(written["pinned"], output)
    report = await check_server(client, client.name, plan, GRACE_S, told, pinned=pinned)
    return _tell(report, output, written)


def _offline(file: Path, json: bool, written: dict[str, Any]) -> int:
    from inspector.cli.opening import opened
    from inspector.cli.output import Output
    from inspector.cli.running import explained
    from inspector.core.check.check import check_session

    output = Output(json)

    async def work() -> int:
        with opened(file, output) as journal:
            pinned = await _pinned(written["pinned"], output)
            return _tell(await check_session(journal, str(file), pinned), output, written)

    return explained(work(), output)


async def _pinned(path: Path | None, output: Output) -> Definitions | None:
    """The definitions of a report, or of a recorded session. Raises UsageError."""
    from inspector.cli.opening import opened
    from inspector.core.check.check import check_session
    from inspector.core.check.report import read_definitions

    if path is None:
        return None
    found = read_definitions(path)
    if found is None:
        with opened(path, output) as journal:
            found = (await check_session(journal, str(path))).definitions
    if not found:
        raise UsageError(f"--pinned: {path} lists no definitions of a server")
    return found


def _tell(report: Report, output: Output, written: dict[str, Any]) -> int:
    """Print the report, write its files, and give the exit code."""
    from inspector.cli.exit_codes import ExitCode
    from inspector.core.check.baseline import accept, baseline_of, read_baseline
    from inspector.core.check.written import WRITERS, as_github, as_text
    from inspector.recorded import encode_json

    report.fail_on = written["fail_on"]
    ignored = written["ignore"]
    report.findings = [one for one in report.findings if not _is_ignored(one.rule, ignored)]
    report.more = {rule: count for rule, count in report.more.items() if not _is_ignored(rule, ignored)}
    report.requirements = [one for one in report.requirements if not _is_ignored(one.id, ignored)]
    if written["baseline"]:
        accept(report, read_baseline(written["baseline"]))
    if written["write_baseline"]:
        _write(written["write_baseline"], baseline_of(report))
    for name, writer in WRITERS.items():
        if written[name]:
            _write(written[name], writer(report))
    if output.json:
        output.answer(encode_json(report.as_json()))
    elif written["github"]:
        output.text(as_github(report))
    else:
        output.text(as_text(report))
    if report.verdict == "fail":
        return ExitCode.PROTOCOL_VIOLATION.value
    return ExitCode.UNREACHABLE.value if report.ended else ExitCode.DONE.value


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def _is_ignored(rule: str, ignored: tuple[str, ...]) -> bool:
    return rule in ignored or rule.partition("-")[0] in ignored


def _print_rules(json: bool) -> int:
    from inspector.cli.exit_codes import ExitCode
    from inspector.cli.output import Output
    from inspector.core.check.report import rule_table
    from inspector.recorded import encode_json

    output = Output(json)
    for one in rule_table():
        if json:
            output.answer(encode_json(one))
        else:
            output.line(f"{one['id']:16} {one['severity']:8} {one['revisions']:6} {one['sentence']}")
            output.line(f"{'':33}{one['fix']}")
    return ExitCode.DONE.value


def _require_use(file: Path | None) -> None:
    """Raises click.UsageError for options that would be ignored."""
    context = click.get_current_context()
    given = {
        one.name: one.opts[0]
        for one in context.command.params
        if one.name and context.get_parameter_source(one.name) is click.core.ParameterSource.COMMANDLINE
    }
    if {"json", "github"} <= given.keys():
        raise click.UsageError("--json and --github both write to standard output; use one of them")
    idle = [option for name, option in given.items() if name not in _OFFLINE]
    if file is not None and idle:
        raise click.UsageError(f"{', '.join(idle)}: only for a server; a session file is judged as it is")


def _require_rules(names: tuple[str, ...]) -> None:
    """Raises click.UsageError for a rule or family that does not exist."""
    from inspector.core.check.report import rule_table

    known = {one["id"] for one in rule_table()}
    known |= {name.partition("-")[0] for name in known}
    for name in names:
        if name not in known:
            from difflib import get_close_matches

            close = get_close_matches(name, known, 1)
            meant = f"; did you mean {close[0]}?" if close else ""
            raise click.UsageError(f"--ignore: there is no rule {name}{meant}")


def _calls(path: Path | None) -> tuple[Call, ...]:
    """The calls of a file: {"tool": "add", "arguments": {…}} on each line."""
    if path is None:
        return ()
    import msgspec

    from inspector.core.check.asking import Call

    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise click.UsageError(f"--calls: cannot read {path}: {error.strerror}") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
            found.append(
                Call(msgspec.json.decode(value["tool"], type=str), bytes(value.get("arguments", b"{}")))
            )
        except (msgspec.DecodeError, KeyError) as error:
            wanted = '{"tool": "NAME", "arguments": {…}}'
            raise click.UsageError(f"--calls: line {number} of {path} is not {wanted}") from error
    return tuple(found)
