"""The browser of the user, opened on a yes alone."""

from __future__ import annotations

import webbrowser

from inspector.private_files import mask_of_the_user

__all__ = ["open_page"]


def open_page(url: str) -> bool:
    """Open a page. False: there is no browser."""
    try:
        with mask_of_the_user():
            return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
