"""The official conformance suite, run beside our own check; its verdict stays its own.

It is the npm package `PACKAGE`, which `npx` of the user's Node.js takes from a local installation or fetches,
only when the user asks for it. It knows HTTP alone: a server on stdio is reached through a bridge. And it
expects the tools, prompts and resources of its own test server: what fails for want of them is no fault.
Whatever it or the server writes is data: bounded, and never run or followed.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from inspector.core.client.client import Client
from inspector.core.install.bundles.runtimes import asked_version, is_within
from inspector.core.servers.starting import startable
from inspector.errors import ConnectError
from inspector.printable import shortened
from inspector.protocol.framing import Cut, LineFramer
from inspector.protocol.jsonrpc import decode, dict_of
from inspector.protocol.methods import MODERN_REVISIONS
from inspector.protocol.wire import Arrival, BytesArrived, ChannelClosed
from inspector.translation import in_english, recorded
from inspector.transport import HttpTarget, StdioTarget
from inspector.transport.bridge import Bridge
from inspector.transport.environment import find_command
from inspector.transport.stdio import StdioTransport

__all__ = ["PACKAGE", "Scenario", "Suite", "SuiteCheck", "offered_by", "run_suite", "why_no_suite"]

PACKAGE: Final = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
REVISIONS: Final = ("2025-03-26", "2025-06-18", "2025-11-25", *MODERN_REVISIONS)
"""For which it has scenarios."""
NODE: Final = ">=22"
LIMIT_S: Final = 600.0  # of all scenarios of one revision; its download is in it
SCENARIO_MS: Final = 15_000
MOST_BYTES: Final = 4 << 20  # of one checks.json
MOST_CHECKS: Final = 200  # of one scenario
_LONGEST: Final = 500  # characters of a text of its
_LINE_BYTES: Final = 16 * 1024
_RUNNING: Final = re.compile(rb"=== Running scenario: ([a-z0-9-]{1,80}) ===\s*")
_FOLDER: Final = re.compile(r"server-([a-z0-9-]{1,80})-\d{4}-\d\d-\d\dT[\d-]+Z")
_STATUSES: Final = {"SUCCESS": "pass", "FAILURE": "fail", "WARNING": "warning"}
_OF_EVERY_SERVER: Final = "wire-schema-valid"
"""The check that judges whatever came, also where the scenario found nothing to work with."""

STATUSES: Final = ("fail", "warning", "pass", "missing fixture", "not applicable", "not run")
"""Of a scenario, in the order of a report."""

_HTTP: Final = "http"
_HEADER_TOOL: Final = "a tool with x-mcp-header"
_ELICITED: Final = "tool test_input_required_result_elicitation"
_NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "server-session-lifecycle": (_HTTP,),
    "logging-set-level": ("logging",),
    "completion-complete": ("completions", "prompt test_prompt_with_arguments"),
    "tools-list": ("tools",),
    "tools-call-simple-text": ("tool test_simple_text",),
    "tools-call-image": ("tool test_image_content",),
    "tools-call-audio": ("tool test_audio_content",),
    "tools-call-embedded-resource": ("tool test_embedded_resource",),
    "tools-call-mixed-content": ("tool test_multiple_content_types",),
    "tools-call-with-logging": ("tool test_tool_with_logging",),
    "tools-call-error": ("tool test_error_handling",),
    "tools-call-with-progress": ("tool test_tool_with_progress",),
    "tools-call-sampling": ("tool test_sampling",),
    "tools-call-elicitation": ("tool test_elicitation",),
    "json-schema-2020-12": ("tool json_schema_2020_12_tool",),
    "elicitation-sep1034-defaults": ("tool test_elicitation_sep1034_defaults",),
    "elicitation-sep1330-enums": ("tool test_elicitation_sep1330_enums",),
    "server-sse-polling": (_HTTP, "tool test_reconnection"),
    "server-sse-multiple-streams": (_HTTP,),
    "resources-list": ("resources",),
    "resources-read-text": ("resource test://static-text",),
    "resources-read-binary": ("resource test://static-binary",),
    "resources-templates-read": ("template test://template/{id}/data",),
    "resources-subscribe": ("resources.subscribe", "resource test://watched-resource"),
    "resources-unsubscribe": ("resources.subscribe", "resource test://watched-resource"),
    "sep-2164-resource-not-found": ("resources",),
    "prompts-list": ("prompts",),
    "prompts-get-simple": ("prompt test_simple_prompt",),
    "prompts-get-with-args": ("prompt test_prompt_with_arguments",),
    "prompts-get-embedded-resource": ("prompt test_prompt_with_embedded_resource",),
    "prompts-get-with-image": ("prompt test_prompt_with_image",),
    "dns-rebinding-protection": (_HTTP,),
    "http-header-validation": (_HTTP,),
    "http-custom-header-server-validation": (_HTTP, _HEADER_TOOL),
    "input-required-result-basic-elicitation": (_ELICITED,),
    "input-required-result-basic-sampling": ("tool test_input_required_result_sampling",),
    "input-required-result-basic-list-roots": ("tool test_input_required_result_list_roots",),
    "input-required-result-request-state": ("tool test_input_required_result_request_state",),
    "input-required-result-multiple-input-requests": ("tool test_input_required_result_multiple_inputs",),
    "input-required-result-multi-round": ("tool test_input_required_result_multi_round",),
    "input-required-result-missing-input-response": (_ELICITED,),
    "input-required-result-non-tool-request": ("prompt test_input_required_result_prompt",),
    "input-required-result-result-type": (_ELICITED,),
    "input-required-result-tampered-state": ("tool test_input_required_result_tampered_state",),
    "input-required-result-capability-check": ("tool test_input_required_result_capabilities",),
    "input-required-result-ignore-extra-params": (_ELICITED,),
    "input-required-result-validate-input": (_ELICITED,),
}
"""Scenario → what a server must offer for it; `http`: it judges HTTP, which over stdio is the bridge's."""

_CHECK_NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "sep-2575-server-rejects-undeclared-capability": ("tool test_missing_capability",),
    "sep-2575-missing-capability-http-400": (_HTTP, "tool test_missing_capability"),
    "sep-2575-http-server-no-independent-requests-on-stream": (_HTTP, "tool test_streaming_elicitation"),
    "sep-2575-server-no-log-without-loglevel": ("tool test_logging_tool",),
    "sep-2575-server-sends-tools-list-changed-on-subscription": ("tool test_trigger_tool_change",),
    "sep-2575-server-sends-prompts-list-changed-on-subscription": ("tool test_trigger_prompt_change",),
    "sep-2549-tools-list-caching-hints": ("tools",),
    "sep-2549-prompts-list-caching-hints": ("prompts",),
    "sep-2549-resources-list-caching-hints": ("resources",),
    "sep-2549-resources-templates-list-caching-hints": ("resources",),
    "sep-2549-resources-read-caching-hints": ("resources",),
}
"""Checks that need what the rest of their scenario does not."""


@dataclass(frozen=True, slots=True)
class SuiteCheck:
    """One check of a scenario. status: pass | fail | warning | missing fixture | not applicable | not run.

    verdict: in the suite's own word. why: what is missing. message: what the suite says. url: the page.
    """

    id: str
    verdict: str
    status: str
    why: str
    message: str
    url: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario in one revision. status: one of STATUSES; why: what it needs and the server lacks."""

    name: str
    revision: str
    status: str
    why: str
    checks: tuple[SuiteCheck, ...] = ()

    @property
    def said(self) -> str:
        """Why it is so, in one line: what is missing, or what the suite says."""
        bad = (one for one in self.checks if one.status in ("fail", "warning"))
        return self.why or "; ".join(f"{one.id}: {one.message}" for one in bad)


@dataclass(slots=True)
class Suite:
    """What the suite says of a server. ended: why it did not run, or not to its end; "" when it did."""

    transport: str = ""
    scenarios: list[Scenario] = field(default_factory=list)
    ended: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """Scenarios by status."""
        found = Counter(one.status for one in self.scenarios)
        return {status: found[status] for status in STATUSES}

    def as_json(self) -> dict[str, Any]:
        """The member `suite` of `mcpdi check --json`, in English."""
        return {
            "package": PACKAGE,
            "transport": self.transport,
            "ended": in_english(self.ended),
            "counts": self.counts,
            "scenarios": [_in_english(asdict(one)) for one in self.scenarios],
        }


def _in_english(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _in_english(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_in_english(one) for one in value]
    return in_english(value)


async def why_no_suite() -> str:
    """Why the suite cannot run on this computer, and how to get what it needs; "" when it can."""
    how = recorded("Get it from https://nodejs.org or your package manager, and run the check again.")
    node, npx = find_command("node", os.environ), find_command("npx", os.environ)
    if node is None or npx is None:
        return recorded("the suite needs Node.js 22 or later with npx, which is not on PATH. {how}", how=how)
    version = await asyncio.to_thread(asked_version, node)
    if is_within(version, NODE) is not True:
        return recorded(
            "the suite needs Node.js 22 or later, but the node on PATH is {version}. {how}",
            version=version or "?",
            how=how,
        )
    return ""


def offered_by(client: Client) -> frozenset[str]:
    """What a connected server offers, in the words of the table of what scenarios need."""
    return frozenset(_offered(client))


def _offered(client: Client) -> Iterator[str]:
    capabilities = client.info.capabilities if client.info is not None else {}
    for name, value in capabilities.items():
        yield name
        for inner, on in dict_of(value).items():
            if on is not False:
                yield f"{name}.{inner}"
    catalog = client.catalog
    for kind, items, member in (
        ("tool", catalog.tools, "name"),
        ("prompt", catalog.prompts, "name"),
        ("resource", catalog.resources, "uri"),
        ("template", catalog.templates, "uriTemplate"),
    ):
        for item in items:
            yield f"{kind} {item.get(member)}"
            fields = dict_of(dict_of(item.get("inputSchema")).get("properties")).values()
            if any("x-mcp-header" in dict_of(one) for one in fields):
                yield _HEADER_TOOL


async def run_suite(
    client: Client, revisions: Iterable[str], offered: frozenset[str], told: Callable[[str], None]
) -> Suite:
    """Run it against the server of a client that was connected; on stdio another process of it is started.

    It never raises for what the suite says. offered: see `offered_by`. told: one line for each step.
    """
    suite = Suite(client.transport)
    try:
        target = (await startable(client.profile, client.lookup)).target
    except ConnectError as error:
        suite.ended = error.explanation.happened
        return suite
    signed = isinstance(target, HttpTarget) and client.authorizer.headers("POST", target.url, b"")
    if signed or (isinstance(target, HttpTarget) and target.headers):
        suite.ended = recorded("the suite cannot send the headers of this server, nor sign in")
    elif suite.transport not in ("stdio", "http"):
        suite.ended = recorded(
            "the suite speaks Streamable HTTP, and stdio through a bridge; not {}", suite.transport
        )
    suite.ended = suite.ended or await why_no_suite()
    wanted = [one for one in REVISIONS if one in revisions]
    if not wanted and not suite.ended:
        suite.ended = recorded("the suite has no scenarios for the revisions of this server")
    if suite.ended:
        return suite
    if isinstance(target, HttpTarget):
        await _run_at(target.url, suite, wanted, offered, told)
        return suite
    bridge = Bridge(target)
    try:
        await _run_at(await bridge.start(), suite, wanted, offered, told)
    finally:
        await bridge.close()
    return suite


async def _run_at(
    url: str, suite: Suite, revisions: list[str], offered: frozenset[str], told: Callable[[str], None]
) -> None:
    for revision in revisions:
        with TemporaryDirectory(prefix="mcpdi-suite-") as folder:
            run = _Run(url, revision, Path(folder), told)
            suite.ended = await run.to_its_end()
            found = _read(Path(folder))
        for name in dict.fromkeys([*run.names, *found]):
            suite.scenarios.append(_judged(name, revision, found.get(name), suite.transport, offered))
        if suite.ended:
            return


class _Run:
    """One run of the suite's program. names: of the scenarios that it began."""

    def __init__(self, url: str, revision: str, folder: Path, told: Callable[[str], None]) -> None:
        words = ("--yes", PACKAGE, "server", "--url", url, "--suite", "all", "--spec-version", revision)
        rest = ("--output-dir", str(folder), "--timeout", str(SCENARIO_MS))
        quiet = {"NO_COLOR": "1", "npm_config_update_notifier": "false", "npm_config_fund": "false"}
        self._process = StdioTransport(StdioTarget("npx", (*words, *rest), quiet), self._arrived)
        self._revision, self._told = revision, told
        self._lines = LineFramer(_LINE_BYTES)
        self._ended = asyncio.Event()
        self._last = ""  # line on stderr
        self.names: list[str] = []

    async def to_its_end(self) -> str:
        """Run it; "" or why it did not come to its end. Nothing of it is left."""
        self._told(recorded("running the official suite for revision {}", self._revision))
        try:
            await self._process.start()
            async with asyncio.timeout(LIMIT_S):
                await self._ended.wait()
        except TimeoutError:
            return recorded("the suite was stopped after {:g} s", LIMIT_S)
        finally:
            await self._process.close(0.2)
        if not self.names:
            return recorded("the suite did not run: {}", self._last or self._process.exit_text)
        return ""

    def _arrived(self, arrival: Arrival, at_ns: int) -> None:
        if isinstance(arrival, BytesArrived) and arrival.channel == "stderr":
            if lines := arrival.data.strip().splitlines():
                self._last = shortened(lines[-1].decode("utf-8", "replace"), _LONGEST)
        elif isinstance(arrival, BytesArrived):
            for line in self._lines.feed(arrival.data):
                found = None if isinstance(line, Cut) else _RUNNING.fullmatch(line)
                if found is not None and len(self.names) < MOST_CHECKS:
                    self.names.append(found[1].decode())
                    self._told(recorded("the suite runs {}", self.names[-1]))
        elif isinstance(arrival, ChannelClosed) and arrival.channel == "stdout":
            self._ended.set()


def _read(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Scenario → its checks, as the suite wrote them; [] where they cannot be read."""
    found: dict[str, list[dict[str, Any]]] = {}
    for place in sorted(folder.iterdir())[:MOST_CHECKS]:
        name, file = _FOLDER.fullmatch(place.name), place / "checks.json"
        if name is None or not file.is_file() or file.stat().st_size > MOST_BYTES:
            continue
        value = decode(file.read_bytes())
        checks = value[:MOST_CHECKS] if isinstance(value, list) else []
        found[name[1]] = [one for one in checks if isinstance(one, dict)]
    return found


def _judged(
    name: str, revision: str, found: list[dict[str, Any]] | None, transport: str, offered: frozenset[str]
) -> Scenario:
    """What a scenario comes to for this server."""
    if found is None:
        return Scenario(name, revision, "not run", recorded("the suite wrote no checks"))
    needs = _NEEDS.get(name, ())
    checks = tuple(_check(one, needs, transport, offered) for one in found)
    failed = [one for one in checks if one.status in ("fail", "warning")]
    if failed:
        status = min((one.status for one in failed), key=STATUSES.index)
        return Scenario(name, revision, status, "", checks)
    status, why = _lacking(needs, transport, offered)
    if not status and not any(one.status == "pass" for one in checks):
        known = next((one for one in checks if one.status != "not run"), None)
        status, why = (known.status, known.why) if known else ("not run", recorded("it checked nothing"))
    return Scenario(name, revision, status or "pass", why, checks)


def _check(
    one: dict[str, Any], needs: tuple[str, ...], transport: str, offered: frozenset[str]
) -> SuiteCheck:
    identifier, verdict = _short(one.get("id")), _short(one.get("status"))
    status, why = _STATUSES.get(verdict, "not run"), ""
    if identifier != _OF_EVERY_SERVER:
        own = _CHECK_NEEDS.get(identifier, (_HTTP,) if "-http-" in identifier else ())
        lacking, what = _lacking((*needs, *own), transport, offered)
        status, why = (lacking, what) if lacking else (status, why)
    pages = one.get("specReferences")
    page = dict_of(pages[0]) if isinstance(pages, list) and pages else {}
    return SuiteCheck(
        identifier, verdict, status, why, _short(one.get("errorMessage")), _short(page.get("url"))
    )


def _lacking(needs: tuple[str, ...], transport: str, offered: frozenset[str]) -> tuple[str, str]:
    """("missing fixture" or "not applicable", what is missing); ("", "") when all is there."""
    if _HTTP in needs and transport == "stdio":
        return "not applicable", recorded("it judges HTTP, which is the bridge's here")
    missing = [need for need in needs if need != _HTTP and need not in offered]
    if not missing:
        return "", ""
    if any(" " in need for need in missing):
        return "missing fixture", ", ".join(missing)
    return "not applicable", recorded("the server does not declare {}", ", ".join(missing))


def _short(value: object) -> str:
    return shortened(value, _LONGEST) if isinstance(value, str) else ""
