"""The same call on two connections at once: two servers, or one in two revisions."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.core.client.item_calls import ItemCall, make_call
from inspector.errors import InspectorError

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["Twin", "call_twins"]


@dataclass(frozen=True, slots=True)
class Twin:
    """One of the two. exchange: 0 when nothing was sent. problem: why there is no answer."""

    name: str
    revision: str
    exchange: int
    duration_ns: int = 0
    problem: str = ""


async def call_twins(left: Client, right: Client, call: ItemCall) -> tuple[Twin, Twin]:
    """Both at the same time, so that the machine is as busy for one as for the other."""
    first, second = await asyncio.gather(_call(left, call), _call(right, call))
    return first, second


async def _call(client: Client, call: ItemCall) -> Twin:
    numbers: list[int] = []
    problem = ""
    try:
        await make_call(client, call, numbers.append)
    except InspectorError as error:
        problem = str(error)
    number = numbers[-1] if numbers else 0
    exchange = client.journal.exchange(number) if number else None
    revision = client.info.revision if client.info is not None else ""
    return Twin(client.name, revision, number, exchange.duration_ns if exchange is not None else 0, problem)
