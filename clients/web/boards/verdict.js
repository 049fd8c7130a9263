/**
 * The service's verdict on a draft, shown as a list of problems. It is requested when drawing
 * pauses.
 */

import { checkBoard } from "../api/service.js";
import { errorText, Problem } from "../api/http.js";
import { el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Board, BoardProblem } from "../api/types.js" */

const REST_MILLISECONDS = 350;

export class Verdict {
  element = el("section", { class: "verdict", "aria-live": "polite", "aria-label": t("boards.verdict") });
  #timer = 0;
  #asked = 0;

  /**
   * @param {string} ruleset
   * @param {(problems: BoardProblem[] | null) => void} onVerdict called with null while nothing is known
   * @param {(problem: BoardProblem) => void} show
   */
  constructor(ruleset, onVerdict, show) {
    this.ruleset = ruleset;
    this.onVerdict = onVerdict;
    this.show = show;
  }

  /**
   * Ask about a board soon, unless a newer one follows first.
   * @param {() => Board} board
   * @param {number} [delay]
   */
  ask(board, delay = REST_MILLISECONDS) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const number = this.#asked;
    this.element.setAttribute("aria-busy", "true");
    this.#timer = setTimeout(() => this.#check(board, number), delay);
  }

  /**
   * @param {() => Board} board
   * @param {number} number
   */
  async #check(board, number) {
    try {
      const { problems } = await checkBoard(this.ruleset, board());
      // An answer about an earlier draft would mark places that have changed since.
      if (number === this.#asked) this.#draw(problems);
    } catch (error) {
      if (number !== this.#asked) return;
      refill(this.element, el("p", { class: "note" }, errorText(error)));
      this.onVerdict(null);
      if (error instanceof Problem && error.status === 429) this.ask(board, 1000 * error.retryAfter);
    }
  }

  /** @param {BoardProblem[]} problems */
  #draw(problems) {
    this.element.removeAttribute("aria-busy");
    this.element.classList.toggle("good", problems.length === 0);
    const heading = problems.length ? t("boards.problems", { n: problems.length }) : t("boards.valid");
    refill(this.element, el("h2", {}, heading), problems.length > 0 && el("ol", {}, problems.map((problem) => this.#line(problem))));
    this.onVerdict(problems);
  }

  /** @param {BoardProblem} problem */
  #line(problem) {
    const act = () => this.show(problem);
    return el("li", {}, problem.place ? el("button", { type: "button", onclick: act }, problem.detail) : problem.detail);
  }
}
