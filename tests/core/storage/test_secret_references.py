"""A text of others that names a secret of ours is seen, wherever it stands."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.storage.secret_references import names_secret, secret_reference


@pytest.mark.parametrize(
    "value",
    [
        "${secret:a}",
        "x ${ SECRET : a } y",
        {"a": {"b": "${secret:a}"}},
        {"${secret:a}": 1},
        [1, [None, ["${secret:"]]],
        {"first": "plain", "last": ["plain", secret_reference("server/a/b")]},
    ],
)
def test_a_named_secret_is_seen(value: Any) -> None:
    assert names_secret(value)


@pytest.mark.parametrize("value", ["", "secret:a", "${secrets:a}", "$secret:a", 1, None, [], {"a": [True]}])
def test_other_texts_name_none(value: Any) -> None:
    assert not names_secret(value)


def test_a_reference_has_the_key_in_it() -> None:
    assert secret_reference("server/a/token") == "${secret:server/a/token}"
