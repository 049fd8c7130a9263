/** The contract between the page and a ruleset's folder. */

import type { Board, GameEvent, Move, MoveList, Span, View } from "../api/types.js";
import type { Child } from "../ui/dom.js";
import type { Table } from "./state/state.js";

/** What a game's board and panel call back. */
export interface Callbacks {
  send(move: Move): void;
  /** A choice was made that is not yet a move. */
  changed(): void;
  /** Look at the position after an event. */
  look(version: number): void;
  /** Open the rules at the one that governs the position on show. */
  explain(): void;
  /** A button that opens the standing orders at one, whose label may tell its values; empty if the player can give none. */
  orderButton(code: string, label: string, given?: (values: Record<string, any>) => string): Child;
}

/** A game on the table: the map, where moves are chosen, and the panel beside it. */
export interface Play {
  /** The elements that stand in the map's place. */
  map: Element[];
  show(view: View, event: GameEvent | null, moving: boolean): void;
  /** Light up the legal moves, so that nothing else can be clicked; null offers none. */
  offer(view: View, moves: MoveList | null): void;
  panel(view: View, shownHand: number | null): Child[];
  /** The first target on the map; null if the player has nothing to choose there. */
  due(): SVGElement | null;
  /** A factor of 0 shows the whole map. */
  zoom(factor: number): void;
  /** Light up places of the board by their keys, and no others. */
  pointOut(places: string[]): void;
}

/** How a ruleset's standing orders are shown, loaded when they are asked for. */
export interface OrderWords {
  /** The sign and the name of a value. */
  value(name: string): Child[];
  /** Whether there is now what an order that lasts so long would be for. */
  hasOccasion(view: View, until: Span): boolean;
}

/** A chart of one value per seat. */
export interface Series {
  /** The code of its name. */
  name: string;
  /** The least that the scale reaches. */
  top?(view: View): number;
  value(view: View, seat: number): number;
}

/**
 * Tells an event in a sentence; `before` and `after` are the views around it, and `place` gives what stands in it
 * for words about places with these keys.
 */
export type Teller = (
  event: GameEvent,
  name: (seat: number | null) => string,
  view: View,
  before: View | undefined,
  after: View | undefined,
  place: (words: string, places: string[]) => string,
) => string;

/** A ruleset's rules beside a game, loaded when they are asked for. */
export interface Guide {
  /** The ruleset whose rules its own name besides themselves. */
  base?: string;
  /**
   * The rule or section that governs a position. Views carry no rule, so each guide has a table by
   * phase; a test compares it with the domain's phases.
   */
  ruleAt(view: View): string;
  /** Pictures by rule or section. */
  figures: Record<string, () => Element>;
}

/** What a step of a guided game may look at: the view, the legal moves, the player's events, and the page. */
export interface Moment {
  view: View;
  seat: number;
  /** Whether a move of a type is legal for the player. */
  may(type: string): boolean;
  /** The player's events of a type. */
  times(type: string): number;
  /** Whether an element is on the page, such as a move being put together. */
  shows(selector: string): boolean;
}

/**
 * A step of a guided game; one without `over` is behind the player once it was read. Steps ask about
 * the position instead of following a script, so a player may go another way.
 */
export interface Step {
  /** The code of its text. */
  text: string;
  /** Selectors; the first that is in view is ringed. */
  at?: string[];
  /** The rule that says more. */
  rule?: string;
  reached(moment: Moment): boolean;
  over?(moment: Moment): boolean;
}

/** A guided game, played against patient bots. */
export interface Lesson {
  /** The board, seats, seed and options of its game. */
  terms: { board: string; seats: number; seed: string; options: Record<string, unknown> };
  /** Steps in the order in which they are useful; the last ends the lesson. */
  steps: Step[];
}

export interface RulesetPage {
  play(table: Table, view: View, callbacks: Callbacks): Play;
  /** By type of event. */
  tellers: Record<string, Teller>;
  /** What a seat holds, and what it gained in the event on show. */
  holdings(view: View, seat: number, event: GameEvent | null): Child[];
  /** The points to reach. */
  goal(view: View): number;
  /** The supplies common to all seats. */
  supplies(view: View): Child;
  series: Series[];
  /** A picture of a board. */
  preview(board: Board, name: string): Element;
  /** Switches of its looks: each sets `data-<name>` on the document, and `text` is the code of its label. */
  settings: { name: string; text: string }[];
  guide(): Promise<Guide>;
  lesson(): Promise<Lesson>;
  /** None if its orders have no values. */
  orders?(): Promise<OrderWords>;
}
