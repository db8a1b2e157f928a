"""What a fault may use of a connection: ids, a tool, a harmless request, a question to answer wrongly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from inspector.core.client.client import Client
from inspector.errors import InspectorError
from inspector.protocol import jsonrpc
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.faults import Question, Situation

__all__ = ["prepare", "situation_of"]

# Above the ids that the program counts itself. Each record makes the next free: a fault sends more records
# than it uses ids, so that none is used twice in a session.
FIRST_ID: Final = 9_000_000
STEP: Final = 4
LOOKED_AT: Final = 500  # records, newest first, in which a question is looked for
_LISTED: Final = (("tools", "tools"), ("resources", "resources"), ("prompts", "prompts"))


async def prepare(client: Client) -> None:
    """Fetch the lists that faults choose from, where that was not done yet."""
    capabilities = client.info.capabilities if client.info is not None else {}
    for capability, kind in _LISTED:
        if capability in capabilities and not client.catalog.fetched(kind):
            try:
                await client.list_all(kind)
            except InspectorError:
                continue  # the server cannot even do that; faults that need the list do not apply


def situation_of(client: Client) -> Situation:
    """The connection as it is now. Before the first connect that of the newest legacy revision."""
    session = client.session
    era = session.conversation.era if session is not None else LegacyEra()
    info = client.info
    return Situation(
        era=era,
        transport=client.transport or "stdio",
        free=FIRST_ID + STEP * client.journal.next_number(),
        capabilities=info.capabilities if info is not None else {},
        session_id=era.session_id,
        tool=_tool(client.catalog.tools),
        harmless=_harmless(client),
        question=_question(client) if era.answers_by_retry() else None,
    )


def _tool(tools: Iterable[dict[str, Any]]) -> str:
    """The name of a tool with a required argument, if there is one that only reads."""
    names = [tool for tool in tools if _requires(tool) and isinstance(tool.get("name"), str)]
    for tool in names:
        annotations = tool.get("annotations")
        if isinstance(annotations, dict) and annotations.get("readOnlyHint") is True:
            return str(tool["name"])
    return str(names[0]["name"]) if names else ""


def _requires(tool: dict[str, Any]) -> bool:
    schema = tool.get("inputSchema")
    return isinstance(schema, dict) and bool(schema.get("required"))


def _harmless(client: Client) -> tuple[str, dict[str, Any]]:
    """A request with a name or URI that changes nothing: read a resource, get a prompt."""
    for resource in client.catalog.resources:
        if isinstance(resource.get("uri"), str):
            return "resources/read", {"uri": resource["uri"]}
    for prompt in client.catalog.prompts:
        arguments = prompt.get("arguments")
        listed = arguments if isinstance(arguments, list) else []
        required = [one for one in listed if isinstance(one, dict) and one.get("required")]
        if isinstance(prompt.get("name"), str) and not required:
            return "prompts/get", {"name": prompt["name"]}
    return "", {}


def _question(client: Client) -> Question | None:
    """The newest result on this connection that asked for input."""
    journal, last = client.journal, client.journal.last
    records = journal.records(max(1, last - LOOKED_AT + 1), last)
    for record in reversed(records):
        if record.session != client.session_number or record.kind != "response":
            continue
        if b'"input_required"' not in record.raw:
            continue
        asked = journal.record(record.exchange) if record.exchange else None
        result = jsonrpc.parse(record.raw).result_dict()
        if asked is None or result.get("resultType") != "input_required":
            continue
        params = jsonrpc.parse(asked.raw).params_dict()
        for ours in ("inputResponses", "requestState"):
            params.pop(ours, None)
        if isinstance(params.get("_meta"), dict):  # what the client declared then holds for the answer too
            params["_meta"].pop("progressToken", None)
        requests, state = result.get("inputRequests"), result.get("requestState")
        keys = tuple(requests) if isinstance(requests, dict) else ()
        return Question(asked.method, params, keys, state if isinstance(state, str) else None)
    return None
