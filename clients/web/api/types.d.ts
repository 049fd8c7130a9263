/** The shapes of the public API; those of positions and moves are in the rulesets' folders. */

export interface Board {
  id: string | null;
  title: string;
  [own: string]: any;
}

export interface Move {
  type: string;
  [own: string]: any;
}

export interface Seat {
  seat: number;
  name: string | null;
  bot: string | null;
  player_id: string | null;
  forgotten: boolean;
  name_twin?: boolean;
  colour: string;
}

/** A free seat that is kept for an invited player. */
export interface KeptSeat {
  seat: number;
  player_id: string;
  name: string | null;
}

export interface Result {
  winners: number[];
  scores: number[];
  reason: string;
}

export interface UndoRequest {
  seat: number;
  to: number;
  accepted: number[];
  waiting_for: number[];
}

/** The version at which a game's record is broken; nothing from there on is shown or recorded. */
export interface Broken {
  version: number;
  reason: string;
}

/** The host has closed the game: since when, and why in the host's words. */
export interface Closed {
  since: string;
  reason: string;
}

export interface Way {
  to: number | null;
  leave: "free" | "consent" | null;
  refused: string | null;
}

export interface SeatClock {
  seat: number;
  since: string | null;
  due: string | null;
  expired: boolean;
  bot: string | null;
  reserve: number | null;
  vacation_until?: string | null;
  vacation_left?: number;
}

/** The time that seats have, in seconds; the days of vacation a year. */
export interface Deadline {
  at_zero: "nudge" | "skip" | "bot" | "resign";
  per_move?: number;
  reserve?: number;
  increment?: number;
  quiet_hours?: boolean;
  vacation?: number;
  absent_wait?: number;
  least?: number;
}

export interface TimeRequest {
  seat: number;
  seconds: number | null;
  accepted: number[];
  waiting_for: number[];
}

export interface View {
  game_id: string;
  ruleset: string;
  version: number;
  head: number;
  status: "open" | "live" | "finished" | "cancelled" | "abandoned";
  title: string;
  listed: boolean;
  fair: boolean;
  host: { player_id: string; name: string | null; forgotten: boolean };
  options: Record<string, unknown>;
  undo: {
    policy: "free" | "consent" | "off" | "drawn_stays";
    floor: number;
    request: UndoRequest | null;
    redo: number | null;
    you: { back: Way; restart: Way; redo: Way } | null;
  };
  seats: Seat[];
  kept: KeptSeat[];
  viewer: { seat: number | null };
  deadline: Deadline | null;
  clock?: { seats: SeatClock[]; abandoned_at: string | null; request: TimeRequest | null; paused: { since: string; ends: string } | null };
  study: { of: string; at: number } | null;
  to_act: number[];
  turn: number;
  phase: string | null;
  state: any;
  board: Board;
  result: Result | null;
  join_code: string | null;
  broken?: Broken;
  closed?: Closed;
}

export interface MoveList {
  version: number;
  complete: boolean;
  facts?: { notation: string; [own: string]: any }[];
  moves: Move[];
}

export interface GameEvent {
  version: number;
  recorded_at: string;
  type: string;
  seat: number | null;
  data: any;
  undone: boolean;
  hash: string;
  by?: "clock" | "bot";
}

export interface Replay {
  game_id: string;
  version: number;
  event: GameEvent;
  first: View;
  steps: { event: GameEvent; changes: Record<string, any> }[];
  more: boolean;
  broken?: Broken;
}

/** An animation of a finished game, and how far it is. */
export interface Animation {
  game_id: string;
  status: "queued" | "working" | "done" | "failed";
  done: number;
  of: number;
  href: string | null;
  reason: "worker_lost" | "too_large" | "not_drawn" | null;
}

/** The statistics of a finished game: lists of numbers are by seat, times in milliseconds. */
/** A head in the public log, and its proof (RFC 9162, 2.1.3). */
export interface RecordedHead {
  version: number;
  hash: string;
  index: number;
  size: number;
  root: string;
  proof: string[];
}

export interface SignedHead {
  game_id: string;
  version: number;
  hash: string;
  recorded: RecordedHead | null;
}

export interface Statistics {
  turns: number;
  started_at: string;
  ended_at: string;
  points: { source: string; seats: number[] }[];
  dice: { total: number; seats: number[] }[];
  cards: { card: string; seats: number[] }[];
  yields: { unit: "cards" | "points"; turns: { turn: number; seats: number[] }[] };
  waits: { longest: number; event: number | null; total: number }[];
  moves: number[];
  undos: number[];
}

export interface Rematch {
  game_id: string;
  status: "open" | "live" | "finished";
  seats: Row["seats"];
  /** The seat kept for the reader or taken by them. */
  seat: number | null;
  join_code: string | null;
}

export interface RematchOf {
  game_id: string;
  rematch: Rematch | null;
}

export interface Invitation {
  game_id: string;
  ruleset: string;
  title: string;
  seats: Row["seats"];
  seat: number;
  host: string | null;
  invited_at: string;
  join_code: string | null;
}

export interface Rules {
  ruleset: string;
  sections: { id: string; title: string; text?: string | null; rules: { id: string; title: string; text: string }[] }[];
}

export interface Row {
  game_id: string;
  ruleset: string;
  title: string;
  host?: { player_id: string; name: string | null; forgotten: boolean } | null;
  board: string | null;
  board_title: string;
  seats: ({ seat: number; name: string | null; bot: string | null; player_id?: string | null; forgotten: boolean; name_twin?: boolean } | null)[];
  kept?: KeptSeat[];
  status: "open" | "live" | "finished" | "cancelled" | "abandoned";
  undo: "free" | "consent" | "off" | "drawn_stays";
  turn: number | null;
  result: Result | null;
  version: number;
  updated_at?: string;
  waiting_for?: { seat: number; since: string; due?: string }[];
  due?: string;
  deadline?: Deadline | null;
  paused?: boolean;
  waiting?: boolean;
  waiting_since?: string | null;
  study?: { of: string; at: number } | null;
  seat?: number;
}

export interface OptionSchema {
  title?: string;
  type: "string" | "boolean" | "integer";
  description: string;
  default: string | boolean | number;
  oneOf?: { const: string; title: string }[];
  minimum?: number;
  maximum?: number;
}

export interface Ruleset {
  id: string;
  title: string;
  seats: number[];
  options: { properties: Record<string, OptionSchema> };
  boards: { id: string; title: string }[];
  bots: string[];
  orders: OrderOffered[];
}

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

export type Span = "auction" | "turn" | "round" | "game";

export interface OrderOffered {
  code: string;
  title: string;
  description: string;
  until: Span;
  values: { properties: Record<string, OrderValue>; required: string[] };
}

export interface StandingOrder {
  code: string;
  values: Record<string, unknown>;
  until: Span;
  /** Whether another seat's undo took back its answer. */
  asleep: boolean;
}

export interface StandingOrders {
  version: number;
  orders: StandingOrder[];
  /** Those of kinds that are gone; `successor` is a code, with the switch to turn on. */
  withdrawn: { code: string; values: Record<string, unknown>; successor: string }[];
  answered: { version: number; code: string }[];
}

export interface Me {
  player_id: string;
  name: string;
  time_zone: string | null;
  quiet_hours: { from: string; to: string; weekends: boolean } | null;
  /** Whether there is a passkey or a confirmed address; a session that just began does not tell. */
  can_return?: boolean;
}

export interface SignInWays {
  email: boolean;
  passkeys: boolean;
}

export interface SignInAsked {
  code: string;
  seconds: number;
}

export interface Passkey {
  id: string;
  name: string | null;
  created_at: string;
  last_used: string | null;
}

export interface Device {
  id: string;
  name: string | null;
  since: string | null;
  last_seen: string | null;
  current: boolean;
}

/** What a vacation came to in a game; `reason` is the code of a refusal. */
export interface Vacation {
  game_id: string;
  days: number;
  until: string | null;
  reason: string | null;
}

export interface Vacations {
  games: Vacation[];
}

export interface RowPage {
  games: Row[];
  page: number;
  per_page: number;
  total: number;
}

export interface Rulesets {
  rulesets: Ruleset[];
}

export interface BoardAnswer {
  board: Board;
}

export interface Visits {
  visits: { player_id: string; name: string; at: string }[];
  others: number;
}

export interface BoardProblem {
  code: string;
  detail: string;
  place: Record<string, any> | null;
}

export interface BoardCheck {
  valid: boolean;
  problems: BoardProblem[];
}

export interface Foreseen {
  version: number;
  state: any;
}

export type ChannelKind = "email" | "push" | "webhook";

/** One of the player's addresses for notices; of a push subscription only its host is told. */
export interface Channel {
  id: string;
  kind: ChannelKind;
  target: string;
  label: string;
  state: "unconfirmed" | "active" | "paused";
  reason: string | null;
  shape: string;
  digest: "hourly" | "daily" | null;
  always: boolean;
  created_at: string;
  last: { at: string; state: DeliveryState } | null;
  /** Of a new webhook alone. */
  secret?: string;
}

export interface Notices {
  channels: Channel[];
  muted: string[];
  feeds: boolean;
  push_key: string | null;
  email: boolean;
}

export type DeliveryState = "waiting" | "delivered" | "failed" | "dropped";

export interface Delivery {
  at: string;
  kind: "turn" | "reminder" | "ended" | "digest" | "test" | "confirm" | "sign_in";
  channel: string;
  channel_kind: ChannelKind;
  target: string;
  games: string[];
  state: DeliveryState;
  reason: string | null;
  attempts: number;
  key: string;
  asked: boolean;
}

export interface DeliveryPage {
  deliveries: Delivery[];
  page: number;
  per_page: number;
  total: number;
}

export interface Feeds {
  atom: string;
  calendar: string;
}
