/** The page of a player with a handle: who they are, and their listed games. */

import { readProfile } from "../api/accounts.js";
import { showError } from "../api/failures.js";
import { errorText, Problem } from "../api/http.js";
import { whoAmI } from "../api/player.js";
import { readLobby } from "../api/service.js";
import { handleInPath } from "../ui/handleaddress.js";
import { button, buttonLink } from "../ui/controls.js";
import { byId, el, refill } from "../ui/dom.js";
import { addTexts, listed, t } from "../ui/texts.js";
import { frame } from "./frame.js";
import { List } from "./list.js";
import { gameList } from "./rows.js";

/** @import { Me, Row, Schemas } from "../api/types.js" */

const HANDLE = handleInPath();

async function start() {
  frame("games");
  document.title = `@${HANDLE} – ${t("brand")}`;
  // First the texts: the page may have to say that nobody has this handle.
  await Promise.all([addTexts("challenge"), addTexts("lobby"), addTexts("report")]);
  const [profile, me] = await Promise.all([readProfile(HANDLE), whoAmI()]);
  const live = el("section", { hidden: true });
  const finished = el("section", { hidden: true });
  refill(byId("main"), ...head(profile, me), live, finished);
  const lists = [games(live, "live", "challenge.games_live", profile, me), games(finished, "finished", "tab_finished", profile, me)];
  await Promise.all(lists.map((list) => list.show()));
  if (live.hidden && finished.hidden) byId("main").append(el("p", { class: "note" }, t("challenge.no_games")));
}

/**
 * @param {Schemas["Profile"]} profile
 * @param {Me | null} me
 */
function head({ name, handle, player_id: player, bot }, me) {
  return [
    el("h1", {}, name, " ", el("span", { class: "note" }, `@${handle}`)),
    bot && el("p", {}, t("challenge.bot_of", { owner: bot.owner, games: takes(bot), n: bot.games })),
    player !== me?.player_id && el("p", {}, buttonLink("main", t("challenge.send"), "", `new?challenge=yes&to=${encodeURIComponent(handle)}`), " ", reportButton(player, name)),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 */
function reportButton(id, name) {
  const open = () => import("../game/tools/report.js").then(({ openReport }) => openReport([{ target: "player", id, label: t("report.player", { name }) }]));
  return button("small", t("report.open"), null, () => open().catch(showError));
}

/** @param {Schemas["BotAccount"]} bot */
const takes = ({ rulesets }) => (rulesets ? listed(rulesets.map((id) => t(`${id}.title`))) : t("challenge.all_games"));

/**
 * @param {HTMLElement} section
 * @param {string} status
 * @param {string} title
 * @param {Schemas["Profile"]} profile
 * @param {Me | null} me
 */
function games(section, status, title, { player_id: player }, me) {
  const read = (/** @type {number} */ page) => readLobby(status, page, { player });
  return new List(section, status, read, (/** @type {Row[]} */ rows) => (rows.length ? [el("h2", {}, t(title)), gameList(rows, me)] : []));
}

start().catch((error) => {
  const isUnknown = error instanceof Problem && error.status === 404;
  refill(byId("main"), el("h1", {}, `@${HANDLE}`), el("p", { role: "alert" }, isUnknown ? t("challenge.nobody") : errorText(error)));
});
