/** Invitations to rematches, with buttons to join and to decline. */

import { showError } from "../api/failures.js";
import { acceptInvitation, declineInvitation, readInvitations } from "../api/service.js";
import { playerName } from "../game/words/sentences.js";
import { gameTitle } from "../game/words/title.js";
import { sitter } from "../game/seats/sitter.js";
import { ago, refreshAgo } from "../ui/ago.js";
import { button } from "../ui/controls.js";
import { byId, el, keepingFocus, refill } from "../ui/dom.js";
import { gameLink } from "../ui/links.js";
import { t } from "../ui/texts.js";

/** @import { Invitation } from "../api/types.js" */

let drawn = "";

/** Show the invitations that are open; the section is hidden while there are none. */
export async function showInvitations() {
  const section = byId("invitations");
  const { invitations, challenges } = await readInvitations();
  await showChallenges(challenges);
  const found = JSON.stringify(invitations);
  // The list is read every 10 s; redrawing it each time would lose the reader's focus and
  // selection.
  if (found === drawn) return refreshAgo(section);
  drawn = found;
  section.hidden = !invitations.length;
  keepingFocus(section, () =>
    refill(section, el("h2", {}, t("invitations")), el("ul", { class: "games" }, invitations.map(row))),
  );
}

/** @param {number} count of the player's challenges */
async function showChallenges(count) {
  if (!count && !byId("challenges").hasChildNodes()) return;
  // Loaded on demand: few visitors have any, and a first visit loads little.
  await (await import("./challenges.js")).showChallenges();
}

/** @param {Invitation} invitation */
function row(invitation) {
  const { host, invited_at, seats } = invitation;
  return el(
    "li",
    { class: "invitation", "data-key": invitation.game_id },
    el(
      "span",
      { class: "row-head" },
      el("span", { class: "row-title" }, gameTitle(invitation)),
      el("span", { class: "row-note" }, host ? t("invitation_from", { name: host }) : t("invitation"), " · ", ago(invited_at)),
    ),
    el("span", { class: "row-seats" }, seats.map((_, seat) => occupant(invitation, seat))),
    el("span", { class: "invitation-answers" }, button("small main", t("invitation_join"), null, () => join(invitation)), button("small", t("consent_no"), null, () => decline(invitation))),
  );
}

/**
 * @param {Invitation} invitation
 * @param {number} seat
 */
function occupant({ seats, seat: own }, seat) {
  const free = seat === own ? t("seat_you") : t("row_open_seat");
  return sitter("span", seat, seats[seat], [], el("span", {}, playerName(seats, seat) ?? free));
}

/** @param {Invitation} invitation */
function join(invitation) {
  acceptInvitation(invitation).then(() => location.assign(gameLink(invitation)), showError);
}

/** @param {Invitation} invitation */
function decline({ game_id }) {
  declineInvitation(game_id).then(showInvitations).catch(showError);
}
