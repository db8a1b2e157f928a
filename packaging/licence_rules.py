"""Which licences may be shipped with a program under Apache-2.0, read from SPDX expressions."""

from __future__ import annotations

from functools import cache

from license_expression import AND, ExpressionError, LicenseWithExceptionSymbol, Licensing

__all__ = ["ACCEPTED", "acceptable", "standard_names"]

ACCEPTED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CC-BY-4.0", "FTL"),
        *("HPND", "HPND-sell-variant", "IJG", "ISC", "Imlib2", "Libpng", "MIT", "MIT-0", "MIT-open-group"),
        *(
            "MPL-2.0",
            "PSF-2.0",
            "Python-2.0",
            "Unicode-3.0",
            "Unicode-DFS-2016",
            "Unlicense",
            "X11",
            "Zlib",
            "blessing",
        ),
        *("bzip2-1.0.6", "libpng-2.0", "AFL-2.1"),
        *("LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later"),
        "OFL-1.1",  # of fonts: they may be shipped with any program, not sold alone
        "LicenseRef-BSD-3-Clause-with-PCRE2-Binary-Like-Packages-Exception",
        *("LicenseRef-ICC-License", "LicenseRef-Public-Domain", "LicenseRef-SHA1-Public-Domain"),
        "LicenseRef-Microsoft-Redistributable",
    }
)
"""Nothing that would make the whole program its own: no GPL without one of EXCEPTIONS."""

EXCEPTIONS = frozenset({"Bootloader-exception", "GCC-exception-3.1", "LLVM-exception"})
"""With one of these the licence leaves what is combined with it alone."""


@cache
def _licensing() -> Licensing:
    return Licensing()


def acceptable(expression: str) -> bool:
    """Whether an expression leaves a choice that may be shipped; nothing, or no expression, does not."""
    try:
        parsed = _licensing().parse(expression)
    except ExpressionError:
        return False
    return parsed is not None and _accepts(parsed)


def _accepts(node: object) -> bool:
    if isinstance(node, LicenseWithExceptionSymbol):
        return node.exception_symbol.key in EXCEPTIONS
    if hasattr(node, "key"):
        return node.key in ACCEPTED
    answers = [_accepts(inner) for inner in node.args]
    return all(answers) if isinstance(node, AND) else any(answers)


def standard_names(expression: str) -> list[str]:
    """The licences of an expression that may be shipped; LGPL-3.0 brings the GPL that it refers to."""
    parsed = _licensing().parse(expression)
    keys = [] if parsed is None else [str(key) for key in _licensing().license_keys(parsed)]
    names = [key for key in keys if key in ACCEPTED]
    return [*names, "GPL-3.0-only"] if any(name.startswith("LGPL-3.0") for name in names) else names
