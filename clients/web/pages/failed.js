/** What a page shows in place of a game that it could not open. */

import { readHouse } from "../api/house.js";
import { errorText, Problem } from "../api/http.js";
import { whoAmI } from "../api/player.js";
import { banner } from "../ui/controls.js";
import { byId, el, refill } from "../ui/dom.js";
import { addTexts, t } from "../ui/texts.js";

/** @param {unknown} error */
export async function showFailure(error) {
  byId("main").className = "new";
  const isMissing = error instanceof Problem && error.status === 404;
  if (isMissing && (await isForMembers().catch(() => false))) return showMembersOnly();
  refill(
    byId("main"),
    !navigator.onLine && banner(t("net_lost")),
    el("h1", { class: "missing" }, isMissing ? t("not_found") : errorText(error)),
    toGames(),
  );
}

/** Whether the reader is a stranger, and this house shows games to members only. */
async function isForMembers() {
  return (await whoAmI()) === null && (await readHouse()).watching === "members";
}

/** The same for every address: a stranger does not learn which games there are. */
async function showMembersOnly() {
  await addTexts("lobby");
  const signIn = el("a", { class: "button main", href: "account" }, el("span", { class: "label" }, t("come_back")));
  refill(byId("main"), el("h1", { class: "missing" }, t("lobby.game_for_members")), el("p", {}, t("lobby.game_for_members_why")), el("p", {}, signIn), toGames());
}

function toGames() {
  return el("p", {}, el("a", { href: "./" }, t("nav_games")));
}
