/** The side of a game's page: the names of its tabs, and the buttons below them. */

import { showText } from "../game/textboard.js";
import { studyButton } from "../game/study.js";
import { button, buttonLink, connectTabs, copyText } from "../ui/controls.js";
import { byId } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { t } from "../ui/texts.js";

/** @import { Move, View } from "../api/types.js" */
/** @import { Table } from "../game/state.js" */

/**
 * @typedef {object} Actions of the page
 * @property {Table} table
 * @property {() => void} draw
 * @property {() => void} resign
 * @property {(move: Move) => Promise<void>} send
 * @property {(rule: string) => void} rules opens a rule
 * @property {(error: unknown) => void} refuse shows an error
 */

/** @param {Actions} page */
export function fillSide(page) {
  const { table } = page;
  byId("tab-log").textContent = t("tab_log");
  byId("tab-scores").textContent = t("tab_scores");
  connectTabs(byId("tabs"), () => page.draw());
  byId("share").append(
    button("small quiet", t("copy"), null, () => copyText(shareLink(table))),
    named("branch", studyButton(table, (error) => page.refuse(error))),
    button("small quiet", t("text_board"), null, () => showText(table, (move) => page.send(move), (rule) => page.rules(rule))),
    animationButton(table),
    named("export", buttonLink("small quiet", t("export"), t("export_hint"), table.api.exportAddress())),
    named("audit", buttonLink("small quiet", t("audit"), t("audit_hint"), "docs/audit")),
    named("resign", button("small quiet", t("resign"), null, () => page.resign())),
  );
}

/**
 * Show and hide the buttons that only some games have.
 * @param {Table} table
 * @param {View} view the newest view
 */
export function updateSide({ seat }, view) {
  byId("branch").hidden = view.status === "open" || view.status === "cancelled";
  for (const id of ["animation", "export", "audit"]) byId(id).hidden = view.status !== "finished";
  byId("resign").hidden = seat === null || view.status !== "live" || Boolean(view.broken);
}

/**
 * @param {string} id
 * @param {HTMLElement} control
 */
function named(id, control) {
  control.id = id;
  return control;
}

/** @param {Table} table */
function animationButton(table) {
  const animate = async () => {
    const { openAnimation } = await import("../game/animation.js");
    await openAnimation(table);
  };
  const control = named("animation", button("small quiet", t("animation"), null, animate));
  control.title = t("animation_hint");
  return control;
}

/** @param {Table} table */
function shareLink({ view, cursor }) {
  return view ? gameLink(view, cursor) : location.href;
}
