/** This browser's support of passkeys, and the ways to sign in that the service offers. */

import { read } from "./http.js";

/** @import { SignInWays } from "./types.js" */

/** The reader closed the browser's own dialog, or the device has no passkey that fits. */
export class PasskeyUnused extends Error {}

/** @returns {Promise<SignInWays>} */
export function readSignInWays() {
  return read("sign-in");
}

/** Whether this browser has passkeys and converts them from and to JSON. */
export function hasPasskeys() {
  // All supported browsers have passkeys, but Chromium converts JSON only since 129 and Safari
  // since 18.4.
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/**
 * A credential in JSON, as soon as the browser has it.
 * @param {Promise<Credential | null>} asked
 */
export async function used(asked) {
  try {
    const credential = /** @type {PublicKeyCredential | null} */ (await asked);
    if (credential) return credential.toJSON();
  } catch (error) {
    // Browsers use the same errors for a closed dialog and for a missing passkey, so that a site
    // cannot tell which it was.
    if (!(error instanceof DOMException)) throw error;
  }
  throw new PasskeyUnused();
}
