"""TOOL-*: definitions of tools. Source: protocol reference 8.7. What their calls bring: tool_results.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from inspector.lint.excerpts import excerpt
from inspector.lint.rules import Place, rule
from inspector.lint.samples import STDIO_E
from inspector.lint.secret_fields import is_secret_field
from inspector.lint.seen import REMEMBERED, Memory, Seen, dict_of, keep_all, remembers
from inspector.protocol.era.param_headers import KEYWORD, faults_of_headers, marked
from inspector.schema.document import pointer_of
from inspector.translation import recorded

__all__ = ["KnownTools", "listed", "name_of", "tools"]

PAGE: Final = "server/tools"
HEADER_PAGE: Final = "server/tools#x-mcp-header"
LIST: Final = ("tools/list",)
_ANSWER: Final = ("response",)
_LONGEST_NAME: Final = 128
_LONGEST_KEPT: Final = 512
_NAME: Final = re.compile(r"[A-Za-z0-9_.\-]*")
_TASK_SUPPORT: Final = ("forbidden", "optional", "required")
# What may define properties beside `properties`.
_COMPOSED: Final = frozenset(
    ("$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "not")
) | {"patternProperties", "dependentSchemas", "dependencies"}


def listed(*tools: str, rest: str = "") -> str:
    """A sample: one page of tools. rest: more members of the result."""
    return (
        '> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}\n'
        f'< {{"jsonrpc":"2.0","id":1,"result":{{"tools":[{",".join(tools)}]{rest}}}}}\n'
    )


_E_REST: Final = ',"resultType":"complete","ttlMs":0,"cacheScope":"private"'
_SOUND: Final = '{"name":"add","description":"Adds.","inputSchema":{"type":"object"}}'
_D: Final = '= 2025-11-25 {"tools":{}}\n'


def _with(members: str, name: str = "add") -> str:
    """A sample: a tool with these members."""
    return f'{{"name":"{name}","description":"Adds.","inputSchema":{{"type":"object"}},{members}}}'


def _marked(properties: str) -> str:
    """A sample of the modern era: a tool with these properties."""
    schema = f'{{"type":"object","properties":{{{properties}}}}}'
    return STDIO_E + listed(
        f'{{"name":"add","description":"Adds.","inputSchema":{schema}}}', rest=_E_REST
    ).rstrip("\n")


def tools(seen: Seen) -> Iterator[tuple[dict[str, Any], str]]:
    """The tools of a page that came, each with its JSON Pointer; what is no object is left out."""
    listed = seen.result.get("tools")
    if seen.incoming and isinstance(listed, list):
        for index, tool in enumerate(listed):
            if isinstance(tool, dict):
                yield tool, f"/result/tools/{index}"


def name_of(tool: dict[str, Any]) -> str:
    """Its name for a sentence."""
    return excerpt(tool.get("name"))


@remembers
class KnownTools(Memory):
    """The tools of the last walk through the list, and whether each promises structured results."""

    kinds = ("response", "notification")

    def __init__(self) -> None:
        self.promises: dict[str, bool] = {}  # name → it has an outputSchema
        self.next: object = None  # the cursor that leads on from the last page
        self._from_start = False  # the walk began with the first page

    @property
    def whole(self) -> bool:
        """Every tool of the list is known."""
        return self._from_start and self.next is None and len(self.promises) < REMEMBERED

    def _follows(self, seen: Seen) -> bool:
        """The page is the next one of the walk so far."""
        cursor = seen.asked_params.get("cursor")
        return isinstance(cursor, str) and cursor == self.next

    def remember(self, seen: Seen) -> None:
        """Keep the names of a page; a change of the list makes all that is known of it old."""
        if not seen.incoming or seen.record.method not in ("tools/list", "notifications/tools/list_changed"):
            return
        if not self._follows(seen):
            self.promises = {}
            self._from_start = seen.record.kind == "response" and "cursor" not in seen.asked_params
        self._from_start &= seen.readable
        self.next = seen.result.get("nextCursor")
        keep_all(self.promises, seen.of_body(_promises))


def _promises(seen: Seen) -> dict[str, bool]:
    named = ((tool.get("name"), isinstance(tool.get("outputSchema"), dict)) for tool, _ in tools(seen))
    return {name: one for name, one in named if isinstance(name, str) and len(name) <= _LONGEST_KEPT}


@rule(
    "TOOL-01",
    "warning",
    PAGE,
    sentence="Each tool is uniquely identified by a name; names SHOULD be unique within a server.",
    fix="Give each tool a name of its own; a client calls one of the two and cannot say which.",
    kinds=_ANSWER,
    methods=LIST,
    good=_D + listed(_SOUND),
    bad=_D + listed(_SOUND, _SOUND),
)
def names_are_unique(seen: Seen) -> Iterator[Place]:
    """No two tools of a page have the same name. One on two pages is PAGE-03."""
    names: set[str] = set()
    for tool, pointer in tools(seen):
        name = tool.get("name")
        if isinstance(name, str) and name in names:
            yield Place(recorded("two tools are named {name}", name=name_of(tool)), pointer + "/name")
        elif isinstance(name, str):
            names.add(name)


@rule(
    "TOOL-02",
    "warning",
    "server/tools#tool-names",
    sentence="Tool names SHOULD have 1 to 128 characters, of A-Z, a-z, 0-9, underscore, hyphen and dot only.",
    fix="Rename the tool; put what people are to read into its title.",
    revisions="DE",
    kinds=_ANSWER,
    methods=LIST,
    good=_D + listed(_with('"title":"Add"', "math.add_2-ints")),
    bad=_D + listed(_with('"title":"Add"', "a b")),
)
def names_are_plain(seen: Seen) -> Iterator[Place]:
    """The name of a tool is one that every model's API takes."""
    for tool, pointer in tools(seen):
        name = tool.get("name")
        if not isinstance(name, str):
            continue
        if name == "":
            yield Place(recorded("the name of a tool is empty"), pointer + "/name")
        elif len(name) > _LONGEST_NAME:
            yield Place(
                recorded(
                    "the name of the tool {name} has {count} characters; 128 are allowed",
                    name=name_of(tool),
                    count=len(name),
                ),
                pointer + "/name",
            )
        elif not _NAME.fullmatch(name):
            wrong = next(letter for letter in name if not _NAME.fullmatch(letter))
            yield Place(
                recorded(
                    "the name of the tool {name} has the character {wrong}",
                    name=name_of(tool),
                    wrong=excerpt(repr(wrong)),
                ),
                pointer + "/name",
            )


def _not_an_object(tool: dict[str, Any], member: str, pointer: str) -> Iterator[Place]:
    """What stands there instead of a schema with the type object."""
    schema, name, pointer = tool[member], name_of(tool), f"{pointer}/{member}"
    if not isinstance(schema, dict):
        yield Place(
            recorded(
                "the {member} of the tool {name} is {value}, not a JSON Schema object",
                member=member,
                name=name,
                value=excerpt(schema),
            ),
            pointer,
        )
    elif "type" not in schema:
        message = recorded("the {member} of the tool {name} has no type", member=member, name=name)
        yield Place(message, pointer)
    elif schema["type"] != "object":
        yield Place(
            recorded(
                "the {member} of the tool {name} has the type {value}; it must be object",
                member=member,
                name=name,
                value=excerpt(schema["type"]),
            ),
            pointer + "/type",
        )


@rule(
    "TOOL-03",
    "error",
    PAGE,
    sentence="inputSchema MUST be a JSON Schema object, not null; its type is object (schema Tool).",
    fix='Send {"type":"object"} for a tool without arguments, and put the arguments into its properties.',
    kinds=_ANSWER,
    methods=LIST,
    good=_D + listed(_SOUND),
    bad=_D + listed('{"name":"add","description":"Adds.","inputSchema":null}'),
)
def input_is_an_object(seen: Seen) -> Iterator[Place]:
    """The arguments of a tool are described as an object."""
    for tool, pointer in tools(seen):
        if "inputSchema" not in tool:
            yield Place(recorded("the tool {name} has no inputSchema", name=name_of(tool)), pointer)
        else:
            yield from _not_an_object(tool, "inputSchema", pointer)


def _unknown_names(schema: Any) -> Iterator[tuple[str, str]]:
    """(name, pointer in the schema) of what `required` names and `properties` does not define.

    Only where nothing but `properties` defines properties, there and above.
    """
    waiting: list[tuple[tuple[str, ...], Any]] = [((), schema)]
    while waiting:
        path, node = waiting.pop()
        if not isinstance(node, dict) or _COMPOSED & node.keys():
            continue
        if node.get("additionalProperties", False) is not False:
            continue
        properties, required = dict_of(node.get("properties")), node.get("required")
        for index, name in enumerate(required if isinstance(required, list) else ()):
            if isinstance(name, str) and name not in properties:
                yield name, pointer_of((*path, "required", index))
        waiting += [((*path, "properties", name), sub) for name, sub in properties.items()]
        waiting.append(((*path, "items"), node.get("items")))


@rule(
    "TOOL-07",
    "warning",
    PAGE,
    sentence="A model cannot know what to give for a required argument that is described nowhere.",
    fix="Describe the argument in properties, or take it out of required.",
    kinds=_ANSWER,
    methods=LIST,
    good=_D
    + listed(
        '{"name":"add","description":"Adds.","inputSchema":{"type":"object",'
        '"properties":{"a":{"type":"number"}},"required":["a"]}}'
    ),
    bad=_D
    + listed(
        '{"name":"add","description":"Adds.","inputSchema":{"type":"object",'
        '"properties":{"a":{"type":"number"}},"required":["b"]}}'
    ),
)
def required_is_defined(seen: Seen) -> Iterator[Place]:
    """What is required is described."""
    for tool, pointer in tools(seen):
        for wanted, place in _unknown_names(tool.get("inputSchema")):
            yield Place(
                recorded(
                    "the inputSchema of the tool {name} requires {wanted}, which properties does not define",
                    name=name_of(tool),
                    wanted=excerpt(wanted),
                ),
                pointer + "/inputSchema" + place,
            )


@rule(
    "TOOL-08",
    "info",
    PAGE,
    sentence="The description is what a model chooses a tool by.",
    fix="Say in a sentence or two what the tool does and when to use it.",
    kinds=_ANSWER,
    methods=LIST,
    good=_D + listed(_SOUND),
    bad=_D + listed('{"name":"add","inputSchema":{"type":"object"}}'),
)
def tools_are_described(seen: Seen) -> Iterator[Place]:
    """A tool says what it does."""
    for tool, pointer in tools(seen):
        description = tool.get("description", "")
        if isinstance(description, str) and not description.strip():
            yield Place(recorded("the tool {name} has no description", name=name_of(tool)), pointer)


@rule(
    "TOOL-09",
    "error",
    "schema#Tool",
    sentence="The type of an outputSchema MUST be object in this revision (schema Tool).",
    fix="Put the value into a member of an object, as the Python SDK does with result.",
    revisions="CD",
    kinds=_ANSWER,
    methods=LIST,
    good=_D + listed(_with('"outputSchema":{"type":"object"}')),
    bad=_D + listed(_with('"outputSchema":{"type":"array"}')),
)
def output_is_an_object(seen: Seen) -> Iterator[Place]:
    """The structured result of a tool is described as an object. An explicit null is RES-15."""
    for tool, pointer in tools(seen):
        if tool.get("outputSchema") is not None:
            yield from _not_an_object(tool, "outputSchema", pointer)


def _header_faults(seen: Seen, kind: str) -> Iterator[Place]:
    for tool, pointer in tools(seen):
        for fault in faults_of_headers(tool.get("inputSchema")):
            if fault.kind == kind:
                steps = [step for key in fault.path or () for step in ("properties", key)]
                place = pointer_of((*steps, KEYWORD)) if fault.path is not None else ""
                yield Place(
                    recorded("tool {name}, {fault}", name=name_of(tool), fault=fault.message),
                    pointer + "/inputSchema" + place,
                )


_REGION: Final = '"region":{"type":"string","x-mcp-header":"Region"}'


@rule(
    "TOOL-19",
    "error",
    HEADER_PAGE,
    sentence="x-mcp-header MUST NOT be empty and MUST match the syntax of header names (RFC 9110, 5.1).",
    fix="Write the end of the header's name in letters, digits and hyphens, such as Region.",
    revisions="E",
    kinds=_ANSWER,
    methods=LIST,
    good=_marked(_REGION),
    bad=_marked('"region":{"type":"string","x-mcp-header":"a b"}'),
)
def header_names_are_tokens(seen: Seen) -> Iterator[Place]:
    """x-mcp-header can stand in the name of a header."""
    return _header_faults(seen, "name")


@rule(
    "TOOL-20",
    "error",
    HEADER_PAGE,
    sentence="x-mcp-header MUST be case-insensitively unique among all values in the inputSchema.",
    fix="Give each marked argument a header of its own.",
    revisions="E",
    kinds=_ANSWER,
    methods=LIST,
    good=_marked(_REGION),
    bad=_marked(_REGION + ',"other":{"type":"string","x-mcp-header":"REGION"}'),
)
def header_names_are_unique(seen: Seen) -> Iterator[Place]:
    """No two arguments of a tool use one header."""
    return _header_faults(seen, "duplicate")


@rule(
    "TOOL-21",
    "error",
    HEADER_PAGE,
    sentence="x-mcp-header MUST only be applied to parameters of the types integer, string and boolean.",
    fix="Mark only arguments whose type is exactly one of string, integer and boolean.",
    revisions="E",
    kinds=_ANSWER,
    methods=LIST,
    good=_marked(_REGION),
    bad=_marked('"region":{"type":"number","x-mcp-header":"Region"}'),
)
def header_values_are_plain(seen: Seen) -> Iterator[Place]:
    """Only what a header can say without doubt is repeated as one."""
    return _header_faults(seen, "type")


@rule(
    "TOOL-22",
    "error",
    "basic/transports/streamable-http#custom-headers-from-tool-parameters",
    sentence="x-mcp-header MUST only be applied to properties that are statically reachable from the root.",
    fix="Mark only arguments that are reached through properties, not in arrays, choices or definitions.",
    revisions="E",
    kinds=_ANSWER,
    methods=LIST,
    good=_marked(_REGION),
    bad=_marked('"regions":{"type":"array","items":{"type":"string","x-mcp-header":"Region"}}'),
)
def header_values_are_reachable(seen: Seen) -> Iterator[Place]:
    """A client finds the value of a header without evaluating the schema."""
    return _header_faults(seen, "place")


@rule(
    "TOOL-23",
    "warning",
    HEADER_PAGE,
    sentence="Servers SHOULD NOT mark sensitive parameters with x-mcp-header: proxies read headers.",
    fix="Take x-mcp-header from arguments that hold a password, a key or a token.",
    revisions="E",
    kinds=_ANSWER,
    methods=LIST,
    good=_marked(_REGION),
    bad=_marked('"apiKey":{"type":"string","x-mcp-header":"Key"}'),
)
def no_secrets_in_headers(seen: Seen) -> Iterator[Place]:
    """What gives access is not repeated in a header."""
    for tool, pointer in tools(seen):
        for path, where, _ in marked(tool.get("inputSchema")):
            if path and is_secret_field(path[-1]):
                steps = [step for key in path for step in ("properties", key)]
                yield Place(
                    recorded(
                        "the tool {name} has its argument {argument} sent in a header, where proxies read it",
                        name=name_of(tool),
                        argument=excerpt(where),
                    ),
                    pointer + "/inputSchema" + pointer_of((*steps, KEYWORD)),
                )


@rule(
    "TOOL-24",
    "info",
    "schema#ToolAnnotations",
    sentence="destructiveHint is meaningful only when readOnlyHint is false (schema ToolAnnotations).",
    fix="Leave destructiveHint out of tools that only read.",
    revisions="BCDE",
    kinds=_ANSWER,
    methods=LIST,
    good=_D + listed(_with('"annotations":{"readOnlyHint":false,"destructiveHint":true}')),
    bad=_D + listed(_with('"annotations":{"readOnlyHint":true,"destructiveHint":true}')),
)
def hints_agree(seen: Seen) -> Iterator[Place]:
    """A tool that only reads destroys nothing."""
    for tool, pointer in tools(seen):
        hints = dict_of(tool.get("annotations"))
        if hints.get("readOnlyHint") is True and hints.get("destructiveHint") is True:
            yield Place(
                recorded("the tool {name} is both readOnlyHint and destructiveHint", name=name_of(tool)),
                pointer + "/annotations/destructiveHint",
            )


def _task_support(seen: Seen) -> Iterator[tuple[dict[str, Any], object, str]]:
    """(tool, taskSupport, its pointer) of the tools that have one."""
    for tool, pointer in tools(seen):
        execution = dict_of(tool.get("execution"))
        if "taskSupport" in execution:
            yield tool, execution["taskSupport"], pointer + "/execution/taskSupport"


@rule(
    "TOOL-25",
    "error",
    "basic/utilities/tasks",
    sentence="taskSupport MUST be forbidden, optional or required (schema ToolExecution).",
    fix="Write one of the three words, or leave taskSupport out, which means forbidden.",
    revisions="D",
    kinds=_ANSWER,
    methods=LIST,
    good=_D + listed(_with('"execution":{"taskSupport":"forbidden"}')),
    bad=_D + listed(_with('"execution":{"taskSupport":true}')),
)
def task_support_is_known(seen: Seen) -> Iterator[Place]:
    """taskSupport is one of three words."""
    for tool, support, pointer in _task_support(seen):
        if support not in _TASK_SUPPORT:
            yield Place(
                recorded(
                    "the tool {name} has the taskSupport {support}",
                    name=name_of(tool),
                    support=excerpt(support),
                ),
                pointer,
            )


@rule(
    "TOOL-25-capability",
    "warning",
    "basic/utilities/tasks",
    sentence="Clients MUST NOT run a tool as a task where tasks.requests.tools.call is not declared.",
    fix="Declare the capability tasks.requests.tools.call, or leave taskSupport out.",
    revisions="D",
    kinds=_ANSWER,
    methods=LIST,
    good='= 2025-11-25 {"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}\n'
    + listed(_with('"execution":{"taskSupport":"required"}')),
    bad=_D + listed(_with('"execution":{"taskSupport":"required"}')),
)
def task_support_is_declared(seen: Seen) -> Iterator[Place]:
    """A tool that runs as a task belongs to a server that says it has tasks."""
    node: object = seen.state.capabilities
    for member in ("tasks", "requests", "tools", "call"):
        node = dict_of(node).get(member)
    if node is not None:
        return
    for tool, support, pointer in _task_support(seen):
        if support in ("optional", "required"):
            yield Place(
                recorded(
                    "the tool {name} has the taskSupport {support}, but the server does not declare "
                    "tasks.requests.tools.call",
                    name=name_of(tool),
                    support=support,
                ),
                pointer,
            )


@rule(
    "TOOL-26",
    "info",
    "changelog",
    sentence="Since 2026-07-28 the server decides for each call whether it becomes a task.",
    fix="Leave execution out of tools for clients of this revision.",
    revisions="E",
    kinds=_ANSWER,
    methods=LIST,
    good=STDIO_E + listed(_SOUND, rest=_E_REST),
    bad=STDIO_E + listed(_with('"execution":{"taskSupport":"optional"}'), rest=_E_REST),
)
def task_support_is_gone(seen: Seen) -> Iterator[Place]:
    """taskSupport is of 2025-11-25 alone."""
    for tool, _, pointer in _task_support(seen):
        yield Place(
            recorded("the tool {name} still has taskSupport, which means nothing here", name=name_of(tool)),
            pointer,
        )
