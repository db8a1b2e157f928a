"""Any JSON, with members that the rules of one subject look for."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["any_json"]


def any_json(*names: str) -> st.SearchStrategy[Any]:
    """Values whose objects have these names more often than others, and these names as strings."""
    name = st.sampled_from(names)
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | name | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(name | st.text(max_size=3), inner, max_size=4)
        ),
        max_leaves=20,
    )
