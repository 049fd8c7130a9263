/** The link that makes this browser the player of another device: it asks first, as programs that preview links open them. */

import { signedIn, whoAmI } from "../api/player.js";
import { finishTransfer } from "../api/service.js";
import { confirmed, toast } from "../ui/controls.js";
import { t } from "../ui/texts.js";

/**
 * Ask whether to become the player of a transfer code.
 * @param {string} code
 */
export async function offerTransfer(code) {
  const known = await whoAmI().catch(() => null);
  const question = known ? t("transfer_instead", { name: known.name }) : t("transfer_ask");
  const sure = await confirmed(question, t("transfer_go"));
  history.replaceState(null, "", location.pathname + location.search);
  if (!sure) return;
  signedIn(await finishTransfer(code));
  toast(t("transfer_done"));
}
