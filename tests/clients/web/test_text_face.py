"""The text face for the next page: fetched once this page stands, by those who can use it."""

import json

import pytest
from quickjs import Context

from service.clients import WEB
from service.http.page.first_load import inline_script
from service.pictures.sources import link_modules

FACE = "web/fonts/sans.01234567.woff2"
SETUP = """
const asked = [], kept = {}, waiting = [];
globalThis.window = globalThis;
globalThis.navigator = {};
globalThis.console = { warn() {} };
globalThis.localStorage = { setItem: (key, value) => { kept[key] = value; }, getItem: () => null };
const root = { dataset: { face: "FACE" }, classList: { contains: () => false } };
globalThis.document = { documentElement: root, readyState: "loading", cookie: "anabasis_probe=1" };
globalThis.addEventListener = (event, act) => { if (event === "load") waiting.push(act); };
globalThis.requestIdleCallback = (act) => waiting.push(act);
globalThis.answer = { ok: true, blob: async () => "" };
globalThis.fetch = async (path) => { asked.push(path); return answer; };
globalThis.settle = () => { while (waiting.length) waiting.shift()(); };
globalThis.told = () => JSON.stringify({ asked, kept });
""".replace("FACE", FACE)

EARLY = """
var dataset = { face: "FACE" }, saved = {}, media = false, preloaded = [], classes = [];
globalThis.navigator = {};
globalThis.document = {
  currentScript: { dataset: {} },
  documentElement: { dataset, classList: { add: (name) => classes.push(name) } },
  createElement: () => ({}),
  head: { append: ({ rel, as, href }) => preloaded.push([rel, as, href]) },
};
globalThis.localStorage = { getItem: (key) => saved[key] ?? null };
globalThis.matchMedia = () => ({ matches: media });
globalThis.location = { pathname: "/", hash: "" };
globalThis.URL = class { constructor(path) { this.href = path; } };
globalThis.AbortSignal = { timeout() {} };
globalThis.fetch = async () => null;
""".replace("FACE", FACE)


def at_once(before: str) -> list[object]:
    """The face's address, the page's classes and preloads once the early script has run."""
    context = Context()
    script = inline_script(WEB, "early.js")
    context.eval(f"{EARLY}{before};\n{script}")
    told: list[object] = json.loads(
        context.eval("JSON.stringify([dataset.face ?? null, classes, preloaded])")
    )
    return told


def test_a_page_uses_the_face_that_the_one_before_fetched() -> None:
    assert at_once("") == [FACE, [], []]
    assert at_once(f"saved['anabasis.face'] = '{FACE}'") == [
        FACE,
        ["own-face"],
        [["preload", "font", FACE]],
    ]


def test_without_a_connection_no_page_asks_for_the_face() -> None:
    remembered = f"saved['anabasis.face'] = '{FACE}'; navigator.onLine = false"
    assert at_once(remembered) == [FACE, [], []]


def test_the_face_of_an_older_release_is_not_used() -> None:
    assert at_once("saved['anabasis.face'] = 'web/fonts/sans.older.woff2'") == [FACE, [], []]


@pytest.mark.parametrize("before", ["navigator.connection = { saveData: true }", "media = true"])
def test_who_saves_data_has_no_face_to_fetch(before: str) -> None:
    assert at_once(f"saved['anabasis.face'] = '{FACE}'; {before}") == [None, [], []]


def fetched(before: str = "") -> dict[str, object]:
    """What is asked for and kept by a page that is as a line of code makes it."""
    context = Context()
    context.eval(link_modules(WEB, {"face": "ui/face.js"}, {}).script)
    context.eval(SETUP)
    context.eval(f"{before}; face.fetchFace();")
    assert json.loads(context.eval("told()")) == {"asked": [], "kept": {}}
    context.eval("settle()")
    while context.execute_pending_job():
        pass
    told: dict[str, object] = json.loads(context.eval("told()"))
    return told


@pytest.mark.parametrize("before", ["", 'document.readyState = "complete"'])
def test_the_face_is_fetched_after_the_page_stands_and_remembered(before: str) -> None:
    assert fetched(before) == {"asked": [FACE], "kept": {"anabasis.face": FACE}}


@pytest.mark.parametrize(
    "before",
    [
        "delete root.dataset.face",
        "root.classList.contains = (name) => name === 'own-face'",
        "globalThis.localStorage = null",
        "navigator.onLine = false",
    ],
    ids=["data are saved", "this page has it", "storage is denied", "there is no connection"],
)
def test_no_page_asks_for_it_without_need(before: str) -> None:
    assert fetched(before) == {"asked": [], "kept": {}}


@pytest.mark.parametrize(
    "before", ["answer.ok = false", "answer.blob = async () => { throw new Error('cut off'); }"]
)
def test_what_did_not_come_whole_is_not_remembered(before: str) -> None:
    assert fetched(before) == {"asked": [FACE], "kept": {}}
