/** The player's time zone and quiet hours. */

import { faultText } from "../api/http.js";
import { setQuietHours } from "../api/service.js";
import { button } from "../ui/controls.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { check, field } from "./fields.js";

/** @import { Me } from "../api/types.js" */
/** @import { AccountPage } from "./frame.js" */

const NIGHT = { from: "22:00", to: "07:00", weekends: false };

/**
 * @param {HTMLElement} body
 * @param {AccountPage} page
 */
export function fillQuiet(body, page) {
  const { me } = page;
  if (me) refill(body, el("p", {}, t("account.quiet_intro")), new Form(me, page).element);
}

/**
 * Set the browser's time zone for a player who has none, since notices give times in that zone.
 * @param {AccountPage} page
 */
export async function takeZone(page) {
  if (!page.me || page.me.time_zone) return;
  page.me = await setQuietHours({ time_zone: here() });
  await page.refill("quiet");
}

// Zone and hours are saved together, as hours mean nothing without a zone.
class Form {
  /**
   * @param {Me} me
   * @param {AccountPage} page
   */
  constructor(me, page) {
    this.page = page;
    // A proposal: nothing is sent until the player saves it.
    const zone = me.time_zone ?? here();
    const hint = me.time_zone ? undefined : "account.time_zone_proposed";
    const { from, to, weekends } = me.quiet_hours ?? NIGHT;
    this.zone = el("select", { name: "time_zone", onchange: () => this.#show() }, zones(zone).map((each) => el("option", { value: each, selected: each === zone }, each || t("account.time_zone_none"))));
    this.has = el("input", { type: "checkbox", name: "quiet", checked: Boolean(me.quiet_hours), onchange: () => this.#switch() });
    this.from = el("input", { type: "time", name: "from", value: from, required: true });
    this.to = el("input", { type: "time", name: "to", value: to, required: true });
    this.weekends = el("input", { type: "checkbox", name: "weekends", checked: weekends });
    this.done = el("p", { class: "account-done", role: "status", hidden: true });
    this.failed = el("p", { class: "account-failed", role: "alert", hidden: true });
    this.hours = el("div", { class: "quiet-hours" }, field("account.quiet_from", this.from), field("account.quiet_to", this.to), check("account.quiet_weekends", this.weekends));
    const save = button("", t("account.save"), null, () => this.element.requestSubmit());
    this.element = el("form", { class: "account-form", onsubmit: (/** @type {Event} */ event) => this.#submit(event) }, field("account.time_zone", this.zone, hint), check("account.quiet_on", this.has), this.hours, this.failed, this.done, save);
    this.#show();
  }

  #switch() {
    if (this.has.checked && !this.zone.value) this.zone.value = here();
    this.#show();
  }

  #show() {
    if (!this.zone.value) this.has.checked = false;
    this.hours.hidden = !this.has.checked;
    // Also disabled: a hidden required field without a value would block the form, and the browser
    // could not show why.
    this.from.disabled = this.to.disabled = !this.has.checked;
  }

  get #stated() {
    const hours = { from: this.from.value, to: this.to.value, weekends: this.weekends.checked };
    return { time_zone: this.zone.value || null, quiet_hours: this.has.checked ? hours : null };
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    this.failed.hidden = this.done.hidden = true;
    try {
      this.page.me = await setQuietHours(this.#stated);
      this.#say(this.done, t("account.saved"));
    } catch (error) {
      this.#say(this.failed, faultText(error));
    }
  }

  /**
   * @param {HTMLElement} place
   * @param {string} text
   */
  #say(place, text) {
    place.textContent = text;
    place.hidden = false;
  }
}

/** The time zone of this browser. */
const here = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The time zones to choose from: none, this browser's, the player's own, and all others.
 * @param {string} own
 */
const zones = (own) => [...new Set(["", here(), own, ...Intl.supportedValuesOf("timeZone")])];
