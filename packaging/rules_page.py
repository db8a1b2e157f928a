#!/usr/bin/env python3
"""The page of the guide with every rule of a check, written of the table of rules: rules_page.py [FOLDER]"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = {
    "APP": ("MCP apps", "MCP 앱"),
    "AUT": ("Authorization", "인가"),
    "CLI": ("Requests to the client", "클라이언트로 가는 요청"),
    "CMP": ("Completion", "자동 완성"),
    "DOC": ("Quality of definitions", "정의의 품질"),
    "HTTP": ("Streamable HTTP", "스트리밍 HTTP"),
    "LIFE": ("Handshake and capabilities", "핸드셰이크와 기능"),
    "LIM": ("Limits", "한도"),
    "NTF": ("Notifications", "알림"),
    "PAGE": ("Lists in pages", "나누어 오는 목록"),
    "PRM": ("Prompts", "프롬프트"),
    "RES": ("Shape of results", "결과의 모양"),
    "RPC": ("JSON-RPC messages", "JSON-RPC 메시지"),
    "RSC": ("Resources", "리소스"),
    "SEC": ("Security", "보안"),
    "STD": ("stdio", "stdio"),
    "TOOL": ("Tools", "도구"),
    "TSK": ("Tasks", "작업"),
}
"""Family of rules → what it is about, in English and Korean; another one is called by its letters."""
_SIGNS = re.compile(r"([\\`_\[\]<>|#~])")
REVISIONS = dict(
    zip("ABCDE", ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"), strict=True)
)
WORDS = {
    "en": {"error": "Error", "warning": "Warning", "info": "Info", "all": "All revisions", "fix": "Fix"},
    "ko": {"error": "오류", "warning": "경고", "info": "정보", "all": "모든 개정판", "fix": "고치는 방법"},
}
HEADS = {
    "en": """# Rules

Every rule of [a check](check.md), by its id. A [finding](findings.md) names the rule it breaks. An error
breaks a MUST, a warning breaks a SHOULD or causes trouble, an info is good to know.
""",
    "ko": """# 규칙

[서버 검사](check.md)의 모든 규칙입니다. [검사 결과](findings.md)마다 어긴 규칙의 이름이 있습니다.
오류는 MUST를, 경고는 SHOULD를 어겼거나 문제를 일으키는 것이고, 정보는 알아 두면 좋은 것입니다.
사양의 문장은 영어 그대로입니다.
""",
}


def page(language: str) -> str:
    """The Markdown of the page."""
    from inspector.core.check.report import rule_table

    return "\n".join([HEADS[language], *_lines(rule_table(), language)]).rstrip() + "\n"


def _lines(rules: list[dict[str, str]], language: str) -> Iterator[str]:
    words = WORDS[language]
    for family, some in groupby(rules, key=lambda one: one["id"].partition("-")[0]):
        titles = FAMILIES.get(family, (family, family))
        yield f"## {family}: {titles[language == 'ko']}\n"
        for one in some:
            named = [REVISIONS[letter] for letter in one["revisions"]]
            revisions = words["all"] if len(named) == len(REVISIONS) else ", ".join(named)
            where = f" · `{one['page']}`" if one["page"] else ""
            yield f'### <a id="{one["id"]}"></a>{one["id"]}\n'
            lines = [f"**{words[one['severity']]}** · {revisions}{where}", _plain(one["sentence"])]
            lines += [f"**{words['fix']}**: {_plain(one['fix'])}"] if one["fix"] else []
            yield "  \n".join(lines) + "\n"  # one paragraph each: the page is long enough to draw


def _plain(text: str) -> str:
    """Without what Markdown would read in it."""
    words = (f"`{word}`" if "*" in word else _SIGNS.sub(r"\\\1", word) for word in text.split(" "))
    return " ".join(words)


def main() -> int:
    """Write both."""
    sys.path.insert(0, str(ROOT))
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "resources" / "help"
    for language in HEADS:
        (folder / language / "rules.md").write_text(page(language), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
