/**
 * Each sentence of the exact audit against its figure, computed here again from the documents' numbers alone. A part of
 * `exact-audit.test.ts`: every bet is audited once for both.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  byMoneyAtRisk,
  claimsIn,
  costsHouse,
  judgedFinding,
} from '../../../src/verification/audit/finding.ts';
import { audits } from './shipped-audits.ts';

const { judged, rows } = audits.published;

const sentence = (...parts: string[]) => {
  const found = judged.filter((finding) => parts.every((part) => finding.sentence.includes(part)));
  expect(found, parts.join(' ... ')).toHaveLength(1);
  return found[0]!;
};

const choose = (n: number, k: number): number =>
  Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((product, factor) => product * factor, 1);

const keno = (spots: number, table: Record<number, number>): number =>
  Object.entries(table).reduce((sum, [caught, pays]) => {
    const ways = choose(spots, Number(caught)) * choose(80 - spots, 20 - Number(caught));
    return sum + (pays * ways) / choose(80, 20);
  }, 0);

describe('the figures of the findings, computed again', () => {
  it.each([
    [1, { 1: 3.5 }, 'keep at most 12.5%'],
    [2, { 2: 16 }, 'keep at most 3.7975%'],
    [3, { 2: 2, 3: 50 }, 'keep at most 2.8724%'],
    [5, { 3: 3, 4: 25, 5: 1000 }, 'give the player at least 19.9038%'],
    [10, { 5: 10, 7: 500, 10: 250_000 }, 'give the player at least 34.7901%'],
  ])('GAM61: the examples of keno %d are a bound, and its size is right', (spots, table, text) => {
    const edge = 1 - keno(spots, table);
    expect(text).toContain(
      `${Math.abs(edge * 100)
        .toFixed(4)
        .replace(/0+$/, '')}%`,
    );
    sentence(`keno, picks ${spots}: GAM62`, 'the examples printed in GAM61 alone', text);
  });

  it('GAM61: 6 of 10 pays nothing while 5 of 10 pays 10x, and no other row has a gap', () => {
    sentence('keno, picks 10: GAM61', 'none for 6, 8, 9', '6 of 10 pays nothing while 5 of 10 pays 10x');
    expect(judged.filter((finding) => finding.sentence.includes('read literally'))).toHaveLength(1);
  });

  it('GAM55: neither end of the range of hilo keeps 4%, with and without replacement', () => {
    const infinite = [(12 * 1.05 + 1) / 13, (12 + 1) / 13];
    expect(infinite[0]).toBeCloseTo(1.046154, 6);
    expect(infinite[1]).toBe(1);
    const onePack = [(48 * 1.05 + 3) / 51, (4 * 12 + 3) / 51];
    expect(Math.min(...onePack)).toBeGreaterThanOrEqual(1);
    sentence('hilo: GAM56', 'returns 104.6154% (68/65)', 'returns 100% at the highest, 12x');
    // A payout m on w of 13 ranks with a push on one returns (w m + 1) / 13 = 0.96.
    expect([(0.96 * 13 - 1) / 12, 0.96 * 13 - 1].map((pays) => pays.toFixed(2))).toEqual(['0.96', '11.48']);
    expect(sentence('hilo: GAM56').change).toContain('from 0.96x to 11.48x');
  });

  it('GAM70: the bound holds for one shared distribution, and weights that differ by place return 90%', () => {
    // A pair needs seven never, diamond in the first place (45%) and in the second: 2 x 0.45.
    expect(2 * 0.45).toBe(0.9);
    sentence('scratch_card: GAM71', 'share one distribution over the six symbols', '117.5535%', 'return 90%');
  });

  it('GAM09, GAM29: dice over 2, under 99 and custom 98 return exactly the stake', () => {
    expect(98 / 98).toBe(1);
    sentence(
      'dice, direction over, threshold 2 | direction under, threshold 99: ',
      'returns exactly the stake',
    );
    sentence('custom, win_probability 98: ', 'returns exactly the stake');
    sentence('custom, win_probability 99: ', 'returns 98.9899% of the stake');
  });

  it('GAM34: blackjack at 1.0009% is not "about 2%"', () => {
    const row = rows.find(({ game, strategy }) => game === 'blackjack' && strategy === 'single');
    expect(row?.figures.edge.toNumber().toFixed(6)).toBe('0.010009');
    expect(costsHouse(sentence('blackjack: GAM34 states an edge of about 2%', 'keep 1.0009%'))).toBe(true);
  });

  it('FAU16: a new agent of style B has 10 USDC on its first day, which is 136,800 USDC a day', () => {
    expect((10 - 0.5) * 10 * 1440).toBe(136_800);
    expect((1 - 0.5) * 10 * 1440).toBe(7200);
    sentence('faucet: in style B', '10 USDC on its first day', 'keeps 9.50 USDC', '136,800 USDC a day');
    sentence('faucet: in style A', '7,200 USDC a day');
  });

  it('REF08: the row of a hand game with a rebate is named a lower bound', () => {
    const hands = rows.filter(({ bet }) => String(bet['policy']).includes('lower bound'));
    expect(hands.map(({ game }) => game)).toEqual(['blackjack', 'video_poker']);
    sentence('referral: REF08', 'Of blackjack and video_poker the figure is a lower bound');
    // Of 1000x at 0.1% - 0.5% of it: 0.1 x (1 - 0.000995) - 0.005.
    expect((0.1 * (1 - 0.995 / 1000 + 0) - 0.005) * 100).toBeCloseTo(9.4901, 3);
  });

  it('CAS38, LIM53, CAS08 and CAS25: what no finding named before', () => {
    sentence('slots: CAS38', '0.10 USDC', 'CAS23 and CAS28 state 0.01 USDC');
    sentence('limits: LIM53 admits 1 bet a second', 'bursts of 100');
    expect(0.5 / 1).toBe(0.5);
    sentence('withdrawals: ', 'up to 50% of what is withdrawn');
    expect(250_000 * 10_000).toBe(2_500_000_000);
    sentence('keno: a stake of 10,000 USDC', 'a payout of 2,500,000,000 USDC by one bet');
    // 12 mines, 13 cells opened: 0.975 x C(25, 13) to 1.
    expect(0.975 * choose(25, 13) * 10_000).toBeCloseTo(50_702_925_000, 2);
    sentence('mines: a stake of 10,000 USDC', '50,702,925,000 USDC');
  });
});

describe('money at risk', () => {
  it('is the edge times the highest stake times the bets of a day', () => {
    const { loss } = sentence('keno, picks 10: GAM62');
    const gain = keno(10, { 5: 10, 7: 500, 10: 250_000 }) - 1;
    expect(loss?.expectedPerDay.toNumber()).toBeCloseTo(gain * 10_000 * 10_000, 2);
    expect(loss?.worstCase.toNumber()).toBe(249_999 * 10_000);
    expect(loss?.arithmetic).toContain('cost 34,790,140.01 USDC a day');
    expect(sentence('slots: CAS38').loss).toBeUndefined();
    // Half a game table apart: 3.7975% instead of 8%.
    const { loss: missing } = sentence('keno, picks 2: GAM62');
    expect(missing?.expectedPerDay.toNumber()).toBe(0);
    expect(missing?.shortfallPerDay.toNumber()).toBeCloseTo((0.08 - 3 / 79) * 1e8, 2);
  });

  it('ranks the findings: those on which a player gains, then those below the stated edge, then single prizes', () => {
    const costs = judged.map(costsHouse);
    expect(costs.filter(Boolean)).toHaveLength(11);
    expect(costs.lastIndexOf(true)).toBe(10);
    const expected = judged.map(({ loss }) => loss?.expectedPerDay.toNumber() ?? 0);
    expect(expected).toEqual(expected.toSorted((left, right) => right - left));
    expect(
      byMoneyAtRisk(judged.toReversed())
        .slice(0, 13)
        .map(({ sentence: text }) => text),
    ).toEqual(judged.slice(0, 13).map(({ sentence: text }) => text));
  });

  it('a prize alone costs nothing by itself', () => {
    expect(costsHouse(sentence('keno: a stake of 10,000 USDC'))).toBe(false);
  });
});

describe('claims', () => {
  it('are read from a sentence, a range among them', () => {
    expect(claimsIn('in FAU15 to FAU17 and GAM09, GAM10; GAM09 again')).toEqual([
      'FAU15', 'FAU16', 'FAU17', 'GAM09', 'GAM10',
    ]); // prettier-ignore
  });

  it('have the statement of docs/spec/claims.csv, for every finding of both profiles', () => {
    const table = parse(readFileSync('docs/spec/claims.csv', 'utf8'));
    const texts = new Map(
      table.map((row) => [row[0], row.at(-1)?.replace(/ \(conflicts with [^)]*\)$/, '')]),
    );
    for (const finding of [...judged, ...audits.consistent.judged]) {
      for (const { id, statement } of judgedFinding(finding).claims) expect(statement).toBe(texts.get(id));
    }
  });
});

it('a clever player gains from the faucet, reported where all games are audited', () => {
  const gifts = judged.map((finding) => finding.sentence).filter((text) => text.startsWith('faucet'));
  const daily = gifts.map((text) => /[\d,]+ USDC a day/.exec(text)?.[0]);
  // 14,400 agents a day keep 1.00 - 0.50, or 10.00 - 0.50: the daily claim of style B is due on the second day.
  expect(new Set(daily)).toEqual(new Set(['136,800 USDC a day', '7,200 USDC a day']));
});
