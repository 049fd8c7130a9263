/** What the account page and its sections tell each other. */

import type { Me, Notices } from "../api/types.js";

/** The page as its sections know it. */
export interface AccountPage {
  me: Me | null;
  /** The player's notices, read once for all sections. */
  notices: () => Promise<Notices>;
  /** Take a token that was used out of the address, unless another has come since. */
  endLink: (token: string) => void;
  /** Read the player and draw every section anew, below news of a link that was used. */
  restart: (news?: Node) => Promise<void>;
  /** Fill a section anew, after another has changed what it shows. */
  refill: (name: string) => Promise<void>;
}

/** A part of the page under a heading of its own. */
export interface Section {
  /** The element's id is `account-<name>`, its heading the text `title`. */
  name: string;
  title: string;
  /** Whether it is for people who are not signed in, and only them; the others need a player. */
  isForGuests?: boolean;
  /** Fill the section, which redraws itself afterwards. */
  fill: (body: HTMLElement, page: AccountPage) => Promise<void> | void;
}

/** Sections under a common heading. */
export interface Group {
  title: string;
  sections: Section[];
}
