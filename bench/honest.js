/**
 * `npm run honest -- [--runs N] [--rounds N]`: the verdicts of the audit put to the test. N honest runs of several bets,
 * looked at after every round, must be accused less often than alpha allows; N honest casinos of 17 games, judged
 * together, as well; and dishonest houses show how many rounds a contradiction takes. Build first: `npm run build`.
 */
import { parseArgs } from 'node:util';
import { auditedGames } from '../compiled/src/verification/audit/exact-rows.js';
import { samplePlayer } from '../compiled/src/verification/audit/replay/player.js';
import { rejectedOf, Witness } from '../compiled/src/verification/audit/verdict/verdict.js';
import { Fraction } from '../compiled/src/core/base/fraction.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '1000' } },
});
const runs = Number(values.runs);
const rounds = Number(values.rounds);
const alpha = 0.05;
const rule = { alpha, tolerance: 0.01 };

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

/** The index of an outcome; chances as doubles may sum to a little less than 1. */
function drawOf(chances, next) {
  return () => {
    let rest = next();
    const found = chances.findIndex((chance) => (rest -= chance) < 0);
    return found < 0 ? 0 : found;
  };
}

const chancesOf = (outcomes) => outcomes.map(({ probability }) => probability.toNumber());
const line = (text) => process.stdout.write(`${text}\n`);

/** One honest run: was it ever accused? */
function isAccused(outcomes, draw) {
  const witness = new Witness(outcomes, rule);
  const one = outcomes.map(() => outcomes.map(() => 0));
  for (const [index, counts] of one.entries()) counts[index] = 1;
  for (let round = 0; round < rounds; round += 1) {
    witness.add(one[draw()]);
    if (witness.logValue() >= -Math.log(alpha)) return true;
  }
  return false;
}

function honestRuns() {
  line(`${runs} honest runs of ${rounds} rounds, looked at after every round, alpha ${alpha}`);
  for (const id of ['coin_flip', 'roulette', 'wheel', 'keno', 'slots', 'mines']) {
    const { outcomes } = samplePlayer(id, 'published');
    const draw = drawOf(chancesOf(outcomes), generator(20_260_101));
    let accused = 0;
    for (let run = 0; run < runs; run += 1) if (isAccused(outcomes, draw)) accused += 1;
    line(`  ${id.padEnd(12)} ${accused} accused: ${((100 * accused) / runs).toFixed(2)}%`);
  }
}

/** All games at once: is any of them ever rejected? Looked at every ten rounds. */
function honestCasinos() {
  const next = generator(7);
  const games = auditedGames(new Set())
    .filter(({ kind }) => kind === 'single')
    .map(({ game }) => samplePlayer(game.id, 'published').outcomes);
  const draws = games.map((outcomes) => drawOf(chancesOf(outcomes), next));
  const looks = Math.min(50, Math.ceil(rounds / 10));
  let accused = 0;
  for (let run = 0; run < runs; run += 1) {
    const witnesses = games.map((outcomes) => new Witness(outcomes, rule));
    let isRejected = false;
    for (let look = 0; look < looks && !isRejected; look += 1) {
      for (const [index, witness] of witnesses.entries()) {
        const counts = games[index].map(() => 0);
        for (let round = 0; round < 10; round += 1) counts[draws[index]()] += 1;
        witness.add(counts);
      }
      isRejected = rejectedOf(
        witnesses.map((witness) => witness.logValue()),
        alpha,
      ).includes(true);
    }
    if (isRejected) accused += 1;
  }
  const share = ((100 * accused) / runs).toFixed(2);
  line(
    `${runs} honest casinos of ${games.length} games, ${looks} looks of 10 rounds: ${accused} accused: ${share}%`,
  );
}

const median = (figures) => figures.toSorted((left, right) => left - right)[figures.length >> 1];

/** Rounds until a house that claims one chance of `payout` and gives another is contradicted at 1%. */
function power({ payout, claimed, given, repeats, step }) {
  const outcomes = [
    { payout: Fraction.of(...payout), probability: Fraction.of(...claimed) },
    { payout: Fraction.zero, probability: Fraction.one.sub(Fraction.of(...claimed)) },
  ];
  const chance = given[0] / given[1];
  const needed = Array.from({ length: repeats }, (_, run) => {
    const next = generator(1000 + run);
    const witness = new Witness(outcomes, { alpha: 0.01, tolerance: 0.01 });
    for (let played = step; played < 20_000_000; played += step) {
      let won = 0;
      for (let round = 0; round < step; round += 1) if (next() < chance) won += 1;
      witness.add([won, step - won]);
      if (witness.logValue() >= Math.log(100)) return played;
    }
    return Infinity;
  });
  const sorted = needed.toSorted((left, right) => left - right);
  const name = `${payout[0] / payout[1]}x won ${given.join('/')} instead of ${claimed.join('/')}`;
  line(
    `  ${name}: median ${median(needed)}, nine in ten within ${sorted[Math.ceil(0.9 * repeats) - 1]} rounds`,
  );
}

honestRuns();
honestCasinos();
line('rounds until a dishonest house is contradicted at 1%');
power({ payout: [49, 25], claimed: [199, 392], given: [1, 2], repeats: 31, step: 2000 });
power({ payout: [49, 5], claimed: [199, 1960], given: [1, 10], repeats: 15, step: 20_000 });
power({ payout: [49, 25], claimed: [1, 2], given: [49, 100], repeats: 31, step: 1000 });
power({ payout: [49, 25], claimed: [1, 2], given: [45, 100], repeats: 31, step: 100 });
