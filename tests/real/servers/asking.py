"""A server on an official SDK that asks: python asking.py mcp2|mcp1 stdio|streamable-http [PORT].

Its tools: `form`, `sample`, `use_tools`, `roots`, `page`, `page_first`, and on mcp2 `all`.
Run by the Python of an environment that has that SDK; nothing here is imported by the tests.
"""

import sys
from typing import Annotated, Any

from pydantic import BaseModel, Field

kind, transport, port = sys.argv[1], sys.argv[2], int((*sys.argv, "0")[3])

if kind == "mcp2":
    import mcp_types as types
    from mcp.server import MCPServer as Server
    from mcp.server.mcpserver import Context
    from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
    from mcp.shared.exceptions import UrlElicitationRequiredError
else:
    from mcp import types
    from mcp.server.fastmcp import Context
    from mcp.server.fastmcp import FastMCP as Server
    from mcp.shared.exceptions import UrlElicitationRequiredError

settings: dict[str, Any] = {"host": "127.0.0.1", "port": port} if transport != "stdio" else {}
server = Server("asking", **(settings if kind == "mcp1" else {}))


class Person(BaseModel):
    """What the form asks."""

    name: str = Field(default="Ada", description="Who are you?")
    age: int = Field(default=36, ge=0, le=150)
    size: str = Field(default="M", json_schema_extra={"enum": ["S", "M"]})
    news: bool = False


def message(text: str) -> types.SamplingMessage:
    return types.SamplingMessage(role="user", content=types.TextContent(type="text", text=text))


def text_of(result: Any) -> str:
    blocks = result.content if isinstance(result.content, list) else [result.content]
    return f"{result.model}: " + ", ".join(getattr(block, "text", block.type) for block in blocks)


SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
if kind == "mcp2":
    WEATHER = types.Tool(name="weather", description="The weather", input_schema=SCHEMA)
else:
    WEATHER = types.Tool(name="weather", description="The weather", inputSchema=SCHEMA)
opened: set[str] = set()


@server.tool()
async def page(ctx: Context) -> str:
    """Ask to open a page."""
    result = await ctx.elicit_url("Please log in", "https://example.com/login", "login-1")
    await ctx.session.send_elicit_complete("login-1")
    return f"page: {result.action}"


@server.tool()
async def page_first() -> str:
    """Refuse the first call until a page was opened."""
    if opened:
        return "page: opened before"
    opened.add("x")
    identifier = {"elicitation_id": "login-2"} if kind == "mcp2" else {"elicitationId": "login-2"}
    raise UrlElicitationRequiredError(
        [
            types.ElicitRequestURLParams(
                mode="url", message="Log in first", url="https://example.com/login", **identifier
            )
        ]
    )


if kind == "mcp2":

    def ask_person() -> Elicit[Person]:
        return Elicit("Who are you?", Person)

    def ask_model() -> Sample:
        return Sample([message("Say a word")], max_tokens=10)

    def ask_with_tools() -> Sample:
        return Sample([message("Use the tool")], max_tokens=10, tools=[WEATHER])

    def ask_roots() -> ListRoots:
        return ListRoots()

    @server.tool()
    async def form(person: Annotated[Person, Resolve(ask_person)]) -> str:
        """Ask with a form."""
        return f"person: {person.name} {person.age} {person.size} {person.news}"

    @server.tool()
    async def sample(said: Annotated[types.CreateMessageResult, Resolve(ask_model)]) -> str:
        """Ask the model."""
        return text_of(said)

    @server.tool()
    async def use_tools(
        said: Annotated[types.CreateMessageResultWithTools, Resolve(ask_with_tools)],
    ) -> str:
        """Ask the model, with a tool."""
        return text_of(said)

    @server.tool()
    async def roots(found: Annotated[types.ListRootsResult, Resolve(ask_roots)]) -> str:
        """Ask for the roots."""
        return "roots: " + ", ".join(str(root.uri) for root in found.roots)

    @server.tool()
    async def all(
        person: Annotated[Person, Resolve(ask_person)],
        said: Annotated[types.CreateMessageResult, Resolve(ask_model)],
        found: Annotated[types.ListRootsResult, Resolve(ask_roots)],
    ) -> str:
        """Ask everything."""
        return f"all: {person.name}, {text_of(said)}, {len(found.roots)}"

else:

    @server.tool()
    async def form(ctx: Context) -> str:
        """Ask with a form."""
        result = await ctx.elicit("Who are you?", Person)
        person = result.data
        return f"person: {person.name} {person.age} {person.size} {person.news}"

    @server.tool()
    async def sample(ctx: Context) -> str:
        """Ask the model."""
        return text_of(await ctx.session.create_message([message("Say a word")], max_tokens=10))

    @server.tool()
    async def use_tools(ctx: Context) -> str:
        """Ask the model, with a tool."""
        return text_of(
            await ctx.session.create_message([message("Use the tool")], max_tokens=10, tools=[WEATHER])
        )

    @server.tool()
    async def roots(ctx: Context) -> str:
        """Ask for the roots."""
        found = await ctx.session.list_roots()
        return "roots: " + ", ".join(str(root.uri) for root in found.roots)


server.run(transport, **({} if kind == "mcp1" else settings))
