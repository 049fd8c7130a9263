/** The sections of the account page, in their order. */

import { fillVacation } from "./vacation.js";
import { fillChannels } from "./channels.js";
import { fillDevices } from "./devices.js";
import { fillFeeds } from "./feeds.js";
import { fillLog } from "./log.js";
import { fillMuted } from "./mutedgames.js";
import { fillPasskeys } from "./passkeys.js";
import { fillQuiet } from "./quiethours.js";

/** @import { Group } from "./frame.js" */

/** @type {Group[]} */
export const GROUPS = [
  {
    title: "account.others",
    sections: [
      { name: "handle", title: "account.handle", fill: async (body) => (await import("./handle.js")).fillHandle(body) },
      { name: "invitations", title: "account.invitations", fill: async (body) => (await import("./invitations.js")).fillInvitations(body) },
    ],
  },
  {
    title: "account.notices",
    sections: [
      { name: "channels", title: "account.channels", fill: fillChannels },
      { name: "muted", title: "account.muted", fill: fillMuted },
      { name: "feeds", title: "account.feeds", fill: fillFeeds },
      { name: "log", title: "account.log", fill: fillLog },
    ],
  },
  {
    title: "account.time",
    sections: [
      { name: "quiet", title: "account.quiet", fill: fillQuiet },
      { name: "vacation", title: "vacation", fill: fillVacation },
    ],
  },
  {
    title: "account.games",
    sections: [{ name: "imports", title: "account.imports", fill: async (body) => (await import("./imports.js")).fillImports(body) }],
  },
  {
    title: "account.signing_in",
    sections: [
      { name: "sign-in", title: "account.sign_in_go", isForGuests: true, fill: async (body, page) => (await import("./signin.js")).fillSignIn(body, page) },
      { name: "new-here", title: "account.new_here", isForGuests: true, fill: async (body, page) => (await import("./newcomers.js")).fillNewcomers(body, page) },
      { name: "passkeys", title: "account.passkeys", fill: fillPasskeys },
      { name: "devices", title: "account.devices", fill: fillDevices },
    ],
  },
  {
    title: "account.programs",
    sections: [{ name: "tokens", title: "account.tokens", fill: async (body) => (await import("./tokens.js")).fillTokens(body) }],
  },
  {
    title: "account.data",
    sections: [{ name: "data", title: "account.data_kept", fill: async (body, page) => (await import("./owndata.js")).fillOwnData(body, page) }],
  },
];
