"""A legacy server on stdio that asks what its tools are called: python questioner.py.

The tool `ask` sends the requests in its argument `requests` ({method, params}) one after the other and gives
their answers back. `page` answers -32042 until it was called twice. `complete` tells of an elicitation.
"""

import json
import sys
from typing import Any

calls = 0
waiting: dict[str, Any] = {}


def send(value: dict[str, Any]) -> None:
    print(json.dumps({"jsonrpc": "2.0", **value}), flush=True)


def ask_next() -> None:
    if waiting["requests"]:
        send({"id": f"q{len(waiting['answers'])}", **waiting["requests"].pop(0)})
    else:
        text = json.dumps(waiting["answers"])
        send({"id": waiting["id"], "result": {"content": [{"type": "text", "text": text}]}})


for line in sys.stdin:
    message = json.loads(line)
    identifier, method = message.get("id"), message.get("method")
    if method is None:
        waiting["answers"].append(message.get("result", message.get("error")))
        ask_next()
    elif method == "initialize":
        result = {
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}, "logging": {"declared": message["params"]["capabilities"]}},
            "serverInfo": {"name": "questioner", "version": "1"},
        }
        send({"id": identifier, "result": result})
    elif method == "server/discover":
        send({"id": identifier, "error": {"code": -32601, "message": "no"}})
    elif method == "tools/call":
        calls += 1
        arguments = message["params"].get("arguments", {})
        if message["params"]["name"] == "ask":
            waiting = {"id": identifier, "requests": arguments["requests"], "answers": []}
            ask_next()
        elif message["params"]["name"] == "page" and calls == 1:
            page = {"mode": "url", "elicitationId": "e1", "url": "https://a.b/c", "message": "Log in"}
            error = {"code": -32042, "message": "log in first", "data": {"elicitations": [page]}}
            send({"id": identifier, "error": error})
        else:
            if message["params"]["name"] == "complete":
                params = {"elicitationId": arguments["id"]}
                send({"method": "notifications/elicitation/complete", "params": params})
            send({"id": identifier, "result": {"content": [], "calls": calls}})
