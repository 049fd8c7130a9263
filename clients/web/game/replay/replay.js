/** Stepping through a game: buttons, slider, speeds and keys. */

import { el, svg } from "../../ui/dom.js";
import { setting } from "../../ui/settings.js";
import { t } from "../../ui/texts.js";
import { withTip } from "../../ui/tips.js";
import { isTyping } from "../keyboard/keys.js";

/** @import { Table } from "../state/state.js" */

// Keys that need the focus in the replay; elsewhere they move through the map or the log.
const OWN = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " "];

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MILLISECONDS = 1000;

// At higher speeds, pieces and cards have no time to move: that takes 0.4 s.
const LIVELY = 1;

const SHAPES = {
  first: "M4 4H6.5V16H4ZM17 4V16L8 10Z",
  back: "M14 4V16L5 10Z",
  play: "M5 3.5V16.5L16 10Z",
  pause: "M5 4H8.5V16H5ZM11.5 4H15V16H11.5Z",
  forward: "M6 4V16L15 10Z",
  last: "M3 4V16L12 10ZM13.5 4H16V16H13.5Z",
  flip: "M3 8L8 3V6.5H17V9.5H8V13ZM17 12L12 17V13.5H3V12Z",
  help: "M8.6 12.4C8.6 9.6 11.6 9.4 11.6 7.2C11.6 6 10.8 5.4 9.8 5.4C8.7 5.4 8 6.1 7.8 7.2L5.2 6.7C5.6 4.4 7.4 3 9.9 3C12.5 3 14.4 4.6 14.4 7C14.4 10.2 11.2 10.3 11.2 12.4ZM8.4 14H11.4V17H8.4Z",
};

export class Replay {
  #timer = 0;
  #speed = 1;

  /**
   * @param {Table} table
   * @param {{flip: () => void, help: () => void, rules: () => void, zoom: (factor: number) => void}} actions a zoom of 0 shows the whole map
   */
  constructor(table, actions) {
    this.table = table;
    this.actions = actions;
    this.slider = el("input", {
      type: "range", min: "1", max: "1", value: "1", "aria-label": t("replay_slider"),
      oninput: () => this.#goTo(Number(this.slider.value)),
    });
    this.place = el("output", { class: "replay-place" });
    this.playing = this.#button("play", t("replay_play"), () => this.toggle());
    this.element = this.#bar();
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #bar() {
    const go = (/** @type {() => number} */ where) => () => this.#goTo(where());
    return el(
      "div",
      { class: "replay" },
      el("div", { class: "replay-line" }, this.slider, this.place),
      el(
        "div",
        { class: "replay-buttons" },
        this.#button("first", t("replay_first"), go(() => 1)),
        this.#button("back", t("replay_back"), go(() => this.table.place - 1)),
        this.playing,
        this.#button("forward", t("replay_forward"), go(() => this.table.place + 1)),
        this.#button("last", t("replay_last"), go(() => this.table.version)),
        this.#speeds(),
        this.#button("flip", t("replay_flip"), () => this.actions.flip()),
        this.#button("help", t("replay_help"), () => this.actions.help()),
      ),
    );
  }

  /** Update slider, text and button. */
  show() {
    const { place, version } = this.table;
    this.slider.max = String(version);
    this.slider.value = String(place);
    this.place.textContent = `${place}/${version}`;
    this.place.title = t("replay_at", { n: place, total: version });
    // "Move 12 of 80" instead of a bare number.
    this.slider.setAttribute("aria-valuetext", this.place.title);
    const name = this.#timer ? "pause" : "play";
    this.playing.setAttribute("aria-label", t(`replay_${name}`));
    withTip(this.playing, t(`replay_${name}`));
    this.playing.querySelector("path")?.setAttribute("d", SHAPES[name]);
  }

  toggle() {
    if (this.#timer) return this.stop();
    if (this.table.place >= this.table.version) this.table.goTo(1);
    // A timeout even before the first step, so that `show` knows at once that the replay is
    // running.
    this.#timer = setTimeout(() => this.#tick(), 0);
    return this.show();
  }

  /**
   * Start playing from an event.
   * @param {number} version
   */
  async playFrom(version) {
    this.stop();
    await this.table.goTo(version);
    this.toggle();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.show();
  }

  async #tick() {
    await this.table.goTo(this.table.place + 1, this.#speed <= LIVELY).catch(() => undefined);
    // The reader may have stopped it while the step was shown.
    if (!this.#timer) return;
    if (this.table.place >= this.table.version) this.stop();
    else this.#timer = setTimeout(() => this.#tick(), STEP_MILLISECONDS / this.#speed);
  }

  /** @param {number} version */
  #goTo(version) {
    this.stop();
    // A leap moves no pieces: a reader can follow only a step to the next event.
    const isNext = version === this.table.place + 1;
    this.table.goTo(version, isNext).catch(() => undefined);
  }

  /** @param {1 | -1} by */
  #goTurn(by) {
    const { place, version, views } = this.table;
    const starts = views.filter(({ turn }, n) => turn && turn !== views[n - 1]?.turn).map((view) => view.version);
    const next = by > 0 ? starts.find((start) => start > place) : starts.findLast((start) => start < place);
    this.#goTo(next ?? (by > 0 ? version : 1));
  }

  #speeds() {
    const options = SPEEDS.map((speed) =>
      el("option", { value: String(speed), selected: speed === 1 }, `${speed}×`),
    );
    const select = el("select", { class: "speed", "aria-label": t("replay_speed") }, options);
    select.addEventListener("change", () => {
      this.#speed = Number(select.value);
    });
    return select;
  }

  /**
   * @param {keyof typeof SHAPES} shape
   * @param {string} text
   * @param {() => void} act
   */
  #button(shape, text, act) {
    const picture = svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: SHAPES[shape] }));
    return withTip(el("button", { type: "button", class: `tool tool-${shape}`, "aria-label": text, onclick: act }, picture), text);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const act = this.#keyActions()[event.key];
    if (!act || setting("keys") === "off" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isOwn = OWN.includes(event.key);
    if (isTyping(event) || (isOwn && !mayTake(event))) return;
    event.preventDefault();
    // The first key moves the focus here, so that later keys are sure to go to the replay.
    if (isOwn && !isWithin(event)) this.slider.focus({ preventScroll: true });
    act();
  }

  /** @returns {Record<string, () => void>} */
  #keyActions() {
    const step = (/** @type {number} */ by) => () => this.#goTo(this.table.place + by);
    return {
      ArrowLeft: step(-1), k: step(-1), ArrowRight: step(1), j: step(1),
      ArrowUp: () => this.#goTurn(-1), ArrowDown: () => this.#goTurn(1),
      Home: () => this.#goTo(1), End: () => this.#goTo(this.table.version),
      "+": () => this.actions.zoom(1.5), "-": () => this.actions.zoom(1 / 1.5), "0": () => this.actions.zoom(0),
      " ": () => this.toggle(), f: () => this.actions.flip(), r: () => this.actions.rules(), "?": () => this.actions.help(),
    };
  }
}

/**
 * Whether the replay has the focus or takes it with this key. For a watcher, it takes the focus
 * from every place that does not use the key itself.
 * @param {KeyboardEvent} event
 */
function mayTake(event) {
  const { key, target } = event;
  if (!(target instanceof Element)) return false;
  // Space presses a focused button; it must not start the replay as well.
  if (key === " " && target.closest("button, a, summary")) return false;
  if (isWithin(event)) return true;
  return document.querySelector("main.watching") !== null && !target.closest("#map, #log, [role=tablist], [role=dialog], [tabindex='0']");
}

/** @param {KeyboardEvent} event */
const isWithin = ({ target }) => target instanceof Element && target.closest("#replay") !== null;
