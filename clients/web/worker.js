/**
 * The page without a connection: its files, whole and of one version, the replays and rules last opened.
 *
 * The service lists every file of the page with its digest. Each time a page is opened the worker
 * asks for that list: it keeps exactly those files as one version, or stays with the version that
 * it has. A page that began with a version is given no other files for as long as it is open. Of
 * all else only rules and what anybody may see of finished games are kept.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const ROOT = worker.registration.scope;
const SHELLS = `shell ${ROOT} `;
const PAGES = `pages ${ROOT}`;
const REPLAYS = `replays ${ROOT}`;
const RULES = `rules ${ROOT}`;
const MOST_REPLAYS = 30;
const LIST_MILLISECONDS = 3000;
const FILES_MILLISECONDS = 20000;
const ANY_GAME = "game/any";
const PAGE = /^(new|game\/[^/]+|rules\/[^/]+)?$/;
const GAME_PAGE = /^game\/([^/]+)$/;
const GAME_READ = /^api\/v1\/games\/([^/]+)(?:\/replay)?$/;
const RULES_READ = /^api\/v1\/rulesets\/[^/]+\/rules$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("fetch", (event) => {
  const answer = answered(event);
  if (answer) event.respondWith(answer);
});

/** Keep every file or fail; then the finished games that are open already. */
async function install() {
  if (!(await newest())) throw new Error("The page cannot be kept whole");
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  await Promise.allSettled(open.flatMap(({ url }) => GAME_PAGE.exec(pathOf(url))?.[1] ?? []).map(keep));
  await worker.skipWaiting();
}

/**
 * The answer to a request; null where the worker has no part in it.
 * @param {FetchEvent} event
 */
function answered(event) {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(ROOT)) return null;
  const path = pathOf(request.url);
  if (request.mode === "navigate") return PAGE.test(path) ? page(path, event) : null;
  if (path.startsWith("web/")) return part(path, event);
  if (RULES_READ.test(path)) return rules(event);
  const id = GAME_READ.exec(path)?.[1];
  return id ? game(id, event) : null;
}

/**
 * A page in the newest version, by which it stays.
 * @param {string} path
 * @param {FetchEvent} event
 */
async function page(path, event) {
  const version = await newest();
  const found = version && (await file(version, GAME_PAGE.test(path) ? ANY_GAME : path));
  if (!found) return fetch(event.request);
  const pages = await caches.open(PAGES);
  await pages.put(at(event.resultingClientId), new Response(version));
  event.waitUntil(forget(version, event.resultingClientId));
  return found;
}

/**
 * A part of a page, in the page's own version; from the service for a page that began without one.
 * @param {string} path
 * @param {FetchEvent} event
 */
async function part(path, event) {
  const version = await noted(event.clientId);
  return (version && (await file(version, path))) || fetch(event.request);
}

/** The newest version that is kept whole, once the service was asked for a newer one. */
async function newest() {
  const known = await noted("newest");
  try {
    const answer = await fetch(at("web/shell.json"), { signal: AbortSignal.timeout(LIST_MILLISECONDS) });
    const { version, files } = await answer.json();
    if (version !== known) await keepFiles(version, files);
    return version;
  } catch {
    return known;
  }
}

/**
 * Keep files as a version; none where one of them is not what the list says.
 * @param {string} version
 * @param {Record<string, string>} files digests by path
 */
async function keepFiles(version, files) {
  const signal = AbortSignal.timeout(FILES_MILLISECONDS);
  const shell = await caches.open(SHELLS + version);
  await shell.addAll(
    Object.entries(files).map(([path, integrity]) => new Request(at(path), { integrity, signal, cache: "no-cache" })),
  );
  const pages = await caches.open(PAGES);
  await pages.put(at("newest"), new Response(version));
}

/**
 * A version that was noted: the newest, or that of an open page.
 * @param {string} of
 */
async function noted(of) {
  const pages = await caches.open(PAGES);
  return (await pages.match(at(of)))?.text();
}

/**
 * Let the versions go that no open page needs any more.
 * @param {string} version that stays
 * @param {string} opening the page that is about to be open
 */
async function forget(version, opening) {
  const pages = await caches.open(PAGES);
  const needed = new Set([SHELLS + version]);
  for (const { url } of await pages.keys()) {
    const id = pathOf(url);
    if (id === "newest" || id === opening) continue;
    if (await worker.clients.get(id)) needed.add(SHELLS + (await noted(id)));
    else await pages.delete(url);
  }
  const names = await caches.keys();
  // Shells alone: kept replays have a cache of another name.
  await Promise.all(names.filter((name) => name.startsWith(SHELLS) && !needed.has(name)).map((name) => caches.delete(name)));
}

/**
 * A file of a version; of the texts that the browser would be given, those that it would.
 * @param {string} version
 * @param {string} path
 */
async function file(version, path) {
  const shell = await caches.open(SHELLS + version);
  const spoken = [...navigator.languages.map((each) => each.slice(0, 2)), "en"].map(textsIn);
  for (const each of path === "web/texts.json" ? spoken : [path]) {
    const found = await shell.match(at(each), { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
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
    return (await replays.match(event.request, { ignoreVary: true })) ?? notKept(event.request, "offline_not_kept");
  }
}

/**
 * Rules as the service has them; without a connection as they were kept, in each language read here.
 * @param {FetchEvent} event
 */
async function rules(event) {
  const { request } = event;
  const kept = await caches.open(RULES);
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(kept.put(request, answer.clone()).catch(() => undefined));
    return answer;
  } catch {
    return (await kept.match(request)) ?? notKept(request, "offline_no_rules");
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
 * @param {string} code
 */
async function notKept(request, code) {
  const texts = await caches.match(at(textsIn(request.headers.get("Accept-Language"))), { ignoreVary: true });
  const detail = (await texts?.json())?.texts[code];
  const body = JSON.stringify({ title: "Offline", status: 503, code, detail });
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

/** @param {string | null} language */
function textsIn(language) {
  return `web/texts/${language}.json`;
}
