"""The sender of notices by e-mail."""

import ssl

from service.notices.board_pictures import KEPT_BYTES, BoardPictures
from service.notices.contract import Message, NoticeChannel
from service.notices.letters import Letters, recipient
from service.notices.mail_logs import MailLogs
from service.notices.parts import NoticeServices
from service.notices.smtp import Smtp
from service.notices.unsubscribe_tokens import unsubscribe_token
from service.people.player import PlayerUnknown
from service.people.players import Players
from service.pictures.studio import Studio
from service.settings.config import Config
from service.settings.mail_settings import mail_server


class Mail:
    """Sends messages as mails by the configured server, with the pictures of their boards."""

    def __init__(
        self, config: Config, services: NoticeServices, context: ssl.SSLContext | None = None
    ) -> None:
        assert config.smtp_url is not None
        studio = Studio(KEPT_BYTES)
        self._pictures = BoardPictures(services.cache, services.names, services.removals, studio)
        self._logs = MailLogs(services.cache, services.names, services.removals, studio)
        self._letters = Letters(
            config,
            self._pictures.of,
            lambda player: _zone(services.players, player),
            lambda channel: unsubscribe_token(services.key, channel.player, channel.id),
            self._logs.of,
        )
        own_name = self._letters.sender.domain
        self._smtp = Smtp(mail_server(config.smtp_url), own_name, context)

    def send(self, channel: NoticeChannel, message: Message) -> None:
        """Return once the server has taken the mail. Raises Undeliverable, TryAgain."""
        mail = self._letters.write(channel, message)
        to = recipient(channel).addr_spec
        self._smtp.hand_over(mail, self._letters.sender.addr_spec, to)

    def close(self) -> None:
        """End the connections, and the process that paints."""
        self._smtp.close()
        self._logs.close()
        self._pictures.close()


def _zone(players: Players, player: str) -> str | None:
    """Return the time zone of a player, None if it is not known."""
    try:
        return players.read(player).time_zone
    except PlayerUnknown:
        return None
