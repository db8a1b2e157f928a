"""A modern server on stdio that asks for input again and again: python asking.py MODE."""

import json
import sys

mode = sys.argv[1]
QUESTION = {"q": {"method": "elicitation/create", "params": {"message": "?"}}}
calls = 0

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result: dict[str, object] = {"resultType": "complete", "content": []}
    if message["method"] == "server/discover":
        result = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {}}
    elif mode == "request":
        print(json.dumps({"jsonrpc": "2.0", "id": "s", "method": "roots/list"}), flush=True)
    elif mode == "quiet" or (mode == "alternate" and calls % 2 == 0):
        result = {"resultType": "input_required", "requestState": "state"}
    else:
        result = {"resultType": "input_required", "inputRequests": QUESTION}
    calls += message["method"] == "tools/call"
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
