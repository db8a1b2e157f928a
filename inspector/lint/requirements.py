"""What each rule rests on: the sentence of the specification, or the harm where no sentence forbids it.

MUST and SHOULD stand here as they do there. An error rests on a MUST, a warning on a SHOULD or on what
it does to clients, an info on what is good to know.
"""

from __future__ import annotations

from typing import Final

__all__ = ["REQUIREMENTS", "page_in"]

REQUIREMENTS: Final[dict[str, str]] = {
    "RPC-01": "JSON-RPC messages MUST be UTF-8 encoded; all messages MUST follow JSON-RPC 2.0.",
    "RPC-02": 'JSON-RPC 2.0: jsonrpc MUST be exactly "2.0".',
    "RPC-03": "All messages MUST follow JSON-RPC 2.0, where a message is an object.",
    "RPC-04": "A body or line MUST be a single request, notification or response.",
    "RPC-05": "The initialize request MUST NOT be part of a batch; batches MUST follow JSON-RPC 2.0.",
    "RPC-06": "Unlike base JSON-RPC, the id MUST NOT be null.",
    "RPC-07": "Requests MUST include a string or integer id.",
    "RPC-08": "The id MUST NOT have been previously used by the requestor within the same session.",
    "RPC-08-ours": "The id MUST NOT be that of a request which still waits.",
    "RPC-09": "Responses MUST include the same id as the request they correspond to.",
    "RPC-09-late": "An answer may be on its way while its request is cancelled.",
    "RPC-10": "JSON-RPC 2.0: a request gets one response; its id MUST be the same.",
    "RPC-11": "Responses MUST include the same id as the request: 1 and the text 1 differ.",
    "RPC-12": "A response MUST NOT set both result and error.",
    "RPC-13": "A response MUST set either a result or an error; method MUST be a string.",
    "RPC-14": "A result MUST be an object (schema Result).",
    "RPC-15": "Errors MUST include a code and a message; the code MUST be an integer.",
    "RPC-16": "Clients that read strictly refuse members that the schema does not have.",
    "RPC-17": "Notifications MUST NOT include an id.",
    "RPC-18": "params, if there, MUST be an object (schema JSONRPCRequest, JSONRPCNotification).",
    "RPC-19": "An error MUST have an id (required in the schema JSONRPCError of this revision).",
    "RPC-20": "Error responses MUST include the id, unless it could not be read.",
    "RPC-21": "The receiver of a notification MUST NOT send a response.",
    "RPC-22": "RFC 8259, 4: the names within an object SHOULD be unique.",
    "RPC-23": "-32020 to -32099 are reserved: implementations MUST NOT define codes there.",
    "RPC-24": "-32002 and -32042 MUST NOT be emitted any more.",
    "RPC-25": "-32000 to -32019 mean what an implementation likes.",
    "RPC-26": "Servers MUST NOT send JSON-RPC requests.",
    "RPC-27": "Clients answer unknown requests with an error and ignore unknown notifications.",
    "RPC-28": "The message SHOULD be limited to one concise sentence (schema Error).",
    "RPC-29": "A URLElicitationRequiredError MUST include the list of required elicitations.",
    "RPC-30": "This revision does not define the code; clients show it as a plain failure.",
    "RPC-31": "Clients take a declared capability for a promise and show a failure.",
    "RPC-31-optional": "No revision says that a declared capability includes this method.",
    "RPC-32": "Responses MUST include the same id as the request they correspond to.",
    "LIM-01": "No page bounds a message; a client holds what it is ready to hold.",
    "LIM-02": "Clients SHOULD treat a missing nextCursor as the end of results.",
    "LIM-03": "The cursor is an opaque token that represents a position in the result set.",
    "STD-01": "The server MUST NOT write anything to its stdout that is not a valid MCP message.",
    "STD-02": "Messages MUST NOT contain embedded newlines.",
    "STD-03": "Messages are delimited by newlines; many clients drop a line without one.",
    "STD-04": "Messages are delimited by newlines.",
    "STD-05": "The server MAY write UTF-8 strings to its stderr.",
    "STD-06": "The server SHOULD exit when its stdin is closed.",
    "STD-06-legacy": "The client closes stdin, waits for the server to exit, and ends it if it does not.",
    "STD-07": "Clients lose what they asked for and cannot say why.",
    "STD-08": "The server MUST NOT send further messages for a cancelled request.",
    "STD-09": "Messages are delimited by newlines and MUST NOT contain embedded newlines.",
    "STD-10": "A client that probes for the era waits for an answer, or an error.",
    "HTTP-01": "The server MUST return Content-Type text/event-stream or application/json.",
    "HTTP-02": "For a notification or response that it accepts the server MUST return 202 Accepted.",
    "HTTP-03": "202 Accepted MUST come with no body.",
    "HTTP-04": "A request MUST be answered by an event stream or one JSON object.",
    "HTTP-05": "The server MUST return one JSON object.",
    "HTTP-06": "UnsupportedProtocolVersionError MUST be returned with 400 Bad Request.",
    "HTTP-07": "HeaderMismatch and MissingRequiredClientCapability MUST be returned with 400 Bad Request.",
    "HTTP-08": "An unknown method MUST be answered with 404 Not Found.",
    "HTTP-12": "The modern era has no sessions; a client that keeps the id sends it in vain.",
    "HTTP-13": "Streams of this revision cannot be resumed.",
    "HTTP-15": "Messages on the stream MUST relate to the request of the client; requests MUST NOT be sent.",
    "HTTP-16": "Responses MUST include the same id as the request they correspond to.",
    "HTTP-16-refusal": "The body of a refusal MAY be a JSON-RPC error response that has no id.",
    "HTTP-17": "After the response the server SHOULD close the stream.",
    "HTTP-18": "The stream MUST eventually include the response to the request of its POST.",
    "HTTP-19": "Clients that listen for message events only miss it.",
    "HTTP-20": "The session id MUST only contain visible ASCII characters (0x21 to 0x7E).",
    "HTTP-21": "The session id SHOULD be globally unique and cryptographically secure.",
    "HTTP-22": "The session id comes with the response to initialize; clients read it there only.",
    "HTTP-25": "The server MUST return text/event-stream to a GET, or 405 Method Not Allowed.",
    "HTTP-26": "The server MUST NOT send a response on the GET stream unless it resumes one.",
    "HTTP-27": "The server MUST send each of its messages on only one of the streams.",
    "HTTP-28": "The event id MUST be globally unique across all streams of the session.",
    "HTTP-29": "The server SHOULD close a stream before the response only after an event with an id.",
    "HTTP-30": "The server SHOULD begin a stream with an event that has an id and empty data.",
    "HTTP-33": "The server SHOULD send X-Accel-Buffering: no.",
    "HTTP-35": "The server MUST send an endpoint event when a client connects.",
    "HTTP-36": "The client MUST NOT hand its messages to another origin than it connected to.",
    "HTTP-37": "Tokens and messages in plain HTTP can be read and changed on the way.",
    "HTTP-38": "400 and 404 MUST come with a JSON-RPC error as their body.",
}
"""Rule → what it rests on."""


def page_in(page: str, revision: str, piped: bool) -> str:
    """The page in one revision (a letter, empty: not known yet): its chapters were cut otherwise."""
    if revision == "A" and page.startswith("basic/index"):
        return page.replace("basic/index", "basic/messages")
    chapter, mark, place = page.partition("#")
    if revision == "E" and chapter == "basic/transports":
        of = "stdio" if piped or place.startswith("stdio") else "streamable-http"
        place = place.removeprefix("stdio").lstrip("#")
        return f"{chapter}/{of}" + (f"#{place}" if place else "")
    return f"{chapter}{mark}{place}".replace("#stdio#", "#")
