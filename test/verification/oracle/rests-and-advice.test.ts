/** What is said of rests too small to be spent, stakes within a batch, the parameters of a challenge, and the advice of outages. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkBatched } from '../../../src/verification/oracle/models/batched-bets.ts';
import { ChainBooks } from '../../../src/verification/oracle/models/chain-books.ts';
import { checkPlannedFaults } from '../../../src/verification/oracle/models/planned-faults.ts';
import { doubtedEnds, type FirmEnd } from '../../../src/verification/oracle/open-ends.ts';

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: 'casino', style: 'A', operation: 'bet', method: 'POST', route: '', path: '', params: {}, query: {},
  headers: {}, body: undefined, isRaw: false, ip: '10.0.0.1', status: 200, answer: {}, answerHeaders: {},
}; // prettier-ignore

function listening(setting: object = {}): { file: Case; said: string[] } {
  const said: string[] = [];
  const breaks = (_: string, message: string) => said.push(message);
  const policies = { 'casino.slotsMinimum': 'facade', 'wallet.genesis': 'empty' };
  const all = { policies, changed: [], faults: [], ...setting };
  return { file: { setting: all, breaks } as unknown as Case, said };
}

describe('a stake within a batch', () => {
  const batched = (sent: Body, got: Body, slotsMinimum = 'facade'): string[] => {
    const { file, said } = listening({ policies: { 'casino.slotsMinimum': slotsMinimum } });
    checkBatched(
      file,
      { ...blank, service: 'casino', operation: 'batch' },
      { game: String(sent['game']), sent, got },
    );
    return said;
  };
  const refused = { code: 'BAD_REQUEST', error: 'amount must be 0.10 or more' };
  const slots = (amount: unknown): Body => ({ game: 'slots', amount });

  it('is refused below the least of style A, and taken from there on', () => {
    expect([batched(slots(0.01), refused), batched(slots(10), refused)]).toEqual([
      ['slots: 0.01 USDC in a batch is refused: "amount must be 0.10 or more"'],
      ['slots: 10.00 USDC in a batch is refused: "amount must be 0.10 or more"'],
    ]);
    expect(batched(slots(0.009999), {})).toEqual([
      'slots with amount 0.009999 is taken in a batch; expected BAD_REQUEST',
    ]);
    expect(batched(slots(0.05), {}, '0.10')).toEqual([
      'slots: 0.05 USDC is taken in a batch, below the least',
    ]);
    expect([batched(slots(0.01), {}), batched(slots(0.009999), refused)]).toEqual([[], []]);
    expect([batched(slots(0.1), {}, '0.10'), batched(slots(0.05), refused, '0.10')]).toEqual([[], []]);
  });

  it('may be refused for its odds, its size, its form, or what it is not about', () => {
    const odds = { code: 'BAD_REQUEST', error: 'amount is above the Kelly limit of this bet: 0.01' };
    const others = [
      batched(slots(1), odds),
      batched(slots(10.000001), refused),
      batched(slots('0.05'), refused),
      batched(slots(0.0100001), refused),
      batched({ game: 'coin_flip', amount: 1 }, refused),
      batched(slots(1), { code: 'INSUFFICIENT_BALANCE' }),
    ];
    expect(others.flat()).toEqual([]);
  });
});

describe('a service that is out', () => {
  const minute = 60_000;
  const outage = (fromMinute: number, endMinute: number, service = 'casino') => ({
    kind: 'outage', service, target: '', atMs: fromMinute * minute, endMs: endMinute * minute, rate: 1, effect: '',
  }); // prettier-ignore
  const advised = (atMs: number, seconds: number, faults: readonly object[]): string[] => {
    const { file, said } = listening({ faults });
    const answer = { code: 'SERVICE_UNAVAILABLE', error: 'x' };
    const answerHeaders = { 'retry-after': String(seconds) };
    checkPlannedFaults(file, { ...blank, atMs, status: 503, answer, answerHeaders });
    return said;
  };

  it('names the end of the last of its outages that overlap or follow at once, in whole seconds', () => {
    const faults = [outage(0, 20), outage(5, 10), outage(20, 21), outage(22, 30), outage(0, 90, 'faucet')];
    expect(advised(6 * minute, 15 * 60, faults)).toEqual([]);
    expect(advised(6 * minute + 1, 15 * 60, faults)).toEqual([]);
    expect(advised(6 * minute, 4 * 60, faults)).toEqual([
      'casino/bet is out for 900 s; its Retry-After is 240',
    ]);
    expect(advised(22 * minute, 8 * 60, faults.toReversed())).toEqual([]);
  });

  it('says nothing of an empty pool', () => {
    expect(advised(21 * minute, 1, [outage(0, 20), outage(22, 30)])).toEqual([]);
  });
});

describe('a transfer of bitcoin', () => {
  const from = 'bc1q-from';
  const sentAfter = (funds: readonly string[], amount: string, genesis = 'empty'): string[] => {
    const { file, said } = listening({ policies: { 'wallet.genesis': genesis } });
    const books = new ChainBooks(file);
    for (const paid of funds)
      books.answered({
        ...blank, service: 'control', operation: 'fund',
        body: { amount: paid }, answer: { chain: 'bitcoin', address: from, asset: 'BTC', amount: paid, tx_hash: paid },
      }); // prettier-ignore
    const answer = {
      chain: 'bitcoin', from, to: 'bc1q-to', amount, fee: '0.00001', tx_hash: 'h',
      status: 'pending', fee_asset: 'BTC', settled_at: null, asset: 'BTC',
    }; // prettier-ignore
    books.answered({ ...blank, service: 'wallet', operation: 'sendSigned', body: { amount }, answer });
    return said;
  };
  const stuck = /^a transfer leaves \d+ times 1e-30 of bitcoin, which is never spent$/;

  it('leaves nothing, or what can be spent', () => {
    expect(sentAfter(['0.5'], '0.49999')).toEqual([]);
    expect(sentAfter(['0.5'], '0.49998454')).toEqual([]);
    expect(sentAfter(['0.5'], '0.49998455')).toEqual([expect.stringMatching(stuck)]);
    expect(sentAfter(['0.3', '0.2'], '0.49998999')).toEqual([expect.stringMatching(stuck)]);
  });

  it('may leave what was never more, and what nothing tells', () => {
    expect(sentAfter(['0.5', '0.00000545'], '0.49999')).toEqual([]);
    expect(sentAfter(['0.5', '0.00000546'], '0.49999')).toEqual([]);
    expect(sentAfter(['0.5'], '0.49998455', 'funded')).toEqual([]);
  });
});

describe('an end beside amounts of unknown size', () => {
  const end = (changes: readonly object[], isDoubtful = true): FirmEnd => {
    const open = { ways: [{ changes }], ...(isDoubtful ? { doubted: () => undefined } : {}) };
    return { ...open, whole: open } as unknown as FirmEnd;
  };
  const sale = end([{ agent: 'a', available: 10 }]);
  const sure = end([{ agent: 'a', available: 10 }], false);
  const held = end([{ agent: 'a', held: -10 }]);
  const rest = end([{ agent: 'a', upTo: 100 }], false);
  const seen = (available: number) => [{ agent: 'a', available, held: 0 }];

  it('is doubted where they explain the balances without it, or with it', () => {
    const chosen = [{ end: sale, way: 0 }, { end: rest, way: 0 }]; // prettier-ignore
    expect(doubtedEnds(seen(50), chosen, [sale, sure, held, rest])).toEqual([sale]);
    expect(doubtedEnds(seen(50), [{ end: rest, way: 0 }], [sale, sure, held, rest])).toEqual([sale]);
  });

  it('is none where they do not, or where every size is known', () => {
    const chosen = [{ end: sale, way: 0 }, { end: rest, way: 0 }]; // prettier-ignore
    expect(doubtedEnds(seen(105), chosen, [sale, rest])).toEqual([]);
    expect(doubtedEnds(seen(5), [{ end: rest, way: 0 }], [sale, rest])).toEqual([]);
    expect(doubtedEnds(seen(10), [{ end: sale, way: 0 }], [sale, rest])).toEqual([]);
  });
});
