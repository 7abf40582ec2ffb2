"""Under which addresses other machines reach this one."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from paizhuo.device.addresses import own_addresses, own_names, reachable_at


def test_the_machine_has_its_name_and_its_name_on_the_local_network() -> None:
    name = socket.gethostname().partition(".")[0].lower()
    assert {name, f"{name}.local"} <= set(own_names())


def test_own_addresses_can_be_bound_and_are_no_loopback() -> None:
    for address in own_addresses():
        read = ipaddress.ip_address(address.strip("[]"))
        assert not read.is_loopback
        with socket.socket(socket.AF_INET6 if read.version == 6 else socket.AF_INET) as bound:
            bound.bind((str(read), 0))


@pytest.mark.parametrize(
    ("host", "port", "addresses"),
    [
        ("127.0.0.1", 8000, ("http://127.0.0.1:8000/",)),
        ("192.168.1.7", 80, ("http://192.168.1.7/",)),
        ("::1", 8000, ("http://[::1]:8000/",)),
        ("table.example", 8000, ("http://table.example:8000/",)),
    ],
)
def test_a_certain_address_is_told_as_it_is(host: str, port: int, addresses: tuple[str, ...]) -> None:
    assert reachable_at(host, port) == addresses


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_everywhere_is_told_as_what_a_phone_can_open(everywhere: str) -> None:
    told = reachable_at(everywhere, 8000, ("table.example",))
    assert told[0] == "http://table.example:8000/"
    assert not any("0.0.0.0" in address or "[::]" in address for address in told)
    assert {f"http://{address}:8000/" for address in own_addresses()} <= set(told)
