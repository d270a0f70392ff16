/** A worker thread of `orrery audit`: replays the chunks it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { replayChunk } from '../../../verification/audit/replay/chunk.ts';
import { samplePlayer, type Player } from '../../../verification/audit/replay/player.ts';
import type { ReplaySetting, ReplayTask } from '../../../verification/audit/replay/replay.ts';

const { profile, seed } = workerData as ReplaySetting;
const players = new Map<string, Player>();

parentPort?.on('message', ({ game, chunk, rounds }: ReplayTask) => {
  const player = players.get(game) ?? samplePlayer(game, profile);
  players.set(game, player);
  parentPort?.postMessage({ game, ...replayChunk(player, { seed, chunk, rounds }) });
});
