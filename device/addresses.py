"""Under which names and addresses other machines reach this one, and how addresses are shown."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from pathlib import Path

__all__ = ["own_addresses", "own_names", "reachable_at", "without_password"]

_SIOCGIFADDR = 0x8915
"""Linux: ask an interface for its IPv4 address."""

_IF_INET6 = Path("/proc/net/if_inet6")


def own_names() -> tuple[str, ...]:
    """Give this machine's name as the network knows it: bare, and as mDNS announces it."""
    name = socket.gethostname().partition(".")[0].lower()
    full = socket.gethostname().lower()
    return tuple(dict.fromkeys((full, name, f"{name}.local")))


def own_addresses() -> tuple[str, ...]:
    """Give the addresses of this machine's interfaces, IPv4 first, as a browser writes them; no packet is sent.

    Loopback is left out, and so are IPv6 addresses that only count on one cable: a browser cannot name those.
    """
    return (*_ipv4(), *_ipv6())


def reachable_at(host: str, port: int, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Give the addresses at which pages that listen at ``host`` can be opened, the surest first.

    >>> reachable_at("192.168.1.7", 8000)
    ('http://192.168.1.7:8000/',)
    """
    if not ipaddress_of(host).is_unspecified:
        return (_url(host, port),)
    found = own_addresses()
    local = tuple(name for name in own_names() if name.endswith(".local"))
    return tuple(_url(each, port) for each in (*names, *found, *(local if found else ()))) or (_url("127.0.0.1", port),)


def ipaddress_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Read an address; a name stands for one address that is not everybody's."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return ipaddress.IPv4Address("127.0.0.1")


def without_password(address: str) -> str:
    """Give an address as it may be shown: whatever stands before an @ may hold a password, however wrong the rest is.

    >>> without_password("rtps:/me:secret@10.0.0.7/x"), without_password("10.0.0.7")
    ('…@10.0.0.7/x', '10.0.0.7')
    """
    return f"…@{address.rpartition('@')[2]}" if "@" in address else address


def _url(host: str, port: int) -> str:
    named = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{named}/" if port == 80 else f"http://{named}:{port}/"


def _ipv4() -> list[str]:
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asking.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # an interface without an address
            address = ipaddress.IPv4Address(answer[20:24])
            if not address.is_loopback:
                found.append(str(address))
    return found


def _ipv6() -> list[str]:
    try:
        lines = _IF_INET6.read_text("ascii").splitlines()
    except OSError:
        return []
    addresses = [ipaddress.IPv6Address(bytes.fromhex(line.split()[0])) for line in lines]
    return [f"[{each}]" for each in addresses if not (each.is_loopback or each.is_link_local)]
