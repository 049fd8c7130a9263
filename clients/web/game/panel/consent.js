/** The banners of requests to the other players, of a pause, and of bots that may stand in. */
// Rare, so this module is loaded only when a view has one.

import { isHeld, isPlayedFor, standInsOf } from "../../api/views.js";
import { duration } from "../../ui/duration.js";
import { banner, button } from "../../ui/controls.js";
import { addTexts, listed, t } from "../../ui/texts.js";
import { movesInWords, seatName } from "../words/sentences.js";
import { inElements } from "../words/eventelements.js";
import { takenBack } from "../words/undonemoves.js";

/** @import { TimeRequest, UndoRequest, View } from "../../api/types.js" */
/** @import { Teller } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

/** @typedef {(send: (version: number) => Promise<any>) => void} Command */

/** @type {Promise<void> | null} */
let texts = null;

/** Load the texts of the banners. */
export function loadConsent() {
  // After a failure the next banner tries again.
  return (texts ??= addTexts("consent").catch((error) => {
    texts = null;
    throw error;
  }));
}

/**
 * The banner of a request to undo, of one for more time or a pause, of a pause, or of a stand-in.
 * @param {"undo" | "time" | "paused" | "stand_in"} reason
 * @param {Table} table
 * @param {Command} command
 * @param {Record<string, Teller>} own the tellers of the game's ruleset
 */
export function consentBanner(reason, table, command, own) {
  if (reason === "undo") return undoBanner(table, command, own);
  if (reason === "stand_in") return standInBanner(table, command);
  return reason === "time" ? timeBanner(table, command) : pauseBanner(table, command);
}

/**
 * The banner of a request to undo.
 * @param {Table} table
 * @param {Command} command
 * @param {Record<string, Teller>} own the tellers of the game's ruleset
 */
function undoBanner(table, command, own) {
  const { view, seat } = table;
  const request = view?.undo.request;
  if (!view || !request || seat === null || view.status !== "live" || isHeld(view)) return null;
  const answer = (/** @type {boolean} */ accept) => () =>
    command((version) => table.api.answerUndo(accept, version));
  const said = requestText(table, view, request, own);
  return answerable(said, request, seat, answer);
}

/**
 * The words of a request to take back moves.
 * @param {Table} table
 * @param {View} view
 * @param {UndoRequest} request
 * @param {Record<string, Teller>} own
 */
function requestText({ events, views, seat }, view, { seat: by, to, waiting_for: others }, own) {
  // The undo is not recorded yet; its event would have the next version.
  const moves = takenBack(events, { version: view.version + 1, data: { to } });
  return inElements((marking) => {
    const name = (/** @type {number} */ each) => marking.name(seatName(view, each), each);
    const gaps = { n: moves.length, what: movesInWords(moves, view, own, views, marking) };
    if (by !== seat) return t("consent.wanted", { ...gaps, name: name(by) });
    return t("consent.yours", { ...gaps, names: listed(others.map(name)) });
  });
}

/**
 * The banner of a request for more time or a pause.
 * @param {Table} table
 * @param {Command} command
 */
function timeBanner({ api, view, seat }, command) {
  const request = view?.clock?.request;
  if (!view || !request || seat === null || view.status !== "live" || isHeld(view)) return null;
  const what = request.seconds === null ? "pause" : "extension";
  const answer = (/** @type {boolean} */ accept) => () => command((version) => api.answerTime(what, accept, version));
  return answerable(timeText(view, request, seat), request, seat, answer);
}

/**
 * The words of a request for more time or a pause.
 * @param {View} view
 * @param {TimeRequest} request
 * @param {number} seat the viewer's
 */
function timeText(view, { seat: by, seconds, waiting_for: others }, seat) {
  return inElements((marking) => {
    const name = (/** @type {number} */ each) => marking.name(seatName(view, each), each);
    const names = listed(others.map(name));
    if (seconds === null) return by === seat ? t("consent.pause_yours", { names }) : t("says_pause_asked", { name: name(by) });
    const time = duration(seconds);
    return by === seat ? t("consent.time_yours", { time, names }) : t("consent.time_wanted", { name: name(by), time });
  });
}

/**
 * The banner of a pause.
 * @param {Table} table
 * @param {Command} command
 */
function pauseBanner({ api, view, seat }, command) {
  if (!view?.clock?.paused || view.status !== "live") return null;
  const resume = () => command((version) => api.pause(true, version));
  return banner(t("pause_on"), [seat !== null && !isHeld(view) && button("small main", t("consent.resume"), null, resume)]);
}

/**
 * The banner of a player who cannot play, for whom a bot may; or of the viewer, for whom one does.
 * @param {Table} table
 * @param {Command} command
 */
function standInBanner({ api, view, seat: own }, command) {
  if (view && isPlayedFor(view, own)) {
    const back = () => command((version) => api.comeBack(version));
    return banner(t("consent.stand_in_yours"), [button("small main", t("consent.stand_in_end"), null, back)]);
  }
  const offers = view ? standInsOf(view).filter(({ plays }) => !plays) : [];
  // One at a time, and first the one that the viewer can answer.
  const offer = offers.find(({ possible }) => possible) ?? offers[0];
  if (!view || !offer || own === null || view.status !== "live" || isHeld(view)) return null;
  const said = inElements((marking) => {
    const name = (/** @type {number} */ each) => marking.name(seatName(view, each), each);
    if (offer.possible) return t("consent.stand_in_wanted", { name: name(offer.seat) });
    return t("consent.stand_in_waiting", { name: name(offer.seat), names: listed(offer.waiting_for.map(name)) });
  });
  const agree = () => command((version) => api.agreeToStandIn(offer.seat, version));
  return banner(said, [offer.possible && button("small main", t("consent.stand_in_yes"), null, agree)]);
}

/**
 * A request with the buttons that answer it.
 * @param {Parameters<typeof banner>[0]} said
 * @param {{seat: number, waiting_for: number[]}} request
 * @param {number} seat the viewer's
 * @param {(accept: boolean) => () => void} answer
 */
function answerable(said, request, seat, answer) {
  if (request.seat === seat) return banner(said, [button("small", t("consent.withdraw"), null, answer(false))]);
  const isAsked = request.waiting_for.includes(seat);
  return banner(said, [
    isAsked && button("small main", t("consent.yes"), null, answer(true)),
    isAsked && button("small", t("consent_no"), null, answer(false)),
  ]);
}
