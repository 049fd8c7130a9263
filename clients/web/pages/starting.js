/** Games that start with one click. */

import { showError } from "../api/failures.js";
import { takeName, whoAmI } from "../api/player.js";
import { createGame } from "../api/service.js";
import { gameLink } from "../ui/links.js";

/**
 * Create a game and go there; if that fails, show the error.
 * @param {object} terms
 * @param {{name?: string, created?: (game: string) => void}} [options] the player's name, if they are asked for it
 * @returns {Promise<boolean>} whether the game was created
 */
export async function startGame(terms, { name, created = () => undefined } = {}) {
  try {
    await takeName(name ?? (await whoAmI())?.name ?? "");
    const view = await createGame(terms);
    created(view.game_id);
    location.assign(gameLink(view));
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
