/** What is wrong with the seeds of a log, row by row: each kind of fault with its rows and its sentence, and the forms that explain it. */
import { describe, expect, it } from 'vitest';
import { auditLog, type LogCall } from '../../../../src/verification/audit/log/audit-log.ts';
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import { isBefore } from '../../../../src/verification/audit/log/seeds/late-commitments.ts';
import { PeriodTable } from '../../../../src/verification/audit/log/seeds/period-table.ts';
import { logOf, betsOf, sha256 } from '../houses.ts';
import { honestLog } from './drawn-logs.ts';

/** Coins in periods of five, by one player unless changed; the number of a row is its place from 0. */
const coins = (count: number): LoggedBet[] =>
  betsOf(logOf({ game: 'coin_flip', bet: { side: 'heads' }, bets: count, betsPerSeed: 5 }));
const log = coins(15);
type Change = Partial<LoggedBet>;
const changed = (changes: Readonly<Record<number, Change>>, of: readonly LoggedBet[] = log): LoggedBet[] =>
  of.map((bet, at) => ({ ...bet, ...changes[at] }));
const every = (change: (bet: LoggedBet, at: number) => Change): LoggedBet[] =>
  log.map((bet, at) => ({ ...bet, ...change(bet, at) }));
const found = (bets: readonly LoggedBet[], form: Partial<LogCall> = {}) =>
  auditLog(bets, { profile: 'published', ...form });
/** Code, count, line and the kept lines, without what differs because of another draw. */
const brief = (bets: readonly LoggedBet[], form: Partial<LogCall> = {}) =>
  found(bets, form).findings.map(({ code, count, line, lines }) => [code, count, line, lines]);
const said = (bets: readonly LoggedBet[], form: Partial<LogCall> = {}) => found(bets, form).findings.map(({ sentence }) => sentence); // prettier-ignore
const excerpt = { isExcerpt: true };
const hidden = { serverSeed: undefined };

describe('a log', () => {
  it('that is whole and in order has no finding and no note; an excerpt says what no log shows', () => {
    expect([brief(log), found(log).notes]).toEqual([[], []]);
    expect(found(log, excerpt).notes).toEqual([
      'bets hidden at the end of a server seed cannot be seen in a log: ask the house how many nonces each seed had used, and give it as column rounds.',
    ]);
    expect(found(every(() => ({ rounds: 5 })), excerpt).notes).toEqual([]);
  }); // prettier-ignore

  it('with the newest bet first, or with nonces from 1, says so', () => {
    expect(found(log.toReversed(), excerpt).notes[0]).toBe('the newest bet stands first.');
    expect(brief(log.toReversed())).toEqual([]);
    const from1 = every(({ nonce }) => ({ nonce: nonce + 1, rounds: 5 }));
    expect(brief(from1, excerpt)).toEqual([]);
    expect(found(from1, excerpt).notes).toEqual([
      'nonces count from 1. If the house counts from 0, the first bet of every server seed is hidden.',
      'the house draws with the nonce less 1.',
    ]);
    expect(brief(from1, { mayCountFrom1: true })).toEqual([]);
    expect(brief(from1).map(([code]) => code)).toContain('nonce-skipped');
  });
});

describe('nonces', () => {
  it.each<[string, LoggedBet[], object, unknown[]]>([
    ['left out between', log.toSpliced(7, 1), {}, [['nonce-skipped', 1, 6, [6]]]],
    ['left out at the beginning', log.toSpliced(5, 2), {}, [['nonce-skipped', 1, 8, [8]]]],
    ['left out at the beginning of an excerpt', log.slice(2), excerpt, []],
    ['left out at the beginning of a later seed of an excerpt', log.toSpliced(5, 1), excerpt, [['nonce-skipped', 1, 7, [7]]]],
    ['left out at the end of a seed', log.toSpliced(4, 1), {}, []],
    ['left out at the end of a seed whose rounds are stated', every(() => ({ rounds: 5 })).toSpliced(4, 1), {}, [['nonce-skipped', 1, 1, [1]]]],
    ['stated to be fewer than there are', every(() => ({ rounds: 4 })), {}, []],
    ['left out in two seeds', log.toSpliced(11, 2).toSpliced(6, 1), {}, [['nonce-skipped', 2, 6, [6, 11]]]],
    ['used twice', changed({ 3: { nonce: 2 } }), {}, [['nonce-reused', 1, 4, [4]]]],
    ['exchanged', log.with(1, log[2]!).with(2, log[1]!), {}, [['nonce-order', 1, 2, [2]]]],
  ])('%s', (_, bets, form, expected) => {
    // Outcomes of other nonces differ as well, and are no matter of the seeds.
    const codes = expected.length === 0 ? ['nonce-skipped', 'nonce-reused', 'nonce-order'] : expected.map((one) => (one as unknown[])[0]);
    expect(brief(bets, form).filter(([code]) => codes.includes(code))).toEqual(expected);
  }); // prettier-ignore

  it('are missed in numbers: before, between and after', () => {
    const bets = every(() => ({ rounds: 7 })).toSpliced(12, 1).toSpliced(5, 2);
    expect(said(bets)).toEqual([
      '9 nonces are missing under 3 server seeds (the first begins in line 1 (bet 1)): bets were drawn and are not in the log.',
    ]);
    // More rounds than the highest nonce say that nonces count from 0.
    const from1 = every(({ nonce }) => ({ nonce: nonce + 1, rounds: 6 }));
    expect(said(from1, excerpt)[0]).toBe(
      '2 nonces are missing under 2 server seeds (the first begins in line 6 (bet 6)): bets were drawn and are not in the log.',
    );
    expect(said(log.toSpliced(7, 1))).toEqual([
      '1 nonce is missing under 1 server seed (the first begins in line 6 (bet 6)): bets were drawn and are not in the log.',
    ]);
  }); // prettier-ignore

  it('used again draw nothing new, however often: no game or player is found to be favoured by them', () => {
    const hands = honestLog(['blackjack'], { seed: 'again', count: 3 }).map(({ bet }) => bet);
    const favoured = (bets: readonly LoggedBet[]) => said(bets).filter((sentence) => sentence.includes('beyond chance'));
    for (const bets of [log.slice(0, 3), hands])
      for (const [at, bet] of bets.entries()) {
        const again = [...bets.slice(0, at), ...Array<LoggedBet>(2_000).fill(bet)];
        expect(favoured(again)).toEqual([]);
      }
  }); // prettier-ignore

  it('used again, and out of order, in words', () => {
    expect(said([...log.slice(0, 3), ...log.slice(2)])[0]).toBe(
      '1 bet uses a nonce that was used before under the same seed (first in line 3 (bet 4)).',
    );
    expect(said(log.with(1, log[2]!).with(2, log[1]!))[0]).toBe('1 bet stands out of the order of their nonces (first in line 2 (bet 3)).');
  }); // prettier-ignore
});

describe('seeds', () => {
  it('that are not the committed ones break the commitment', () => {
    const bets = changed({ 5: { serverSeed: 'x' }, 6: { serverSeed: 'x' } });
    expect(brief(bets)).toEqual([['commitment-broken', 2, 6, [6, 7]]]);
    expect(said(changed({ 6: { serverSeed: 'x' } }))[0]).toBe(
      'the revealed server seed of 1 bet is not the one that was committed to (first in line 7 (bet 7)).',
    );
  });

  it('that were replaced and never revealed are withheld; the last may be in use', () => {
    const of = (period: number) => every((_, at) => (Math.floor(at / 5) === period ? hidden : {}));
    expect(said(of(0))).toEqual([
      '1 server seed was replaced and never revealed (the first begins in line 1 (bet 1)): their bets cannot be checked.',
    ]);
    expect([brief(of(2)), brief(of(2).toReversed())]).toEqual([[], []]);
    expect(brief(of(0).toReversed()).map(([code]) => code)).toEqual(['rotation-withheld']);
    expect(brief(changed({ 6: hidden }))).toEqual([]);
    expect(found(changed({ 6: hidden }))).toMatchObject({ recomputed: 15, unrevealed: 0 });
    expect(found(of(2))).toMatchObject({ recomputed: 10, unrevealed: 5 });
  }); // prettier-ignore

  it('of another player are shared, and those that were replaced are played again', () => {
    const shared = [...log, ...log.slice(0, 5).map((bet, at) => ({ ...bet, line: 16 + at, player: 'other' }))];
    expect(said(shared)).toEqual([
      '5 bets use a server seed of another player (first in line 16 (bet 16)): when one player reveals it, the outcomes of the other are known.',
    ]);
    const again = [...log.slice(0, 4), ...log.slice(5, 8), log[4]!, ...log.slice(8)];
    expect(brief(again)).toEqual([['seed-after-rotation', 2, 5, [5, 9]]]);
    expect(said(again)[0]).toBe('2 times a player bets again on a server seed that was replaced (first in line 5 (bet 8)): its outcomes were known.');
  }); // prettier-ignore

  it('may be of no hexadecimal form, and are found by player and commitment among thousands', () => {
    const table = new PeriodTable();
    for (let at = 0; at < 3_000; at += 1)
      expect(table.add(at % 7, sha256(`${at}`), { nonce: at, line: at, bet: at })).toBe(at);
    table.add(8, 'chain 5', { nonce: 0, line: 0, bet: 0 });
    table.add(9, sha256('17'), { nonce: 0, line: 0, bet: 0 });
    for (let at = 0; at < 3_000; at += 1) {
      expect(table.find(at % 7, sha256(`${at}`))).toBe(at);
      expect(table.find((at % 7) + 10, sha256(`${at}`))).toBe(-1);
    }
    expect([table.find(8, 'chain 5'), table.find(9, sha256('17')), table.firstUnder(sha256('17')), table.firstUnder('none'), table.count]).toEqual([3_000, 3_001, 17, -1, 3_002]);
    expect([table.keyOf(17) === table.keyOf(3_001), table.keyOf(17) === table.keyOf(18)]).toEqual([true, false]);
    expect(table.seedOf(4)).toBeUndefined();
    for (const seed of [sha256('a seed'), `0${'f'.repeat(63)}`, 'words', 'F'.repeat(64), '']) {
      table.setSeed(4, seed);
      expect(table.seedOf(4)).toBe(seed);
      table.setSeed(5, sha256('next'));
      if (seed.length !== 64 || seed.startsWith('F')) break;
    }
    expect(table.columns.low[2_999]).toBe(2_999);
  }); // prettier-ignore
});

describe('times', () => {
  const at = 1_780_000_000_500;
  const times = (change: Change): LoggedBet[] => every(() => ({ committedAtMs: at, clientSeedAtMs: at + 1, placedAtMs: at + 2, revealedAtMs: at + 3, ...change })); // prettier-ignore

  it.each<[string, Change, unknown[]]>([
    ['in order', {}, []],
    ['at one instant', { clientSeedAtMs: at, placedAtMs: at, revealedAtMs: at }, []],
    ['with a bet before the commitment', { placedAtMs: at - 1 }, [['commitment-late', 15]]],
    ['with a bet after the reveal', { revealedAtMs: at + 1 }, [['seed-after-reveal', 15]]],
    [
      'with a bet of whole seconds before the commitment',
      { placedAtMs: at - 500, clientSeedAtMs: undefined },
      [],
    ],
    ['without a commitment', { committedAtMs: undefined, placedAtMs: 1 }, []],
  ])('%s', (_, change, expected) => {
    expect(brief(times(change)).map((finding) => finding.slice(0, 2))).toEqual(expected);
  });

  it('before others, but for milliseconds that were lost', () => {
    expect([isBefore(1_500, 1_501), isBefore(1_500, 1_500), isBefore(1_000, 1_999), isBefore(1_000, 2_000), isBefore(undefined, 5), isBefore(5, undefined)]).toEqual([true, false, false, true, false, false]);
  }); // prettier-ignore

  it('of client seeds that were set for a later commitment accuse; of those that stay in use they are noted', () => {
    const late = every((_, index) => ({ committedAtMs: at + 10_000 * Math.floor(index / 5), clientSeedAtMs: at + 10_000 * Math.floor(index / 5) - 5_000 }));
    expect(brief(late).map((finding) => finding.slice(0, 3))).toEqual([['commitment-late', 10, 6]]);
    expect(said(late)[0]).toBe('of 10 bets the client seed or the bet itself came before the commitment (first in line 6 (bet 6)): the house could choose its server seed.');
    const kept = every((_, index) => ({ committedAtMs: at + 10_000 * Math.floor(index / 5), clientSeedAtMs: at + 3_000, clientSeed: 'kept' }));
    const audit = found(kept, excerpt);
    expect([audit.timed, audit.keptClientSeeds, audit.findings.filter(({ code }) => code === 'commitment-late')]).toEqual([15, 10, []]);
    expect(audit.notes[0]).toBe('10 bets have a client seed that was in use before the server seed was committed to (first in line 6 (bet 6)). The documents allow that, and the house could choose such a server seed: set a new client seed after each commitment.');
  }); // prettier-ignore
});
