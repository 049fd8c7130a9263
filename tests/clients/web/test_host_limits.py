"""The hosts' page asks for ends that the service takes."""

import re

from service.clients import WEB
from service.moderation.rights import ENDING


def test_the_longest_ends_on_the_page_are_those_of_the_service():
    code = (WEB / "pages/hostacts.js").read_text("utf-8")
    limits = re.findall(r"(\w+): \{ usual: \d+, most: (\d+) \}", code)
    assert {action: int(most) for action, most in limits} == ENDING
