"""The reasons for which requests about notices are refused."""


class MailOff(Exception):
    """This host sends no mail."""


class ChannelUnconfirmed(Exception):
    """The channel's address was never confirmed."""
