/**
 * The service worker: it keeps the page usable offline, with the replays and rules opened last, and
 * shows the notices that are pushed to this browser.
 *
 * The service lists every file of the page with its digest. Whenever a page opens, the worker reads
 * that list and caches exactly those files as one version, or keeps the version it has. An open page
 * gets its own version until it is closed, so that old and new files never mix. Besides the page's
 * files, only rules and the public views of finished games are cached.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const ROOT = worker.registration.scope;
const SHELLS = `shell ${ROOT} `;
const PAGES = `pages ${ROOT}`;
const REPLAYS = `replays ${ROOT}`;
const RULES = `rules ${ROOT}`;
const MOST_REPLAYS = 30;
// Time limits for what a page waits for: on a very slow connection it opens from the cache after
// 3 s, and a disk that hangs does not stop it from opening.
const LIST_MILLISECONDS = 3000;
const FILES_MILLISECONDS = 20000;
const DISK_MILLISECONDS = 3000;
const ANY_GAME = "game/any";
const PAGE = /^(new|account|boards\/[^/]+|game\/[^/]+|rules(?:\/[^/]+)?)?$/;
const GAME_PAGE = /^game\/([^/]+)$/;
const GAME_READ = /^api\/v1\/games\/([^/]+)(?:\/replay)?$/;
const PUSH = `push ${ROOT}`;
// The versions of open pages. They are stored, too, but a stored one may come too late for the
// page's first requests, or not fit on the disk.
const pins = new Map();
/** @type {Map<string, Promise<void>>} versions that are being cached, which no page uses yet */
const caching = new Map();
// Jobs on notifications run in turn: a list made while one is being shown makes Chromium forget
// that one. 3 of 10 were lost: they stayed on the screen and ignored taps.
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
  const { url, actions } = event.notification.data;
  // A button of the notification opens the game with a move prepared; only its page can send it.
  event.waitUntil(open(new URL((event.action && actions?.[Number(event.action)]) || url, ROOT)));
});
// Once a page reports a turn as seen, its notification is out of date.
worker.addEventListener("message", (event) => event.waitUntil(inTurn(() => takeDown(`game:${event.data.seen}`))));
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(/** @type {Change} */ (event))));

/** Cache every file or fail, then the finished games already open. */
async function install() {
  // A failed installation leaves the old worker in charge, which has a whole version.
  if (!(await newestVersion())) throw new Error("The page cannot be cached as a whole");
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Only a game that is not listed has a join code in its address.
  const open = all.filter(({ url }) => !url.includes("#join="));
  await Promise.allSettled(open.flatMap(({ url }) => GAME_PAGE.exec(pathOf(url))?.[1] ?? []).map(cacheOpen));
  // Pages are pinned to versions of files, not to workers, so a new worker may take over at once.
  await worker.skipWaiting();
}

/**
 * The response to a request; null leaves it to the browser.
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
  // All games share one page, which reads the game's id from the address.
  const response = version && (await file(version, GAME_PAGE.test(path) ? ANY_GAME : path));
  if (!response) return fetch(event.request);
  const { resultingClientId: id } = event;
  // Some browsers leave the id empty, and two pages must not share a pin.
  if (id) {
    pins.set(id, version);
    event.waitUntil(pin(id, version));
  }
  return response;
}

/**
 * Store the version of a page, and delete unused versions.
 * @param {string} id
 * @param {string} version
 */
async function pin(id, version) {
  // Chromium stops a worker after 30 idle seconds, and its memory is lost.
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
    // No room for the new version: unused ones are deleted for the next page, and this one comes from the
    // service. Otherwise the old version would be shown for ever.
    await within(DISK_MILLISECONDS, deleteUnused()).catch(() => undefined);
    return undefined;
  }
}

/**
 * The result of some work; rejects if the work takes too long, since a disk may hang.
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
 * Cache a version, once for all pages that open at the same time.
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
  // With `integrity` a browser refuses files of another release, as while servers are replaced.
  const signal = AbortSignal.timeout(FILES_MILLISECONDS);
  const shell = await caches.open(SHELLS + version);
  await shell.addAll(
    Object.entries(files).map(([path, integrity]) => new Request(at(path), { integrity, signal, cache: "no-cache" })),
  );
  const pages = await caches.open(PAGES);
  await pages.put(at("newest"), new Response(version));
}

/**
 * The version pinned to an open page, or the newest. Rejects if the disk hangs.
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
 * @param {string} [version] to keep in any case
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
 * Delete a version with its files.
 * @param {string} name
 */
async function deleteShell(name) {
  // Delete the files first: a deleted cache takes up room as long as anything refers to it.
  const shell = await caches.open(name);
  for (const each of await shell.keys()) await shell.delete(each);
  await caches.delete(name);
}

/**
 * A file of a version; `texts.json` stands for the texts in the browser's language. Rejects if the disk hangs.
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
    // This answer may be a player's own, so the public one is cached instead.
    if (isFinal(answer)) event.waitUntil(cacheListed(id, answer.clone()).catch(() => undefined));
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
 * The request with the language of its answer, under which the rules are cached.
 * @param {Request} request
 * @param {string | null} language
 */
// Early requests leave the language to the browser, modules name it; both must find the rules.
const inLanguage = ({ url }, language) => new Request(url, { headers: { "Accept-Language": language ?? "" } });

/** The browser's languages in order, then English, which has every text. */
const ownLanguages = () => [...navigator.languages.map((each) => each.slice(0, 2)), "en"];

/**
 * Cache the game of an open page if it is over.
 * @param {string} id
 */
async function cacheOpen(id) {
  const answer = await fetch(at(`api/v1/games/${id}`));
  const { status } = await answer.clone().json();
  if (status === "finished") await cacheListed(id, answer);
}

/**
 * Cache a game if it is listed: of any other the public would only learn that there is none.
 * @param {string} id
 * @param {Response} answer the view or the replay as the browser's player sees it
 */
async function cacheListed(id, answer) {
  const shown = await answer.json();
  if ((shown.first ?? shown).listed) await cacheReplay(id);
}

/**
 * Cache the public view of a finished game; beyond the limit the oldest game is dropped.
 * @param {string} id
 */
async function cacheReplay(id) {
  const replays = await caches.open(REPLAYS);
  const address = at(`api/v1/games/${id}`);
  const replay = (await replays.match(`${address}/replay?after=1`)) ?? (await readPublic(`${address}/replay?after=1`));
  const view = (await replays.match(address)) ?? (await lastView(address, replay.clone()));
  // Write it even if it is there: this moves the game to the end of the list, as the last opened.
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
 * Whether an answer may be cached for long; only finished games have such answers.
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
 * A problem in the service's words, in the language that the page asks for.
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
 * The notice in a push; an empty one if the push cannot be read.
 * @param {PushMessageData | null} data
 * @returns {{title: string, body: string, url: string, tag: string, key: string, actions: {title: string, url: string}[]}}
 */
function noticeIn(data) {
  // Browsers end the subscription of a worker that shows nothing, so each push must be shown.
  const fallback = { title: "Anabasis", body: "", url: "", tag: "", key: "", actions: [] };
  try {
    return { ...fallback, ...data?.json() };
  } catch {
    return fallback;
  }
}

/**
 * Work on notifications after all earlier work on them.
 * @param {() => Promise<void>} work
 */
function inTurn(work) {
  // After failed work, too: one push that hangs in a browser must not block later ones.
  notifying = notifying.then(work, work);
  return notifying;
}

/**
 * Show a notice in place of an older one with its tag; a notice that comes twice makes no second sound.
 * @param {ReturnType<typeof noticeIn>} notice
 */
async function notify({ title, body, url, tag, key, actions }) {
  const shown = tag ? await shownOf(tag).catch(() => []) : [];
  const isNew = shown.every(({ data }) => data.key !== key);
  const look = { icon: at("web/icons/192.png"), badge: at("web/icons/badge.png") };
  const buttons = actions.map((each, n) => ({ action: String(n), title: each.title }));
  const data = { url, key, ...(buttons.length ? { actions: actions.map((each) => each.url) } : {}) };
  /** @type {NotificationOptions & {renotify: boolean, actions: typeof buttons}} TypeScript has lost these two */
  const options = { body, tag, renotify: Boolean(tag) && isNew, data, actions: buttons, ...look };
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
 * The notifications of a tag. Rejects if the browser hangs, since later work on notifications waits for this.
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
  // The tab may show an earlier position. `navigate` works only on tabs that this worker controls.
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
 * Replace this browser's subscription by a new one, after its push service has ended it.
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
  // The new channel first: if a later request fails, the player has two channels, not none.
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
