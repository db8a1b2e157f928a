"""Content made ready to show, still without Qt: the window and the command line show the same thing.

`render_result(method, result)` and `render_error(error)` turn the JSON of an answer into a list of
renderings (`kinds`); `RENDERERS` says how bytes of a MIME type are shown; `as_terminal_text` prints them.
"""

from __future__ import annotations

from inspector.render.error_answers import render_error
from inspector.render.kinds import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Error,
    Image,
    Json,
    Markdown,
    Rendering,
    ResourceLink,
    Text,
)
from inspector.render.renderers import RENDERERS, Renderer, render_bytes, render_text
from inspector.render.results import render_large_answer, render_result
from inspector.render.terminal import as_terminal_text

__all__ = [
    "RENDERERS",
    "Audio",
    "Blob",
    "ContentNote",
    "EmbeddedResource",
    "Error",
    "Image",
    "Json",
    "Markdown",
    "Renderer",
    "Rendering",
    "ResourceLink",
    "Text",
    "as_terminal_text",
    "render_bytes",
    "render_error",
    "render_large_answer",
    "render_result",
    "render_text",
]
