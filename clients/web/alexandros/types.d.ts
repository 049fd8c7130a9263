/** The shapes of a game of Alexandros. */

export type Pair = [number, number];
export type Side = [Pair, Pair];
export type SymbolName = "temple" | "amphora" | "horse" | "lyre" | "soldier";
export type Counts = Record<SymbolName, number>;

export interface Board {
  id: string | null;
  title: string;
  rows: string[];
  start: Pair;
  places: { point: Pair; name: string }[];
}

export interface SeatState {
  score: number;
  governors: Pair[];
  governors_left: number;
  cards: number;
  hand: Counts | null;
  resigned: boolean;
}

export interface Province {
  spaces: Pair[];
  yield: number;
  holder: number | null;
  governors: Pair[];
}

export interface Wall {
  side: Side;
  colour: "black" | "red";
}

export interface Position {
  alexander: { point: Pair; space: Pair | null };
  walls: Wall[];
  walls_left: { black: number; red: number };
  display: (SymbolName | null)[];
  supply: number;
  discard: Counts;
  marching: { symbol: SymbolName; joker: boolean } | null;
  actions_left: number;
  levied: boolean;
  last_turn: boolean;
  seats: SeatState[];
  provinces: Province[];
}

export interface Move {
  type: string;
  from?: "display" | "hand" | "supply";
  slot?: number;
  joker?: SymbolName;
  card?: SymbolName;
  space?: Pair;
  path?: Pair[];
  province?: Pair;
  governors?: Pair[];
  compensation?: Partial<Counts> | null;
}

export interface Facts {
  notation: string;
  walls?: number;
  black?: number;
  red?: number;
  governors?: number;
  cards?: Partial<Counts>;
  yield?: number;
  holder?: number;
  compensation?: number;
  gains?: number[];
  reveals?: boolean;
}
