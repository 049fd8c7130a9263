/** This browser's push subscription: it shows notices even while none of our pages is open. */

import { cached, deleteCache, openCache, registration, workers } from "../ui/storage.js";
import { t } from "../ui/texts.js";
import { ask, Problem } from "./http.js";

/** @import { Channel } from "./types.js" */

/** The cache in which the page and the worker keep the id of this browser's channel. */
// Of all stores, a page and its worker share only the caches and IndexedDB, which needs far more
// code.
const KEPT = `push ${new URL("../../", import.meta.url).href}`;
const CHANNEL = new URL("../../push/channel", import.meta.url).href;

/** Whether this browser can show notices at all. */
export function canPushHere() {
  // An iPhone has `PushManager` only once the page is on its home screen.
  return workers() !== null && "PushManager" in globalThis && "Notification" in globalThis;
}

/**
 * The id of this browser's channel, null if it has none.
 * @returns {Promise<string | null>}
 */
export async function channelHere() {
  if (!canPushHere()) return null;
  const answer = await cached(KEPT, CHANNEL);
  return answer ? answer.text() : null;
}

/**
 * Ask the reader for permission, subscribe this browser and add it as a channel.
 * Call it in answer to a tap, after the texts of the account page have loaded.
 * @param {string} pushKey the service's own, from `GET /me/notices`
 * @param {string} [label]
 * @returns {Promise<Channel>}
 */
export async function subscribeHere(pushKey, label = nameHere()) {
  if (!canPushHere()) throw refused("push_unsupported");
  // Ask before any other await: Safari and Firefox show the question only in answer to a tap.
  if ((await Notification.requestPermission()) !== "granted") throw refused("push_denied");
  const made = await subscribe(await readyWorker(), pushKey);
  const channel = await ask("me/channels", { method: "POST", body: { kind: "push", subscription: made.toJSON(), label } });
  await (await openCache(KEPT))?.put(CHANNEL, new Response(channel.id));
  return channel;
}

/** End this browser's subscription and its channel. */
export async function unsubscribeHere() {
  // The browser first: if the service cannot be reached, this browser stops showing notices anyway.
  const id = await channelHere();
  await (await subscription())?.unsubscribe();
  await deleteCache(KEPT);
  if (id) await ask(`me/channels/${id}`, { method: "DELETE" }).catch(ignoreUnknown);
}

async function subscription() {
  return (await registration())?.pushManager.getSubscription();
}

/** The worker's registration. */
async function readyWorker() {
  // `ready` alone would wait for ever where the browser allows no worker.
  const container = workers();
  if (!container || !(await registration())) throw refused("push_unsupported");
  return container.ready;
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @param {string} applicationServerKey
 */
async function subscribe({ pushManager }, applicationServerKey) {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    // A subscription under another key is useless, but blocks a new one in this browser.
    const before = await pushManager.getSubscription();
    if (before && keyOf(before) !== applicationServerKey) await before.unsubscribe();
    return await pushManager.subscribe(options);
  } catch {
    throw refused("push_failed");
  }
}

/** @param {PushSubscription} subscription */
function keyOf({ options }) {
  // The service sends its key in base64url, which `btoa` does not produce.
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** The names of browser and system, if the user agent has them. */
function nameHere() {
  const { userAgent } = navigator;
  const name = (/** @type {Record<string, RegExp>} */ names) => Object.keys(names).find((each) => names[each].test(userAgent)) ?? "";
  return [name(BROWSERS), name(SYSTEMS)].filter(Boolean).join(", ");
}

// The order matters: Edge and Opera also say Chrome, and all of them say Safari.
const BROWSERS = { Edge: /Edg/, Opera: /OPR\//, Firefox: /Firefox|FxiOS/, Chrome: /Chrome|CriOS/, Safari: /Safari/ };
const SYSTEMS = { Android: /Android/, iPhone: /iPhone/, iPad: /iPad/, Windows: /Windows/, macOS: /Mac OS/, Linux: /Linux/ };

/** @param {string} code */
const refused = (code) => new Problem(403, { code, detail: t(`account.${code}`) });

/** @param {unknown} error */
function ignoreUnknown(error) {
  // Already removed on another device, or its player has signed out: nothing is left to remove.
  if (!(error instanceof Problem) || ![401, 404].includes(error.status)) throw error;
}
