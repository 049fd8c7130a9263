/** The shapes of a game of Alexandros. */

import type { AnyOf, Schemas, With } from "../api/types.js";

export type Pair = [number, number];
export type Side = [Pair, Pair];
export type SymbolName = Schemas["AlexandrosSymbol"];
export type Counts = Schemas["AlexandrosSymbolCounts"];
export type Board = Schemas["AlexandrosBoard"];
export type SeatState = Schemas["AlexandrosSeatState"];
export type Province = Schemas["AlexandrosProvince"];
// openapi-typescript turns a pair of pairs into a pair of lists of pairs.
export type Wall = With<Schemas["AlexandrosWall"], { side: Side }>;
export type Position = With<Schemas["AlexandrosState"], { walls: Wall[] }>;
/** A move of any type, with the fields of all. */
export type Move = With<AnyOf<Schemas["AlexandrosMove"]>, { type: string; path?: Pair[]; governors?: Pair[] }>;
export type Facts = { notation: string } & AnyOf<Schemas["AlexandrosFacts"]>;
