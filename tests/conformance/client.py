"""The client that the official conformance suite drives: our core, told only what to call.

    python client.py URL      environment: MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT (JSON)

Exit 0: done. Everything about the protocol (era, headers, retries, resumption, answers) is the core's.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx

from inspector.core.auth.flow import Flow
from inspector.core.client.answer_rules import AnswerRules
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.errors import ExcludedTool, InspectorError
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget

DOCUMENT = "https://conformance-test.local/client-metadata.json"
ENTERPRISE = ("auth/enterprise-managed-authorization", "auth/cross-app-access-complete-flow")
CONTEXT: dict[str, Any] = {}
"""What the suite tells of the scenario."""

RULES = AnswerRules.read(
    b"""[
    {"match": {"method": "roots/list"}, "answer": []},
    {"match": {"method": "elicitation/create"}, "answer": "accept"}]""",
    "the rules of the suite",
)


async def accept(request: ServerRequest) -> dict[str, Any] | None:
    """Accept what the server asks for, by the rules that a user would write."""
    reply = RULES.reply(request)
    return reply.result if reply is not None else None


async def call(client: Client, name: str, arguments: Any = None) -> Any:
    """Call a tool; its result or error decoded."""
    return (await client.call_tool(name, json.dumps(arguments or {}).encode())).value


async def lists(client: Client) -> None:
    await client.list_all("tools")


async def add_numbers(client: Client) -> None:
    await client.list_all("tools")
    await call(client, "add_numbers", {"a": 5, "b": 3})


async def every_tool(client: Client) -> None:
    for tool in await client.list_all("tools"):
        with suppress(ExcludedTool):
            await call(client, tool["name"], CONTEXT.get("arguments", {}))


async def everything(client: Client) -> None:
    """All that the server lists: tools called, resources read, prompts got."""
    await every_tool(client)
    for resource in await client.list_all("resources"):
        await client.read_resource(resource["uri"])
    for prompt in await client.list_all("prompts"):
        await client.get_prompt(prompt["name"], {})


async def calls_of_context(client: Client) -> None:
    await client.list_all("tools")
    for one in CONTEXT.get("toolCalls", ()):
        await call(client, one["name"], one.get("arguments"))


async def mrtr(client: Client) -> None:
    for name in ("echo_state", "unrelated", "no_state", "no_result_type"):
        await call(client, f"test_mrtr_{name}")


async def echo_schema(client: Client) -> None:
    tools = {tool["name"]: tool for tool in await client.list_all("tools")}
    schema = tools["json_schema_2020_12_tool"]["inputSchema"]
    await call(client, "json_schema_echo", {"schema": schema})


async def first_tool(client: Client) -> None:
    tools = await client.list_all("tools")
    if tools:
        await call(client, tools[0]["name"])


SCENARIOS: dict[str, Callable[[Client], Awaitable[None]]] = {
    "initialize": lists,
    "tools_call": add_numbers,
    "elicitation-sep1034-client-defaults": first_tool,
    "sse-retry": first_tool,
    "request-metadata": add_numbers,
    "http-standard-headers": everything,
    "http-custom-headers": calls_of_context,
    "http-invalid-tool-headers": every_tool,
    "json-schema-ref-no-deref": lists,
    "json-schema-2020-12-preservation": echo_schema,
    "sep-2322-client-request-state": mrtr,
}
"""What to call; `auth/*` calls the first tool."""


class Follower:
    """The user at the browser: agrees at once, and follows where the page leads."""

    async def allow(self, flow: Flow) -> bool:
        return True

    async def show(self, url: str) -> None:
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            await browser.get(url)


def settings(scenario: str) -> AuthSettings:
    """What a user would enter for this server, from the context of the scenario."""
    known = {name: CONTEXT[name] for name in ("client_id", "client_secret") if name in CONTEXT}
    own = AuthSettings(client_metadata_url=DOCUMENT, **known)
    if scenario.startswith("auth/client-credentials"):
        key, algorithm = CONTEXT.get("private_key_pem", ""), CONTEXT.get("signing_algorithm", "")
        return replace(own, method="client_credentials", private_key=key, algorithm=algorithm)
    if scenario in ENTERPRISE:
        idp = {name: CONTEXT[name] for name in ("idp_client_id", "idp_issuer", "idp_token_endpoint")}
        return replace(own, method="enterprise", subject_token=CONTEXT["idp_id_token"], **idp)
    if scenario == "auth/wif-jwt-bearer":
        return replace(own, method="workload", subject_token=CONTEXT["valid_jwt"])
    return own


async def main(url: str) -> None:
    scenario = os.environ["MCP_CONFORMANCE_SCENARIO"]
    journal = Journal.create()
    profile = Profile("suite", HttpTarget(url), timeout_s=20, auth=settings(scenario))
    client = Client(profile, journal, answerer=accept)
    client.authorizer.interaction = Follower()
    try:
        await client.connect()
        await SCENARIOS.get(scenario, first_tool)(client)
    finally:
        await client.close()
        journal.close()


def run(url: str) -> int:
    """The scenario of the environment at this URL; the exit code."""
    CONTEXT.update(json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}"))
    try:
        asyncio.run(main(url))
    except InspectorError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1]))
