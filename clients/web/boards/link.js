/** A board in the fragment of an address: its JSON, compressed, in letters that need no escape. */
// Browsers do not send the fragment, so no server logs the board.

/** @import { Board } from "../api/types.js" */

const LONGEST_LINK = 8000;
const LONGEST_JSON = 60000;
const NAME = "board";

/**
 * @param {Board} board
 * @returns {Promise<string>} a fragment
 */
export async function pack(board) {
  const json = new Blob([JSON.stringify(board)]).stream();
  const bytes = await new Response(json.pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return `#${NAME}=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * The board in a fragment; null if it has none. Throws if the board cannot be read.
 * @param {string} fragment
 * @returns {Promise<Board | null>}
 */
export async function unpack(fragment) {
  const text = new URLSearchParams(fragment.slice(1)).get(NAME);
  if (text === null) return null;
  if (text.length > LONGEST_LINK) throw new Error("too long");
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return JSON.parse(await inflated(bytes));
}

/**
 * The board in the page's address; null if there is none or it cannot be read.
 * @returns {Promise<Board | null>}
 */
export const sentBoard = () => unpack(location.hash).catch(() => null);

/**
 * Inflate bytes. Throws if the result is too long.
 * @param {BlobPart} bytes
 */
async function inflated(bytes) {
  // Piece by piece, since a short link could expand to gigabytes.
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += decoder.decode(piece.value, { stream: true });
    if (text.length > LONGEST_JSON) throw new Error("too long");
  }
  return text;
}
