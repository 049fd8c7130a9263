/** Settlers in pictures, and the scenarios that build on it. */

import { IslandDrawing } from "./drawing.js";
import { SETTLERS } from "./edition.js";

/** @import { Looks } from "../picture/picture.js" */
/** @import { Board, Land } from "./types.js" */

/** @type {Looks} */
export const looks = looksOf(SETTLERS);

/**
 * @param {Land} edition
 * @returns {Looks}
 */
export function looksOf(edition) {
  return {
    map: (view, event, scale) => {
      const drawing = new IslandDrawing(/** @type {Board} */ (/** @type {unknown} */ (view.board)), "", edition);
      drawing.map.querySelectorAll(".spots").forEach((part) => part.remove());
      if (view.state) drawing.show(view.state, event, false);
      else drawing.map.querySelectorAll(".robber").forEach((part) => part.remove());
      const unitsPerPixel = scale(drawing.chart.box);
      drawing.map.style.setProperty("--px", `${unitsPerPixel}px`);
      drawing.letter(unitsPerPixel);
      drawing.margin?.frame(drawing.chart.box);
      return drawing.map;
    },
    points: (view, seat) => view.state.seats[seat].points,
  };
}
