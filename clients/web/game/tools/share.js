/** The dialog that shares a game: its link, its picture with a description, a frame for other pages. */

import { button, buttonLink, linkBox, openDialog } from "../../ui/controls.js";
import { showError } from "../../api/failures.js";
import { el } from "../../ui/dom.js";
import { gameLink } from "../../ui/links.js";
import { loadLocalNote, localNote } from "../../ui/localnote.js";
import { loadStyles } from "../../ui/styles.js";
import { addTexts, t } from "../../ui/texts.js";
import { outcome } from "../words/outcome.js";
import { seatName } from "../words/sentences.js";
import { gameTitle } from "../words/title.js";
import { loadReport, openReport } from "./report.js";

/** @import { View } from "../../api/types.js" */
/** @import { Child } from "../../ui/dom.js" */
/** @import { Table } from "../state/state.js" */

/** The size that oEmbed proposes, too. */
const FRAME = { width: 640, height: 480 };

/** @param {Table} table */
export async function openShare(table) {
  await Promise.all([loadStyles(new URL("share.css", import.meta.url)), addTexts("share"), loadLocalNote(), loadReport()]);
  const { api, cursor, view } = table;
  if (!view) return;
  const picture = api.pictureAddress(cursor);
  const words = description(view, cursor);
  const save = buttonLink("small", t("share.picture_save"), "", picture);
  save.setAttribute("download", "");
  const report = () => {
    dialog.close();
    openReport(reportable(view), api.joinCode ?? view.join_code).catch(showError);
  };
  const dialog = openDialog(
    t("share.title"),
    [
      // Not the page's address: it may lack the join code, which a player's view has.
      part(t("share.link"), linkBox(gameLink(view, cursor)), localNote()),
      part(t("share.picture"), el("img", { class: "share-picture", src: picture, alt: words }), save),
      part(t("share.alt"), linkBox(words, t("share.alt_copy"))),
      part(t("share.embed"), view.listed ? linkBox(frameOf(view, cursor), t("share.embed_copy")) : el("p", { class: "note" }, t("share.embed_unlisted"))),
      el("p", {}, button("small", t("report.open"), null, report)),
    ],
    { kind: "share" },
  );
}

/**
 * @param {string} title
 * @param {...Child} content
 */
const part = (title, ...content) => el("section", { class: "share-part" }, el("h3", {}, title), ...content);

/**
 * What a reader may report of a game: itself, its title and board if they are somebody's own, and its other players.
 * @param {View} view
 * @returns {import("./report.js").Choice[]}
 */
function reportable(view) {
  const { board, game_id: id, seats, viewer } = view;
  const title = gameTitle(view);
  /** @type {import("./report.js").Choice[]} */
  const choices = [{ target: "game", id, label: t("report.game") }];
  if (title !== t(`${view.ruleset}.title`)) choices.push({ target: "title", id, label: t("report.title_of", { title }) });
  if (board.id === null) choices.push({ target: "board", id, label: t("report.board") });
  for (const [seat, { player_id: player }] of seats.entries()) {
    if (player && seat !== viewer.seat) choices.push({ target: "player", id: player, label: t("report.player", { name: seatName(view, seat) }) });
  }
  return choices;
}

/**
 * The picture in words: the game, its players, and how it ended or the move on show.
 * @param {View} view
 * @param {number | null} at
 */
function description(view, at) {
  const name = (/** @type {number} */ seat) => seatName(view, seat);
  const players = view.seats.map((_, seat) => name(seat)).join(", ");
  const result = view.result && at === null ? [outcome(view, name)].flat().join("") : t("replay_at", { n: at ?? view.version, total: view.version });
  const title = gameTitle(view);
  const game = t(`${view.ruleset}.title`);
  return `${title === game ? game : `${title} (${game})`}: ${players}. ${result}`;
}

/**
 * The code of a frame with the game, to be put into another page.
 * @param {View} view
 * @param {number | null} at
 */
function frameOf(view, at) {
  const source = new URL(`embed/${view.game_id}`, document.baseURI);
  if (at !== null) source.searchParams.set("at", String(at));
  return `<iframe src="${escaped(source.href)}" width="${FRAME.width}" height="${FRAME.height}" title="${escaped(gameTitle(view))}" style="border:0" loading="lazy" allowfullscreen></iframe>`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
