/** Live rounds from launch to end: what is held, what ends them, and what a cash-out pays. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { BetRecords } from '../../../src/verification/oracle/models/bet-records.ts';
import { Curves } from '../../../src/verification/oracle/models/curves.ts';
import { LandedCurves } from '../../../src/verification/oracle/models/landed-curves.ts';
import { FollowedRun, refused } from './followed-run.ts';
import { exchangeOf } from './said.ts';

const usdc = 1_000_000;

describe('a live round', () => {
  const curves = () => {
    const run = new FollowedRun({ agents: { alice: 10, bob: 0 } });
    const records = new BetRecords(run.file);
    const model = new Curves(run.file, { records, landed: new LandedCurves(run.file) });
    const hears = (act: (exchange: AuditedExchange) => void, more: Partial<AuditedExchange>, operation: string) => {
      const before = run.said.length;
      run.timers.advance(more.atMs ?? run.timers.nowMs);
      act(exchangeOf(`casino/short/${operation}`, { atMs: run.timers.nowMs, ...more }));
      return run.said.slice(before);
    };
    const launch = (answer: Body = {}, more: Partial<AuditedExchange> = {}) => hears((exchange) => model.launched(exchange, 'alice'), { answer: { amount: 2, cash_out_at: 1.5, seed_hash: 'h', nonce: 0, balance: 8, ...answer }, ...more }, 'launch');
    const cashOut = (answer: Body = {}, more: Partial<AuditedExchange> = {}) => hears((exchange) => model.cashedOut(exchange, 'alice'), { atMs: 5000, answer: { multiplier: 1.34, payout: 2.68, balance: 10.68, ...answer }, ...more }, 'cashOut');
    const sees = (available: number, held = 0) => run.books.unexplained(new Map([['alice', { availableMicros: available * usdc, heldMicros: held * usdc }]])).length;
    return { run, model, launch, cashOut, sees };
  };

  it('holds its stake back, and ends by itself in one of two ways', () => {
    for (const [left, payout, won] of [[8, 0, false], [11, 3, true]] as const) {
      const { run, model, launch, sees } = curves();
      expect([launch(), run.has('alice'), model.isClimbing('alice'), model.knows('alice'), model.count]).toEqual([[], [8 * usdc, 2 * usdc], true, true, 1]);
      expect([run.blurred, run.houses.known('casino:house'), model.knows('bob'), model.isClimbing('bob')]).toEqual([[['alice']], undefined, false, false]);
      run.timers.advance(60_000);
      expect([sees(8, 2), sees(left), run.bets]).toEqual([0, 0, [{ player: 'alice', stakeMicros: 2 * usdc, payoutMicros: payout * usdc, isAlone: false }]]);
      expect([model.isClimbing('alice'), model.knows('alice'), won]).toEqual([false, true, payout > 2]);
    }
    expect(curves().launch({ balance: 9 })).toEqual(['balances-explained: balance is 9.00 USDC; expected 8.00 USDC']);
    expect(curves().sees(9)).toBe(1);
  });

  it('is one at a time', () => {
    const conflict = refused('CONFLICT', 409);
    const message = ['bet-records: a round is refused though none is running'];
    expect([curves().launch({}, conflict), curves().launch({}, refused('BAD_REQUEST'))]).toEqual([message, []]);
    const { launch, cashOut } = curves();
    launch();
    expect(launch({}, conflict)).toEqual([]);
    cashOut();
    expect(launch({}, conflict)).toEqual(message);
  });

  it('is cashed out once, for what it has reached', () => {
    const { run, launch, cashOut } = curves();
    launch();
    expect([cashOut(), run.has('alice'), run.bets]).toEqual([[], [10.68 * usdc, 0], [{ player: 'alice', stakeMicros: 2 * usdc, payoutMicros: 2.68 * usdc, isAlone: false }]]);
    expect(cashOut()).toEqual(['bet-records: a round is cashed out that is not running']);
    expect(curves().cashOut()).toEqual(['bet-records: a round is cashed out that is not running']);
    expect([cashOut({}, refused('NOT_FOUND', 404)), curves().cashOut({}, refused('NOT_FOUND', 404)), cashOut({}, refused('CONFLICT', 409))]).toEqual([['bet-records: a round that is over is not found; expected CONFLICT'], [], []]);
  });

  it.each<[number, Body, readonly string[]]>([
    [5000, { multiplier: 1.35, payout: 2.7, balance: 10.7 }, ['bet-payouts: multiplier is 1.35; expected 1.34', 'bet-payouts: payout is 2.70 USDC; expected 2.68 USDC']],
    [5000, { balance: 10 }, ['balances-explained: balance is 10.00 USDC; expected 10.68 USDC']],
    [165, { multiplier: 1, payout: 2, balance: 10 }, ['bet-payouts: a curve is cashed out before it has reached 1.01x']],
    [166, { multiplier: 1.01, payout: 2.02, balance: 10.02 }, []],
    [7600, { multiplier: 1.5, payout: 3, balance: 11 }, []],
    [7600, { multiplier: 1.57, payout: 3.14, balance: 11.14 }, ['bet-payouts: multiplier is 1.57; expected 1.5', 'bet-payouts: payout is 3.14 USDC; expected 3.00 USDC']],
  ])('that is cashed out after %i ms with %j: %j', (atMs, answer, said) => {
    const { launch, cashOut } = curves();
    launch();
    expect(cashOut(answer, { atMs })).toEqual(said);
  });

  it('is looked at while it climbs, where nothing hides its end', () => {
    const asked = (atMs: number, prepare: (run: FollowedRun) => void = () => undefined, setting: object = {}) => {
      const run = new FollowedRun({ agents: { alice: 10 }, setting });
      const model = new Curves(run.file, { records: new BetRecords(run.file), landed: new LandedCurves(run.file) });
      model.launched(exchangeOf('casino/short/launch', { answer: { amount: 2, cash_out_at: 1.5 } }), 'alice');
      prepare(run);
      model.asked(exchangeOf('casino/A/balance', { atMs }), 'alice');
      model.asked(exchangeOf('casino/A/balance', { atMs }), 'bob');
      return run.said;
    };
    // It is at 1.50x after 6.757 seconds, and over a second later.
    expect([asked(7757), asked(7758)]).toEqual([[], ['bet-payouts: a curve goes on above 1.5x, where it is to be cashed out']]);
    const hidden = [asked(9000, ({ books }) => books.loosen('alice', 'x')), asked(9000, ({ books }) => books.blur('alice', 'x')), asked(9000, undefined, { faults: [{ kind: 'x', service: 'wallet', atMs: 1e12 }] })];
    expect(hidden).toEqual([[], [], []]);
  });
}); // prettier-ignore
