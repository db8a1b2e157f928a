"""What a bundle's manifest promises and its server does not keep, or the other way round."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from inspector.core.client.client import Client
from inspector.ui.loop.tasks import offload, soon
from inspector.ui.widgets.controls import Notice

if TYPE_CHECKING:
    from inspector.core.install.bundles.manifest import Manifest

__all__ = ["Promises"]


class Promises(Notice):
    """Hidden while they agree, and for servers that are of no bundle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("server_promises", "warning", parent)
        self.hide()
        self._bundle: dict[str, Any] = {}
        self._manifest: Manifest | None = None
        self._client: Client | None = None

    def show_client(self, client: Client) -> None:
        """Compare anew with what the client has listed."""
        self._client = client
        bundle = client.profile.bundle if client.state == "connected" else {}
        if bundle != self._bundle:
            self._bundle, self._manifest = bundle, None
            if bundle.get("sha256"):
                soon(self, partial(self._read, bundle), "read the manifest of a bundle")
        self._compare()

    async def _read(self, bundle: dict[str, Any]) -> None:
        from inspector.core.install.bundles.offer import (
            kept_manifest,  # the start of the program does without
        )

        manifest, _problems = await offload(kept_manifest, bundle)
        if bundle == self._bundle:
            self._manifest = manifest
            self._compare()

    def _compare(self) -> None:
        lines: list[str] = []
        if self._manifest is not None and self._client is not None:
            from inspector.core.install.bundles.declared import differences

            lines = differences(self._manifest, self._listed("tools"), self._listed("prompts"))
        self.set_text("\n".join(lines))
        self.setVisible(bool(lines))

    def _listed(self, kind: str) -> list[str] | None:
        client = self._client
        if client is None or client.info is None:
            return None
        if kind not in client.info.capabilities:
            return []
        if not client.catalog.fetched(kind):
            return None
        return [str(item.get("name", "")) for item in client.catalog.items(kind)]
