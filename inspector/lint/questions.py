"""CLI-*: what a server asks of its client: sampling, elicitation, roots. Source: protocol reference 8.10.

Up to 2025-11-25 these are requests of the server; since 2026-07-28 they come in results that require input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import ip_address
from itertools import chain, islice
from typing import Any, Final, NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlsplit

from inspector.lint.excerpts import excerpt
from inspector.lint.rules import Place, rule
from inspector.lint.secret_fields import is_secret_field
from inspector.lint.seen import Seen, dict_of
from inspector.protocol.era.declared import META
from inspector.protocol.questions import METHODS as QUESTIONS
from inspector.schema.document import pointer_of
from inspector.schema.evaluate import holds
from inspector.schema.references import References
from inspector.translation import recorded

__all__ = ["asks", "requires"]

ELICITATION: Final = "client/elicitation"
SAFE_URLS: Final = "client/elicitation#safe-url-handling"
SAMPLING: Final = "client/sampling"
_KINDS: Final = ("request", "response", "notification")
_CARRIERS: Final = ("tools/call", "prompts/get", "resources/read", "tasks/get", "notifications/tasks")
_ELICIT: Final = ("elicitation/create", *_CARRIERS)
_SAMPLE: Final = ("sampling/createMessage", *_CARRIERS)
_MOST_QUESTIONS: Final = 100  # of one message
_TYPES: Final = ("string", "number", "integer", "boolean")
_FORMATS: Final = ("email", "uri", "date", "date-time")
_LINK: Final = re.compile(r"https?://[^\s<>\"']+", re.IGNORECASE)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:[^\s\x00-\x1f]+")
_MAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}")
_LONGEST_URL: Final = 8192
_PRIORITIES: Final = ("costPriority", "speedPriority", "intelligencePriority")
_TOOL_BLOCKS: Final = ("tool_use", "tool_result")


def asks(method: str, params: str, revision: str = "2025-11-25", ours: str = "{}") -> str:
    """A sample: a client with these capabilities calls a tool, and is asked something meanwhile."""
    hello = (
        f'{{"protocolVersion":"{revision}","capabilities":{ours},"clientInfo":{{"name":"c","version":"1"}}}}'
    )
    answer = (
        f'{{"protocolVersion":"{revision}","capabilities":{{}},"serverInfo":{{"name":"s","version":"1"}}}}'
    )
    return (
        f'> {{"jsonrpc":"2.0","id":8,"method":"initialize","params":{hello}}}\n'
        f'< {{"jsonrpc":"2.0","id":8,"result":{answer}}}\n'
        '> {"jsonrpc":"2.0","method":"notifications/initialized"}\n'
        '> {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"a"}}\n'
        f'< {{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}'
    )


def requires(method: str, params: str, ours: str = "{}") -> str:
    """A sample of the modern era: the answer to a call asks something of a client with these capabilities."""
    meta = f'{{"{META}protocolVersion":"2026-07-28","{META}clientCapabilities":{ours}}}'
    question = f'{{"q":{{"method":"{method}","params":{params}}}}}'
    return (
        "= 2026-07-28\n"
        f'> {{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"a","_meta":{meta}}}}}\n'
        f'< {{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{question}}}}}'
    )


class Question(NamedTuple):
    """One question. pointer: to its params."""

    method: str
    params: dict[str, Any]
    pointer: str


def questions(seen: Seen, method: str) -> Iterator[Question]:
    """What the server asks by this method in one message."""
    if not seen.incoming:
        return
    if seen.record.kind == "request":
        if seen.record.method == method:
            yield Question(method, seen.params, "/params")
        return
    member = "result" if seen.record.kind == "response" else "params"
    if seen.record.method not in QUESTIONS and seen.state.modern:
        asked = dict_of((seen.result if member == "result" else seen.params).get("inputRequests"))
        for key, one in islice(asked.items(), _MOST_QUESTIONS):
            if dict_of(one).get("method") == method:
                params = dict_of(one.get("params"))
                yield Question(method, params, pointer_of((member, "inputRequests", key, "params")))


def _declared(seen: Seen, feature: str) -> dict[str, Any] | None:
    """What the client declared of a feature; None: nothing, or what it declared is not known.

    That it did not declare the feature at all is LIFE-05, and RES-07 in the modern era.
    """
    found = seen.declared.get(feature)
    return found if isinstance(found, dict) else None


# -- elicitation -----------------------------------------------------------------------------------------


def _forms(seen: Seen) -> Iterator[Question]:
    for one in questions(seen, "elicitation/create"):
        if one.params.get("mode", "form") == "form":
            yield one


def _links(seen: Seen) -> Iterator[Question]:
    for one in questions(seen, "elicitation/create"):
        if one.params.get("mode") == "url":
            yield one


def _fields(seen: Seen) -> Iterator[tuple[str, dict[str, Any], str]]:
    """(name, schema, pointer) of the fields of forms."""
    for one in _forms(seen):
        for name, field in dict_of(dict_of(one.params.get("requestedSchema")).get("properties")).items():
            if isinstance(field, dict):
                yield name, field, one.pointer + pointer_of(("requestedSchema", "properties", name))


def _form(properties: str, message: str = "Hi") -> str:
    schema = f'{{"type":"object","properties":{{{properties}}}}}'
    return f'{{"message":"{message}","requestedSchema":{schema}}}'


def _ask_form(properties: str, message: str = "Hi") -> str:
    return asks("elicitation/create", _form(properties, message), "2025-11-25", '{"elicitation":{}}')


def _ask_url(url: str, rest: str = ',"elicitationId":"1"') -> str:
    params = f'{{"mode":"url","message":"Hi","url":"{url}"{rest}}}'
    return asks("elicitation/create", params, "2025-11-25", '{"elicitation":{"url":{}}}')


_NAME: Final = '"name":{"type":"string"}'


def _is_choice(options: object, member: str) -> bool:
    """A list of strings, or of objects with one in this member."""
    return isinstance(options, list) and all(
        isinstance(one, str) if not member else isinstance(dict_of(one).get(member), str) for one in options
    )


def _is_field(field: object, early: bool) -> bool:
    """It is a primitive, or since 2025-11-25 a choice of several strings."""
    if not isinstance(field, dict):
        return False
    kind = field.get("type")
    if kind != "array" or early:
        return kind in _TYPES
    items = dict_of(field.get("items"))
    return _is_choice(items.get("enum"), "") or _is_choice(items.get("anyOf"), "const")


@rule(
    "CLI-01",
    "error",
    ELICITATION,
    sentence="The requestedSchema MUST be an object of primitive properties only (schema ElicitRequest).",
    fix="Ask for strings, numbers, booleans and choices of strings, each with a type, and nothing nested.",
    revisions="CDE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_form(_NAME),
    bad=_ask_form('"name":{"type":"object","properties":{}}'),
)
def forms_are_flat(seen: Seen) -> Iterator[Place]:
    """A form has plain fields."""
    for one in _forms(seen):
        schema, place = one.params.get("requestedSchema"), one.pointer + "/requestedSchema"
        if "requestedSchema" not in one.params:
            yield Place(recorded("the form has no requestedSchema"), one.pointer)
        elif not isinstance(schema, dict) or schema.get("type") != "object":
            yield Place(recorded("the requestedSchema is no schema of the type object"), place)
        elif not isinstance(schema.get("properties"), dict):
            yield Place(recorded("the requestedSchema has no properties"), place)
        else:
            for name, field in schema["properties"].items():
                if not _is_field(field, seen.state.revision == "C"):
                    message = recorded("the field {name} is not of a primitive type", name=excerpt(name))
                    yield Place(message, place + pointer_of(("properties", name)))


@rule(
    "CLI-01-format",
    "warning",
    ELICITATION,
    sentence="Supported formats are email, uri, date and date-time; clients cannot check others.",
    fix="Use one of the four formats, or say in the description what is wanted.",
    revisions="CDE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_form('"mail":{"type":"string","format":"email"}'),
    bad=_ask_form('"mail":{"type":"string","format":"phone"}'),
)
def formats_are_supported(seen: Seen) -> Iterator[Place]:
    """A form uses the formats that clients know."""
    for name, field, pointer in _fields(seen):
        if field.get("type") == "string" and "format" in field and field["format"] not in _FORMATS:
            message = recorded(
                "the field {name} has the format {format}",
                name=excerpt(name),
                format=excerpt(field["format"]),
            )
            yield Place(message, pointer + "/format")


@rule(
    "CLI-02",
    "warning",
    ELICITATION,
    sentence="Servers MUST NOT use forms to request passwords, keys, tokens or payment credentials.",
    fix="Ask for secrets on a page of your own, with mode url.",
    revisions="CDE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_form(_NAME),
    bad=_ask_form('"api_key":{"type":"string"}'),
)
def forms_ask_for_no_secrets(seen: Seen) -> Iterator[Place]:
    """No field is for what gives access. A guess from its name and title."""
    for name, field, pointer in _fields(seen):
        title = field.get("title")
        secret = is_secret_field(name) or (isinstance(title, str) and is_secret_field(title))
        if secret and field.get("type") == "string" and not field.keys() & {"enum", "oneOf"}:
            message = recorded("the field {name} looks as if it asks for a secret", name=excerpt(name))
            yield Place(message, pointer)


def _parts(url: object) -> SplitResult | None:
    """The parts of a URL that can be opened; None: it is none."""
    if not isinstance(url, str) or len(url) > _LONGEST_URL or not _SCHEME.fullmatch(url):
        return None
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return None if parts.scheme in ("http", "https") and not parts.hostname else parts


@rule(
    "CLI-03",
    "error",
    ELICITATION,
    sentence="The url parameter MUST contain a valid URL.",
    fix="Send an absolute URL, such as https://example.com/connect.",
    revisions="DE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_url("https://example.com/connect"),
    bad=_ask_url("example.com/connect"),
)
def links_are_urls(seen: Seen) -> Iterator[Place]:
    """A link is one that can be opened."""
    for one in _links(seen):
        url = one.params.get("url")
        if "url" not in one.params:
            yield Place(recorded("the question with mode url has no url"), one.pointer)
        elif _parts(url) is None and not (isinstance(url, str) and len(url) > _LONGEST_URL):
            yield Place(recorded("{url} is not a valid URL", url=excerpt(url)), one.pointer + "/url")


def _is_near(host: str) -> bool:
    """A host of a developer: this computer, or one of the same network."""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".test", ".internal"))


@rule(
    "CLI-03-https",
    "warning",
    SAFE_URLS,
    sentence="Servers SHOULD use HTTPS URLs for non-development environments.",
    fix="Serve the page over https.",
    revisions="DE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_url("http://localhost:8000/connect"),
    bad=_ask_url("http://example.com/connect"),
)
def links_are_https(seen: Seen) -> Iterator[Place]:
    """A link is encrypted, unless it leads to a computer nearby."""
    for one in _links(seen):
        parts = _parts(one.params.get("url"))
        if (
            parts
            and parts.scheme != "https"
            and not (parts.scheme == "http" and _is_near(parts.hostname or ""))
        ):
            message = recorded("{url} is not an https URL", url=excerpt(one.params["url"]))
            yield Place(message, one.pointer + "/url")


@rule(
    "CLI-03-private",
    "warning",
    SAFE_URLS,
    sentence="Servers MUST NOT include credentials or personal data of the user in the URL.",
    fix="Put an opaque id into the URL and keep what belongs to it at the server.",
    revisions="DE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_url("https://example.com/connect?state=x1"),
    bad=_ask_url("https://example.com/connect?access_token=x1"),
)
def links_hold_nothing_private(seen: Seen) -> Iterator[Place]:
    """A link holds no secret and no address. A guess from its parameters, whose values are not said again."""
    for one in _links(seen):
        if (parts := _parts(one.params.get("url"))) is None:
            continue
        place = one.pointer + "/url"
        if parts.password:
            yield Place(recorded("the URL holds a password"), place)
        for text in (parts.query, parts.fragment):
            for name, value in parse_qsl(text):
                if is_secret_field(name):
                    message = recorded("the URL has the parameter {name}, a secret", name=excerpt(name))
                    yield Place(message, place)
                elif _MAIL.fullmatch(value):
                    message = recorded("the URL has an e-mail address in {name}", name=excerpt(name))
                    yield Place(message, place)


@rule(
    "CLI-04",
    "error",
    ELICITATION,
    sentence="URL mode requests MUST include an elicitationId in this revision.",
    fix="Send an elicitationId, and name it in notifications/elicitation/complete.",
    revisions="D",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_url("https://example.com"),
    bad=_ask_url("https://example.com", ""),
)
def links_have_an_id(seen: Seen) -> Iterator[Place]:
    """What happens outside can be named later."""
    for one in _links(seen):
        if not isinstance(one.params.get("elicitationId"), str):
            yield Place(recorded("the question with mode url has no elicitationId"), one.pointer)


_URL_E: Final = '{"mode":"url","message":"Hi","url":"https://example.com"%s}'
_CAN_URL: Final = '{"elicitation":{"url":{}}}'


@rule(
    "CLI-04-retired",
    "info",
    ELICITATION,
    sentence="Since 2026-07-28 a retry of the request tells what became of the question.",
    fix="Leave elicitationId out for clients of this revision, and keep the state in requestState.",
    revisions="E",
    kinds=_KINDS,
    methods=_ELICIT,
    good=requires("elicitation/create", _URL_E % "", _CAN_URL),
    bad=requires("elicitation/create", _URL_E % ',"elicitationId":"1"', _CAN_URL),
)
def ids_are_gone(seen: Seen) -> Iterator[Place]:
    """elicitationId is of 2025-11-25 alone."""
    for one in _links(seen):
        if "elicitationId" in one.params:
            message = recorded("elicitationId means nothing in this revision")
            yield Place(message, one.pointer + "/elicitationId")


@rule(
    "CLI-05",
    "error",
    ELICITATION,
    sentence="Servers MUST NOT send elicitation requests with modes that the client does not support.",
    fix="Look at the client's capability elicitation: url needs elicitation.url, an empty object means form.",
    revisions="D",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_url("https://example.com"),
    bad=asks("elicitation/create", _URL_E % ',"elicitationId":"1"', ours='{"elicitation":{}}'),
)
def modes_are_declared(seen: Seen) -> Iterator[Place]:
    """Only modes are used that the client has. In the modern era it is RES-07."""
    declared = _declared(seen, "elicitation")
    for one in questions(seen, "elicitation/create") if declared is not None else ():
        mode = one.params.get("mode", "form")
        if mode not in (declared or {"form": {}}):
            yield Place(
                recorded("the client did not declare elicitation with mode {mode}", mode=excerpt(mode)),
                one.pointer + ("/mode" if "mode" in one.params else ""),
            )


@rule(
    "CLI-06",
    "error",
    "schema#ElicitRequest",
    sentence="Every elicitation MUST have a requestedSchema in this revision; mode url came later.",
    fix="Use mode url only when 2025-11-25 or later was negotiated.",
    revisions="C",
    kinds=_KINDS,
    methods=_ELICIT,
    good=asks("elicitation/create", _form(_NAME), "2025-06-18", '{"elicitation":{}}'),
    bad=asks("elicitation/create", _URL_E % "", "2025-06-18", '{"elicitation":{}}'),
)
def links_came_later(seen: Seen) -> Iterator[Place]:
    """mode url came with 2025-11-25."""
    for one in _links(seen):
        yield Place(recorded("mode url is not defined before 2025-11-25"), one.pointer + "/mode")


@rule(
    "CLI-07",
    "warning",
    ELICITATION,
    sentence="Clients put defaults into the form: one that the field refuses cannot be sent back.",
    fix="Give a default of the field's type and within its limits, and one enumNames for each enum.",
    revisions="CDE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_form('"size":{"type":"integer","maximum":9,"default":9}'),
    bad=_ask_form('"size":{"type":"integer","maximum":9,"default":10}'),
)
def defaults_fit(seen: Seen) -> Iterator[Place]:
    """A default is a value that the field takes; names of choices are as many as the choices."""
    for name, field, pointer in _fields(seen):
        if field.get("default") is not None and _is_field(field, early=False):
            references = References(field)
            if holds(references.root, field["default"], references) is False:
                message = recorded("the default of the field {name} does not fit it", name=excerpt(name))
                yield Place(message, pointer + "/default")
        values, names = field.get("enum"), field.get("enumNames")
        if isinstance(values, list) and isinstance(names, list) and len(values) != len(names):
            message = recorded(
                "the field {name} has {values} enum and {names} enumNames",
                name=excerpt(name),
                values=len(values),
                names=len(names),
            )
            yield Place(message, pointer + "/enumNames")


@rule(
    "CLI-14",
    "warning",
    SAFE_URLS,
    sentence="Servers SHOULD NOT include URLs intended to be clickable in any field of a form.",
    fix="Ask with mode url where the user is to open a page.",
    revisions="DE",
    kinds=_KINDS,
    methods=_ELICIT,
    good=_ask_form(_NAME),
    bad=_ask_form(_NAME, "https://example.com"),
)
def forms_have_no_links(seen: Seen) -> Iterator[Place]:
    """No text of a form leads away."""
    for one in _forms(seen):
        yield from _linked(one.params, ("message",), one.pointer)
    for _, field, pointer in _fields(seen):
        yield from _linked(field, ("title", "description"), pointer)


def _linked(node: dict[str, Any], members: tuple[str, ...], pointer: str) -> Iterator[Place]:
    for member in members:
        text = node.get(member)
        if isinstance(text, str) and (link := _LINK.search(text)):
            message = recorded("a text of the form has the URL {url}", url=excerpt(link[0]))
            yield Place(message, f"{pointer}/{member}")


# -- sampling --------------------------------------------------------------------------------------------


def _messages(one: Question) -> Iterator[tuple[dict[str, Any], list[object], str]]:
    """(message, its blocks, pointer) of a sampling request; a content that is one block is a list of one."""
    messages = one.params.get("messages")
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, dict):
            content = message.get("content")
            blocks = content if isinstance(content, list) else [content]
            yield message, blocks, f"{one.pointer}/messages/{index}"


def _of_type(blocks: list[object], kind: str) -> list[dict[str, Any]]:
    return [one for one in blocks if isinstance(one, dict) and one.get("type") == kind]


def _samples(rest: str = "", content: str = '{"type":"text","text":"Hi"}', tokens: str = "9") -> str:
    messages = f'[{{"role":"user","content":{content}}}]'
    return f'{{"messages":{messages},"maxTokens":{tokens}{rest}}}'


_CAN_SAMPLE: Final = '{"sampling":{"tools":{},"context":{}}}'
_ONLY_SAMPLE: Final = '{"sampling":{}}'


def _ask_model(params: str, ours: str = _CAN_SAMPLE, revision: str = "2025-11-25") -> str:
    return asks("sampling/createMessage", params, revision, ours)


@rule(
    "CLI-08",
    "error",
    SAMPLING,
    sentence="Servers MUST NOT send tool-enabled requests to clients that did not declare sampling.tools.",
    fix="Look at the client's capability sampling.tools before sending tools or toolChoice.",
    revisions="DE",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=_ask_model(_samples(',"tools":[]')),
    bad=_ask_model(_samples(',"tools":[]'), _ONLY_SAMPLE),
)
def tools_are_declared(seen: Seen) -> Iterator[Place]:
    """A model gets tools only where the client has them."""
    declared = _declared(seen, "sampling")
    if declared is None or "tools" in declared:
        return
    for one in questions(seen, "sampling/createMessage"):
        for member in ("tools", "toolChoice"):
            if member in one.params:
                message = recorded(
                    "{member} is sent, but the client did not declare sampling.tools", member=member
                )
                yield Place(message, f"{one.pointer}/{member}")


def _contexts(seen: Seen) -> Iterator[tuple[str, str]]:
    for one in questions(seen, "sampling/createMessage"):
        context = one.params.get("includeContext")
        if context in ("thisServer", "allServers"):
            yield str(context), one.pointer + "/includeContext"


@rule(
    "CLI-09",
    "warning",
    SAMPLING,
    sentence="Servers SHOULD NOT use includeContext unless the client declares sampling.context.",
    fix="Leave includeContext out, and put what the model needs into the messages.",
    revisions="DE",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=_ask_model(_samples(',"includeContext":"none"'), _ONLY_SAMPLE),
    bad=_ask_model(_samples(',"includeContext":"thisServer"'), _ONLY_SAMPLE),
)
def context_is_declared(seen: Seen) -> Iterator[Place]:
    """A context is asked for only where the client gives one."""
    declared = _declared(seen, "sampling")
    if declared is not None and "context" not in declared:
        for context, pointer in _contexts(seen):
            message = recorded(
                "includeContext is {context}, but the client did not declare sampling.context",
                context=context,
            )
            yield Place(message, pointer)


@rule(
    "CLI-09-deprecated",
    "info",
    SAMPLING,
    sentence="The values thisServer and allServers are deprecated; servers SHOULD omit includeContext.",
    fix="Leave includeContext out, and put what the model needs into the messages.",
    revisions="E",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=requires("sampling/createMessage", _samples(), _CAN_SAMPLE),
    bad=requires("sampling/createMessage", _samples(',"includeContext":"thisServer"'), _CAN_SAMPLE),
)
def context_is_deprecated(seen: Seen) -> Iterator[Place]:
    """includeContext is on its way out."""
    for context, pointer in _contexts(seen):
        yield Place(recorded("includeContext {context} is deprecated", context=context), pointer)


_RESULT: Final = '{"type":"tool_result","toolUseId":"1","content":[]}'
_USE: Final = '{"type":"tool_use","id":"1","name":"a","input":{}}'


@rule(
    "CLI-10",
    "error",
    "client/sampling#tool-result-messages",
    sentence="A user message that contains tool results MUST contain only tool results.",
    fix="Send the tool results as one message and the text as the next.",
    revisions="DE",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=_ask_model(_samples(content=f"[{_RESULT}]")),
    bad=_ask_model(_samples(content=f'[{_RESULT},{{"type":"text","text":"Hi"}}]')),
)
def results_stand_alone(seen: Seen) -> Iterator[Place]:
    """Tool results are not mixed with what a user says."""
    for one in questions(seen, "sampling/createMessage"):
        for message, blocks, pointer in _messages(one):
            results = len(_of_type(blocks, "tool_result"))
            if message.get("role") == "user" and 0 < results < len(blocks):
                told = recorded("a user message mixes tool_result with other blocks")
                yield Place(told, pointer + "/content")


def _turns(*contents: str) -> str:
    roles = ("user", "assistant")
    turns = (f'{{"role":"{roles[at % 2]}","content":{one}}}' for at, one in enumerate(contents))
    return f'{{"messages":[{",".join(turns)}],"maxTokens":9}}'


_HI: Final = '{"type":"text","text":"Hi"}'


@rule(
    "CLI-11",
    "error",
    "client/sampling#tool-use-and-result-balance",
    sentence="A message with tool uses MUST be followed by a user message with a result for each of them.",
    fix="Answer every tool_use by a tool_result with its id as toolUseId, in the next message.",
    revisions="DE",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=_ask_model(_turns(_HI, f"[{_USE}]", f"[{_RESULT}]")),
    bad=_ask_model(_turns(_HI, f"[{_USE}]", _HI)),
)
def uses_have_results(seen: Seen) -> Iterator[Place]:
    """Every use of a tool has its result in the message after it."""
    for one in questions(seen, "sampling/createMessage"):
        messages = [*_messages(one)]
        following = chain(messages[1:], [({}, [], "")])
        for (message, blocks, pointer), (after, results, _) in zip(messages, following, strict=False):
            wanted = _of_type(blocks, "tool_use") if message.get("role") == "assistant" else []
            named = [use["id"] for use in wanted if isinstance(use.get("id"), str)]
            from_user = after.get("role") == "user"
            answered = [part.get("toolUseId") for part in _of_type(results, "tool_result") if from_user]
            found = {part for part in answered if isinstance(part, str)}
            for name in named:
                if name not in found:
                    told = recorded("the tool_use {name} has no tool_result after it", name=excerpt(name))
                    yield Place(told, pointer + "/content")


@rule(
    "CLI-12",
    "error",
    "schema#CreateMessageRequest",
    sentence="maxTokens MUST be there, an integer, and priorities MUST be from 0 to 1 (the schema).",
    fix="Send maxTokens with every sampling request, and priorities between 0 and 1.",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=_ask_model(_samples(',"modelPreferences":{"costPriority":1}')),
    bad=_ask_model(_samples(',"modelPreferences":{"costPriority":10}')),
)
def limits_are_numbers(seen: Seen) -> Iterator[Place]:
    """A request says how long its answer may be, and what it prefers in numbers from 0 to 1."""
    for one in questions(seen, "sampling/createMessage"):
        tokens: Any = one.params.get("maxTokens")
        if "maxTokens" not in one.params:
            yield Place(recorded("the sampling request has no maxTokens"), one.pointer)
        elif not _is_number(tokens) or tokens % 1:
            message = recorded("maxTokens is {value}, not an integer", value=excerpt(tokens))
            yield Place(message, one.pointer + "/maxTokens")
        wishes = dict_of(one.params.get("modelPreferences"))
        for member in _PRIORITIES:
            if member in wishes and not (_is_number(wishes[member]) and 0 <= wishes[member] <= 1):
                value = excerpt(wishes[member])
                message = recorded("{member} is {value}, not from 0 to 1", member=member, value=value)
                yield Place(message, f"{one.pointer}/modelPreferences/{member}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@rule(
    "CLI-12-positive",
    "warning",
    "schema#CreateMessageRequest",
    sentence="The APIs of models refuse to generate less than one token.",
    fix="Send a maxTokens of 1 or more.",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=_ask_model(_samples()),
    bad=_ask_model(_samples(tokens="0")),
)
def limits_are_positive(seen: Seen) -> Iterator[Place]:
    """An answer may have a token at least."""
    for one in questions(seen, "sampling/createMessage"):
        tokens: Any = one.params.get("maxTokens")
        if _is_number(tokens) and tokens < 1:
            message = recorded("maxTokens is {value}", value=excerpt(tokens))
            yield Place(message, one.pointer + "/maxTokens")


@rule(
    "CLI-13",
    "error",
    "schema#SamplingMessage",
    sentence="The content of a message MUST be one block of text, image or (since 2025-03-26) audio.",
    fix="Send one message for each block, and use tools only when 2025-11-25 or later was negotiated.",
    revisions="ABC",
    kinds=_KINDS,
    methods=_SAMPLE,
    good=_ask_model(_samples(), revision="2025-06-18"),
    bad=_ask_model(_samples(content=f"[{_HI}]"), revision="2025-06-18"),
)
def messages_are_one_block(seen: Seen) -> Iterator[Place]:
    """Arrays of blocks and uses of tools came with 2025-11-25."""
    known = ("text", "image") if seen.state.revision == "A" else ("text", "image", "audio")
    for one in questions(seen, "sampling/createMessage"):
        for message, _, pointer in _messages(one):
            content = message.get("content")
            if isinstance(content, list):
                told = recorded("the content of a message is an array, which came with 2025-11-25")
                yield Place(told, pointer + "/content")
            elif isinstance(content, dict) and content.get("type") not in known:
                kind = excerpt(content.get("type"))
                told = recorded("{kind} is no type of a message's content in this revision", kind=kind)
                yield Place(told, pointer + "/content")


@rule(
    "CLI-15",
    "info",
    "client/sampling",
    sentence="Since 2026-07-28 servers MUST NOT ask but while a request of the client is being processed.",
    fix="Ask within the handler of the request that needs the answer.",
    revisions="ABCD",
    kinds=("request",),
    methods=QUESTIONS,
    good=_ask_model(_samples()),
    bad="= 2025-06-18\n" + '< {"jsonrpc":"2.0","id":7,"method":"roots/list"}',
)
def questions_belong_to_requests(seen: Seen) -> Iterator[str]:
    """What a server asks belongs to something that the client asked, or to a task of it."""
    of_task = META + "related-task" in dict_of(seen.params.get("_meta"))
    if seen.incoming and not seen.state.open and not of_task:
        yield recorded(
            "{method} comes while no request of the client is open; later revisions forbid that",
            method=seen.record.method,
        )
