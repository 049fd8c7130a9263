/** The page of a game: one table, drawn again whenever it changes. */

import { Problem } from "./api.js";
import { BoardDrawing, NO_GLOW } from "./board.js";
import { Camera } from "./camera.js";
import { ScoreChart } from "./chart.js";
import { byId, el, refill } from "./dom.js";
import { become, faultText, frame, toast, whoAmI } from "./frame.js";
import { at, keyOf } from "./geometry.js";
import { MapInput } from "./input.js";
import { Log } from "./log.js";
import { button, outcome, panel } from "./panel.js";
import { Choosing } from "./play.js";
import { provinceAt } from "./price.js";
import { Replay } from "./replay.js";
import { seatList, wallsLeft } from "./seats.js";
import { seatName, sentence, symbolName } from "./sentences.js";
import { setting } from "./settings.js";
import { isTakenBack, Table } from "./state.js";
import { banner, consentBanner, takeBackBar } from "./takeback.js";
import { t } from "./texts.js";

/** @import { GameEvent, Move, Position, View } from "./types.js" */

const CLOSE_PIXELS = 620;
const CLOSE_UNITS = 900;

class GamePage {
  /** @type {BoardDrawing | null} */
  drawing = null;
  /** @type {Camera | null} */
  camera = null;
  /** @type {MapInput | null} */
  input = null;
  /** @type {Choosing | null} */
  choosing = null;
  /** @type {number | null} whose hand is shown, null for the usual one */
  flipped = null;
  #revealed = "";
  #foreseen = "";
  #drawn = "";

  /** @param {string} id */
  constructor(id) {
    this.table = new Table(id, joinCode(), () => this.draw(), (event) => this.tell(event));
    this.log = new Log((version) => this.look(version));
    this.chart = new ScoreChart((version) => this.look(version));
    this.replay = new Replay(this.table, {
      flip: () => this.flip(),
      help: showKeys,
      zoom: (factor) => (factor ? this.camera?.zoom(factor) : this.camera?.fit()),
    });
    byId("log").append(this.log.element);
    byId("scores").append(this.chart.element);
    byId("replay").append(this.replay.element);
  }

  /** @param {number | null} at */
  async open(at) {
    await this.table.open(at);
    byId("main").classList.remove("loading");
  }

  /** @param {number} version */
  look(version) {
    this.replay.stop();
    this.table.goTo(version).catch((error) => toast(faultText(error)));
  }

  flip() {
    const view = this.table.scene?.view;
    if (!view?.state) return;
    const shown = this.handShown(view) ?? -1;
    this.flipped = (shown + 1) % view.seats.length;
    this.draw();
  }

  /**
   * Whose hand is shown.
   * @param {View} view
   */
  handShown(view) {
    const isOver = this.table.view?.status === "finished";
    return this.flipped ?? view.viewer.seat ?? (isOver ? (view.to_act[0] ?? 0) : null);
  }

  /**
   * @param {Move} move
   */
  send(move) {
    if (this.table.busy) return;
    if (setting("confirm") === "on" && !window.confirm(t("send_confirm"))) return;
    this.command(() => this.table.play(move));
  }

  /** @param {() => Promise<unknown>} act */
  async command(act) {
    try {
      await act();
    } catch (error) {
      const isStale = error instanceof Problem && error.status === 412;
      toast(isStale ? t("net_stale") : faultText(error));
      if (!isStale) await this.table.refresh().catch(() => undefined);
    }
  }

  /** @param {GameEvent} event */
  tell(event) {
    if (this.table.view) byId("spoken").textContent = sentence(event, this.table.view);
  }

  draw() {
    const { table } = this;
    const { scene } = table;
    if (!scene || !table.view) return;
    document.title = titleOf(table.view, table.isMyTurn);
    setFavicon(table.isMyTurn && table.view.status === "live");
    this.#notices(table.view);
    refill(byId("seats"), head(table.view), seatList(scene.view, scene.event), wallsLeft(scene.view));
    if (scene.view.state) this.#drawGame(scene.view);
    else {
      this.#board(scene.view);
      refill(byId("panel"), waitingRoom(table.view, this));
    }
    byId("main").classList.toggle("watching", table.seat === null || table.view.status === "finished");
    byId("replay").hidden = table.view.status === "open";
    this.log.show(table.events, table.view, table.place);
    this.chart.show(table.events, table.view, table.place);
    this.replay.show();
    byId("resign").hidden = table.seat === null || table.view.status !== "live";
    rememberPlace(table.cursor);
  }

  /** @param {View} view */
  #drawGame(view) {
    const { table } = this;
    const drawing = this.#board(view);
    const state = /** @type {Position} */ (view.state);
    this.#choose(view, drawing);
    const key = `${view.version} ${table.scene?.moving} ${view.status}`;
    if (key !== this.#drawn) drawing.show(state, table.scene?.event ?? null, table.scene?.moving ?? false);
    this.#drawn = key;
    if (table.scene) table.scene.moving = false;
    this.#light(view, drawing);
    this.#fillPanel(view);
  }

  /** @param {View} view */
  #fillPanel(view) {
    const deeds = { send: (/** @type {Move} */ move) => this.send(move), changed: () => this.draw() };
    keepingFocus(byId("panel"), () =>
      refill(byId("panel"), panel(view, this.choosing, deeds, this.handShown(view)), this.#takeBack()),
    );
  }

  #takeBack() {
    const { table } = this;
    if (table.cursor !== null) return null;
    return takeBackBar(table, (send) => this.command(() => table.command(send)));
  }

  /**
   * Begin to choose where it is my move; keep on where I had begun.
   * @param {View} view
   * @param {BoardDrawing} drawing
   */
  #choose(view, drawing) {
    const { moves, cursor, busy } = this.table;
    const mayChoose = moves && cursor === null && !busy && this.table.view?.version === view.version && view.phase !== "over";
    if (!mayChoose || !this.table.isMyTurn) this.choosing = null;
    else if (this.choosing?.list !== moves) {
      this.choosing = new Choosing(view, moves, drawing.chart.byKey);
    }
  }

  /**
   * @param {View} view
   * @param {BoardDrawing} drawing
   */
  #light(view, drawing) {
    const glow = this.choosing?.glow() ?? NO_GLOW;
    drawing.light(glow);
    this.#foresee(view, drawing);
    const state = /** @type {Position} */ (view.state);
    const entry = [...glow.spaces.keys()][0] ?? (state.alexander.space ? keyOf(state.alexander.space) : undefined);
    this.input?.describe((key) => spaceLabel(view, drawing, key, glow.spaces.has(key)), entry);
    this.#reveal(glow.points.map(({ point }) => at(point)));
  }

  /**
   * Show the provinces that the proposed move would make.
   * @param {View} view
   * @param {BoardDrawing} drawing
   */
  async #foresee(view, drawing) {
    const move = this.choosing?.proposed ?? null;
    const sought = move ? JSON.stringify([view.version, move]) : "";
    if (sought === this.#foreseen) return;
    this.#foreseen = sought;
    const state = move ? (await this.table.api.preview(move).catch(() => null))?.state : null;
    if (sought !== this.#foreseen) return;
    const shown = this.table.scene?.view.state;
    if (state) drawing.foresee(state, false);
    else if (shown) drawing.foresee(shown, true);
    if (sought) drawing.light(this.choosing?.glow() ?? NO_GLOW);
  }

  /**
   * Have what may be chosen in sight, once for each choice.
   * @param {{x: number, y: number}[]} points
   */
  #reveal(points) {
    const spots = points.length ? points : (this.choosing?.spots ?? []);
    const sought = JSON.stringify([this.table.version, spots]);
    if (sought === this.#revealed || !spots.length) return;
    this.#revealed = sought;
    this.camera?.reveal(spots);
  }

  /**
   * The map, drawn once.
   * @param {View} view
   */
  #board(view) {
    if (this.drawing) return this.drawing;
    const drawing = new BoardDrawing(view.board, t("map_label", { board: view.board.title }));
    refill(byId("map"), drawing.map, this.#zoomButtons());
    this.drawing = drawing;
    this.camera = new Camera(drawing.map, drawing.chart.box, (scale) => drawing.letter(scale));
    this.input = new MapInput(drawing, {
      onSpace: (key) => (this.choosing ? this.#tap(() => this.choosing?.tapSpace(key)) : this.#trace(key)),
      onPoint: (key) => this.#tap(() => this.choosing?.tapPoint(key)),
      onLook: (key) => this.#look(key),
    });
    if (byId("map").clientWidth < CLOSE_PIXELS && view.state) {
      this.camera.closeUp(at(view.state.alexander.point), CLOSE_UNITS);
    }
    return drawing;
  }

  /** @param {() => void} choice */
  #tap(choice) {
    const before = this.choosing?.space;
    choice();
    this.draw();
    if (this.choosing?.space && this.choosing.space !== before) this.input?.enterPoints();
  }

  /**
   * Look at the event that brought a governor or Alexander to a space.
   * @param {string} key
   */
  #trace(key) {
    const { events, place, scene } = this.table;
    const state = scene?.view.state;
    const stands = [state?.alexander.space, ...(state?.seats.flatMap((seat) => seat.governors) ?? [])];
    if (!stands.some((space) => space && keyOf(space) === key)) return;
    const brought = (/** @type {GameEvent} */ { type, data }) =>
      (type === "marched" ? [data.space] : (data.governors ?? [])).some((/** @type {[number, number]} */ space) => keyOf(space) === key);
    const origin = events.slice(0, place).findLast((event) => !isTakenBack(event) && event.type !== "resigned" && brought(event));
    if (origin) this.look(origin.version);
  }

  /** @param {string | null} key */
  #look(key) {
    const { scene } = this.table;
    const text = key && scene && this.drawing ? spaceLabel(scene.view, this.drawing, key, false) : "";
    byId("look").textContent = text;
  }

  #zoomButtons() {
    const made = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      el("button", { type: "button", "aria-label": t(text), title: t(text), onclick: act }, sign);
    return el(
      "div",
      { class: "zoom" },
      made("map_closer", "+", () => this.camera?.zoom(1.5)),
      made("map_farther", "−", () => this.camera?.zoom(1 / 1.5)),
      made("map_whole", "⤢", () => this.camera?.fit()),
    );
  }

  /** @param {View} view */
  #notices(view) {
    const { table } = this;
    const command = (/** @type {(version: number) => Promise<any>} */ send) =>
      this.command(() => table.command(send));
    const past = table.cursor !== null && view.status === "live";
    refill(
      byId("notices"),
      !table.connected && banner(t("net_lost")),
      consentBanner(table, command),
      past &&
        banner(
          t("replay_past", { n: table.place, total: table.version }),
          button("small main", t("replay_now"), null, () => this.look(table.version)),
        ),
    );
  }

  /** @param {string | null} bot */
  async sit(bot) {
    if (!bot) await become((await whoAmI())?.name ?? "");
    await this.command(() => this.table.command((version) => this.table.api.sit(bot, version)));
    await this.table.refresh().catch(() => undefined);
  }

  resign() {
    if (!window.confirm(t("resign_confirm"))) return;
    this.command(() => this.table.command((version) => this.table.api.resign(version)));
  }
}

/** @param {View} view */
function head(view) {
  const fields = [el("h1", { class: "game-title" }, view.title)];
  if (view.result) fields.push(el("p", { class: "outcome" }, outcome(view)));
  return fields;
}

/**
 * A place to wait until every seat is taken.
 * @param {View} view
 * @param {GamePage} page
 */
function waitingRoom(view, page) {
  const n = view.seats.filter((seat) => seat.name === null).length;
  const isIn = view.viewer.seat !== null;
  return el(
    "div",
    { class: "waiting" },
    el("h2", {}, t("waiting_title")),
    el("p", {}, t("waiting_free", { n })),
    !isIn && button("main", t("sit_down"), null, () => page.sit(null)),
    isIn && ["greedy", "random"].map((bot) => button("", t("seat_a_bot", { name: bot }), null, () => page.sit(bot))),
    el("p", { class: "note" }, t("share")),
    linkBox(inviteLink(view)),
  );
}

/** @param {string} link */
function linkBox(link) {
  const box = el("input", { class: "link", readonly: true, value: link, "aria-label": t("copy") });
  const copy = button("small", t("copy"), null, () => copyText(link));
  return el("div", { class: "link-box" }, box, copy);
}

/** @param {string} text */
async function copyText(text) {
  await navigator.clipboard.writeText(text).then(
    () => toast(t("copied")),
    () => toast(text),
  );
}

/** @param {View} view */
function inviteLink(view) {
  const link = new URL(`game/${view.game_id}`, document.baseURI);
  if (view.join_code) link.hash = `join=${view.join_code}`;
  return link.href;
}

/**
 * The words for a space, for those who hear the map and for the line below it.
 * @param {View} view
 * @param {BoardDrawing} drawing
 * @param {string} key
 * @param {boolean} isLit
 */
function spaceLabel(view, drawing, key, isLit) {
  const cell = drawing.chart.byKey.get(key);
  const state = view.state;
  if (!cell || !state) return "";
  const kind = cell.symbol ? t("space_symbol", { symbol: symbolName(cell.symbol) }) : t("space_open");
  const province = provinceAt(state, key);
  const owner = state.seats.findIndex((seat) => seat.governors.some((space) => keyOf(space) === key));
  const stands = state.alexander.space && keyOf(state.alexander.space) === key;
  return [
    t("space_at", { kind, r: cell.space[0] + 1, c: cell.space[1] + 1 }),
    owner >= 0 && t("space_governor", { name: seatName(view, owner) }),
    stands && t("space_alexander"),
    province && t("space_yield", { n: province.yield }),
    province && holder(view, province.holder),
    isLit && t("space_choosable"),
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * @param {View} view
 * @param {number | null} seat
 */
function holder(view, seat) {
  return seat === null ? t("space_unheld") : t("space_held", { name: seatName(view, seat) });
}

/**
 * @param {View} view
 * @param {boolean} isMine
 */
function titleOf(view, isMine) {
  const title = `${view.title} – ${t("brand")}`;
  return isMine && view.status === "live" ? t("your_turn_title", { title }) : title;
}

/** @param {boolean} isMine */
function setFavicon(isMine) {
  const link = /** @type {HTMLLinkElement} */ (byId("favicon"));
  const href = isMine ? "web/icon-turn.svg" : "web/icon.svg";
  if (link.getAttribute("href") !== href) link.setAttribute("href", href);
}

/** @param {number | null} cursor */
function rememberPlace(cursor) {
  const url = new URL(location.href);
  if (cursor === null) url.searchParams.delete("at");
  else url.searchParams.set("at", String(cursor));
  if (url.href !== location.href) history.replaceState(null, "", url);
}

/**
 * Fill a part of the page anew and leave the focus on the like of what had it.
 * @param {HTMLElement} part
 * @param {() => void} fill
 */
function keepingFocus(part, fill) {
  const buttons = () => [...part.querySelectorAll("button")];
  const before = buttons().findIndex((each) => each === document.activeElement);
  fill();
  if (before >= 0) (buttons()[before] ?? buttons().at(-1))?.focus();
}

function showKeys() {
  const keys = [
    ["← →  k j", "key_step"], ["↑ ↓", "key_turn"], ["Home End", "key_ends"], ["␣", "key_play"],
    ["f", "key_flip"], ["← → ↑ ↓  Enter", "key_map"], ["+ − 0", "key_zoom"], ["?", "key_help"],
  ];
  const dialog = el(
    "dialog",
    { class: "dialog", "aria-label": t("keys_title"), onclose: () => dialog.remove() },
    el("h2", {}, t("keys_title")),
    el("dl", { class: "keys" }, keys.flatMap(([key, text]) => [el("dt", {}, key), el("dd", {}, t(text))])),
    button("main", t("settings_close"), null, () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @returns {string | null} the key to an unlisted game, which the link carries in its fragment */
function joinCode() {
  return new URLSearchParams(location.hash.slice(1)).get("join");
}

/** @param {GamePage} page */
function tabs(page) {
  const names = /** @type {const} */ (["log", "scores"]);
  const show = (/** @type {string} */ shown) => {
    for (const name of names) {
      byId(name).hidden = name !== shown;
      byId(`tab-${name}`).setAttribute("aria-selected", String(name === shown));
    }
  };
  for (const name of names) {
    byId(`tab-${name}`).textContent = t(`tab_${name}`);
    byId(`tab-${name}`).addEventListener("click", () => show(name));
  }
  const resign = button("small quiet", t("resign"), null, () => page.resign());
  resign.id = "resign";
  byId("share").append(button("small quiet", t("copy"), null, () => copyText(location.href)), resign);
}

function begin() {
  frame("game");
  const page = new GamePage(decodeURIComponent(location.pathname.split("/").at(-1) ?? ""));
  tabs(page);
  const at = Number(new URLSearchParams(location.search).get("at")) || null;
  byId("panel").textContent = t("loading");
  page.open(at).catch((error) => {
    const isMissing = error instanceof Problem && error.status === 404;
    byId("panel").textContent = isMissing ? t("not_found") : faultText(error);
  });
}

begin();
