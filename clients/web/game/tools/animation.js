/** The dialog that turns a finished game into an animation. */

import { errorText, isPassing } from "../../api/http.js";
import { pause } from "../../api/stream.js";
import { button, buttonLink, openDialog } from "../../ui/controls.js";
import { el, refill } from "../../ui/dom.js";
import { loadStyles } from "../../ui/styles.js";
import { addTexts, t } from "../../ui/texts.js";

/** @import { Animation } from "../../api/types.js" */
/** @import { Table } from "../state/state.js" */

const ASK_MILLISECONDS = 500;
const FORMATS = ["webp", "gif"];

/** The size of the largest animation that the service keeps, for a sentence. */
const MOST_MEGABYTES = 3;

/** @param {Table} table */
export async function openAnimation(table) {
  await Promise.all([loadStyles(new URL("animation.css", import.meta.url)), addTexts("animation")]);
  const making = new Making(table);
  const dialog = openDialog(t("animation.title"), [making.element], { kind: "animation", closed: () => making.stop() });
  making.begin(dialog);
  dialog.querySelector("input")?.focus();
}

/** An animation from the choice of its format to the finished film. */
class Making {
  #format = FORMATS[0];
  #stopped = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = el("div", { class: "animation-state", "aria-live": "polite" });
  }

  /** @param {HTMLDialogElement} dialog */
  begin(dialog) {
    this.foot = /** @type {HTMLElement} */ (dialog.querySelector(".dialog-end"));
    this.close = button("", t("settings_close"), null, () => dialog.close());
    this.#choose();
  }

  /** Stop watching the work, which the service continues. */
  stop() {
    this.#stopped = true;
  }

  #choose() {
    const choices = FORMATS.map((format) => {
      const choose = () => {
        this.#format = format;
      };
      const input = el("input", { type: "radio", name: "animation-format", value: format, checked: format === this.#format, onchange: choose });
      return el("label", { class: "check" }, input, el("span", {}, t(`animation.${format}`)));
    });
    refill(
      this.element,
      el("p", { class: "note" }, t("animation.about")),
      el("div", { class: "animation-formats", role: "radiogroup", "aria-label": t("animation.format") }, choices),
    );
    this.#offer(button("main", t("animation.make"), null, () => this.#make()));
  }

  async #make() {
    this.#showProgress();
    try {
      this.#show(await this.table.api.animate(this.#format));
    } catch (error) {
      this.#fail(errorText(error));
    }
  }

  /** @param {Animation} animation */
  #show(animation) {
    if (this.#stopped) return;
    if (animation.status === "failed") this.#giveUp(animation);
    else if (animation.href) this.#finish(animation.href);
    else {
      this.#advance(animation);
      this.#askAgain();
    }
  }

  async #askAgain() {
    await pause(ASK_MILLISECONDS);
    if (this.#stopped) return;
    try {
      this.#show(await this.table.api.animation(this.#format));
    } catch (error) {
      // The work continues even if the connection is lost.
      if (isPassing(error)) this.#askAgain();
      else this.#fail(errorText(error));
    }
  }

  #showProgress() {
    this.bar = el("progress", { "aria-label": t("animation.title") });
    this.words = el("p", { class: "note" }, t("animation.queued"));
    refill(this.element, this.bar, this.words, el("p", { class: "note" }, t("animation.stays")));
    this.#offer(null);
  }

  /** @param {Animation} animation */
  #advance({ status, done, of }) {
    if (!this.bar || !this.words || status === "queued" || !of) return;
    this.bar.max = of;
    this.bar.value = done;
    this.words.textContent = done < of ? t("animation.working", { done: done + 1, of }) : t("animation.joining");
  }

  /** @param {string} href */
  #finish(href) {
    const address = new URL(href, location.href).href;
    const name = `${this.table.view?.title ?? "game"}.${this.#format}`;
    const download = buttonLink("main", t("animation.download"), name, address);
    download.download = name;
    refill(this.element, el("img", { class: "animation-film", src: address, alt: t("animation.title") }));
    this.#offer(download);
  }

  /** @param {Animation} animation */
  #giveUp({ reason }) {
    const why = reason ? t(`animation.failed.${reason}`, { n: MOST_MEGABYTES }) : "";
    const isTooLarge = reason === "too_large";
    this.#fail(`${t("animation.failed")} ${why}`, isTooLarge ? () => this.#choose() : () => this.#make());
  }

  /**
   * @param {string} why
   * @param {() => void} [again]
   */
  #fail(why, again = () => this.#make()) {
    refill(this.element, el("p", { role: "alert" }, why));
    this.#offer(button("main", t("animation.again"), null, again));
  }

  /**
   * Offer the next step, beside the button that closes the dialog.
   * @param {HTMLElement | null} next
   */
  #offer(next) {
    if (!this.foot || !this.close) return;
    const hadFocus = this.foot.contains(document.activeElement);
    refill(this.foot, this.close, next);
    // The button that had the focus was just replaced, so move the focus from making to
    // downloading.
    if (hadFocus) (next ?? this.close).focus();
  }
}
