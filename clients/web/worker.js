/**
 * The service worker: keeps the page usable offline, with the replays and rules opened last, and
 * shows the notices that are pushed to this browser.
 *
 * The service lists every file of the page with its digest. Whenever a page opens, the worker reads
 * that list and caches exactly those files as one version, or stays with the version it has. An open
 * page is served from its own version until it is closed, so that old and new files never mix. Apart
 * from the page's files, only rules and the public views of finished games are cached.
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
const DISK_MILLISECONDS = 3000;
const ANY_GAME = "game/any";
const PAGE = /^(new|account|boards\/[^/]+|game\/[^/]+|rules(?:\/[^/]+)?)?$/;
const GAME_PAGE = /^game\/([^/]+)$/;
const GAME_READ = /^api\/v1\/games\/([^/]+)(?:\/replay)?$/;
const PUSH = `push ${ROOT}`;
/** The versions of open pages: the written ones may come too late, or find no room. */
const pins = new Map();
/** @type {Map<string, Promise<void>>} the versions that are being cached, which no page uses yet */
const caching = new Map();
/** The work on notifications that goes on: Chromium forgets one that is about to be shown while others are listed. */
let notifying = Promise.resolve();
const RULES_READ = /^api\/v1\/rulesets\/[^/]+\/rules$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("fetch", (event) => {
  const answer = respond(event);
  // A browser that cannot store anything still gets every answer from the service.
  if (answer) event.respondWith(answer.catch(() => fetch(event.request)));
});
worker.addEventListener("push", (event) => event.waitUntil(inTurn(() => notify(noticeIn(event.data)))));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, ROOT)));
});
worker.addEventListener("message", (event) => event.waitUntil(inTurn(() => takeDown(`game:${event.data.seen}`))));
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(/** @type {Change} */ (event))));

/** Cache every file or fail, then the finished games already open. */
async function install() {
  if (!(await newestVersion())) throw new Error("The page cannot be cached as a whole");
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  await Promise.allSettled(open.flatMap(({ url }) => GAME_PAGE.exec(pathOf(url))?.[1] ?? []).map(cacheReplay));
  await worker.skipWaiting();
}

/**
 * The response to a request, null to let it pass.
 * @param {FetchEvent} event
 */
function respond(event) {
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
 * Serve a page from the newest version, and pin it to that version.
 * @param {string} path
 * @param {FetchEvent} event
 */
async function page(path, event) {
  const version = await newestVersion();
  const response = version && (await file(version, GAME_PAGE.test(path) ? ANY_GAME : path));
  if (!response) return fetch(event.request);
  const { resultingClientId: id } = event;
  // Some browsers leave it empty, and two pages must not share a pin.
  if (id) {
    pins.set(id, version);
    event.waitUntil(pin(id, version));
  }
  return response;
}

/**
 * Store the version of a page, for a restarted worker, and delete unused ones.
 * @param {string} id
 * @param {string} version
 */
async function pin(id, version) {
  const pages = await caches.open(PAGES);
  await pages.put(at(id), new Response(version)).catch(() => undefined);
  await deleteUnused(version, id);
}

/**
 * Serve a file from its page's version; a page without one gets it from the service.
 * @param {string} path
 * @param {FetchEvent} event
 */
async function part(path, event) {
  const version = pins.get(event.clientId) ?? (await pinned(event.clientId));
  return (version && (await file(version, path))) || fetch(event.request);
}

/** Ask the service for a newer version, cache it, and return the newest that is complete. */
async function newestVersion() {
  const known = await pinned("newest");
  try {
    const answer = await fetch(at("web/shell.json"), { signal: AbortSignal.timeout(LIST_MILLISECONDS) });
    const { version, files } = await answer.json();
    if (version !== known) await within(FILES_MILLISECONDS, cacheOnce(version, files));
    return version;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "QuotaExceededError")) return known;
    // Without room for the new version the old one would be shown for ever; the next page finds more.
    await within(DISK_MILLISECONDS, deleteUnused()).catch(() => undefined);
    return undefined;
  }
}

/**
 * Return the result of some work, or fail if it takes longer: a disk may hang.
 * @template T
 * @param {number} milliseconds
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
function within(milliseconds, work) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), milliseconds);
  });
  return Promise.race([work, /** @type {Promise<T>} */ (late)]).finally(() => clearTimeout(timer));
}

/**
 * Cache a version, once for all pages that open meanwhile.
 * @param {string} version
 * @param {Record<string, string>} files digests by path
 */
function cacheOnce(version, files) {
  const work = caching.get(version) ?? cacheFiles(version, files).finally(() => caching.delete(version));
  caching.set(version, work);
  return work;
}

/**
 * Cache files as a version; all fail if one does not match its digest.
 * @param {string} version
 * @param {Record<string, string>} files digests by path
 */
async function cacheFiles(version, files) {
  const signal = AbortSignal.timeout(FILES_MILLISECONDS);
  const shell = await caches.open(SHELLS + version);
  await shell.addAll(
    Object.entries(files).map(([path, integrity]) => new Request(at(path), { integrity, signal, cache: "no-cache" })),
  );
  const pages = await caches.open(PAGES);
  await pages.put(at("newest"), new Response(version));
}

/**
 * The version pinned to an open page, or the newest. Fails if the disk hangs.
 * @param {string} of the page's id, or `newest`
 */
function pinned(of) {
  return within(DISK_MILLISECONDS, readPin(of));
}

/** @param {string} of */
async function readPin(of) {
  const pages = await caches.open(PAGES);
  return (await pages.match(at(of)))?.text();
}

/**
 * Delete the versions that no open page uses.
 * @param {string} [version] to keep whatever happens
 * @param {string} [opening] the id of the page being opened
 */
async function deleteUnused(version = "", opening = "") {
  const pages = await caches.open(PAGES);
  for (const id of pins.keys()) if (id !== opening && !(await worker.clients.get(id))) pins.delete(id);
  const needed = new Set([version, ...pins.values(), ...caching.keys()].map((each) => SHELLS + each));
  for (const { url } of await pages.keys()) {
    const id = pathOf(url);
    if (id === "newest" || id === opening) continue;
    if (await worker.clients.get(id)) needed.add(SHELLS + (await pinned(id)));
    else await pages.delete(url);
  }
  if (!needed.has(SHELLS + (await pinned("newest")))) await pages.delete(at("newest"));
  const names = await caches.keys();
  // Caches of replays and rules have other prefixes and stay.
  await Promise.all(names.filter((name) => name.startsWith(SHELLS) && !needed.has(name)).map(deleteShell));
}

/**
 * Delete a version; its files first, since a cache takes up room as long as anything refers to it.
 * @param {string} name
 */
async function deleteShell(name) {
  const shell = await caches.open(name);
  for (const each of await shell.keys()) await shell.delete(each);
  await caches.delete(name);
}

/**
 * A file of a version; `texts.json` stands for the texts in the browser's language. Fails if the disk hangs.
 * @param {string} version
 * @param {string} path
 */
function file(version, path) {
  return within(DISK_MILLISECONDS, readFile(version, path));
}

/**
 * @param {string} version
 * @param {string} path
 */
async function readFile(version, path) {
  const shell = await caches.open(SHELLS + version);
  const spoken = ownLanguages().map(textsIn);
  for (const each of path === "web/texts.json" ? spoken : [path]) {
    const response = await shell.match(at(each), { ignoreVary: true });
    if (response) return response;
  }
  return undefined;
}

/**
 * Read a game from the service, or from the cache when offline.
 * @param {string} id
 * @param {FetchEvent} event
 */
async function game(id, event) {
  try {
    const answer = await fetch(event.request);
    if (isFinal(answer)) event.waitUntil(cacheReplay(id).catch(() => undefined));
    return answer;
  } catch {
    const replays = await caches.open(REPLAYS);
    return (await replays.match(event.request, { ignoreVary: true })) ?? notCached(event.request, "offline_not_kept");
  }
}

/**
 * Read rules from the service, or from the cache when offline; each language is cached apart.
 * @param {FetchEvent} event
 */
async function rules(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    const key = inLanguage(request, answer.headers.get("Content-Language"));
    if (answer.ok) event.waitUntil(keepRules(key, answer.clone()).catch(() => undefined));
    return answer;
  } catch {
    const cached = await caches.open(RULES);
    const wanted = request.headers.get("Accept-Language");
    const kept = await Promise.all((wanted ? [wanted] : ownLanguages()).map((each) => cached.match(inLanguage(request, each))));
    return kept.find(Boolean) ?? notCached(request, "offline_no_rules");
  }
}

/**
 * @param {Request} key
 * @param {Response} answer
 */
async function keepRules(key, answer) {
  const cached = await caches.open(RULES);
  await cached.put(key, answer);
}

/**
 * The request as a page in a language makes it: an early one leaves the language to the browser.
 * @param {Request} request
 * @param {string | null} language
 */
const inLanguage = ({ url }, language) => new Request(url, { headers: { "Accept-Language": language ?? "" } });

/** The languages of the browser, the first in front, and the one that every text has. */
const ownLanguages = () => [...navigator.languages.map((each) => each.slice(0, 2)), "en"];

/**
 * Cache the public view of a finished game; beyond the limit the oldest goes.
 * @param {string} id
 */
async function cacheReplay(id) {
  const replays = await caches.open(REPLAYS);
  const address = at(`api/v1/games/${id}`);
  const replay = (await replays.match(`${address}/replay?after=1`)) ?? (await readPublic(`${address}/replay?after=1`));
  const view = (await replays.match(address)) ?? (await lastView(address, replay.clone()));
  await replays.put(address, view);
  await replays.put(`${address}/replay?after=1`, replay);
  const cached = await replays.keys();
  await Promise.all(cached.slice(0, -2 * MOST_REPLAYS).map((each) => replays.delete(each)));
}

/**
 * The final view of a replay.
 * @param {string} address of the game
 * @param {Response} replay
 */
async function lastView(address, replay) {
  const { version } = await replay.json();
  const end = await readPublic(`${address}/replay?after=${version}`);
  return Response.json((await end.json()).first);
}

/**
 * Read an answer that is final and the same for everybody.
 * @param {string} address
 */
async function readPublic(address) {
  const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
  if (!isFinal(answer) || !cacheControl(answer).includes("public")) throw new Error(`${address} is not public`);
  return answer;
}

/**
 * Whether an answer may be cached for long; of games, only finished ones may.
 * @param {Response} answer
 */
function isFinal(answer) {
  return answer.ok && cacheControl(answer).includes("max-age");
}

/** @param {Response} answer */
function cacheControl(answer) {
  return answer.headers.get("Cache-Control") ?? "";
}

/**
 * A problem as the service would word it, in the language the page asks for.
 * @param {Request} request
 * @param {string} code
 */
async function notCached(request, code) {
  const texts = await caches.match(at(textsIn(request.headers.get("Accept-Language"))), { ignoreVary: true });
  const detail = (await texts?.json())?.texts[code];
  const body = JSON.stringify({ title: "Offline", status: 503, code, detail });
  return new Response(body, { status: 503, headers: { "Content-Type": "application/problem+json" } });
}

/**
 * What a push says; one that cannot be read must be shown all the same.
 * @param {PushMessageData | null} data
 * @returns {{title: string, body: string, url: string, tag: string, key: string}}
 */
function noticeIn(data) {
  const fallback = { title: "Anabasis", body: "", url: "", tag: "", key: "" };
  try {
    return { ...fallback, ...data?.json() };
  } catch {
    return fallback;
  }
}

/**
 * Work on the notifications once all earlier work on them is done.
 * @param {() => Promise<void>} work
 */
function inTurn(work) {
  notifying = notifying.then(work, work);
  return notifying;
}

/**
 * Show a notice in place of an older one of its tag; one that comes a second time makes no sound.
 * @param {ReturnType<typeof noticeIn>} notice
 */
async function notify({ title, body, url, tag, key }) {
  const shown = tag ? await shownOf(tag).catch(() => []) : [];
  const isNew = shown.every(({ data }) => data.key !== key);
  const look = { icon: at("web/icons/192.png"), badge: at("web/icons/badge.png") };
  /** @type {NotificationOptions & {renotify: boolean}} TypeScript has lost `renotify` */
  const options = { body, tag, renotify: Boolean(tag) && isNew, data: { url, key }, ...look };
  await within(FILES_MILLISECONDS, worker.registration.showNotification(title, options));
}

/**
 * Close the notifications of a game that its player has seen by now.
 * @param {string} tag
 */
async function takeDown(tag) {
  for (const notification of await shownOf(tag)) notification.close();
}

/**
 * The notifications of a tag. Fails if the browser hangs: later work on notifications waits for this.
 * @param {string} tag
 */
function shownOf(tag) {
  return within(DISK_MILLISECONDS, worker.registration.getNotifications({ tag }));
}

/**
 * Bring a page of this address to the front, or open it.
 * @param {URL} url
 */
async function open({ href, origin, pathname }) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => isAt(new URL(each.url), origin, pathname));
  if (!there) return worker.clients.openWindow(href);
  const client = await there.focus();
  // A tab may look at an earlier position; a worker leads only tabs that it controls.
  return client.url === href ? client : client.navigate(href).catch(() => client);
}

/**
 * @param {URL} url
 * @param {string} origin
 * @param {string} pathname
 */
const isAt = (url, origin, pathname) => url.origin === origin && url.pathname === pathname;

/**
 * TypeScript does not know this event's subscriptions.
 * @typedef {ExtendableEvent & {oldSubscription?: PushSubscription, newSubscription?: PushSubscription}} Change
 */

/**
 * Put this browser's new subscription in the place of the one that its push service has ended.
 * @param {Change} event
 */
async function subscribeAnew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
  const kept = await caches.open(PUSH);
  const before = await (await kept.match(at("push/channel")))?.text();
  // Without a channel the reader has turned notices off, or is no longer signed in.
  if (!subscription || !before) return;
  const { channels } = await ask("notices");
  const old = channels.find((/** @type {{id: string}} */ { id }) => id === before);
  const { id } = await ask("channels", "POST", { kind: "push", subscription, label: old?.label });
  await kept.put(at("push/channel"), new Response(id));
  if (!old || id === before) return;
  await ask(`channels/${id}`, "PATCH", { digest: old.digest, always: old.always });
  await ask(`channels/${before}`, "DELETE");
}

/**
 * Send a request as the player.
 * @param {string} path under `me`
 * @param {string} [method]
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function ask(path, method = "GET", body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(at(`api/v1/me/${path}`), { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.status === 204 ? null : answer.json();
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
