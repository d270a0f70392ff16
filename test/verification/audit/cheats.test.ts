/** Planted cheats: each has to be caught, by its name, in a log that is honest in everything else. */
import { describe, expect, it } from 'vitest';
import { auditLog } from '../../../src/verification/audit/log/audit-log.ts';
import { hmacPick } from '../../../src/core/fairness/hmac.ts';
import { nothing, ratio, totalReturn } from '../../../src/platform/games/ratio.ts';
import { betsOf, logOf, sha256, words, type House } from './houses.ts';
import { singleGame } from '../../platform/games/chances.ts';

interface Cheat extends House {
  readonly name: string;
  readonly code: string;
}

const micros = (round: { payout: { numerator: number; denominator: number } }, stake: number): number =>
  totalReturn(stake, round.payout) ?? 0;
const red = { bet_type: 'red' };
const over50 = { direction: 'over', threshold: 50 };

const cheats: readonly Cheat[] = [
  {
    name: 'strict for non-strict: a curve that stops at the very cash-out is lost',
    code: 'strict-comparison', game: 'crash', bet: { cash_out_at: 1.01 }, bets: 1500,
    paid: (round, stake) => (round.detail['crash_point'] === 1.01 ? 0 : micros(round, stake)),
  },
  {
    name: 'non-strict for strict: a roll of the threshold itself wins',
    code: 'non-strict-comparison', game: 'dice', bet: over50, bets: 1000,
    paid: (round, stake) => (round.detail['roll'] === 50 ? stake * 1.96 : micros(round, stake)),
  },
  {
    name: 'non-strict multiplier: the target itself is enough',
    code: 'non-strict-comparison', game: 'multiplier', bet: { target_multiplier: 1.02 }, bets: 1500,
    paid: (round, stake) => (round.detail['crash_point'] === 1.02 ? stake * 1.02 : micros(round, stake)),
  },
  {
    name: 'floor for round: a 32-bit fraction is floored',
    code: 'float-floor', game: 'dice', bet: over50,
    pick: (seeds) => {
      const next = words(seeds);
      return (n) => Math.floor((next() / 2 ** 32) * n);
    },
  },
  {
    name: 'round for floor: both ends come half as often',
    code: 'float-round', game: 'roulette', bet: red,
    pick: (seeds) => {
      const next = words(seeds);
      return (n) => Math.round((next() / 2 ** 32) * (n - 1));
    },
  },
  {
    name: 'modulo bias: the remainder of single bytes, none of them drawn again',
    code: 'modulo-bias', game: 'roulette', bet: { bet_type: 'low' },
    pick: (seeds) => {
      const next = words(seeds);
      let left: number[] = [];
      return (n) => {
        if (left.length === 0) {
          const word = next();
          left = [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255];
        }
        return left.shift()! % n;
      };
    },
  },
  {
    name: 'modulo bias: the remainder of 16 bits',
    code: 'modulo-bias', game: 'simple_dice', bet: { pick: 1 },
    pick: (seeds) => {
      const next = words(seeds);
      return (n) => (next() >>> 16) % n;
    },
  },
  {
    name: 'the client seed is ignored',
    code: 'client-seed-ignored', game: 'coin_flip', bet: { side: 'heads' },
    pick: (seeds) => hmacPick({ ...seeds, clientSeed: '' }),
  },
  {
    name: 'every bet of a seed is drawn with nonce 0',
    code: 'nonce-ignored', game: 'simple_dice', bet: { pick: 3 }, bets: 300,
    pick: (seeds) => hmacPick({ ...seeds, nonce: 0 }),
  },
  {
    name: 'the nonce is counted before the bet and not after it',
    code: 'nonce-shifted', game: 'roulette', bet: { bet_type: 'dozen_1' },
    pick: (seeds) => hmacPick({ ...seeds, nonce: seeds.nonce + 1 }),
  },
  {
    name: 'net for gross: winners are paid their profit alone',
    code: 'stake-kept', game: 'coin_flip', bet: { side: 'tails' },
    paid: (round, stake) => Math.max(0, micros(round, stake) - stake),
  },
  {
    name: 'gross for net: winners get their stake twice',
    code: 'stake-added', game: 'baccarat', bet: { bet_on: 'player' },
    paid: (round, stake) => micros(round, stake) + (micros(round, stake) > stake ? stake : 0),
  },
  {
    name: 'baccarat with replacement',
    code: 'with-replacement', game: 'baccarat', bet: { bet_on: 'banker' },
    play(pick, choice) {
      const { play, rules } = { play: singleGame('baccarat').play.bind(singleGame('baccarat')), rules: singleGame('baccarat').rules };
      const dealt: number[] = [];
      // Numbers of the shrinking shoe that deal the ranks of a full one.
      const replaced = (): number => {
        const rank = Math.floor(pick(416) / 32);
        const before = 32 * rank - dealt.filter((other) => other < rank).length;
        dealt.push(rank);
        return before;
      };
      return play(choice, replaced, rules.published);
    },
  },
  {
    name: 'a loaded strip: a stop of each reel shows a lemon where a cherry belongs',
    code: 'loaded-strip', game: 'slots', bet: {},
    play(pick) {
      const strip = ['7', 'BAR', 'BAR', 'BAR', 'BELL', 'BELL', 'BELL', 'BELL', 'CHERRY', 'CHERRY', 'CHERRY', 'CHERRY', 'LEMON', 'LEMON', 'LEMON', 'LEMON', 'ORANGE', 'ORANGE', 'GRAPE', 'GRAPE'];
      const reels = [pick(20), pick(20), pick(20)].map((stop) => strip[stop]!);
      const [first, second, third] = reels;
      const triple: Record<string, number> = { '7': 250, BAR: 50, BELL: 25, CHERRY: 10, LEMON: 5, ORANGE: 5, GRAPE: 5 };
      if (first === second && second === third) return { payout: ratio(triple[first!]!), detail: { reels } };
      if (first === second && first === 'BAR') return { payout: ratio(5), detail: { reels } };
      if (first === 'CHERRY') return { payout: ratio(second === 'CHERRY' ? 2 : 1), detail: { reels } };
      return { payout: nothing, detail: { reels } };
    },
  },
  {
    name: 'a generous keno row: three of three pay 60x',
    code: 'pay-table-changed', game: 'keno', bet: { picks: [4, 8, 15] }, bets: 800,
    paid: (round, stake) => (round.detail['caught'] === 3 ? 60 * stake : micros(round, stake)),
  },
  {
    name: 'a wheel whose 3x pays 2.5x',
    code: 'pay-table-changed', game: 'wheel', bet: {}, bets: 600,
    paid: (round, stake) => (micros(round, stake) === 3 * stake ? 2.5 * stake : micros(round, stake)),
  },
  {
    name: 'nonces are skipped: bets that would have won big are not shown',
    code: 'nonce-skipped', game: 'roulette', bet: { bet_type: 'number', bet_value: 7 },
    edit: (rows) => rows.filter(({ payout }) => payout === '0.00'),
  },
  {
    name: 'a nonce is used twice',
    code: 'nonce-reused', game: 'coin_flip', bet: { side: 'heads' },
    edit: (rows) => rows.map((row, index) => (index === 51 ? { ...rows[50], stake: row['stake'] } : row)),
  },
  {
    name: 'the best of 50 server seeds: every bet fits and the player still loses',
    code: 'seeds-selected', game: 'coin_flip', bet: { side: 'heads' }, bets: 400, betsPerSeed: 10,
    serverSeed(period, clientSeed) {
      const game = singleGame('coin_flip');
      const wins = (serverSeed: string): number =>
        Array.from({ length: 10 }, (_, nonce) =>
          game.play({ side: 'heads' }, hmacPick({ serverSeed, clientSeed, nonce }), game.rules.published).payout.numerator > 0 ? 1 : 0,
        ).reduce((sum: number, win) => sum + win, 0);
      const candidates = Array.from({ length: 50 }, (_, index) => sha256(`best of 50: ${period} ${index}`));
      const tried = candidates.map((seed) => ({ seed, won: wins(seed) }));
      return tried.reduce((best, other) => (other.won < best.won ? other : best)).seed;
    },
  },
  {
    name: 'a rotation is withheld: an old seed is never revealed',
    code: 'rotation-withheld', game: 'hilo', bet: { guess: 'higher' },
    edit: (rows) => rows.map((row, index) => (index >= 100 && index < 200 ? { ...row, server_seed: '' } : row)),
  },
  {
    name: 'a payout is capped in silence',
    code: 'payout-capped', game: 'plinko', bet: { rows: 8, risk: 'high' }, bets: 1200, stakeMicros: 100_000_000,
    paid: (round, stake) => Math.min(micros(round, stake), 400_000_000),
  },
  {
    name: 'one more curve in a thousand busts at once',
    code: 'curve-loaded', game: 'crash', bet: { cash_out_at: 1.5 }, bets: 6000,
    // A draw of its own decides, after the honest ones.
    play(pick, choice) {
      const game = singleGame('crash');
      const round = game.play(choice, pick, game.rules.published);
      return pick(1000) === 0 ? { payout: nothing, detail: { cash_out_at: 1.5, crash_point: 1 } } : round;
    },
  },
  {
    name: 'the seed that is revealed is another one',
    code: 'commitment-broken', game: 'dice', bet: over50,
    edit: (rows) => rows.map((row, index) => (index < 100 ? { ...row, server_seed: sha256('another') } : row)),
  },
  {
    name: 'the commitment comes after the client seed',
    code: 'commitment-late', game: 'dice', bet: over50,
    edit: (rows) => rows.map((row) => ({ ...row, committed_at: 2000, client_seed_at: 1000 })),
  },
  {
    name: 'a wheel of 38 pockets',
    code: 'extra-pocket', game: 'roulette', bet: red,
    play(pick, choice) {
      const game = singleGame('roulette');
      const pocket = pick(38);
      return pocket === 37
        ? { payout: nothing, detail: { bet_type: 'red', result: 0, color: 'green' } }
        : game.play(choice, () => pocket, game.rules.published);
    },
  },
  {
    name: 'a push is kept',
    code: 'push-lost', game: 'hilo', bet: { guess: 'lower' },
    paid: (round, stake) => (micros(round, stake) === stake ? 0 : micros(round, stake)),
  },
  {
    name: 'payouts are rounded down to cents',
    code: 'payout-rounded', game: 'dice', bet: { direction: 'over', threshold: 66 }, stakeMicros: 1_010_000,
    paid: (round, stake) => Math.floor(micros(round, stake) / 10_000) * 10_000,
  },
  {
    name: 'the player is shown a near miss that was not drawn',
    code: 'result-misshown', game: 'roulette', bet: { bet_type: 'number', bet_value: 7 },
    edit: (rows) => rows.map((row, index) => (index % 9 === 0 && row['payout'] === '0.00' ? { ...row, result: '{"result":8}' } : row)),
  },
  {
    name: 'a bet that the rules do not have',
    code: 'impossible-bet', game: 'dice', bet: over50, bets: 60,
    edit: (rows) => rows.map((row, index) => (index === 30 ? { ...row, bet: '{"direction":"over","threshold":100}' } : row)),
  },
  {
    name: 'one single payout is altered',
    code: 'win-unpaid', game: 'coin_flip', bet: { side: 'heads' },
    edit: (rows) => rows.map((row, index) => (index === 77 ? { ...row, payout: row['payout'] === '0.00' ? '1.96' : '0.00' } : row)),
  },
]; // prettier-ignore

/** What is found in an honest house; several cheats are planted in the same one. */
const honest = new Map<string, ReturnType<typeof auditLog>['findings']>();
function foundIn(house: House) {
  const key = JSON.stringify(house);
  const findings = honest.get(key) ?? auditLog(betsOf(logOf(house)), { profile: 'published' }).findings;
  honest.set(key, findings);
  return findings;
}

describe('planted cheats', () => {
  it('are at least 20', () => {
    expect(new Set(cheats.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
  });

  it.each(cheats)('$name ($code)', ({ code, ...house }) => {
    const { findings } = auditLog(betsOf(logOf(house)), { profile: 'published' });
    expect(findings.map((finding) => finding.code)).toContain(code);
    for (const { line, sentence, count } of findings) {
      expect(line).toBeGreaterThan(0);
      expect(count).toBeGreaterThan(0);
      expect(sentence).toMatch(/\.$/);
    }
  });

  it.each(cheats)(
    'without the cheat the same house is clean: $name',
    ({ game, bet, bets, stakeMicros, betsPerSeed }) => {
      const house = {
        game,
        bet,
        ...(bets === undefined ? {} : { bets }),
        ...(stakeMicros === undefined ? {} : { stakeMicros }),
        ...(betsPerSeed === undefined ? {} : { betsPerSeed }),
      };
      expect(foundIn(house)).toEqual([]);
    },
  );
});
