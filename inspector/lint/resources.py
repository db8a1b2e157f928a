"""RSC-01 to RSC-11: resources, their templates, contents and annotations. Source: protocol reference 8.8."""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.pages import items
from inspector.lint.parts import dict_of
from inspector.lint.rules import Place, rule
from inspector.lint.samples import STDIO_E, answered
from inspector.lint.seen import Memory, Seen, keep, remembers
from inspector.translation import recorded

__all__ = ["repeated"]

RESOURCES: Final = "server/resources"
D: Final = "= 2025-11-25\n"
MOST: Final = 20  # findings of one rule about one record
_READS: Final = ("resources/read", "tools/call", "prompts/get", "tasks/result")

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# RFC 3986, 2: reserved, unreserved, and escapes
_URI: Final = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")
_LONGEST: Final = 20_000  # characters of a URI that are looked at


def _listed(*resources: str, number: int = 1) -> str:
    result = f'{{"resources":[{",".join(resources)}]}}'
    return answered("resources/list", result, start=D if number == 1 else "", number=number)


_ONE: Final = '{"uri":"file:///a.txt","name":"a"}'


@rule(
    "RSC-01",
    "error",
    RESOURCES,
    sentence="Custom URI schemes MUST be in accordance with RFC 3986; uri is required.",
    fix="Give each resource an absolute URI, such as file:///a%20b, with what is no ASCII escaped.",
    kinds=("response",),
    methods=("resources/list",),
    good=_listed(_ONE),
    bad=_listed('{"uri":"a.txt","name":"a"}'),
)
def uris_are_absolute(seen: Seen) -> Iterator[Place]:
    """A resource is named by an absolute URI."""
    return islice(_bad_uris(seen), MOST)


def _bad_uris(seen: Seen) -> Iterator[Place]:
    for item, place in items(seen) if seen.incoming else ():
        uri = item.get("uri")
        if not isinstance(uri, str):
            yield Place(recorded("a resource has no uri"), place)
        elif not _SCHEME.match(uri):
            said = recorded("uri {uri} has no scheme and is not absolute", uri=excerpt(uri))
            yield Place(said, place + "/uri")
        elif len(uri) <= _LONGEST and not _URI.fullmatch(uri):
            legal = _URI.match(uri)
            at = legal.end() if legal else 0
            said = recorded(
                "uri {uri} has {character}, which is to be escaped", uri=excerpt(uri), character=repr(uri[at])
            )
            yield Place(said, place + "/uri")


def repeated(named: Iterator[tuple[object, str]]) -> Iterator[tuple[str, str]]:
    """What stands a second time, with its place."""
    known: set[str] = set()
    for name, place in named:
        if isinstance(name, str):
            if name in known:
                yield excerpt(name), place
            known.add(name)


@rule(
    "RSC-02",
    "warning",
    RESOURCES,
    sentence="Each resource is uniquely identified by a URI.",
    fix="List each resource once.",
    kinds=("response",),
    methods=("resources/list",),
    good=_listed(_ONE),
    bad=_listed(_ONE, _ONE),
)
def uris_are_unique(seen: Seen) -> Iterator[Place]:
    """No two resources of a page have the same URI."""
    named = ((item.get("uri"), place + "/uri") for item, place in items(seen)) if seen.incoming else iter(())
    for uri, place in islice(repeated(named), MOST):
        yield Place(recorded("uri {uri} stands twice in the list", uri=uri), place)


_EXPRESSION: Final = re.compile(r"\{([^{}]*)\}|[{}]")
_CHARACTER: Final = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
# RFC 6570, 2.2 to 2.4: = , ! @ | are reserved and have no meaning
_VARIABLES: Final = re.compile(
    r"[+#./;?&]?{0}(?:,{0})*".replace("{0}", rf"{_CHARACTER}(?:\.?{_CHARACTER})*(?:\*|:[1-9][0-9]{{0,3}})?")
)
_NO_LITERAL: Final = re.compile(r"""[\x00-\x20"<>\\^`|\x7f]|%(?![0-9A-Fa-f]{2})""")


def _template_fault(template: str) -> str:
    """The part of a template that is no RFC 6570; empty when nothing is."""
    end = 0
    for match in _EXPRESSION.finditer(template):
        if match[1] is None or not _VARIABLES.fullmatch(match[1]):
            return match[0]
        if fault := _NO_LITERAL.search(template, end, match.start()):
            return fault[0]
        end = match.end()
    fault = _NO_LITERAL.search(template, end)
    return fault[0] if fault else ""


def _templates(template: str) -> str:
    return answered(
        "resources/templates/list",
        f'{{"resourceTemplates":[{{"uriTemplate":"{template}","name":"a"}}]}}',
        start=D,
    )


@rule(
    "RSC-03",
    "error",
    RESOURCES,
    sentence="uriTemplate MUST be a URI template according to RFC 6570 (schema ResourceTemplate).",
    fix="Write variables as {name}, {+path} or {?query*}, of letters, digits and _, and escape the rest.",
    kinds=("response",),
    methods=("resources/templates/list",),
    good=_templates("file:///{+path}{?lines,part*}"),
    bad=_templates("file:///{path"),
)
def templates_can_be_expanded(seen: Seen) -> Iterator[Place]:
    """A template is one that clients can expand."""
    return islice(_bad_templates(seen), MOST)


def _bad_templates(seen: Seen) -> Iterator[Place]:
    for item, place in items(seen) if seen.incoming else ():
        template = item.get("uriTemplate")
        if not isinstance(template, str):
            yield Place(recorded("a resource template has no uriTemplate"), place)
        elif fault := _template_fault(template[:_LONGEST]):
            said = recorded(
                "uriTemplate {template} is no RFC 6570 at {part}",
                template=excerpt(template),
                part=excerpt(fault, 40) if fault.isprintable() and fault != " " else repr(fault[:40]),
            )
            yield Place(said, place + "/uriTemplate")


def _read(*contents: str, start: str = D, number: int = 2, uri: str = "file:///a.txt") -> str:
    hint = '"resultType":"complete","ttlMs":0,"cacheScope":"private",' if start == STDIO_E else ""
    result = f'{{{hint}"contents":[{",".join(contents)}]}}'
    return answered("resources/read", result, start=start, params=f'"uri":"{uri}"', number=number)


_TEXT: Final = '{"uri":"file:///a.txt","text":"abc"}'


@rule(
    "RSC-04",
    "error",
    "schema",
    sentence="Each entry of contents MUST have uri, and text or blob as a string (schema ResourceContents).",
    fix="Give every entry its uri, and text, or blob in base64.",
    kinds=("response",),
    methods=_READS,
    good=_read(_TEXT),
    bad=_read('{"uri":"file:///a.txt"}'),
)
def contents_hold_something(seen: Seen) -> Iterator[Place]:
    """What is read says what it is of, and is text or bytes."""
    return islice(_bad_contents(seen), MOST)


def _contents(seen: Seen) -> Iterator[tuple[dict[str, Any], str]]:
    """Contents of resources, read or embedded, each with its place."""
    return ((value, pointer) for kind, value, pointer in seen.parts if kind == "contents")


def _bad_contents(seen: Seen) -> Iterator[Place]:
    for entry, place in _contents(seen):
        if not isinstance(entry.get("uri"), str):
            yield Place(recorded("the contents have no uri"), place)
        if not isinstance(entry.get("text"), str) and not isinstance(entry.get("blob"), str):
            yield Place(recorded("the contents have neither text nor blob"), place)


@rule(
    "RSC-04-both",
    "warning",
    RESOURCES,
    sentence="Resources can contain either text or binary data; with both, clients take either.",
    fix="Put text and bytes into two entries of contents.",
    kinds=("response",),
    methods=_READS,
    good=_read(_TEXT),
    bad=_read('{"uri":"file:///a.txt","text":"abc","blob":"YWJj"}'),
)
def contents_hold_one_thing(seen: Seen) -> Iterator[Place]:
    """What is read is text or bytes, and not both."""
    for entry, place in islice(_contents(seen), MOST):
        if isinstance(entry.get("text"), str) and isinstance(entry.get("blob"), str):
            yield Place(recorded("the contents have both text and blob"), place)


def _decoded(blob: str) -> bytes | None:
    try:
        return binascii.a2b_base64(blob, strict_mode=True)
    except ValueError:  # also of binascii.Error; not ASCII
        return None


@rule(
    "RSC-05",
    "error",
    RESOURCES,
    sentence="Binary data MUST be properly encoded.",
    fix="Encode blob as standard base64 with padding and without line breaks.",
    kinds=("response",),
    methods=("resources/read",),
    good=_read('{"uri":"file:///a.txt","blob":"YWJj"}'),
    bad=_read('{"uri":"file:///a.txt","blob":"not base64"}'),
)
def blobs_are_base64(seen: Seen) -> Iterator[Place]:
    """Bytes come in base64."""
    for entry, place in islice(_contents(seen), MOST):
        if isinstance(blob := entry.get("blob"), str) and _decoded(blob) is None:
            said = recorded("blob {blob} is not base64", blob=excerpt(blob, 40))
            yield Place(said, place + "/blob")


_MISSING: Final = re.compile(
    r"not found|unknown resource|no such|does not exist|doesn't exist|unknown uri", re.IGNORECASE
)


def _missing(code: int, start: str) -> str:
    asked = _read(start=start).split("\n<")[0]
    return f'{asked}\n< {{"jsonrpc":"2.0","id":2,"error":{{"code":{code},"message":"Resource not found"}}}}'


def _not_found(seen: Seen) -> int | None:
    """The code of an error that says of the resource that it is not there; None of any other."""
    error = seen.message.error_dict()
    code, message = error.get("code"), error.get("message")
    text = message[:1000] if isinstance(message, str) else ""
    uri = seen.asked_params.get("uri")
    about = "resource" in text.lower() or (isinstance(uri, str) and bool(uri) and uri in text)
    return code if seen.incoming and about and _MISSING.search(text) and isinstance(code, int) else None


@rule(
    "RSC-06",
    "error",
    "server/resources#error-handling",
    sentence="Servers MUST answer -32602 for a resource that does not exist; this looks like such an answer.",
    fix="Answer -32602 for a resource that does not exist.",
    revisions="E",
    kinds=("error",),
    methods=("resources/read",),
    good=_missing(-32602, STDIO_E),
    bad=_missing(-32603, STDIO_E),
)
def missing_resource_has_its_code(seen: Seen) -> Iterator[Place]:
    """A resource that is not there is answered with one code; of -32002 RPC-24 tells."""
    code = _not_found(seen)
    if code not in (None, -32602, -32002):
        said = recorded("a resource that does not exist is answered with code {code}", code=excerpt(code))
        yield Place(said, "/error/code")


@rule(
    "RSC-07",
    "warning",
    RESOURCES,
    sentence="Servers SHOULD return -32002 where a resource is not found; this looks like such an answer.",
    fix="Answer -32002 for a resource that does not exist, as long as an older revision is agreed.",
    revisions="ABCD",
    kinds=("error",),
    methods=("resources/read",),
    good=_missing(-32002, D),
    bad=_missing(-32603, D),
)
def missing_resource_had_its_code(seen: Seen) -> Iterator[Place]:
    """A resource that is not there was answered with a code of its own."""
    code = _not_found(seen)
    if code not in (None, -32002):
        said = recorded("a resource that does not exist is answered with code {code}", code=excerpt(code))
        yield Place(said, "/error/code")


@remembers
class _Resources(Memory):
    """What the server listed, and what the client subscribed to."""

    kinds: ClassVar[tuple[str, ...]] = ("request", "response", "notification")

    def __init__(self) -> None:
        self.listed: dict[str, tuple[object, object]] = {}  # uri → size, mimeType
        self.subscribed: dict[str, bool] = {}

    def remember(self, seen: Seen) -> None:
        """Keep the resources of a page, a subscription, and forget what changed."""
        method, kind, uri = seen.record.method, seen.record.kind, seen.params.get("uri")
        if kind == "response" and method == "resources/list" and seen.incoming:
            for item, _ in items(seen):
                if isinstance(item.get("uri"), str):
                    keep(self.listed, item["uri"], (item.get("size"), item.get("mimeType")))
        elif method == "resources/subscribe" and kind == "request" and isinstance(uri, str):
            keep(self.subscribed, uri, True)
        elif method == "notifications/resources/updated" and isinstance(uri, str):
            self.listed.pop(uri, None)
        elif method == "notifications/resources/list_changed":
            self.listed.clear()


def _as_listed(seen: Seen) -> tuple[dict[str, Any], object, object] | None:
    """What was read, with the size and the type that the list gave it; None: it was not listed."""
    contents, uri = seen.result.get("contents"), seen.asked_params.get("uri")
    if not seen.incoming or not isinstance(contents, list) or len(contents) != 1 or not isinstance(uri, str):
        return None
    entry, listed = dict_of(contents[0]), seen.state.of(_Resources).listed.get(uri)
    return (entry, *listed) if listed and entry.get("uri") == uri else None


def _sized(size: int) -> str:
    return _listed(f'{{"uri":"file:///a.txt","name":"a","size":{size},"mimeType":"text/plain"}}')


@rule(
    "RSC-08",
    "info",
    "schema",
    sentence="size is that of the raw resource content in bytes, before base64 encoding.",
    fix="Leave out size where it changes, and count the bytes of the content itself.",
    kinds=("response",),
    methods=("resources/read",),
    good=_sized(3) + _read(_TEXT, start=""),
    bad=_sized(4) + _read(_TEXT, start=""),
)
def size_is_as_listed(seen: Seen) -> Iterator[Place]:
    """What is read is as long as the list says. It may have changed since."""
    if (found := _as_listed(seen)) is None or not isinstance(found[1], int):
        return
    entry, size, _ = found
    text, blob = entry.get("text"), entry.get("blob")
    data = text.encode("utf-8", "replace") if isinstance(text, str) else None
    if data is None and isinstance(blob, str):
        data = _decoded(blob)
    if data is not None and len(data) != size:
        said = recorded(
            "{read} bytes were read; the list says {size}", read=f"{len(data):,}", size=excerpt(size)
        )
        yield Place(said, "/result/contents/0")


@rule(
    "RSC-09",
    "warning",
    "schema",
    sentence="mimeType is the MIME type of this resource; clients choose by it before they read.",
    fix="Give the resource the same mimeType in the list and in its contents.",
    kinds=("response",),
    methods=("resources/read",),
    good=_sized(3)
    + _read('{"uri":"file:///a.txt","mimeType":"text/plain; charset=utf-8","text":"abc"}', start=""),
    bad=_sized(3) + _read('{"uri":"file:///a.txt","mimeType":"application/json","text":"abc"}', start=""),
)
def type_is_as_listed(seen: Seen) -> Iterator[Place]:
    """What is read is of the type that the list says."""
    found = _as_listed(seen)
    read, listed = (found[0].get("mimeType"), found[2]) if found else (None, None)
    if isinstance(read, str) and isinstance(listed, str) and _media(read) != _media(listed):
        said = recorded(
            "mimeType is {read}; the list says {listed}", read=excerpt(read), listed=excerpt(listed)
        )
        yield Place(said, "/result/contents/0/mimeType")


def _media(kind: str) -> str:
    return kind.partition(";")[0].strip().lower()


def _annotated(annotations: str) -> str:
    return _listed(f'{{"uri":"file:///a.txt","name":"a","annotations":{annotations}}}')


@rule(
    "RSC-10",
    "error",
    "server/resources#annotations",
    sentence="priority MUST be 0 to 1, and audience a list of user and assistant (schema Annotations).",
    fix="Give priority as a number from 0.0 to 1.0, and audience as an array of user and assistant.",
    kinds=("response",),
    good=_annotated('{"priority":0.5,"audience":["user"]}'),
    bad=_annotated('{"priority":5}'),
)
def annotations_are_valid(seen: Seen) -> Iterator[Place]:
    """Annotations say how important something is, and for whom."""
    return islice(_bad_annotations(seen), MOST)


def _bad_annotations(seen: Seen) -> Iterator[Place]:
    for kind, value, place in seen.parts:
        if kind != "annotations":
            continue
        priority, audience = value.get("priority"), value.get("audience")
        number = isinstance(priority, int | float) and not isinstance(priority, bool) and 0 <= priority <= 1
        if priority is not None and not number:
            said = recorded("priority is {priority}; it goes from 0 to 1", priority=excerpt(priority))
            yield Place(said, place + "/priority")
        if audience is not None and not isinstance(audience, list):
            said = recorded("audience is {audience}, which is not an array", audience=excerpt(audience))
            yield Place(said, place + "/audience")
        elif wrong := [role for role in audience or () if role not in ("user", "assistant")]:
            said = recorded("audience has {role}; it lists user and assistant", role=excerpt(wrong[0]))
            yield Place(said, place + "/audience")


@rule(
    "RSC-10-time",
    "warning",
    "server/resources#annotations",
    sentence="lastModified should be an ISO 8601 formatted string.",
    fix="Write the time as 2025-01-12T15:00:58Z.",
    revisions="CDE",
    kinds=("response",),
    good=_annotated('{"lastModified":"2025-01-12T15:00:58Z"}'),
    bad=_annotated('{"lastModified":"yesterday"}'),
)
def times_are_iso_8601(seen: Seen) -> Iterator[Place]:
    """The time of a change is one that clients can read."""
    return islice(_bad_times(seen), MOST)


def _bad_times(seen: Seen) -> Iterator[Place]:
    for kind, value, place in seen.parts:
        time = value.get("lastModified")
        if kind == "annotations" and time is not None and not _is_time(time):
            yield Place(
                recorded("lastModified {time} is not ISO 8601", time=excerpt(time)), place + "/lastModified"
            )


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or re.fullmatch(r"\d{4}(?:-\d\d)?", value):
        return isinstance(value, str)
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _updates(capability: str, *uris: str) -> str:
    ask = '> {"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"file:///a"}}\n'
    tell = '< {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"%s"}}\n'
    answer = '< {"jsonrpc":"2.0","id":1,"result":{}}\n'
    start = f'= 2025-11-25 {{"resources":{capability}}}\n'
    return start + ask + answer + "".join(tell % uri for uri in uris)


@rule(
    "RSC-11",
    "warning",
    RESOURCES,
    sentence="Clients subscribe to specific resources and receive notifications when they change.",
    fix="Send resources/updated only for what the client subscribed to, and declare resources.subscribe.",
    revisions="ABCD",
    kinds=("notification",),
    methods=("notifications/resources/updated",),
    good=_updates('{"subscribe":true}', "file:///a", "file:///a/b"),
    bad=_updates('{"subscribe":true}', "file:///other"),
)
def updates_were_asked_for(seen: Seen) -> Iterator[Place]:
    """The server tells of changes of what was subscribed to, or of a part of it."""
    uri = seen.params.get("uri")
    if not seen.incoming or not isinstance(uri, str):
        return
    subscribed = seen.state.of(_Resources).subscribed
    if dict_of(seen.state.capabilities.get("resources")).get("subscribe") is not True:
        yield Place(recorded("resources/updated, although resources.subscribe is not declared"), "/method")
    elif not any(uri.startswith(one.rstrip("/")) for one in subscribed):
        said = recorded("the client did not subscribe to {uri}", uri=excerpt(uri))
        yield Place(said, "/params/uri")
