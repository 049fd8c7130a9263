/** Words for channels and deliveries: kinds, states and reasons. */

import { has, t } from "../ui/texts.js";

/** @import { Channel, ChannelKind, DeliveryState } from "../api/types.js" */
/** @import { IconName } from "../ui/icons.js" */

/** @type {Record<ChannelKind, IconName>} */
const ICONS = { email: "letter", push: "bell", webhook: "link" };

const MOST_SHOWN = 12;

/** @param {ChannelKind} kind */
export const kindIcon = (kind) => ICONS[kind];

/** @param {{kind: ChannelKind, shape?: string}} channel */
export function kindWords({ kind, shape }) {
  return kind === "webhook" && shape ? `${t("account.kind_webhook")} (${t(`account.shape_${shape}`)})` : t(`account.kind_${kind}`);
}

/**
 * The target of messages; for a webhook, only the beginning and end of its address.
 * @param {ChannelKind} kind
 * @param {string} target
 */
export function targetWords(kind, target) {
  // A webhook's path may hold a secret, which a screen that others see must not show.
  const url = kind === "webhook" ? parsedUrl(target) : null;
  if (!url) return target;
  const { host, pathname } = url;
  return pathname.length > MOST_SHOWN ? `${host}/…${pathname.slice(-4)}` : host + pathname;
}

/** @param {string} text */
function parsedUrl(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** @param {Channel} channel */
export function stateWords({ state, reason, digest, always }) {
  if (state === "unconfirmed") return t("account.state_unconfirmed");
  if (state === "paused") return reason ? t("account.state_paused_because", { reason: reasonWords(reason) }) : t("account.state_paused");
  return t(digest ? `account.state_${digest}` : always ? "account.state_always" : "account.state_active");
}

/** @param {DeliveryState} state */
export const deliveryWords = (state) => t(`account.delivery_${state}`);

/**
 * The reason why a message was not sent. A reason without a text of ours is the receiver's, and is
 * shown unchanged.
 * @param {string} reason
 */
export function reasonWords(reason) {
  const code = `account.reason_${reason}`;
  return has(code) ? t(code) : reason;
}
