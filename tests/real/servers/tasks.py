"""Tools that become tasks, on an official SDK: python tasks.py mcp1|fastmcp stdio|http [PORT].

mcp1: the experimental tasks of 2025-11-25; fastmcp: the extension, by `fastmcp-tasks`. Run by the Python of
an environment that has that SDK; nothing here is imported by the tests.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Any

kind, transport, port = sys.argv[1], sys.argv[2], int((*sys.argv, "0")[3])


def run_mcp1() -> None:
    """A low-level server of mcp 1.x."""
    from mcp import types
    from mcp.server.lowlevel import Server

    server: Any = Server("tasks")
    server.experimental.enable_tasks()
    schema = {"type": "object"}
    execution = types.ToolExecution(taskSupport="required")

    @server.list_tools()
    async def list_tools() -> list[types.Tool]:
        names = ("slow", "bad", "asks", "endless")
        return [types.Tool(name=name, inputSchema=schema, execution=execution) for name in names]

    async def work(name: str, task: Any) -> types.CallToolResult:
        await task.update_status("at it")
        if name == "bad":
            raise ValueError("broken on purpose")
        if name == "endless":
            await asyncio.sleep(600)
        said = "slept"
        if name == "asks":
            form = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
            answer = await task.elicit(message="Which word?", requestedSchema=form)
            said = f"you said {(answer.content or {}).get('word')}"
        await asyncio.sleep(0.2)
        return types.CallToolResult(content=[types.TextContent(type="text", text=said)])

    async def call(request: types.CallToolRequest) -> Any:
        name = request.params.name
        experimental = server.request_context.experimental
        experimental.validate_task_mode("required")
        return await experimental.run_task(lambda task: work(name, task))

    server.request_handlers[types.CallToolRequest] = call

    async def over_stdio() -> None:
        from mcp.server.stdio import stdio_server

        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    def over_http() -> None:
        import uvicorn
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
        from starlette.applications import Starlette
        from starlette.routing import Mount

        manager = StreamableHTTPSessionManager(app=server)

        @contextlib.asynccontextmanager
        async def lifespan(_app: Any) -> Any:
            async with manager.run():
                yield

        app = Starlette(routes=[Mount("/mcp", app=manager.handle_request)], lifespan=lifespan)
        uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")

    if transport == "stdio":
        asyncio.run(over_stdio())
    else:
        over_http()


def run_fastmcp() -> None:
    """A FastMCP server with the tasks extension."""
    from datetime import timedelta

    from fastmcp import FastMCP
    from fastmcp.utilities.tasks import TaskConfig
    from fastmcp_tasks import TasksExtension

    server: Any = FastMCP("tasks")
    server.add_extension(TasksExtension())
    often = TaskConfig(mode="optional", poll_interval=timedelta(seconds=0.1))

    @server.tool(task=often)
    async def slow() -> str:
        await asyncio.sleep(0.2)
        return "slept"

    @server.tool(task=often)
    async def bad() -> str:
        raise ValueError("broken on purpose")

    @server.tool(task=often)
    async def endless() -> str:
        await asyncio.sleep(600)
        return "never"

    server.run(
        transport, show_banner=False, **({} if transport == "stdio" else {"host": "127.0.0.1", "port": port})
    )


{"mcp1": run_mcp1, "fastmcp": run_fastmcp}[kind]()
