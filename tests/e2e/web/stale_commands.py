"""Every command of the page's own modules, by the tab that has the module."""

AT_A_GAME = {
    "api/game.js": [
        "game.move(move, version)",
        "game.preview(move)",
        "game.undo(version - 1, version)",
        "game.redo(version)",
        "game.answerUndo(true, version)",
        "game.answerUndo(false, version)",
        "game.askTime(3600, version)",
        "game.answerTime('extension', true, version)",
        "game.answerTime('extension', false, version)",
        "game.answerTime('pause', true, version)",
        "game.answerTime('pause', false, version)",
        "game.pause(false, version)",
        "game.pause(true, version)",
        "game.goOnVacation(3, version)",
        "game.goOnVacation(0, version)",
        "game.sit(null, version)",
        "game.sit('greedy', version, 0)",
        "game.leave(0, version)",
        "game.leave(1, version)",
        "game.cancel(version)",
        "game.visit()",
        "game.animate('webp')",
        "game.rematch()",
        "game.branch(2)",
        "game.resign(version)",
    ],
    "api/orders.js": [
        "api.giveOrder(game, 'move_on', {})",
        "api.withdrawOrder(game, 'move_on')",
        "api.withdrawOrders(game)",
    ],
    "api/notices.js": [
        "api.muteGame(id, true)",
        "api.muteGame(id, false)",
        "api.seeTurn(id, version)",
    ],
    "api/service.js": [
        "api.renameMe('Eve')",
        "api.setLocale('nl')",
        "api.setQuietHours({ time_zone: 'Europe/Berlin', quiet_hours: null })",
        "api.goOnVacation(3)",
        "api.goOnVacation(0)",
        "api.acceptInvitation({ game_id: id, seat: 1 })",
        "api.declineInvitation(id)",
        "api.beginTransfer()",
        "api.checkBoard('alexandros', {})",
        "api.createGame({ ruleset: 'alexandros', seats: 2 })",
        "api.endSession()",
    ],
    "api/player.js": ["api.takeName('Eve')", "api.signOut()"],
}
"""``api`` is the module, ``game`` its game, ``id`` the game's and ``version`` the newest."""

AT_THE_ACCOUNT = {
    "api/account.js": [
        "api.makePasskey()",
        "api.removePasskey('any')",
        "api.signOutDevice('any')",
        "api.signOutOthers()",
    ],
    "api/channels.js": [
        "api.addChannel({ kind: 'email', target: 'eve@example.org' })",
        "api.changeChannel('any', { always: true })",
        "api.removeChannel('any')",
        "api.testChannel('any')",
        "api.makeFeeds()",
        "api.removeFeeds()",
    ],
}

SEND = """async ([folder, files, path, id, version, move]) => {
  const modules = {};
  for (const file of files) Object.assign(modules, (await import(folder + file)).modules);
  const api = modules[path];
  const { GameApi } = modules["api/game.js"];
  const game = new GameApi(id, null);
  try {
    await COMMAND;
    return "carried out";
  } catch (error) {
    return error.code ?? String(error);
  }
}"""
