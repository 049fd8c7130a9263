"""The configuration as the environment gives it."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from service.settings.config import Config
from service.settings.setting import ConfigRefused


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Config.from_environment({}) == Config()


STATED = {
    "ANABASIS_HOST": "0.0.0.0",
    "ANABASIS_PORT": "9000",
    "ANABASIS_DATA": "/games",
    "ANABASIS_REDIS_URL": "redis://db:6379",
    "ANABASIS_WORKERS": "4",
    "ANABASIS_REPLICAS": "1",
    "ANABASIS_RATE_LIMIT": "10 per second",
    "ANABASIS_CACHE_MB": "10",
    "ANABASIS_PROXIES": "2",
    "ANABASIS_STREAMS": "9",
    "ANABASIS_STREAMS_EACH": "3",
    "ANABASIS_STREAMS_ADDRESS": "7",
    "ANABASIS_NEW_PLAYERS": "5 per day",
    "ANABASIS_NEW_PLAYERS_HOUSE": "7 per day",
    "ANABASIS_REGISTRATION": "invite",
    "ANABASIS_MAIL_DOMAINS": "Club.example, .bücher.example",
    "ANABASIS_INVITATIONS": "members",
    "ANABASIS_IDLE_ACCOUNTS": "730",
    "ANABASIS_LOG_DAYS": "7",
    "ANABASIS_JOIN_LINKS_INVITE": "on",
    "ANABASIS_WATCHING": "members",
    "ANABASIS_OPEN_GAMES": "3",
    "ANABASIS_HOSTS": "Games.example, .example.org",
    "ANABASIS_URL": "https://games.example",
    "ANABASIS_SMTP_URL": "smtp://mail.example",
    "ANABASIS_MAIL_FROM": "no-reply@games.example",
    "ANABASIS_WEBHOOKS_PRIVATE": "on",
    "ANABASIS_WEBHOOK_NETWORKS": "10.1.0.0/16, fd00::/8",
    "ANABASIS_NAME": "The club",
    "ANABASIS_ACCENT": "#9c3d1b,#f0a071",
    "ANABASIS_LANGUAGES": "de,en",
    "ANABASIS_CONTACT": "host@games.example",
}


def test_every_variable_is_read() -> None:
    assert Config.from_environment(STATED) == Config(
        host="0.0.0.0",
        port=9000,
        data=Path("/games"),
        redis_url="redis://db:6379",
        workers=4,
        replicas=1,
        rate_limit=True,
        rate_limits="10 per second",
        cache_bytes=10_000_000,
        proxies=2,
        streams=9,
        streams_each=3,
        streams_address=7,
        new_players="5 per day",
        new_players_house="7 per day",
        registration="invite",
        mail_domains=("club.example", ".bücher.example"),
        invitations="members",
        idle_accounts=730,
        log_days=7,
        join_links_invite=True,
        watching="members",
        open_games=3,
        hosts=("games.example", ".example.org"),
        url="https://games.example/",
        smtp_url="smtp://mail.example",
        mail_from="Anabasis <no-reply@games.example>",
        webhooks_private=True,
        webhook_networks=(ip_network("10.1.0.0/16"), ip_network("fd00::/8")),
        name="The club",
        accent=("#9c3d1b", "#f0a071"),
        languages=("de", "en"),
        contact="mailto:host@games.example",
    )


def test_the_services_own_port_goes_before_the_hosts() -> None:
    assert Config.from_environment({"PORT": "5000"}).port == 5000
    assert Config.from_environment({"PORT": "5000", "ANABASIS_PORT": "5001"}).port == 5001


def test_an_empty_variable_is_a_missing_one() -> None:
    assert Config.from_environment({"ANABASIS_REDIS_URL": " ", "PORT": ""}) == Config()
    assert Config.from_environment({"PORT": "5000", "ANABASIS_PORT": " "}).port == 5000


@pytest.mark.parametrize(
    ("given", "most_bytes"),
    [
        ({}, 64_000_000),
        ({"ANABASIS_CACHE_MB": "10"}, 10_000_000),
        ({"ANABASIS_CACHE_EVENTS": "1000"}, 64_000_000),
    ],
)
def test_the_cache_is_bounded_in_megabytes_alone(given: dict[str, str], most_bytes: int) -> None:
    assert Config.from_environment(given).cache_bytes == most_bytes


def test_the_rate_limit_can_be_turned_off() -> None:
    assert not Config.from_environment({"ANABASIS_RATE_LIMIT": "off"}).rate_limit


@pytest.mark.parametrize("value", ["65536", "-1", "8000.0", "٨٠٠٠", "http"])
def test_a_port_is_a_whole_number_in_range(value: str) -> None:
    with pytest.raises(ConfigRefused, match=r"PORT.*whole number from 0 to 65535"):
        Config.from_environment({"PORT": value})


@pytest.mark.parametrize("value", ["0", "65535"])
def test_the_bounds_of_a_number_belong_to_it(value: str) -> None:
    assert Config.from_environment({"PORT": value}).port == int(value)


@pytest.mark.parametrize(
    "value",
    [
        "localhost:6379",
        "http://db",
        "redis://",
        "redis://db:port",
        "redis://[::1",
        "unix://",
    ],
)
def test_a_redis_url_names_a_host_or_a_socket(value: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_REDIS_URL.*redis://host:6379"):
        Config.from_environment({"ANABASIS_REDIS_URL": value})


@pytest.mark.parametrize(
    ("value", "remedy"),
    [
        ("redis+cluster://", "each host is a name or address"),
        ("redis+cluster://one:6379,,two", "each host is a name or address"),
        ("redis+cluster://one:70000", "a port is a number from 1 to 65535"),
        ("redis+cluster://one,two/1", "a cluster has one database"),
        ("redis+cluster://one?ssl_ca_certs=ca.pem", "ssl_ca_certs is no option"),
        ("rediss+cluster://one?sentinel_password=x", "sentinel_password is no option"),
        ("redis+sentinel://one,two", "name the master"),
        ("redis+sentinel://one/games/first", "the number of its database"),
        ("redis://one,two", "one server has one host"),
    ],
)
def test_an_address_of_a_cluster_or_sentinels_is_complete(value: str, remedy: str) -> None:
    with pytest.raises(ConfigRefused, match=remedy):
        Config.from_environment({"ANABASIS_REDIS_URL": value})


@pytest.mark.parametrize("value", ["http://games.example", "games.example:80", "a b/", "*"])
def test_hosts_are_names(value: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_HOSTS.*games\.example"):
        Config.from_environment({"ANABASIS_HOSTS": value})


@pytest.mark.parametrize(
    "value",
    [
        "redis://:s3cret@db:port",
        "redis+sentinel://ada:s3cret@one,two",
        "redis+sentinel://one?sentinel_password=s3cret",
    ],
)
def test_a_refused_address_does_not_show_its_password(value: str) -> None:
    with pytest.raises(ConfigRefused) as refused:
        Config.from_environment({"ANABASIS_REDIS_URL": value})
    assert "s3cret" not in str(refused.value)


def test_replicas_whose_disks_must_confirm_are_some() -> None:
    synced = {"ANABASIS_REPLICAS_SYNC": "on"}
    with pytest.raises(ConfigRefused, match="set ANABASIS_REPLICAS as well"):
        Config.from_environment(synced)
    config = Config.from_environment(synced | {"ANABASIS_REPLICAS": "2"})
    assert (config.replicas, config.replicas_synced) == (2, True)


def test_webhooks_to_private_addresses_are_on_or_off() -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_WEBHOOKS_PRIVATE.*give"):
        Config.from_environment({"ANABASIS_WEBHOOKS_PRIVATE": "yes"})


@pytest.mark.parametrize("value", ["0 per second", "300 per minute; 0/hour"])
def test_a_limit_that_would_refuse_every_request_is_refused(value: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_RATE_LIMIT=.*refuse every request.*300 per"):
        Config.from_environment({"ANABASIS_RATE_LIMIT": value})


@pytest.mark.parametrize("value", ["eve@club.example", "club", "club..example", "a b_c.example"])
def test_a_mail_domain_is_a_domain(value: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_MAIL_DOMAINS.*club\.example"):
        Config.from_environment({"ANABASIS_MAIL_DOMAINS": value})


def test_mail_domains_need_a_mail_server() -> None:
    with pytest.raises(ConfigRefused, match="set ANABASIS_SMTP_URL as well"):
        Config.from_environment({"ANABASIS_MAIL_DOMAINS": "club.example"})


@pytest.mark.parametrize("value", ["0", "89", "2y", "36501"])
def test_accounts_are_idle_after_days_or_never(value: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_IDLE_ACCOUNTS.*never.*90 to 36500"):
        Config.from_environment({"ANABASIS_IDLE_ACCOUNTS": value})
    assert Config.from_environment({"ANABASIS_IDLE_ACCOUNTS": "never"}).idle_accounts == 0
