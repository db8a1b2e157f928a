"""Secrets become the same pseudonym everywhere; everything else stays as it was."""

from __future__ import annotations

import base64
import html
import json
import re
import tracemalloc
from pathlib import Path
from urllib.parse import quote, quote_plus

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol.records import Exchange, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.export import export_bytes
from inspector.trace.journal import Journal
from inspector.trace.json_rewriting import Frame, path_of, rewritten
from inspector.trace.redaction.assignments import assigned
from inspector.trace.redaction.known_secrets import KnownSecrets
from inspector.trace.redaction.redact import Redactor
from inspector.trace.redaction.secret_keys import is_count, is_json, secret_key
from inspector.trace.redaction.secret_rules import ENDS, Rules, label_of
from inspector.trace.redaction.suspicion import Suspicion
from tests.trace.samples import notification, request

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"


def redacted(raw: bytes, rules: Rules | None = None, **fields: object) -> str:
    return Redactor(rules).record(request(1, raw, **fields)).raw.decode()


def plain(text: str, rules: Rules | None = None) -> str:
    return redacted(text.encode(), rules, kind="stderr", valid=False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"password":"hunter2"}', '{"password":"«password-1»"}'),
        ('{"apiKey" : "abc" , "x":1}', '{"apiKey" : "«key-1»" , "x":1}'),
        ('{"pass\\u0077ord":"hunter2"}', '{"pass\\u0077ord":"«password-1»"}'),
        ('{"clientSecret":"a\\"b"}', '{"clientSecret":"«secret-1»"}'),
        ('{"Authorization":"Bearer abcdef123"}', '{"Authorization":"Bearer «token-1»"}'),
        ('{"cookies":["a=b","c=d"]}', '{"cookies":["«cookie-1»","«cookie-2»"]}'),
        ('{"passwords":{"db":"x1","web":"x2"}}', '{"passwords":{"db":"«password-1»","web":"«password-2»"}}'),
        ('{"secret":12345678901234567890}', '{"secret":1000001}'),
        ('{"args":["--token","abc","-v"]}', '{"args":["--token","«token-1»","-v"]}'),
        ('{"text":"{\\"token\\": \\"abc\\"}"}', '{"text":"{\\"token\\": \\"«token-1»\\"}"}'),
        ('{"env":{"GITHUB_TOKEN":"abc"}}', '{"env":{"GITHUB_TOKEN":"«token-1»"}}'),
        ('{"token":"a","token":"b"}', '{"token":"«token-1»","token":"«token-2»"}'),
        ('{"text":"{\\"pat\\": \\"abc\\"}"}', '{"text":"{\\"pat\\": \\"«token-1»\\"}"}'),
        ('{"password":12345678,"n":[12345678,5]}', '{"password":1000001,"n":[1000001,5]}'),
        ('{"u":"https:\\/\\/me:pw@h"}', '{"u":"https://me:«password-1»@h"}'),
        ('{"token":"abc-1234","by":{"abc-1234":1}}', '{"token":"«token-1»","by":{"«token-1»":1}}'),
        ('{"token":"required","required":1}', '{"token":"«token-1»","required":1}'),
        ('{"token":null,"password":"","secret":true}', '{"token":null,"password":"","secret":true}'),
    ],
)
def test_values_under_telling_keys_are_replaced_and_the_rest_stays_byte_for_byte(
    before: str, after: str
) -> None:
    assert redacted(before.encode()) == after
    json.loads(after)


@pytest.mark.parametrize(
    "text",
    [
        '{"_meta":{"progressToken":"abc-123"}}',
        '{"maxTokens":100,"usage":{"input_tokens":5,"outputTokens":"7"}}',
        '{"properties":{"token":{"type":"string"},"apiKey":{"type":"string","description":"the key"}}}',
        '{"required":["token","password"]}',
        '{"authorization_servers":["https://a.example"],"token_endpoint":"https://a.example/token"}',
        '{"author":"Ada","key":"name","keyboard":"qwerty","tokenType":"bearer"}',
        '{"nextPageToken":"abc","publicKey":"abc"}',
        '{"password":"${input:password}","token":"<your token>"}',
    ],
)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert redacted(text.encode()) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"got {JWT}!", "got «token-1»!"),
        ("key sk-proj-abcdefghijklmnop1234 used", "key «key-1» used"),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "«token-1»"),
        ("AKIAIOSFODNN7EXAMPLE", "«key-1»"),
        ("Authorization: Bearer abc.def-123", "Authorization: Bearer «token-1»"),
        ("curl https://ada:s3cret@example.com/", "curl https://ada:«password-1»@example.com/"),
        ("GET /x?access_token=abc123&page=2", "GET /x?access_token=«token-1»&page=2"),
        ("API_KEY=abc123 npx server --token zzz -v", "API_KEY=«key-1» npx server --token «token-1» -v"),
        ('config {"password": "hunter2", oops', 'config {"password": "«password-1»", oops'),
        ("password: hunter2", "password: «password-1»"),
        ("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "«key-1»"),
        ("Invalid token: expected something", "Invalid token: expected something"),
        ("the key is missing; basic usage: see docs", "the key is missing; basic usage: see docs"),
        ("mail ada@example.com from /home/ada/x", "mail ada@example.com from /home/ada/x"),
    ],
)
def test_patterns_are_found_in_any_text(before: str, after: str) -> None:
    assert plain(before) == after


def test_mail_addresses_and_home_folders_are_replaced_when_wanted() -> None:
    rules = Rules(emails=True, homes=True)
    assert (
        plain("ada@example.com /home/ada/x /Users/bob", rules) == "«email-1» /home/«user-1»/x /Users/«user-2»"
    )
    assert redacted(b'{"p":"C:\\\\Users\\\\ada\\\\x"}', rules) == '{"p":"C:\\\\Users\\\\«user-1»\\\\x"}'


def test_own_names_count_in_json_headers_and_parameters() -> None:
    rules = Rules(keys=("Pin",))
    assert redacted(b'{"pin":"1234"}', rules) == '{"pin":"«secret-1»"}'
    assert plain("--pin 1234 pin=1234", rules) == "--pin «secret-1» pin=«secret-1»"
    assert redacted(b"GET /\r\nPIN: 1234", rules, kind="head", valid=False) == "GET /\r\nPIN: «secret-1»"


def test_headers_keep_scheme_and_what_was_masked_already() -> None:
    head = (
        b"POST https://h/mcp?key=abc\r\nAuthorization: Basic dXNlcg==\r\nCookie: <9 characters, not kept>"
        b"\r\nMcp-Session-Id: s-1\r\nWWW-Authenticate: Bearer realm=x"
    )
    assert redacted(head, kind="head", valid=False).split("\r\n") == [
        "POST https://h/mcp?key=«key-1»",
        "Authorization: Basic «token-1»",
        "Cookie: <9 characters, not kept>",
        "Mcp-Session-Id: «session-1»",
        "WWW-Authenticate: Bearer realm=x",
    ]


SECRET = 'p/w"1234+x y'


@pytest.mark.parametrize(
    "spelling",
    [
        SECRET,
        quote(SECRET, safe=""),
        json.dumps(SECRET)[1:-1],
        base64.b64encode(f"user:{SECRET}".encode()).decode(),
        base64.urlsafe_b64encode(f"ab{SECRET}cd".encode()).decode(),
        base64.b64encode(f"x{SECRET}".encode()).decode(),
        re.sub("%..", lambda found: found[0].lower(), quote(SECRET, safe="")),
        quote_plus(SECRET),
        html.escape(SECRET),
        json.dumps(SECRET)[1:-1].replace("/", "\\/"),
        json.dumps(json.dumps(SECRET)[1:-1])[1:-1],
    ],
)
def test_a_known_secret_is_found_in_every_spelling_also_before_it_was_named(spelling: str) -> None:
    early = notification(1, f"seen {spelling} here".encode(), kind="stderr", valid=False)
    late = request(2, json.dumps({"password": SECRET}).encode())
    redactor = Redactor()
    redactor.learn([early, late])
    text = redactor.record(early).raw.decode()
    assert text.count("«password-1»") == 1
    assert text.startswith("seen ") and text.endswith(" here")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('password="correct horse 1" rest', 'password="«password-1»" rest'),
        ("{'password': 'correct horse 1'}", "{'password': '«password-1»'}"),
        ('say {\\"secret\\": \\"a b c\\"} now', 'say {\\"secret\\": \\"«secret-1»\\"} now'),
        ('$.token == "abc" and x', '$.token == "«token-1»" and x'),
        ("the access-token expired yesterday", "the access-token expired yesterday"),
        ("using x-api-key abcdef123456", "using x-api-key «key-1»"),
    ],
)
def test_a_named_value_goes_whole_and_prose_stays(before: str, after: str) -> None:
    assert plain(before) == after


def test_each_cookie_is_known_without_its_name() -> None:
    head = b"HTTP/1.1 200 OK\r\nSet-Cookie: sid=abc-12345; Path=/; HttpOnly\r\nX: abc-12345"
    assert redacted(head, kind="head", valid=False).split("\r\n") == [
        "HTTP/1.1 200 OK",
        "Set-Cookie: sid=«cookie-1»; Path=/; HttpOnly",
        "X: «cookie-1»",
    ]


def test_a_known_secret_goes_from_every_field_and_a_number_stays_an_id() -> None:
    secret = "abc-12345"
    raw = b'{"token":"abc-12345"}'
    frame = b"id: abc-12345\ndata: " + raw + b"\n\n"
    record = msgspec.structs.replace(request(1, raw), id=f'"{secret}"', method=secret, frame=frame)
    redactor = Redactor()
    redactor.learn([record], texts=['my password: "note-98765"'])
    clean = redactor.record(record)
    assert (clean.id, clean.method) == ('"«token-1»"', "«token-1»")
    assert clean.frame == 'id: «token-1»\ndata: {"token":"«token-1»"}\n\n'.encode()
    exchange = redactor.exchange(Exchange(1, 1, "out", secret, id=f'"{secret}"', detail=f"no {secret}"))
    assert (exchange.method, exchange.id, exchange.detail) == ("«token-1»", '"«token-1»"', "no «token-1»")
    assert redactor.session(SessionInfo(1, f"s {secret}", "stdio", "x")).name == "s «token-1»"
    assert redactor.record(notification(2, b'"note-98765"')).raw == '"«password-1»"'.encode()
    redactor.record(notification(3, b'{"password":12345678}'))
    number = msgspec.structs.replace(request(4, b"{}"), id="12345678")
    assert redactor.record(number).id == "12345678"


def test_short_secrets_go_from_the_lines_of_an_event_too() -> None:
    event = notification(
        1, b'{"password":\n"ab"}', frame=b': ping\r\ndata: {"password":\r\ndata:"ab"}\r\n\r\n'
    )
    clean = Redactor().record(event)
    assert clean.frame == ': ping\r\ndata: {"password":\r\ndata:"«password-1»"}\r\n\r\n'.encode()


def test_rules_and_notes_are_redacted_and_tell_of_secrets(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "s.mcptrace")
    journal.append([notification(1, b'{"x":"rule-4321 note-4321"}')])
    journal.annotations.set_note(1, 'password: "note-4321"')
    journal.annotations.set_rules([ColourRule("note-4321", '$.token == "rule-4321"', "red")])
    journal.sync()
    text = b"".join(export_bytes(journal, [1], "jsonl", Redactor())).decode()
    journal.close()
    assert "4321" not in text
    assert "«token-1» «password-1»" in text


@pytest.mark.parametrize("word", ["-a", "token", "a1-", "token ", 'key="', "eyJabcdefgh", "://a:b"])
def test_long_lines_of_one_word_are_read_in_one_go(word: str) -> None:
    text = word * 40_000 + " key=x"
    assert plain(text).startswith(word)  # in minutes, when each place is read to the end of the line


@pytest.mark.parametrize("word", sorted({word.rstrip(ENDS) for word in Rules().words()}))
def test_each_word_of_the_rules_raises_suspicion_where_it_names_something(word: str) -> None:
    suspicion = Suspicion(Rules())
    if Rules().is_parameter(word):
        assert suspicion.falls_on(f'{{"{word}":1}}'.encode())
        assert suspicion.falls_on(f"x{word.upper()}s {word} = 1".encode())
        assert suspicion.falls_on(f'["--{word}", "x"]'.encode())
    assert not suspicion.falls_on(f"one {word} of many".encode())


def test_equal_secrets_are_equal_pseudonyms_and_others_differ() -> None:
    redactor = Redactor()
    one = redactor.record(request(1, b'{"token":"aaaaaaaa","password":"bbbbbbbb"}')).raw.decode()
    two = redactor.record(request(2, b'{"password":"aaaaaaaa","apiKey":"cccccccc"}')).raw.decode()
    assert one == '{"token":"«token-1»","password":"«password-1»"}'
    assert two == '{"password":"«token-1»","apiKey":"«key-1»"}'


def test_frames_notes_and_connections_are_redacted_and_whole_lines_left_out() -> None:
    redactor = Redactor()
    raw = b'{"token":"abc-123-def"}'
    record = notification(
        1, raw, frame=b"id: 1\ndata: " + raw + b"\n\n", note="with abc-123-def", spool="a.part"
    )
    clean = redactor.record(record)
    assert clean.frame == b"id: 1\ndata: " + clean.raw + b"\n\n"
    assert clean.note == "with «token-1»; the whole line is omitted"
    assert clean.spool == ""
    assert clean.size == record.size, "what the traffic was is still told"
    split = notification(2, b'{"token":\n"abc-123-def"}', frame=b'data: {"token":\ndata: "abc-123-def"}\n\n')
    assert b"abc-123" not in redactor.record(split).frame
    info = redactor.session(SessionInfo(1, "x", "stdio", "server --token abc-123-def --x=1"))
    assert info.target == "server --token «token-1» --x=1"


def test_replacements_say_where_what_and_show_the_secret_only_when_asked() -> None:
    found = Redactor().replacements(
        request(7, b'{"params":{"a b":[{"apiKey":"sk-abcdefghijklmnopqrstuvwx"}]}}')
    )
    [one] = found
    assert (one.record, one.place, one.kind, one.after) == (7, '$.params["a b"][0].apiKey', "key", "«key-1»")
    assert one.before == "sk-abcdefghijklmnopqrstuvwx"
    assert one.before not in one.masked
    assert one.masked == "sk-•••wx (27)"


def test_a_secret_that_a_person_keeps_stays_everywhere_and_the_others_keep_their_names() -> None:
    record = request(1, b'{"token":"keep-me-123","password":"and-me-456","x":"keep-me-123"}')
    clean = Redactor(kept=["keep-me-123"]).record(record).raw.decode()
    assert clean == '{"token":"keep-me-123","password":"«password-1»","x":"keep-me-123"}'


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["token", "password", "a", "ключ", "x y"]), inner, max_size=3)
    ),
    max_leaves=12,
)


def shape(value: object) -> object:
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return (
        "number" if isinstance(value, float | int) and not isinstance(value, bool) else type(value).__name__
    )


@given(JSON, st.booleans(), st.sampled_from([None, 2]))
def test_json_stays_json_of_the_same_types(value: object, ascii_only: bool, indent: int | None) -> None:
    raw = json.dumps({"v": value}, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "replace")
    clean = json.loads(Redactor().record(request(1, raw)).raw)
    assert shape(clean) == shape(json.loads(raw))


@given(st.lists(st.text("ab1.+*(", min_size=6, max_size=14), min_size=1, max_size=8, unique=True))
def test_the_tree_of_known_secrets_finds_each_of_them(words: list[str]) -> None:
    known = KnownSecrets()
    for word in words:
        known.pseudonym("x", word)
    for word in words:
        if len(word) >= 8:
            assert known.is_in(f"<{word}>".encode())
            assert known.replaced(f"<{word}>", lambda match: "") == "<>" or any(
                word != other and other in word for other in words
            )


def test_a_record_with_a_large_number_costs_no_memory() -> None:
    redactor = Redactor()
    tracemalloc.start()
    try:
        records = [request(number, b'{"password":"hunter2-horse"}') for number in (1, 60_000_000, 1 << 61)]
        quiet = [request(number, b'{"text":"quiet"}') for number in (2, 60_000_001, (1 << 61) + 1)]
        redactor.learn([*records, *quiet])
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert all(b"hunter2" not in redactor.record(record).raw for record in records)
    assert [redactor.record(record) for record in quiet] == quiet


# -- the parts: known secrets, names, assignments, documents


@pytest.mark.parametrize(
    ("secret", "everywhere"),
    [
        ("12345678", True),
        ("abcdefg", False),
        ("abcdefgh", True),
        ("abcde1", True),
        ("abcd1", False),
        ("abcdef", False),
    ],
)
def test_only_a_secret_that_cannot_be_a_word_is_replaced_everywhere(secret: str, everywhere: bool) -> None:
    known = KnownSecrets()
    assert known.pseudonym("token", secret) == "«token-1»"
    assert known.is_known(secret) is everywhere
    assert known.is_in(f"x{secret}y".encode()) is everywhere
    text = known.replaced(f"x{secret}y", lambda match: known.stands_for(match[0]))
    assert text == ("x«token-1»y" if everywhere else f"x{secret}y")


def test_pseudonyms_are_counted_by_label_and_stay() -> None:
    known = KnownSecrets()
    assert not known.is_in(b"anything") and known.replaced("x", lambda _: "y") == "x"
    named = [
        known.pseudonym(*one)
        for one in (
            ("key", "first-secret"),
            ("token", "second-secret"),
            ("key", "third-secret"),
            ("token", "first-secret"),
        )
    ]
    assert named == ["«key-1»", "«token-1»", "«key-2»", "«key-1»"]
    assert known.is_in(b"a third-secret") and not known.is_in(b"a fourth-secret")


@pytest.mark.parametrize(
    "other",
    [
        "a/b<c>&'é+\"=1",
        "a/b<c>&'\\u00e9+\\\"=1",
        "a/b<c>&'\\u00E9+\\\"=1",
        "a\\/b<c>&'é+\\\"=1",
        "a/b&lt;c&gt;&amp;&#x27;é+&quot;=1",
        "a%2Fb%3Cc%3E%26%27%C3%A9%2B%22%3D1",
        "a%2fb%3cc%3e%26%27%c3%a9%2b%22%3d1",
        "a/b%3Cc%3E%26%27%C3%A9%2B%22%3D1",
        'a/b\\u003cc\\u003e\\u0026\\u0027é\\u002b\\"\\u003d1',
        'a/b\\u003Cc\\u003E\\u0026\\u0027é\\u002B\\"\\u003D1',
    ],
)
def test_a_secret_is_known_in_the_spellings_of_encoders(other: str) -> None:
    known = KnownSecrets()
    known.pseudonym("token", "a/b<c>&'é+\"=1")
    assert known.is_known(other)


@pytest.mark.parametrize("before", ["", "u", "user:", "us"])
def test_a_secret_is_known_within_base64_of_either_alphabet(before: str) -> None:
    secret = "s3cr?t~~>>of~base"
    known = KnownSecrets()
    known.pseudonym("token", secret)
    data = f"{before}{secret} and more".encode()
    for coded in (base64.b64encode(data), base64.urlsafe_b64encode(data)):
        assert known.is_in(coded)
        shown = known.replaced(coded.decode(), lambda match: known.stands_for(match[0]))
        assert "«token-1»" in shown
        rest = base64.urlsafe_b64decode(coded)
        assert secret.encode() in rest


@pytest.mark.parametrize(
    ("name", "key", "parameter"),
    [
        ("password", True, True), ("accessToken", True, True), ("api_key", True, True),
        ("private_key", True, True),
        ("passphrase", True, True), ("client_secret", True, True), ("mine", True, True), ("MINE", True, True),
        ("key", False, True), ("Keys", False, False), ("--token", True, True), ("-key", False, True),
        ("maxTokens", False, False), ("progressToken", False, False), ("nextPageToken", False, False),
        ("publicKey", False, False), ("primary_key", False, False), ("tokenType", False, False),
        ("token_endpoint", False, False), ("authorization_servers", False, False), ("tokens", True, True),
        ("name", False, False), ("", False, False), ("@token", True, True), ("totalPassword", True, True),
    ],
)  # fmt: skip
def test_which_names_are_those_of_secrets(name: str, key: bool, parameter: bool) -> None:
    rules = Rules(keys=("mine",))
    assert (rules.is_key(name), rules.is_parameter(name)) == (key, parameter)


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("Authorization", True), ("X-Api-Key", True), ("Cookie", True), ("Mcp-Session-Id", True),
        ("X-Mine", True),
        ("Accept", False), ("Content-Type", False), ("WWW-Authenticate", False),
    ],
)  # fmt: skip
def test_which_headers_are_secret(name: str, secret: bool) -> None:
    assert Rules(keys=("x-mine",)).is_header(name) is secret


def test_names_of_several_secrets_are_telling_and_patterns_are_chosen() -> None:
    rules = Rules()
    assert [rules.is_plural(name) for name in ("secrets", "Credentials", "secretsX", "secret")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert rules.is_telling("secrets") and rules.is_telling("token") and not rules.is_telling("name")
    count = len(rules.patterns())
    assert len(Rules(emails=True).patterns()) == len(Rules(homes=True).patterns()) == count + 1
    assert [one.label for one in Rules(emails=True, homes=True).patterns()[-2:]] == ["email", "user"]
    assert Rules(keys=("Mine",)).words()[-1] == "mine"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("userPassword", "password"), ("pwd", "password"), ("passphrase", "password"),
        ("setCookie", "cookie"),
        ("cookieToken", "cookie"), ("bearer", "token"), ("x-pat", "token"), ("pattern", "secret"),
        ("apiKey", "key"),
        ("keyToken", "token"), ("sessionId", "session"), ("secret", "secret"),
    ],
)  # fmt: skip
def test_a_pseudonym_says_what_kind_of_secret_it_stands_for(name: str, label: str) -> None:
    assert label_of(name) == label


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("token=abc", ["abc"]),
        ("token=ab", []),
        ("token: abcdef1", ["abcdef1"]),
        ("token: abcdefg", []),
        ("token: abcd1", []),
        (f"token: {'a' * 20}", ["a" * 20]),
        (f"token: {'a' * 19}", []),
        ("password: abcdef", ["abcdef"]),
        ("password: abcde", []),
        ("--token abcdef", ["abcdef"]),
        ("--token --other", []),
        ("--token ab", []),
        ("token abcdef1", []),
        ("my access-token abcdef1", ["abcdef1"]),
        ("my access-token abcdef", []),
        ('"token": "a b c"', ["a b c"]),
        ("token='a b'", ["a b"]),
        ("Authorization: Bearer ab", ["ab"]),
        ("Cookie: a=b; c=d1234", ["a=b; c=d1234"]),
        ("name=token=abcd", ["abcd"]),
        ("url=http://x token=abcd", ["abcd"]),
        ("token=>abcd", ["abcd"]),
        ("size: 123456", []),
    ],
)
def test_what_a_text_assigns_to_a_telling_name_is_found(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end, _ in assigned(text, Rules())] == found


def of_object(key: str, name: str = "") -> Frame:
    return Frame(True, key, name=name)


def of_list(index: int = 0) -> Frame:
    return Frame(False, index=index)


@pytest.mark.parametrize(
    ("frames", "name"),
    [
        ([], ""),
        ([of_object("token")], "token"),
        ([of_object("name")], ""),
        ([of_object("tokens"), of_list()], "tokens"),
        ([of_object("names"), of_list()], ""),
        ([of_list()], ""),
        ([of_list(), of_list()], ""),
        ([of_object("secrets"), of_object("db")], "secrets"),
        ([of_object("secretish"), of_object("db")], ""),
        ([of_object("value", "X-Api-Key")], "X-Api-Key"),
        ([of_object("Value", "X-Api-Key")], "X-Api-Key"),
        ([of_object("other", "X-Api-Key")], ""),
        ([of_object("value", "Accept")], ""),
        ([of_object("apiKey"), of_object("value")], "apiKey"),
        ([of_object("apiKey"), of_object("note")], ""),
        ([of_list(), of_object("value")], ""),
    ],
)
def test_the_keys_around_a_value_make_it_a_secret(frames: list[Frame], name: str) -> None:
    assert secret_key(Rules(), frames) == name


@pytest.mark.parametrize(
    ("key", "number", "count"),
    [
        ("tokens", "99887766", True),
        ("authToken", "12345", True),
        ("authToken", "123456", False),
        ("pwd", "1", False),
    ],
)
def test_how_many_tokens_there_are_is_no_secret(key: str, number: str, count: bool) -> None:
    assert is_count(key, number) is count


@pytest.mark.parametrize(
    ("text", "document"), [("{}", True), ("5", True), ("x", False), ("[" * 100_000, False)]
)
def test_a_string_may_hold_a_document(text: str, document: bool) -> None:
    assert is_json(text) is document


def test_values_and_keys_of_a_document_are_changed_where_they_stand() -> None:
    seen: list[tuple[str, str, bool]] = []

    def rewrite(frames: list[Frame], value: str, is_string: bool) -> str | None:
        seen.append((path_of(frames), value, is_string))
        return {"b": "B", "-1.5": "0", "ü": "\ud800"}.get(value)

    def rename(frames: list[Frame], key: str) -> str | None:
        return {"k\u00e9": "K"}.get(key)

    text = ' {"a" :["b", {"x":-1.5,"x":true}, "ü", []], "k\\u00e9":null, "s": "q\\"w"} '
    made = rewritten(text, rewrite, rename)
    assert made == ' {"a" :["B", {"x":0,"x":true}, "\\ud800", []], "K":null, "s": "q\\"w"} '
    assert seen == [
        ("$.a[0]", "b", True), ("$.a[1].x", "-1.5", False), ("$.a[2]", "ü", True), ("$.s", 'q"w', True),
    ]  # fmt: skip


def test_what_stood_before_and_what_a_member_is_called_is_remembered() -> None:
    told: list[tuple[str, str]] = []

    def rewrite(frames: list[Frame], value: str, _is_string: bool) -> None:
        told.append((frames[-1].before, frames[-1].name) if frames else ("", ""))

    rewritten(
        '["--token", "x", 5, {"Name": "n", "value": "v", "key": "k", "value": 1}]', rewrite, lambda *_: None
    )
    assert told == [("", ""), ("--token", ""), ("x", ""), ("", ""), ("", "n"), ("", "n"), ("", "k")]
    rewritten('"alone"', rewrite, lambda *_: None)
    assert told[-1] == ("", "")
