/** Rules that the oracle says once more, against those of the services: records of names, places, and decimals of trades. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/core/base/refusal.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import {
  isBetter,
  isRanked,
  scoreOf as ownScoreOf,
  type TournamentEntry,
} from '../../../src/platform/services/casino/contests/tournament-record.ts';
import {
  readHost,
  readRecordValue,
  withoutRecords,
  withRecord,
  type RecordType,
  type ResourceRecord,
} from '../../../src/platform/services/domains/resource-record.ts';
import { marginFor } from '../../../src/platform/services/trading/perp-desk.ts';
import { readDecimal, valueOf } from '../../../src/platform/services/trading/units.ts';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import {
  changed,
  isRecordChange,
  recordsText,
  type ZoneRecord,
} from '../../../src/verification/oracle/models/resource-records.ts';
import {
  addBet,
  checkStandings,
  isPlaced,
  netOf,
  rankOf,
  scoreOf,
  type Entry,
} from '../../../src/verification/oracle/models/standings.ts';
import { atTwelve, feeOn, marginOf, parseScaled, takerFeeOn, withoutZeros, worthOf } from '../../../src/verification/oracle/models/trade-arithmetic.ts'; // prettier-ignore

const types = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA'] as const;
const long = (count: number): string => 'a'.repeat(count);
const hosts = [
  'host.example.com',
  'Host.Example.com.',
  'host',
  '-a.b',
  'a-.b',
  'a_b.c',
  `${long(63)}.b`,
  `${long(64)}.b`,
  [63, 63, 63, 61].map(long).join('.'),
  [63, 63, 63, 62].map(long).join('.'),
  '',
];
const recordValues = [
  '192.0.2.1', '192.0.2.256', '2001:db8::1', '2001:db8::g', '::1%eth0', ...hosts,
  ...hosts.map((host) => `10 ${host}`), ...hosts.map((host) => `1 2 3 ${host}`),
  '0 h.b', '65535 h.b', '65536 h.b', '01 h.b', '-1 h.b', '1 2 65536 h.b', '1  h.b', '1 h.b x', '1 2 h.b',
  long(255), long(256), ' ~', '\u001f', '\u007f', 'a\n',
  '0 issue "ca.b"', '128 issuewild ""', '1 issue "a"', '0 issues "a"', '0 issue a', '0 issue "a"b"', `0 iodef "${long(255)}"`, `0 iodef "${long(256)}"`,
]; // prettier-ignore
const places = [
  '@',
  'www',
  'WWW',
  '*',
  '*.eu',
  'eu.*',
  'a..b',
  '-a',
  'a-',
  '_dmarc',
  '_sip._tcp',
  '_sip._tcp.eu',
  '_sip',
  '_sip._tcp2',
  'www._sip._tcp',
  '_-a._tcp',
];

describe('a change of a record', () => {
  const isOwn = (type: RecordType, name: string, value: string): boolean => {
    const host = readHost(type, name, 'a.sim');
    const read = value === '' ? '' : readRecordValue(type, value);
    return !(host instanceof Refusal) && !(read instanceof Refusal);
  };

  it.each(types)('of type %s is one for the oracle where it is one for the service', (type) => {
    for (const name of places)
      for (const value of name === '@' || name === '_sip._tcp' || name === 'www' ? recordValues : ['192.0.2.1', 'h.b', ''])
        expect(isRecordChange({ type, name, value }), `${type} ${name} ${value}`).toBe(isOwn(type, name, value));
    expect(isRecordChange({ type, value: '' })).toBe(type !== 'CNAME' && type !== 'SRV');
  });

  it('has a type, a name and a value that are texts', () => {
    const change = { type: 'TXT', name: 'www', value: 'x' };
    expect(isRecordChange(change)).toBe(true);
    for (const part of Object.keys(change))
      for (const value of [7, null, ['x']]) expect(isRecordChange({ ...change, [part]: value })).toBe(false);
    expect(isRecordChange({ ...change, type: 'PTR' })).toBe(false);
  });

  const records = fc.array(
    fc.record({
      type: fc.constantFrom<RecordType>('CNAME', 'NS', 'TXT'),
      name: fc.constantFrom('@', 'www'),
      value: fc.constantFrom('a.b', 'c.d', ''),
      ttl: fc.constantFrom(60, 3_600),
    }),
    { maxLength: 8 },
  );

  it.each(['merge', 'replace'] as const)('leaves the records that the service has then, one after another (%s)', (mode) => {
    fc.assert(
      fc.property(records, (changes) => {
        let [own, seen]: [readonly ResourceRecord[], readonly ZoneRecord[]] = [[], []];
        for (const change of changes) {
          const { type, name: host, value, ttl: ttlSeconds } = change;
          const outcome = value === '' ? withoutRecords(own, { type, host }) : withRecord(own, { type, host, value, ttlSeconds }, mode);
          const next = changed(seen, change, mode === 'replace');
          if (outcome instanceof Refusal) expect(next).toBe('CONFLICT');
          else {
            expect(next).toMatchObject({ result: outcome.result });
            own = outcome.records;
            if (next !== 'CONFLICT') seen = next.records;
            const asShown = own.map((record) => ({ type: record.type, name: record.host, value: record.value, ttl: record.ttlSeconds }));
            expect(recordsText(seen)).toBe(recordsText(asShown));
          }
        }
      }),
    );
    expect(changed([], { type: 'TXT', value: 'x' })).toEqual({ result: 'added', records: [{ type: 'TXT', name: '@', value: 'x', ttl: 3_600 }] });
    const record = { type: 'NS', name: 'www', value: 'A.b.', ttl: 3_600 };
    expect(changed([record], { type: 'NS', name: 'WWW', value: 'a.B' })).toMatchObject({ result: 'unchanged' });
    expect(recordsText([record, { ...record, name: '@' }])).toBe('NS @ a.b 3600; NS www a.b 3600');
  });
}); // prettier-ignore

const fileWith = (policies: Readonly<Record<string, string>>, said: string[] = []): Case =>
  ({
    setting: { policies },
    breaks: (property: string, message: string) => said.push(`${property}: ${message}`),
  }) as unknown as Case;

const bets = fc.array(fc.record({ who: fc.nat(2), stake: fc.nat(3), payout: fc.nat(5) }), { maxLength: 8 });
const choices = fc.record({
  'tournaments.score': fc.constantFrom('net-profit' as const, 'wagered' as const, 'best-win' as const),
  'tournaments.ties': fc.constantFrom('shared', 'first-entered'),
  'tournaments.idle': fc.constantFrom('unranked', 'ranked'),
});

describe('the places of a tournament', () => {
  it('are those of the service, whatever was bet', () => {
    fc.assert(
      fc.property(bets, choices, (list, policies) => {
        const names = ['alice', 'bob', 'carol'];
        const entries = names.map((agent): Entry => ({ agent, bets: 0, wagered: 0, won: 0, best: 0 }));
        for (const { who, stake, payout } of list) addBet(entries[who]!, { stake, payout });
        const own = names.map((_, order) => {
          const mine = list.filter(({ who }) => who === order);
          const sum = (of: (bet: { stake: number; payout: number }) => number): number => mine.reduce((all, bet) => all + of(bet), 0);
          const bestWinMicros = Math.max(0, ...mine.map(({ stake, payout }) => payout - stake));
          return { order, bets: mine.length, wageredMicros: sum(({ stake }) => stake), paidMicros: sum(({ payout }) => payout), bestWinMicros } as TournamentEntry;
        });
        const file = fileWith(policies);
        const resolved = resolvePolicies('published', policies) as Policies;
        for (const [at, entry] of entries.entries()) {
          const mine = own[at]!;
          expect(scoreOf(file, entry)).toBe(ownScoreOf(mine, policies['tournaments.score']));
          expect([netOf(entry), isPlaced(file, entry)]).toEqual([mine.paidMicros - mine.wageredMicros, isRanked(mine, resolved)]);
          const ahead = own.filter((other) => isRanked(other, resolved) && isBetter(other, mine, resolved)).length;
          expect(rankOf(file, entry, entries)).toBe(isRanked(mine, resolved) ? ahead + 1 : null);
        }
      }),
    );
  }); // prettier-ignore

  it('are looked at in every field of a leaderboard', () => {
    const [alice, bob]: [Entry, Entry] = [
      { agent: 'alice', bets: 2, wagered: 3_000_000, won: 5_000_000, best: 4_000_000 },
      { agent: 'bob', bets: 1, wagered: 1_000_000, won: 0, best: 0 },
    ];
    const entries = new Map([alice, bob].map((entry) => [entry.agent, entry]));
    const rows: Body[] = [
      { agent_id: 'alice', rank: 1, bets: 2, total_wagered: 3, total_won: 5, net_profit: 2, best_win: 4, prize: 1 },
      { agent_id: 'bob', rank: 2, bets: 1, total_wagered: 1, total_won: 0, net_profit: -1, best_win: 0, prize: 0 },
    ];
    const saidOf = (board: readonly Body[], prizes?: ReadonlyMap<string, number>): string[] => {
      const said: string[] = [];
      const policies = { 'tournaments.score': 'net-profit', 'tournaments.ties': 'shared', 'tournaments.idle': 'unranked' };
      checkStandings(fileWith(policies, said), { leaderboard: board }, { entries, prizes });
      return said;
    };
    const prizes = new Map([['alice', 1_000_000]]);
    expect([saidOf(rows), saidOf(rows, prizes), saidOf(rows.toReversed(), prizes)]).toEqual([[], [], []]);
    for (const field of ['rank', 'bets', 'total_wagered', 'total_won', 'net_profit', 'best_win', 'prize']) {
      const said = saidOf(rows.map((row) => ({ ...row, [field]: Number(row[field]) + 1 })), prizes);
      expect(said).toHaveLength(2);
      expect(said[0]).toMatch(new RegExp(`^tournament-lifecycle: leaderboard: ${field} is .*; expected`));
    }
    expect(saidOf(rows.slice(1))).toEqual(['tournament-lifecycle: leaderboard: agents is bob; expected alice,bob']);
  }); // prettier-ignore
});

describe('decimals of trades', () => {
  const decimal = fc.tuple(fc.nat(50_000), fc.integer({ min: 0, max: 6 })).map(([units, decimals]) => {
    const digits = String(units).padStart(decimals + 1, '0');
    return { units, decimals, text: decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
  }); // prettier-ignore

  it('are read as the service reads them, and worth what it says', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.constantFrom('floor' as const, 'ceil' as const), (quantity, price, rounding) => {
        const [qty, at] = [parseScaled(quantity.text)!, parseScaled(price.text)!];
        expect(qty).toEqual({ units: BigInt(quantity.units), decimals: quantity.decimals });
        expect(atTwelve(qty)).toBe(BigInt(quantity.units) * 10n ** BigInt(12 - quantity.decimals));
        expect(Number(atTwelve(qty)) / 1e6).toBeCloseTo((readDecimal(quantity.text, 6) ?? 0), 6);
        const [lots, ticks] = [Number(atTwelve(qty) / 1_000_000n), Number(atTwelve(at) / 1_000_000n)];
        expect(worthOf(qty, at, rounding)).toBe(valueOf(lots, ticks, rounding));
        const least = withoutZeros(qty);
        expect(atTwelve(least)).toBe(atTwelve(qty));
        expect(least.decimals === 0 || least.units % 10n !== 0n).toBe(true);
      }),
    );
  }); // prettier-ignore

  it.each(['', '-1', '+1', '1.', '.5', '1e3', '1.1234567890123', 'x', ' 1', '1 '])('%j is none', (text) => {
    expect(parseScaled(text)).toBeUndefined();
  });

  it('may be written with an exponent, as small numbers are', () => {
    expect(parseScaled('1e-7')).toEqual({ units: 100_000n, decimals: 12 });
  });

  it('have a fee of a thousandth, half a micro rounded up, and a margin rounded up', () => {
    expect([0, 499, 500, 1_499, 1_500, 1_000_000].map(feeOn)).toEqual([0, 0, 1, 1, 2, 1_000]);
    expect(['none', 'same'].map((fee) => takerFeeOn(fileWith({ 'trading.takerFee': fee }), 5_000))).toEqual([
      0, 5,
    ]);
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 100, max: 10_000 }), (worth, leverage) => {
        expect(marginOf(worth, leverage)).toBe(marginFor(worth, leverage));
      }),
    );
  });
});
