/** A game's picture: the board as the page draws it; the wide one also has the seats and the standing. */

import { outcome } from "../game/words/outcome.js";
import { piece, sun } from "../game/seats/pieces.js";
import { playerName, seatName } from "../game/words/sentences.js";
import { svg } from "../ui/dom.js";
import { listed, t } from "../ui/texts.js";
import { fitted, wrapped } from "./lines.js";

/** @import { GameEvent, View } from "../api/types.js" */
/** @import { Looks } from "./picture.js" */

/** @typedef {"wide" | "square" | "board"} Shape the wide picture has words; the others are the board alone */

const HEIGHTS = { wide: 630, square: 1080, board: 750 };
const WIDTHS = { wide: 1200, square: 1080, board: 1200 };
const BOARD_WIDTHS = { wide: 790, square: 1080, board: 1200 };
const LEFT = 828;
const RIGHT = 1164;

/**
 * @param {Looks} looks the ruleset's
 * @param {View} view
 * @param {GameEvent | null} event the event on show
 * @param {Shape} shape
 * @param {number} width in pixels, at which names on the board must be readable
 */
export function picture(looks, view, event, shape, width) {
  const [full, height] = [WIDTHS[shape], HEIGHTS[shape]];
  return svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${full} ${height}`, width: full, height },
    svg("title", {}, `${view.title} – ${t("brand")}`),
    board(looks, view, event, shape, full / width),
    shape === "wide" && words(looks, view),
  );
}

/**
 * The board, with sea that reaches past the edges of its part of the picture.
 * @param {Looks} looks
 * @param {View} view
 * @param {GameEvent | null} event
 * @param {Shape} shape
 * @param {number} shrinking the factor by which the picture will be shown smaller
 */
function board(looks, view, event, shape, shrinking) {
  const place = { x: 0, y: 0, width: BOARD_WIDTHS[shape], height: HEIGHTS[shape] };
  const map = looks.map(view, event, (box) => unitsPerPixel(box, place) * shrinking);
  const [x, y, width, height] = (map.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const scale = unitsPerPixel({ width, height }, place);
  const sea = { x: x + (width - place.width * scale) / 2, y: y + (height - place.height * scale) / 2, width: place.width * scale, height: place.height * scale };
  const viewBox = `${sea.x} ${sea.y} ${sea.width} ${sea.height}`;
  // `overflow: visible`, since clipping takes the rasteriser longer than everything else.
  for (const [name, value] of Object.entries({ ...place, viewBox, overflow: "visible" })) map.setAttribute(name, String(value));
  for (const name of ["role", "aria-label"]) map.removeAttribute(name);
  map.prepend(svg("rect", { class: "picture-sea", ...sea }));
  return map;
}

/**
 * @param {{width: number, height: number}} box
 * @param {{width: number, height: number}} place
 */
const unitsPerPixel = (box, place) => Math.max(box.width / place.width, box.height / place.height);

/**
 * Title, seats and standing, from top to bottom.
 * @param {Looks} looks
 * @param {View} view
 */
function words(looks, view) {
  const title = wrapped(view.title, 40, RIGHT - LEFT, 3);
  const top = 130 + title.length * 46;
  return [
    svg("rect", { class: "picture-paper", x: BOARD_WIDTHS.wide, width: WIDTHS.wide - BOARD_WIDTHS.wide, height: HEIGHTS.wide }),
    svg("path", { class: "picture-rule", d: `M${BOARD_WIDTHS.wide} 0V${HEIGHTS.wide}` }),
    svg("g", { transform: "translate(846 64) scale(.8)" }, sun()),
    svg("text", { class: "picture-brand", x: 876, y: 73 }, t("brand")),
    title.map((line, n) => svg("text", { class: "picture-title", x: LEFT, y: 140 + n * 46 }, line)),
    view.seats.map((_, seat) => seatRow(looks, view, seat, top + 40 + seat * 58)),
    standing(view).map((line, n, lines) => svg("text", { class: n ? "picture-note" : "picture-standing", x: LEFT, y: 594 - (lines.length - 1 - n) * 34 }, line)),
  ].flat();
}

/**
 * @param {Looks} looks
 * @param {View} view
 * @param {number} seat
 * @param {number} y
 */
function seatRow(looks, view, seat, y) {
  const name = playerName(view.seats, seat);
  const isFirst = view.result ? view.result.winners.includes(seat) : view.to_act.includes(seat);
  const score = view.result ? view.result.scores[seat] : view.state && looks.points(view, seat);
  return svg(
    "g",
    { class: isFirst ? "picture-seat first" : "picture-seat" },
    svg("g", { transform: `translate(${LEFT + 18} ${y}) scale(1.35)` }, piece(seat)),
    svg("text", { class: name ? "picture-name" : "picture-name free", x: LEFT + 52, y: y + 9 }, fitted(name ?? t("row_open_seat"), 27, 230)),
    score !== null && svg("text", { class: "picture-score", x: RIGHT, y: y + 10 }, String(score)),
  );
}

/**
 * The standing of the game: the seats to move and the turn, or the outcome.
 * @param {View} view
 */
function standing(view) {
  if (view.result) return wrapped(outcome(view), 25, RIGHT - LEFT, 3);
  if (!view.state) return [t("waiting_title")];
  const names = listed(view.to_act.map((seat) => seatName(view, seat)));
  const turn = t("row_turn", { n: view.turn });
  return view.to_act.length ? [...wrapped(t("prompt_wait", { names, n: view.to_act.length }), 25, RIGHT - LEFT, 2), turn] : [turn];
}
