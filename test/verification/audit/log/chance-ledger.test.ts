/** Chance pooled over a log, against the same sums taken bet by bet: slices, their shares of the capital, and what favours whom. */
import { describe, expect, it } from 'vitest';
import { BetVerdicts, paidOutcome } from '../../../../src/verification/audit/log/chance/bet-verdicts.ts';
import { chanceFindings } from '../../../../src/verification/audit/log/chance/chance-findings.ts';
import { ChanceLedger } from '../../../../src/verification/audit/log/chance/chance-ledger.ts';
import { OutcomeLaws, type OutcomeLaw } from '../../../../src/verification/audit/log/chance/outcome-law.ts';
import { logUnit, tilts } from '../../../../src/verification/audit/log/chance/tilts.ts';
import { outcomesOf } from '../../../../src/verification/audit/exact/figures.ts';
import { Witness } from '../../../../src/verification/audit/verdict/verdict.ts';
import { drawFrom, oneOf, type DrawBelow } from '../../../kept-digests.ts';
import { singleGame } from '../../../platform/games/chances.ts';

const laws = new OutcomeLaws('published');
const lawOf = (id: string, params: object): OutcomeLaw => {
  const game = singleGame(id);
  return laws.of(game, game.parseBet(params as Record<string, unknown>) as object);
};
const kinds = [
  lawOf('coin_flip', { side: 'heads' }),
  lawOf('wheel', {}),
  lawOf('simple_dice', { pick: 3 }),
  lawOf('hilo', { guess: 'higher' }),
];

interface Drawn {
  readonly law: OutcomeLaw;
  readonly outcome: number;
  readonly stakeMicros: number;
  readonly player: number;
}

/** The logarithm of the mean of the 14 products, and which tilt has the largest. */
function evidenceOf(bets: readonly Drawn[]): { log: number; favours: string } {
  const logs = tilts.map((_, at) =>
    bets.reduce((sum, { law, outcome }) => sum + law.factors[outcome * tilts.length + at]! * logUnit, 0),
  );
  const high = Math.max(...logs);
  const mean = logs.reduce((sum, value) => sum + Math.exp(value - high), 0) / logs.length;
  return { log: high + Math.log(mean), favours: tilts[logs.indexOf(high)]! < 0 ? 'house' : 'player' };
}

const nameOf = (player: number): string => `no. ${player}`;
const usdc = (exponent: number): string => {
  const micros = String(2 ** exponent).padStart(7, '0');
  const decimals = micros.slice(-6).replace(/0+$/, '').padEnd(2, '0');
  return `${micros.slice(0, -6)}.${decimals}`;
};

/** All slices by their definition in docs/audit-method.md, each with its share of the one capital. */
function slicesOf(bets: readonly Drawn[]) {
  const games = [...new Set(bets.map(({ law }) => law.game))];
  const players = Math.max(...bets.map(({ player }) => player)) + 1;
  const slice = (about: string, game: string | null, of: readonly Drawn[], share: number) => {
    const { log, favours } = evidenceOf(of);
    return { about, game, bets: of.length, favours, logEvidence: log + Math.log(share) };
  };
  const byStake = (of: readonly Drawn[], game: string | null, share: number) => {
    const classes = [...new Set(of.map(({ stakeMicros }) => Math.floor(Math.log2(stakeMicros))))];
    const used = classes.toSorted((one, other) => one - other).slice(1);
    return used.map((from) =>
      slice(`bets${game === null ? '' : ` of ${game}`} with stakes from ${usdc(from)} USDC`, game, of.filter(({ stakeMicros }) => stakeMicros >= 2 ** from), share / used.length),
    );
  };
  const ofGame = (game: string) => bets.filter(({ law }) => law.game === game);
  return [
    slice('all bets together', null, bets, 0.3),
    ...games.map((game) => slice(`all bets of ${game}`, game, ofGame(game), 0.2 / games.length)),
    ...byStake(bets, null, 0.15),
    ...games.flatMap((game) => byStake(ofGame(game), game, 0.1 / games.length)),
    ...(players < 2 ? [] : Array.from({ length: players }, (_, player) =>
      slice(`the bets of player "${nameOf(player)}"`, null, bets.filter((bet) => bet.player === player), 0.25 / players))),
  ];
} // prettier-ignore

/** Bets of which some are loaded: by stake, by game or by player. */
function loaded(draw: DrawBelow, count: number, players: number): Drawn[] {
  const [victim, from, game] = [draw(players), oneOf(draw, [0, 20, 24, 33]), oneOf(draw, kinds)];
  const isAgainst = draw(2) === 0;
  const what = draw(4);
  return Array.from({ length: count }, () => {
    const [law, player] = [oneOf(draw, kinds), draw(players)];
    const stakeMicros = 2 ** (10 + draw(26)) + (draw(2) === 0 ? 0 : 5);
    const isLoaded = [true, player === victim, stakeMicros >= 2 ** from, law === game][what]!;
    const size = law.chances.length;
    const outcome = isLoaded ? (isAgainst ? 0 : size - 1) : draw(size);
    return { law, outcome, stakeMicros, player };
  });
}

const ledgerOf = (bets: readonly Drawn[]): ChanceLedger => {
  const ledger = new ChanceLedger();
  for (const { law, outcome, ...bet } of bets) ledger.add(law, outcome, bet);
  return ledger;
};

describe('the slice with the most evidence', () => {
  it.each(Array.from({ length: 40 }, (_, at) => at))('of drawn bets is that of the sums, log %i', (at) => {
    const draw = drawFrom(`chance ${at}`);
    const bets = loaded(draw, 20 + draw(60), oneOf(draw, [1, 2, 5, 70]));
    const best = slicesOf(bets).reduce((most, one) => (one.logEvidence > most.logEvidence + 1e-9 ? one : most));
    const ledger = ledgerOf(bets);
    // It has to pass 1/alpha: the threshold lies between both levels.
    const above = Math.exp(-best.logEvidence - 1e-6);
    const found = ledger.contradicted(Math.exp(-best.logEvidence + 1e-6), nameOf);
    expect(found).toMatchObject({ about: best.about, game: best.game, bets: best.bets, favours: best.favours });
    expect(found?.logEvidence).toBeCloseTo(best.logEvidence, 7);
    expect(ledger.contradicted(above, nameOf)).toBeUndefined();
  }); // prettier-ignore

  it('is the same for players beyond 65,536, who share the cells of others', () => {
    const bets = loaded(drawFrom('many'), 60, 3);
    const far = bets.map((bet) => ({ ...bet, player: bet.player + 65_536 }));
    expect(ledgerOf(far).contradicted(0.9, nameOf)).toEqual(ledgerOf(bets).contradicted(0.9, nameOf));
  });
});

const rule = { alpha: 0.01, tolerance: 0.01 };
const [coin, wheel] = kinds as [OutcomeLaw, OutcomeLaw];

it('bets of one kind have one law, whatever comes between them', () => {
  const params = { side: 'heads' };
  const between = kinds.map(({ game }) => game);
  expect([lawOf('coin_flip', params), lawOf('wheel', {})]).toEqual([coin, wheel]);
  expect(lawOf('coin_flip', params)).toBe(coin);
  expect(lawOf('wheel', {})).toBe(wheel);
  expect(new Set(between).size).toBe(kinds.length);
});

describe('verdicts on the bets of one kind', () => {
  const verdictsOf = (law: OutcomeLaw, outcomes: readonly number[], drawn: number | undefined) => {
    const verdicts = new BetVerdicts();
    for (const paid of outcomes) verdicts.add(law, { drawn: drawn === undefined ? undefined : paid, paid });
    return verdicts;
  };
  const lost = (count: number): number[] => Array.from({ length: count }, () => 0);

  it('are given from 20 bets on, and are those of a witness that sees what was paid', () => {
    expect(verdictsOf(coin, lost(19), 0).verdicts(rule)).toEqual([]);
    const counts = [13, 7, 0];
    const witness = new Witness(outcomesOf(coin.chances), rule);
    witness.add(counts);
    const outcomes = counts.flatMap((count, outcome) => Array.from({ length: count }, () => outcome));
    expect(verdictsOf(coin, outcomes, 0).verdicts(rule)).toEqual([
      { game: 'coin_flip', bet: coin.bet, expected: 0.98, ...witness.verdict() },
    ]);
  });

  it('on what was drawn, and on bets under hidden seeds, are apart', () => {
    const [drawn, hidden] = [verdictsOf(coin, lost(60), 0), verdictsOf(coin, lost(60), undefined)];
    expect(drawn.contradicted('drawn', rule)).toHaveLength(1);
    expect(drawn.contradicted('unrevealed', rule)).toEqual([]);
    expect(hidden.contradicted('drawn', rule)).toEqual([]);
    expect(hidden.contradicted('unrevealed', rule)).toMatchObject([{ game: 'coin_flip', rounds: 60, mean: 0 }]);
    // A house that draws by chance and pays as if all were lost, and one that draws losses alone and pays by chance.
    const [wrongPaid, wrongDrawn] = [new BetVerdicts(), new BetVerdicts()];
    for (let at = 0; at < 60; at += 1) {
      wrongPaid.add(coin, { drawn: at % 2, paid: 0 });
      wrongDrawn.add(coin, { drawn: 0, paid: at % 2 });
    }
    expect([wrongPaid, wrongDrawn].map((verdicts) => verdicts.contradicted('drawn', rule).length)).toEqual([0, 1]);
    expect([wrongPaid, wrongDrawn].map((verdicts) => verdicts.verdicts(rule)[0]?.verdict === 'contradicted')).toEqual([true, false]);
    // What no outcome pays is a proof, and another kind of finding.
    expect(verdictsOf(coin, lost(60).with(0, 2), undefined).contradicted('unrevealed', rule)).toEqual([]);
  }); // prettier-ignore

  it('are judged together: among four kinds one needs four times the evidence', () => {
    const many = new BetVerdicts();
    for (const law of kinds) for (let at = 0; at < 22; at += 1) many.add(law, { drawn: 0, paid: law === coin ? 0 : at % law.chances.length });
    const alone = verdictsOf(coin, lost(22), 0);
    const evidence = alone.verdicts(rule)[0]!.logEvidence;
    const isAccused = (verdicts: BetVerdicts, alpha: number) => verdicts.verdicts({ ...rule, alpha })[0]?.verdict === 'contradicted';
    for (const [verdicts, kindCount] of [[alone, 1], [many, 4]] as const) {
      expect(isAccused(verdicts, kindCount * Math.exp(-evidence) * 1.0001)).toBe(true);
      expect(isAccused(verdicts, kindCount * Math.exp(-evidence) * 0.9999)).toBe(false);
    }
  }); // prettier-ignore
});

describe('the outcome that was paid', () => {
  it('is the one whose payout it is, or that is rounded up to it; else none', () => {
    const multiples = wheel.chances.map(({ payout }) => payout.numerator / payout.denominator);
    for (const stake of [1_000_000, 333_333, 7])
      for (const [at, multiple] of multiples.entries()) {
        const due = Math.floor(multiple * stake);
        expect(multiples[paidOutcome(wheel, stake, due)]! * stake).toBeCloseTo(multiple * stake, 0);
        if (stake !== 1_000_000) continue;
        expect(paidOutcome(wheel, stake, due)).toBe(at);
        expect(paidOutcome(wheel, stake, due + 1)).toBe(multiples.length);
      }
    expect(paidOutcome(coin, 333_333, 653_332)).toBe(1);
    expect(paidOutcome(coin, 333_333, 653_333)).toBe(1);
    expect(paidOutcome(coin, 333_333, 653_334)).toBe(2);
    expect(paidOutcome(coin, 333_333, 653_331)).toBe(2);
  });
});

describe('what is said of chance', () => {
  const bets = Array.from({ length: 60 }, () => ({
    law: coin,
    outcome: 0,
    stakeMicros: 1_000_000,
    player: 0,
  }));
  const verdicts = new BetVerdicts();
  for (const { outcome } of bets) verdicts.add(coin, { drawn: outcome, paid: outcome });
  for (const { outcome } of bets) verdicts.add(coin, { drawn: undefined, paid: outcome });
  const empty = new ChanceLedger();
  const said = (drawn: ChanceLedger, hidden: ChanceLedger | undefined, alpha = 0.01) =>
    chanceFindings({ verdicts, drawn, hidden }, { rule: { ...rule, alpha }, nameOf });
  const odds = Math.round((evidenceOf(bets).log + Math.log(0.3)) / Math.LN10);

  it('names the slice where there is one, and else the kinds of bets', () => {
    const of = (code: string, sentence: string) => ({ code, game: null, count: 60, line: 1, sentence });
    expect(said(ledgerOf(bets), ledgerOf(bets))).toEqual([
      of('seeds-selected', `all bets together (60 bets) favour the house beyond chance, at odds of 10^${odds} to 1: the outcomes are those of the seeds, but not those of chance: the seeds were chosen.`),
      of('returns-contradicted', `all bets together (60 bets) favour the house beyond chance, at odds of 10^${odds} to 1, under seeds that are not revealed: the outcomes are not those of the stated odds.`),
    ]);
    const [high] = verdicts.verdicts({ ...rule, alpha: 0.0001 }).map((verdict) => (100 * verdict.high).toFixed(2));
    expect(said(empty, empty)).toEqual([
      { ...of('seeds-selected', `coin_flip: every bet fits its seeds, and yet the outcomes are not those of chance: 60 bets return 0.00% (within 0.00% and ${high}%); the seeds were chosen.`), game: 'coin_flip' },
      { ...of('returns-contradicted', `coin_flip: the outcomes are not those of the stated odds: 60 bets return 0.00% (within 0.00% and ${high}%).`), game: 'coin_flip' },
    ]);
    expect(said(empty, undefined).map(({ code }) => code)).toEqual(['seeds-selected']);
  }); // prettier-ignore

  it('needs odds of 10,000 to 1 at least, whatever the rule', () => {
    for (const count of [10, 14, 16, 18, 20, 24]) {
      const some = ledgerOf(bets.slice(0, count));
      const isFound = evidenceOf(bets.slice(0, count)).log + Math.log(0.3) > Math.log(10_000);
      expect(chanceFindings({ verdicts: new BetVerdicts(), drawn: some, hidden: undefined }, { rule: { ...rule, alpha: 0.3 }, nameOf })).toHaveLength(isFound ? 1 : 0);
    }
    const strict = Math.exp(-evidenceOf(bets).log - Math.log(0.3) - 1e-6);
    expect(chanceFindings({ verdicts: new BetVerdicts(), drawn: ledgerOf(bets), hidden: undefined }, { rule: { ...rule, alpha: strict }, nameOf })).toEqual([]);
  }); // prettier-ignore
});
