/** The sections of the account page, in their order. */

/** @import { Group } from "./frame.js" */

/** @type {Group[]} */
export const GROUPS = [
  { title: "account.notices", sections: [] },
  { title: "account.time", sections: [] },
  { title: "account.signing_in", sections: [] },
];
