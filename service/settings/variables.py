"""The variables that set up the service: names, meanings and defaults, in one table."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
PORT = 8000
DATA = Path("var")
WORKERS = 2
WORKER_PROCESSES = 1
BOT_PROCESSES = 2
"""With one alone, a slow bot would delay every other one."""
BOT_SECONDS = 20
RATE_LIMITS = "300 per 10 seconds"
CACHE_MB = 64
NEW_PLAYERS = "20 per hour"
OPEN_GAMES = 10
ADDRESS_SHARE = 4
"""An address may be a whole club behind one router: it gets so many times a player's share."""
STREAMS, STREAMS_EACH, STREAMS_ADDRESS = 800, 50, 200
NOTICE_GRACE = 120
VERIFY_DAYS = 7
ARCHIVE_DAYS = 7


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable as the hosts' handbook and `--help` tell of it; ``also`` is read as well."""

    name: str
    meaning: str
    default: str
    also: str = ""


VARIABLES = (
    Variable(
        "ANABASIS_PORT",
        "the port to listen on; where both are set, `ANABASIS_PORT` counts",
        str(PORT),
        also="PORT",
    ),
    Variable("ANABASIS_HOST", "the address to listen on", HOST),
    Variable("ANABASIS_DATA", "the folder of the games", str(DATA)),
    Variable(
        "ANABASIS_DATA_MARK",
        "leave it unset: `anabasis run` tells its own processes the device and inode "
        "of the data folder",
        "none",
    ),
    Variable(
        "ANABASIS_REDIS_URL",
        "another Redis or Valkey server, `redis+cluster://host:6379,host:6379` or "
        "`redis+sentinel://host:26379,host:26379/master` (`appendonly yes`, `appendfsync always`, "
        "`maxmemory-policy noeviction`)",
        "embedded",
    ),
    Variable("ANABASIS_WORKERS", "the number of web processes", str(WORKERS)),
    Variable(
        "ANABASIS_WORKER_PROCESSES",
        "the number of processes for read models, bots, deadlines, notices and animations; more "
        "of them (`anabasis worker`) may run on other machines",
        str(WORKER_PROCESSES),
    ),
    Variable(
        "ANABASIS_BOT_PROCESSES",
        "the most processes, started when needed, in which the bots of one of those think",
        str(BOT_PROCESSES),
    ),
    Variable(
        "ANABASIS_BOT_SECONDS",
        "the longest that a bot may think about a move; then it is paused for a while",
        str(BOT_SECONDS),
    ),
    Variable(
        "ANABASIS_REPLICAS",
        "the number of the Redis server's replicas that must confirm each move (on a cluster, of "
        "each master's)",
        "0",
    ),
    Variable(
        "ANABASIS_REPLICAS_SYNC",
        "`on` has those replicas, and the master, confirm from their disks (`WAITAOF`: Valkey, or "
        "Redis from 7.2; `appendfsync always` on each)",
        "off",
    ),
    Variable(
        "ANABASIS_CACHE_MB",
        "the memory of each process for cached games",
        str(CACHE_MB),
    ),
    Variable(
        "ANABASIS_RATE_LIMIT",
        "`on`, `off`, or limits such as `300 per 10 seconds` for a player, in each web process "
        "(an address has four times as much, its anonymous requests one player's share)",
        "on",
    ),
    Variable(
        "ANABASIS_NEW_PLAYERS", "the number of players that an address may create", NEW_PLAYERS
    ),
    Variable(
        "ANABASIS_OPEN_GAMES",
        "the number of games with free seats that a player may have in the lobby at once; unlisted "
        "ones do not count (an address gets four times as many within a day, unless "
        "`ANABASIS_RATE_LIMIT` is `off`)",
        str(OPEN_GAMES),
    ),
    Variable(
        "ANABASIS_PROXIES",
        "the number of trusted proxies in front of the service (`X-Forwarded-…`, `SCRIPT_NAME`)",
        "0",
    ),
    Variable(
        "ANABASIS_STREAMS",
        "the most streams and long polls that each process holds open",
        str(STREAMS),
    ),
    Variable(
        "ANABASIS_STREAMS_EACH",
        "the most of these that one player may hold open",
        str(STREAMS_EACH),
    ),
    Variable(
        "ANABASIS_STREAMS_ADDRESS",
        "the most of these that one address may hold open",
        str(STREAMS_ADDRESS),
    ),
    Variable(
        "ANABASIS_HOSTS",
        "the host names it answers to (`games.example`; `.example` with all its subdomains); "
        "others, but for localhost, are refused",
        "any",
    ),
    Variable(
        "ANABASIS_URL",
        "the public address of the service, such as `https://games.example/`, for links in mails, "
        "feeds and previews; with `http` mails lack the button to unsubscribe that mail programs "
        "show, so use `https`; without it links take the host of the request if that is one of "
        "`ANABASIS_HOSTS`, the proxy's or this machine's",
        "none",
    ),
    Variable(
        "ANABASIS_SMTP_URL",
        "the server that takes mails: `smtp://user:password@host:587` (with STARTTLS), "
        "`smtps://user:password@host:465` or `smtp://host:25?starttls=off`; needs `ANABASIS_URL` "
        "and `ANABASIS_MAIL_FROM`",
        "none",
    ),
    Variable(
        "ANABASIS_MAIL_FROM",
        "the sender of mails, such as `Anabasis <no-reply@games.example>`; replies go nowhere",
        "none",
    ),
    Variable(
        "ANABASIS_NOTICE_GRACE",
        "the seconds for which a notice waits, in case its turn is seen",
        str(NOTICE_GRACE),
    ),
    Variable(
        "ANABASIS_WEBHOOKS_PRIVATE",
        "`on` lets webhooks and push endpoints be private addresses, as on an intranet; they must "
        "still be `https`, by a known authority or, instead, by one in the file that "
        "`SSL_CERT_FILE` names",
        "off",
    ),
    Variable(
        "ANABASIS_VERIFY_DAYS",
        "the days within which each record is verified in the background; `0`: never",
        str(VERIFY_DAYS),
    ),
    Variable(
        "ANABASIS_ARCHIVE_DAYS",
        "the days after its end at which a game is sealed into a block of a tenth of its memory; "
        "`0`: never",
        str(ARCHIVE_DAYS),
    ),
    Variable(
        "ANABASIS_ARCHIVE_URL",
        "the folder or bucket to which blocks of sealed games go, such as "
        "`file:///var/lib/anabasis/archive` or "
        "`s3://bucket/folder?endpoint=http://minio:9000&region=eu-central-1`, so that the server "
        "keeps their heads alone; all processes must reach it, and each store has its own: an id "
        "in both tells an empty mount point or another's archive apart; a bucket needs the "
        "packages in "
        "`deploy/requirements-s3.lock`, and `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`",
        "none",
    ),
    Variable(
        "ANABASIS_LOG",
        "the form of the log on stderr: `text` for people, `json` for programs, a line a record",
        "text",
    ),
    Variable(
        "ANABASIS_ACCESS_LOG",
        "`on` logs each request: method, path, status, bytes, seconds, address and ids",
        "off",
    ),
    Variable(
        "ANABASIS_METRICS_PORT",
        "the port of the metrics for Prometheus (`/metrics`), never the one that people play at",
        "none",
    ),
    Variable("ANABASIS_METRICS_HOST", "the address on which metrics are served", HOST),
    Variable(
        "ANABASIS_TRACES",
        "`on` sends traces by OTLP, to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names; "
        "needs the packages in `deploy/requirements-tracing.lock`",
        "off",
    ),
    Variable(
        "ANABASIS_BACKUP_PASSPHRASE",
        "the passphrase of encrypted backups, where no file is named that holds it; with it, "
        "backups that are not encrypted are refused",
        "none",
    ),
)
"""Every variable that is read, in the order of the table in deploy/README.md."""


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return the ``ANABASIS_…`` variables that nothing reads, misspelt ones most likely."""
    known = {variable.name for variable in VARIABLES}
    return sorted(n for n in environment if n.startswith("ANABASIS_") and n not in known)
