"""The embedded demo server: a real MCP server of every revision, over stdio, HTTP and WebSocket.

```
 stdio.py ─────┐ bytes in                                  ┌─ tools.py, tools_live.py   what it can do
 http.py ──────┼───────────► peer.py ──► calls.py ─────────┼─ resources.py
 websocket.py ─┘ Reply out   one client   one request      └─ prompts.py
                                └──────► world.py    what all clients share, and the timers
```

Only stdio.py, http.py and websocket.py do I/O and know a clock; the rest is plain functions and can be
tested with bytes and numbers. A tool is a function, or a generator that yields *steps* (steps.py) such
as "wait", "report progress", "ask the user". The same generator serves both eras: the legacy era
sends the question as a request, the modern one ends the call with `input_required` and runs it again.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["run_http", "run_stdio", "run_websocket"]


def run_stdio() -> int:
    """Serve one client on stdin and stdout until stdin ends. Returns the exit code."""
    from inspector.demo.stdio import serve  # late: the HTTP half must not be paid for here, nor this there

    return serve()


def run_http(host: str, port: int, ready: Callable[[str], None]) -> int:
    """Serve Streamable HTTP until SIGINT or SIGTERM. Returns the exit code.

    port 0 takes a free one; `ready` is called once with the URL of the endpoint. Raises OSError when the
    address cannot be used.
    """
    from inspector.demo.http import serve

    return serve(host, port, ready)


def run_websocket(host: str, port: int, ready: Callable[[str], None]) -> int:
    """The same over WebSocket."""
    from inspector.demo.websocket import serve

    return serve(host, port, ready)
