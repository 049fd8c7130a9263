/** The shapes that Alexander the Great adds to those of settlers. */

import type { Board, Counts, Good, Pair, Position, SeatState } from "../settlers/types.js";

export type Occasion = "founding" | Chip;
export type Chip = "hunger" | "bridge" | "battle" | "statue";
export type Kind = "temple" | "chip" | "empty" | "gate" | "persepolis";

export interface Crossing {
  corner: number;
  kind: Kind;
  name: string;
}

export interface Passed extends Crossing {
  passed: boolean;
  chip: Chip | null;
}

export interface RouteBoard extends Board {
  start: number;
  route: Crossing[];
  names: { hex?: Pair; corner?: number; name: string }[];
}

export interface Auction {
  event: Occasion;
  takes: Good[];
  crossing: number;
  seat: number;
  bids: { seat: number; bid: number | null }[];
  high: { seat: number; bid: number } | null;
  in: number[];
  knights: number[];
}

export interface Seat extends SeatState {
  gold: number;
  chips: Record<Chip, number>;
  advisor: "first" | "second" | "third" | null;
}

export interface March extends Position {
  gold_bank: number;
  reserve: number;
  reserve_closed: boolean;
  alexander: { crossing: number; corner: number; barred: boolean };
  route: Passed[];
  chips_removed: number;
  auction: Auction | null;
  seats: Seat[];
}

export interface Payment {
  cost: Counts;
  knights: number;
  forfeit: boolean;
}
