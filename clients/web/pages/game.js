/** The page of a game: a table that is drawn again whenever it changes. */

import { showError } from "../api/failures.js";
import { errorText, Problem } from "../api/http.js";
import { takeName, whoAmI } from "../api/player.js";
import { linkedMove, rememberPlace } from "../game/state/address.js";
import { Ending } from "../game/end/aftergame.js";
import { Focus } from "../game/keyboard/focus.js";
import { head } from "../game/words/head.js";
import { listenToKeys, showKeys } from "../game/keyboard/keys.js";
import { Log } from "../game/replay/log.js";
import { showLive } from "../game/replay/live.js";
import { showRefusal } from "../game/panel/refusal.js";
import { disarm, disarmOnOtherInput } from "../game/panel/secondtap.js";
import { Replay } from "../game/replay/replay.js";
import { Standing } from "../game/panel/ordersbutton.js";
import { seatList } from "../game/seats/seats.js";
import { lossOf, sentence } from "../game/words/sentences.js";
import { Table } from "../game/state/state.js";
import { watchStrip } from "../game/panel/strip.js";
import { takeBackBar } from "../game/panel/takeback.js";
import { showTools } from "../game/tools/tools.js";
import { Banners } from "../game/notices/banners.js";
import { TurnSign } from "../game/notices/turnsign.js";
import { lastSeen, rememberSeen } from "../game/notices/seen.js";
import { rulesetPage } from "../rulesets.js";
import { lastPart, numberOf } from "../ui/address.js";
import { confirmed, toast } from "../ui/controls.js";
import { refreshAgo } from "../ui/ago.js";
import { byId, el, refill } from "../ui/dom.js";
import { joinCode } from "../ui/links.js";
import { afterPress } from "../ui/press.js";
import { setting } from "../ui/settings.js";
import { loadStyles } from "../ui/styles.js";
import { t } from "../ui/texts.js";
import { frame, pointToRules } from "./frame.js";
import { fillSide } from "./side.js";
import { coachOf, openRules, ruleAt } from "./teaching.js";

/** @import { GameEvent, Move, View } from "../api/types.js" */
/** @import { Attention } from "../game/notices/attention.js" */
/** @import { ScoreChart } from "../game/replay/chart.js" */
/** @import { Coach } from "../game/teaching/coach.js" */
/** @import { Play, RulesetPage } from "../game/ruleset.js" */
/** @import { OriginCard } from "../game/map/origin.js" */
/** @import { Prepared } from "../game/panel/prepared.js" */
/** @import * as Deadline from "../game/panel/deadline.js" */
/** @import * as Room from "../game/seats/waitingroom.js" */

// Times are shown to the minute; deadlines soon to come have a timer of their own.
const CLOCK_MILLISECONDS = 20_000;

class GamePage {
  /** @type {RulesetPage | null} */
  ruleset = null;
  /** @type {Play | null} */
  play = null;
  /** @type {Coach | null} of a guided game */
  coach = null;
  /** @type {typeof Room | null} the waiting room, loaded for a game that has not begun */
  room = null;
  /** @type {Promise<ScoreChart> | null} loaded when its tab is opened */
  chart = null;
  /** @type {number | null} the seat whose hand is shown, null for the usual one */
  flipped = null;
  /** @type {Promise<Attention | null> | null} loaded for a seated player */
  attention = null;
  /** @type {typeof Deadline | null} loaded for a game with a deadline */
  timed = null;
  /** @type {Prepared | null} loaded for a link that prepares a move */
  prepared = null;
  /** @type {OriginCard | null} loaded when a piece is first asked for its origin */
  origin = null;
  sign = new TurnSign();

  /** @param {string} id */
  constructor(id) {
    this.table = new Table(id, joinCode(), () => this.draw(), (event) => this.announce(event));
    this.log = new Log((version) => this.look(version), (places) => this.play?.pointOut(places));
    this.replay = new Replay(this.table, {
      flip: () => this.flip(),
      help: showKeys,
      rules: () => this.rules(),
      zoom: (factor) => this.play?.zoom(factor),
    });
    this.ending = new Ending(this.table, { replay: () => this.replay.playFrom(1), changed: () => this.draw() });
    this.focus = new Focus(() => this.play?.due() ?? null);
    this.standing = new Standing(this.table, () => this.ruleset?.orders?.(), () => this.coach !== null);
    this.banners = new Banners(byId("notices"), this.table, {
      command: (send) => this.command(() => this.table.command(send)),
      play: (since) => this.replay.playFrom(since),
      failed: (error) => this.refuse(error),
    });
    listenToKeys(this.focus);
    disarmOnOtherInput();
    setInterval(() => refreshAgo(byId("main")), CLOCK_MILLISECONDS);
    byId("log").append(this.log.element);
    byId("replay").append(this.replay.element);
  }

  /** @param {number | null} at */
  async open(at) {
    const view = await this.table.read();
    pointToRules(view.ruleset, () => this.rules());
    const room = view.state ? null : loadRoom();
    this.#time(view);
    [this.ruleset, this.room] = await Promise.all([rulesetPage(view.ruleset), room]);
    this.play = this.ruleset.play(this.table, view, {
      send: (move) => this.send(move),
      changed: () => {
        disarm();
        this.draw();
      },
      origin: (piece, event) => this.#openOrigin(piece, event).catch(showError),
      explain: () => this.explain(),
      orderButton: (...order) => this.standing.shortcut(...order),
      giveOrderButton: (code, label) => this.standing.giver(code, label, (give) => this.act(give)),
    });
    refill(byId("map"), ...this.play.map);
    await this.learn(view);
    this.banners.tellers = this.ruleset.tellers;
    this.banners.offerReplay(at === null ? lastSeen(view) : null);
    this.ending.comesByItself = at === null;
    await this.table.open(at);
    if (linkedMove()) import("../game/panel/prepared.js").then(({ Prepared }) => (this.prepared = new Prepared(this))).catch(showError);
    // The table knows a seated player, but a watcher must be asked for: a study begun in a stale
    // tab must not go to the player who signed in last.
    if (this.table.seat === null) whoAmI().catch(() => undefined);
    this.room?.enterWaitingRoom(this.table);
  }

  /** @param {View} view whose deadline, if it has one, is shown once its module is there */
  #time({ deadline }) {
    if (!deadline) return;
    import("../game/panel/deadline.js")
      .then(async (timed) => {
        await timed.loadPace();
        this.timed = timed;
        this.draw();
      })
      .catch(() => undefined);
  }

  /** @param {View} view of the game, which gets a coach if it is guided */
  async learn(view) {
    const left = () => {
      this.coach = null;
    };
    this.coach = await coachOf(view, { explain: (rule) => this.rules(rule), changed: () => this.draw(), left });
    refill(byId("coach"), this.coach?.element);
  }

  /** @param {number} version */
  look(version) {
    this.replay.stop();
    this.table.goTo(version).catch(showError);
  }

  flip() {
    const view = this.table.scene?.view;
    if (!view?.state) return;
    const shown = this.handShown(view) ?? -1;
    this.flipped = (shown + 1) % view.seats.length;
    this.draw();
  }

  /**
   * The seat whose hand is shown.
   * @param {View} view
   */
  handShown(view) {
    const isOver = this.table.view?.status === "finished";
    return this.flipped ?? view.viewer.seat ?? (isOver ? (view.to_act[0] ?? 0) : null);
  }

  /**
   * @param {Move} move
   * @param {boolean} [isConfirmed]
   */
  send(move, isConfirmed = false) {
    return this.act(() => this.table.play(move), isConfirmed);
  }

  /**
   * Act in the player's turn, after a question if the player wants one each time.
   * @param {() => Promise<unknown>} act
   * @param {boolean} [isConfirmed]
   */
  async act(act, isConfirmed = false) {
    if (this.table.busy) return;
    if (!isConfirmed && setting("confirm") === "on" && !(await confirmed(t("send_confirm"), t("send_yes")))) return;
    this.command(() => act().then(() => this.attention?.then((each) => each?.moved())));
  }

  /** @param {() => Promise<unknown>} act */
  async command(act) {
    try {
      await act();
    } catch (error) {
      const isStale = error instanceof Problem && error.status === 412;
      if (isStale) toast(t("net_stale"));
      else this.refuse(error);
      if (error instanceof Problem && error.code === "game_closed") await this.table.renew().catch(() => undefined);
      if (!isStale) await this.table.refresh().catch(() => undefined);
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    showRefusal(error, this.table.view?.ruleset ?? "", (rule) => this.rules(rule));
  }

  /**
   * Open the rules, at a given one or where the reader left them.
   * @param {string | null} [rule]
   */
  rules(rule = null) {
    const { view } = this.table;
    if (view) openRules(view.ruleset, rule).catch(showError);
  }

  async explain() {
    const view = this.table.scene?.view;
    if (view) this.rules(await ruleAt(view));
  }

  /** @param {GameEvent} event */
  announce(event) {
    const { events, view, views } = this.table;
    if (!view || !this.ruleset) return;
    byId("spoken").textContent = sentence(event, view, this.ruleset.tellers, views, events);
    const loss = lossOf(event, this.table, this.ruleset.tellers);
    if (loss) toast(loss);
  }

  draw() {
    afterPress(this.#draw);
  }

  /**
   * @param {SVGElement} piece
   * @param {GameEvent} event
   */
  async #openOrigin(piece, event) {
    const { OriginCard } = await import("../game/map/origin.js");
    this.origin ??= new OriginCard(this.table, /** @type {RulesetPage} */ (this.ruleset).tellers, (version) => this.look(version));
    this.origin.open(piece, event);
  }

  #draw = () => {
    const { table, ruleset } = this;
    const { scene, view } = table;
    if (!scene || !view || !ruleset) return;
    this.sign.show(table);
    this.banners.show();
    this.origin?.update();
    showLive(byId("live"), table, () => this.look(table.version));
    refill(byId("seats"), head(scene.view, ruleset, table), seatList(scene.view, scene.event, ruleset), ruleset.supplies(scene.view));
    this.#drawPlay(scene.view);
    this.coach?.show(table);
    byId("main").classList.remove("loading");
    byId("main").classList.toggle("watching", table.seat === null || view.status === "finished");
    byId("replay").hidden = view.state === null;
    this.log.show(table, ruleset.tellers);
    this.standing.followGame(this.log.element);
    this.#drawScores(ruleset);
    this.replay.show();
    this.ending.update();
    showTools(table);
    if (table.seat !== null) this.attention ??= this.#attend();
    rememberPlace(table.cursor);
    if (!this.banners.isCatchingUp && table.cursor === null) rememberSeen(view);
  };

  // If it does not load, the next drawing tries again.
  #attend() {
    const loaded = import("../game/notices/attention.js").then(({ Attention }) => new Attention(this.table, this.banners));
    return loaded.catch(() => (this.attention = null));
  }

  /** @param {RulesetPage} ruleset */
  async #drawScores({ series }) {
    if (byId("scores").hidden) return;
    this.chart ??= import("../game/replay/chart.js").then(({ chartIn }) => chartIn(byId("scores"), (version) => this.look(version)));
    const chart = await this.chart.catch((error) => {
      // Opening the tab again loads it again.
      this.chart = null;
      showError(error);
    });
    chart?.show(this.table, series);
  }

  /** @param {View} view the view on show */
  #drawPlay(view) {
    const { play, table } = this;
    const { scene } = table;
    if (!play || !scene || !table.view) return;
    play.show(view, scene.event, scene.moving);
    if (!view.state) {
      play.offer(view, null);
      const { view: now } = table;
      return this.focus.redraw(table, () => refill(byId("panel"), this.#waitingPanel(now)));
    }
    scene.moving = false;
    play.offer(view, this.#canChoose(view) ? table.moves : null);
    this.focus.redraw(table, () => {
      refill(byId("panel"), ...play.panel(view, this.handShown(view)), this.ending.strip(), this.#takeBack());
      this.prepared?.show(byId("panel"));
    });
    this.timed?.showDeadline(table);
  }

  /** @param {View} view the newest of a game before its start, or in a look back at that time */
  #waitingPanel(view) {
    if (this.room && !view.state) return this.room.waitingRoom(view, this);
    return el("div", { class: "prompt" }, el("h2", {}, t("prompt_unstarted")));
  }

  /** @param {View} view */
  #canChoose(view) {
    const { table } = this;
    return table.cursor === null && !table.busy && table.isMyTurn && table.view?.version === view.version;
  }

  #takeBack() {
    const { table } = this;
    if (table.cursor !== null) return null;
    const bar = takeBackBar(table, (send) => this.command(() => table.command(send)));
    bar?.prepend(this.standing.button());
    return bar;
  }

  /**
   * @param {string | null} bot
   * @param {string} name the player's
   */
  async sit(bot, name) {
    const { api } = this.table;
    await this.command(async () => {
      if (!bot) await takeName(name);
      await this.table.command((version) => api.sit(bot, version));
    });
    await this.table.refresh().catch(() => undefined);
  }

  /** @param {number} seat */
  leave(seat) {
    this.command(() => this.table.command((version) => this.table.api.leave(seat, version)));
  }

  cancel() {
    this.command(() => this.table.command((version) => this.table.api.cancel(version)));
  }

  async resign() {
    if (!(await confirmed(t(`${this.table.view?.ruleset}.resign_confirm`), t("resign")))) return;
    this.command(() => this.table.command((version) => this.table.api.resign(version)));
  }
}

async function loadRoom() {
  const styles = loadStyles(new URL("../game/seats/invitation.css", import.meta.url));
  const [room] = await Promise.all([import("../game/seats/waitingroom.js"), styles]);
  return room;
}

async function begin() {
  // The first change of player can only come after an answer, so the page exists by then.
  frame("game", (notice) => page.banners.showSession(notice));
  byId("panel").setAttribute("aria-label", t("panel_label"));
  byId("panel").textContent = t("loading");
  watchStrip(byId("panel"));
  const page = new GamePage(lastPart());
  fillSide(page);
  await page.open(numberOf("at"));
}

// Loaded separately: few games fail to open. Where that fails too, as without a network, the bare words have to do.
begin().catch((error) =>
  import("./failed.js")
    .then(({ showFailure }) => showFailure(error))
    .catch(() => refill(byId("main"), el("p", { role: "alert" }, errorText(error)))),
);
