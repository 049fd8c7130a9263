/** The shapes of a game of settlers, and of a scenario's additions. */

import type { Child } from "../ui/dom.js";
import type { GameEvent, View } from "../api/types.js";
import type { Choosing } from "./choosing.js";
import type { Chart } from "./geometry.js";
import type { Callbacks } from "../game/ruleset.js";

export type Pair = [number, number];
export type Resource = "brick" | "lumber" | "wool" | "grain" | "ore";
export type Good = Resource | "gold";
export type Counts = Partial<Record<Good, number>>;
export type Development = "knight" | "victory_point" | "road_building" | "year_of_plenty" | "monopoly";

export interface Tile {
  hex: Pair;
  terrain: string | null;
  token: number | null;
}

export interface Harbour {
  edge: number;
  resource: Good | null;
}

export interface Board {
  id: string | null;
  title: string;
  hexes: Tile[];
  harbours: Harbour[];
  [own: string]: any;
}

export interface Terms {
  give: Counts;
  get: Counts;
}

export interface Offer extends Terms {
  answers: (null | "refused" | Terms)[];
}

export interface SeatState {
  points: number;
  hidden_points: number | null;
  settlements: number[];
  cities: number[];
  roads: number[];
  settlements_left: number;
  cities_left: number;
  roads_left: number;
  cards: number;
  hand: Counts | null;
  development_cards: number;
  developments: Record<Development, number> | null;
  bought: Record<Development, number> | null;
  knights: number;
  road_length: number;
  owed: number;
  rates: Counts;
  resigned: boolean;
  [own: string]: any;
}

export interface Position {
  hexes: Tile[];
  harbours: Harbour[];
  robber: Pair;
  bank: Counts;
  deck: number;
  dice: Pair | null;
  founded_corner: number | null;
  free_roads: number;
  /** By type of move. */
  prices: Record<string, Counts>;
  card_played: boolean;
  offer: Offer | null;
  longest_road: number | null;
  largest_army: number | null;
  seats: SeatState[];
  [own: string]: any;
}

export interface Move {
  type: string;
  corner?: number;
  edge?: number;
  hex?: Pair;
  victim?: number | null;
  cards?: Counts;
  resource?: Resource;
  seat?: number;
  accept?: boolean;
  give?: any;
  get?: any;
  [own: string]: any;
}

/** A scenario's drawing on the board, below and above the pieces. */
export interface Layer {
  under: SVGElement;
  over: SVGElement;
  show(state: Position, event: GameEvent | null, moving: boolean): void;
}

/** The parts of an edition that its drawing needs. */
export type Land = Pick<Edition, "terrains" | "layers">;

/** The differences between games of this family; settlers is the plainest. */
export interface Edition {
  /** The goods that are held and traded, in order. */
  goods: Good[];
  /** The good that each terrain yields. */
  terrains: Record<string, Good>;
  /** The goods a seat can pay with, null if hidden. */
  purse(seat: SeatState): Counts | null;
  /** The bank's supply. */
  bank(state: Position): Counts;
  /** The most of a good a seat may have, as far as others can tell. */
  most(seat: SeatState, good: Good): number;
  /** By type of move, the place of one that names none; a single tap there makes the move. */
  stops: Record<string, (choosing: Choosing, move: Move) => string>;
  /** Drawings on the board besides the pieces. */
  layers(chart: Chart, board: Board): Layer[];
  /** Descriptions of a place besides the pieces on it. */
  words(view: View, place: string): string[];
  /** The places an event touched besides those of its pieces. */
  touched(view: View, event: GameEvent): string[];
  /** The places to keep in view whatever can be chosen. */
  sights(view: View): string[];
  /** By phase, an instruction and a hint. */
  prompts: Record<string, (choosing: Choosing) => [string, string]>;
  /** Parts of the panel above the actions, such as an auction. */
  parts(view: View, choosing: Choosing | null, callbacks: Callbacks): Child[];
  /** A seat's holdings besides cards and points. */
  badges(view: View, seat: number): Child[];
}
