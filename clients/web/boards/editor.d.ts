/** The contract between the editor of boards and a ruleset's folder. */

import type { Board } from "../api/types.js";

export interface Spot {
  x: number;
  y: number;
}

/** Something to paint with. */
export interface Tool {
  id: string;
  /** The key that paints with it. */
  key: string;
  name: string;
  icon(): Element;
  /** Whether a drag paints every place on its path; otherwise one press paints one place. */
  drags: boolean;
}

export interface ToolGroup {
  name: string;
  tools: Tool[];
}

/** A board being drawn; it is replaced, never changed. */
export interface Draft {
  readonly title: string;
  readonly rows: number;
  readonly columns: number;
  readonly [own: string]: any;
}

/** A place of the board as the service names it. */
export type Place = Record<string, any>;

/** A draft as a map of a fixed size, with all places that could be painted. */
export interface Sheet {
  map: SVGSVGElement;
  box: { x: number; y: number; width: number; height: number };
  /** A node for each place, named by `data-place`. */
  nodes: SVGElement[];
  spot(node: Element): Spot;
  show(draft: Draft): void;
  /** The node and the spot of a faulty place. */
  find(draft: Draft, place: Place): { node: SVGElement; spot: Spot } | null;
}

export interface Editor {
  groups: ToolGroup[];
  /** The tool that Delete and Backspace use. */
  eraser: string;
  /** The most rows and columns. */
  most: { rows: number; columns: number };
  longestTitle: number;
  blank(): Draft;
  /** Read a board's inline form. Throws if it is not one. */
  read(board: Board): Draft;
  /** Write the inline form. */
  write(draft: Draft): Board;
  resize(draft: Draft, rows: number, columns: number): Draft;
  /** Paint a place. Without a spot, a tool that needs one takes the next side or corner. */
  paint(draft: Draft, place: string, tool: string, spot: Spot | null): Draft;
  sheet(draft: Draft): Sheet;
  describe(draft: Draft, place: string): string;
  format(draft: Draft): string;
  /** Read the text form. Throws TextFault. */
  parse(text: string): Draft;
}
