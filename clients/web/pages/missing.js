/** The page for an unknown address. */

import { byId, el, refill } from "../ui/dom.js";
import { t } from "../ui/texts.js";
import { frame } from "./frame.js";

frame("missing");
document.title = `${t("missing_title")} – ${t("brand")}`;
refill(
  byId("main"),
  el("h1", {}, t("missing_title")),
  el("p", {}, t("missing_text", { path: location.pathname })),
  el("p", {}, el("a", { class: "button main", href: "./" }, el("span", { class: "label" }, t("missing_go")))),
);
