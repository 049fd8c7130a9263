/** Ways back into an account: sign-in links, passkeys, and the devices that are signed in. */

import { Problem, ask, read } from "./http.js";
import { signedIn } from "./player.js";

/** @import { Device, Me, Passkey, SignInAsked, SignInWays } from "./types.js" */

const FRESH = { cache: /** @type {const} */ ("no-store") };

/** The reader put the browser's own dialog away, or the device has no passkey that fits. */
export class PasskeyUnused extends Error {}

/** @returns {Promise<SignInWays>} */
export function readSignInWays() {
  return read("sign-in");
}

/**
 * Have a link sent to an e-mail address.
 * @param {string} email
 * @returns {Promise<SignInAsked>}
 */
export function askSignIn(email) {
  return ask("sign-in", { method: "POST", body: { email } });
}

/**
 * Sign in by a link, or be told which players there are to choose from.
 * @param {{token: string, code?: string, player_id?: string}} link
 * @returns {Promise<{me: Me} | {players: Me[]}>}
 */
export async function finishSignIn(link) {
  const answer = await ask("sign-in/finish", { method: "POST", body: link });
  return "players" in answer ? answer : { me: signedIn(answer) };
}

/**
 * Whether an error says that another browser's code is needed, or was wrong.
 * @param {unknown} error
 */
export function wantsCode(error) {
  return error instanceof Problem && ["code_needed", "code_wrong"].includes(error.code);
}

/** Whether this browser has passkeys, and tells of them as the service wants it. */
export function hasPasskeys() {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** @returns {Promise<Me>} */
export async function signInByPasskey() {
  const { options } = await ask("session/passkey/options", { method: "POST", body: {} });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await used(navigator.credentials.get({ publicKey }));
  return signedIn(await ask("session/passkey", { method: "POST", body: { credential } }));
}

/** @returns {Promise<Passkey>} */
export async function makePasskey() {
  const { options } = await ask("me/passkeys/options", { method: "POST", body: {} });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await used(navigator.credentials.create({ publicKey }));
  return ask("me/passkeys", { method: "POST", body: { credential } });
}

/** @returns {Promise<Passkey[]>} */
export async function readPasskeys() {
  return (await read("me/passkeys", FRESH)).passkeys;
}

/** @param {string} id */
export function removePasskey(id) {
  return ask(`me/passkeys/${id}`, { method: "DELETE" });
}

/** @returns {Promise<Device[]>} */
export async function readDevices() {
  return (await read("me/devices", FRESH)).devices;
}

/** @param {string} id */
export function signOutDevice(id) {
  return ask(`me/devices/${id}`, { method: "DELETE" });
}

/** Sign all devices out but this one. */
export function signOutOthers() {
  return ask("me/devices", { method: "DELETE" });
}

/**
 * A credential in JSON, once the browser has it.
 * @param {Promise<Credential | null>} asked
 */
async function used(asked) {
  try {
    const credential = /** @type {PublicKeyCredential | null} */ (await asked);
    if (credential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new PasskeyUnused();
}
