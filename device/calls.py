"""One signed call to another program, as the Standard Webhooks specification says, to an address that may be called."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import SplitResult, urlsplit

from paizhuo import __version__
from paizhuo.device.addresses import without_password
from paizhuo.device.news import News
from paizhuo.rules.errors import TableError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Resolve = Callable[[str, int], Sequence[str]]

PREFIX = "whsec_"
LEAST_SECRET = 24
ANSWER_WITHIN = 5.0


class CallError(TableError):
    """Raised when an address may not be called, or its secret or network is none; the message is one line."""


def secret_key(text: str) -> bytes:
    """Read a secret. Raises ``CallError``.

    >>> len(secret_key("whsec_" + "A" * 32))
    24
    """
    try:
        key = base64.b64decode(text.strip().removeprefix(PREFIX), validate=True)
    except ValueError:
        key = b""
    if not text.strip().startswith(PREFIX) or len(key) < LEAST_SECRET:
        raise CallError(f"a secret is {PREFIX!r} and at least {LEAST_SECRET} bytes in base64")
    return key


def signature(key: bytes, identifier: str, at: int, body: bytes) -> str:
    """Sign one try of one message.

    >>> signature(b"key", "1-0-played", 1700000000, b"{}")[:3]
    'v1,'
    """
    signed = hmac.new(key, f"{identifier}.{at}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(signed).decode()


def message(table: str, told: News, at: float) -> bytes:
    """Write a piece of news as the body of a call; ``at`` is when it was heard (seconds since 1970)."""
    heard = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
    values = {"type": f"paizhuo.{told.kind}", "timestamp": heard, "data": {"table": table, **told.as_json()}}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def checked_url(url: str) -> SplitResult:
    """Read an address that may be called by its shape. Raises ``CallError``, and never shows a password."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        raise CallError(f"{without_password(url)!r} is no address") from None
    if not fine or parts.username or parts.password or parts.fragment:
        raise CallError(f"{without_password(url)!r}: http:// or https://, a host and no password are allowed")
    return parts


def checked_network(text: str) -> Network:
    """Read a network. Raises ``CallError``."""
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise CallError(f"{text!r} is no network, such as 192.168.1.0/24: {error}") from None


def resolved(host: str, port: int) -> Sequence[str]:
    """Give the addresses of a host."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


@dataclass(frozen=True, slots=True)
class Caller:
    """Calls addresses inside ``networks`` and nowhere else."""

    key: bytes
    networks: tuple[Network, ...]
    resolve: Resolve = resolved

    def call(self, url: str, identifier: str, body: bytes, at: float) -> int:
        """Send one message and give the answer's status. Redirects are not followed.

        Raises ``CallError`` for an address that may not be called, ``OSError`` and ``http.client.HTTPException`` when
        it cannot be reached or answers no HTTP.
        """
        parts = checked_url(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        connection = self._connected(parts.scheme, host, port)
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            headers = {
                "Host": parts.netloc,
                "Content-Type": "application/json",
                "User-Agent": f"paizhuo/{__version__}",
                "webhook-id": identifier,
                "webhook-timestamp": str(int(at)),
                "webhook-signature": signature(self.key, identifier, int(at), body),
            }
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def _connected(self, scheme: str, host: str, port: int) -> http.client.HTTPConnection:
        """Connect to the very address that was checked: a second look-up of the name could give another."""
        addresses = self.resolve(host, port)
        wrong = next((each for each in addresses if not self.may_call(each)), None)
        if wrong is not None or not addresses:
            raise CallError(f"{host}: {wrong or 'no address'} is in no network of webhooks.networks")
        plain = socket.create_connection((addresses[0], port), timeout=ANSWER_WITHIN)
        connection = http.client.HTTPConnection(host, port, timeout=ANSWER_WITHIN)
        try:
            secure = scheme == "https"
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host) if secure else plain
        except OSError:
            plain.close()
            raise
        return connection

    def may_call(self, address: str) -> bool:
        """Say whether an address lies in one of the networks; an IPv4 address in IPv6 clothes counts as itself."""
        read = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(read, ipaddress.IPv6Address) and read.ipv4_mapped is not None:
            read = read.ipv4_mapped
        return any(read in network for network in self.networks if network.version == read.version)
