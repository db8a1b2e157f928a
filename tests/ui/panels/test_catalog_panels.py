"""Resources and prompts: read, fill in variables, follow a link."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from inspector.ui.panels.prompts import PromptsPanel
from inspector.ui.panels.resources import ResourcesPanel
from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


def test_a_resource_is_read(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.workspace.show_panel("resources")
            await it.until(
                lambda: it.program.servers.client("demo").catalog.fetched("templates"), "the lists"
            )
            before = it.program.journal.last
            await it.click("resource_read")
            call = await it.ended_call(before, "resources/read")
            assert call.status == "done"

    arun(main())


def test_the_variables_of_a_template_become_a_uri(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            client = it.program.servers.client("demo")
            await it.until(lambda: client.catalog.templates, "the templates")
            it.window.workspace.show_panel("resources")
            panel = it.window.workspace.current_panel()
            assert isinstance(panel, ResourcesPanel)
            template = client.catalog.templates[0]["uriTemplate"]
            panel.open_item("templates", template)
            names = panel.shown(template).schema["properties"]
            assert names
            panel.form.set_text("{" + ", ".join(f'"{name}": "a b"' for name in names) + "}")
            before = it.program.journal.last
            await it.click("resource_read")
            call = await it.ended_call(before, "resources/read")
            assert "a%20b" in call.target

    arun(main())


def test_a_link_is_followed_although_it_is_in_no_list(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            before = it.program.journal.last
            it.window.workspace.read_resource("demo://not/listed")
            call = await it.ended_call(before, "resources/read")
            assert call.target == "demo://not/listed"
            assert it.window.workspace.current_panel().list.key() == "demo://not/listed"

    arun(main())


def test_a_prompt_is_filled_in(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            client = it.program.servers.client("demo")
            await it.until(lambda: client.catalog.prompts, "the prompts")
            it.window.workspace.show_panel("prompts")
            panel = it.window.workspace.current_panel()
            assert isinstance(panel, PromptsPanel)
            panel.form.set_text('{"text": "A long story"}')
            before = it.program.journal.last
            await it.click("prompt_get")
            call = await it.ended_call(before, "prompts/get")
            assert (call.target, call.status) == ("summarize", "done")
            assert (await it.find(QPushButton, "prompt_get")).text() == "Get"

    arun(main())


def test_a_call_is_drawn_after_it_went_out(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over HTTP the request needs some turns of the loop; drawing would come between them."""
    drawn: list[int] = []
    at_start: list[int] = []

    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            client = it.program.servers.client("demo")
            await it.until(lambda: client.catalog.prompts, "the prompts")
            it.window.workspace.show_panel("prompts")
            panel = it.window.workspace.current_panel()
            follow, get_prompt = panel.result.show_exchange, client.get_prompt

            def show(number: int, asking: bool = True) -> None:
                drawn.append(number)
                follow(number, asking)

            async def get(*words: Any, on_start: Callable[[int], None], **more: Any) -> Any:
                def started(number: int) -> None:
                    on_start(number)
                    at_start.extend(drawn)

                return await get_prompt(*words, on_start=started, **more)

            monkeypatch.setattr(panel.result, "show_exchange", show)
            monkeypatch.setattr(client, "get_prompt", get)
            panel.form.set_text('{"text": "A long story"}')
            before = it.program.journal.last
            await it.click("prompt_get")
            call = await it.ended_call(before, "prompts/get")
            await it.until(lambda: call.number in drawn, "the call is shown")
            assert at_start == []

    arun(main())
