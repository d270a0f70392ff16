/** Repeats under a key, and what the venue of trades has: each rule at its bounds. */
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { IdempotencyModel } from '../../../src/verification/oracle/models/idempotency.ts';
import { VenueModel } from '../../../src/verification/oracle/models/venue.ts';
import { caseOf, exchangeOf } from './said.ts';

type More = Partial<AuditedExchange>;
type Policies = Readonly<Record<string, string>>;

describe('a repeat under a key', () => {
  const heard = (policies: Policies = {}) => {
    const { file, said } = caseOf({ setting: { policies: { 'http.idempotency': 'header', ...policies } } });
    const model = new IdempotencyModel(file);
    const exchange = (more: More = {}) => exchangeOf('wallet/B/send', { method: 'POST', route: '/send', path: '/send', ip: '10.0.0.1', headers: { 'idempotency-key': 'k' }, body: { amount: 1 }, answer: { tx_hash: 'a' }, ...more });
    const asks = (more: More = {}, caller = 'alice') => model.isRepeat(exchange(more), caller);
    return { model, said, asks, exchange };
  };
  const error = (status: number): More => ({ status, answer: { code: 'x' } });

  /** What the second request is, and what is said of it as a repeat; undefined where it is none. */
  it.each<[More, string[] | undefined, More?]>([
    [{}, []],
    [{ atMs: dayMs - 1 }, []],
    [{ atMs: dayMs }, undefined],
    [{ answer: { tx_hash: 'b' } }, ['send: the repeat differs in tx_hash from the first answer']],
    [{ answer: { tx_hash: 'b', fee: 1 } }, ['send: the repeat differs in tx_hash, fee from the first answer']],
    [{ answer: {} }, ['send: the repeat differs in tx_hash from the first answer']],
    [{ status: 201 }, ['send: the repeat is answered 201, the first was 200']],
    [error(404), ['send: the repeat is answered 404, the first was 200']],
    [error(500), []],
    [error(503), []],
    [error(429), []],
    [error(401), []],
    [{ body: { amount: 2 } }, ['send: another request under a used key is answered 200']],
    [{ path: '/send/other' }, ['send: another request under a used key is answered 200']],
    [{ body: { amount: 2 }, ...error(409) }, []],
    [{ body: { amount: 2 }, ...error(400) }, []],
    [{ body: { amount: 2 }, ...error(404) }, ['send: another request under a used key is answered 404']],
    [{ body: undefined }, ['send: another request under a used key is answered 200']],
    [{ body: undefined }, [], { body: {} }],
    [error(409), ['send: the repeat is answered 409, the first was 200']],
    [{ body: { private_key: '[redacted]' }, ...error(409) }, [], { body: { private_key: '[redacted]' } }],
    [{ body: { private_key: '[redacted]' }, ...error(404) }, ['send: the repeat is answered 404, the first was 200'], { body: { private_key: '[redacted]' } }],
    [{ headers: { 'idempotency-key': 'l' } }, undefined],
    [{ headers: {} }, undefined],
    [{ method: 'PUT' }, undefined],
    [{ route: '/other' }, undefined],
    [{ isRaw: true }, undefined],
    [{ service: '' }, undefined],
    [{ method: 'GET' }, undefined, { method: 'GET' }],
    // Only an answer that was carried out is kept.
    [{}, undefined, error(500)],
    [{}, undefined, error(429)],
    [{}, undefined, error(401)],
    [{}, undefined, error(400)],
    [error(404), [], error(404)],
    [error(409), [], error(409)],
  ])('%j: %j, after %j', (second, wanted, first = {}) => {
    const { asks, said } = heard();
    expect(asks(first)).toBe(false);
    expect(asks(second)).toBe(wanted !== undefined);
    expect(said).toEqual((wanted ?? []).map((message) => `idempotent-repeats: ${message}`));
  });

  it('is one of its caller, or of its address where no caller is known', () => {
    const { asks } = heard();
    asks();
    expect([asks({}, 'bob'), asks({}, 'alice')]).toEqual([false, true]);
    const keyless = heard();
    keyless.model.isRepeat(keyless.exchange(), undefined);
    expect([keyless.model.isRepeat(keyless.exchange({ ip: '10.0.0.2' }), undefined), keyless.model.isRepeat(keyless.exchange(), undefined)]).toEqual([false, true]);
  });

  it('of a request that was refused for its form may be a conflict, or run', () => {
    const after = (second: More, first: More = error(400)) => {
      const { asks, said } = heard();
      asks(first);
      return [asks(second), said];
    };
    expect([after({ ...error(409), atMs: dayMs - 1 }), after({ ...error(409), atMs: dayMs }), after({})]).toEqual([[true, []], [false, []], [false, []]]);
    expect(after(error(409), error(429))).toEqual([false, []]);
    expect(after({ ...error(409), headers: { 'idempotency-key': 'l' } })).toEqual([false, []]);
    const { asks } = heard();
    expect([asks(error(400)), asks(error(400)), asks(), asks()]).toEqual([false, false, false, true]);
  });

  it('has no mnemonic, or another wallet', () => {
    const wallet = { answer: { address: 'a', mnemonic: 'x' } };
    const repeated = (policies: Policies, answer: Body) => {
      const { asks, said } = heard(policies);
      asks(wallet);
      return [asks({ answer }), said];
    };
    expect(repeated({ 'wallet.replayedMnemonic': 'withheld' }, { address: 'a' })).toEqual([true, []]);
    expect(repeated({ 'wallet.replayedMnemonic': 'withheld' }, wallet.answer)).toEqual([true, ['idempotent-repeats: send: the repeat differs in mnemonic from the first answer']]);
    expect(repeated({ 'wallet.replayedMnemonic': 'remade' }, { address: 'b', mnemonic: 'y' })).toEqual([false, []]);
  });

  it('may come after an error that took the place of the first answer', () => {
    const late = (policies: Policies, { failed = {}, more = {}, moved = [true, true] }: { failed?: More; more?: More; moved?: readonly boolean[] } = {}) => {
      const { model, exchange, said } = heard(policies);
      model.failed(exchange({ ...error(500), ...failed }), 'alice', moved[0] ?? false);
      return [model.isLate(exchange(more), 'alice', moved[1] ?? false), said.length];
    };
    expect([late({}), late({}, { moved: [true, false] }), late({}, { moved: [false, true] })]).toEqual([[true, 1], [true, 0], [true, 0]]);
    expect(late({ 'http.idempotency': 'none' })).toEqual([true, 0]);
    expect([late({}, { more: { atMs: dayMs - 1 } }), late({}, { more: { atMs: dayMs } }), late({}, { more: { body: {} } }), late({}, { failed: { headers: {} } })]).toEqual([[true, 1], [false, 0], [false, 0], [false, 0]]);
    const { model, exchange, said } = heard();
    for (const hasMoved of [true, false]) model.failed(exchange(error(500)), 'alice', hasMoved);
    model.isLate(exchange(), 'alice', true);
    expect(said).toEqual(['idempotent-repeats: send: the repeat of a call that was carried out and answered 5xx moves the balance again']);
  });

  it('is kept since the call that was carried out and answered by an error', () => {
    const repeats = (hasMoved: boolean, atMs: number, answeredMs = 5) => {
      const { model, asks, exchange } = heard();
      model.failed(exchange(error(500)), 'alice', hasMoved);
      asks({ atMs: answeredMs });
      return asks({ atMs });
    };
    expect([repeats(true, dayMs - 1), repeats(true, dayMs), repeats(false, dayMs), repeats(false, dayMs + 4), repeats(false, dayMs + 5), repeats(true, 2 * dayMs - 1, dayMs)]).toEqual([true, false, true, true, false, true]);
  });
}); // prettier-ignore

describe('the venue of trades', () => {
  interface Given {
    readonly policies?: Policies;
    readonly seen?: Readonly<Record<string, number>>;
    readonly caller?: string | undefined;
  }
  const listening = ({ policies = {}, seen = {} }: Given) => {
    const { file, said } = caseOf({ setting: { policies }, houses: { seen: (name: string) => seen[name] } });
    return { model: new VenueModel(file), said };
  };
  const capped = { 'trading.venueShort': 'capped' };
  const sale = { side: 'sell', pair: 'ETH-USDC', amount: 5.000001 };

  it.each<[Body, Given, number, More?]>([
    [sale, {}, 1],
    [{ ...sale, type: 'market' }, {}, 1],
    [{ ...sale, amount: 5 }, {}, 0],
    [{ ...sale, amount: 'x' }, {}, 0],
    [{ ...sale, side: 'buy' }, {}, 0],
    [{ ...sale, type: 'limit' }, {}, 0],
    [{ ...sale, market_type: 'perp' }, {}, 0],
    [sale, {}, 0, { style: 'A' }],
    [sale, {}, 0, { status: 402 }],
    [sale, { policies: { 'trading.venueShort': 'issued' } }, 0],
    [sale, { seen: { 'trading:venue': 0 } }, 0],
    [sale, { seen: {} }, 0],
    [sale, { seen: { 'trading:venue': 1 } }, 1],
  ])('pays no sale with what it has not: row %#', (body, given, count, more = {}) => {
    const { model, said } = listening({ policies: capped, seen: { 'trading:venue': 5_000_000 }, ...given });
    model.answered(exchangeOf('trading/B/place', { body, ...more }), 'alice');
    expect(said).toHaveLength(count);
    if (given.seen === undefined && count > 0) expect(said).toEqual(['house-accounts: a sale of 5.000001 USDC is paid by a venue that has 5.00 USDC']);
    model.answered(exchangeOf('trading/B/place', { body, ...more }), undefined);
    expect(said).toHaveLength(count);
  });

  it('keeps no rest of a settlement, where it is the venue that has it', () => {
    const left = (micros: number | undefined, policies: Policies = { 'trading.fundingRest': 'venue' }) => {
      const { model, said } = listening({ policies, seen: micros === undefined ? {} : { 'trading:funding': micros } });
      model.answered(exchangeOf('trading/B/price'), undefined);
      return said;
    };
    expect([left(0), left(undefined), left(1, { 'trading.fundingRest': 'account' })]).toEqual([[], [], []]);
    expect([left(1), left(-1)].flat()).toEqual(['funding-direction: 0.000001 USDC is left in the funding account', 'funding-direction: -0.000001 USDC is left in the funding account']);
  });

  describe('where an account has the rest', () => {
    const perp = { market_type: 'perp', pair: 'ETH-USDC', side: 'buy', amount: 1 };
    const row = { market_type: 'perp', funding: '-0.000005' };
    interface Traded {
      readonly trades?: readonly (readonly [body: Body, more?: More, caller?: string])[];
      readonly rows?: readonly Body[];
      /** Null where the account has not been seen. */
      readonly left?: number | null;
      readonly style?: string;
      readonly more?: More;
      readonly policies?: Policies;
    }
    const paid = ({ trades = [[perp]], rows = [row], left = 4, style = 'B', more = {}, policies = {} }: Traded) => {
      const seen = left === null ? {} : { 'trading:funding': left };
      const { model, said } = listening({ policies: { 'trading.fundingRest': 'account', ...policies }, seen });
      for (const [body, with_ = {}, caller = 'alice'] of trades) model.answered(exchangeOf('trading/B/place', { body, ...with_ }), caller);
      model.answered(exchangeOf(`trading/${style}/positions`, { answer: { positions: rows }, ...more }), 'alice');
      return said;
    };

    it('has what the only position has paid', () => {
      expect(paid({})).toEqual(['funding-direction: alice has paid 0.000005 USDC, and 0.000004 USDC is left of it']);
      const silent: readonly Traded[] = [
        { left: 5 }, { left: null }, { rows: [] }, { rows: [row, row] }, { rows: [{ ...row, funding: '0.000005' }] }, { rows: [{ ...row, market_type: 'spot' }] },
        { more: { status: 404 } }, { policies: { 'trading.fundingRest': 'other' } }, { trades: [] }, { trades: [[{ ...perp, market_type: 'spot' }]] }, { trades: [[perp, { status: 400 }]] },
        { trades: [[perp], [{ ...perp, pair: 'BTC-USDC' }]] }, { trades: [[perp], [perp, {}, 'bob']] },
      ];
      for (const one of silent) expect(paid(one), JSON.stringify(one)).toEqual([]);
    });

    it('counts each market of an agent once, whatever the style', () => {
      const byA = { symbol: 'ETH-PERP', side: 'long', size: 1 };
      const one: readonly Traded[] = [
        { trades: [[perp], [perp]] }, { trades: [[perp], [byA, { style: 'A' }]] }, { trades: [[perp, { status: 500 }]] }, { trades: [[byA, { style: 'A' }]] },
        { rows: [row, { ...row, market_type: 'spot' }] }, { style: 'A', rows: [{ funding: -0.000005 }] },
      ];
      for (const traded of one) expect(paid(traded), JSON.stringify(traded)).toHaveLength(1);
      expect(paid({ trades: [[perp], [{ ...byA, symbol: 'BTC-PERP' }, { style: 'A' }]] })).toEqual([]);
    });
  });
}); // prettier-ignore
