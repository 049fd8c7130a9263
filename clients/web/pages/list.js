/** A list of games in pages. The address holds the page's number, and only changes are drawn. */

import { showError } from "../api/failures.js";
import { numberOf } from "../ui/address.js";
import { refreshAgo } from "../ui/ago.js";
import { button } from "../ui/controls.js";
import { el, keepingFocus, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";

/** @import { Row, RowPage } from "../api/types.js" */
/** @import { Child } from "../ui/dom.js" */

export class List {
  #section;
  #parameter;
  #read;
  #draw;
  #drawn = "";

  /**
   * @param {HTMLElement} section
   * @param {string} parameter of the address, for the page
   * @param {(page: number) => Promise<RowPage>} read
   * @param {(games: Row[], total: number) => (Child | Child[])[]} draw
   */
  constructor(section, parameter, read, draw) {
    this.#section = section;
    this.#parameter = parameter;
    this.#read = read;
    this.#draw = draw;
  }

  /**
   * Read the page on show and draw it. A list with no games is hidden, unless it draws something
   * for that case.
   * @returns {Promise<number>} the number of games on all pages
   */
  async show() {
    const page = this.#page;
    const answer = await this.#read(page);
    // The reader has turned the page meanwhile: its own answer is drawn, in any order of arrival.
    if (page !== this.#page) return answer.total;
    // The page is past the end: games have gone meanwhile, or the address is old.
    if (!answer.games.length && page > 1) return this.#turn(1 - page);
    const drawn = JSON.stringify(answer);
    if (drawn === this.#drawn) refreshAgo(this.#section);
    else keepingFocus(this.#section, () => this.#fill(answer));
    this.#drawn = drawn;
    return answer.total;
  }

  /** Draw the list again from its first page, even if nothing has changed. */
  restart() {
    this.#drawn = "";
    this.#keep(1);
    return this.show();
  }

  /** @param {RowPage} answer */
  #fill({ games, total, page, per_page }) {
    const last = Math.ceil(total / per_page);
    const pages = last > 1 && el(
      "p",
      { class: "pages" },
      page > 1 && this.#button("later", -1),
      page < last && this.#button("earlier", 1),
      el("span", { class: "note" }, `${page}/${last}`),
    );
    const parts = this.#draw(games, total);
    this.#section.hidden = !parts.length;
    refill(this.#section, ...parts, pages);
  }

  /**
   * @param {string} text
   * @param {1 | -1} by
   */
  #button(text, by) {
    return button("small", t(text), null, () => this.#turn(by).catch(showError));
  }

  /** @param {number} by */
  async #turn(by) {
    this.#keep(this.#page + by);
    const total = await this.show();
    this.#section.scrollIntoView({ block: "nearest" });
    return total;
  }

  get #page() {
    return numberOf(this.#parameter) ?? 1;
  }

  /** @param {number} page */
  #keep(page) {
    const here = new URL(location.href);
    if (page > 1) here.searchParams.set(this.#parameter, String(page));
    else here.searchParams.delete(this.#parameter);
    history.replaceState(null, "", here);
  }
}
