/** The text face, which a browser's first page leaves to the next one. */

import { keep, isDenied } from "./storage.js";

/** Fetch the text face once this page stands; the next page uses it. */
export function fetchFace() {
  const { dataset, classList } = document.documentElement;
  const { face } = dataset;
  // The early script has removed the address where data are saved, and set the class where this
  // page already has the face. Without storage the next page could not know of it.
  if (!face || classList.contains("own-face") || isDenied()) return;
  const whenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(() => fetched(face)) : setTimeout(fetched, 500, face));
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

/** @param {string} face */
async function fetched(face) {
  if (navigator.onLine === false) return;
  try {
    const answer = await fetch(face, { priority: "low" });
    // A browser caches only what has been read to its end.
    await answer.blob();
    if (answer.ok) keep("anabasis.face", face);
  } catch {
    // The next page tries again.
  }
}
