// boardgame.io's server with one game whose position weighs as much as one of ours.
// Usage: node server.cjs BYTES [FOLDER]; with a folder it stores games there (FlatFile), else in memory.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const [bytes, folder] = process.argv.slice(2);

function positionOf(size) {
  const position = { spaces: [], secret: { pile: [3, 1, 2] }, players: { 0: [1, 2], 1: [3, 4] } };
  while (JSON.stringify(position).length < size) {
    position.spaces.push({ at: [position.spaces.length, 0], owner: null, count: 0, walls: [] });
  }
  return position;
}

const weighed = {
  name: "weighed",
  setup: () => positionOf(Number(bytes)),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    march: ({ G, playerID }, from, to) => {
      if (!G.spaces[from] || !G.spaces[to]) return INVALID_MOVE;
      G.spaces[from].count += 1;
      G.spaces[to].owner = playerID;
      G.players[playerID].push(to);
      G.players[playerID].shift();
    },
  },
};

const db = folder && new FlatFile({ dir: folder });
const server = Server({ games: [weighed], db: db || undefined, origins: [Origins.LOCALHOST] });
server.run(0).then(({ appServer }) => console.log(JSON.stringify({ port: appServer.address().port })));
