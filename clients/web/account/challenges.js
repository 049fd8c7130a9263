/** Challenges: those to answer, those sent, and a form for a new one. */

import { acceptChallenge, cancelChallenge, challenge, declineChallenge, readChallenges } from "../api/accounts.js";
import { faultText } from "../api/http.js";
import { readRulesets } from "../api/service.js";
import { button } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { field } from "./fields.js";

/** @import { Schemas } from "../api/types.js" */

/** @param {HTMLElement} body */
export async function fillChallenges(body) {
  const [{ received, sent }, { rulesets }] = await Promise.all([readChallenges(), readRulesets()]);
  const failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  const to = el("input", { type: "text", name: "to", maxlength: 20, required: true });
  const ruleset = el("select", { name: "ruleset" }, rulesets.map(({ id }) => el("option", { value: id }, t(`${id}.title`))));
  const form = el("form", { class: "account-form", onsubmit: submit }, field("account.challenge_to", to), field("account.challenge_game", ruleset), button("", t("account.challenge_send"), null, () => form.requestSubmit()));
  refill(body, el("p", {}, t("account.challenges_intro")), el("ul", {}, received.map(receivedRow), sent.map(sentRow)), failed, form);

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    void act(() => challenge(to.value, ruleset.value));
  }

  /** @param {Schemas["GameChallenge"]} each */
  function receivedRow(each) {
    const accept = button("small main", t("account.challenge_accept"), null, () => act(async () => location.assign(`game/${(await acceptChallenge(each.id)).game_id}`)));
    const decline = button("small", t("account.challenge_decline"), null, () => act(() => declineChallenge(each.id)));
    return el("li", {}, named(each, "account.challenge_from", each.sender), " ", accept, " ", decline);
  }

  /** @param {Schemas["GameChallenge"]} each */
  function sentRow(each) {
    const state = el("span", { class: "note" }, t(`account.challenge_${each.status}`));
    const cancel = each.status === "pending" && button("small", t("account.challenge_cancel"), null, () => act(() => cancelChallenge(each.id)));
    return el("li", {}, named(each, "account.challenge_sent", each.to), " ", state, " ", cancel);
  }

  /** @param {() => Promise<unknown>} command */
  async function act(command) {
    try {
      await command();
      await fillChallenges(body);
    } catch (error) {
      refill(failed, faultText(error));
      failed.hidden = false;
    }
  }
}

/**
 * @param {Schemas["GameChallenge"]} each
 * @param {string} sentence
 * @param {Schemas["Challenger"] | null} who
 */
function named(each, sentence, who) {
  const name = who?.handle ?? who?.name ?? t("account.challenge_link");
  return t(sentence, { name, game: String(each.terms["title"]) });
}
