"""APP-*: tools with a view (MCP Apps, io.modelcontextprotocol/ui), as far as their messages show it.

A resource counts as a view where a tool names it: other extensions use the scheme ui:// too.
Source: protocol reference 7 and 8.12.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from inspector.lint.excerpts import excerpt
from inspector.lint.rules import Place, rule
from inspector.lint.seen import Memory, Seen, dict_of, keep, remembers
from inspector.translation import recorded

__all__: list[str] = []

PAGE: Final = "extensions/apps"
_APPS: Final = "io.modelcontextprotocol/ui"
_FLAT: Final = "ui/resourceUri"
_TYPE: Final = "text/html;profile=mcp-app"
_LISTS: Final = ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
_MOST: Final = 21  # findings of one rule about one record: one more than are told, so that the cut is known
_LONGEST: Final = 4096
_MOST_DOMAINS: Final = 1000


@remembers
class Apps(Memory):
    """Which tools have a view, and which resources are one."""

    kinds: ClassVar[tuple[str, ...]] = ("response",)

    def __init__(self) -> None:
        self.views: dict[str, str] = {}  # URI → tool
        self.tools: dict[str, bool] = {}  # tool with a view → the model sees it

    def remember(self, seen: Seen) -> None:
        """Keep the tools of a list."""
        for tool, ui, _ in _tools(seen):
            name, uri = tool.get("name"), ui.get("resourceUri", dict_of(tool.get("_meta")).get(_FLAT))
            if isinstance(name, str) and isinstance(uri, str) and max(len(name), len(uri)) <= _LONGEST:
                visibility = ui.get("visibility")
                keep(self.views, uri, name)
                keep(self.tools, name, not isinstance(visibility, list) or "model" in visibility)


def _tools(seen: Seen) -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    """Each tool of a list, what its metadata says of a view, and its place."""
    if seen.incoming and seen.record.method == "tools/list":
        listed = seen.result.get("tools")
        for place, tool in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(tool, dict) and isinstance(tool.get("_meta"), dict):
                yield tool, dict_of(tool["_meta"].get("ui")), f"/result/tools/{place}"


def _resources(seen: Seen) -> Iterator[tuple[dict[str, Any], str]]:
    """Each view in a list of resources or in what was read, and its place."""
    if not seen.incoming:
        return
    name = "contents" if seen.record.method == "resources/read" else "resources"
    found = seen.result.get(name)
    views = seen.state.of(Apps).views
    for place, one in enumerate(found if isinstance(found, list) else ()):
        if isinstance(one, dict) and isinstance(one.get("uri"), str) and one["uri"] in views:
            yield one, f"/result/{name}/{place}"


# -- pieces of the samples

_START: Final = "= 2025-11-25\n"
_CAN: Final = '{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}'


def _list(meta: str, start: str = _START) -> str:
    ask = '> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    tool = f'{{"name":"t","description":"Shows it.","inputSchema":{{"type":"object"}},"_meta":{{{meta}}}}}'
    return f'{start}{ask}< {{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tool}]}}}}\n'


_GOOD: Final = _list('"ui":{"resourceUri":"ui://t/view.html"}')


def _read(content: str) -> str:
    """The view of the tool, read."""
    ask = '> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"ui://t/view.html"}}\n'
    one = f'{{"uri":"ui://t/view.html",{content}}}'
    return f'{_GOOD}{ask}< {{"jsonrpc":"2.0","id":2,"result":{{"contents":[{one}]}}}}'


_HTML: Final = '"mimeType":"text/html;profile=mcp-app","text":"<!DOCTYPE html><html></html>"'


@rule(
    "APP-01",
    "error",
    PAGE,
    sentence="The resourceUri of a tool MUST use the scheme ui://.",
    fix="Register the view as a resource ui://NAME/FILE and name that URI in _meta.ui.resourceUri.",
    kinds=("response",),
    methods=("tools/list",),
    good=_GOOD,
    bad=_list('"ui":{"resourceUri":"https://x.example/view.html"}'),
)
def views_have_their_scheme(seen: Seen) -> Iterator[str | Place]:
    """A view is a resource of the scheme ui."""
    return islice(_other_schemes(seen), _MOST)


def _other_schemes(seen: Seen) -> Iterator[str | Place]:
    for tool, ui, at in _tools(seen):
        uri = ui.get("resourceUri")
        if "resourceUri" in ui and not (isinstance(uri, str) and uri.startswith("ui://")):
            yield Place(
                recorded(
                    "tool {name}: resourceUri {uri} is no ui:// URI",
                    name=excerpt(tool.get("name")),
                    uri=excerpt(uri),
                ),
                f"{at}/_meta/ui/resourceUri",
            )


@rule(
    "APP-01-read",
    "error",
    PAGE,
    sentence="A tool's resourceUri MUST reference a UI resource that resources/read returns.",
    fix="Register the resource under exactly the URI that the tool names.",
    kinds=("error",),
    methods=("resources/read",),
    good=_read(_HTML),
    bad=_GOOD
    + '> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"ui://t/view.html"}}\n'
    + '< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"not found"}}',
)
def views_can_be_read(seen: Seen) -> Iterator[str | Place]:
    """The view that a tool names is there."""
    uri, code = seen.asked_params.get("uri"), seen.message.error_dict().get("code")
    tool = seen.state.of(Apps).views.get(uri) if isinstance(uri, str) else None
    if seen.incoming and tool is not None and code in (-32002, -32601, -32602):
        yield recorded("the view {uri} of tool {name} cannot be read", uri=excerpt(uri), name=excerpt(tool))


@rule(
    "APP-02",
    "warning",
    PAGE,
    sentence="_meta[“ui/resourceUri”] is deprecated; hosts that only read _meta.ui show no view.",
    fix="Write _meta.ui.resourceUri; registerAppTool of @modelcontextprotocol/ext-apps writes both.",
    kinds=("response",),
    methods=("tools/list",),
    good=_list('"ui":{"resourceUri":"ui://t/view.html"},"ui/resourceUri":"ui://t/view.html"'),
    bad=_list('"ui/resourceUri":"ui://t/view.html"'),
)
def views_are_named_in_the_object(seen: Seen) -> Iterator[str | Place]:
    """The view stands in _meta.ui."""
    old = (
        Place(
            recorded(
                "tool {name} only has the deprecated _meta member ui/resourceUri",
                name=excerpt(tool.get("name")),
            ),
            f"{at}/_meta/ui~1resourceUri",
        )
        for tool, ui, at in _tools(seen)
        if _FLAT in tool["_meta"] and "resourceUri" not in ui
    )
    return islice(old, _MOST)


@rule(
    "APP-03",
    "error",
    PAGE,
    sentence="The mimeType of a UI resource MUST be text/html;profile=mcp-app.",
    fix="Set mimeType to exactly text/html;profile=mcp-app (RESOURCE_MIME_TYPE of ext-apps).",
    kinds=("response",),
    methods=("resources/read", "resources/list"),
    good=_read(_HTML),
    bad=_read(_HTML.replace(";profile=mcp-app", "")),
)
def views_have_their_type(seen: Seen) -> Iterator[str | Place]:
    """A view says that it is one."""
    for one, at in islice(_resources(seen), _MOST):
        kind = one.get("mimeType")
        if kind != _TYPE and (kind is not None or seen.record.method == "resources/read"):
            yield Place(
                recorded(
                    "the view {uri} has the mimeType {kind}", uri=excerpt(one["uri"]), kind=excerpt(kind)
                ),
                f"{at}/mimeType" if "mimeType" in one else at,
            )


@rule(
    "APP-03-document",
    "warning",
    PAGE,
    sentence="A view is an HTML5 document; without its doctype browsers lay it out in quirks mode.",
    fix="Begin the document with <!DOCTYPE html>.",
    kinds=("response",),
    methods=("resources/read",),
    good=_read(_HTML),
    bad=_read(_HTML.replace("<!DOCTYPE html>", "")),
)
def views_are_documents(seen: Seen) -> Iterator[str | Place]:
    """A view is a whole document."""
    for one, at in islice(_resources(seen), _MOST):
        name = "text" if isinstance(one.get("text"), str) else "blob"
        text = one.get(name)
        if isinstance(text, str) and not _DOCTYPE.search(_beginning(text, name == "blob")):
            yield Place(
                recorded("the view {uri} has no HTML doctype", uri=excerpt(one["uri"])), f"{at}/{name}"
            )


_DOCTYPE: Final = re.compile(r"<!doctype\s+html", re.IGNORECASE)


def _beginning(text: str, encoded: bool) -> str:
    if not encoded:
        return text[:_LONGEST]
    try:
        return base64.b64decode(text[:_LONGEST]).decode("utf-8", "replace")
    except ValueError:
        return "<!doctype html"  # that it is no base64 is said by another rule


@rule(
    "APP-04",
    "error",
    PAGE,
    sentence="visibility MUST be a list of model and app.",
    fix='Write visibility as ["model", "app"], or one of the two in a list.',
    kinds=("response",),
    methods=("tools/list",),
    good=_list('"ui":{"resourceUri":"ui://t/view.html","visibility":["app"]}'),
    bad=_list('"ui":{"resourceUri":"ui://t/view.html","visibility":["user"]}'),
)
def visibility_is_known(seen: Seen) -> Iterator[str | Place]:
    """A tool is for the model, for the view, or for both."""
    return islice(_invisible(seen), _MOST)


def _invisible(seen: Seen) -> Iterator[str | Place]:
    for tool, ui, at in _tools(seen):
        visibility = ui.get("visibility", [])
        listed = visibility if isinstance(visibility, list) else [visibility]
        if not isinstance(visibility, list) or any(one not in ("model", "app") for one in listed):
            value = next((one for one in listed if one not in ("model", "app")), visibility)
            yield Place(
                recorded(
                    "tool {name}: visibility is {value}", name=excerpt(tool.get("name")), value=excerpt(value)
                ),
                f"{at}/_meta/ui/visibility",
            )


def _with_csp(entry: str) -> str:
    return _read(_HTML + f',"_meta":{{"ui":{{"csp":{{"connectDomains":["{entry}"]}}}}}}')


@rule(
    "APP-05",
    "warning",
    PAGE,
    sentence="The csp lists hold origins; what is wider, or no TLS, gives away what the view protects.",
    fix="List the origins that the view needs, as https://host or https://*.host.",
    kinds=("response",),
    methods=("resources/read", "resources/list"),
    good=_with_csp("https://*.x.example"),
    bad=_with_csp("*"),
)
def domains_are_origins(seen: Seen) -> Iterator[str | Place]:
    """Every domain is an origin of its own, reached by TLS."""
    return islice(_wide(seen), _MOST)


def _wide(seen: Seen) -> Iterator[str | Place]:
    for one, at in _resources(seen):
        csp = dict_of(dict_of(dict_of(one.get("_meta")).get("ui")).get("csp"))
        for name in _LISTS:
            entries = csp.get(name)
            for place, entry in enumerate(
                islice(entries, _MOST_DOMAINS) if isinstance(entries, list) else ()
            ):
                if not _is_origin(entry):
                    yield Place(
                        recorded(
                            "{name} has {entry}, which is no https origin", name=name, entry=excerpt(entry)
                        ),
                        f"{at}/_meta/ui/csp/{name}/{place}",
                    )


def _is_origin(entry: object) -> bool:
    if not isinstance(entry, str):
        return False
    if entry in ("data:", "blob:"):  # no origins; hosts allow them, and nothing is reached by them
        return True
    try:
        parts = urlsplit(entry)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return _any_port(entry)
    local = host in ("localhost", "127.0.0.1", "::1")
    plain = parts.path in ("", "/") and not parts.query and not parts.fragment
    wide = "*" in host.removeprefix("*.") or host in ("", "*")
    return (
        plain
        and not wide
        and (parts.scheme in ("https", "wss") or (local and parts.scheme in ("http", "ws")))
    )


def _any_port(entry: str) -> bool:
    """`http://localhost:*` is a source that CSP knows."""
    return entry.endswith(":*") and _is_origin(entry.removesuffix(":*"))


def _call(content: str) -> str:
    ask = '> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"t"}}\n'
    return f'{_GOOD}{ask}< {{"jsonrpc":"2.0","id":3,"result":{{"content":[{content}]}}}}'


@rule(
    "APP-06",
    "error",
    PAGE,
    sentence="Tools MUST return a meaningful content array even when a view is available.",
    fix="Return a text that says what the view shows; the model and clients without views read that.",
    kinds=("response",),
    methods=("tools/call",),
    good=_call('{"type":"text","text":"12 degrees"}'),
    bad=_call(""),
)
def views_are_not_all(seen: Seen) -> Iterator[str | Place]:
    """A tool with a view also answers in content."""
    name, result = seen.asked_params.get("name"), seen.result
    content = result.get("content")
    if not seen.incoming or not isinstance(name, str) or not seen.state.of(Apps).tools.get(name):
        return
    if not isinstance(content, list) or result.get("isError") is True:
        return
    if result.get("resultType", "complete") == "complete" and all(map(_says_nothing, content)):
        yield Place(
            recorded("the result of {name}, which has a view, says nothing in content", name=excerpt(name)),
            "/result/content",
        )


def _says_nothing(block: object) -> bool:
    found = dict_of(block)
    return found.get("type") == "text" and isinstance(found.get("text"), str) and not found["text"].strip()


_HELLO: Final = (
    f'> {{"jsonrpc":"2.0","id":9,"method":"initialize","params":{{"capabilities":{_CAN}}}}}\n'
    '< {"jsonrpc":"2.0","id":9,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},'
    '"serverInfo":{"name":"x","version":"1"}}}\n'
)


@rule(
    "APP-07",
    "info",
    PAGE,
    sentence="Servers SHOULD look at the client's capabilities before they register tools with a view.",
    fix="Leave _meta.ui out where the client does not declare io.modelcontextprotocol/ui; clients ignore it.",
    kinds=("response",),
    methods=("tools/list",),
    good=_list('"ui":{"resourceUri":"ui://t/view.html"}', _HELLO),
    bad=_GOOD,
)
def views_are_for_those_who_show_them(seen: Seen) -> Iterator[str | Place]:
    """Views are offered to clients that declared them."""
    unknown = not seen.state.revision or (seen.state.modern and "_meta" not in seen.asked_params)
    if unknown or _APPS in dict_of(seen.declared.get("extensions")):
        return
    for tool, ui, at in _tools(seen):
        if "resourceUri" in ui:
            yield Place(
                recorded(
                    "tool {name} has a view, although the client did not declare the extension for it",
                    name=excerpt(tool.get("name")),
                ),
                f"{at}/_meta/ui",
            )
            return
