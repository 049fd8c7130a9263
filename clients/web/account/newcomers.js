/** How somebody new comes in here: by a name, by an invitation, or not at all. */

import { readHouse } from "../api/house.js";
import { signedIn } from "../api/player.js";
import { el, refill } from "../ui/dom.js";
import { nameBox } from "../ui/namebox.js";
import { t } from "../ui/texts.js";
import { invitationForm, mailForm } from "./door.js";
import { field } from "./fields.js";

/** @import { AccountPage } from "./frame.js" */

/**
 * @param {HTMLElement} body
 * @param {AccountPage} page
 */
export async function fillNewcomers(body, page) {
  const house = await readHouse();
  if (house.registration === "open") return refill(body, el("p", {}, t("account.new_here_open")));
  if (house.registration === "closed") return refill(body, el("p", {}, t("account.door_closed_why")));
  const name = nameBox();
  const form = invitationForm(
    () => name.value.trim() || t("default_name"),
    (me) => {
      signedIn(me);
      page.restart();
    },
    field("your_name", name),
  );
  return refill(body, el("p", {}, t("account.door_invite_why")), form, mailForm(house));
}
