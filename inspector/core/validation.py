"""Check values against schemas in one process of its own that can be killed.

A hostile schema can hang or crash any validator, which holds the GIL meanwhile (measured). So the check runs
in a worker process: started when first asked, killed when it takes too long, started again for the next one.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import inspector
from inspector.schema.document import lexeme_of
from inspector.schema.problem import Problem

__all__ = ["WORKER_FLAG", "Problem", "Validator"]

WORKER_FLAG: Final = "--validation-worker"
"""A frozen program started with this argument runs `validation_worker.main()` and nothing else."""
_LIMIT_S: Final = 2.0
_START_S: Final = 15.0  # a cold start of Python on a busy machine
_GRACE_S: Final = 1.0
_MAX_TEXT: Final = 4_000_000
_KEPT: Final = 64


class Validator:
    """One worker process, shared by everyone who checks values. Works under plain asyncio and qasync.

    limit_s: seconds for one check. Close it with `await close()`; it can be used again afterwards.
    """

    def __init__(self, limit_s: float = _LIMIT_S) -> None:
        self._limit_s = limit_s
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[list[Problem]]] = set()
        self._schemas: dict[int, tuple[Any, str]] = {}
        self._sent: set[int] = set()

    async def check(self, schema: Any, text: str) -> list[Problem]:
        """schema: decoded (kept and known by identity: do not change it afterwards). text: the JSON to check.

        Returns the problems, none for a valid value; a problem with `is_note` says why nothing was checked.
        Cancelling the caller leaves the worker in order; checks of several callers run one after the other.
        """
        if len(text) > _MAX_TEXT:
            return [Problem("", "The value is larger than 4 MB: not checked.", "limit")]
        task = asyncio.ensure_future(self._in_turn(schema, text))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End the worker: it leaves when its stdin ends, and is killed if it does not within a second."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 0 if tasks else _GRACE_S)
        except TimeoutError:
            await _kill(process)

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it runs."""
        return self._process.pid if self._process is not None else None

    async def _in_turn(self, schema: Any, text: str) -> list[Problem]:
        async with self._turn:
            process = self._process
            try:
                if process is None or process.returncode is not None:
                    process = await self._start()
                    await asyncio.wait_for(_answer(process), _START_S)  # it says that it is there
                return await asyncio.wait_for(self._ask(process, schema, text), self._limit_s)
            except TimeoutError:
                reason = f"The check took longer than {self._limit_s:g} s: not checked."
            except (OSError, EOFError):
                reason = "The check broke the validator: not checked."
            if process is not None:
                await _kill(process)
            if self._process is process:
                self._process = None
            return [Problem("", reason, "limit")]

    async def _ask(self, process: asyncio.subprocess.Process, schema: Any, text: str) -> list[Problem]:
        assert process.stdin is not None
        key, source = self._known(schema)
        question: dict[str, Any] = {"key": key, "text": text}
        if key not in self._sent:
            question["schema"] = source
            self._sent.add(key)
        body = json.dumps(question).encode()
        process.stdin.write(len(body).to_bytes(4, "big") + body)
        await process.stdin.drain()
        return [Problem(*problem) for problem in (await _answer(process))["problems"]]

    def _known(self, schema: Any) -> tuple[int, str]:
        """Number and JSON text of a schema; the schema is kept, so that its identity stays its own."""
        found = self._schemas.get(id(schema))
        if found is None:
            if len(self._schemas) >= _KEPT:
                self._schemas.clear()
                self._sent.clear()
            found = self._schemas[id(schema)] = (schema, lexeme_of(schema))
            self._sent.discard(id(schema))
        return id(schema), found[1]

    async def _start(self) -> asyncio.subprocess.Process:
        self._sent.clear()
        self._process = await asyncio.create_subprocess_exec(
            *_command(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(),
        )
        return self._process


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, WORKER_FLAG]
    # -P: nothing in the current folder may pose as a module of ours
    return [sys.executable, "-P", "-m", "inspector.core.validation_worker"]


def _environment() -> dict[str, str]:
    root = str(Path(inspector.__file__).parents[1])
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{known}" if known else root}


async def _answer(process: asyncio.subprocess.Process) -> dict[str, Any]:
    """The next frame. EOFError (IncompleteReadError) when the worker is gone."""
    assert process.stdout is not None
    head = await process.stdout.readexactly(4)
    found: dict[str, Any] = json.loads(await process.stdout.readexactly(int.from_bytes(head, "big")))
    return found


async def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill and wait; stdout is read to its end first, or asyncio's wait() can hang."""
    with suppress(ProcessLookupError):
        process.kill()
    if process.stdout is not None:
        with suppress(OSError, RuntimeError):  # RuntimeError: a cancelled reader still holds the stream
            await process.stdout.read()
    await process.wait()
