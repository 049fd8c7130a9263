/** A player's passkeys, and the devices that are signed in. */

import { ask, read } from "./http.js";
import { used } from "./passkeys.js";

/** @import { Device, Passkey } from "./types.js" */

// Bypass the browser's cache: a device that was just signed out must be gone from the list.
const FRESH = { cache: /** @type {const} */ ("no-store") };

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

/** Delete the player's account. */
export function forgetMe() {
  return ask("me", { method: "DELETE" });
}

/** @returns {Promise<Device[]>} */
export async function readDevices() {
  return (await read("me/devices", FRESH)).devices;
}

/** @param {string} id */
export function signOutDevice(id) {
  return ask(`me/devices/${id}`, { method: "DELETE" });
}

/** Sign out all devices but this one. */
export function signOutOthers() {
  return ask("me/devices", { method: "DELETE" });
}
