/** The guided game of settlers: founding, a roll, a road and a trade. */

/** @import { Lesson, Moment } from "../game/ruleset.js" */

const SEND = "#panel .proposal .button.main:enabled";
const PICKERS = "#panel .proposal > .picker";

/**
 * Whether the player is to build in this phase of the founding, with this many settlements so far.
 * @param {Moment} moment
 * @param {string} type
 * @param {number} n
 */
const founds = ({ seat, view }, type, n) => view.to_act.includes(seat) && view.phase === type && view.state.seats[seat].settlements.length === n;

/** @type {Lesson} */
export const lesson = {
  terms: { board: "first_island", seats: 2, seed: "02", options: { target_points: 5 } },
  steps: [
    {
      text: "settlers.lesson_aim",
      at: ["#seats .game-head .note", "#seats .seat"],
      rule: "S12",
      reached: (moment) => founds(moment, "found_settlement", 0),
    },
    {
      text: "settlers.lesson_settlement",
      at: [SEND, '.target[data-place="corner 22"] .halo', ".target-corner .halo"],
      rule: "S4",
      reached: (moment) => founds(moment, "found_settlement", 0),
      over: ({ times }) => times("settlement_built") > 0,
    },
    {
      text: "settlers.lesson_road",
      at: [SEND, ".target-edge .halo"],
      rule: "S4",
      reached: (moment) => founds(moment, "found_road", 1),
      over: ({ times }) => times("road_built") > 0,
    },
    {
      text: "settlers.lesson_second",
      at: [SEND, '.target[data-place="corner 19"] .halo', ".target-corner .halo", ".target-edge .halo"],
      rule: "S4",
      reached: (moment) => founds(moment, "found_settlement", 1) || founds(moment, "found_road", 2),
      over: ({ times }) => times("road_built") > 1,
    },
    {
      text: "settlers.lesson_roll",
      at: ["#panel .button.big"],
      rule: "S5",
      reached: ({ may }) => may("roll"),
      over: ({ times }) => times("dice_rolled") > 0,
    },
    {
      text: "settlers.lesson_seven",
      at: [SEND, ".target-hex .halo"],
      rule: "S7",
      reached: ({ may }) => may("move_robber") || may("discard"),
      over: ({ times, view }) => times("dice_rolled") > 0 && view.phase === "play",
    },
    {
      text: "settlers.lesson_yield",
      at: ["#panel .hand"],
      rule: "S6",
      reached: ({ may, times }) => may("end_turn") && times("dice_rolled") === 1,
    },
    {
      text: "settlers.lesson_build",
      at: [SEND, ".targets:not(.quiet) .target-edge .halo", "#panel .build:enabled"],
      rule: "S8",
      reached: ({ may, shows }) => may("build_road") && !shows(PICKERS),
      over: ({ times }) => times("road_built") > 2,
    },
    {
      text: "settlers.lesson_trade",
      at: ["#panel .button.trade"],
      rule: "S10",
      reached: ({ may, shows, view }) => may("offer_trade") && !view.state.offer && !shows(PICKERS),
      over: ({ times }) => times("trade_offered") > 0,
    },
    {
      text: "settlers.lesson_offer",
      at: [`${PICKERS}.untouched:nth-child(1) .step:nth-of-type(3) button:last-child`, `${PICKERS}.untouched:nth-child(2) .step:nth-of-type(2) button:last-child`, SEND],
      rule: "S10",
      reached: ({ shows }) => shows(PICKERS),
      over: ({ times }) => times("trade_offered") > 0,
    },
    {
      text: "settlers.lesson_close",
      at: ["#panel .answers .button.main"],
      rule: "S10",
      reached: ({ may }) => may("close_trade") || may("withdraw_trade"),
      over: ({ times }) => times("trade_closed") + times("trade_withdrawn") > 0,
    },
    {
      text: "settlers.lesson_end",
      at: ["#panel .actions .end"],
      rule: "S5",
      reached: ({ may, times }) => may("end_turn") && times("turn_ended") === 0,
      over: ({ times }) => times("turn_ended") > 0,
    },
    {
      text: "settlers.lesson_watch",
      at: ["#seats .seat.acting"],
      reached: ({ seat, view }) => !view.to_act.includes(seat),
      over: ({ may, times }) => times("turn_ended") > 0 && may("roll"),
    },
    {
      text: "lesson_done",
      reached: ({ seat, times, view }) => times("turn_ended") > 0 && view.to_act.includes(seat),
    },
  ],
};
