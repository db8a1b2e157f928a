"""A modern HTTP server with a sound and an unsound `x-mcp-header`: python marked.py PORT."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def tool(name, token):
    field = {"type": "string", "x-mcp-header": token}
    return {"name": name, "inputSchema": {"type": "object", "properties": {"a": field}}}


RESULTS = {
    "server/discover": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}},
    "tools/list": {"tools": [tool("good", "A"), tool("bad", "")]},
    "tools/call": {"content": []},
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        result = {
            "resultType": "complete",
            "ttlMs": 60_000,
            "cacheScope": "public",
            **RESULTS[message["method"]],
        }
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
