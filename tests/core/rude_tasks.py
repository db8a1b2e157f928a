"""A server whose tasks are as no specification allows: python rude_tasks.py core|extension BEHAVIOUR."""

import json
import sys
from typing import Any

form, behaviour = sys.argv[1:3]
MODERN = form == "extension"
TIMES = {"createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"}
TTL = {"ttlMs" if MODERN else "ttl": None}
INTERVAL = "pollIntervalMs" if MODERN else "pollInterval"
QUESTION = {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {}}}
RESULT = {"content": [{"type": "text", "text": "fine"}]}
gets = 0
stopped = False


def send(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def notify(**task: Any) -> None:
    method = "notifications/tasks" if MODERN else "notifications/tasks/status"
    send({"jsonrpc": "2.0", "method": method, "params": {"taskId": "t", **TIMES, **TTL, **task}})


def task(status: Any, **more: Any) -> dict[str, Any]:
    return {"taskId": "t", "status": status, **TIMES, **TTL, INTERVAL: 1, **more}


def created() -> dict[str, Any]:
    odd = {
        "bare": {"taskId": "t"},
        "slow": task("working", **{INTERVAL: 10**400}),
        "textual": task("working", **{INTERVAL: "soon"}),
        "negative": task("working", **{INTERVAL: -5}),
        "number": {**task("working"), "taskId": 7},
    }.get(behaviour, task("working"))
    return {"resultType": "task", **odd} if MODERN else {"task": odd}


def get() -> dict[str, Any]:
    done = task("completed", result=RESULT) if MODERN else task("completed")
    asks = task("input_required", inputRequests={"q": QUESTION})
    match behaviour:
        case "never" | "early":
            return task("working")
        case "late":  # it heeds tasks/cancel only
            return task("cancelled" if stopped else "working")
        case "bare":
            return {"taskId": "t"} if gets < 3 else done
        case "other":
            return {**task("completed", result=RESULT), "taskId": "another"} if gets < 3 else done
        case "invented":
            return task("pondering" if gets < 3 else "completed", result=RESULT)
        case "empty":
            return task("completed")
        case "odd-questions":
            return task("input_required", inputRequests={"a": 1, "b": {"method": 5}}) if gets < 3 else done
        case "asks-for-ever":
            return asks if gets < 8 else done
        case "withdraws":
            return asks if gets < 3 else task("cancelled")
        case "back":
            notify(status="completed")
            notify(status="working")
            return done
    return done


def answer(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    global gets, stopped
    match method:
        case "server/discover" if MODERN:
            capabilities = {"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}
            return {"supportedVersions": ["2026-07-28"], "capabilities": capabilities}
        case "initialize":
            offered = {"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}, "list": {}}}
            info = {"name": "rude", "version": "1"}
            return {"protocolVersion": params["protocolVersion"], "capabilities": offered, "serverInfo": info}
        case "tools/call":
            return created()
        case "tasks/get" if behaviour != "unknown":
            gets += 1
            return None if behaviour == "broken" else get()
        case "tasks/result" if not MODERN:
            return RESULT
        case "tasks/list":
            items = [task("working"), 5, {"status": "x"}, {**task("failed"), "taskId": "u"}]
            return {"tasks": items, "nextCursor": "again"}
        case "tasks/cancel" | "tasks/update":
            stopped = stopped or method == "tasks/cancel"
            return {} if MODERN else task("working")
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result = answer(message["method"], message.get("params") or {})
    if result is None:
        code = -32602 if behaviour == "unknown" and message["method"] == "tasks/get" else -32603
        code = -32601 if message["method"] == "server/discover" else code
        send({"jsonrpc": "2.0", "id": message["id"], "error": {"code": code, "message": "no"}})
    else:
        send({"jsonrpc": "2.0", "id": message["id"], "result": {"resultType": "complete", **result}})
