/** The contract between the page and a ruleset's folder. */

import type { Board, GameEvent, Move, MoveList, Span, View } from "../api/types.js";
import type { Child } from "../ui/dom.js";
import type { Table } from "./state/state.js";

/** The calls that a game's board and panel make to the page. */
export interface Callbacks {
  send(move: Move): void;
  /** The player has made a choice that is not yet a move. */
  changed(): void;
  /** Show beside a piece the event that put it there. */
  origin(piece: SVGElement, event: GameEvent): void;
  /** Open the rule of the position on show. */
  explain(): void;
  /**
   * A button that opens the standing orders at one of them; its label may show the order's values.
   * Empty if the player can give no orders.
   */
  orderButton(code: string, label: string, given?: (values: Record<string, any>) => string): Child;
  /**
   * A button that gives a standing order without values at once. Empty if the player can give no
   * orders or this one is in force.
   */
  giveOrderButton(code: string, label: string): Child;
}

/** A game on the table: the map, where moves are chosen, and the panel beside it. */
export interface Play {
  /** The elements in the map's place. */
  map: Element[];
  show(view: View, event: GameEvent | null, moving: boolean): void;
  /** Light up the legal moves, so that nothing else can be clicked; with null, none. */
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
  /** Whether an order of this span is useful now, such as during an auction. */
  hasOccasion(view: View, until: Span): boolean;
}

/** By type: a move in words, such as "Build a road: between forest 6 and hills 8"; loaded when a link has prepared one. */
export type MoveWords = Record<string, (move: Move, view: View, facts: any) => string>;

/** A chart of one value per seat. */
export interface Series {
  /** The code of its name. */
  name: string;
  /** The scale reaches at least this value. */
  top?(view: View): number;
  value(view: View, seat: number): number;
}

/**
 * The sentence for an event; `before` and `after` are the views around it, and `place` marks words
 * as the names of the places with these keys.
 */
export type Teller = (
  event: GameEvent,
  name: (seat: number | null) => string,
  view: View,
  before: View | undefined,
  after: View | undefined,
  place: (words: string, places: string[]) => string,
) => string;

/** A ruleset's guide to its rules, loaded when it is asked for. */
export interface Guide {
  /** The ruleset whose rules its own rules refer to. */
  base?: string;
  // A view does not name its rule, so each guide has a table by phase; a test compares it with the
  // domain's phases.
  /** The rule or section of a position. */
  ruleAt(view: View): string;
  /** Pictures by rule or section. */
  figures: Record<string, () => Element>;
}

/** The facts that a step of a guided game may ask for: the view, the legal moves, the player's events, the page. */
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

// Steps ask about the position instead of following a script, so a player may deviate.
/** A step of a guided game; without `over` it ends when the player has read it. */
export interface Step {
  /** The code of its text. */
  text: string;
  /** Selectors; the first one in view is ringed. */
  at?: string[];
  /** The rule with the details. */
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
  /** A seat's holdings, and its gains in the event on show. */
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
  moves(): Promise<MoveWords>;
  /** None if its orders have no values. */
  orders?(): Promise<OrderWords>;
}
