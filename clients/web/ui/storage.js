/**
 * The browser's stores, which no other module uses. The browser may deny any of them, or they may be
 * full: then the page keeps the values in memory until it is left.
 */

class Store {
  /** @type {Map<string, string>} values that the browser did not take */
  #own = new Map();

  /** @param {() => Storage} open throws where the store is denied */
  constructor(open) {
    // A function, since merely reading `globalThis.localStorage` throws where site data is blocked.
    this.open = open;
  }

  /**
   * @param {string} key
   * @returns {string | null}
   */
  get(key) {
    try {
      // A value that did not fit is newer than the one in the store.
      return this.#own.get(key) ?? this.open().getItem(key);
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  set(key, value) {
    try {
      this.open().setItem(key, value);
      this.#own.delete(key);
    } catch (error) {
      console.warn("not kept:", key, error);
      this.#own.set(key, value);
    }
  }

  /** @param {string} key */
  remove(key) {
    this.#own.delete(key);
    try {
      this.open().removeItem(key);
    } catch {
      // A denied store holds nothing.
    }
  }
}

const ofBrowser = new Store(() => localStorage);

/** Values of this tab alone. */
export const ofTab = new Store(() => sessionStorage);

/**
 * A value kept in this browser, null if there is none.
 * @param {string} key
 */
export const kept = (key) => ofBrowser.get(key);

/**
 * Keep a value in this browser.
 * @param {string} key
 * @param {string} value
 */
export const keep = (key, value) => ofBrowser.set(key, value);

/** @param {string} key */
export const forget = (key) => ofBrowser.remove(key);

/** Whether the browser denies this site storage, and so probably the session cookie. */
export function isDenied() {
  try {
    return !localStorage || !takesCookies();
  } catch {
    return true;
  }
}

/** Whether the browser takes cookies. */
export function takesCookies() {
  // Set one to find out: Chromium's `navigator.cookieEnabled` is true even where cookies are
  // refused.
  const name = "anabasis_probe";
  document.cookie = `${name}=1; SameSite=Strict`;
  const isTaken = document.cookie.includes(name);
  document.cookie = `${name}=; SameSite=Strict; Max-Age=0`;
  return isTaken;
}

/**
 * Open a cache that the worker reads too; null if the browser denies it.
 * @param {string} name
 */
export async function openCache(name) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/**
 * The answer that a cache holds for an address; undefined if there is none, or the cache is denied.
 * @param {string} name
 * @param {string} address
 */
export async function cached(name, address) {
  try {
    return await caches.match(address, { cacheName: name });
  } catch {
    return undefined;
  }
}

/** @param {string} name */
export async function deleteCache(name) {
  try {
    await caches.delete(name);
  } catch {
    // A denied cache holds nothing.
  }
}

/** The container of this site's worker, null where the browser has none or denies it. */
export function workers() {
  try {
    // Without https it is missing; in a sandboxed frame of Chromium reading it throws.
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** The registration of this site's worker, if there is one. */
export async function registration() {
  return workers()?.getRegistration().catch(() => undefined);
}
