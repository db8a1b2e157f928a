"""Inputs: what the server asks of the user. Nothing here ever takes the focus by itself."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter, QStackedWidget, QWidget

from inspector.core.client.answer_rules import mode_of, said
from inspector.protocol.questions import OUTCOMES
from inspector.translation import shown
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.inputs.form import FormPage
from inspector.ui.panels.inputs.link import LinkPage
from inspector.ui.panels.inputs.page import QuestionPage
from inspector.ui.panels.inputs.roots import RootsPage
from inspector.ui.panels.inputs.rules import RulesPage
from inspector.ui.panels.inputs.sampling import SamplingPage
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.session.inbox import Question
from inspector.ui.session.memory import give_back, memory_of
from inspector.ui.widgets.controls import Link, column, empty_state, muted, row

__all__ = ["InputsPanel"]

_TITLE_CHARS: Final = 500
_TITLES: Final = {
    ("elicitation/create", "form"): "Elicitation",
    ("elicitation/create", "url"): "Page to open",
    ("sampling/createMessage", "text"): "Sampling",
    ("sampling/createMessage", "tools"): "Sampling with tools",
    ("roots/list", ""): "Roots",
}


class InputsPanel(Panel):
    """Questions at the left, newest at the bottom; the chosen one with its answer at the right."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._pages: dict[int, QuestionPage] = {}
        self.list = ItemList(
            "inputs_list",
            "inputs_filter",
            self.tr("Filter requests"),
            self.tr("No requests yet."),
        )
        self._roots_link = Link("inputs_roots")
        self._rules_link = Link("inputs_rules")
        self._automatic = muted(wrap=True)
        self._automatic.setObjectName("inputs_automatic")
        links = row(self._roots_link, self._rules_link)
        links.addStretch(1)
        foot = QWidget()
        foot.setLayout(column(self._automatic, links, margins=(8, 4, 8, 6), spacing=2))
        self.list.set_foot(foot)
        self._stack = QStackedWidget()
        self._stack.addWidget(
            empty_state(
                self.tr("No pending requests."),
                self.tr("Elicitation, sampling and roots requests wait here until you answer them."),
            )
        )
        self._roots = RootsPage(context)
        self._rules = RulesPage(context)
        self._stack.addWidget(self._roots)
        self._stack.addWidget(self._rules)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(self._stack)
        splitter.setSizes([300, 700])
        splitter.setStretchFactor(1, 1)
        self.setLayout(column(splitter))
        self.list.chosen.connect(self._show)
        self.list.activated.connect(self._show)
        self.list.view.clicked.connect(self._clicked)
        self._roots_link.clicked.connect(self.show_roots)
        self._rules_link.clicked.connect(self.show_rules)
        self._roots.edited.connect(self.refresh)
        context.inbox.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        inbox = self.context.inbox
        current, shown = inbox.question(int(self.list.key() or 0)), self._page()
        stays = self._is_at_work(current)
        self.list.set_items([self._item(question) for question in inbox.questions])
        known = {question.number for question in inbox.questions}
        for number in [number for number in self._pages if number not in known]:
            self._pages.pop(number).deleteLater()
        for page in self._pages.values():
            page.refresh()
        if stays and QApplication.focusWidget() is None:  # a form that is only to be read let go of it
            shown.setFocus()
        self._roots.refresh()
        self._rules.refresh()
        self._roots_link.setText(self.tr("Roots ({})").format(len(inbox.roots)))
        self._rules_link.setText(self.tr("Rules ({})").format(len(inbox.rules)))
        self._automatic.setText(self.tr("Rules answer automatically."))
        self._automatic.setVisible(inbox.automatic)
        if (current is None or not current.open) and not stays:
            waiting = next((question for question in inbox.questions if question.open), None)
            if waiting is not None:
                self.list.select_shown(str(waiting.number))

    def _is_at_work(self, current: Question | None) -> bool:
        """Whether the user edits roots or rules, or an answer that the server went away from: that stays."""
        page, focus = self._page(), QApplication.focusWidget()
        withdrawn = current is not None and current.future.cancelled()
        own = page in (self._roots, self._rules) or withdrawn
        return own and focus is not None and (focus is page or page.isAncestorOf(focus))

    def _page(self) -> QWidget:
        page = self._stack.currentWidget()
        assert page is not None  # one is always in front
        return page

    def focus_main(self) -> None:
        self.list.focus_rows()

    def run(self) -> None:
        page = self._page()
        if isinstance(page, QuestionPage):
            page.accept()

    def show_roots(self) -> None:
        """The roots, whether they were asked for or not."""
        self._stack.setCurrentWidget(self._roots)

    def show_rules(self) -> None:
        """The rules of this server."""
        self._stack.setCurrentWidget(self._rules)

    def memory(self) -> Any:
        pages = {number: memory_of(page) for number, page in self._pages.items()}
        return super().memory(), pages, self.list.key(), self._stack.currentIndex()

    def resume(self, memory: Any) -> None:
        controls, pages, key, place = memory
        for number, kept in pages.items():
            self._show(str(number))
            if number in self._pages:
                give_back(self._pages[number], kept)
        super().resume(controls)
        if key:
            self.list.select(key)
            self._show(key)
        if place in (self._stack.indexOf(self._roots), self._stack.indexOf(self._rules)):
            self._stack.setCurrentIndex(place)

    def _item(self, question: Question) -> Item:
        waits = self.tr("waiting for your answer")
        badge = ("●", "pending", waits) if question.open else self._ended(question)
        badges: tuple[tuple[str, str, str], ...] = (badge,)
        if question.request.round > 1:
            badges = ((self.tr("round {}").format(question.request.round), "muted", ""), badge)
        words = " ".join(said(question.params)[:_TITLE_CHARS].split())
        if question.method == "roots/list":
            words = shown(question.outcome)  # it asks nothing that could be read
        kind = (question.method, mode_of(question.method, question.params))
        return Item(
            key=str(question.number),
            name=_TITLES.get(kind, question.method),
            title=words or (waits if question.open else ""),
            detail=f"#{question.exchange} {question.method}",
            badges=badges,
        )

    def _ended(self, question: Question) -> tuple[str, str, str]:
        """Sign and word of what became of it: colour never says it alone."""
        outcome = OUTCOMES[question.state]
        return (f"{outcome.glyph} {outcome.word}", outcome.role, shown(question.outcome))

    def _clicked(self) -> None:
        """Back from the roots or rules to the question that is current all the time."""
        self._show(self.list.key())

    def _show(self, key: str) -> None:
        question = self.context.inbox.question(int(key))
        if question is None:
            return
        if question.method == "roots/list":
            self.show_roots()
            return
        page = self._pages.get(question.number)
        if page is None:
            kind = (question.method, mode_of(question.method, question.params))
            page = self._pages[question.number] = _PAGES.get(kind, _UnknownPage)(self.context, question)
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)


class _UnknownPage(QuestionPage):
    """A question of a kind that no revision has: shown, and refused by the user."""

    def fill(self) -> None:
        import msgspec

        viewer = JsonViewer()
        viewer.setObjectName("inputs_question")
        viewer.set_bytes(msgspec.json.encode(self.question.params))
        self.body.addWidget(viewer, 1)
        self.button("inputs_reject", self.tr("Do not answer"), self.reject)


_PAGES: Final[dict[tuple[str, str], type[QuestionPage]]] = {
    ("elicitation/create", "form"): FormPage,
    ("elicitation/create", "url"): LinkPage,
    ("sampling/createMessage", "text"): SamplingPage,
    ("sampling/createMessage", "tools"): SamplingPage,
}
