/** The coach of a guided game: it says what to do next, and rings the place to tap. */

import { button } from "../../ui/controls.js";
import { el, refill } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";
import { lessonIn, rememberLesson } from "./lessons.js";
import { Ring } from "./ring.js";

/** @import { Lesson, Moment, Step } from "../ruleset.js" */
/** @import { Table } from "../state/state.js" */

/**
 * @typedef {object} Endings
 * @property {() => void} again starts another guided game
 * @property {() => void} real starts a real game
 * @property {(rule: string) => void} explain opens a rule
 * @property {() => void} changed called when a step was read
 * @property {() => void} left called once the coach is gone
 */

export class Coach {
  #ring = new Ring();
  /** @type {Step | null} */
  #step = null;
  #measuredWidth = 0;

  /**
   * @param {string} game
   * @param {Lesson} lesson
   * @param {number} goal the points to reach
   * @param {Endings} endings
   */
  constructor(game, lesson, goal, endings) {
    this.game = game;
    this.steps = lesson.steps;
    this.goal = goal;
    this.endings = endings;
    /** @type {Set<string>} the finished steps, by their texts */
    this.done = new Set(lessonIn(game)?.read ?? []);
    // "status": a screen reader says each new step after the sentence it is reading.
    this.element = el("div", { class: "coach", role: "status" });
  }

  /**
   * Say the step that is useful now.
   * @param {Table} table
   */
  show(table) {
    if (!table.view || table.cursor !== null) return this.#ring.hide();
    const moment = momentOf(table);
    for (const step of this.steps) if (step.over?.(moment)) this.done.add(step.text);
    const step = this.#pick(moment);
    const isMeasured = this.#measure();
    // A screen reader would read the same step again.
    if (isMeasured || step !== this.#step || !this.element.childElementCount) this.#say(step);
    this.#ring.around(step?.at ?? []);
  }

  /**
   * The last step once the goal is reached, otherwise the first useful step that is not finished;
   * after an undo, a finished one.
   * @param {Moment} moment
   */
  #pick(moment) {
    const end = this.steps.at(-1);
    if (end?.reached(moment)) return end;
    // Steps are chosen by the position, not in order, so that the coach follows a player who deviates.
    const useful = this.steps.filter((step) => step.reached(moment));
    return useful.find((step) => !this.done.has(step.text)) ?? useful.findLast((step) => step.over) ?? this.#step;
  }

  /** @param {Step | null} step */
  #say(step) {
    this.#step = step;
    refill(this.element, ...(step ? this.#parts(step) : []));
  }

  /** @param {Step} step */
  #parts(step) {
    return [
      el("p", { class: "coach-text" }, t(step.text, { n: this.goal })),
      el("div", { class: "coach-foot" }, this.#dots(step), this.#explanation(step), ...this.#ways(step)),
    ];
  }

  /**
   * Measure the tallest step at a new width, since on a phone its room is kept: the map below would
   * change its scale with each step. Returns whether it did, which empties the element.
   */
  #measure() {
    const { element } = this;
    const width = element.clientWidth;
    if (!width || width === this.#measuredWidth) return false;
    this.#measuredWidth = width;
    element.style.removeProperty("--tallest");
    const heights = this.steps.map((step) => {
      refill(element, ...this.#parts(step));
      return element.offsetHeight;
    });
    element.style.setProperty("--tallest", `${Math.max(...heights)}px`);
    refill(element);
    return true;
  }

  /** @param {Step} step */
  #dots(step) {
    const here = this.steps.indexOf(step);
    const words = t("lesson.step", { n: here + 1, total: this.steps.length });
    return el("span", { class: "coach-dots", role: "img", "aria-label": words }, this.steps.map((each, n) => el("i", { class: n < here ? "past" : each === step ? "here" : null })));
  }

  /** @param {Step} step */
  #explanation({ rule }) {
    return rule && button("small quiet", t("rule", { rule }), null, () => this.endings.explain(rule));
  }

  /**
   * The buttons to go on, begin again and leave.
   * @param {Step} step
   */
  #ways(step) {
    if (step === this.steps.at(-1)) {
      return [
        button("small", t("lesson.again"), null, this.endings.again),
        button("small", t("lesson.real"), null, this.endings.real),
        button("small main", t("lesson.play_on"), null, () => this.leave()),
      ];
    }
    return [
      button("small quiet", t("lesson.again"), null, this.endings.again),
      button("small quiet", t("lesson.leave"), null, () => this.leave()),
      !step.over && button("small main", t("lesson.next"), null, () => this.#read(step)),
    ];
  }

  /** @param {Step} step */
  #read(step) {
    this.done.add(step.text);
    rememberLesson(this.game, { read: [...this.done], left: false });
    this.endings.changed();
  }

  leave() {
    rememberLesson(this.game, { read: [...this.done], left: true });
    this.#ring.hide();
    this.element.remove();
    this.endings.left();
  }
}

/**
 * @param {Table} table
 * @returns {Moment}
 */
function momentOf({ events, moves, seat, view }) {
  const own = events.filter((event) => event.seat === seat && !event.undone && event.version <= (view?.version ?? 0));
  return {
    view: /** @type {Moment["view"]} */ (view),
    seat: seat ?? 0,
    may: (type) => moves?.moves.some((move) => move.type === type) ?? false,
    times: (type) => own.filter((event) => event.type === type).length,
    shows: (selector) => document.querySelector(selector) !== null,
  };
}
