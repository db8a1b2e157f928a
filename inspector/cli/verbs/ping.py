"""`mcpdi ping`: is the server there, and how long does an answer take?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import common_options, take_common
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client
    from inspector.core.client.ping import Ping

__all__ = ["ping_verb"]


@click.command("ping")
@click.option(
    "--count", type=click.IntRange(min=1), default=1, metavar="N", help="Number of pings; default 1."
)
@click.option(
    "--interval",
    type=click.FloatRange(min=0),
    default=0.2,
    metavar="SECONDS",
    help="Pause between pings; default 0.2.",
)
@common_options
def ping_verb(count: int, interval: float, **values: Any) -> int:
    """Ping the server and print the round-trip time.

    In the modern era, which has no ping, server/discover is sent instead. An error counts as a response, but
    sets the exit code.
    """
    from inspector.cli.start import run_on_server

    async def work(client: Client, output: Output) -> int:
        import asyncio

        from inspector.core.client.ping import ping

        pings: list[Ping] = []
        for number in range(1, count + 1):
            if number > 1:
                await asyncio.sleep(interval)
            pings.append(await ping(client))
            if not output.json:
                output.line(
                    f"{number}  {pings[-1].method}  {_milliseconds(pings[-1]):.2f} ms{_error(pings[-1])}"
                )
        return _summary(pings, output)

    return run_on_server(take_common(values), work, ("statistics",))


def _summary(pings: list[Ping], output: Output) -> int:
    from statistics import median

    from inspector.cli.exit_codes import ExitCode

    times = [_milliseconds(one) for one in pings]
    least, middle, most = min(times), median(times), max(times)
    if output.json:
        line = {
            "method": pings[0].method,
            "round_trips_ms": times,
            "min_ms": least,
            "median_ms": round(middle, 3),
            "max_ms": most,
            "errors": sum(bool(one.error) for one in pings),
        }
        output.answer(encode_json(line))
    elif len(pings) > 1:
        output.text(f"min {least:.2f} ms  median {middle:.2f} ms  max {most:.2f} ms")
    failed = [one for one in pings if one.error]
    if not failed:
        return ExitCode.DONE.value
    return output.fail(
        ExitCode.JSONRPC_ERROR, "jsonrpc_error", f"{len(failed)} of {len(pings)} pings returned an error"
    )


def _milliseconds(one: Ping) -> float:
    return round(one.round_trip_ns / 1e6, 3)


def _error(one: Ping) -> str:
    if not one.error:
        return ""
    return "  " + one.error.decode("utf-8", "backslashreplace")
