/** The page of hosts and moderators: reports, players, games, the house, and the log of all acts. */

import { showError } from "../api/failures.js";
import { errorText } from "../api/http.js";
import { whoAmI } from "../api/player.js";
import { connectTabs } from "../ui/controls.js";
import { byId, el, refill } from "../ui/dom.js";
import { addTexts, t } from "../ui/texts.js";
import { frame } from "./frame.js";
import { showGames, showPlayers } from "./hostlists.js";
import { showReports } from "./hostreports.js";
import { showAnnouncement, showLog, showStorage } from "./hosthouse.js";
import { showFailureIn } from "./hostfailures.js";

/** @typedef {(panel: HTMLElement, isHost: boolean) => Promise<void>} Show fills a panel */

/** @type {Record<string, Show>} */
const ALL = { reports: showReports, players: showPlayers, games: showGames, announcement: showAnnouncement, storage: showStorage, log: showLog };
const HOST_ONLY = ["announcement", "storage"];
// What changes by itself is read again when its tab is shown; in the others somebody may have typed.
const READ_AGAIN = ["reports", "storage", "log"];
/** @type {Set<string>} */
const filled = new Set();

async function start() {
  frame("missing");
  const [me] = await Promise.all([whoAmI(), addTexts("host")]);
  document.title = `${t("host.title")} – ${t("brand")}`;
  const names = Object.keys(ALL).filter((name) => me?.role === "host" || !HOST_ONLY.includes(name));
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": t("host.title") }, names.map(tab));
  refill(byId("main"), el("h1", {}, t("host.title")), tabs, ...names.map(panel));
  const open = () => {
    const name = names.find((each) => !byId(`panel-${each}`).hidden) ?? names[0];
    history.replaceState(null, "", `${location.pathname}#${name}`);
    fill(name, me?.role === "host");
  };
  connectTabs(tabs, open);
  const wanted = names.indexOf(location.hash.slice(1));
  /** @type {HTMLElement} */ (tabs.children[Math.max(0, wanted)]).click();
}

/** @param {string} name */
const tab = (name) => el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": "false", tabindex: "-1" }, t(`host.tab_${name}`));

/** @param {string} name */
const panel = (name) => el("section", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true });

/**
 * @param {string} name
 * @param {boolean} isHost
 */
function fill(name, isHost) {
  if (filled.has(name) && !READ_AGAIN.includes(name)) return;
  filled.add(name);
  const part = byId(`panel-${name}`);
  ALL[name](part, isHost).catch((error) => {
    filled.delete(name);
    return showFailureIn(part, error).catch(showError);
  });
}

start().catch((error) => refill(byId("main"), el("p", { role: "alert" }, errorText(error))));
