/** Who plays in this browser: the only module that knows where the token is kept. */

const KEY = "anabasis.token";

/** @returns {string | null} */
export function token() {
  return localStorage.getItem(KEY);
}

/** @param {string} value */
export function keepToken(value) {
  localStorage.setItem(KEY, value);
}

export function forgetToken() {
  localStorage.removeItem(KEY);
}

/**
 * The headers that say who asks.
 * @returns {Record<string, string>}
 */
export function credentials() {
  const value = token();
  return value ? { Authorization: `Bearer ${value}` } : {};
}
