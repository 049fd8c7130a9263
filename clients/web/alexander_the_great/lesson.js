/** The guided game of the scenario: Alexander's march, an auction, and the settlement it brings. */

/** @import { Lesson } from "../game/ruleset.js" */

const SEND = "#panel .proposal .button.main:enabled";

/** @type {Lesson} */
export const lesson = {
  terms: { board: "campaign", seats: 3, seed: "0c", options: { target_points: 5 } },
  steps: [
    {
      text: "alexander_the_great.lesson_aim",
      at: ["#seats .game-head .note", "#seats .seat"],
      rule: "G25",
      reached: ({ may }) => may("march"),
    },
    {
      text: "alexander_the_great.lesson_march",
      at: ["#panel .button.big"],
      rule: "G11",
      reached: ({ may }) => may("march"),
      over: ({ times }) => times("marched") > 0,
    },
    {
      text: "alexander_the_great.lesson_bid",
      at: ["#panel .bid-step .button.main"],
      rule: "G14",
      reached: ({ may, times }) => may("bid") && times("bid_made") === 0,
      over: ({ times }) => times("bid_made") + times("passed") > 0,
    },
    {
      text: "alexander_the_great.lesson_others",
      at: ["#panel .bidder.next"],
      rule: "G14",
      reached: ({ seat, view }) => view.phase === "bid" && !view.to_act.includes(seat),
      over: ({ may, times }) => times("bid_made") + times("passed") > 0 && (may("pay") || may("end_turn")),
    },
    {
      text: "alexander_the_great.lesson_pay",
      at: ["#panel .doing > .button.main:enabled"],
      rule: "G15",
      reached: ({ may }) => may("pay"),
      over: ({ times }) => times("auction_paid") > 0,
    },
    {
      text: "alexander_the_great.lesson_founded",
      at: [".building.seat-0", "#seats .seat"],
      rule: "G18",
      reached: ({ may, times }) => may("end_turn") && times("auction_paid") > 0,
    },
    {
      text: "alexander_the_great.lesson_build",
      at: [SEND, ".targets:not(.quiet) .target-edge .halo", "#panel .build:enabled"],
      rule: "G22",
      reached: ({ may }) => may("build_road"),
      over: ({ times }) => times("road_built") > 0,
    },
    {
      text: "alexander_the_great.lesson_end",
      at: ["#panel .actions .end"],
      rule: "G13",
      reached: ({ may, times }) => may("end_turn") && times("turn_ended") === 0,
      over: ({ times }) => times("turn_ended") > 0,
    },
    {
      text: "alexander_the_great.lesson_watch",
      at: ["#seats .seat.acting"],
      reached: ({ seat, view }) => !view.to_act.includes(seat),
      over: ({ may, times }) => times("turn_ended") > 0 && (may("bid") || may("pass") || may("roll")),
    },
    {
      text: "lesson_done",
      reached: ({ seat, times, view }) => times("turn_ended") > 0 && view.to_act.includes(seat),
    },
  ],
};
