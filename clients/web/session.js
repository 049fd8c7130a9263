/** Who plays in this browser: the token is in a cookie no script can read; here is only that one is. */

const KEY = "anabasis.session";

/** Whether a session was begun here, so that a stranger's first look asks for nothing. */
export function hasSession() {
  return localStorage.getItem(KEY) !== null;
}

export function rememberSession() {
  localStorage.setItem(KEY, "begun");
}

export function forgetSession() {
  localStorage.removeItem(KEY);
}
