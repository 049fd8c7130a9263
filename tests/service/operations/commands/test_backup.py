"""`anabasis backup` and `anabasis restore` as a host calls them."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.operations.backup import creation, protection
from service.operations.backup.reading import BackupFile
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.service.operations.backup.town import Api, api_over, contents

LITTLE_WORK = 1 << 10


@pytest.fixture
def api(real_store: RedisStore) -> Api:
    api = api_over(real_store)
    api.game(api.person("Ada"), api.person("Bob"))
    return api


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation, "new_encryption", little)


def little(passphrase: str, _: int) -> object:
    return protection.new_encryption(passphrase, LITTLE_WORK)


def run(*arguments: object, **environment: str) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), env=environment)


def test_a_cold_folder_is_backed_up_and_restored_beside_itself(tmp_path: Path):
    with EmbeddedServer(tmp_path / "var") as server:
        store = RedisStore.of_url(server.url)
        api = api_over(store)
        api.game(api.person("Ada"), api.person("Bob"))
        before = contents(store)
    done = run("backup", tmp_path / "a", ANABASIS_DATA=str(tmp_path / "var"))
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"{tmp_path / 'a'}: 1 game, ")
    done = run("restore", tmp_path / "a", "--into", tmp_path / "again")
    assert done.exit_code == 0, done.output
    assert "3 events" in done.stdout
    with EmbeddedServer(tmp_path / "again") as server:
        assert contents(RedisStore.of_url(server.url)) == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a", "again", "var"]


def test_a_running_folder_is_backed_up_by_its_name(tmp_path: Path):
    with EmbeddedServer(tmp_path / "var") as server:
        api = api_over(RedisStore.of_url(server.url))
        api.game(api.person("Ada"), api.person("Bob"))
        done = run("backup", tmp_path / "a", "--from", tmp_path / "var")
        assert (done.exit_code, server.is_running()) == (0, True)


def test_the_contents_of_the_file_alone_are_reported(api: Api, redis_url: str, tmp_path: Path):
    older, newer, heads = (tmp_path / name for name in ("older", "newer", "heads"))
    told = run("backup", older, ANABASIS_REDIS_URL=redis_url).stdout
    assert re.fullmatch(rf"{older}: 1 game, \d+ other keys, [\d.]+ kB; 3 events in .*\.\n", told)
    api.game(api.person("Eve"), api.person("Bob"))
    told = run("backup", newer, "--since", older, ANABASIS_REDIS_URL=redis_url).stdout
    changed = rf"1 of 2 games and \d+ of \d+ other keys, changed since {older}"
    assert re.fullmatch(rf"{newer}: {changed}, [\d.]+ kB; 3 events in .*\.\n", told)
    told = run("backup", heads, "--heads", ANABASIS_REDIS_URL=redis_url).stdout
    assert re.fullmatch(rf"{heads}: heads of 2 games with 6 events, [\d.]+ k?B\.\n", told)


def test_known_heads_that_cannot_be_read_have_a_plain_reason(
    api: Api, redis_url: str, tmp_path: Path
):
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    target = ("--into", tmp_path / "var", "--against", tmp_path / "heads.json")
    told = f"{tmp_path / 'heads.json'} cannot be read (No such file or directory)."
    assert_refused(run("restore", tmp_path / "a", *target), told)


def test_a_folder_that_holds_something_is_left_alone(api: Api, redis_url: str, tmp_path: Path):
    assert run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url).exit_code == 0
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "notes").write_text("mine")
    done = run("restore", tmp_path / "a", ANABASIS_DATA=str(tmp_path / "var"))
    assert_refused(done, "not empty")
    assert [each.name for each in (tmp_path / "var").iterdir()] == ["notes"]


def test_a_server_that_holds_something_is_left_alone(
    api: Api, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    before = contents(real_store)
    assert_refused(run("restore", tmp_path / "a", "--into", redis_url), "not empty")
    assert contents(real_store) == before


def test_a_server_that_loses_games_is_not_filled(api: Api, redis_url: str, tmp_path: Path):
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    with EmbeddedServer(tmp_path / "var") as server:
        client = RedisStore.of_url(server.url).client
        client.config_set("maxmemory-policy", "allkeys-lru")
        done = run("restore", tmp_path / "a", "--into", server.url)
        assert_refused(done, "allkeys-lru")
        assert client.dbsize() == 0


def test_an_encrypted_backup_takes_its_passphrase_from_a_file_or_the_environment(
    api: Api, redis_url: str, tmp_path: Path
):
    (tmp_path / "key").write_text("correct horse\n")
    key = ("--passphrase-file", tmp_path / "key")
    done = run("backup", tmp_path / "a", "--encrypt", *key, ANABASIS_REDIS_URL=redis_url)
    assert done.exit_code == 0, done.output
    target = ("--into", tmp_path / "var")
    assert_refused(run("restore", tmp_path / "a", *target), "ANABASIS_BACKUP_PASSPHRASE")
    wrong = run("restore", tmp_path / "a", *target, ANABASIS_BACKUP_PASSPHRASE="wrong")
    assert_refused(wrong, "not the one")
    right = run("restore", tmp_path / "a", *target, ANABASIS_BACKUP_PASSPHRASE="correct horse")
    assert right.exit_code == 0, right.output


@pytest.mark.parametrize(
    ("text", "reason"), [(None, "No such file or directory"), (b"\xff", "it is not UTF-8")]
)
def test_a_passphrase_that_cannot_be_read_has_a_plain_reason(
    tmp_path: Path, text: bytes | None, reason: str
):
    if text:
        (tmp_path / "key").write_bytes(text)
    done = run("backup", tmp_path / "a", "--passphrase-file", tmp_path / "key")
    assert_refused(done, f"{tmp_path / 'key'} cannot be read ({reason}).\n")


def test_a_variable_that_is_no_utf_8_has_a_plain_reason(tmp_path: Path):
    done = run("backup", tmp_path / "a", "--encrypt", ANABASIS_BACKUP_PASSPHRASE="caf\udce9")
    assert_refused(done, "ANABASIS_BACKUP_PASSPHRASE cannot be read (it is not UTF-8).\n")


def test_a_passphrase_that_the_variable_would_not_keep_encrypts_nothing(
    api: Api, redis_url: str, tmp_path: Path
):
    (tmp_path / "key").write_text("correct horse \n")
    key = ("--passphrase-file", tmp_path / "key")
    assert_refused(run("backup", tmp_path / "a", *key, ANABASIS_REDIS_URL=redis_url), "a blank")
    assert not (tmp_path / "a").exists()


def test_a_passphrase_that_is_named_encrypts_the_file(api: Api, redis_url: str, tmp_path: Path):
    (tmp_path / "key").write_text("correct horse\n")
    key = ("--passphrase-file", tmp_path / "key")
    done = run("backup", tmp_path / "a", *key, ANABASIS_REDIS_URL=redis_url)
    assert (done.exit_code, is_encrypted(tmp_path / "a")) == (0, True), done.output


def test_what_continues_an_encrypted_backup_is_encrypted(api: Api, redis_url: str, tmp_path: Path):
    known = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_BACKUP_PASSPHRASE": "correct horse"}
    run("backup", tmp_path / "a", "--encrypt", **known)
    done = run("backup", tmp_path / "b", "--since", tmp_path / "a", **known)
    assert (done.exit_code, done.stderr, is_encrypted(tmp_path / "b")) == (0, "", True)


@pytest.mark.parametrize("way", [("--encrypt",), ("--passphrase-file", "{folder}/key")])
def test_no_encrypted_backup_continues_a_plain_one_as_no_restore_would_take_them(
    api: Api, redis_url: str, tmp_path: Path, way: tuple[str, ...]
):
    (tmp_path / "key").write_text("correct horse\n")
    known = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_BACKUP_PASSPHRASE": "correct horse"}
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    words = [word.format(folder=tmp_path) for word in way]
    done = run("backup", tmp_path / "b", "--since", tmp_path / "a", *words, **known)
    assert_refused(done, "/a is not encrypted, so no encrypted backup can continue it")
    assert not (tmp_path / "b").exists()
    done = run("backup", tmp_path / "b", "--since", tmp_path / "a", **known)
    assert (done.exit_code, is_encrypted(tmp_path / "b")) == (0, False)


def test_a_variable_alone_encrypts_nothing_and_says_so(api: Api, redis_url: str, tmp_path: Path):
    known = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_BACKUP_PASSPHRASE": "correct horse"}
    done = run("backup", tmp_path / "a", **known)
    assert not is_encrypted(tmp_path / "a")
    [line] = done.stderr.splitlines()
    assert "not encrypted without --encrypt" in line


def is_encrypted(file: Path) -> bool:
    return BackupFile(file, "correct horse", unencrypted=True).header.encryption is not None


def test_encryption_without_a_passphrase_writes_nothing(api: Api, redis_url: str, tmp_path: Path):
    done = run("backup", tmp_path / "a", "--encrypt", ANABASIS_REDIS_URL=redis_url)
    assert_refused(done, "passphrase")
    assert list(tmp_path.iterdir()) == []


def test_a_restore_that_lacks_known_versions_names_them_and_says_so(
    api: Api, redis_url: str, tmp_path: Path
):
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    game = api.game(*api.people)
    run("backup", tmp_path / "heads", "--heads", ANABASIS_REDIS_URL=redis_url)
    target = ("--into", tmp_path / "var", "--against", tmp_path / "heads")
    done = run("restore", tmp_path / "a", *target)
    assert (done.exit_code, done.stderr) == (3, f"{game}: versions 1 to 3 are missing\n")
    assert (tmp_path / "var").is_dir()


def test_a_continuation_without_its_beginning_is_one_line(api: Api, redis_url: str, tmp_path: Path):
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    run("backup", tmp_path / "b", "--since", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    done = run("restore", tmp_path / "b", "--into", tmp_path / "var")
    assert_refused(done, "continues an older backup: name that one before it")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a", "b"]


def test_a_broken_backup_leaves_no_folder_behind(api: Api, redis_url: str, tmp_path: Path):
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    data = bytearray((tmp_path / "a").read_bytes())
    data[len(data) // 3] ^= 1
    (tmp_path / "a").write_bytes(data)
    done = run("restore", tmp_path / "a", "--into", tmp_path / "var")
    assert_refused(done, "Use another copy")
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_an_address_may_come_from_a_variable_so_that_no_password_is_seen(
    api: Api, redis_url: str, tmp_path: Path
):
    done = run("backup", tmp_path / "a", "--from", "env:THEIRS", THEIRS=redis_url)
    assert done.exit_code == 0, done.output
    assert_refused(run("backup", tmp_path / "b", "--from", "env:NONE"), "NONE is not set")


def test_a_folder_without_games_and_a_file_that_is_none_are_one_line_each(tmp_path: Path):
    assert_refused(run("backup", tmp_path / "a", "--from", tmp_path), "holds no games")
    assert_refused(run("restore", tmp_path / "a"), "cannot be read")


def assert_refused(done: Result, reason: str) -> None:
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert reason in done.stderr


def test_a_restore_that_lacks_nothing_says_so(api: Api, redis_url: str, tmp_path: Path):
    run("backup", tmp_path / "a", ANABASIS_REDIS_URL=redis_url)
    target = ("--into", tmp_path / "var", "--against", tmp_path / "a")
    done = run("restore", tmp_path / "a", *target)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith(f"Nothing is missing against {tmp_path / 'a'}.\n")
