/** The link that makes this browser the player of another device: it asks first, as programs that preview links open them. */

import { isRefusal } from "../account/links.js";
import { errorText } from "../api/http.js";
import { signedIn, whoAmI } from "../api/player.js";
import { finishTransfer } from "../api/service.js";
import { dropFragment } from "../ui/address.js";
import { confirmed, toast } from "../ui/controls.js";
import { t } from "../ui/texts.js";

/**
 * Ask whether to become the player of a transfer code, again if the service is not reached: the address keeps the
 * code until it is used, refused or turned down.
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
  dropFragment();
}
