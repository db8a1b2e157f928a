"""Subscriptions: what the server was asked to tell of, what it agreed to, and what it told."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedWidget, QWidget

from inspector.core.client.subscription import Event, Subscription
from inspector.translation import shown
from inspector.ui.locale.locale_text import clock_text
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.panels.subscriptions.new_subscription import NewSubscription
from inspector.ui.session.feed_table import FeedRow, FeedTable
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, EmptyState, Marked, Notice, column, muted, row, tool_button

__all__ = ["STATES", "SubscriptionsPanel", "state_word"]

_ALL: Final = "all"

STATES: Final[dict[str, tuple[str, Marked, str]]] = {
    "opening": ("◌", QT_TRANSLATE_NOOP("Subscriptions", "opening"), "pending"),
    "open": ("●", QT_TRANSLATE_NOOP("Subscriptions", "open"), "ok"),
    "ended": ("○", QT_TRANSLATE_NOOP("Subscriptions", "ended"), "muted"),
    "lost": ("⚠", QT_TRANSLATE_NOOP("Subscriptions", "lost"), "warning"),
    "refused": ("✗", QT_TRANSLATE_NOOP("Subscriptions", "rejected"), "error"),
}
"""Subscription.state → glyph, word, role."""

EVENTS: Final[dict[str, Marked]] = {
    "notifications/tools/list_changed": QT_TRANSLATE_NOOP("Subscriptions", "list changed"),
    "notifications/prompts/list_changed": QT_TRANSLATE_NOOP("Subscriptions", "list changed"),
    "notifications/resources/list_changed": QT_TRANSLATE_NOOP("Subscriptions", "list changed"),
    "notifications/resources/updated": QT_TRANSLATE_NOOP("Subscriptions", "updated"),
    "notifications/tasks": QT_TRANSLATE_NOOP("Subscriptions", "task"),
}


class SubscriptionsPanel(Panel):
    """All subscriptions of this server at the left; the chosen one with its events at the right."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._key = _ALL
        self._shown: dict[str, Subscription] = {}
        self._fed: tuple[str, int] = ("", 0)  # whose events are in the table, and how many it had then
        self.list = ItemList(
            "subscription_list",
            "subscription_filter",
            self.tr("Filter subscriptions"),
            self.tr("No subscriptions."),
        )
        self._new = tool_button("subscription_new", "plus", self.tr("New subscription"), self.tr("New"))
        self._new.setCheckable(True)
        self.form = NewSubscription(context.client)
        self._detail = _Detail()
        self.events = FeedTable(
            "subscription_events",
            self.tr("Events"),
            (self.tr("Time"), self.tr("Event"), self.tr("Record"), self.tr("What changed")),
            (96, 96, 64),
            context.selection,
        )
        self._none = EmptyState("")
        self._feed = QStackedWidget()
        self._feed.addWidget(self.events)
        self._feed.addWidget(self._none)
        self._lay_out()
        self.list.chosen.connect(self._choose)
        self._new.toggled.connect(self._show_form)
        self.form.opened.connect(self._opened)
        self.form.closed.connect(self._close_form)
        self._detail.stop.clicked.connect(self._stop)
        self._detail.again.clicked.connect(self._again)
        self.refresh()

    def _lay_out(self) -> None:
        foot = row(self._new, margins=(6, 4, 6, 6))
        foot.addStretch(1)
        left = QWidget()
        left.setLayout(column(self.list, foot, spacing=0))
        right = QWidget()
        right_parts = column(self.form, self._detail, self._feed, spacing=0)
        right_parts.setStretch(2, 1)
        right.setLayout(right_parts)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 5)
        splitter.setSizes([280, 700])
        self.setLayout(column(splitter))
        self.form.hide()

    def refresh(self) -> None:
        subscriptions = self.context.client.subscriptions
        self._shown = {str(id(one)): one for one in subscriptions.all}
        everything = Item(
            _ALL, self.tr("All events"), badges=((str(subscriptions.total), "muted", self.tr("events")),)
        )
        self.list.set_items([everything, *(self._item(key, one) for key, one in self._shown.items())])
        if self._key != _ALL and self._key not in self._shown:
            self._key = _ALL
        self.list.select_shown(self._key)
        self.form.refresh()
        self._show()

    def focus_main(self) -> None:
        self.list.focus_rows()

    def focus_filter(self) -> None:
        self.list.filter.setFocus()
        self.list.filter.selectAll()

    # -- one subscription ------------------------------------------------------------------------------

    def _item(self, key: str, one: Subscription) -> Item:
        glyph, word, role = STATES[one.state]
        state = _translated(word)
        odd = (("⚠", "warning", "\n".join(map(shown, one.notes))),) if one.notes else ()
        count = (str(one.count), "muted", self.tr("events"))
        badges = (*odd, count, (f"{glyph} {state}", role, shown(one.detail) or state))
        why = self.tr("Opened for the lists, and for what you subscribe to in Resources.") if one.kept else ""
        return Item(key, ", ".join(one.requested.names()), detail=why, badges=badges)

    def _choose(self, key: str) -> None:
        self._key = key
        self._show()

    def _show(self) -> None:
        one = self._shown.get(self._key)
        self._detail.show_subscription(one, self.context.client.state == "connected")
        self._detail.setVisible(one is not None and self.form.isHidden())
        subscriptions = self.context.client.subscriptions
        events = one.events if one is not None else subscriptions.events
        count = one.count if one is not None else subscriptions.total
        whose, before = self._fed
        self._fed = (self._key, count)
        if whose == self._key and count - before <= len(events):
            self.events.append_rows(
                [_event_row(event) for event in list(events)[len(events) - count + before :]]
            )
        else:
            self.events.show_rows([_event_row(event) for event in events])
        self._none.say(self.tr("No events yet."), self._hint(one))
        self._feed.setCurrentWidget(self.events if count else self._none)

    def _hint(self, one: Subscription | None) -> str:
        subscriptions = self.context.client.subscriptions
        if one is not None:
            return self.tr("Changes that the server reports are listed here.")
        if subscriptions.modern:
            return self.tr("Click New to subscribe.")
        return self.tr(
            "This server reports list changes without a subscription. Subscribe to a "
            "resource in Resources or here."
        )

    def _stop(self) -> None:
        if (one := self._shown.get(self._key)) is not None:
            self.context.client.subscriptions.stop(one)
            self.refresh()

    def _again(self) -> None:
        if (one := self._shown.get(self._key)) is not None:
            self.context.client.subscriptions.again(one)
            self.refresh()

    # -- a new one -------------------------------------------------------------------------------------

    def _show_form(self, shown: bool) -> None:
        self.form.setVisible(shown)
        self._show()
        if shown:
            self.form.focus_first()

    def _close_form(self) -> None:
        self.list.view.setFocus()  # or Qt gives it to whatever stands next
        self._new.setChecked(False)

    def _opened(self, one: object) -> None:
        self._close_form()
        self.refresh()
        if isinstance(one, Subscription) and self.list.select(str(id(one))):
            self._choose(str(id(one)))


class _Detail(QWidget):
    """State, the two filters and what is between them, Stop."""

    def __init__(self) -> None:
        super().__init__()
        self._state = Elided()
        font = self._state.font()
        font.setBold(True)
        self._state.setFont(font)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setObjectName("subscription_stop")
        self.again = QPushButton(self.tr("Subscribe again"))
        self.again.setObjectName("subscription_again")
        self._lines = {
            key: _Line(text)
            for key, text in (
                ("requested", self.tr("Requested")),
                ("acknowledged", self.tr("Acknowledged")),
                ("missing", self.tr("Not acknowledged")),
                ("extra", self.tr("Not requested")),
            )
        }
        self._notice = Notice("subscription_notice", "warning")
        head = row(self._state, self.stop, self.again)
        head.setStretch(0, 1)
        self.setLayout(
            column(
                head,
                *self._lines.values(),
                self._notice,
                margins=(theme.SPACE_WIDE, 8, theme.SPACE, 8),
                spacing=4,
            )
        )

    def show_subscription(self, one: Subscription | None, connected: bool) -> None:
        """Say how it stands; None: nothing is chosen."""
        if one is None:
            return
        glyph, word, role = STATES[one.state]
        name = self.tr("id {}").format(one.id) if one.id else "resources/subscribe"
        parts = [f"{glyph} {_translated(word)}", name, shown(one.detail)]
        if one.reopened:
            parts.append(self.tr("reopened {} times").format(one.reopened))
        self._state.setText(" · ".join(part for part in parts if part))
        self._state.set_role(role)
        waits = one.state == "lost" and one.wanted
        self.stop.setVisible(one.live or waits)
        self.stop.setEnabled(connected)
        self.again.setVisible(not one.live and not waits)
        self.again.setEnabled(connected)
        nothing = self.tr("nothing") if one.acknowledged is not None else self.tr("not yet")
        acknowledged = one.acknowledged.names() if one.acknowledged is not None else ()
        self._lines["requested"].say(", ".join(one.requested.names()))
        self._lines["acknowledged"].say(", ".join(acknowledged) or nothing)
        self._lines["missing"].say(", ".join(one.missing.names()), "warning")
        self._lines["extra"].say(", ".join(one.extra.names()), "warning")
        self._notice.set_text("\n".join(map(shown, one.notes)))
        self._notice.setVisible(bool(one.notes))


class _Line(QWidget):
    """A name and what belongs to it; hidden when that is nothing."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        label = muted(name)
        label.setFixedWidth(max(label.sizeHint().width(), theme.px(130)))
        self._text = Elided()
        self.setLayout(row(label, self._text))

    def say(self, text: str, role: str = "text") -> None:
        self.setVisible(bool(text))
        self._text.setText(text)
        self._text.set_role(role)
        self._text.setAccessibleName(f"{self._name}: {text}")


def state_word(state: str) -> str:
    """A Subscription.state in the user's language."""
    return _translated(STATES[state][1])


def _event_row(event: Event) -> FeedRow:
    word = _translated(EVENTS.get(event.method, event.method))
    cells = (clock_text(event.at_ns / 1e9, thousandths=True), word, f"#{event.record}", event.subject)
    return FeedRow(event.record, cells, ("muted", "server", "muted", ""), f"{event.method}\n{event.subject}")


def _translated(text: str) -> str:
    return QCoreApplication.translate("Subscriptions", text)
