"""A server over stdio whose answers begin, wait until they are told to go on, and end."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        result = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "serverInfo": {"name": "s", "version": "1"},
        }
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
    elif message.get("method") == "ping":
        print('{"jsonrpc": "2.0", ', end="", flush=True)
        sys.stdin.readline()  # whatever comes next: a notification
        print(f'"id": {message["id"]}, "result": {{}}}}', flush=True)
