/** The shapes of a game of settlers, and of a scenario's additions. */

import type { Child } from "../ui/dom.js";
import type { AnyOf, GameEvent, Schemas, View, With } from "../api/types.js";
import type { Rectangle } from "../game/map/boxes.js";
import type { MapName } from "../game/map/lettering.js";
import type { Choosing } from "./choosing.js";
import type { Chart } from "./geometry.js";
import type { Callbacks } from "../game/ruleset.js";
import type { Finality } from "../game/panel/secondtap.js";

export type Pair = [number, number];
export type Resource = Schemas["SettlersResource"];
/** A scenario's gold is traded, too. */
export type Good = Resource | "gold";
export type Counts = Partial<Record<Good, number>>;
export type Development = Schemas["SettlersDevelopment"];

/** A scenario has terrains of its own. */
export type Tile = With<Schemas["SettlersBoardHex"], { terrain: string | null }>;
export type Harbour = With<Schemas["SettlersBoardHarbour"], { resource: Good | null }>;
export type Board = With<Schemas["SettlersBoard"], { hexes: Tile[]; harbours: Harbour[] }>;
export type Terms = With<Schemas["SettlersTerms"], { give: Counts; get: Counts }>;
export type Offer = Terms & { answers: (null | "refused" | Terms)[] };
export type SeatState = With<Schemas["SettlersSeatState"], { hand: Counts | null; rates: Counts }>;
export type Position = With<
  Schemas["SettlersState"],
  { hexes: Tile[]; harbours: Harbour[]; bank: Counts; prices: Record<string, Counts>; offer: Offer | null; seats: SeatState[] }
>;
/** A move of any type, with the fields of all. */
export type Move = With<AnyOf<Schemas["SettlersMove"]>, { type: string; give?: any; get?: any }>;
export type Facts = With<AnyOf<Schemas["SettlersFacts"]>, { cost?: Counts; gains?: Counts }>;

/** A scenario's drawing on the board, below and above the pieces. */
export interface Layer {
  under: SVGElement;
  over: SVGElement;
  /** Its names, the most important first. */
  names: MapName[];
  /** The boxes of its marks that never move. */
  signs: Rectangle[];
  show(state: Position, event: GameEvent | null, moving: boolean): void;
  /** The boxes of its pieces in a position. */
  pieces(state: Position): Rectangle[];
}

/** The parts of an edition that its drawing needs. */
export type Land = Pick<Edition, "terrains" | "layers">;

/** The differences between games of this family; settlers has the fewest. */
export interface Edition {
  /** The goods that are held and traded, in order. */
  goods: Good[];
  /** The good that each terrain yields. */
  terrains: Record<string, Good>;
  /** The goods a seat can pay with, null if hidden. */
  purse(seat: SeatState): Counts | null;
  /** The bank's supply. */
  bank(state: Position): Counts;
  /** The largest number of a good that a seat may have, as far as others know. */
  most(seat: SeatState, good: Good): number;
  /** By type of move, the place for moves that name none; a single tap there makes the move. */
  stops: Record<string, (choosing: Choosing, move: Move) => string>;
  /** Why moves of these types cannot be taken back; the service's list does not say it. */
  finality: Record<string, Finality>;
  /** Drawings on the board besides the pieces. */
  layers(chart: Chart, board: Board): Layer[];
  /** Descriptions of a place besides the pieces on it. */
  words(view: View, place: string): string[];
  /** The places an event touched besides those of its pieces. */
  touched(view: View, event: GameEvent): string[];
  /** The places to keep in view in any case. */
  sights(view: View): string[];
  /** By phase, an instruction and a hint. */
  prompts: Record<string, (choosing: Choosing) => [string, string]>;
  /** Parts of the panel above the actions, such as an auction. */
  parts(view: View, choosing: Choosing | null, callbacks: Callbacks): Child[];
  /** A seat's holdings besides cards and points. */
  badges(view: View, seat: number): Child[];
}
