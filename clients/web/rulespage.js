/** The page of a ruleset's rules. */

import { byId, el, refill } from "./dom.js";
import { faultText, frame } from "./frame.js";
import { fillRules, showRule } from "./rules.js";
import { t } from "./texts.js";

async function begin() {
  document.title = `${t("rules_title")} – ${t("brand")}`;
  const pane = el("div", { class: "rules" }, t("loading"));
  refill(byId("main"), el("h1", {}, t("rules_title")), pane);
  await fillRules(pane, decodeURIComponent(location.pathname.split("/").at(-1) ?? ""), "h2", "h3");
  const show = () => showRule(pane, location.hash.slice(1));
  addEventListener("hashchange", show);
  show();
}

frame("rules");
begin().catch((error) => refill(byId("main"), el("h1", {}, t("rules_title")), el("p", {}, faultText(error))));
