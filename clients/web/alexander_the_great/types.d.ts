/** The shapes that Alexander the Great adds to those of settlers. */

import type { AnyOf, Schemas, With } from "../api/types.js";

export type Occasion = Schemas["AlexanderTheGreatOccasion"];
export type Chip = keyof Schemas["AlexanderTheGreatChipCounts"];
export type Kind = Schemas["AlexanderTheGreatKind"];
export type Crossing = Schemas["AlexanderTheGreatBoardCrossing"];
export type Passed = Schemas["AlexanderTheGreatCrossing"];
export type RouteBoard = Schemas["AlexanderTheGreatBoard"];
export type Auction = Schemas["AlexanderTheGreatAuction"];
export type Seat = Schemas["AlexanderTheGreatSeatState"];
export type March = Schemas["AlexanderTheGreatState"];
export type Payment = Schemas["AlexanderTheGreatPaymentFacts"];
export type MarchFacts = Schemas["AlexanderTheGreatMarchFacts"];
export type Facts = AnyOf<Schemas["AlexanderTheGreatFacts"]>;
/** A move of any type, with the fields of all. */
export type Move = With<AnyOf<Schemas["AlexanderTheGreatMove"]>, { type: string; give?: any; get?: any }>;
