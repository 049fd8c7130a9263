/** Alexandros in pictures. */

import { BoardDrawing } from "./drawing.js";

/** @import { Looks } from "../picture/picture.js" */
/** @import { Board } from "./types.js" */

const FAR = 1.6;

/** @type {Looks} */
export const looks = {
  map: (view, event, scale) => {
    const drawing = new BoardDrawing(/** @type {Board} */ (/** @type {unknown} */ (view.board)), "");
    const unitsPerPixel = scale(drawing.chart.box);
    drawing.map.classList.toggle("far", unitsPerPixel > FAR);
    drawing.map.style.setProperty("--px", `${unitsPerPixel}px`);
    drawing.letter(unitsPerPixel);
    drawing.margin?.frame(drawing.chart.box);
    if (view.state) drawing.show(view.state, event, false);
    return drawing.map;
  },
  points: (view, seat) => view.state.seats[seat].score,
};
