"""Parts of libraries that the service overrides or uses though no library promises them.

Any release may change one, so `pyproject.toml` bounds these libraries to the tested minor version.
"""

import ast
import inspect
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest
import redis.retry
from flask_smorest.response import ResponseMixin
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http.message import Message, Request
from gunicorn.workers.ggevent import GeventWorker
from packaging.requirements import Requirement
from redis import BlockingConnectionPool, Redis, RedisCluster
from redis.cluster import ClusterPipeline, NodesManager
from redis.connection import AbstractConnection
from werkzeug.routing import Rule

from service.run import gunicorn_logger
from tests.service.running import ROOT


class Part(NamedTuple):
    """A name in a class or module of a library, or a text that it logs."""

    library: str
    owner: Any
    name: str
    why: str


PARTS = (
    Part("werkzeug", Rule, "_compile_builder", "a route's builder is compiled when first called"),
    Part(
        "flask-smorest",
        ResponseMixin,
        "_apidoc",
        "a view is documented without the call that a decorator adds to each request",
    ),
    Part("gunicorn", GeventWorker, "patch", "the master has patched the most, for all processes"),
    Part("gunicorn", GeventWorker, "run", "streams and idle connections are dismissed at a stop"),
    Part("gunicorn", GeventWorker, "timeout_ctx", "a connection bounds the wait for its client"),
    Part("gunicorn", GeventWorker, "handle", "connections are counted, and the slowest give way"),
    Part("gunicorn", GeventWorker, "handle_request", "a body is read before the app is entered"),
    Part("gunicorn", GeventWorker, "handle_error", "refusals are answered and logged as the app's"),
    Part("gunicorn", Message, "_expected_100_continue", "the client is asked for its body at once"),
    Part("gunicorn", Request, "force_close", "a connection with an unread body takes no request"),
    Part("gunicorn", Arbiter, "WORKER_BOOT_ERROR", "a process that did not boot logs its reason"),
    *(Part("gunicorn", Arbiter, text, "it would repeat that") for text in gunicorn_logger._HALTS),
    Part("gunicorn", Arbiter, gunicorn_logger._EXITED, "it would repeat that"),
    Part("gunicorn", Logger, "access", "our lines leave out the query, which may have a key"),
    Part("redis", redis.retry, "sleep", "imported before gevent patches `time`"),
    Part("redis", BlockingConnectionPool, "reset", "a fork starts without warm connections"),
    Part("redis", BlockingConnectionPool, "queue_class", "lent connections are counted"),
    Part("redis", BlockingConnectionPool, "make_connection", "lent connections are counted"),
    Part("redis", BlockingConnectionPool, "owns_connection", "a former master's is disconnected"),
    Part("redis", BlockingConnectionPool, "_checkpid", "a fork shares no connection"),
    Part("redis", Redis, "execute_command", "a command is sent once, without the cost of retries"),
    Part("redis", AbstractConnection, "port", "that of a connection by a file is asked for"),
    Part("redis", AbstractConnection, "_sock", "one poll waits for the changes of all masters"),
    Part("redis", ClusterPipeline, "_get_command_keys", "a script's keys are known without asking"),
    Part("redis", RedisCluster, "_lock", "pipelines of a lazily connected client"),
    Part("redis", RedisCluster, "_event_dispatcher", "pipelines of a lazily connected client"),
    Part("redis", RedisCluster, "reinitialize_steps", "pipelines of a lazily connected client"),
    Part("redis", NodesManager, "initialize", "one lookup serves all threads that saw an error"),
    Part("redis", NodesManager, "startup_nodes", "a node that answers is asked first"),
    Part("redis", NodesManager, "nodes_cache", "a redirection may lead to a node without slots"),
    Part("redis", NodesManager, "slots_cache", "a moved slot may be unknown"),
    Part("redis", NodesManager, "move_slot", "a feed that moved is followed to its new master"),
)
DOCUMENTED = {"_exit", "_get_current_object", "_deserialize", "_get", "_replace"}
"""Names with an underscore that os, collections, Werkzeug, marshmallow and queue document."""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.library}-{part.name}")
def test_the_library_still_has_the_part(part: Part) -> None:
    assert hasattr(part.owner, part.name) or part.name in names(part.owner), part.why


@pytest.mark.parametrize("library", sorted({part.library for part in PARTS}))
def test_its_library_is_bounded_to_the_tested_minor_version(library: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [bound] = [each for each in map(Requirement, project["dependencies"]) if each.name == library]
    major, minor, *_ = version(library).split(".")
    assert str(bound.specifier) == f"=={major}.{minor}.*"


def test_every_private_name_of_a_library_is_in_the_table() -> None:
    nodes = [node for file in (ROOT / "service").rglob("*.py") for node in nodes_of(file)]
    used, own = {*private(nodes)}, {*defined(nodes)}
    assert len(used & own) > 300
    found = (used - own) | {*inherited(nodes)}
    assert found - DOCUMENTED <= {part.name for part in PARTS}


def names(owner: Any) -> set[str]:
    """The attributes that a class's methods use, and the texts in them."""
    functions = [each for _, each in inspect.getmembers(owner, inspect.isfunction)]
    return {name for each in functions for name in _names(each.__code__)}


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, str):
            yield each
        elif isinstance(each, CodeType):
            yield from _names(each)


def nodes_of(file: Path) -> list[ast.AST]:
    kinds = (ast.Attribute, ast.FunctionDef, ast.AnnAssign)
    return [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, kinds)]


def private(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Attribute(attr=name) if is_private(name):
                yield name


def defined(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def inherited(nodes: list[ast.AST]) -> Iterator[str]:
    """The private names that are asked of ``super()``."""
    for node in nodes:
        match node:
            case ast.Attribute(attr=name, value=ast.Call(func=ast.Name(id="super"))) if is_private(
                name
            ):
                yield name


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")
