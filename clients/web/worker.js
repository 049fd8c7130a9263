/**
 * The page without a connection: its files, whole and of one version, and the replays last opened.
 *
 * The service puts SHELL before this file: every file of the page with its digest, so that a change
 * of any of them is a new worker. A worker keeps exactly its own files or is not installed, and the
 * pages that it controls get these and no others; nothing else is kept but what anybody may see of
 * finished games.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const ROOT = worker.registration.scope;
const SHELLS = `shell ${ROOT} `;
const FILES = SHELLS + SHELL.version;
const REPLAYS = `replays ${ROOT}`;
const MOST_REPLAYS = 30;
const ANY_GAME = "game/any";
const GAME_PAGE = /^game\/([^/]+)$/;
const GAME_READ = /^api\/v1\/games\/([^/]+)(?:\/replay)?$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOldFiles()));
worker.addEventListener("message", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const answer = answered(event);
  if (answer) event.respondWith(answer);
});

/** Keep every file or fail; then the finished games that are open already. */
async function install() {
  const files = await caches.open(FILES);
  await files.addAll(
    Object.entries(SHELL.files).map(([path, integrity]) => new Request(at(path), { integrity, cache: "no-cache" })),
  );
  const open = (await windows()).flatMap(({ url }) => GAME_PAGE.exec(pathOf(url))?.[1] ?? []);
  await Promise.allSettled(open.map(keep));
}

async function forgetOldFiles() {
  const old = (await caches.keys()).filter((name) => name.startsWith(SHELLS) && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A page asks the newer worker to begin: not while another page still needs the older files. */
async function takeOver() {
  if ((await windows()).length === 1) await worker.skipWaiting();
}

function windows() {
  return worker.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/**
 * The answer to a request; null where the worker has no part in it.
 * @param {FetchEvent} event
 */
function answered(event) {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(ROOT)) return null;
  const path = pathOf(request.url);
  const name = request.mode === "navigate" && GAME_PAGE.test(path) ? ANY_GAME : spoken(path);
  if (Object.hasOwn(SHELL.files, name)) return file(name, request);
  const id = GAME_READ.exec(path)?.[1];
  return id ? game(id, event) : null;
}

/**
 * The texts that the reader's browser would be given are those of a language.
 * @param {string} path
 */
function spoken(path) {
  if (path !== "web/texts.json") return path;
  const known = navigator.languages.map((each) => textsIn(each.slice(0, 2)));
  return known.find((each) => Object.hasOwn(SHELL.files, each)) ?? textsIn("en");
}

/** @param {string | null} language */
function textsIn(language) {
  return `web/texts/${language}.json`;
}

/**
 * @param {string} path
 * @param {RequestInfo} request
 */
async function file(path, request) {
  const files = await caches.open(FILES);
  return (await files.match(at(path), { ignoreVary: true })) ?? fetch(request);
}

/**
 * A game as the service has it; without a connection as it was kept.
 * @param {string} id
 * @param {FetchEvent} event
 */
async function game(id, event) {
  try {
    const answer = await fetch(event.request);
    if (isFinal(answer)) event.waitUntil(keep(id).catch(() => undefined));
    return answer;
  } catch {
    const replays = await caches.open(REPLAYS);
    return (await replays.match(event.request, { ignoreVary: true })) ?? notKept(event.request);
  }
}

/**
 * Keep what the public may see of a finished game, among the last ones.
 * @param {string} id
 */
async function keep(id) {
  const replays = await caches.open(REPLAYS);
  const address = at(`api/v1/games/${id}`);
  const replay = (await replays.match(`${address}/replay?after=1`)) ?? (await publicly(`${address}/replay?after=1`));
  const view = (await replays.match(address)) ?? (await lastView(address, replay.clone()));
  await replays.put(address, view);
  await replays.put(`${address}/replay?after=1`, replay);
  const kept = await replays.keys();
  await Promise.all(kept.slice(0, -2 * MOST_REPLAYS).map((each) => replays.delete(each)));
}

/**
 * The view with which a replay ends.
 * @param {string} address of the game
 * @param {Response} replay
 */
async function lastView(address, replay) {
  const { version } = await replay.json();
  const end = await publicly(`${address}/replay?after=${version}`);
  return Response.json((await end.json()).first);
}

/**
 * What anybody is answered, for good.
 * @param {string} address
 */
async function publicly(address) {
  const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
  if (!isFinal(answer) || !said(answer).includes("public")) throw new Error(`${address} is not for all`);
  return answer;
}

/**
 * Whether the service gave it to be kept a while: of games, only finished ones.
 * @param {Response} answer
 */
function isFinal(answer) {
  return answer.ok && said(answer).includes("max-age");
}

/** @param {Response} answer */
function said(answer) {
  return answer.headers.get("Cache-Control") ?? "";
}

/**
 * A problem like the service's own, in the language that the page asks for.
 * @param {Request} request
 */
async function notKept(request) {
  const texts = await file(textsIn(request.headers.get("Accept-Language")), at(textsIn("en")));
  const detail = (await texts.json()).texts.offline_not_kept;
  const body = JSON.stringify({ title: "Offline", status: 503, code: "offline_not_kept", detail });
  return new Response(body, { status: 503, headers: { "Content-Type": "application/problem+json" } });
}

/** @param {string} path from the service's root */
function at(path) {
  return new URL(path, ROOT).href;
}

/** @param {string} url */
function pathOf(url) {
  return new URL(url).pathname.slice(new URL(ROOT).pathname.length);
}
