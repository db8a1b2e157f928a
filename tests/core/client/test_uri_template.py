"""URI templates against the examples of RFC 6570, section 3.2, and what is no RFC 6570."""

from __future__ import annotations

from typing import Any, Final

import pytest

from inspector.core.client.uri_template import Variable, template_of, variables_schema

# The values of section 3.2, "the example variables".
VALUES: Final[dict[str, Any]] = {
    "count": ["one", "two", "three"],
    "dom": ["example", "com"],
    "dub": "me/too",
    "hello": "Hello World!",
    "half": "50%",
    "var": "value",
    "who": "fred",
    "base": "http://example.com/home/",
    "path": "/foo/bar",
    "list": ["red", "green", "blue"],
    "keys": {"semi": ";", "dot": ".", "comma": ","},
    "v": "6",
    "x": "1024",
    "y": "768",
    "empty": "",
    "empty_keys": {},
    "undef": None,
}

SECTIONS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "3.2.1 Variable Expansion": (
        ("{count}", "one,two,three"),
        ("{count*}", "one,two,three"),
        ("{/count}", "/one,two,three"),
        ("{/count*}", "/one/two/three"),
        ("{;count}", ";count=one,two,three"),
        ("{;count*}", ";count=one;count=two;count=three"),
        ("{?count}", "?count=one,two,three"),
        ("{?count*}", "?count=one&count=two&count=three"),
        ("{&count*}", "&count=one&count=two&count=three"),
    ),
    "3.2.2 Simple String Expansion": (
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("{x,y}", "1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("?{x,empty}", "?1024,"),
        ("?{x,undef}", "?1024"),
        ("?{undef,y}", "?768"),
        ("{var:3}", "val"),
        ("{var:30}", "value"),
        ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"),
        ("{keys}", "semi,%3B,dot,.,comma,%2C"),
        ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
    ),
    "3.2.3 Reserved Expansion": (
        ("{+var}", "value"),
        ("{+hello}", "Hello%20World!"),
        ("{+half}", "50%25"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/home/index"),
        ("O{+empty}X", "OX"),
        ("O{+undef}X", "OX"),
        ("{+path}/here", "/foo/bar/here"),
        ("here?ref={+path}", "here?ref=/foo/bar"),
        ("up{+path}{var}/here", "up/foo/barvalue/here"),
        ("{+x,hello,y}", "1024,Hello%20World!,768"),
        ("{+path,x}/here", "/foo/bar,1024/here"),
        ("{+path:6}/here", "/foo/b/here"),
        ("{+list}", "red,green,blue"),
        ("{+list*}", "red,green,blue"),
        ("{+keys}", "semi,;,dot,.,comma,,"),
        ("{+keys*}", "semi=;,dot=.,comma=,"),
    ),
    "3.2.4 Fragment Expansion": (
        ("{#var}", "#value"),
        ("{#hello}", "#Hello%20World!"),
        ("{#half}", "#50%25"),
        ("foo{#empty}", "foo#"),
        ("foo{#undef}", "foo"),
        ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{#path,x}/here", "#/foo/bar,1024/here"),
        ("{#path:6}/here", "#/foo/b/here"),
        ("{#list}", "#red,green,blue"),
        ("{#list*}", "#red,green,blue"),
        ("{#keys}", "#semi,;,dot,.,comma,,"),
        ("{#keys*}", "#semi=;,dot=.,comma=,"),
    ),
    "3.2.5 Label Expansion with Dot-Prefix": (
        ("{.who}", ".fred"),
        ("{.who,who}", ".fred.fred"),
        ("{.half,who}", ".50%25.fred"),
        ("www{.dom*}", "www.example.com"),
        ("X{.var}", "X.value"),
        ("X{.empty}", "X."),
        ("X{.undef}", "X"),
        ("X{.var:3}", "X.val"),
        ("X{.list}", "X.red,green,blue"),
        ("X{.list*}", "X.red.green.blue"),
        ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"),
        ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
        ("X{.empty_keys}", "X"),
        ("X{.empty_keys*}", "X"),
    ),
    "3.2.6 Path Segment Expansion": (
        ("{/who}", "/fred"),
        ("{/who,who}", "/fred/fred"),
        ("{/half,who}", "/50%25/fred"),
        ("{/who,dub}", "/fred/me%2Ftoo"),
        ("{/var}", "/value"),
        ("{/var,empty}", "/value/"),
        ("{/var,undef}", "/value"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{/var:1,var}", "/v/value"),
        ("{/list}", "/red,green,blue"),
        ("{/list*}", "/red/green/blue"),
        ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
        ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
        ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
    ),
    "3.2.7 Path-Style Parameter Expansion": (
        ("{;who}", ";who=fred"),
        ("{;half}", ";half=50%25"),
        ("{;empty}", ";empty"),
        ("{;v,empty,who}", ";v=6;empty;who=fred"),
        ("{;v,bar,who}", ";v=6;who=fred"),
        ("{;x,y}", ";x=1024;y=768"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{;x,y,undef}", ";x=1024;y=768"),
        ("{;hello:5}", ";hello=Hello"),
        ("{;list}", ";list=red,green,blue"),
        ("{;list*}", ";list=red;list=green;list=blue"),
        ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
        ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
    ),
    "3.2.8 Form-Style Query Expansion": (
        ("{?who}", "?who=fred"),
        ("{?half}", "?half=50%25"),
        ("{?x,y}", "?x=1024&y=768"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?var:3}", "?var=val"),
        ("{?list}", "?list=red,green,blue"),
        ("{?list*}", "?list=red&list=green&list=blue"),
        ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
        ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
    ),
    "3.2.9 Form-Style Query Continuation": (
        ("{&who}", "&who=fred"),
        ("{&half}", "&half=50%25"),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&x,y,empty}", "&x=1024&y=768&empty="),
        ("{&x,y,undef}", "&x=1024&y=768"),
        ("{&var:3}", "&var=val"),
        ("{&list}", "&list=red,green,blue"),
        ("{&list*}", "&list=red&list=green&list=blue"),
        ("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"),
        ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
    ),
}


@pytest.mark.parametrize(
    ("template", "uri"), [case for cases in SECTIONS.values() for case in cases], ids=lambda text: str(text)
)
def test_template_expands_as_the_rfc_says(template: str, uri: str) -> None:
    found = template_of(template)
    assert found.problems == ()
    assert found.expand(VALUES) == uri


@pytest.mark.parametrize(
    ("template", "values", "uri"),
    [
        ("{+a}", {"a": "a%20b %zz"}, "a%20b%20%25zz"),  # triplets stay, all else is escaped
        ("{a}", {"a": "a%20b"}, "a%2520b"),
        ("{a:3}", {"a": "한국어 글"}, "%ED%95%9C%EA%B5%AD%EC%96%B4"),  # characters, not bytes
        ("{a:1200}", {"a": "x" * 2000}, "x" * 1200),
        ("{a:1200}{a}", {"a": "x" * 2000}, "x" * 3200),
        ("{;none}{?none*}", {"none": []}, ""),
        ("{?a*}", {"a": [None, "b"]}, "?a=b"),
        ("{?n,t,deep*}", {"n": 7, "t": True, "deep": [[1, "b"]]}, "?n=7&t=true&deep=%5B1%2C%22b%22%5D"),
        ("{?self,values}", {"self": "1", "values": "2"}, "?self=1&values=2"),
        ("{a.b,c_1,%41}", {"a.b": "1", "c_1": "2", "%41": "3"}, "1,2,3"),
        ("demo://한국/{a}", {"a": "b"}, "demo://%ED%95%9C%EA%B5%AD/b"),
        ("{42}", {"42": "answer"}, "answer"),
        ("file:///plain%20text", {}, "file:///plain%20text"),
        ("", {}, ""),
    ],
)
def test_expansion_beyond_the_examples(template: str, values: dict[str, Any], uri: str) -> None:
    assert template_of(template).expand(values) == uri


@pytest.mark.parametrize(
    ("template", "said", "uri"),
    [
        ("file:///{broken", "unmatched { at character 9", "file:///{broken"),
        ("/id*}{var}", "unmatched } at character 5", "/id*}value"),
        ("{a{var}", "unmatched { at character 1", "{avalue"),
        ("x{}y", "no variable name", "x{}y"),
        ("{/?id}", "“?id” is not a variable name", "{/?id}"),
        ("{var:prefix}/{x}", "“var:prefix”", "{var:prefix}/1024"),
        ("{hello:2*}", "“hello:2*”", "{hello:2*}"),
        ("{var:0}", "“var:0”", "{var:0}"),
        ("{??hello}", "“?hello”", "{??hello}"),
        ("{!hello}", "operator ! is reserved", "{!hello}"),
        ("{=path}", "operator = is reserved", "{=path}"),
        ("{|var*}", "operator | is reserved", "{|var*}"),
        ("{$var}", "“$var”", "{$var}"),
        ("{?empty=default,var}", "“empty=default”", "{?empty=default,var}"),
        ("{var[]}", "“var[]”", "{var[]}"),
        ("{x, y}", "“ y”", "{x, y}"),
        ("{x,}", "“” is not", "{x,}"),
        ("{~thing}", "“~thing”", "{~thing}"),
        ("{default-graph-uri}", "“default-graph-uri”", "{default-graph-uri}"),
        ("{var}{-prefix|/-/|var}", "“-prefix|/-/|var”", "value{-prefix|/-/|var}"),
    ],
)
def test_what_is_malformed_is_named_and_stays_while_the_rest_expands(
    template: str, said: str, uri: str
) -> None:
    found = template_of(template)
    assert len(found.problems) == 1
    assert said in found.problems[0]
    assert found.expand(VALUES) == uri


@pytest.mark.parametrize("template", ["{keys:1}", "{+keys:1}", "{;list:3}"])
def test_a_list_cannot_be_cut_by_a_prefix(template: str) -> None:
    assert template_of("a" + template + "{var}").expand(VALUES).startswith("a{")


def test_variables_are_named_once_in_order() -> None:
    found = template_of("x://{host}/{+path}{?q,host:3,page*}{&n:3}")
    assert found.variables == (
        Variable("host", limit=3),
        Variable("path"),
        Variable("q"),
        Variable("page", exploded=True),
        Variable("n", limit=3),
    )


def test_the_schema_offers_a_text_a_list_or_pairs_but_only_a_text_where_it_is_cut() -> None:
    schema = variables_schema(template_of("{a:3}{?b*}"))
    assert schema["properties"]["a"]["type"] == "string"
    kinds = [branch["type"] for branch in schema["properties"]["b"]["anyOf"]]
    assert kinds == ["string", "array", "object"]
    assert schema["additionalProperties"] is False
