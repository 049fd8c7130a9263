/** Signing in by a link or by a passkey. */

import { Problem, ask } from "./http.js";
import { used } from "./passkeys.js";
import { signedIn } from "./player.js";

/** @import { Me, SignInAsked } from "./types.js" */

/**
 * Have a link sent to an e-mail address.
 * @param {string} email
 * @returns {Promise<SignInAsked>}
 */
export function askSignIn(email) {
  return ask("sign-in", { method: "POST", body: { email } });
}

/**
 * Sign in by a link; if the address has several players, return them as a choice.
 * @param {{token: string, code?: string, player_id?: string}} link
 * @returns {Promise<{me: Me} | {players: Me[]}>}
 */
export async function finishSignIn(link) {
  const answer = await ask("sign-in/finish", { method: "POST", body: link });
  return "players" in answer ? answer : { me: signedIn(answer) };
}

/**
 * Whether an error says that the code of another browser is missing or wrong.
 * @param {unknown} error
 */
export function wantsCode(error) {
  return error instanceof Problem && ["code_needed", "code_wrong"].includes(error.code);
}

/** @returns {Promise<Me>} */
export async function signInByPasskey() {
  const { options } = await ask("session/passkey/options", { method: "POST", body: {} });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await used(navigator.credentials.get({ publicKey }));
  return signedIn(await ask("session/passkey", { method: "POST", body: { credential } }));
}
