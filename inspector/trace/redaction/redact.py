"""Replace secrets by stable pseudonyms: `«token-1»` is the same secret everywhere in a session.

    session ── Redactor.learn (first pass) ──► which secrets there are
            └─ Redactor.record, .exchange … ─► copies without them; `replacements` says what and where

A secret is what stands under a telling key, header, option, variable or parameter, or has the form of a
well-known token (`secret_rules.py`). Once known it is replaced wherever it turns up again, also escaped,
URL-encoded or in base64 (`known_secrets.py`). JSON stays valid JSON and types stay: a string becomes a
string, a number a number. Sizes and lengths (`size`, `Content-Length`) stay those of the wire, so that a
trace tells the truth about its traffic; whole lines of cut records cannot be read for secrets and are left
out.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

import msgspec

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.protocol.secrets import SCHEMES
from inspector.trace.annotations import ColourRule
from inspector.trace.event_lines import refilled
from inspector.trace.json_rewriting import Frame, path_of, rewritten
from inspector.trace.redaction.assignments import assigned
from inspector.trace.redaction.known_secrets import KnownSecrets
from inspector.trace.redaction.secret_keys import is_count, is_json, secret_key
from inspector.trace.redaction.secret_rules import Rules, label_of
from inspector.trace.redaction.suspicion import Suspicion
from inspector.translation import QT_TRANSLATE_NOOP, Translated, composed, recorded, with_values

__all__ = ["SIZES_NOTE", "Redactor", "Replacement"]

SIZES_NOTE: Final = QT_TRANSLATE_NOOP("Trace", "Sizes and lengths are those on the wire, before redaction.")

_COOKIES: Final = ("cookie", "set-cookie")
_GROWTH: Final = 4096
_ORDINARY: Final = re.compile(r"[A-Za-z_$]{1,19}")
_NESTED: Final = 4  # JSON in a string in JSON …
_NUMBER: Final = 1_000_000
_SHORT: Final = 64  # bytes: methods, targets and framing come again and again
_REMEMBERED: Final = 4096
_GONE: Final = re.compile(
    r"^(?:«[^»]*»|<\d+ characters, not kept>|<[^>]*>|\$\{[^}]*\}|\*+|…|null|none|true|false|undefined)?$",
    re.IGNORECASE,
)
_FLAG: Final = re.compile(r"^--?[A-Za-z][\w-]*$")


@dataclass(frozen=True, slots=True)
class Replacement:
    """One secret at one place. place: a JSON path, `header X`, or the name of a field. before: the secret."""

    record: int
    place: str
    kind: str  # of the pseudonym: token, password, key …
    before: str
    after: str

    @property
    def masked(self) -> str:
        """The secret as it may be shown unasked: its length, and its ends when it is long."""
        if len(self.before) < 16:
            return f"{'•' * len(self.before)} ({len(self.before)})"
        return f"{self.before[:3]}•••{self.before[-2:]} ({len(self.before)})"


_S = TypeVar("_S", Exchange, Finding, SessionInfo)


class Redactor:
    """Replaces the secrets of one session. kept: secrets that a user decided to leave as they are.

    Belongs to one thread. The same session and rules give the same pseudonyms, whatever part is exported:
    `learn` reads all of it, in order.
    """

    def __init__(self, rules: Rules | None = None, kept: Iterable[str] = ()) -> None:
        self.rules = rules or Rules()
        self.kept = frozenset(kept)
        self._known = KnownSecrets()
        self._suspicion = Suspicion(self.rules)
        self._quiet = array("q")  # by number: the hash of bytes in which the first pass found nothing
        self._patterns = [(needle, one) for one in self.rules.patterns() for needle in one.needles]
        self._words = self.rules.words()
        self._hits: list[tuple[str, str, str]] | None = None
        self._learning = False
        self._harmless: set[bytes] = set()  # short bytes that were looked at with as many secrets known
        self._harmless_with = 0

    @property
    def found(self) -> dict[str, str]:
        """Secret → pseudonym, of all that was found so far."""
        return dict(self._known.pseudonyms)

    def learn(
        self,
        records: Iterable[Record],
        sessions: Iterable[SessionInfo] = (),
        texts: Iterable[str] = (),
    ) -> None:
        """Find the secrets of a session, so that its first record is redacted by what its last one tells.

        texts: what a user wrote.
        """
        self._learning = True  # known secrets are looked for later, when all are known
        self._harmless.clear()
        try:
            for info in sessions:
                self.session(info)
            for text in texts:
                self.text(text)
            for record in records:
                self.record(record)
        finally:
            self._learning = False
            self._harmless.clear()

    def replacements(self, record: Record) -> list[Replacement]:
        """What would be replaced in a record."""
        hits: list[tuple[str, str, str]] = []
        self._hits = hits
        self.record(record)
        self._hits = None
        return [
            Replacement(record.number, place, after[1:-1].rpartition("-")[0] or "number", before, after)
            for place, before, after in hits
        ]

    def record(self, record: Record) -> Record:
        """The record without secrets; itself when it has none."""
        raw = self._bytes(record)
        changes: dict[str, object] = {}
        if raw != record.raw:
            changes["raw"] = raw
        if record.frame:
            frame = self._frame(record, raw)
            if frame != record.frame:
                changes["frame"] = frame
        changes |= self._named(record)
        if record.note and (note := self._sentence(record.note, "note")) != record.note:
            changes["note"] = note
        if record.spool:
            changes["spool"] = ""
            why = recorded("the whole line is omitted")
            changes["note"] = (
                composed("{}; {}", changes.get("note", record.note), why) if record.note else why
            )
        return msgspec.structs.replace(record, **changes) if changes else record

    def exchange(self, exchange: Exchange) -> Exchange:
        """The exchange without secrets."""
        found = self._struct(exchange, ("target", "detail", "message"))
        changes = self._named(found)
        return msgspec.structs.replace(found, **changes) if changes else found

    def finding(self, finding: Finding) -> Finding:
        """The finding without secrets."""
        return self._struct(finding, ("message",))

    def session(self, info: SessionInfo) -> SessionInfo:
        """The connection without secrets."""
        return self._struct(info, ("name", "target", "server", "decided"))

    def text(self, text: str, place: str = "") -> str:
        """Any other text: assignments, options, patterns, known secrets."""
        if not text or not self._suspect(text.encode("utf-8", "surrogatepass")):
            return text
        return self._plain(text, place)

    def _sentence(self, text: str, place: str) -> str:
        """A text that may be one of ours; it keeps its message when that says the same."""
        new = self.text(text, place)
        if new == text or not isinstance(text, Translated):
            return new
        hits, self._hits = self._hits, None
        found = with_values(text, self.text)
        self._hits = hits
        return found if found == new else new

    def rule(self, rule: ColourRule) -> ColourRule:
        """The rule of colour without secrets; its filter may ask for one."""
        return ColourRule(self.text(rule.name), self.text(rule.filter), rule.colour, rule.enabled)

    # -- where secrets may be

    def _named(self, value: Record | Exchange) -> dict[str, object]:
        """Method and id, which stand in the bytes too: what is told there is not told again."""
        hits, self._hits = self._hits, None
        try:
            changes: dict[str, object] = {}
            if (method := self.text(value.method)) != value.method:
                changes["method"] = method
            if value.id[:1] == '"' and self._suspect(value.id.encode("utf-8", "surrogatepass")):
                changes["id"] = self._json(value.id, "", 0)
            return changes
        finally:
            self._hits = hits

    def _struct(self, value: _S, names: tuple[str, ...]) -> _S:
        changes = {name: self._sentence(getattr(value, name), name) for name in names}
        changes = {name: text for name, text in changes.items() if text != getattr(value, name)}
        return msgspec.structs.replace(value, **changes) if changes else value

    def _suspect(self, data: bytes) -> bool:
        """Whether a closer look is worth it: most records end here."""
        if len(data) > _SHORT:
            return self._is_suspect(data)
        known = len(self._known.pseudonyms)
        if known != self._harmless_with or len(self._harmless) >= _REMEMBERED:
            self._harmless.clear()
            self._harmless_with = known
        if data in self._harmless:
            return False
        found = self._is_suspect(data)
        if not found:
            self._harmless.add(data)
        return found

    def _is_suspect(self, data: bytes) -> bool:
        if self._suspicion.falls_on(data):
            return True
        return not self._learning and self._known.is_in(data)

    def _is_record_suspect(self, record: Record) -> bool:
        """The same; in the second pass without looking again for what the first pass did not find."""
        raw, number, quiet = record.raw, record.number, self._quiet
        if self._learning:
            if self._suspicion.falls_on(raw):
                return True
            if len(quiet) <= number < len(quiet) + _GROWTH:
                quiet.extend([0] * _GROWTH)
            if number < len(quiet):  # a file may skip to any number: what is far away is looked at again
                quiet[number] = hash(raw)
            return False
        if number < len(quiet) and quiet[number] == hash(raw):
            return self._known.is_in(raw)
        return self._is_suspect(raw)

    def _bytes(self, record: Record) -> bytes:
        raw = record.raw
        if not raw or not (record.kind == "head" or self._is_record_suspect(record)):
            return raw
        text = raw.decode("utf-8", "surrogateescape")
        if record.kind == "head":
            new = self._head(text)
        elif record.valid:
            new = self._json(text, "", 0)
        else:
            new = self._plain(text, record.kind)
        return raw if new == text else new.encode("utf-8", "surrogateescape")

    def _frame(self, record: Record, raw: bytes) -> bytes:
        """The framing around new bytes, itself without secrets: the id of an event may be one."""
        place = record.frame.find(record.raw) if record.raw else -1
        if place >= 0:
            before, after = record.frame[:place], record.frame[place + len(record.raw) :]
            return self._framing(before) + raw + self._framing(after)
        return refilled(record.frame, record.raw, raw, self._framing)

    def _framing(self, data: bytes) -> bytes:
        if not data or not self._suspect(data):
            return data
        text = data.decode("utf-8", "surrogateescape")
        return self._plain(text, "frame").encode("utf-8", "surrogateescape")

    def _head(self, text: str) -> str:
        """HTTP: the first line as text, then `Name: value` lines."""
        first, *lines = text.split("\r\n")
        out = [self._plain(first, "head")]
        name = ""
        for line in lines:
            if line[:1] not in (" ", "\t"):  # else it goes on with the value of the header before
                name = line.partition(":")[0]
            start = "" if line[:1] in (" ", "\t") else line[: len(name) + 1]
            value = line[len(start) :]
            start += value[: len(value) - len(value.lstrip())]
            value = value.lstrip()
            if not (value and self.rules.is_header(name)):
                out.append(start + self._plain(value, f"header {name}"))
                continue
            scheme, space, rest = value.partition(" ")
            if not (space and scheme.lower() in SCHEMES):
                scheme, space, rest = "", "", value
            if name.lower() in _COOKIES:
                out.append(f"{start}{self._cookies(value, name)}")
                continue
            label = "session" if name.lower() == "mcp-session-id" else label_of(name)
            out.append(f"{start}{scheme}{space}{self._secret(label, rest, f'header {name}')}")
        return "\r\n".join(out)

    def _cookies(self, value: str, name: str) -> str:
        """Each value by itself, so that it is known without its name; not the attributes that follow one."""
        pairs = value.split(";")
        count = len(pairs) if name.lower() == "cookie" else 1
        for place, pair in enumerate(pairs[:count]):
            key, equals, secret = pair.partition("=")
            if not equals:
                key, secret = "", pair
            pairs[place] = f"{key}{equals}{self._secret('cookie', secret, f'header {name}')}"
        return ";".join(pairs)

    def _json(self, text: str, place: str, depth: int) -> str:
        def rewrite(frames: list[Frame], value: str, is_string: bool) -> str | None:
            key = secret_key(self.rules, frames)
            where = f"{place}{path_of(frames)}" if self._hits is not None else ""
            if not is_string:
                is_secret = (key and not is_count(key, value)) or self._known.is_known(value)
                return self._number(value, where) if is_secret else None
            if key:
                scheme, space, rest = value.partition(" ")
                if space and scheme.lower() in SCHEMES:
                    return f"{scheme} {self._secret(label_of(key), rest, where)}"
                return self._secret(label_of(key), value, where)
            if frames and not frames[-1].is_object and _FLAG.match(frames[-1].before):
                if self.rules.is_parameter(frames[-1].before) and not value.startswith("-"):
                    return self._secret(label_of(frames[-1].before), value, where)
            if depth < _NESTED and value.lstrip()[:1] in ("{", "[", '"') and is_json(value):
                return self._json(value, f"{where} → ", depth + 1)
            return self._plain(value, where)

        def changed(frames: list[Frame], value: str, is_string: bool) -> str | None:
            new = rewrite(frames, value, is_string)
            return None if new == value else new

        def renamed(frames: list[Frame], key: str) -> str | None:
            """A table may be keyed by tokens. Words stay: a password may be one that is a key elsewhere."""
            if _ORDINARY.fullmatch(key):
                return None
            new = self._plain(key, f"{place}{path_of(frames)}" if self._hits is not None else "")
            return None if new == key else new

        return rewritten(text, changed, renamed)

    def _plain(self, text: str, place: str) -> str:
        low = text.lower()
        for needle, pattern in self._patterns:  # finding a word is 20 times as fast as an expression
            if needle in low:
                text = pattern.expression.sub(partial(self._matched, pattern.label, place), text)
        if "=" in low or ":" in low or "-" in low:
            for word in self._words:
                if word in low:
                    text = self._assignments(text, place)
                    break
        return text if self._learning else self._known.replaced(text, partial(self._again, place))

    # -- what takes their place

    def _matched(self, label: str, place: str, match: re.Match[str]) -> str:
        start, end = match.span("secret")
        before, after = match.string[match.start() : start], match.string[end : match.end()]
        return f"{before}{self._secret(label, match['secret'], place)}{after}"

    def _assignments(self, text: str, place: str) -> str:
        parts: list[str] = []
        done = 0
        for start, end, label in assigned(text, self.rules):
            parts += [text[done:start], self._secret(label, text[start:end], place)]
            done = end
        return "".join((*parts, text[done:]))

    def _again(self, place: str, match: re.Match[str]) -> str:
        after = self._known.stands_for(match[0])
        if match[0] in self.kept or self._is_kept(after):
            return match[0]
        if self._hits is not None:
            self._hits.append((place, match[0], after))
        return after

    def _secret(self, label: str, secret: str, place: str) -> str:
        if _GONE.match(secret):
            return secret
        after = self._known.pseudonym(label, secret)
        if secret in self.kept:
            return secret
        if self._hits is not None:
            self._hits.append((place, secret, after))
        return after

    def _number(self, text: str, place: str) -> str | None:
        after = self._known.pseudonym("number", text)
        if text in self.kept:
            return None
        new = str(_NUMBER + int(after[1:-1].rpartition("-")[2]))
        if self._hits is not None:
            self._hits.append((place, text, new))
        return new

    def _is_kept(self, pseudonym: str) -> bool:
        """Of another spelling of a secret that is to stay."""
        return any(self._known.pseudonyms.get(secret) == pseudonym for secret in self.kept)
