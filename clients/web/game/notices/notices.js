/** Notices of a game: muting it, and the offer of a channel. Loaded after the page has shown the game. */

import { showError } from "../../api/failures.js";
import { muteGame, readNotices } from "../../api/notices.js";
import { banner, button, buttonLink, toast } from "../../ui/controls.js";
import { byId } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";

/** @import { Table } from "../state/state.js" */
/** @import { Banners } from "./banners.js" */

/**
 * Show whether the game is muted.
 * @param {Table} table
 */
export async function showMuted({ view }) {
  const { muted } = await readNotices();
  show(muted.includes(view?.game_id ?? ""));
}

/**
 * Mute the game, or unmute it.
 * @param {Table} table
 */
export async function toggleMuted({ view }) {
  const isMuted = byId("mute").getAttribute("aria-pressed") !== "true";
  try {
    await muteGame(view?.game_id ?? "", isMuted);
    show(isMuted);
    toast(t(isMuted ? "mute_on" : "mute_off"));
  } catch (error) {
    showError(error);
  }
}

/** @param {boolean} isMuted */
function show(isMuted) {
  byId("mute").setAttribute("aria-pressed", String(isMuted));
}

/**
 * Offer notices of turns, unless the player has a channel.
 * @param {Banners} banners
 */
export async function offerNotices(banners) {
  const { channels } = await readNotices();
  if (channels.length) return;
  const decline = () => button("small", t("no"), null, () => banners.endOffer());
  banners.offerNotices(() => banner(t("notices_offer"), [buttonLink("small main", t("notices_how"), "", "account"), decline()], { isNews: false }));
}
