"""The private networks that webhooks may reach by the host's leave."""

import ipaddress
from collections.abc import Callable, Iterable

from msgspec import Struct

from service.notices.public_addresses import is_public
from service.settings.setting_values import Network

Resolve = Callable[[str, int], Iterable[str]]
"""Return the numeric addresses of a name. Raises OSError."""


class AllowedNetworks(Struct, frozen=True):
    """Networks beside the public Internet, without the hosts of the ``store``.

    A store on this machine itself is only kept from by its port.
    """

    networks: tuple[Network, ...] = ()
    store: tuple[tuple[str, int], ...] = ()

    def allows(self, address: str, port: int, resolve: Resolve) -> bool:
        """True if a webhook may connect to an address; ``resolve`` looks the store's hosts up."""
        if is_public(address):
            return True
        ip = ipaddress.ip_address(address.partition("%")[0])
        if not any(ip in each for each in self.networks):
            return False
        if ip.is_link_local or ip.is_multicast or ip.is_unspecified:
            return False
        return not any(
            self._is_store(ip, port, host, store_port, resolve) for host, store_port in self.store
        )

    @staticmethod
    def _is_store(
        ip: ipaddress.IPv4Address | ipaddress.IPv6Address,
        port: int,
        host: str,
        store_port: int,
        resolve: Resolve,
    ) -> bool:
        if ip.is_loopback and port != store_port:
            return False
        try:
            known = {ipaddress.ip_address(each) for each in resolve(host, store_port)}
        except (OSError, ValueError):
            return True  # it may be the store
        return ip in known or (ip.is_loopback and any(each.is_loopback for each in known))
