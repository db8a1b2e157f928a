"""A server for rudeness that real ones don't have: python rude.py BEHAVIOUR. Legacy handshake only."""

import json
import os
import signal
import sys
import time

behaviour = sys.argv[1]


def send(value: object) -> None:
    line = value if isinstance(value, bytes) else json.dumps(value).encode()
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def result(identifier: object, value: object) -> None:
    send({"jsonrpc": "2.0", "id": identifier, "result": value})


if behaviour == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if behaviour == "dies-at-start":
    sys.stderr.write("Error: no configuration\n")
    sys.exit(3)

if behaviour == "no-server":
    send(b"Usage: rude --stdio")
    sys.stdin.read()

for line in sys.stdin:
    message = json.loads(line)
    identifier, method = message.get("id"), message.get("method")
    if method == "server/discover":
        if behaviour == "silent-probe":
            continue
        if behaviour == "dies-on-probe":
            sys.exit(1)
        if behaviour == "wants-elicitation":
            data = {"requiredCapabilities": {"elicitation": {}}}
            error = {"code": -32021, "message": "missing capability", "data": data}
            send({"jsonrpc": "2.0", "id": identifier, "error": error})
            continue
        send({"jsonrpc": "2.0", "id": identifier, "error": {"code": -32601, "message": "no"}})
    elif method == "initialize":
        if behaviour == "slow-start":
            time.sleep(0.5)
        if behaviour == "unreadable":
            send(b'{"jsonrpc":"2.0","id":%d,"result":{"serverInfo":"\xe9"}}' % identifier)
            continue
        if behaviour == "old-version":
            result(identifier, {"protocolVersion": "1999-01-01", "capabilities": {}, "serverInfo": {}})
            continue
        info = {"name": "rude", "version": "1"}
        version = message["params"]["protocolVersion"]
        result(identifier, {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
        if behaviour == "mute":
            sys.stdin.read()
        if behaviour == "answers-and-dies":
            sys.exit(4)
        if behaviour == "asks-ping":
            send({"jsonrpc": "2.0", "id": "s1", "method": "ping"})
            send({"jsonrpc": "2.0", "id": "s2", "method": "roots/list"})
            send({"jsonrpc": "2.0", "id": "s3", "method": "no/such"})
    elif method == "tools/list" and behaviour == "endless-pages":
        result(identifier, {"tools": [{"name": "t"}], "nextCursor": "again"})
    elif method == "tools/call":
        name = message["params"]["name"]
        if name == "die":
            sys.stderr.write("Fatal: boom\n")
            sys.stderr.flush()
            os._exit(17)
        elif name == "hang":
            continue
        elif name == "close-stdin":
            os.close(0)
            result(identifier, {"content": []})
            time.sleep(60)
        elif name == "flood":
            while True:
                sys.stdout.buffer.write(b"x\n" * 32_768)
        elif name == "both":
            send({"jsonrpc": "2.0", "id": identifier, "result": {}, "error": {"code": 1, "message": "no"}})
        elif name == "null-error":
            send({"jsonrpc": "2.0", "id": identifier, "result": {"content": []}, "error": None})
        elif name == "huge":
            sys.stdout.buffer.write(b'{"jsonrpc":"2.0","id":%d,"result":{"x":"' % identifier)
            for _ in range(int(message["params"]["arguments"]["mb"])):
                sys.stdout.buffer.write(b"x" * 1_000_000)
            send(b'"}}')
        elif name == "unreadable":
            send(b'{"jsonrpc":"2.0","id":%d,"result":{"content":"\xe9"}}' % identifier)
        elif name == "wrong-id":
            result("not yours", {})
            result(str(identifier), {"content": []})
        elif name == "half":
            sys.stdout.buffer.write(b'{"jsonrpc":"2.0","id":')
            sys.stdout.buffer.flush()
            os._exit(0)
        elif name == "progress":
            token = message["params"]["_meta"]["progressToken"]
            for step in range(3):
                progress = {"progressToken": token, "progress": step + 1, "total": 3}
                send({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress})
            result(identifier, {"content": []})
        else:
            send(b"DEBUG noise on stdout")
            send(b"\xff\xfe not utf-8")
            result(identifier, {"content": [], "got": message["params"].get("arguments")})
    elif identifier is not None and method:
        result(identifier, {})

if behaviour == "stubborn":
    time.sleep(60)
