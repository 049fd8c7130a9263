/** Passkeys as this browser has them, and which ways to sign in the service offers. */

import { read } from "./http.js";

/** @import { SignInWays } from "./types.js" */

/** The reader put the browser's own dialog away, or the device has no passkey that fits. */
export class PasskeyUnused extends Error {}

/** @returns {Promise<SignInWays>} */
export function readSignInWays() {
  return read("sign-in");
}

/** Whether this browser has passkeys, and tells of them as the service wants it. */
export function hasPasskeys() {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/**
 * A credential in JSON, once the browser has it.
 * @param {Promise<Credential | null>} asked
 */
export async function used(asked) {
  try {
    const credential = /** @type {PublicKeyCredential | null} */ (await asked);
    if (credential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new PasskeyUnused();
}
