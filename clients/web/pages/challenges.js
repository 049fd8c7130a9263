/** The player's challenges: those to answer, and those sent with their state. */

import { acceptChallenge, cancelChallenge, declineChallenge, readChallenges } from "../api/challenges.js";
import { showError } from "../api/failures.js";
import { readRulesets } from "../api/service.js";
import { ago, refreshAgo } from "../ui/ago.js";
import { button } from "../ui/controls.js";
import { byId, el, keepingFocus, refill } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { addTexts, t } from "../ui/texts.js";
import { loadPace, rulesText, termsText } from "./terms.js";

/** @import { Challenge } from "../api/challenges.js" */
/** @import { RulesetOffered } from "../api/types.js" */
/** @import { Child } from "../ui/dom.js" */

let drawn = "";
/** @type {RulesetOffered[]} */
let rulesets = [];

/** Show the challenges; the section is hidden while there are none. */
export async function showChallenges() {
  const section = byId("challenges");
  const [{ received, sent }] = await Promise.all([readChallenges(), addTexts("challenge"), addTexts("setup"), loadPace()]);
  const found = JSON.stringify([received, sent]);
  if (found === drawn) return refreshAgo(section);
  if (!rulesets.length) rulesets = (await readRulesets()).rulesets;
  drawn = found;
  section.hidden = !received.length && !sent.length;
  keepingFocus(section, () =>
    refill(section, el("h2", {}, t("challenge.list")), el("ul", { class: "games" }, received.map(receivedRow), sent.map(sentRow))),
  );
}

/** @param {Challenge} challenge */
function receivedRow(challenge) {
  const { id } = challenge;
  return row(
    challenge,
    challenge.sender,
    t("challenge.from", { name: nameOf(challenge.sender), game: titleOf(challenge) }),
    button("small main", t("challenge.accept"), null, () => acceptChallenge(id).then((game) => location.assign(gameLink(game)), showError)),
    button("small", t("challenge.decline"), null, () => act(declineChallenge(id, "generic"))),
  );
}

/** @param {Challenge} challenge */
function sentRow(challenge) {
  const { id, to, status } = challenge;
  const words = t("challenge.sent", { name: to ? nameOf(to) : t("challenge.link"), game: titleOf(challenge) });
  return row(challenge, to, words, status === "pending" && button("small", t("challenge.cancel"), null, () => act(cancelChallenge(id))));
}

/**
 * @param {Challenge} challenge
 * @param {Challenge["to"]} other
 * @param {string} words
 * @param {...Child} buttons
 */
function row(challenge, other, words, ...buttons) {
  const { id, status, made_at: at } = challenge;
  return el(
    "li",
    { class: "invitation", "data-key": id },
    el("span", { class: "row-head" }, el("a", { class: "row-title", href: `challenge#id=${id}` }, words), el("span", { class: "row-note" }, t(`challenge.is_${status}`), " · ", ago(at))),
    el("span", { class: "row-note" }, termsText(challenge, rulesets, other && other.name), " ", rulesText(challenge, rulesets)),
    el("span", { class: "invitation-answers" }, buttons),
  );
}

/**
 * A player in a challenge: by handle, if there is one, as names are not unique.
 * @param {Challenge["sender"]} who
 */
export const nameOf = ({ name, handle }) => (handle ? `@${handle}` : (name ?? t("challenge.link")));

/**
 * The title of the game, or that of its ruleset.
 * @param {Challenge} challenge
 */
export const titleOf = ({ terms }) => String(terms["title"] ?? t(`${terms["ruleset"]}.title`));

/** @param {Promise<unknown>} command */
function act(command) {
  command.then(showChallenges).catch(showError);
}
