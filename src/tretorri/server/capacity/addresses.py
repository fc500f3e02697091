"""Network addresses of callers, and which of them belong to one customer of a network."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
UNKNOWN = "unknown"
CUSTOMER_BITS = 56  # of an IPv6 address: one customer of a network has 256 networks of /64


@lru_cache(maxsize=4096)
def parse_address(text: str) -> Address | None:
    """Return an address; one of the old kind that is written as a new one is an old one."""
    try:
        found = ip_address(text.strip().strip("[]"))
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def parse_networks(text: str) -> tuple[Network, ...]:
    """Return the addresses and networks in a list.

    >>> networks("10.0.0.1 fd00::/8")
    (IPv4Network('10.0.0.1/32'), IPv6Network('fd00::/8'))
    """
    parts = text.replace(",", " ").split()
    return tuple(ip_network(part, strict=False) for part in parts)


def customer_network(caller: Address | None) -> str:
    """Return what stands for all addresses that one customer of a network can use.

    >>> customer_of(address("2001:db8:1:2ff::1"))
    '2001:db8:1:200::'
    """
    if isinstance(caller, IPv6Address):
        return str(IPv6Network((caller, CUSTOMER_BITS), strict=False).network_address)
    return str(caller) if caller else UNKNOWN
