/** The link that signs this browser in as the player of another device. */
// It asks first, since programs that preview links open them, and mail scanners even run scripts.

import { isRefusal } from "../account/links.js";
import { errorText } from "../api/http.js";
import { signedIn, whoAmI } from "../api/player.js";
import { finishTransfer } from "../api/service.js";
import { dropFragment } from "../ui/address.js";
import { confirmed, toast } from "../ui/controls.js";
import { t } from "../ui/texts.js";

/**
 * Ask whether to become the player of a transfer code; ask again if the service is not reached.
 * @param {string} code
 */
export async function offerTransfer(code) {
  const known = await whoAmI().catch(() => null);
  const question = known ? t("transfer_instead", { name: known.name }) : t("transfer_ask");
  let failure = "";
  while (await confirmed(`${failure} ${question}`.trim(), t("transfer_go"))) {
    try {
      signedIn(await finishTransfer(code));
      toast(t("transfer_done"));
      break;
    } catch (error) {
      failure = errorText(error);
      if (!isRefusal(error)) continue;
      toast(failure);
      break;
    }
  }
  // Remove the code only now, so that a lost connection does not lose the link.
  dropFragment();
}
