/** The signs in a browser's tab that it is the player's turn: title, icon and sound. */

import { byId } from "../../ui/dom.js";
import { chime } from "../../ui/sound.js";
import { t } from "../../ui/texts.js";
import { gameTitle } from "../words/title.js";

/** @import { Table } from "../state/state.js" */

export class TurnSign {
  // True at first, so that a page opened on the player's turn makes no sound.
  #wasMine = true;

  /** @param {Table} table */
  show({ awaited, isMyTurn, view }) {
    const isMine = awaited ?? (isMyTurn && view?.status === "live");
    const title = `${view && gameTitle(view)} – ${t("brand")}`;
    document.title = isMine ? t("your_turn_title", { title }) : title;
    setIcon(`web/icons/${isMine ? "turn" : "icon"}.svg`);
    if (isMine && !this.#wasMine) chime();
    this.#wasMine = isMine;
  }
}

/** @param {string} href */
function setIcon(href) {
  const link = /** @type {HTMLLinkElement} */ (byId("favicon"));
  // Each write makes browsers load the icon again, and some show none meanwhile.
  if (link.getAttribute("href") !== href) link.setAttribute("href", href);
}
