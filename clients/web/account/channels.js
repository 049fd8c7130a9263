/**
 * The channels for a player's notices, one row each, whose changes are sent at once; and ways to
 * add one.
 */

import { faultText } from "../api/http.js";
import { addChannel, changeChannel, removeChannel, testChannel } from "../api/channels.js";
import { ago } from "../ui/ago.js";
import { button, confirmed } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { lineIcon } from "../ui/icons.js";
import { t } from "../ui/texts.js";
import { addingForms } from "./newchannel.js";
import { check, field } from "./fields.js";
import { takeZone } from "./quiethours.js";
import { deliveryWords, kindIcon, kindWords, stateWords, targetWords } from "./words.js";

/** @import { Channel } from "../api/types.js" */
/** @import { AccountPage } from "./frame.js" */

const DIGESTS = /** @type {const} */ (["", "hourly", "daily"]);

/**
 * @param {HTMLElement} body
 * @param {AccountPage} page
 */
export async function fillChannels(body, page) {
  const [notices, push] = await Promise.all([page.notices(), import("../api/push.js")]);
  const here = await push.channelHere();
  const list = el("ul", { class: "account-list" });
  const empty = el("p", { class: "account-empty" }, t(notices.email ? "account.channels_none" : "account.channels_none_mailless"));
  const show = () => {
    empty.hidden = list.hasChildNodes();
    list.hidden = !empty.hidden;
  };
  /** @type {Map<string, HTMLElement>} an address is one channel, no matter how often it is added */
  const rows = new Map();
  const add = (/** @type {Channel} */ channel) => {
    rows.get(channel.id)?.remove();
    rows.set(channel.id, new Row(channel, channel.id === here ? push.unsubscribeHere : null, show, page).element);
    list.append(rows.get(channel.id) ?? "");
    show();
  };
  notices.channels.forEach(add);
  show();
  // Before the channel, so that its first mail has local times. If the service does not know the
  // zone, the player can choose one.
  const before = () => takeZone(page).catch((error) => console.warn(error));
  refill(body, empty, list, addingForms(notices, push, { before, after: add }));
}

/** A channel: its state, and the actions on it. */
class Row {
  #state = el("p", { class: "channel-state" });
  #last = el("p", { class: "note" });
  #failed = el("p", { class: "account-failed", role: "alert", hidden: true });
  #done = el("p", { class: "account-done", role: "status", hidden: true });
  #pause = button("small", "", null, () => this.#change({ state: this.channel.state === "paused" ? "active" : "paused" }));
  #test = button("small", t("account.test"), null, () => this.#try());
  #again = button("small", t("account.confirm_again"), null, () => this.#confirmAgain());
  #when = el("select", { onchange: () => this.#change({ digest: /** @type {Channel["digest"]} */ (this.#when.value || null) }) }, DIGESTS.map((value) => el("option", { value }, t(`account.digest_${value || "none"}`))));
  #always = el("input", { type: "checkbox", onchange: () => this.#change({ always: this.#always.checked }) });

  /**
   * @param {Channel} channel
   * @param {(() => Promise<void>) | null} unsubscribe ends the channel of this browser; null for any other
   * @param {() => void} changed after the channel is removed
   * @param {AccountPage} page
   */
  constructor(channel, unsubscribe, changed, page) {
    this.channel = channel;
    this.unsubscribe = unsubscribe;
    this.changed = changed;
    this.page = page;
    const { kind, label, target } = channel;
    const about = [unsubscribe ? t("account.here") : kindWords(channel), label && targetWords(kind, target)];
    this.element = el(
      "li",
      {},
      lineIcon(kindIcon(kind)),
      el("div", { class: "row-words" }, el("p", { class: "row-name" }, this.#name), el("p", { class: "note" }, about.filter(Boolean).join(" · ")), this.#state, this.#last),
      this.#choices(),
      this.#failed,
      this.#done,
    );
    this.#show();
  }

  get #name() {
    const { kind, label, target } = this.channel;
    return label || targetWords(kind, target);
  }

  #choices() {
    const remove = button("small quiet", t("account.remove"), null, () => this.#remove());
    const named = t("account.change_of", { name: this.#name });
    return el(
      "details",
      { class: "channel-more" },
      el("summary", { "aria-label": named }, t("account.change")),
      el("div", { class: "channel-choices" }, field("account.when", this.#when), check("account.always", this.#always), el("p", { class: "row-acts" }, this.#again, this.#test, this.#pause, remove)),
    );
  }

  #show() {
    const { always, digest, last, state } = this.channel;
    this.element.className = `channel ${state}`;
    this.#state.textContent = stateWords(this.channel);
    refill(this.#last, last && [t("account.last"), ": ", deliveryWords(last.state), ", ", ago(last.at)]);
    this.#when.value = digest ?? "";
    this.#always.checked = always;
    this.#pause.firstElementChild?.replaceChildren(t(state === "paused" ? "account.resume" : "account.pause"));
    this.#pause.hidden = state === "unconfirmed";
    this.#test.hidden = state === "unconfirmed";
    this.#again.hidden = state !== "unconfirmed";
  }

  /** @param {Parameters<typeof changeChannel>[1]} changes */
  #change(changes) {
    return this.#tell(async () => {
      this.channel = { ...this.channel, ...(await changeChannel(this.channel.id, changes)) };
    });
  }

  #confirmAgain() {
    const { kind, target } = this.channel;
    return this.#tell(() => addChannel({ kind, address: target }), t("account.confirm_sent", { address: target }));
  }

  async #try() {
    await this.#tell(() => testChannel(this.channel.id), t("account.test_sent"));
    // The test is a delivery, too, which the log on show would lack.
    await this.page.refill("log");
  }

  async #remove() {
    const { id } = this.channel;
    if (!(await confirmed(t("account.remove_sure", { name: this.#name }), t("account.remove")))) return;
    await this.#tell(async () => {
      // This browser's own subscription has to end with its channel.
      await (this.unsubscribe ? this.unsubscribe() : removeChannel(id));
      this.element.remove();
      this.changed();
    });
  }

  /**
   * Do something and show the result.
   * @param {() => Promise<unknown>} act
   * @param {string} [done] the message on success
   */
  async #tell(act, done = "") {
    this.#say("", "");
    try {
      await act();
      this.#say(done, "");
    } catch (error) {
      this.#say("", faultText(error));
    }
    this.#show();
  }

  /**
   * @param {string} done
   * @param {string} failed
   */
  #say(done, failed) {
    this.#done.textContent = done;
    this.#done.hidden = !done;
    this.#failed.textContent = failed;
    this.#failed.hidden = !failed;
  }
}
