/** The contract between a picture and a ruleset's folder, whose `picture.js` exports `looks`. */

import type { GameEvent, View } from "../api/types.js";

export interface Looks {
  /** The map of a position; `scale` gives the units per pixel for the box of its view. */
  map(view: View, event: GameEvent | null, scale: (box: { width: number; height: number }) => number): SVGSVGElement;
  /** The points of a seat that the viewer may see. */
  points(view: View, seat: number): number;
}
