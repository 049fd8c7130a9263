"""A page that shows events the store has lost corrects itself."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from service.redis.shards import shard_of
from service.server.data_folder import running_url
from service.store.redis_store import RedisStore
from tests.e2e.web import browsers
from tests.e2e.web.play_alexandros import shown_version
from tests.e2e.web.prepared_games import prepared
from tests.waiting import eventually


def test_a_page_shows_the_present_record_once_the_store_has_gone_back(
    browser: Browser, tmp_path: Path
) -> None:
    with browsers.served(tmp_path) as site:
        game = prepared(site, "Ada", "Bob")
        store = RedisStore.of_url(running_url(tmp_path / "var"))
        slot = f"{{s{shard_of(game.game):02}}}:*"
        dumped = {key: store.client.dump(key) for key in store.client.keys(slot)}
        kept = {key: value for key, value in dumped.items() if value}  # a worker may drop some
        guest = browsers.visit(browser, site)
        guest.become(game.people[0].token)
        guest.open(f"game/{game.game}")
        lines = guest.page.locator(".line")
        guest.page.locator("#panel button.card").first.wait_for()
        before = lines.count()
        game.step(game.view)  # past the page, whose stream thus is as far as the page
        expect(lines).to_have_count(before + 1)
        for key in set(store.client.keys(slot)) - set(kept):
            store.client.delete(key)
        for key, value in kept.items():
            store.client.restore(key, 0, value, replace=True)
        expect(lines).to_have_count(before)
        guest.page.locator("#panel button.card").last.click()
        guest.page.locator("#panel .proposal .main").click()
        expect(lines).to_have_count(before + 1)
        assert eventually(lambda: shown_version(guest.page) == store.newest_version(game.game))
        guest.context.close()
