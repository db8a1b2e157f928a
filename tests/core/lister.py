"""A server on stdio that gives its tools in pages, well or badly: python lister.py MODE [modern].

Modes: good (3 pages of 2), loop, endless, forgetful (forgets its cursors once), refusing (never knows them),
odd (items that are no tools), debris (3,000 of them), slow (the second page never comes), ttl (fresh for an
hour), brief (1 ms), large (with endless: pages of 1 MB), marked (a tool with a wrong x-mcp-header), moody
(says that the list changed, then refuses it), mirror (a gateway before an older server: in the modern era
all lists are empty; with prompt, there is one prompt all the same; with named, it names an older revision).
"""

import json
import sys

mode, modern = sys.argv[1], "modern" in sys.argv[2:]
forgotten = False
shaken = False  # hands: there was a handshake
reads = 0
ODD = [1, None, {"name": "good"}, {"title": "no name"}, {"name": 7}, "text", {"name": "fine"}]
MIRRORED = {
    "resources/list": {"resources": []},
    "resources/templates/list": {"resourceTemplates": []},
    "prompts/list": {"prompts": [{"name": "hello"}] if "prompt" in sys.argv[2:] else []},
}


def tools(cursor):
    global forgotten
    if mode == "moody":
        if forgotten:
            return None
        forgotten = True
        print('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', flush=True)
        return {"tools": [{"name": "only"}]}
    if mode == "mirror" and not shaken:
        return {"tools": []}
    if mode == "marked":
        return {"tools": [{"name": "bad", "inputSchema": {"type": "object", "x-mcp-header": ""}}]}
    if mode == "debris":
        return {"tools": [{}] * 3000}
    if mode == "odd":
        return {"tools": ODD}
    page = int(cursor or "0") if mode != "loop" else (0 if cursor is None else 1)
    if cursor is not None and (mode == "refusing" or (mode == "forgetful" and not forgotten and page == 2)):
        forgotten = True
        return None
    last = 2 if mode != "endless" else 10**9
    found = {"tools": [{"name": f"t{page}{letter}", "inputSchema": {"type": "object"}} for letter in "ab"]}
    if "large" in sys.argv[2:]:
        found["tools"][0]["description"] = "x" * (1 << 20)
    if mode == "loop":
        found["nextCursor"] = ""
    elif page < last:
        found["nextCursor"] = str(page + 1)
    return found


def answer(message):
    global reads, shaken
    method, params = message["method"], message.get("params", {})
    if method == "tools/list":
        if mode == "slow" and "cursor" in params:
            return "silence"
        return tools(params.get("cursor"))
    if method == "resources/read":
        reads += 1
        return {"contents": [{"uri": params["uri"], "text": f"read {reads}"}]}
    if mode == "mirror" and method in MIRRORED:
        return MIRRORED[method]
    if method == "initialize":
        shaken = True
        info = {"name": "lister", "version": "1"}
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "server/discover" and modern:
        able = {"tools": {}, "resources": {}} | ({"prompts": {}} if mode == "mirror" else {})
        older = ["2025-06-18"] if "named" in sys.argv[2:] else []
        return {"supportedVersions": ["2026-07-28", *older], "capabilities": able}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message)
    if result == "silence":
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if result is None:
        reply["error"] = {
            "code": -32602 if message["method"] == "tools/list" else -32601,
            "message": "unknown",
        }
    else:
        hints = {"ttl": {"ttlMs": 3_600_000}, "brief": {"ttlMs": 1}}.get(mode, {"ttlMs": 0})
        more = {"resultType": "complete", "cacheScope": "private", **hints} if modern else {}
        reply["result"] = {**more, **result}
    print(json.dumps(reply), flush=True)
