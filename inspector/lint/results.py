"""RES-02 to RES-20: the type of a result, what it asks for, its cache hints, `_meta` and icons.

Source: protocol reference 8.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from inspector.lint.excerpts import excerpt
from inspector.lint.parts import LATER, OPTIONAL, dict_of
from inspector.lint.rules import Place, rule
from inspector.lint.samples import STDIO_E, answered
from inspector.lint.seen import Memory, Seen, keep, remembers
from inspector.protocol.era.declared import META
from inspector.protocol.methods import DATES
from inspector.schema.scan import pointer_of
from inspector.translation import recorded

__all__ = ["CACHED", "complete"]

INDEX: Final = "basic/index"
TYPES: Final = "basic/index#resulttype"
MRTR: Final = "basic/patterns/mrtr"
CACHING: Final = "server/utilities/caching"
SCHEMA: Final = "schema"
MOST: Final = 21  # findings of one rule about one record: one more than are told, so that the cut is known

CACHED: Final = (
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)
_ASKING: Final = ("tools/call", "prompts/get", "resources/read")


def complete(seen: Seen) -> bool:
    """The answer is the final one, and no question or task in its place."""
    return seen.revision != "E" or seen.result.get("resultType", "complete") == "complete"


def _asks(seen: Seen) -> bool:
    return seen.incoming and seen.readable and seen.result.get("resultType") == "input_required"


_EMPTY: Final = '{"resultType":"complete"}'
_DONE: Final = '{"resultType":"complete","content":[]}'
_FORM: Final = (
    '{"method":"elicitation/create","params":{"mode":"form","message":"?",'
    '"requestedSchema":{"type":"object","properties":{}}}}'
)
_ELICITS: Final = '{"elicitation":{}}'


def _question(
    requests: str, *, more: str = "", capabilities: str = _ELICITS, method: str = "tools/call"
) -> str:
    asked = f'"inputRequests":{requests}' if requests else ""
    return answered(
        method,
        '{"resultType":"input_required"' + "".join(f",{one}" for one in (asked, more) if one) + "}",
        capabilities=capabilities,
        params='"name":"x"',
    )


_ASKED: Final = _question(f'{{"a":{_FORM}}}')


@rule(
    "RES-02",
    "error",
    TYPES,
    sentence="The result MUST include a resultType field.",
    fix="Put resultType complete into every result; an SDK for 2026-07-28 does so.",
    revisions="E",
    kinds=("response",),
    good=answered("tools/call", _DONE, params='"name":"x"'),
    bad=answered("tools/call", '{"content":[]}', params='"name":"x"'),
)
def result_has_a_type(seen: Seen) -> Iterator[Place]:
    """Every modern result says what type it is of."""
    an_object = seen.message.result.lstrip()[:1] == b"{"
    modern = seen.record.method != "initialize"  # what it names is LIFE-02
    if seen.incoming and modern and seen.readable and an_object and "resultType" not in seen.result:
        yield Place(recorded("the result has no resultType"), "/result")


@rule(
    "RES-03",
    "error",
    TYPES,
    sentence="A resultType of any value unrecognized by the client MUST be considered invalid.",
    fix="Use complete or input_required; another value only with an extension that both sides declared.",
    revisions="E",
    kinds=("response",),
    good=answered("tools/call", _DONE, params='"name":"x"'),
    bad=answered("tools/call", '{"resultType":"done","content":[]}', params='"name":"x"'),
)
def result_type_is_known(seen: Seen) -> Iterator[Place]:
    """The type of a result is one of the two of the core protocol, or of an extension in use."""
    if not seen.incoming or "resultType" not in seen.result:
        return
    kind = seen.result["resultType"]
    # A task has rules of its own; which values another extension adds is known to its own pages only.
    extensions = dict_of(seen.state.capabilities.get("extensions")).keys() - {META + "tasks", META + "ui"}
    if not isinstance(kind, str) or not (kind in ("complete", "input_required", "task") or extensions):
        yield Place(recorded("resultType {kind} is not known", kind=excerpt(kind)), "/result/resultType")


@rule(
    "RES-04",
    "error",
    MRTR,
    sentence="Servers MUST NOT send InputRequiredResult responses on any other client requests.",
    fix="Ask for input only in answers to tools/call, prompts/get and resources/read.",
    revisions="E",
    kinds=("response",),
    good=_ASKED,
    bad=_question(f'{{"a":{_FORM}}}', method="tools/list"),
)
def only_three_methods_ask(seen: Seen) -> Iterator[Place]:
    """Input is asked for in the answers to three methods."""
    if _asks(seen) and seen.record.method and seen.record.method not in _ASKING:
        said = recorded("{method} is answered with input_required", method=seen.record.method)
        yield Place(said, "/result/resultType")


@rule(
    "RES-05",
    "error",
    MRTR,
    sentence="Servers MUST include at least one of inputRequests or requestState.",
    fix="Return the questions in inputRequests, or a requestState for the retry.",
    revisions="E",
    kinds=("response",),
    good=_ASKED,
    bad=_question("{}"),
)
def question_asks_something(seen: Seen) -> Iterator[Place]:
    """What asks for input has questions or a state."""
    result = seen.result
    if _asks(seen) and not result.get("inputRequests") and result.get("requestState") is None:
        yield Place(recorded("input_required has neither inputRequests nor requestState"), "/result")


_CAPABILITY: Final = {
    "elicitation/create": "elicitation",
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
}


def _questions(seen: Seen) -> Iterator[tuple[str, Any, str]]:
    """Key, request and place of each thing that is asked for."""
    requests = dict_of(seen.result.get("inputRequests")) if _asks(seen) else {}
    for key, request in requests.items():
        yield excerpt(key), request, pointer_of(("result", "inputRequests", key))


@rule(
    "RES-06",
    "error",
    MRTR,
    sentence="Values MUST be one of ElicitRequest, CreateMessageRequest or ListRootsRequest.",
    fix="Give each value method elicitation/create, sampling/createMessage or roots/list, and its params.",
    revisions="E",
    kinds=("response",),
    good=_ASKED,
    bad=_question('{"a":{"method":"ping"}}'),
)
def questions_are_of_three_kinds(seen: Seen) -> Iterator[Place]:
    """A question elicits, samples or asks for roots."""
    return islice(_other_questions(seen), MOST)


def _other_questions(seen: Seen) -> Iterator[Place]:
    if _asks(seen) and not isinstance(seen.result.get("inputRequests", {}), dict):
        yield Place(recorded("inputRequests is not an object"), "/result/inputRequests")
    for key, request, place in _questions(seen):
        method = request.get("method") if isinstance(request, dict) else None
        if not isinstance(request, dict):
            yield Place(recorded("inputRequests {key} is not an object", key=key), place)
        elif not isinstance(method, str) or method not in _CAPABILITY:
            said = recorded(
                "inputRequests {key} has method {method}, which clients cannot be asked for",
                key=key,
                method=excerpt(method),
            )
            yield Place(said, place)


@rule(
    "RES-06-members",
    "warning",
    MRTR,
    sentence="Values are request objects of a method and params; the keys identify them.",
    fix="Leave out jsonrpc, id and everything else beside method and params.",
    revisions="E",
    kinds=("response",),
    good=_ASKED,
    bad=_question('{"a":{"jsonrpc":"2.0","id":7,"method":"roots/list"}}', capabilities='{"roots":{}}'),
)
def questions_are_no_messages(seen: Seen) -> Iterator[Place]:
    """A question is no JSON-RPC message of its own."""
    for key, request, place in islice(_questions(seen), MOST):
        if others := sorted(dict_of(request).keys() - {"method", "params", "_meta"}):
            names = excerpt(", ".join(others[:5]))
            said = recorded("inputRequests {key} has the members {names}", key=key, names=names)
            yield Place(said, place)


@rule(
    "RES-07",
    "error",
    MRTR,
    sentence="Servers MUST NOT send an inputRequests that the client has not declared support for.",
    fix="Look at clientCapabilities of the request; answer -32021 where the tool cannot do without.",
    revisions="E",
    kinds=("response",),
    good=_ASKED,
    bad=_question(f'{{"a":{_FORM}}}', capabilities='{"roots":{}}'),
)
def questions_are_declared(seen: Seen) -> Iterator[Place]:
    """The server asks for what the client said it has."""
    return islice(_undeclared(seen), MOST) if seen.knows_asked else iter(())


def _undeclared(seen: Seen) -> Iterator[Place]:
    for key, request, place in _questions(seen):
        method = dict_of(request).get("method")
        capability = _CAPABILITY.get(method) if isinstance(method, str) else None
        if capability is None:
            continue
        if capability not in seen.declared:
            said = recorded(
                "inputRequests {key} is {method}, but the client did not declare {capability}",
                key=key,
                method=str(method),
                capability=capability,
            )
            yield Place(said, place)
        elif capability == "elicitation":
            modes = dict_of(seen.declared["elicitation"]).keys() & {"form", "url"} or {"form"}
            mode = dict_of(dict_of(request).get("params")).get("mode", "form")
            if mode in ("form", "url") and mode not in modes:
                said = recorded(
                    "inputRequests {key} elicits in mode {mode}, which the client did not declare",
                    key=key,
                    mode=mode,
                )
                yield Place(said, place + "/params/mode")


@rule(
    "RES-08",
    "error",
    MRTR,
    sentence="If specified, requestState MUST be a string (schema InputRequiredResult).",
    fix="Encode the state as one string, such as base64url of protected JSON.",
    revisions="E",
    kinds=("response",),
    good=_question("", more='"requestState":"abc"'),
    bad=_question("", more='"requestState":{"step":1}'),
)
def state_is_a_string(seen: Seen) -> Iterator[Place]:
    """The state of a retry is one opaque string."""
    state = seen.result.get("requestState", "")
    if _asks(seen) and not isinstance(state, str):
        said = recorded("requestState is {state}, which is not a string", state=excerpt(state))
        yield Place(said, "/result/requestState")


@remembers
class _Rounds(Memory):
    """How often one request was answered with a question, by the state (or target) that its retry carries."""

    kinds: ClassVar[tuple[str, ...]] = ("response",)

    def __init__(self) -> None:
        self.rounds: dict[str, int] = {}

    def round_of(self, seen: Seen) -> int:
        """1: the first question."""
        asked = seen.asked_params
        state = asked.get("requestState")
        if isinstance(state, str):
            return self.rounds.get(state, 0) + 1
        return self.rounds.get(self._target(seen), 0) + 1 if "inputResponses" in asked else 1

    def remember(self, seen: Seen) -> None:
        """Keep the round under what the retry will carry."""
        if not seen.state.modern or not _asks(seen):
            return
        state, number = seen.result.get("requestState"), self.round_of(seen)
        keep(self.rounds, state if isinstance(state, str) else self._target(seen), number)

    @staticmethod
    def _target(seen: Seen) -> str:
        asked = seen.asked_params
        return f"{seen.record.method} {excerpt(asked.get('name', asked.get('uri')))}"


_MANY: Final = 10


@rule(
    "RES-09",
    "warning",
    MRTR,
    sentence="No page bounds the rounds; the clients of the official SDKs give up after ten.",
    fix="Ask for everything at once, and end with an error or isError after a few rounds.",
    revisions="E",
    kinds=("response",),
    methods=_ASKING,
    good=_ASKED,
    bad=_question("", more='"requestState":"abc"')
    + "".join(
        answered(
            "tools/call",
            '{"resultType":"input_required","requestState":"abc"}',
            start="",
            params='"name":"x","requestState":"abc"',
            number=2 + number,
        )
        for number in range(10)
    ),
)
def questions_end(seen: Seen) -> Iterator[Place]:
    """A request does not ask for input for ever."""
    if _asks(seen) and seen.state.of(_Rounds).round_of(seen) == _MANY + 1:
        said = recorded("the request asks for input after {count} rounds", count=_MANY)
        yield Place(said, "/result/resultType")


_TOOLS: Final = '{"resultType":"complete","tools":[],%s}'
_HINTS: Final = answered("tools/list", _TOOLS % '"ttlMs":0,"cacheScope":"private"')


def _cacheable(seen: Seen) -> bool:
    return seen.incoming and complete(seen) and seen.message.result.lstrip()[:1] == b"{"  # else RPC-14


@rule(
    "RES-10",
    "error",
    CACHING,
    sentence="Servers MUST include caching hints; ttlMs MUST be an integer of at least 0.",
    fix="Add ttlMs in milliseconds to the result; 0 where nothing is known.",
    revisions="E",
    kinds=("response",),
    methods=CACHED,
    good=_HINTS,
    bad=answered("tools/list", _TOOLS % '"ttlMs":-1,"cacheScope":"private"'),
)
def time_to_live_is_given(seen: Seen) -> Iterator[Place]:
    """A result that may be cached says for how long."""
    if not _cacheable(seen):
        return
    if "ttlMs" not in seen.result:
        yield Place(recorded("the result of {method} has no ttlMs", method=seen.record.method), "/result")
        return
    time = seen.result["ttlMs"]
    whole = isinstance(time, int) or (isinstance(time, float) and time.is_integer())  # 1.0 is an integer
    if isinstance(time, bool) or not whole or time < 0:
        said = recorded("ttlMs is {time}, which is not an integer of at least 0", time=excerpt(time))
        yield Place(said, "/result/ttlMs")


@rule(
    "RES-11",
    "error",
    CACHING,
    sentence="Servers MUST include caching hints; cacheScope is public or private.",
    fix="Add cacheScope private; public only where every user gets the same result.",
    revisions="E",
    kinds=("response",),
    methods=CACHED,
    good=_HINTS,
    bad=answered("tools/list", _TOOLS % '"ttlMs":0,"cacheScope":"user"'),
)
def scope_is_given(seen: Seen) -> Iterator[Place]:
    """A result that may be cached says for whom."""
    if not _cacheable(seen):
        return
    if "cacheScope" not in seen.result:
        said = recorded("the result of {method} has no cacheScope", method=seen.record.method)
        yield Place(said, "/result")
    elif (scope := seen.result["cacheScope"]) not in ("public", "private"):
        said = recorded("cacheScope is {scope}; it is public or private", scope=excerpt(scope))
        yield Place(said, "/result/cacheScope")


@rule(
    "RES-13",
    "warning",
    CACHING,
    sentence="Interim results with resultType input_required carry no caching hints.",
    fix="Leave out ttlMs and cacheScope where the result asks for input.",
    revisions="E",
    kinds=("response",),
    good=_ASKED,
    bad=_question(f'{{"a":{_FORM}}}', more='"ttlMs":0'),
)
def questions_are_not_cached(seen: Seen) -> Iterator[Place]:
    """What asks for input is not kept."""
    for name in ("ttlMs", "cacheScope"):
        if _asks(seen) and name in seen.result:
            yield Place(recorded("input_required carries {name}", name=name), f"/result/{name}")


@remembers
class _Credentials(Memory):
    """Whether requests of this session carry credentials."""

    kinds: ClassVar[tuple[str, ...]] = ("head",)

    def __init__(self) -> None:
        self.sent = False

    def remember(self, seen: Seen) -> None:
        """Look at the head of a request."""
        if seen.record.direction == "out":
            self.sent = "authorization" in seen.head.headers


_OF_ONE: Final = re.compile(
    r"(?:^|[^a-z])(?:me|my|self|users?|accounts?|profile|inbox|private)(?:$|[^a-z])", re.I
)
_READ: Final = '{"resultType":"complete","contents":[],"ttlMs":0,"cacheScope":"%s"}'  # who may get it


def _read_with_token(scope: str) -> str:
    request, answer = answered("resources/read", _READ % scope, start="", params='"uri":"mail://me"').split(
        "\n"
    )[:2]
    return f"http\n{STDIO_E}{request}\nw Authorization=x\nh 200 application/json\nb {answer[2:]}\n."


@rule(
    "RES-14",
    "info",
    CACHING,
    sentence="private is appropriate for resources/read results that depend on the authenticated user.",
    fix="Answer cacheScope private wherever the result depends on who asks.",
    revisions="E",
    kinds=("response",),
    methods=("resources/read",),
    good=_read_with_token("private"),
    bad=_read_with_token("public"),
)
def what_is_private_is_not_public(seen: Seen) -> Iterator[Place]:
    """What looks like one user's is not cached for all."""
    uri = seen.asked_params.get("uri")
    public = seen.incoming and seen.result.get("cacheScope") == "public" and seen.state.of(_Credentials).sent
    if public and isinstance(uri, str) and _OF_ONE.search(uri[:1000]):
        said = recorded("{uri} was read with credentials and may be cached for every user", uri=excerpt(uri))
        yield Place(said, "/result/cacheScope")


_LEGACY: Final = "= 2025-06-18\n"


@rule(
    "RES-15",
    "error",
    SCHEMA,
    sentence="An optional member MUST NOT be null: no type of the schema allows it.",
    fix="Leave the member out where it has no value; in Python exclude_none=True, in Go omitempty.",
    kinds=("response", "notification", "request"),
    good=answered("tools/list", '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}', start=_LEGACY),
    bad=answered(
        "tools/list",
        '{"tools":[{"name":"a","title":null,"inputSchema":{"type":"object"}}]}',
        start=_LEGACY,
    ),
)
def nothing_is_null(seen: Seen) -> Iterator[Place]:
    """What has no value is left out."""
    return islice(_nulls(seen), MOST)


def _nulls(seen: Seen) -> Iterator[Place]:
    revision = seen.revision
    for kind, value, pointer in seen.parts:
        for name, revisions in OPTIONAL.get(kind, {}).items():
            known = revision in revisions if revision else revisions == "ABCDE"
            if name in value and value[name] is None and known:
                place = f"{pointer}/{name}"
                yield Place(recorded("{place} is null; leave it out", place=excerpt(place[1:])), place)


@rule(
    "RES-16",
    "info",
    "changelog",
    sentence="A later revision defines the member; clients of this one do not look at it.",
    fix="Nothing, if older clients can do without it; else say the same in the description.",
    revisions="ABCD",
    kinds=("response", "notification", "request"),
    good=answered("tools/list", '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}', start=_LEGACY),
    bad=answered(
        "tools/list",
        '{"tools":[{"name":"a","icons":[],"inputSchema":{"type":"object"}}]}',
        start=_LEGACY,
    ),
)
def members_are_of_this_revision(seen: Seen) -> Iterator[Place]:
    """The server speaks the words of the revision that was agreed."""
    return islice(_later(seen), MOST)


def _later(seen: Seen) -> Iterator[Place]:
    said: set[tuple[str, str]] = set()
    early: set[str] = set()  # places; what is in them says nothing more
    for kind, value, pointer in seen.parts:
        if pointer in early or pointer.rpartition("/")[0] in early:
            early.add(pointer)
            continue
        members = {**OPTIONAL.get(kind, {}), **LATER.get("result" if pointer == "/result" else kind, {})}
        for name, revisions in members.items():
            if seen.revision >= revisions[0] or value.get(name) is None:
                continue
            place = f"{pointer}/{name}"
            early.add(place)
            if (kind, name) not in said:
                said.add((kind, name))
                text = recorded(
                    "{place} came with revision {later}", place=excerpt(place[1:]), later=DATES[revisions[0]]
                )
                yield Place(text, place)


_LABEL: Final = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_KEY: Final = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?")
_RESERVED: Final = re.compile(rf"{_LABEL}\.(?:modelcontextprotocol|mcp)(?:\.{_LABEL})*/")
_RESERVED_C: Final = re.compile(rf"(?:{_LABEL}\.)*(?:modelcontextprotocol|mcp)\.{_LABEL}/")
_LONGEST: Final = 1000  # characters of a key that is looked at


def _metas(seen: Seen) -> Iterator[tuple[dict[str, Any], str]]:
    """Every `_meta` of the message with its place."""
    for _, value, pointer in seen.parts:
        if isinstance(meta := value.get("_meta"), dict):
            yield meta, pointer + "/_meta"


def _meta_keys(seen: Seen) -> Iterator[tuple[str, str]]:
    """Every key of a `_meta`, once, with the place where it stands first."""
    known: set[str] = set()
    for meta, pointer in _metas(seen):
        for key in meta:
            if key not in known and len(key) <= _LONGEST:
                known.add(key)
                yield key, pointer + pointer_of((key,))


def _with_meta(meta: str, start: str = "= 2025-11-25\n") -> str:
    hint = '"resultType":"complete","ttlMs":0,"cacheScope":"private",' if start == STDIO_E else ""
    return answered("tools/list", f'{{{hint}"tools":[],"_meta":{meta}}}', start=start)


@rule(
    "RES-17",
    "error",
    "basic/index#meta",
    sentence="The name of a _meta key MUST begin and end with an alphanumeric character.",
    fix="Name the key com.example/name, of letters and digits, with . _ and - only inside.",
    revisions="CDE",
    kinds=("response", "notification", "request"),
    good=_with_meta('{"com.example/a-b":1,"plain":2}'),
    bad=_with_meta('{"_private":1}'),
)
def meta_keys_are_well_formed(seen: Seen) -> Iterator[Place]:
    """A key of `_meta` is an optional prefix and a name."""
    return islice(_malformed_keys(seen), MOST)


def _malformed_keys(seen: Seen) -> Iterator[Place]:
    for key, place in _meta_keys(seen):
        if not _KEY.fullmatch(key):
            yield Place(recorded("the _meta key {key} is not well formed", key=excerpt(key)), place)


_OFFICIAL: Final = frozenset(
    META + name
    for name in (
        "serverInfo",
        "subscriptionId",
        "related-task",
        "model-immediate-response",
        "protocolVersion",
        "clientInfo",
        "clientCapabilities",
        "logLevel",
    )
)


@rule(
    "RES-18",
    "warning",
    "basic/index#meta",
    sentence="Prefixes whose second label is modelcontextprotocol or mcp are reserved for MCP use.",
    fix="Use a prefix of a domain of your own, such as com.example/.",
    revisions="CDE",
    kinds=("response", "notification", "request"),
    good=_with_meta('{"com.example.mcp/a":1}'),
    bad=_with_meta('{"com.mcp.tools/a":1}'),
)
def meta_prefixes_are_own(seen: Seen) -> Iterator[Place]:
    """A vendor's data has a vendor's prefix."""
    return islice(_reserved_keys(seen, official=False), MOST)


@rule(
    "RES-18-unknown",
    "info",
    "basic/index#meta",
    sentence="Official extensions define further keys under io.modelcontextprotocol/.",
    fix="Use a prefix of a domain of your own, unless the page of an official extension defines the key.",
    revisions="CDE",
    kinds=("response", "notification", "request"),
    good=_with_meta(f'{{"{META}related-task":{{"taskId":"a"}}}}'),
    bad=_with_meta(f'{{"{META}colour":"red"}}'),
)
def official_keys_are_known(seen: Seen) -> Iterator[Place]:
    """What stands under the prefix of MCP is defined somewhere."""
    return islice(_reserved_keys(seen, official=True), MOST)


def _reserved_keys(seen: Seen, *, official: bool) -> Iterator[Place]:
    reserved = _RESERVED_C if seen.revision == "C" else _RESERVED
    for key, place in _meta_keys(seen):
        of_mcp = key.startswith((META, META[:-1] + ".", "modelcontextprotocol.io/"))
        if official and of_mcp and key not in _OFFICIAL:
            yield Place(recorded("the _meta key {key} is none of the specification", key=excerpt(key)), place)
        elif not official and not of_mcp and reserved.match(key):
            yield Place(recorded("the prefix of the _meta key {key} is reserved", key=excerpt(key)), place)


_TRACEPARENT: Final = re.compile(
    r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
)
_TRACESTATE: Final = re.compile(
    r"[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]"
)
_TOKEN: Final = r"[A-Za-z0-9!#$%&'*+.^_`|~-]+"
_OCTETS: Final = r"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"
_BAGGAGE: Final = re.compile(
    rf"{_TOKEN}[ \t]*=[ \t]*{_OCTETS}(?:[ \t]*;[ \t]*{_TOKEN}(?:[ \t]*=[ \t]*{_OCTETS})?)*"
)
_LONGEST_TRACE: Final = 8192  # bytes, the most that W3C Baggage asks a platform to pass on


def _is_trace(name: str, value: object) -> bool:
    """Whether the value is what W3C Trace Context and W3C Baggage say it is."""
    if not isinstance(value, str):
        return False
    if len(value) > _LONGEST_TRACE:
        return True  # not judged
    if name == "traceparent":
        return bool(_TRACEPARENT.fullmatch(value)) and (value[:2] != "00" or len(value) == 55)
    members = [member.strip(" \t") for member in value.split(",")]
    form = _TRACESTATE if name == "tracestate" else _BAGGAGE
    return all(form.fullmatch(member) for member in members if member)


@rule(
    "RES-19",
    "error",
    "basic/index#meta",
    sentence="Their values MUST follow the W3C Trace Context and W3C Baggage formats.",
    fix="Let an OpenTelemetry propagator write traceparent, tracestate and baggage, or leave them out.",
    revisions="E",
    kinds=("response", "notification"),
    good=_with_meta('{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"}', STDIO_E),
    bad=_with_meta('{"traceparent":"0af7651916cd43dd8448eb211c80319c"}', STDIO_E),
)
def trace_context_is_well_formed(seen: Seen) -> Iterator[Place]:
    """The context of a trace is one that other programs can read."""
    return islice(_malformed_traces(seen), MOST)


def _malformed_traces(seen: Seen) -> Iterator[Place]:
    for meta, pointer in _metas(seen):
        for name in ("traceparent", "tracestate", "baggage"):
            if name in meta and not _is_trace(name, meta[name]):
                value = excerpt(meta[name])
                yield Place(
                    recorded("{name} {value} is malformed", name=name, value=value), f"{pointer}/{name}"
                )


def _with_icon(icon: str, start: str = "= 2025-11-25\n") -> str:
    tool = f'{{"name":"a","inputSchema":{{"type":"object"}},"icons":[{icon}]}}'
    answer = answered("tools/list", f'{{"tools":[{tool}]}}', start=start)
    if not start.startswith("http"):
        return answer
    asked, given = answer.removeprefix(start).split("\n")[:2]
    return f"{start}{asked}\nh 200 application/json\nb {given[2:]}\n."


def _icons(seen: Seen) -> Iterator[tuple[object, str]]:
    """The source of every icon, each one once, with its place."""
    known: set[str] = set()
    for kind, value, pointer in seen.parts:
        source = value.get("src")
        if kind != "icon" or (isinstance(source, str) and source in known):
            continue
        if isinstance(source, str):
            known.add(source)
        yield source, pointer if source is None else pointer + "/src"


_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


def _scheme(source: object) -> str:
    found = _SCHEME.match(source) if isinstance(source, str) else None
    return found[1].lower() if found else ""


@rule(
    "RES-20",
    "error",
    "basic/index#icons",
    sentence="src is required (schema Icon), and clients MUST reject icon URIs that use unsafe schemes.",
    fix="Give each icon a src that is an https URL or a data: URI.",
    revisions="DE",
    kinds=("response",),
    good=_with_icon('{"src":"data:image/png;base64,AAAA"}'),
    bad=_with_icon('{"src":"file:///icon.png"}'),
)
def icons_are_safe(seen: Seen) -> Iterator[Place]:
    """An icon is where a client may look for it."""
    return islice(_unsafe_icons(seen), MOST)


def _unsafe_icons(seen: Seen) -> Iterator[Place]:
    for source, place in _icons(seen):
        if not isinstance(source, str):
            yield Place(recorded("an icon has no src"), place)
        elif _scheme(source) not in ("https", "data", "http"):
            yield Place(recorded("the icon {source} is no https or data URI", source=excerpt(source)), place)


@rule(
    "RES-20-http",
    "warning",
    "basic/index#icons",
    sentence="Consumers ensure that the icon URI is either a HTTPS or data: URI.",
    fix="Serve the icon by https, or put it into a data: URI.",
    revisions="DE",
    kinds=("response",),
    good=_with_icon('{"src":"https://example.com/icon.png"}'),
    bad=_with_icon('{"src":"http://example.com/icon.png"}'),
)
def icons_come_by_https(seen: Seen) -> Iterator[Place]:
    """An icon is not fetched in the clear."""
    for source, place in islice(_icons(seen), MOST):
        if isinstance(source, str) and _scheme(source) == "http":
            said = recorded("the icon {source} is plain http; clients do not show it", source=excerpt(source))
            yield Place(said, place)


@rule(
    "RES-20-origin",
    "info",
    "basic/index#icons",
    sentence="Consumers verify that icon URIs are from the same origin as the server, or trust their domain.",
    fix="Serve the icon from the server's own host, or put it into a data: URI.",
    revisions="DE",
    kinds=("response",),
    good=_with_icon(
        '{"src":"https://mcp.example.com/a.png"}', "http https://mcp.example.com/mcp\n= 2025-11-25\n"
    ),
    bad=_with_icon(
        '{"src":"https://cdn.example.net/a.png"}', "http https://mcp.example.com/mcp\n= 2025-11-25\n"
    ),
)
def icons_are_of_the_server(seen: Seen) -> Iterator[Place]:
    """An icon comes from the server's own host. Of a server on this computer that says nothing."""
    if seen.state.transport not in ("http", "sse") or not seen.parts:
        return
    own = _host(seen.state.target)
    if own in ("", "localhost", "::1") or own.startswith("127."):
        return
    for source, place in islice(_icons(seen), MOST):
        host = _host(source) if isinstance(source, str) and _scheme(source) == "https" else ""
        if host and host != own:
            said = recorded("the icon {source} is not on {host}", source=excerpt(source), host=excerpt(own))
            yield Place(said, place)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
