"""The contents of a resource as files: the exact bytes, nothing added."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from inspector.cli.exit_codes import ExitCode
from inspector.cli.output import Output, is_terminal
from inspector.recorded import encode_json
from inspector.render.contents import Contents, contents_of
from inspector.render.media import say_size

__all__ = ["save_contents"]

STDOUT: Final = "-"


def save_contents(result: bytes, file: str, output: Output) -> int:
    """Write what a `resources/read` answered; the exit code. result: JSON, any shape."""
    contents = contents_of(result)
    broken = [f"contents {number}: {one.problem}" for number, one in enumerate(contents, 1) if one.problem]
    if broken or not contents:
        why = "; ".join(broken) or "the resource has no contents"
        return output.fail(ExitCode.OTHER, "other", f"{why}; nothing was written")
    if file == STDOUT:
        return _to_stdout(contents, output)
    path = Path(file)
    written: list[dict[str, Any]] = []
    for number, one in enumerate(contents, 1):
        place = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        place.write_bytes(one.data)
        written.append({"file": str(place), "mimeType": one.mime, "bytes": len(one.data)})
        output.note(f"wrote {place} ({_words(one)})")
    if output.json:
        output.answer(encode_json({"files": written}))
    return ExitCode.DONE.value


def _to_stdout(contents: list[Contents], output: Output) -> int:
    binary = any(one.binary for one in contents)
    if binary and is_terminal(sys.stdout):
        hint = (
            f"binary content ({_words(contents[0])}):"
            " use --output FILE, or redirect stdout to a file or a pipe"
        )
        return output.fail(ExitCode.USAGE, "usage", hint)
    for one in contents:
        output.piece(one.data)
    return ExitCode.DONE.value


def _words(one: Contents) -> str:
    return ", ".join(part for part in (one.mime, say_size(len(one.data))) if part)
