"""DOC-*: what makes a right server hard to use for a model: texts that are missing or say nothing.

No page demands any of this, and taste differs: all of it is information, and silent in doubt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.pages import items
from inspector.lint.parts import list_of
from inspector.lint.rules import Place, rule
from inspector.lint.samples import answered
from inspector.lint.seen import Seen, dict_of
from inspector.lint.tool_results import called
from inspector.lint.tools import KnownTools, listed
from inspector.protocol.jsonrpc import decode
from inspector.schema.document import pointer_of
from inspector.translation import recorded

__all__: list[str] = []

PAGE: Final = "server/tools"
_ANSWER: Final = ("response",)
_TOOLS: Final = ("tools/list",)
_D: Final = "= 2025-11-25\n"
_TOLD: Final = 4  # names in one finding
_OFTEN: Final = 3  # times that an argument lacks a text, to be told of by itself
_MOST: Final = 500  # arguments of a tool
_LONGEST: Final = 600  # characters of a text that are looked at for its words
_MOST_SEARCHED: Final = 200_000  # of all of them
_LONGEST_JSON: Final = 64 * 1024

_Path = tuple[Any, ...]
_SPLIT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\W_]+")
_FILLERS: Final = frozenset(
    ["a", "an", "and", "the", "this", "that", "is", "to", "be", "of", "for", "in", "on", "given", "specified"]
) | {"value", "string", "parameter", "argument", "param"}
_SAME: Final = {
    "identifier": "id",
    **dict.fromkeys(("fetch", "retrieve", "read", "load", "show"), "get"),
    **dict.fromkeys(("remove", "destroy"), "delete"),
    **dict.fromkeys(("add", "make", "new"), "create"),
    **dict.fromkeys(("edit", "modify", "change"), "update"),
    **dict.fromkeys(("find", "lookup", "query"), "search"),
}


def _plain(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _words(text: object) -> list[str]:
    """Its words in lower case, parts of names too: those that say something."""
    if not isinstance(text, str):
        return []
    return [word for word in _SPLIT.sub(" ", text[:_LONGEST]).lower().split() if word not in _FILLERS]


def _meant(text: object) -> frozenset[str]:
    """The same as a set, in the singular, and of words for the same one."""
    return _alike(_words(text))


def _alike(words: list[str]) -> frozenset[str]:
    return frozenset(_SAME.get(word, word) for word in map(_plain, words))


def _has_text(text: object) -> bool:
    return bool(text.strip()) if isinstance(text, str) else text is not None  # another type is RES-01's


def _few(names: list[str]) -> str:
    return ", ".join(excerpt(name, 40) for name in names[:_TOLD]) + (", …" if len(names) > _TOLD else "")


def _arguments(item: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], _Path]]:
    """(name, its definition, its path) of the arguments of a tool or a prompt."""
    schema = dict_of(item.get("inputSchema"))
    for name, part in islice(dict_of(schema.get("properties")).items(), _MOST):
        if isinstance(part, dict):
            yield name, part, ("inputSchema", "properties", name)
    for index, argument in enumerate(list_of(item.get("arguments"))[:_MOST]):
        if isinstance(argument, dict) and isinstance(argument.get("name"), str):
            yield argument["name"], argument, ("arguments", index)


def _parts(item: dict[str, Any], argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The definition of an argument, the choices in it, and what they refer to."""
    schema = dict_of(item.get("inputSchema"))
    choices = (list_of(argument.get(word)) for word in ("anyOf", "oneOf", "allOf"))
    for part in (argument, *(dict_of(one) for some in choices for one in some[:20])):
        yield part
        reference = part.get("$ref")
        if isinstance(reference, str) and reference.startswith(("#/$defs/", "#/definitions/")):
            _, group, name = reference.split("/", 2)
            yield dict_of(dict_of(schema.get(group)).get(name))


def _names(text: object, name: str) -> bool:
    """The text speaks of the argument: a short name only where it stands as a name."""
    words = [re.escape(word.rstrip("sS") or word) for word in _SPLIT.sub(" ", name[:80]).split()]
    if not isinstance(text, str) or not words or words[0].replace("\\", "").lower() not in text.lower():
        return False
    spoken = r"[\s_-]?".join(words)
    loose = rf"|\b{spoken}s?\b" if len(name) > 2 else ""
    quoted = re.escape(name[:80])
    found = rf"[`'\"]{quoted}[`'\"]|\b{quoted}\s?(?:\([^)]{{0,40}}\))?:{loose}"
    return bool(re.search(found, text[:_MOST_SEARCHED], re.IGNORECASE))


_CLEAR: Final = re.compile(
    r"page|per_?page|page_?(?:size|number)|limit|offset|(?:start_?|next_?)?cursor|title|text|message|author|e?mail"
    r"|name|description|count|phone|address|recursive|overwrite",
    re.IGNORECASE,
)


def _explains_itself(name: str, part: dict[str, Any]) -> bool:
    """Its values, its format, its own members or its name say what it is."""
    inner = dict_of(part.get("items"))
    members = dict_of(part.get("properties")) | dict_of(inner.get("properties"))
    told = any("description" in dict_of(one) for one in islice(members.values(), 20))
    valued = (part.keys() | inner.keys()) & {"enum", "const", "format"}
    return told or bool(valued) or bool(_CLEAR.fullmatch(name))


def _tool(members: str) -> str:
    """A sample: a list with one tool."""
    return _D + listed('{"name":"move_ball","description":"Moves it on the table.",' + members + "}")


def _with_argument(name: str, members: str, required: str = "") -> str:
    return _tool(f'"inputSchema":{{"type":"object","properties":{{"{name}":{{{members}}}}}{required}}}')


@rule(
    "DOC-01",
    "info",
    PAGE,
    sentence="The description of an argument is what a model fills it in by.",
    fix="Give each argument a description: what it means, its unit, and an example.",
    kinds=_ANSWER,
    methods=(*_TOOLS, "prompts/list"),
    good=_with_argument("angle", '"type":"number","description":"Degrees, clockwise."'),
    bad=_with_argument("angle", '"type":"number"'),
)
def arguments_are_described(seen: Seen) -> Iterator[Place]:
    """Every argument has a text, of its own or in that of its tool; one that many lack is said once."""
    bare: list[tuple[str, int, dict[str, str]]] = []  # tool, number of its arguments, those without a text
    for item, pointer in items(seen):
        listed = list(_arguments(item))
        without = {
            name: pointer + pointer_of(path)
            for name, part, path in listed
            if not _is_described(name, part, item)
        }
        bare.append((str(item.get("name")), len(listed), without))
    often = Counter(name for _, _, without in bare for name in without)
    for argument in (name for name, count in often.items() if count >= _OFTEN):
        those = [(tool, without[argument]) for tool, _, without in bare if argument in without]
        yield Place(
            recorded(
                "{count} {kind} have no description of the argument {argument}: {names}",
                argument=excerpt(argument),
                count=len(those),
                kind=seen.record.method.partition("/")[0],
                names=_few([tool for tool, _ in those]),
            ),
            those[0][1],
        )
    for tool, total, without in bare:
        if seldom := [name for name in without if often[name] < _OFTEN]:
            yield Place(
                recorded(
                    "{name} has arguments without a description: {names} ({count} of {total})",
                    name=excerpt(tool),
                    count=len(seldom),
                    total=total,
                    names=_few(seldom),
                ),
                without[seldom[0]],
            )


def _is_described(name: str, argument: dict[str, Any], item: dict[str, Any]) -> bool:
    known = _meant(name)
    parts = _parts(item, argument)
    return any(
        _has_text(one.get("description"))
        or (isinstance(title := one.get("title"), str) and title.strip() and not _says_only(known, title))
        or _explains_itself(name, one)
        for one in parts
    ) or _names(item.get("description"), name)


def _resources(*more: str) -> str:
    listed = ",".join(f'{{"uri":"a:{place}","name":"a"{one}}}' for place, one in enumerate(more))
    return answered("resources/list", f'{{"resources":[{listed}]}}', start=_D)


@rule(
    "DOC-02",
    "info",
    "server/resources",
    sentence="The description of a prompt or a resource is what a user or a model chooses it by.",
    fix="Say in a sentence what it has, and when it is useful.",
    kinds=_ANSWER,
    methods=("prompts/list", "resources/list", "resources/templates/list"),
    good=_resources(',"description":"The prices of today."'),
    bad=_resources(""),
)
def offers_are_described(seen: Seen) -> Iterator[Place]:
    """Prompts, resources and templates say what they are; of a page there is one finding."""
    all_of = list(items(seen))
    bare = [(one, at) for one, at in all_of if not _has_text(one.get("description", ""))]
    if bare:
        names = [str(one.get("name") or one.get("uri") or one.get("uriTemplate")) for one, _ in bare]
        yield Place(
            recorded(
                "{count} of {total} in {method} have no description: {names}",
                count=len(bare),
                total=len(all_of),
                method=seen.record.method,
                names=_few(names),
            ),
            bare[0][1],
        )


def _repeats(name: object, text: object) -> bool:
    return _has_text(text) and isinstance(text, str) and len(text) < 200 and _says_only(_meant(name), text)


def _says_only(name: frozenset[str], text: str) -> bool:
    """Nothing but words of the name; what has no words at all is no repetition."""
    words = _meant(text)
    return bool(name) and words <= name and bool(re.search(r"\w", text))


@rule(
    "DOC-03",
    "info",
    PAGE,
    sentence="A description that only repeats the name tells a model nothing.",
    fix="Say what the name does not: what it is for, its form, its limits.",
    kinds=_ANSWER,
    methods=(*_TOOLS, "prompts/list", "resources/list", "resources/templates/list"),
    good=_with_argument("ball_id", '"type":"string","description":"The id, from list_balls."'),
    bad=_with_argument("ball_id", '"type":"string","description":"The ID of the ball"'),
)
def descriptions_say_more_than_names(seen: Seen) -> Iterator[Place]:
    """A description has a word that the name has not."""
    for item, pointer in items(seen):
        if _repeats(item.get("name"), item.get("description")):
            yield Place(
                recorded("the description of {name} only repeats the name", name=excerpt(item.get("name"))),
                pointer + "/description",
            )
        idle = [
            (name, path)
            for name, part, path in _arguments(item)
            if _repeats(name, part.get("description")) and not _explains_itself(name, part)
        ]
        if idle:
            yield Place(
                recorded(
                    "{name} has descriptions that only repeat the names of arguments: {names}",
                    name=excerpt(item.get("name")),
                    names=_few([name for name, _ in idle]),
                ),
                pointer + pointer_of((*idle[0][1], "description")),
            )


def _two(first: str, second: str) -> str:
    """A sample: two tools, by name and description."""
    return _D + listed(*(f'{{{one},"inputSchema":{{"type":"object"}}}}' for one in (first, second)))


_NEARLY: Final = 0.6  # of the words of two texts


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


@rule(
    "DOC-04",
    "info",
    PAGE,
    sentence="Where two tools read alike, a model picks one of them by chance.",
    fix="Say in each description what it does and the other does not, or make one tool of the two.",
    kinds=_ANSWER,
    methods=_TOOLS,
    good=_two(
        '"name":"get_user","description":"Gets one user by id."',
        '"name":"list_users","description":"Lists all users, page by page."',
    ),
    bad=_two(
        '"name":"get_user","description":"Gets a user by id."',
        '"name":"fetch_user","description":"Fetch the user by its id."',
    ),
)
def tools_differ(seen: Seen) -> Iterator[Place]:
    """No two tools of a page have the same text, or nearly the same name and text. Equal names: TOOL-01."""
    texts: dict[tuple[str, ...], str] = {}
    names: dict[frozenset[str], tuple[str, frozenset[str]]] = {}
    for tool, pointer in items(seen):
        name, text = tool.get("name"), tool.get("description")
        if not isinstance(name, str) or not isinstance(text, str):
            continue
        words = _words(text)
        said, meant = tuple(words), _alike(words)
        key = frozenset(_SAME.get(word, word).rstrip("0123456789") for word in _words(name)) - {"", "v"}
        twin = texts.setdefault(said, name) if len(said) > 1 and len(text) <= _LONGEST else name
        near, near_text = names.setdefault(key, (name, meant)) if key else (name, meant)
        if twin != name:
            told = recorded(
                "the tools {first} and {second} have the same description",
                first=excerpt(twin),
                second=excerpt(name),
            )
            yield Place(told, pointer + "/description")
        elif near != name and _overlap(meant, near_text) >= _NEARLY:
            told = recorded(
                "the tools {first} and {second} have nearly the same name and description",
                first=excerpt(near),
                second=excerpt(name),
            )
            yield Place(told, pointer)


def _opaque(values: list[Any]) -> bool:
    """At least three, and all of them numbers counted up, or strings that are no words."""
    if len(values) < 3 or len(values) > 1000:
        return False
    if all(isinstance(one, int) and not isinstance(one, bool) for one in values):
        return bool(0 <= min(values) <= 1 and max(values) <= len(values))
    return all(
        isinstance(one, str) and bool(re.fullmatch(r"[A-Za-z]?\d*|[B-DF-HJ-NP-TV-Z]{2,4}", one))
        for one in values
    )


@rule(
    "DOC-05",
    "info",
    PAGE,
    sentence="Values that are codes mean nothing to a model until a text says what they stand for.",
    fix="Name each value in the description (0 = off, 1 = slow), or use words as values.",
    kinds=_ANSWER,
    methods=_TOOLS,
    good=_with_argument("mode", '"enum":[0,1,2],"description":"0 is off, 1 slow, 2 fast."'),
    bad=_with_argument("mode", '"enum":[0,1,2],"description":"The mode."'),
)
def values_have_meanings(seen: Seen) -> Iterator[Place]:
    """What can be chosen can be understood."""
    for tool, pointer in items(seen):
        for name, argument, path in _arguments(tool):
            for part in _parts(tool, argument):
                values, text = part.get("enum"), f"{argument.get('description')} {part.get('description')}"
                if not isinstance(values, list) or not _opaque(values) or "enumNames" in part:
                    continue
                told = len(_meant(text) - _meant(name) - {"none"}) > 2 or _names(
                    tool.get("description"), name
                )
                if not told:
                    yield Place(
                        recorded(
                            "no text says what the values of {argument} of the tool {name} mean: {values}",
                            argument=excerpt(name),
                            name=excerpt(tool.get("name")),
                            values=_few([str(one) for one in values]),
                        ),
                        pointer + pointer_of(path),
                    )


_ID: Final = re.compile(r"(?P<what>[A-Za-z0-9_-]+?)(?:[_-](?:id|ID|uuid)|(?<=[a-z0-9])(?:Id|ID|Uuid|UUID))")
_CHOSEN: Final = frozenset(
    ["session", "request", "client", "correlation", "trace", "idempotency", "thread", "conversation", "user"]
) | {"tenant", "org", "organization", "project", "app", "application", "account", "event", "message"}
"""The caller may choose it, or knows it from its own setting."""
_SOURCE: Final = re.compile(
    r"\b(?:from|returned|obtain\w*|retriev\w*|result\w*|found|list\w*|search\w*|see|get|url|link|use"
    r"|call\w*|such as|like|example|format|path|name|omit\w*|default\w*|current|if|or)\b|e\.g\.|[`'\"]|\d",
    re.IGNORECASE,
)
_GIVES: Final = frozenset(
    ("list", "search", "get", "all", "create", "start", "open", "run", "begin", "upload", "browse")
)
_TAKES: Final = frozenset(("delete", "update", "stop", "cancel", "move"))


def _ids(tool: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any], _Path]]:
    """(name, what it is of, definition, path) of the ids that a tool requires."""
    required = {
        one for one in list_of(dict_of(tool.get("inputSchema")).get("required")) if isinstance(one, str)
    }
    for name, part, path in _arguments(tool):
        found = _ID.fullmatch(name[:80])
        if found and name in required:
            yield name, found["what"], part, path


@rule(
    "DOC-06",
    "info",
    PAGE,
    sentence="A model can only give an id that it has seen; without a source it makes one up.",
    fix="Say in the description which tool returns the id, or where a user finds it.",
    kinds=_ANSWER,
    methods=_TOOLS,
    good=_with_argument(
        "ball_id", '"description":"The id, as list_balls returns it."', ',"required":["ball_id"]'
    ),
    bad=_with_argument("ball_id", '"description":"The ball to move."', ',"required":["ball_id"]'),
)
def ids_have_a_source(seen: Seen) -> Iterator[Place]:
    """For every id that is required some tool, or a text, says where it comes from."""
    if "nextCursor" in seen.result or seen.asked_params.get("cursor"):
        return  # the tool that gives it may be on another page
    given: set[str] = set()  # what names of tools promise, of tools that do not need its id themselves
    said: set[str] = set()  # names of ids with a source
    wanted: dict[str, list[tuple[str, str]]] = {}
    for tool, pointer in items(seen):
        words = _meant(tool.get("name"))
        verbs = words | _meant(" ".join(_words(tool.get("description"))[:1]))
        for name, what, part, path in _ids(tool):
            words -= _meant(what)
            wanted.setdefault(name, []).append((str(tool.get("name")), pointer + pointer_of(path)))
            if _SOURCE.search(str(part.get("description", ""))[:_LONGEST]):
                said.add(name)
        given |= words if verbs & _GIVES and not verbs & _TAKES else set()
        said |= dict_of(dict_of(tool.get("outputSchema")).get("properties")).keys()
    texts = "\n".join(str(tool.get("description", ""))[:_LONGEST] for tool, _ in items(seen))
    lost = (
        name
        for name in wanted
        if name not in said and (of := _meant(_ID.sub(r"\g<what>", name))) and not of & (given | _CHOSEN)
    )
    for name in islice(lost, 20):
        if not _names(texts, name):
            yield Place(
                recorded(
                    "no text says where to get {argument}, which is required by {names}",
                    argument=excerpt(name),
                    names=_few([tool for tool, _ in wanted[name]]),
                ),
                wanted[name][0][1],
            )


def _said(text: str, more: str = "") -> str:
    """A sample: the result of a call."""
    return _D + called(f'"content":[{{"type":"text","text":"{text}"}}]{more}')


def _texts(seen: Seen) -> list[str] | None:
    """The texts of a result of a call; None where it has other content."""
    content = seen.result.get("content")
    if not seen.incoming or not isinstance(content, list):
        return None
    texts = [dict_of(one).get("text") for one in content]
    plain = [one for one in texts if isinstance(one, str)]
    return plain if len(plain) == len(texts) else None


@rule(
    "DOC-07",
    "info",
    "server/tools#structured-content",
    sentence="Structured content is returned as a JSON object in structuredContent; a text has no schema.",
    fix="Declare an outputSchema and return structuredContent beside the text; SDKs do it for typed results.",
    revisions="CDE",
    kinds=_ANSWER,
    methods=("tools/call",),
    good=_said('{\\"sum\\":3}', ',"structuredContent":{"sum":3}'),
    bad=_said('{\\"sum\\":3}'),
)
def data_is_structured(seen: Seen) -> Iterator[Place]:
    """A result that is JSON is there as JSON; said once of a tool. With an outputSchema it is TOOL-10's."""
    name, texts = seen.asked_params.get("name"), _texts(seen)
    if not texts or not isinstance(name, str) or "structuredContent" in seen.result:
        return
    text = texts[0].strip()
    if (
        seen.result.get("isError") is True
        or len(texts) > 1
        or text[:1] + text[-1:] not in ("{}", "[]")
        or len(text) > _LONGEST_JSON
    ):
        return
    if ("DOC-07", name) in seen.state.said or seen.state.of(KnownTools).promises.get(name):
        return
    value = decode(text.encode("utf-8", "replace"))
    rows = isinstance(value, list) and value and all(isinstance(one, dict) for one in value)
    if (rows or (isinstance(value, dict) and value)) and seen.first("DOC-07", name):
        yield Place(
            recorded("the tool {name} returns JSON as text, without structuredContent", name=excerpt(name)),
            "/result/content/0/text",
        )


_BARE: Final = re.compile(
    r"(?:an? )?(?:(?:unknown|unexpected|internal|server|tool|execution|general)\s+)*"
    r"(?:error|failed|failure|exception|null|none|undefined|nan|false|\[object object\]|\{\}"
    r"|something went wrong)"
    r"(?:\s+(?:occurred|happened))?"
    r"|(?:(?:error|failed|failure|http(?:/[\d.]+)?|status|code|request|with)[\s:]*)*[1-5]\d\d"
    r"(?:[\s:]+[a-z' ]{0,30})?"
    r"|(?:error[\s:]*)?-?\d+"
    r"|(?:error[\s:]*)?(?:[a-z_]\w*\.)*[a-z]\w*(?:error|exception)(?:\(\))?",
    re.IGNORECASE,
)
_KEY: Final = re.compile(r"KeyError: ?.*|'[\w-]+'|\"[\w-]+\"")
_TRACE: Final = re.compile(
    r"Traceback \(most recent call last\)"
    r"|^[ \t]+at \S.*[(:]\d+:\d+\)?[ \t]*\n[ \t]+at |^[ \t]+at [\w.$]+\([\w.]+:\d+\)"
    r"|^goroutine \d+ \[|^thread '.*' panicked at",
    re.MULTILINE,
)


_PREFIX: Final = re.compile(r"\A\s*(?:Error (?:executing|calling) tool '?[\w.-]{1,128}'?:)?\s*")
"""What the SDKs for Python put before the text of an exception."""


def _unhelpful(text: str, arguments: frozenset[str] = frozenset()) -> str:
    """Why the text of an error is of no use; empty where it may be. arguments: texts of the call."""
    text = _PREFIX.sub("", text)
    plain = text[:_LONGEST].strip().rstrip(".!: ")
    if not plain:
        return recorded("is empty")
    if _TRACE.search(text[:20_000]):
        return recorded("is a stack trace")
    if plain in arguments or (len(plain) < 120 and (_BARE.fullmatch(plain) or _KEY.fullmatch(plain))):
        return recorded("is only “{text}”", text=excerpt(plain))
    return ""


@rule(
    "DOC-08",
    "info",
    "server/tools#error-handling",
    sentence="Tool execution errors contain feedback that models can use to correct themselves and retry.",
    fix="Say in the text what was wrong with which argument, and what to do instead.",
    kinds=_ANSWER,
    methods=("tools/call",),
    good=_said("No ball 7: call list_balls for those there are.", ',"isError":true'),
    bad=_said("Error: 500", ',"isError":true'),
)
def errors_help(seen: Seen) -> Iterator[Place]:
    """The text of a tool's error says more than that there is one; said once of a tool and a text."""
    texts, name = _texts(seen), seen.asked_params.get("name")
    if texts is None or seen.result.get("isError") is not True or not isinstance(name, str):
        return
    given = dict_of(seen.asked_params.get("arguments"))
    values = frozenset(one for one in islice(given.values(), _MOST) if isinstance(one, str))
    why = _unhelpful("\n".join(islice(texts, 20)), values)
    if why and not seen.result.get("structuredContent") and seen.first("DOC-08", name, why):
        yield Place(
            recorded("the error of the tool {name} {why}", name=excerpt(name), why=why), "/result/content"
        )
