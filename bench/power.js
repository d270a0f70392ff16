/**
 * `npm run power -- [--runs N] [--honest N] [--games a,b] [--single]`: how many bets the audit's verdict needs to contradict a house that pays out less
 * often, against ln(1/alpha) / KL, which no test that holds at every look can beat by much (with --single also one
 * outcome less often); and how many honest runs it
 * contradicts. Seeded: the same figures each time. Build first: `npm run build`.
 *
 * Bets are drawn in batches: exactly where less than 30 of an outcome are expected, else by the normal approximation.
 */
import { parseArgs } from 'node:util';
import { samplePlayer } from '../compiled/src/verification/audit/replay/player.js';
import { relativeEntropy } from '../compiled/src/verification/audit/verdict/alternatives.js';
import { Witness } from '../compiled/src/verification/audit/verdict/verdict.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1001' },
    honest: { type: 'string', default: '10000' },
    single: { type: 'boolean', default: false },
    games: { type: 'string', default: 'coin_flip,dice,roulette,slots,keno,video_poker' },
  },
});
const alpha = 0.01;
const rule = { alpha, tolerance: 0.01 };
const line = (text) => process.stdout.write(`${text}\n`);

/** xorshift32, in (0, 1). */
function generator(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
}

function binomial(count, chance, next) {
  if (count === 0 || chance <= 0) return 0;
  if (chance >= 1) return count;
  if (chance > 0.5) return count - binomial(count, 1 - chance, next);
  if (count * chance < 30) {
    let found = 0;
    for (let at = 0; ; found += 1) {
      at += Math.floor(Math.log(next()) / Math.log1p(-chance)) + 1;
      if (at > count) return found;
    }
  }
  const normal = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  return Math.min(
    count,
    Math.max(0, Math.round(count * chance + normal * Math.sqrt(count * chance * (1 - chance)))),
  );
}

/** Counts of so many rounds, by outcome. */
function drawn(rounds, chances, next) {
  let [left, rest] = [rounds, 1];
  return chances.map((chance, index) => {
    if (index === chances.length - 1) return left;
    const found = binomial(left, chance / rest, next);
    left -= found;
    rest -= chance;
    return found;
  });
}

/** Every paying outcome by one factor rarer, so that the return is lower by `lost` points. */
function shaved(outcomes, lost) {
  const chances = outcomes.map(({ probability }) => probability.toNumber());
  const payouts = outcomes.map(({ payout }) => payout.toNumber());
  const paid = payouts.reduce((sum, payout, index) => sum + payout * chances[index], 0);
  const hit = chances.reduce((sum, chance, index) => sum + (payouts[index] > 0 ? chance : 0), 0);
  const cut = lost / paid;
  return chances.map((chance, index) =>
    payouts[index] > 0 ? chance * (1 - cut) : chance * (1 + (cut * hit) / (1 - hit)),
  );
}

/** One outcome made rarer, the others in proportion more frequent where they pay nothing. */
function without(outcomes, lost, which) {
  const chances = outcomes.map(({ probability }) => probability.toNumber());
  const payouts = outcomes.map(({ payout }) => payout.toNumber());
  const cut = lost / (payouts[which] * chances[which]);
  const nothing = payouts.indexOf(0);
  return chances.map((chance, index) =>
    index === which ? chance * (1 - cut) : index === nothing ? chance + cut * chances[which] : chance,
  );
}

function roundsNeeded(outcomes, actual, seed) {
  const best =
    Math.log(1 / alpha) /
    relativeEntropy(
      actual,
      outcomes.map(({ probability }) => probability.toNumber()),
    );
  const step = Math.max(1, Math.round(best / 100));
  const next = generator(seed);
  const witness = new Witness(outcomes, rule);
  for (let played = step; played < best * 40; played += step) {
    witness.add(drawn(step, actual, next));
    if (witness.logValue() >= Math.log(1 / alpha)) return played;
  }
  return Infinity;
}

const sorted = (figures) => figures.toSorted((left, right) => left - right);

function power(game, name, outcomes, actual) {
  const runs = Number(values.runs);
  const claimed = outcomes.map(({ probability }) => probability.toNumber());
  const best = Math.log(1 / alpha) / relativeEntropy(actual, claimed);
  const needed = sorted(
    Array.from({ length: runs }, (_, run) => roundsNeeded(outcomes, actual, Math.imul(run + 1, 0x9e37_79b1))),
  );
  const median = needed[runs >> 1];
  line(
    `| ${game} | ${name} | ${Math.round(best)} | ${median} | ${(median / best).toFixed(2)} | ${needed[Math.ceil(0.9 * runs) - 1]} |`,
  );
}

/** Looks from the tenth round to ten million, each a twentieth later than the last. */
function isAccused(outcomes, chances, next) {
  const witness = new Witness(outcomes, rule);
  for (let rounds = 0; rounds < 10_000_000;) {
    const more = Math.max(10, Math.round(rounds / 20));
    witness.add(drawn(more, chances, next));
    rounds += more;
    if (witness.logValue() >= Math.log(1 / alpha)) return true;
  }
  return false;
}

const games = values.games.split(',');
line(
  '| bet of | a house that | ln(1/alpha)/KL | median bets | ratio | 90th percentile |\n| - | - | -: | -: | -: | -: |',
);
for (const game of games) {
  const { outcomes } = samplePlayer(game, 'published');
  for (const lost of [0.01, 0.002]) {
    power(game, `pays out less often: ${100 * lost} points`, outcomes, shaved(outcomes, lost));
    if (!values.single || outcomes.length === 2) continue;
    for (const [index, { payout, probability }] of outcomes.entries()) {
      const worth = payout.toNumber() * probability.toNumber();
      if (payout.toNumber() <= 0 || lost / worth >= 0.95) continue;
      power(
        game,
        `pays ${payout.toNumber()}x less often: ${100 * lost} points`,
        outcomes,
        without(outcomes, lost, index),
      );
    }
  }
}
line(`\n${values.honest} honest runs of 10,000,000 bets, alpha ${alpha}`);
for (const game of Number(values.honest) === 0 ? [] : games) {
  const { outcomes } = samplePlayer(game, 'published');
  const next = generator(20_260_101);
  const chances = outcomes.map(({ probability }) => probability.toNumber());
  let accused = 0;
  for (let run = 0; run < Number(values.honest); run += 1)
    if (isAccused(outcomes, chances, next)) accused += 1;
  line(
    `  ${game.padEnd(12)} ${accused} contradicted: ${((100 * accused) / Number(values.honest)).toFixed(2)}%`,
  );
}
