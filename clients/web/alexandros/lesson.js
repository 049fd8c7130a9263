/** The guided game of Alexandros: a turn with its march, a province and its taxes. */

/** @import { Lesson } from "../game/ruleset.js" */

const SEND = "#panel .proposal .button.main:enabled";

/** @type {Lesson} */
export const lesson = {
  terms: { board: "tiny", seats: 2, seed: "08", options: { target_score: 20 } },
  steps: [
    {
      text: "alexandros.lesson_aim",
      at: ["#seats .game-head .note", "#seats .seat"],
      rule: "A22",
      reached: ({ may, times }) => may("choose_card") && times("turn_ended") === 0,
    },
    {
      text: "alexandros.lesson_card",
      at: [SEND, "#panel .market button.card", "#panel button.card"],
      rule: "A1",
      reached: ({ may }) => may("choose_card"),
      over: ({ times }) => times("card_chosen") > 0,
    },
    {
      text: "alexandros.lesson_point",
      at: ['.point[data-point="0,2"] .halo', ".point .halo", ".space.target"],
      rule: "A4",
      reached: ({ may, shows }) => may("march") && !shows(SEND),
      over: ({ times }) => times("marched") > 0,
    },
    {
      text: "alexandros.lesson_march",
      at: [SEND],
      rule: "A5",
      reached: ({ may, shows }) => may("march") && shows(SEND),
      over: ({ times }) => times("marched") > 0,
    },
    {
      text: "alexandros.lesson_province",
      at: ["#panel .conquer", ".space.option"],
      rule: "A12",
      reached: ({ may, shows }) => may("occupy") && !shows(SEND),
      over: ({ times }) => times("province_occupied") > 0,
    },
    {
      text: "alexandros.lesson_occupy",
      at: [SEND, ".space.option"],
      rule: "A13",
      reached: ({ may, shows }) => may("occupy") && shows("#panel .proposal"),
      over: ({ times }) => times("province_occupied") > 0,
    },
    {
      text: "alexandros.lesson_levy",
      at: ["#panel .levy"],
      rule: "A16",
      reached: ({ may }) => may("levy_taxes"),
      over: ({ times }) => times("taxes_levied") > 0,
    },
    {
      text: "alexandros.lesson_draw",
      at: [SEND, "#panel .market button.card"],
      rule: "A10",
      reached: ({ may, times }) => may("take_card") && !may("occupy") && times("province_occupied") === 0,
      over: ({ times }) => times("card_taken") > 0,
    },
    {
      text: "alexandros.lesson_end",
      at: ["#panel .actions .end"],
      rule: "A19",
      reached: ({ may, times }) => may("end_turn") && times("turn_ended") === 0,
      over: ({ times }) => times("turn_ended") > 0,
    },
    {
      text: "alexandros.lesson_watch",
      at: ["#seats .seat.acting"],
      reached: ({ seat, view }) => !view.to_act.includes(seat),
      over: ({ may, times }) => times("turn_ended") > 0 && may("choose_card"),
    },
    {
      text: "lesson_done",
      reached: ({ seat, times, view }) => times("turn_ended") > 0 && view.to_act.includes(seat),
    },
  ],
};
