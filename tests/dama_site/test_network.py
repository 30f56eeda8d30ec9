"""Which names and addresses the site answers to."""

import socket

from dama_site.network import answers, bind_problem, lan_addresses, reachable_names, urls

LOCAL = ["localhost", "127.0.0.1", "[::1]"]


def test_a_machine_alone_answers_to_its_local_names():
    assert reachable_names("127.0.0.1") == ["127.0.0.1", "localhost", "[::1]"]


def test_a_named_host_is_answered_to_as_well():
    assert reachable_names("dama.local") == ["dama.local", *LOCAL]


def test_a_hall_may_use_every_address_and_the_name_of_the_machine():
    name = socket.gethostname()
    wanted = dict.fromkeys([*LOCAL, *lan_addresses(), name, f"{name}.local"])
    assert reachable_names("0.0.0.0") == list(wanted)


def test_every_address_to_type_is_one_the_site_answers_to():
    hosts = [url.removeprefix("http://").split(":")[0] for url in urls("0.0.0.0", 8000)]
    assert hosts[0] == "127.0.0.1"
    assert [host for host in hosts if host not in reachable_names("0.0.0.0")] == []


def test_loopback_is_no_address_of_the_network():
    assert [each for each in lan_addresses() if each.startswith("127.")] == []


def test_a_port_is_free_until_somebody_listens():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert not answers("127.0.0.1", port)
        assert bind_problem("127.0.0.1", port) == "Address already in use"
        taken.listen()
        assert answers("0.0.0.0", port)
    assert (answers("127.0.0.1", port), bind_problem("127.0.0.1", port)) == (False, "")


def test_an_address_of_another_machine_cannot_be_listened_on():
    assert bind_problem("203.0.113.77", 8000) == "Cannot assign requested address"
