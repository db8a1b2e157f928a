"""What prompts and resource templates have in common beyond calling: their arguments can be completed."""

from __future__ import annotations

from abc import abstractmethod

from inspector.core.client import completion
from inspector.core.client.completion import Completion, Reference
from inspector.errors import UsageError
from inspector.ui.forms.completion import ArgumentCompletion
from inspector.ui.panels import PanelContext
from inspector.ui.panels.calling.call_form import FormNames
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.calling.text_arguments import text_arguments
from inspector.ui.panels.listing import ItemList

__all__ = ["CompletingPanel"]

TIMEOUT_S = 20.0
"""How long to wait for a proposal."""


class CompletingPanel(CallingPanel):
    """A calling panel whose form proposes values."""

    def __init__(
        self, context: PanelContext, items: ItemList, names: FormNames, result: str, hint: str
    ) -> None:
        self._completion: ArgumentCompletion | None = None
        super().__init__(context, items, names, result, hint)
        self._completion = ArgumentCompletion(self.form.form, self)
        self._completion.adopt()

    @abstractmethod
    def reference(self, key: str) -> Reference | None:
        """What the arguments of this item belong to; None: they cannot be completed."""

    def show_item(self, key: str) -> None:
        super().show_item(key)
        if self._completion is not None:
            self._completion.dismiss()
            self._completion.adopt()

    def refresh(self) -> None:
        super().refresh()
        if self._completion is not None:
            self._completion.adopt()

    def offers_completion(self) -> bool:
        client = self.context.client
        return client.state == "connected" and completion.offers_completion(client.info)

    async def propose(self, name: str, value: str) -> Completion:
        reference = self.reference(self._key)
        if reference is None:
            raise UsageError(self.tr("Only arguments of prompts and templates can be completed."))
        return await self.context.client.complete(
            reference, name, value, self._others(name), timeout_s=TIMEOUT_S
        )

    def _others(self, name: str) -> dict[str, str]:
        """The other arguments; `context.arguments` holds texts only."""
        try:
            given = text_arguments(self.form.text())
        except UsageError:
            return {}
        return {key: value for key, value in given.items() if key != name and isinstance(value, str)}
