"""Use the demo server with the client of the official Python SDK, in an environment that has it.

Arguments: the mode (legacy, auto or a modern revision) and a URL, or a command and its arguments.
Prints one JSON object with what was seen.
"""

from __future__ import annotations

import asyncio
import json
import sys
import warnings
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import CreateMessageResult, ElicitResult, ListRootsResult, PromptReference, Root, TextContent

warnings.simplefilter("ignore")


class Person:
    """Answers what the server asks, and remembers what it said."""

    def __init__(self) -> None:
        self.logs: list[str] = []
        self.asked: list[str] = []

    async def elicit(self, _context: Any, params: Any) -> ElicitResult:
        self.asked.append(params.message)
        names = params.requested_schema["properties"]
        answer = {"name": "Ada", "again": True} if "name" in names else {"more": "no"}
        return ElicitResult(action="accept", content=answer)

    async def sample(self, _context: Any, _params: Any) -> CreateMessageResult:
        return CreateMessageResult(
            role="assistant", content=TextContent(type="text", text="pipes"), model="hand"
        )

    async def roots(self, _context: Any) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri="file:///home/ada", name="home")])

    async def log(self, params: Any) -> None:
        self.logs.append(params.level)


async def lists(client: Client, seen: dict[str, Any]) -> None:
    """Every list, all pages."""
    seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
    uris: list[str] = []
    cursor, pages = None, 0
    while pages == 0 or cursor is not None:
        page = await client.list_resources(cursor=cursor)
        uris += [str(resource.uri) for resource in page.resources]
        cursor, pages = page.next_cursor, pages + 1
    seen["resources"], seen["pages"] = uris, pages
    seen["templates"] = [item.name for item in (await client.list_resource_templates()).resource_templates]
    seen["prompts"] = [prompt.name for prompt in (await client.list_prompts()).prompts]


async def reads(client: Client, seen: dict[str, Any]) -> None:
    """Resources, prompts, completion."""
    seen["read"] = [type((await client.read_resource(uri)).contents[0]).__name__ for uri in seen["resources"]]
    seen["greeting"] = (await client.read_resource("demo://greeting/%EC%84%B8%EC%A2%85")).contents[0].text
    picture = await client.get_prompt("describe_picture")
    seen["prompt"] = [message.content.type for message in picture.messages]
    done = await client.complete(
        PromptReference(type="ref/prompt", name="review_code"),
        {"name": "framework", "value": ""},
        context_arguments={"language": "Rust"},
    )
    seen["completion"] = done.completion.values


async def calls(client: Client, seen: dict[str, Any], person: Person) -> None:
    """Tools of every kind."""
    results: dict[str, Any] = {}
    for name, arguments in CALLS.items():
        result = await client.call_tool(name, arguments)
        results[name] = {
            "types": [block.type for block in result.content],
            "text": next((block.text for block in result.content if block.type == "text"), ""),
            "structured": result.structured_content,
            "error": bool(result.is_error),
        }
    seen["calls"] = results
    progress: list[float] = []

    async def report(value: float, _total: float | None, _message: str | None) -> None:
        progress.append(value)

    await client.call_tool("long_running", {"duration_s": 0.2, "steps": 4}, progress_callback=report)
    seen["progress"] = progress
    try:
        await client.call_tool("rpc_error", {"code": 77, "message": "asked for"})
    except Exception as error:  # noqa: BLE001 – whatever the SDK raises is what we want to see
        seen["rpc_error"] = str(error)
    seen["logs"], seen["asked"] = person.logs, person.asked


CALLS: dict[str, dict[str, Any]] = {
    "echo": {"message": "hi"},
    "add": {"a": 1, "b": 2.5},
    "greet": {"name": "Ada"},
    "every_content": {},
    "structured_weather": {"city": "서울"},
    "regional_report": {"region": "대한민국", "limit": 3, "dry_run": True},
    "book_table": {"name": "Ada", "date": "2026-12-24", "guests": 2},
    "log_messages": {"count": 8},
    "fail": {},
    "ask_person": {},
    "ask_model": {"prompt": "write"},
    "list_roots": {},
}


async def main(mode: str, target: list[str]) -> None:
    person = Person()
    server = (
        target[0]
        if target[0].startswith("http")
        else StdioServerParameters(command=target[0], args=target[1:])
    )
    seen: dict[str, Any] = {}
    async with Client(
        server,
        mode=mode,
        elicitation_callback=person.elicit,
        sampling_callback=person.sample,
        list_roots_callback=person.roots,
        logging_callback=person.log,
        log_level="debug" if mode != "legacy" else None,
        read_timeout_seconds=20,
    ) as client:
        seen["revision"] = client.protocol_version
        seen["instructions"] = bool(client.instructions)
        await lists(client, seen)
        await reads(client, seen)
        if mode == "legacy":
            await client.send_ping()
            await client.set_logging_level("debug")
        await calls(client, seen, person)
        if mode != "legacy":
            async with client.listen(
                tools_list_changed=True, resource_subscriptions=["demo://live/counter"]
            ) as sub:
                await client.call_tool("toggle_tool")
                await client.call_tool("touch_resource", {"uri": "demo://live/counter"})
                seen["events"] = [type(await anext(sub)).__name__ for _ in range(2)]
        await client.call_tool("toggle_tool")
    print(json.dumps(seen))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
