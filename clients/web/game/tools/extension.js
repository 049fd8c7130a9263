/** The dialog that asks the other players for more time. */

import { duration } from "../../ui/duration.js";
import { button, openDialog } from "../../ui/controls.js";
import { el } from "../../ui/dom.js";
import { t } from "../../ui/texts.js";

/** @import { Table } from "../state/state.js" */

/** @typedef {(send: (version: number) => Promise<any>) => void} Command */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OFFERS = [5 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY];

/**
 * Open the dialog that asks for more time.
 * @param {Table} table
 * @param {Command} command
 */
export function askTime({ api, view }, command) {
  const full = view?.deadline?.per_move ?? view?.deadline?.reserve ?? 0;
  const least = view?.deadline?.least ?? 10 * MINUTE;
  // The service grants at least the game's least time, and at most its whole time.
  const offers = OFFERS.filter((each) => each >= least && each < full);
  const ask = (/** @type {number} */ seconds) => () => {
    dialog.close();
    command((version) => api.askTime(seconds, version));
  };
  const buttons = [...offers, full].map((seconds) => button("", duration(seconds), null, ask(seconds)));
  const dialog = openDialog(t("more_time_ask"), [el("div", { class: "dialog-choices" }, buttons)], { close: t("back") });
}
