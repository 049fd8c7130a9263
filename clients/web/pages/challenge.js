/** The page of a challenge: who asks whom for which game, and the answer. */

import { acceptChallenge, cancelChallenge, declineChallenge, readChallenge, REASONS } from "../api/challenges.js";
import { showError } from "../api/failures.js";
import { errorText } from "../api/http.js";
import { takeName, whoAmI } from "../api/player.js";
import { readRulesets } from "../api/service.js";
import { codeOf } from "../ui/address.js";
import { until } from "../ui/ago.js";
import { button, buttonLink, linkBox } from "../ui/controls.js";
import { byId, el, keepingFocus, refill } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { loadLocalNote, localNote } from "../ui/localnote.js";
import { nameBox, sessionNote } from "../ui/namebox.js";
import { addTexts, has, t } from "../ui/texts.js";
import { whileShown } from "../ui/visibility.js";
import { nameOf, titleOf } from "./challenges.js";
import { frame } from "./frame.js";
import { loadPace, rulesText, termsText } from "./terms.js";

/** @import { Challenge } from "../api/challenges.js" */
/** @import { Me, RulesetOffered } from "../api/types.js" */
/** @import { Child } from "../ui/dom.js" */

const REFRESH_MILLISECONDS = 5000;

/** @type {Me | null} */
let me = null;
/** @type {RulesetOffered[]} */
let rulesets = [];
let drawn = "";

async function start() {
  frame("games");
  document.title = t("brand");
  const [offered, player] = await Promise.all([readRulesets(), whoAmI(), addTexts("challenge"), addTexts("setup"), loadPace(), loadLocalNote()]);
  [rulesets, me] = [offered.rulesets, player];
  await show();
  let timer = 0;
  // Its answer may come while the sender waits here.
  whileShown(() => (timer = setInterval(() => show().catch(() => undefined), REFRESH_MILLISECONDS)), () => clearInterval(timer));
}

async function show() {
  const challenge = await readChallenge(codeOf("id") ?? "");
  const found = JSON.stringify(challenge);
  if (found === drawn) return;
  drawn = found;
  document.title = `${t("challenge.title")} – ${t("brand")}`;
  keepingFocus(byId("main"), () => refill(byId("main"), ...parts(challenge)));
}

/**
 * @param {Challenge} challenge
 * @returns {Child[]}
 */
function parts(challenge) {
  const { sender, to, status } = challenge;
  const isMine = sender.player_id === me?.player_id;
  const other = isMine ? to : sender;
  const name = other ? nameOf(other) : t("challenge.link");
  return [
    el("h1", {}, t(isMine ? "challenge.sent" : "challenge.from", { name, game: titleOf(challenge) })),
    el("p", { class: "sentence" }, termsText(challenge, rulesets, other && other.name)),
    el("p", { class: "note" }, rulesText(challenge, rulesets)),
    status !== "pending" ? over(challenge) : isMine ? waiting(challenge) : asked(challenge),
  ];
}

/** @param {Challenge} challenge */
function over(challenge) {
  const { game_id: game } = challenge;
  const way = game ? buttonLink("main big", t("challenge.to_game"), "", gameLink({ game_id: game })) : toLobby();
  return el("div", { class: "form" }, el("p", { role: "status" }, overText(challenge)), el("p", {}, way));
}

/** @param {Challenge} challenge */
function overText({ status, reason, to, taken_by: taker, game_id: game }) {
  if (status === "declined" && reason) return t("challenge.declined_for", { reason: t(`challenge.reason_${reason}`) });
  // Somebody with the link who neither sent nor took it.
  if (taker && !to && !game) return t("challenge.taken", { name: nameOf(taker) });
  return t(`challenge.is_${status}`);
}

const toLobby = () => buttonLink("main", t("challenge.to_lobby"), "", "./");

/** @param {Challenge} challenge one that this player has sent */
function waiting({ id, to, until: end }) {
  const link = new URL(`challenge#id=${id}`, document.baseURI).href;
  return el(
    "div",
    { class: "form" },
    !to && el("p", {}, t("challenge.link_hint")),
    !to && linkBox(link),
    !to && localNote(),
    el("p", { class: "note", role: "status" }, t("challenge.is_pending"), " · ", t("challenge.until"), " ", until(end)),
    el("p", {}, button("", t("challenge.cancel"), null, () => act(() => cancelChallenge(id)).then(() => location.assign("./")))),
  );
}

/** @param {Challenge} challenge one that this player, or anybody with the link, may answer */
function asked(challenge) {
  const { id, to, until: end } = challenge;
  const form = el("form", { class: "form", onsubmit: accept });
  const reason = el("select", { "aria-label": t("challenge.reason") }, REASONS.map((each) => el("option", { value: each }, t(`challenge.reason_${each}`))));
  refill(
    form,
    !me && el("label", { class: "field" }, el("span", {}, t("your_name")), nameBox()),
    sessionNote(),
    el("p", { class: "note" }, t("challenge.until"), " ", until(end)),
    el("p", {}, el("button", { class: "button main big" }, el("span", { class: "label" }, t("challenge.accept")))),
    to && el("div", { class: "decline" }, reason, button("", t("challenge.decline"), null, () => act(() => declineChallenge(id, reason.value)))),
  );
  return form;

  /** @param {Event} event */
  async function accept(event) {
    event.preventDefault();
    await act(async () => {
      if (!me) me = await takeName(String(new FormData(form).get("name") ?? ""));
      location.assign(gameLink({ game_id: (await acceptChallenge(id)).game_id }));
    });
  }
}

/** @param {() => Promise<unknown>} command */
async function act(command) {
  await command().catch(showError);
  await show().catch(() => undefined);
}

// Another challenge in an open tab: only the fragment changes.
addEventListener("hashchange", () => location.reload());
start().catch((error) => refill(byId("main"), el("h1", {}, t("brand")), el("p", { role: "alert" }, errorText(error)), el("p", {}, has("challenge.to_lobby") && toLobby())));
