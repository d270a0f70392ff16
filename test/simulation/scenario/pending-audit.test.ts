import { describe, expect, it } from 'vitest';
import type { PendingReason } from '../../../src/platform/services/ports.ts';
import { auditPending, type Audited } from '../../../src/simulation/scenario/pending-audit.ts';
import { open, type Stage } from '../../conformance/harness.ts';
import { finish, hourMs, market, rough } from './market.ts';

const unexplained = (world: Audited): string[] =>
  auditPending(world)
    .filter(({ isExplained }) => !isExplained)
    .map(({ service, reason, transfers }) => `${service}: ${reason}: ${transfers}`);

/** One escrow locked, one disputed, one released; a limit order on each desk, one of them cancelled. */
function busyStage(): Stage {
  const stage = open();
  const { alice, bob } = stage.pair();
  alice.lock('bob', 1);
  const disputed = alice.lock('bob', 2);
  alice.post(`/escrow/escrow/${disputed}/dispute`, { reason: 'late' });
  const released = alice.lock('bob', '0.50');
  alice.post(`/escrow/escrow/${released}/release`);
  const order = { pair: 'BTC-USDC', side: 'buy', amount: 2, type: 'limit', price: 30_000 };
  expect(bob.post('/api/trading-api/order', order).status).toBe(201);
  const perp = { ...order, market_type: 'perp', leverage: 4 };
  expect(bob.post('/api/trading-api/order', perp).status).toBe(201);
  const gone = bob.post('/api/trading-api/order', order).text('order_id');
  expect(bob.send({ method: 'DELETE', path: `/api/trading-api/order/${gone}` }).status).toBe(200);
  return stage;
}

describe('pending transfers', () => {
  it('are all explained by the books of escrow and trading, amount by amount', () => {
    const { world, nowMs } = busyStage();
    expect(auditPending(world)).toEqual([
      {
        service: 'escrow',
        reason: 'escrow frozen until its ruling',
        isExplained: true,
        transfers: 2,
        micros: 2_000_000,
        firstUntilMs: nowMs + 48 * hourMs,
        lastUntilMs: nowMs + 48 * hourMs,
      },
      {
        service: 'escrow',
        reason: 'escrow locked until its expiry',
        isExplained: true,
        transfers: 2,
        micros: 1_000_000,
        firstUntilMs: nowMs + 24 * hourMs,
        lastUntilMs: nowMs + 24 * hourMs,
      },
      {
        service: 'trading',
        reason: 'order resting until its price comes',
        isExplained: true,
        transfers: 2,
        // 2.00 and 0.1%; a quarter of 2.00 and 0.1% of 2.00.
        micros: 2_002_000 + 502_000,
        firstUntilMs: null,
        lastUntilMs: null,
      },
    ]);
  });

  it('that no service answers for are unexplained', () => {
    const { world } = busyStage();
    const { ledger } = world;
    expect(unexplained({ ledger, pendingHolders: [] })).toEqual([': no service answers for it: 6']);
    const others = world.pendingHolders.filter(({ service }) => service !== 'escrow');
    expect(others.length).toBeLessThan(world.pendingHolders.length);
    expect(unexplained({ ledger, pendingHolders: others })).toEqual([': no service answers for it: 4']);
  });

  it.each<[string, (reason: PendingReason) => readonly PendingReason[], string]>([
    ['twice', (reason) => [reason, reason], 'it is claimed twice'],
    ['with another amount', (reason) => [{ ...reason, amountMicros: 1 }], 'the ledger holds another amount'],
    ['past its time', (reason) => [{ ...reason, untilMs: 0 }], 'its time is up'],
    ['after its end', (reason) => [reason, { ...reason, transfer: 0 }], 'the ledger has resolved it'],
    ['that never was', (reason) => [reason, { ...reason, transfer: 1e9 }], 'the ledger has resolved it'],
  ])('claimed %s are unexplained', (_, change, mistake) => {
    const { world } = busyStage();
    const pendingHolders = world.pendingHolders.map((owner) => ({
      ...owner,
      holder: { pendingReasons: () => [...owner.holder.pendingReasons()].flatMap(change) },
    }));
    const found = unexplained({ ledger: world.ledger, pendingHolders });
    expect(found.length).toBe(3);
    for (const line of found) expect(line).toContain(mistake);
  });

  it('are none once everything is resolved', () => {
    const stage = busyStage();
    stage.advance('48h');
    expect(auditPending(stage.world).map(({ service }) => service)).toEqual(['trading']);
    expect(unexplained(stage.world)).toEqual([]);
  });

  it('are explained on the clock of their service, whatever faults do to it', () => {
    for (let hours = 1; hours < 40; hours += 3) {
      const { run } = finish(market({ ...rough, forMs: hours * hourMs }));
      expect(unexplained(run.world)).toEqual([]);
    }
  });
});
