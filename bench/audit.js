/**
 * The audit's own speed, per core: rounds over the fairness path beside node's createHmac in the same run, and with
 * `--full` the false alarms of 10,000 honest runs looked at all the time and the rounds that a contradiction takes.
 */
import { createHmac } from 'node:crypto';
import { auditExactly } from '../compiled/src/verification/audit/exact-audit.js';
import { solveVideoPoker } from '../compiled/src/verification/audit/exact/video-poker-optimum.js';
import { CategoryProcess } from '../compiled/src/verification/audit/verdict/category-process.js';
import { ReturnProcess } from '../compiled/src/verification/audit/verdict/return-process.js';
import { HmacLanes } from '../compiled/src/core/fairness/hmac-lanes.js';
import { commitmentOf, hmacPick } from '../compiled/src/core/fairness/hmac.js';
import { gameNamed } from '../compiled/src/platform/games/registry.js';
import { videoPoker } from '../compiled/src/platform/games/video-poker.js';
import { inTurns, median, perSecond, row } from './measure.js';

const seeds = { serverSeed: commitmentOf('bench'), clientSeed: 'client' };

async function repeated(measure) {
  const figures = [];
  for (let repetition = 0; repetition < 5; repetition += 1) figures.push(await measure());
  return median(figures);
}

/** The two ways take turns, so that a slow second is shared. */
async function besides(rounds, play) {
  const lanes = new HmacLanes(seeds);
  const medians = await inTurns(
    {
      ours: {
        count: rounds,
        run: (count) => {
          for (let nonce = 0; nonce < count; nonce += 1) {
            lanes.select(nonce);
            play(lanes.pick);
          }
        },
      },
      createHmac: {
        count: rounds >> 3,
        run: (count) => {
          for (let nonce = 0; nonce < count; nonce += 1) play(hmacPick({ ...seeds, nonce }));
        },
      },
    },
    5,
  );
  return { ours: medians.ours, peers: { createHmac: medians.createHmac } };
}

/** The digest of each round and nothing else: no draw, no rejection. */
function bareHmac(rounds) {
  const { serverSeed, clientSeed } = seeds;
  return perSecond(rounds, () => {
    for (let nonce = 0; nonce < rounds; nonce += 1)
      createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:0`).digest();
  });
}

export async function drawRows() {
  const { ours, peers } = await besides(1_000_000, (pick) => pick(100));
  const bare = await repeated(() => bareHmac(100_000));
  return [
    row('audit: one draw a round, per core', 'rounds/s', ours, {
      peers: { ...peers, 'createHmac alone': bare },
    }),
  ];
}

async function fairnessRows() {
  const rows = await drawRows();
  const played = [
    { id: 'coin_flip', bet: { side: 'heads' }, rounds: 800_000 },
    { id: 'dice', bet: { direction: 'over', threshold: 50 }, rounds: 600_000 },
    { id: 'keno', bet: { picks: [7, 14, 21] }, rounds: 80_000 },
  ];
  for (const { id, bet, rounds } of played) {
    const { game } = gameNamed(id);
    const { ours, peers } = await besides(rounds, (pick) => game.play(bet, pick, game.rules.published));
    rows.push(row(`audit: rounds of ${id}, per core`, 'rounds/s', ours, { peers }));
  }
  return rows;
}

async function exactRows() {
  const poker = await repeated(() => perSecond(1, () => solveVideoPoker(videoPoker.rules.published)));
  const all = await perSecond(1, () => auditExactly('published', new Set()));
  return [
    row('audit: video poker solved, all deals', 'ms', 1000 / poker),
    row('audit: every bet of all games, exact', 'ms', 1000 / all),
  ];
}

/** A generator of its own (xorshift32): the houses of these runs are honest by construction. */
function generator(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** How many of 10,000 honest runs of even-money bets were ever accused at 5%, looked at after each of 10,000 rounds. */
function falseAlarms() {
  const [runs, rounds, alpha] = [10_000, 10_000, 0.05];
  const next = generator(42);
  const claim = { payouts: [1.96, 0], mean: 0.98, variance: 0.9604 };
  let alarms = 0;
  for (let run = 0; run < runs; run += 1) {
    const categories = new CategoryProcess([0.5, 0.5]);
    const returns = new ReturnProcess(claim, { alpha, tolerance: 0.01 });
    for (let round = 0; round < rounds; round += 1) {
      const counts = next() < 0.5 ? [1, 0] : [0, 1];
      categories.add(counts);
      returns.add(counts);
      if ((Math.exp(categories.logValue()) + Math.exp(returns.logValue())) / 2 >= 1 / alpha) {
        alarms += 1;
        break;
      }
    }
  }
  return row('audit: honest runs of 10,000 accused at 5%', 'runs', alarms);
}

/** Median rounds until 0.5% claimed is told from 2% kept, at 1%, by the categories. */
function powerRows() {
  return [
    [1.96, 1 / 2, 31, 2000],
    [9.8, 1 / 10, 15, 20_000],
  ].map(([multiple, chance, runs, step]) => {
    const claimed = 0.995 / multiple;
    const needed = Array.from({ length: runs }, (_, run) => {
      const next = generator(1000 + run);
      const process = new CategoryProcess([claimed, 1 - claimed]);
      for (let rounds = step; rounds < 20_000_000; rounds += step) {
        let won = 0;
        for (let round = 0; round < step; round += 1) if (next() < chance) won += 1;
        process.add([won, step - won]);
        if (process.logValue() >= Math.log(100)) return rounds;
      }
      return Infinity;
    });
    return row(`audit: 0.5% told from 2% at ${multiple}x, median`, 'rounds', median(needed));
  });
}

export async function auditRows({ isFull = false } = {}) {
  const rows = [...(await fairnessRows()), ...(await exactRows())];
  return isFull ? [...rows, falseAlarms(), ...powerRows()] : rows;
}
