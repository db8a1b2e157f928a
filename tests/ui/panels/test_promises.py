"""What a bundle promises is compared with what its server lists."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.install.bundles import declared, offer
from inspector.ui.loop.tasks import under_way
from inspector.ui.panels.promises import Promises
from tests.conftest import Runner, Until

pytestmark = pytest.mark.gui


def client(tools: list[str] | None, *capabilities: str, state: str = "connected", sha: str = "a") -> Any:
    catalog = SimpleNamespace(
        fetched=lambda kind: kind == "tools" and tools is not None,
        items=lambda _kind: [{"name": name} for name in tools or ()],
    )
    return SimpleNamespace(
        state=state,
        profile=SimpleNamespace(bundle={"sha256": sha} if sha else {}),
        info=SimpleNamespace(capabilities={kind: {} for kind in capabilities}),
        catalog=catalog,
    )


@pytest.fixture
def asked(qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[object, ...]]]:
    """What was compared: the manifest, tools, prompts. The bundle `a` promises a tool named gone."""
    found: list[tuple[object, ...]] = []

    def differences(*what: object) -> list[str]:
        found.append(what)
        return ["gone is not there", "x is not said"] if what[1] == ["x"] else []

    monkeypatch.setattr(offer, "kept_manifest", lambda bundle: (f"manifest {bundle['sha256']}", ()))
    monkeypatch.setattr(declared, "differences", differences)
    yield found


def test_differences_are_lines_and_go_when_they_agree(
    asked: list[tuple[object, ...]], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        strip = Promises()
        strip.show_client(client(["x"], "tools"))
        assert strip.isHidden()
        await until(lambda: not strip.isHidden())
        assert strip.text() == "gone is not there\nx is not said"
        assert asked == [("manifest a", ["x"], [])], "prompts are not declared: there are none"
        strip.show_client(client(["y"], "tools"))
        assert strip.isHidden() and not under_way([strip]), "its manifest is known"
        strip.show_client(client(None, "tools", "prompts"))
        assert asked[-1] == ("manifest a", None, None), "nothing was listed yet"
        strip.show_client(client(["x"], "tools", state="closed"))
        count = len(asked)
        strip.show_client(client(["x"], "tools", sha=""))
        assert strip.isHidden() and len(asked) == count and not under_way([strip])
        strip.deleteLater()

    arun(main())


def test_a_manifest_that_is_read_too_late_is_not_used(
    asked: list[tuple[object, ...]], arun: Runner, until: Until
) -> None:
    async def main() -> None:
        strip = Promises()
        strip.show_client(client(["x"], "tools"))
        strip.show_client(client(["x"], "tools", sha="b"))
        await until(lambda: asked and not under_way([strip]))
        assert {what[0] for what in asked} == {"manifest b"}
        strip.deleteLater()

    arun(main())
