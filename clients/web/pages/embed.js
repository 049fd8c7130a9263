/** A game in another site's frame: the board, the points and a slider, the same for everybody. */
// No texts, settings or cookies here: browsers may deny storage to framed pages, and a sandboxed frame
// has no origin of its own.

import { publicReplay } from "../api/public.js";
import { isUnreached } from "../api/reach.js";
import { replayViews } from "../api/views.js";
import { badge } from "../game/seats/pieces.js";
import { gameTitle } from "../game/words/title.js";
import { numberOf } from "../ui/address.js";
import { byId, el, refill } from "../ui/dom.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Looks } from "../picture/picture.js" */

const STEP_MILLISECONDS = 700;

class Embed {
  /** The running timer, 0 while the game stands still. */
  #timer = 0;

  /**
   * @param {Looks} looks
   * @param {View[]} views
   * @param {GameEvent[]} events
   */
  constructor(looks, views, events) {
    this.looks = looks;
    this.views = views;
    this.events = events;
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.slider.max = String(views.length);
    this.slider.value = String(numberOf("at") ?? views.length);
    this.slider.addEventListener("input", () => {
      this.#play(false);
      this.show();
    });
    this.button = byId("play");
    this.button.hidden = false;
    this.button.addEventListener("click", () => {
      this.#play(!this.#timer);
      if (this.#timer) this.#step();
    });
    // The site may resize its frame at any time, and the map's names depend on its scale.
    new ResizeObserver(() => this.show()).observe(byId("map"));
  }

  show() {
    const at = Number(this.slider.value);
    const view = this.views[at - 1];
    const { clientWidth, clientHeight } = byId("map");
    // A frame may be hidden at first.
    if (!clientWidth || !clientHeight) return;
    const scale = (/** @type {{width: number, height: number}} */ box) => Math.max(box.width / clientWidth, box.height / clientHeight);
    const map = this.looks.map(view, this.events[at - 1], scale);
    map.setAttribute("role", "img");
    map.setAttribute("aria-label", gameTitle(view));
    refill(byId("map"), map);
    this.#seats(view);
    byId("place").textContent = `${at}/${this.views.length}`;
    link(at < this.views.length ? at : null);
  }

  /** @param {boolean} isPlaying */
  #play(isPlaying) {
    clearInterval(this.#timer);
    this.#timer = isPlaying ? setInterval(() => this.#step(), STEP_MILLISECONDS) : 0;
    this.button.classList.toggle("playing", isPlaying);
    this.button.setAttribute("aria-label", this.button.dataset[isPlaying ? "pause" : "play"] ?? "");
  }

  /** Go on by one event; from the last one, go to the first. */
  #step() {
    const { value, max } = this.slider;
    this.slider.value = value === max ? "1" : String(Number(value) + 1);
    this.show();
    if (this.slider.value === max) this.#play(false);
  }

  /** @param {View} view */
  #seats(view) {
    [...byId("seats").children].forEach((row, seat) => {
      if (!row.querySelector(".badge")) row.prepend(badge(seat));
      row.classList.toggle("acting", !view.result && view.to_act.includes(seat));
      row.classList.toggle("won", view.result?.winners.includes(seat) ?? false);
      const points = view.result?.scores[seat] ?? (view.state ? this.looks.points(view, seat) : "");
      refill(/** @type {Element} */ (row.querySelector(".embed-points")), String(points));
    });
  }
}

/**
 * Make the title's link lead to the moment on show.
 * @param {number | null} at
 */
function link(at) {
  const title = /** @type {HTMLAnchorElement} */ (byId("link"));
  const address = new URL(title.href);
  if (at === null) address.searchParams.delete("at");
  else address.searchParams.set("at", String(at));
  title.href = address.href;
}

async function begin() {
  const { game = "", ruleset, failed = "", fault = "" } = byId("embed").dataset;
  try {
    const [replay, { looks }] = await Promise.all([publicReplay(game), import(`../${ruleset}/picture.js`)]);
    const events = [replay.event, ...replay.steps.map(({ event }) => event)];
    new Embed(looks, replayViews(replay), events).show();
  } catch (error) {
    // A replacer function, since a string would treat "$&" in the error as a pattern.
    const message = isUnreached(error) ? failed : fault.replace("{error}", () => String(error));
    refill(byId("map"), el("p", { class: "note" }, message));
  }
}

begin();
