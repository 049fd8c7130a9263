"""Mails handed over to a real SMTP server, and what its answers mean."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email.message import EmailMessage
from threading import Event, Thread

import pytest
import trustme

from service.notices import smtp as smtps
from service.notices.contract import TryAgain, Undeliverable
from service.notices.smtp import Smtp
from service.settings.mail_settings import mail_server
from tests.service.notices.mailboxes import HOST, Mailbox, Tls

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH while")

ADA, BOB = "ada@example.org", "bob@example.org"


@pytest.fixture
def mailbox(authority: trustme.CA) -> Iterator[Mailbox]:
    with Mailbox(authority).serving() as mailbox:
        yield mailbox


@contextmanager
def sender_to(url: str, tls: ssl.SSLContext | None = None, seconds: float = 10.0) -> Iterator[Smtp]:
    with closing(Smtp(mail_server(url), "games.example", tls, seconds)) as smtp:
        yield smtp


def a_mail(subject: str = "Your turn") -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"] = subject
    mail.set_content("Roll the dice.")
    return mail


def send(smtp: Smtp, recipient: str = ADA, subject: str = "Your turn") -> None:
    smtp.hand_over(a_mail(subject), "no-reply@games.example", recipient)


@pytest.mark.parametrize("kind", ["starttls", "tls"])
def test_a_mail_goes_encrypted_and_with_login(
    authority: trustme.CA, tls: ssl.SSLContext, kind: Tls
):
    with Mailbox(authority, kind, "me:s3cret").serving() as box, sender_to(box.url, tls) as smtp:
        send(smtp)
        got = box.take()
    assert (got.sender, got.recipients) == ("no-reply@games.example", [ADA])
    assert got.mail["Subject"] == "Your turn"
    assert got.is_encrypted


@pytest.mark.parametrize("kind", ["starttls", "tls"])
def test_a_server_that_cannot_prove_its_name_gets_neither_mail_nor_password(
    authority: trustme.CA, kind: Tls
):
    with Mailbox(authority, kind, "me:s3cret").serving() as box, sender_to(box.url) as smtp:
        with pytest.raises(TryAgain, match="mail_unreachable"):
            send(smtp)
        assert box.mails.empty()


def test_nothing_is_sent_in_the_clear_where_encryption_is_missing(
    mailbox: Mailbox, tls: ssl.SSLContext
):
    with sender_to(f"smtp://{HOST}:{mailbox.port}", tls) as smtp:
        with pytest.raises(TryAgain, match="mail_unreachable"):
            send(smtp)
        assert mailbox.mails.empty()


def test_a_wrong_password_is_tried_again_later(authority: trustme.CA, tls: ssl.SSLContext):
    with Mailbox(authority, "tls", "me:s3cret").serving() as box:
        url = box.url.replace("s3cret", "wrong")
        with sender_to(url, tls) as smtp, pytest.raises(TryAgain, match="mail_refused"):
            send(smtp)


def test_a_batch_goes_by_one_connection(mailbox: Mailbox):
    with sender_to(mailbox.url) as smtp:
        for number in range(5):
            send(smtp, subject=f"mail {number}")
        got = [mailbox.take() for _ in range(5)]
    assert [each.mail["Subject"] for each in got] == [f"mail {number}" for number in range(5)]
    assert len({each.peer for each in got}) == 1


def test_a_refused_recipient_ends_no_connection(mailbox: Mailbox):
    mailbox.answers[BOB] = "550 5.1.1 no such user"
    with sender_to(mailbox.url) as smtp:
        send(smtp)
        with pytest.raises(Undeliverable):
            send(smtp, BOB)
        send(smtp)
        assert mailbox.take().peer == mailbox.take().peer


def test_a_connection_takes_a_bounded_number_of_mails(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(smtps, "MAILS_EACH", 2)
    with sender_to(mailbox.url) as smtp:
        for _ in range(4):
            send(smtp)
        peers = [mailbox.take().peer for _ in range(4)]
    assert [peers.count(peer) for peer in dict.fromkeys(peers)] == [2, 2]


def test_a_connection_that_the_server_ended_is_replaced(authority: trustme.CA):
    with Mailbox(authority).serving() as box, sender_to(box.url) as smtp:
        send(smtp)
        first = box.take().peer
        (kept,) = smtp._kept
        assert kept.smtp.sock is not None
        kept.smtp.sock.shutdown(socket.SHUT_RDWR)
        send(smtp)
        assert box.take().peer != first


def test_an_idle_connection_is_replaced(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(smtps, "IDLE_SECONDS", 0.0)
    with sender_to(mailbox.url) as smtp:
        send(smtp)
        send(smtp)
        assert mailbox.take().peer != mailbox.take().peer


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("550 5.1.1 no such user", "address_refused"),
        ("553 address syntax", "address_refused"),
        ("550 user unknown", "address_refused"),
        ("556 5.1.10 null MX", "address_refused"),
    ],
)
def test_an_address_that_is_none_is_undeliverable(mailbox: Mailbox, answer: str, reason: str):
    mailbox.answers[ADA] = answer
    with sender_to(mailbox.url) as smtp, pytest.raises(Undeliverable, match=reason):
        send(smtp)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("451 4.7.1 greylisted", "mail_deferred"),
        ("421 4.3.2 closing", "mail_deferred"),
        ("552 5.2.2 mailbox full", "mail_deferred"),
        ("550 5.2.2 over quota", "mail_deferred"),
        ("550 5.7.1 relaying denied", "mail_refused"),
        ("530 5.7.0 log in first", "mail_refused"),
    ],
)
def test_what_is_no_fault_of_the_address_is_tried_again(mailbox: Mailbox, answer: str, reason: str):
    mailbox.answers[ADA] = answer
    with sender_to(mailbox.url) as smtp, pytest.raises(TryAgain, match=reason):
        send(smtp)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("451 later", "mail_deferred"), ("554 5.6.0 not like this", "mail_refused")],
)
def test_a_refused_mail_or_sender_pauses_no_address(mailbox: Mailbox, answer: str, reason: str):
    with sender_to(mailbox.url) as smtp:
        mailbox.to_data = answer
        with pytest.raises(TryAgain, match=reason):
            send(smtp)
        mailbox.to_data, mailbox.to_sender = "250 OK", answer
        with pytest.raises(TryAgain, match=reason):
            send(smtp)
        mailbox.to_sender = "250 OK"
        send(smtp)
        assert mailbox.take().recipients == [ADA]


def test_a_server_that_is_away_is_tried_again_later():
    with socket.create_server((HOST, 0)) as listener:
        port = listener.getsockname()[1]
    url = f"smtp://{HOST}:{port}?starttls=off"
    with sender_to(url) as smtp, pytest.raises(TryAgain, match="mail_unreachable"):
        send(smtp)


def test_a_server_that_never_answers_is_given_up():
    with socket.create_server((HOST, 0)) as listener:
        url = f"smtp://{HOST}:{listener.getsockname()[1]}?starttls=off"
        with (
            sender_to(url, seconds=0.1) as smtp,
            pytest.raises(TryAgain, match="mail_unreachable"),
        ):
            send(smtp)


def test_a_server_that_trickles_is_given_up_as_a_whole(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(smtps, "WHOLE_SECONDS", 0.2)
    with trickling() as (url, sent), sender_to(url) as smtp, pytest.raises(TryAgain):
        send(smtp)
    assert 0 < len(sent) < GREETING


GREETING = 200
"""The letters of a greeting that takes four seconds."""


@contextmanager
def trickling() -> Iterator[tuple[str, list[int]]]:
    """A server that greets one letter after another, and those that it could send."""
    sent: list[int] = []

    def trickle(listener: socket.socket) -> None:
        connected, _ = listener.accept()
        with connected, suppress(OSError):
            while len(sent) < GREETING and not Event().wait(0.02):
                sent.append(connected.send(b"2"))

    with socket.create_server((HOST, 0)) as listener:
        thread = Thread(target=trickle, args=(listener,))
        thread.start()
        yield f"smtp://{HOST}:{listener.getsockname()[1]}?starttls=off", sent
        thread.join()


def test_an_address_of_other_letters_goes_where_the_server_can_write_it(authority: trustme.CA):
    with Mailbox(authority, enable_SMTPUTF8=True).serving() as box, sender_to(box.url) as smtp:
        send(smtp, "zoë@example.org")
        assert box.take().recipients == ["zoë@example.org"]


def test_an_address_of_other_letters_is_undeliverable_elsewhere(authority: trustme.CA):
    with (
        Mailbox(authority, enable_SMTPUTF8=False).serving() as box,
        sender_to(box.url) as smtp,
        pytest.raises(Undeliverable, match="address_not_ascii"),
    ):
        send(smtp, "zoë@example.org")


def test_several_threads_send_at_once(mailbox: Mailbox):
    with sender_to(mailbox.url) as smtp:
        threads = [Thread(target=send, args=(smtp,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [mailbox.take().recipients for _ in threads] == [[ADA]] * 8
