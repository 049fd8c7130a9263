"""The settings of outgoing mail."""

import pytest

from service.settings.config import Config
from service.settings.mail_settings import MailServer, mail_sender, mail_server
from service.settings.setting import ConfigRefused

MAILS = {
    "ANABASIS_URL": "https://games.example",
    "ANABASIS_SMTP_URL": "smtp://mail.example",
    "ANABASIS_MAIL_FROM": "Anabasis <no-reply@games.example>",
}


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example", MailServer("mail.example", 587, "starttls")),
        ("smtp://mail.example:26?starttls=on", MailServer("mail.example", 26, "starttls")),
        ("smtp://localhost?starttls=off", MailServer("localhost", 25, "none")),
        (
            "smtps://me%40mail.example:p%3A%2Fw@mail.example",
            MailServer("mail.example", 465, "tls", "me@mail.example", "p:/w"),
        ),
        ("smtps://u:p@[::1]:4650/", MailServer("::1", 4650, "tls", "u", "p")),
    ],
)
def test_a_url_names_server_encryption_and_login(url: str, server: MailServer) -> None:
    assert mail_server(url) == server


@pytest.mark.parametrize(
    "url",
    [
        "mail.example:587",
        "http://mail.example",
        "smtp://",
        "smtp://mail.example:0",
        "smtp://mail.example:port",
        "smtp://mail.example/box",
        "smtp://mail.example?tls=on",
        "smtp://mail.example?starttls=maybe",
        "smtps://mail.example?starttls=off",
        "smtp://user@mail.example",
    ],
)
def test_a_url_of_another_form_is_refused(url: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_SMTP_URL.*smtp://user:password@host:587"):
        Config.from_environment({**MAILS, "ANABASIS_SMTP_URL": url})


def test_a_password_is_not_sent_where_anybody_could_read_it() -> None:
    with pytest.raises(ValueError, match="only with TLS"):
        mail_server("smtp://user:password@mail.example?starttls=off")


@pytest.mark.parametrize("url", ["smtp:me:s3cret@mail.example", "smtp://me:s3cret@mail.example:x"])
def test_a_refused_server_does_not_show_its_password(url: str) -> None:
    with pytest.raises(ConfigRefused) as refused:
        Config.from_environment({**MAILS, "ANABASIS_SMTP_URL": url})
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("missing", ["ANABASIS_URL", "ANABASIS_MAIL_FROM"])
def test_a_server_without_address_or_sender_is_refused_by_the_missing_name(missing: str) -> None:
    with pytest.raises(ConfigRefused, match=f"set {missing} as well"):
        Config.from_environment({**MAILS, missing: ""})


@pytest.mark.parametrize(
    "url",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "https://me@games.example",
        "https://games.example/?a=1",
        "https://games.example/#x",
        "https://games.example:port",
        'https://games.example/"',
        "https://games.example\\evil",
    ],
)
def test_a_public_address_is_a_plain_web_address(url: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_URL.*https://games\.example/"):
        Config.from_environment({"ANABASIS_URL": url})


@pytest.mark.parametrize("url", ["https://games.example", "https://games.example/"])
def test_a_public_address_ends_with_a_slash(url: str) -> None:
    assert Config.from_environment({"ANABASIS_URL": url}).url == "https://games.example/"


def test_a_sender_without_a_name_is_called_as_the_service() -> None:
    assert str(mail_sender("no-reply@games.example")) == "Anabasis <no-reply@games.example>"
    assert str(mail_sender("Games at home <us@box>")) == "Games at home <us@box>"


@pytest.mark.parametrize("text", ["Anabasis", "no reply@games.example", "ä@games.example", "@"])
def test_a_sender_is_an_address(text: str) -> None:
    with pytest.raises(ConfigRefused, match=r"ANABASIS_MAIL_FROM.*no-reply@games\.example"):
        Config.from_environment({**MAILS, "ANABASIS_MAIL_FROM": text})
