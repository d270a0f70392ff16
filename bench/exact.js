/**
 * `npm run exact -- [GAME...] [--bets N]`: plays N bets (10,000,000 unless told otherwise) of each game and holds every
 * payout and every account to the micro. In worlds of 50,000 bets, as a world keeps each of its bets. Appends a line a
 * game to reports/exact.ndjson. Build first: `npm run build`.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Kernel } from '../compiled/src/core/kernel/kernel.js';
import { resolvePolicies } from '../compiled/src/core/policy/policies.js';
import { World } from '../compiled/src/platform/world/world.js';
import { bodiesOf } from './exact/bodies.js';
import { playExactly } from './exact/play.js';

const worldBets = 50_000;
const { values, positionals } = parseArgs({
  options: { bets: { type: 'string', default: '10000000' } },
  allowPositionals: true,
});
const count = Number(values.bets);
const games = positionals.length === 0 ? Object.keys(bodiesOf) : positionals;

function playGame(game) {
  const begin = process.hrtime.bigint();
  let [bets, wins, staked, paid] = [0, 0, 0n, 0n];
  for (let chunk = 0; bets < count; chunk += 1) {
    const plan = {
      game,
      bets: Math.min(worldBets, count - bets),
      seed: `${game}/${chunk}`,
      checkEvery: 10_000,
    };
    const played = playExactly({ Kernel, World, resolvePolicies }, plan);
    bets += played.bets;
    wins += played.wins;
    staked += BigInt(played.stakedMicros);
    paid += BigInt(played.paidMicros);
  }
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const returned = Number((paid * 1_000_000n) / staked) / 1_000_000;
  return {
    game,
    bets,
    wins,
    stakedMicros: String(staked),
    paidMicros: String(paid),
    returned,
    seconds,
    driftMicros: 0,
  };
}

mkdirSync('reports', { recursive: true });
for (const game of games) {
  const row = playGame(game);
  appendFileSync('reports/exact.ndjson', `${JSON.stringify(row)}\n`);
  const perSecond = Math.round(row.bets / row.seconds);
  process.stdout.write(
    `${game.padEnd(13)} ${row.bets} bets, returned ${row.returned}, exact, ${perSecond} a second\n`,
  );
}
