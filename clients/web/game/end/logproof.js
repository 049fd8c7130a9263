/** The line about a game's end in the server's public log; it says so only once the proof holds. */

import { GameApi } from "../../api/game.js";
import { address, query, read } from "../../api/http.js";
import { pause } from "../../api/stream.js";
import { el, refill } from "../../ui/dom.js";
import { joinCode } from "../../ui/links.js";
import { t } from "../../ui/texts.js";

/** @import { RecordedHead, SignedHead } from "../../api/types.js" */

// The worker appends an end within seconds; after 20 s the line stays at "soon".
const TRIES = 10;
const PAUSE = 2000;

/**
 * Show the line, with its details, for a game that is not on the page.
 * @param {string} id
 * @param {HTMLElement} place
 */
export async function tellRecordedOf(id, place) {
  await tellRecorded(new GameApi(id, joinCode()), place);
  place.querySelector("details")?.setAttribute("open", "");
}

/**
 * Show the line once the end is in the log.
 * @param {GameApi} api
 * @param {HTMLElement} place
 */
export async function tellRecorded(api, place) {
  const path = `${api.path}/head${query({ join_code: api.joinCode })}`;
  for (let n = 0; n < TRIES; n += 1) {
    const head = /** @type {SignedHead} */ (await read(path, { cache: "no-store" }));
    if (await isProved(head)) return tell(/** @type {RecordedHead} */ (head.recorded), address(path), place);
    refill(place, t("end.recorded_soon"));
    await pause(PAUSE);
  }
}

/**
 * @param {RecordedHead} entry
 * @param {string} address
 * @param {HTMLElement} place
 */
function tell(entry, address, place) {
  const proof = el("a", { href: address, download: "" }, t("end.recorded_proof"));
  const how = el("a", { href: "docs/audit#log" }, t("end.recorded_how"));
  const holds = crypto.subtle ? `${t("end.recorded_proved")} ` : "";
  const details = el("p", {}, t("end.recorded", { n: entry.index + 1, size: entry.size }), ` ${holds}`, proof, " · ", how);
  refill(place, t("end.recorded_plain"), el("details", {}, el("summary", {}, t("end.recorded_details")), details));
}

/**
 * Whether the log has this head, and its proof leads to the log's root.
 * @param {SignedHead} head
 */
async function isProved(head) {
  const entry = head.recorded;
  if (!entry || entry.version !== head.version || entry.hash !== head.hash) return false;
  // Browsers compute hashes only on https and localhost. Elsewhere `tell` does not mention the
  // proof.
  if (!crypto.subtle) return true;
  const text = ["anabasis head 1", head.game_id, head.version, head.hash, ""].join("\n");
  // Leaves begin with 0 and inner nodes with 1 (RFC 9162), so that neither can stand for the other.
  const leaf = await hashed([new Uint8Array([0]), new TextEncoder().encode(text)]);
  return (await rootOf(leaf, entry)) === entry.root;
}

/**
 * The root that a proof of inclusion leads to (RFC 9162, 2.1.3.2); empty if it leads to none.
 * @param {Uint8Array} leaf
 * @param {RecordedHead} entry
 */
async function rootOf(leaf, entry) {
  let [hash, node, last] = [leaf, entry.index, entry.size - 1];
  for (const part of entry.proof.map(bytes)) {
    // A proof longer than the tree is high.
    if (!last) return "";
    const isRight = node % 2 === 1 || node === last;
    hash = await hashed(isRight ? [ONE, part, hash] : [ONE, hash, part]);
    [node, last] = above(node, last, isRight);
  }
  return last ? "" : Array.from(hash, (each) => each.toString(16).padStart(2, "0")).join("");
}

/**
 * The next places up the tree, skipping the levels at which the last node stands alone.
 * @param {number} node
 * @param {number} last
 * @param {boolean} isRight
 */
function above(node, last, isRight) {
  let [place, end] = [node, last];
  if (isRight) while (place && place % 2 === 0) [place, end] = [half(place), half(end)];
  return [half(place), half(end)];
}

const ONE = new Uint8Array([1]);

/** @param {number} n */
function half(n) {
  // Not `n >> 1`, which cuts numbers to 32 bits.
  return Math.floor(n / 2);
}

/** @param {string} hex */
function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array[]} parts */
async function hashed(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}
