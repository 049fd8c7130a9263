/** The shapes of the public API, as the page reads them. */

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

export interface Seat {
  seat: number;
  name: string | null;
  bot: string | null;
  player_id: string | null;
  colour: string;
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

export interface View {
  game_id: string;
  ruleset: string;
  version: number;
  head: number;
  status: "open" | "live" | "finished";
  title: string;
  listed: boolean;
  fair: boolean;
  options: Record<string, unknown>;
  undo: {
    policy: "free" | "consent" | "off";
    floor: number;
    request: UndoRequest | null;
    redo: number | null;
  };
  seats: Seat[];
  viewer: { seat: number | null };
  to_act: number[];
  turn: number;
  phase: "choose_card" | "march" | "actions" | "over" | null;
  state: Position | null;
  board: Board;
  result: Result | null;
  join_code: string | null;
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

export interface MoveList {
  version: number;
  complete: boolean;
  moves: Move[];
}

export interface GameEvent {
  version: number;
  recorded_at: string;
  type: string;
  seat: number | null;
  data: any;
  undone: boolean;
}

export interface EventPage {
  version: number;
  events: GameEvent[];
  more: boolean;
}

export interface Row {
  game_id: string;
  title: string;
  board: string | null;
  board_title: string;
  seats: ({ seat: number; name: string; bot: string | null } | null)[];
  status: "open" | "live" | "finished";
  turn: number | null;
  version: number;
  updated_at: string;
  result: Result | null;
  waiting?: boolean;
  seat?: number;
}

export interface OptionSchema {
  type: "string" | "boolean" | "integer";
  description: string;
  default: string | boolean | number;
  enum?: string[];
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
}

export interface Me {
  player_id: string;
  name: string;
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

export interface Foreseen {
  version: number;
  state: Position;
}
