/** The sections of the account page, in their order. */

import { fillChannels } from "./channels.js";
import { fillFeeds } from "./feeds.js";
import { fillLog } from "./log.js";
import { fillMuted } from "./muted.js";

/** @import { Group } from "./frame.js" */

/** @type {Group[]} */
export const GROUPS = [
  {
    title: "account.notices",
    sections: [
      { name: "channels", title: "account.channels", fill: fillChannels },
      { name: "muted", title: "account.muted", fill: fillMuted },
      { name: "feeds", title: "account.feeds", fill: fillFeeds },
      { name: "log", title: "account.log", fill: fillLog },
    ],
  },
  { title: "account.time", sections: [] },
  { title: "account.signing_in", sections: [] },
];
