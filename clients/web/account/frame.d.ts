/** The contract between the account page and its sections. */

import type { Me, Notices } from "../api/types.js";

/** What the page offers its sections. */
export interface AccountPage {
  me: Me | null;
  /** The player's notices, read once for all sections. */
  notices: () => Promise<Notices>;
  /** Remove a used token from the address, unless a new one has come since. */
  endLink: (token: string) => void;
  /** Read the player and draw every section again, below news of a used link. */
  restart: (news?: Node) => Promise<void>;
  /** Fill a section again after another section has changed its contents. */
  refill: (name: string) => Promise<void>;
}

/** A part of the page under a heading of its own. */
export interface Section {
  /** The element's id is `account-<name>`, its heading the text `title`. */
  name: string;
  title: string;
  /** Whether it is only for people who are not signed in; all others need a player. */
  isForGuests?: boolean;
  /** Fill the section, which redraws itself afterwards. */
  fill: (body: HTMLElement, page: AccountPage) => Promise<void> | void;
}

/** Sections under a common heading. */
export interface Group {
  title: string;
  sections: Section[];
}
