"""Mails written from messages: headers, text, HTML and pictures, in four languages."""

import re
from collections.abc import Callable
from dataclasses import replace as changed
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from service.notices.contract import Choice, Kind, Message, NoticeChannel, NoticeItem, Undeliverable
from service.notices.letters import MOST_PICTURES, Letters
from service.notices.mail_logs import MailLog
from service.settings.config import Config
from service.texts import LANGUAGES, text

CONFIG = Config(
    url="https://games.example/",
    smtp_url="smtp://mail.example",
    mail_from="Anabasis <no-reply@games.example>",
)
CHANNEL = NoticeChannel("c1", "p1", "email", "ada@example.org", "2026-11-01T00:00:00.000Z")
ITEM = NoticeItem(
    game_id="g1",
    version=7,
    seat=0,
    ruleset="settlers",
    title="The long winter",
    prompt="Roll the dice.",
    since=("Bob rolled an 8.", "Bob built a road."),
    due="2026-11-24T20:05:00.000Z",
    link="https://games.example/game/g1",
)
MESSAGE = Message(
    key="turn:g1:0:7",
    kind="turn",
    player="p1",
    name="Ada",
    locale="en",
    title="Your turn in The long winter",
    link="https://games.example/game/g1",
    items=(ITEM,),
)
PNG = b"\x89PNG\r\n\x1a\n and so on"
EVIL = "Yours\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script>\u2028\x00x"


def letters(
    picture_of: Callable[[NoticeItem, str], bytes | None] = lambda *_: PNG,
    zone: str | None = "Europe/Berlin",
    config: Config = CONFIG,
) -> Letters:
    return Letters(config, picture_of, lambda _: zone, lambda channel: f"p1.{channel.id}.stamp")


def written(
    message: Message = MESSAGE, channel: NoticeChannel = CHANNEL, by: Letters | None = None
) -> EmailMessage:
    """The mail of a message, as a mail program reads it from its bytes."""
    mail = (by or letters()).write(channel, message)
    read = message_from_bytes(bytes(mail), policy=default)
    assert read.defects == []
    return read


def plain(mail: EmailMessage) -> str:
    return str(body(mail, "plain").get_content())


def html(mail: EmailMessage) -> str:
    return str(body(mail, "html").get_content())


def body(mail: EmailMessage, kind: str) -> EmailMessage:
    part = mail.get_body((kind,))
    assert isinstance(part, EmailMessage)
    return part


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def of(self, name: str, attribute: str) -> list[str | None]:
        return [attributes.get(attribute) for tag, attributes in self.tags if tag == name]


def test_it_is_addressed_to_the_player_by_nobody_who_reads_answers():
    mail = written()
    assert mail["From"] == "Anabasis <no-reply@games.example>"
    assert mail["To"] == "ada@example.org"
    assert mail["Reply-To"] == "no-reply@games.example"
    assert mail["Subject"] == "Your turn in The long winter"
    assert mail["Date"].datetime.utcoffset() is not None
    assert "Nobody reads replies" in plain(mail)
    assert "Nobody reads replies" in html(mail)


def test_programs_know_that_no_person_wrote_it():
    mail = written()
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["Precedence"] == "bulk"
    assert mail["Content-Language"] == "en"


def test_a_repetition_has_the_same_id_and_no_other_mail_has_it():
    ids = [
        written()["Message-ID"],
        written(replace(MESSAGE, title="Again"))["Message-ID"],
        written(replace(MESSAGE, key="turn:g1:0:8"))["Message-ID"],
        written(channel=replace(CHANNEL, id="c2"))["Message-ID"],
    ]
    assert ids[0] == ids[1]
    assert len({*ids}) == 3
    assert re.fullmatch(r"<[0-9a-f]{32}@games\.example>", ids[0])


def test_it_can_be_unsubscribed_from_in_one_click():
    mail = letters().write(replace(CHANNEL, id="c" * 60), MESSAGE)
    link = f"https://games.example/unsubscribe/p1.{'c' * 60}.stamp"
    assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in bytes(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in Tags(html(mail)).of("a", "href")
    assert link in plain(mail)


def test_one_click_is_offered_by_https_alone():
    mail = written(by=letters(config=changed(CONFIG, url="http://games.example/")))
    assert mail["List-Unsubscribe"].startswith("<http://games.example/unsubscribe/")
    assert mail["List-Unsubscribe-Post"] is None


@pytest.mark.parametrize("kind", ["confirm", "sign_in"])
def test_nobody_unsubscribes_from_a_mail_that_was_asked_for(kind: Kind):
    link = f"https://games.example/account#{kind}=t0ken"
    message = replace(MESSAGE, kind=kind, items=(), text="The code is 4821.", link=link)
    mail = written(message)
    assert mail["List-Unsubscribe"] is mail["Precedence"] is None
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "unsubscribe" not in plain(mail) + html(mail)
    assert "The code is 4821." in plain(mail)
    assert "The code is 4821." in html(mail)
    assert link in plain(mail)
    assert Tags(html(mail)).of("a", "href")[-1] == link


def test_a_mail_that_asks_to_confirm_says_nothing_that_a_stranger_chose():
    message = replace(
        MESSAGE, kind="confirm", items=(), text="Confirm.", name="Buy at evil.example"
    )
    mail = written(replace(message, link="https://games.example/account#confirm=t"))
    assert "evil" not in plain(mail) + html(mail)


@pytest.mark.parametrize("part", [plain, html])
def test_both_parts_show_what_happened_what_is_due_and_when(part: Callable[[EmailMessage], str]):
    told = part(written())
    for said in ("Hello Ada,", *ITEM.since, ITEM.prompt, ITEM.link):
        assert said in told
    assert "until Tuesday, 24 November 2026, 21:05 (CET)" in told


def test_a_silent_order_is_named_below_the_moves_one_by_one():
    item = replace(ITEM, since=("Bob built a road.", "An order of yours sleeps."))
    logged = Letters(
        CONFIG, lambda *_: None, lambda _: None, lambda _: "stamp", lambda *_: MailLog(["4: road"])
    )
    silent = plain(written(replace(MESSAGE, items=(item,), silent=("g1",)), by=logged))
    assert silent.index("4: road") < silent.index("An order of yours sleeps.")
    assert "sleeps" not in plain(written(replace(MESSAGE, items=(item,)), by=logged))


def test_the_button_leads_to_the_due_move():
    tags = Tags(html(written()))
    buttons = [attributes for tag, attributes in tags.tags if attributes.get("class") == "button"]
    assert [button["href"] for button in buttons] == [ITEM.link]


def test_due_moves_are_links_beside_the_button_of_the_game():
    links = [f"{ITEM.link}?do={do}&after=7&seat=0" for do in ("accept%20give%201%20ore", "refuse")]
    offered = (
        Choice("Accept <b>", links[0], mailed=True, pushed=False),
        Choice("Refuse", links[1], mailed=True, pushed=True),
        Choice("End turn", f"{ITEM.link}?do=end", mailed=False, pushed=True),
    )
    mail = written(replace(MESSAGE, choices={ITEM.game_id: offered}))
    moves = [a["href"] for tag, a in Tags(html(mail)).tags if a.get("class") == "move accent"]
    assert moves == links
    assert "Accept &lt;b&gt;" in html(mail)
    assert f"- Accept <b>\n  {links[0]}\n- Refuse\n  {links[1]}\n" in plain(mail).replace(
        "\r\n", "\n"
    )
    assert "do=end" not in plain(mail) + html(mail)
    assert ITEM.link in Tags(html(mail)).of("a", "href")


def test_a_game_without_a_deadline_names_none():
    mail = written(replace(MESSAGE, items=(replace(ITEM, due=None),)))
    assert "until" not in plain(mail) + html(mail)


def test_the_picture_of_the_board_is_in_the_mail_itself():
    mail = written()
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content() == PNG
    assert picture.get_content_disposition() == "inline"
    tags = Tags(html(mail))
    assert tags.of("img", "src") == [f"cid:{picture['Content-ID'].strip('<>')}"]
    assert tags.of("img", "alt") == ["The board of The long winter"]


def test_without_a_picture_it_has_none():
    mail = written(by=letters(lambda *_: None))
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]
    assert "img" not in [tag for tag, _ in Tags(html(mail)).tags]


def test_nothing_is_loaded_from_elsewhere():
    tags = Tags(html(written()))
    assert {tag for tag, _ in tags.tags} & {"script", "link", "iframe", "object", "form"} == set()
    sources = tags.of("img", "src") + tags.of("td", "background")
    assert [source for source in sources if source and not source.startswith("cid:")] == []
    assert "url(" not in html(written())


def test_a_digest_reports_each_game_with_a_few_pictures():
    items = tuple(
        replace(ITEM, game_id=f"g{n}", title=f"Game {n}", link=f"https://games.example/game/g{n}")
        for n in range(5)
    )
    mail = written(replace(MESSAGE, kind="digest", items=items))
    for item in items:
        assert item.title in plain(mail)
        assert item.link in plain(mail)
        assert item.title in html(mail)
    pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert len({part["Content-ID"] for part in pictures}) == len(pictures) == MOST_PICTURES


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_players_language(language: str):
    mail = written(replace(MESSAGE, locale=language))
    for said in (plain(mail), html(mail)):
        assert text(language, "mail.play") in said
        assert text(language, "mail.unsubscribe") in said
        assert text(language, "mail.why_notices", site="games.example") in said
    assert Tags(html(mail)).of("html", "lang") == [language]
    assert mail["Content-Language"] == language


def test_another_language_is_english():
    assert "Play on" in plain(written(replace(MESSAGE, locale="xx")))


@pytest.mark.parametrize(
    ("language", "zone", "when"),
    [
        ("en", "Europe/Berlin", "Tuesday, 24 November 2026, 21:05 (CET)"),
        ("de", "Europe/Berlin", "Dienstag, 24. November 2026, 21:05 Uhr (MEZ)"),
        ("nl", "America/New_York", "dinsdag 24 november 2026, 15:05 uur (EST)"),
        ("da", "Asia/Kolkata", "onsdag den 25. november 2026 kl. 01.35 (GMT+05:30)"),
        ("en", None, "Tuesday, 24 November 2026, 20:05 (UTC)"),
        ("en", "Atlantis/Poseidonis", "Tuesday, 24 November 2026, 20:05 (UTC)"),
    ],
)
def test_the_deadline_is_by_the_players_clock(language: str, zone: str | None, when: str):
    assert when in plain(written(replace(MESSAGE, locale=language), by=letters(zone=zone)))


def test_words_of_others_add_no_header_and_no_tag():
    item = replace(ITEM, title=EVIL, prompt=EVIL, since=(EVIL,))
    mail = written(replace(MESSAGE, title=EVIL, name=EVIL, items=(item, item)))
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Yours Bcc: eve@example.org <script>alert(1)</script> x"
    assert mail["To"] == "ada@example.org"
    assert [tag for tag, _ in Tags(html(mail)).tags if tag == "script"] == []
    assert "&lt;script&gt;" in html(mail)


def test_a_long_title_is_cut_in_the_subject():
    mail = written(replace(MESSAGE, title="ä" * 4000))
    assert len(mail["Subject"]) == 150
    assert max(map(len, bytes(mail).split(b"\n"))) <= 998


@pytest.mark.parametrize(
    "address",
    [
        "ada@example.org\r\nBcc: eve@example.org",
        "ada@example.org, eve@example.org",
        "ada@example.org>",
        "Ada <ada@example.org>",
        "ada",
        "",
    ],
)
def test_what_is_no_address_is_undeliverable(address: str):
    with pytest.raises(Undeliverable, match="address_refused"):
        letters().write(replace(CHANNEL, target=address), MESSAGE)


def test_a_domain_of_other_letters_is_written_in_ascii():
    assert written(channel=replace(CHANNEL, target="ada@ü.example"))["To"] == (
        "ada@xn--tda.example"
    )
