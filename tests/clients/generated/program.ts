// A program against the types that openapi-typescript makes of the document; tsc alone reads it.
import type { components, paths } from "./api";

type Shapes = components["schemas"];
type Json<Answer> = Answer extends { content: { "application/json": infer Body } } ? Body : never;
type MakeMove = paths["/api/v1/games/{game_id}/moves"]["post"];
type Body = MakeMove["requestBody"]["content"]["application/json"];

const march: Body = { type: "march", space: [2, 1], path: [[0, 0], [1, 1], [2, 2]] };
const card: Body = { type: "choose_card", from: "display", slot: 0 };
const trade: Body = { type: "offer_trade", give: { brick: 1 }, get: { ore: 1 } };
const bid: Body = { type: "bid", bid: 3 };
const told: Body = { notation: "march 2,1 to 2,2" };
const game: Shapes["NewGame"] = { ruleset: "alexandros" };
const knight: Body = { type: "play_knight", hex: [0, 1] };
// @ts-expect-error There is no such move.
const flight: Body = { type: "fly" };
// @ts-expect-error A march has a way.
const lame: Shapes["AlexandrosMarchMove"] = { type: "march", space: [2, 1] };

async function play(game: string, token: string, move: Body): Promise<Shapes["View"]> {
  const headers = { Authorization: `Bearer ${token}`, "If-Match": "*" };
  const answer = await fetch(`/api/v1/games/${game}/moves`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(move),
  });
  if (!answer.ok) throw new Error(((await answer.json()) as Shapes["Problem"]).code);
  const made = (await answer.json()) as Json<MakeMove["responses"][201]>;
  made.events.map(say);
  return made.view;
}

function standing(view: Shapes["View"]): number[] {
  switch (view.ruleset) {
    case "alexandros":
      return view.state?.seats.map((seat) => seat.score) ?? [];
    case "settlers":
      return view.state?.seats.map((seat) => seat.points) ?? [];
    case "alexander_the_great":
      return view.state?.seats.map((seat) => seat.gold + seat.chips.bridge) ?? [];
  }
}

function say(event: Shapes["Event"]): string {
  switch (event.type) {
    case "province_occupied":
      return `${event.data.province} for ${event.data.yield}`;
    case "dice_rolled":
      return event.data.dice.join(" and ");
    case "bid_made":
      return `${event.data.bid}`;
    case "undone":
      return event.data.with_consent ? "by consent" : "freely";
    case "seat_taken":
      return event.data.player ?? event.data.bot ?? "";
    default:
      return event.recorded_at;
  }
}

function brings(moves: Shapes["AlexandrosMoves"]): string[] {
  return moves.facts.map((fact) => ("walls" in fact ? `${fact.walls} walls` : fact.notation));
}

function refusesTheUnknown(view: Shapes["AlexandrosView"]): unknown {
  // @ts-expect-error Positions have named fields.
  return view.state?.dragons;
}

export { play, standing, brings, refusesTheUnknown, march, card, trade, bid, told, game, knight, flight, lame };
