/** The page on auditing: of the game that its address names it tells where the public log has its end. */

import { GameApi } from "../api/game.js";
import { tellRecorded } from "../game/recorded.js";
import { byId } from "../ui/dom.js";
import { joinCode } from "../ui/links.js";

const game = new URLSearchParams(location.search).get("game");
if (game) tellRecorded(new GameApi(game, joinCode()), byId("recorded")).catch(() => undefined);
