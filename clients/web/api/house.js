/** The house: who may come in, and invitations to make an account. */

import { ask, read } from "./http.js";

/** @import { AccountInvitation, AccountInvitationMade, House } from "./types.js" */

/** @returns {Promise<House>} */
export function readHouse() {
  return read("");
}

/**
 * Look whether an invitation is good; throws the service's refusal.
 * @param {string} invitation
 */
export function checkInvitation(invitation) {
  return ask("account-invitations/check", { method: "POST", body: { invitation } });
}

/**
 * Have an invitation sent to an address of the host's mail domains.
 * @param {string} email
 */
export function mailInvitation(email) {
  return ask("account-invitations", { method: "POST", body: { email } });
}

/** @returns {Promise<AccountInvitation[]>} */
export async function readMyInvitations() {
  // Bypass the browser's cache: an invitation that was just withdrawn must be gone from the list.
  return (await read("me/account-invitations", { cache: "no-store" })).invitations;
}

/**
 * Make an invitation, whose link only this answer has.
 * @param {{uses: number, days: number}} wanted
 * @returns {Promise<AccountInvitationMade>}
 */
export function makeInvitation(wanted) {
  return ask("me/account-invitations", { method: "POST", body: wanted });
}

/** @param {string} id */
export function revokeInvitation(id) {
  return ask(`me/account-invitations/${id}`, { method: "DELETE" });
}
