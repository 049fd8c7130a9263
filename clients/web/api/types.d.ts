/**
 * The public API's answers, named for the page. `npm run check` generates `schemas` from the API's document.
 *
 * Positions and moves belong to a ruleset and are typed in its folder.
 */

import type { components } from "../node_modules/.api/schemas.js";

export type Schemas = components["schemas"];
/** A type with some fields replaced. */
export type With<Whole, Fields> = Omit<Whole, keyof Fields> & Fields;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key extends PropertyKey> = Union extends { [key in Key]?: infer Value } ? Value : never;
/** The fields of all members of a union, each of which may be missing. */
export type AnyOf<Union> = { [Key in KeysOf<Union>]?: ValueOf<Union, Key> };

export interface Board {
  id: string | null;
  title: string;
  [own: string]: any;
}

export interface Move {
  type: string;
  [own: string]: any;
}

/** `state` is null until the game begins. */
export type View = With<Schemas["View"], { ruleset: string; options: Record<string, unknown>; phase: string | null; state: any; board: Board }>;
export type GameEvent = With<Schemas["Event"], { data: any }>;
export type MoveList = With<Schemas["Moves"], { facts: { notation: string; [own: string]: any }[]; moves: Move[]; view?: View }>;
export type Replay = With<Schemas["Replay"], { event: GameEvent; first: View; steps: { event: GameEvent; changes: Record<string, any> }[] }>;
export type Foreseen = With<Schemas["Preview"], { phase: string; state: any }>;

export type Seat = Schemas["Seat"];
/** A free seat that is kept for an invited player. */
export type KeptSeat = Schemas["KeptSeat"];
export type UndoRequest = Schemas["UndoRequest"];
export type Way = Schemas["Way"];
export type SeatClock = Schemas["SeatClock"];
export type Deadline = Schemas["Deadline"];
export type TimeRequest = Schemas["TimeRequest"];
export type Animation = Schemas["Animation"];
/** A head in the public log, and its proof (RFC 9162, 2.1.3). */
export type RecordedHead = Schemas["Recorded"];
export type SignedHead = Schemas["SignedHead"];
export type Statistics = Schemas["Statistics"];
export type Rematch = Schemas["Rematch"];
export type RematchOf = Schemas["RematchOf"];
/** The index of the API: who may come in here, and who may watch. */
export type House = Schemas["Index"];
export type AccountInvitation = Schemas["AccountInvitation"];
export type AccountInvitationMade = Schemas["AccountInvitationMade"];
export type Invitation = Schemas["Invitation"];
export type Rules = Schemas["Rules"];
export type Vacation = Schemas["Vacation"];
export type Vacations = Schemas["Vacations"];
export type Visits = Schemas["Visits"];
export type BoardProblem = Schemas["BoardProblem"];
export type BoardCheck = Schemas["BoardCheck"];
export type BoardAnswer = With<Schemas["Board"], { board: Board }>;

/** A game of the lobby or of the reader, or a view that the browser has saved, which lacks `waiting_for`. */
export type Row = With<Schemas["ListedGame"] & Partial<Schemas["MyGame"]>, { waiting_for?: Schemas["Awaited"][]; deadline?: Deadline | null }>;
/** A numbered page; those by cursor have neither number nor total. */
export type RowPage = With<Schemas["Lobby"], { games: Row[]; page: number; total: number }>;
export type MyRowPage = With<Schemas["MyGames"], { games: Row[]; page: number; total: number }>;

/** The schema of an option, which the document leaves open. */
export interface OptionSchema {
  title?: string;
  type: "string" | "boolean" | "integer";
  description: string;
  default: string | boolean | number;
  oneOf?: { const: string; title: string }[];
  minimum?: number;
  maximum?: number;
}

/** The schema of a value of a standing order, which the document leaves open. */
export interface OrderValue {
  title: string;
  type: "boolean" | "integer" | "array" | "object";
  default?: boolean;
  minimum?: number;
  maximum?: number;
  items?: { enum: string[] };
  propertyNames?: { enum: string[] };
  additionalProperties?: { minimum: number; maximum: number };
}

export type OrderOffered = With<Schemas["OrderOffered"], { values: { properties: Record<string, OrderValue>; required: string[] } }>;
export type Span = OrderOffered["until"];
export type StandingOrder = Schemas["StandingOrder"];
export type StandingOrders = Schemas["StandingOrders"];
export type RulesetOffered = With<Schemas["RulesetOffered"], { options: { properties: Record<string, OptionSchema> } }>;
export type Rulesets = With<Schemas["Rulesets"], { rulesets: RulesetOffered[] }>;
export type Ruleset = With<Schemas["Ruleset"], { options: RulesetOffered["options"]; orders: OrderOffered[] }>;

/** The player of `GET /me`, or of a session that has just begun. */
export type Me = Schemas["Session"] & Partial<Schemas["Player"]>;
export type SignInWays = Schemas["SignInWays"];
export type SignInAsked = Schemas["SignInAsked"];
export type Passkey = Schemas["Passkey"];
export type AccessToken = Schemas["AccessToken"];
export type AccessTokenMade = Schemas["AccessTokenMade"];
/** What a token lets a program do. */
export type Scope = AccessToken["scopes"][number];
export type Device = Schemas["Device"];
export type ImportedRow = Schemas["ImportedRow"];
export type Imports = Schemas["Imports"];
export type Channel = Schemas["Channel"];
export type ChannelKind = Channel["kind"];
export type Notices = Schemas["Notices"];
export type Delivery = Schemas["LoggedDelivery"];
export type DeliveryState = Delivery["state"];
export type DeliveryPage = Schemas["NoticeLog"];
export type Feeds = Schemas["Feeds"];
