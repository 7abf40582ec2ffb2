"""Pages on paper: a whole HTML page becomes a PDF. Nothing is read from the disk or the network on the way.

WeasyPrint (the extra ``[pdf]``) and the system's Pango are imported when the first page is set.
"""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

from paizhuo.rules.errors import TableError

Files = Callable[[str], bytes | None]
"""Gives the file that a page names by a relative address, None when there is none."""

BASE = "http://paper.invalid/"
"""Where a page seems to lie: a name that can never exist, so that what it names by relative addresses is told apart."""

LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class NoPaperError(TableError):
    """Raised when PDF cannot be made here; the message is one line that names the remedy."""


class BrokenPageError(TableError):
    """Raised when a page names a file that it may not have or that does not exist."""


def no_files(address: str) -> bytes | None:
    """Give nothing: the page brings everything along."""
    return None


def available() -> bool:
    """Say whether a PDF can be made here."""
    try:
        _weasyprint()
    except NoPaperError:
        return False
    return True


def pdf(html: str, files: Files = no_files) -> bytes:
    """Set a whole page with its own styles as PDF, A4 unless its ``@page`` says otherwise.

    Addresses relative to the page, also those that begin with a slash, are asked from ``files``.
    Raises ``NoPaperError`` and ``BrokenPageError``.
    """
    weasyprint = _weasyprint()
    from weasyprint.urls import FatalURLFetchingError

    document = weasyprint.HTML(string=html, base_url=BASE, url_fetcher=_fetcher(files))
    try:
        made: bytes = document.write_pdf()
    except FatalURLFetchingError as error:
        raise BrokenPageError(f"{error}: the page may not have it, or it does not exist") from error
    return made


def _fetcher(files: Files) -> object:
    """Give the library an object that answers every address itself; only ``data:`` is left to the library."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> object:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            path = unquote(urlsplit(url).path.lstrip("/"))
            found = files(path) if url.startswith(BASE) else None
            if found is None:
                raise ValueError(url)
            kind, _ = mimetypes.guess_type(path)
            return URLFetcherResponse(url, found, {"Content-Type": kind or "application/octet-stream"})

    # A refusal must stop the page: the library would otherwise leave a gap, which a record must not have.
    return Fetcher(allowed_protocols={"data"}, fail_on_errors=True)


def _weasyprint() -> Any:
    try:
        import weasyprint
    except ImportError as error:
        raise NoPaperError("WeasyPrint is not installed: pip install 'paizhuo[pdf]', or make extras") from error
    except OSError as error:
        # The library is there, but the system's Pango is not.
        raise NoPaperError(f"Pango is not installed: sudo apt-get install {LIBRARIES} fonts-noto-cjk") from error
    # It warns of every style that paper does not know, such as those for pointers and screens.
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    return weasyprint
