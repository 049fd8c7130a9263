// Both players of boardgame.io's matches, as its client speaks over socket.io.
// Usage: node player.cjs PORT; a line "begin" starts a match, a line with a number makes so many
// moves in it, each once both players have the position before; every line is answered by one.
const { once } = require("node:events");
const readline = require("node:readline");
const { io } = require("socket.io-client");

const site = `http://127.0.0.1:${process.argv[2]}`;
let match = { sockets: [] };

async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${site}/games/weighed/${path}`, {
    method: "POST", headers, body: JSON.stringify(body),
  });
  return answer.json();
}

async function begin() {
  match.sockets.forEach((socket) => socket.close());
  const { matchID } = await ask("create", { numPlayers: 2 });
  match = { matchID, credentials: [], sockets: [], made: 0, stateID: 0 };
  for (const playerID of ["0", "1"]) {
    const joined = await ask(`${matchID}/join`, { playerID, playerName: `P${playerID}` });
    match.credentials.push(joined.playerCredentials);
    const socket = io(`${site}/weighed`, { transports: ["websocket"] });
    await once(socket, "connect");
    socket.emit("sync", matchID, playerID, joined.playerCredentials, 2);
    await once(socket, "sync");
    match.sockets.push(socket);
  }
}

async function move() {
  const { matchID, sockets, credentials, made, stateID } = match;
  const playerID = String(made % 2);
  const payload = {
    type: "march", args: [made % 7, made % 5], playerID, credentials: credentials[made % 2],
  };
  const seen = sockets.map((socket) => once(socket, "update"));
  sockets[made % 2].emit("update", { type: "MAKE_MOVE", payload }, stateID, matchID, playerID);
  const [[, state]] = await Promise.all(seen);
  if (state._stateID !== stateID + 1) throw new Error(`state ${state._stateID} after ${stateID}`);
  match.stateID = state._stateID;
  match.made += 1;
  return JSON.stringify(state).length;
}

async function answer(line) {
  if (line === "begin") return begin();
  let bytes = 0;
  for (let left = Number(line); left > 0; left -= 1) bytes = await move();
  return bytes;
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify({ bytes: (await answer(line)) ?? 0 }));
  }
  process.exit(0);
})();
