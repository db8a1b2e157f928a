"""A modern server on stdio whose subscriptions behave as told: python telling.py BEHAVIOUR.

The tool `tell` makes it send every message of its argument `messages` (ID stands for the newest listen id).
"""

import json
import os
import sys
from typing import Any

behaviour = sys.argv[1]
KEY = "io.modelcontextprotocol/subscriptionId"
listens: list[Any] = []
asked = 0


def send(**message: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def tell(method: str, identifier: Any, **params: Any) -> None:
    send(method=f"notifications/{method}", params={"_meta": {KEY: identifier}, **params})


def listen(identifier: Any, wanted: dict[str, Any]) -> None:
    listens.append(identifier)
    if behaviour == "refuses":
        send(id=identifier, error={"code": -32601, "message": "no such method"})
    elif behaviour == "early-event":
        tell("tools/list_changed", identifier)
        tell("subscriptions/acknowledged", identifier, notifications=wanted)
    elif behaviour == "acknowledges-other":
        tell("subscriptions/acknowledged", identifier, notifications={"promptsListChanged": True})
    elif behaviour == "ends-at-once":
        tell("subscriptions/acknowledged", identifier, notifications=wanted)
        send(id=identifier, result={"resultType": "complete", "_meta": {KEY: identifier}})
    elif behaviour == "refuses-b" and "b:" in wanted.get("resourceSubscriptions", []):
        send(id=identifier, error={"code": -32602, "message": "b: is too much"})
    elif behaviour != "silent":
        tell("subscriptions/acknowledged", identifier, notifications=wanted)


for line in sys.stdin:
    message = json.loads(line)
    identifier, method = message.get("id"), message.get("method")
    if method == "server/discover":
        able = {"tools": {"listChanged": True}, "prompts": {}, "resources": {"subscribe": True}}
        send(
            id=identifier,
            result={"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": able},
        )
    elif method == "subscriptions/listen":
        listen(identifier, message["params"]["notifications"])
    elif method == "tools/call" and message["params"]["name"] == "die":
        os._exit(3)
    elif method == "tools/call":
        for text in message["params"]["arguments"]["messages"]:
            print(text.replace('"ID"', json.dumps(listens[-1])), flush=True)
        send(id=identifier, result={"resultType": "complete", "content": []})
    elif identifier is not None and method:
        send(id=identifier, result={"resultType": "complete", "tools": []})
