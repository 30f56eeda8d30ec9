"""The addresses of this machine: which ones a hall's devices can reach it by, and whether a port is free."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
EVERY_ADDRESS = {"0.0.0.0", "::", ""}  # noqa: S104 (compared with, not bound)


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine's interfaces, without loopback, in the system's order."""
    found = [_address(name) for _, name in socket.if_nameindex()]
    return [each for each in dict.fromkeys(found) if each and not ipaddress.ip_address(each).is_loopback]


def _address(interface: str) -> str:
    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            return socket.inet_ntoa(fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)[20:24])
        except OSError:  # an interface without an IPv4 address
            return ""


def reachable_names(host: str) -> list[str]:
    """Return the names and addresses a browser may ask for when the site listens on `host`."""
    local = ["localhost", "127.0.0.1", "[::1]"]
    if host not in EVERY_ADDRESS:
        return list(dict.fromkeys([host, *local]))
    name = socket.gethostname()
    return list(dict.fromkeys([*local, *lan_addresses(), name, f"{name}.local"]))


def urls(host: str, port: int) -> list[str]:
    """Return the addresses to type into a browser, the first for this machine itself."""
    if host not in EVERY_ADDRESS:
        return [f"http://{host}:{port}/"]
    return [f"http://{each}:{port}/" for each in ["127.0.0.1", *lan_addresses()]]


def answers(host: str, port: int) -> bool:
    """Return whether something listens there."""
    target = "127.0.0.1" if host in EVERY_ADDRESS else host
    try:
        with socket.create_connection((target, port), timeout=1):
            return True
    except OSError:
        return False


def bind_problem(host: str, port: int) -> str:
    """Return why nothing can listen there ("" when it can)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            return getattr(error, "strerror", None) or str(error)
    return ""
