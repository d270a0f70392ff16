/** Accounts of the house, request by request; hands in which the player moves; addresses; seeds that no agent has asked for. */
import { describe, expect, it, vi } from 'vitest';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { execute } from '../../../src/verification/check/execute.ts';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Balances, Body } from '../../../src/verification/oracle/exchange.ts';
import { Activity } from '../../../src/verification/oracle/facts/activity.ts';
import { ShownAddresses } from '../../../src/verification/oracle/facts/shown-addresses.ts';
import { handFields } from '../../../src/verification/oracle/models/drawn-hands.ts';
import { HouseMoves } from '../../../src/verification/oracle/models/house-moves.ts';
import { Oracle } from '../../../src/verification/oracle/oracle.ts';

const answered = (call: string, answer: Body, status = 200): AuditedExchange => {
  const [service = '', style = '', operation = ''] = call.split('/');
  return {
    number: 0, atMs: 0, service, style, operation, method: 'POST', route: '', path: '', params: {}, query: {}, headers: {},
    body: undefined, isRaw: false, ip: '10.0.0.1', status, answer, answerHeaders: {},
  }; // prettier-ignore
};

function fileAnd(said: string[]): Case {
  const policies = { 'trading.venue': '10000000' };
  const breaks = (_: string, message: string): number => said.push(message);
  return { setting: { policies, changed: [] }, breaks } as unknown as Case;
}

describe('the accounts of the house', () => {
  const alice = (availableMicros: number): Balances =>
    new Map([['alice', { availableMicros, heldMicros: 0 }]]);
  const before = new Map([['issuer', 0], ['casino:house', 100], ['escrow:fees', 0], ['trading:venue', 0]]); // prettier-ignore

  /** What is said of a call that leaves alice with so much of 50. */
  function saidOf(
    call: string,
    status: number,
    after: Readonly<Record<string, number>>,
    left = 50,
  ): string[] {
    const said: string[] = [];
    const moves = new HouseMoves(fileAnd(said));
    moves.arrived(alice(50), before);
    moves.answered(answered(call, {}, status), alice(left), new Map([...before, ...Object.entries(after)]));
    return said;
  }

  it('are changed by the calls of their service alone, and what leaves an agent is in them', () => {
    expect(saidOf('casino/A/bet', 200, { 'casino:house': 110 }, 40)).toEqual([]);
    expect(saidOf('casino/A/bet', 200, { 'escrow:fees': 10 }, 40)).toHaveLength(1);
    expect(saidOf('casino/A/bet', 200, { 'casino:house': 109 }, 40)).toHaveLength(1);
  });

  it('are changed by no read and no refusal, but may be opened by one', () => {
    expect(saidOf('casino/A/balance', 200, { 'casino:house': 101 })).toHaveLength(1);
    expect(saidOf('casino/A/bet', 400, {}, 49)).toHaveLength(1);
    const opened = { issuer: -10_000_000_000_000, 'trading:venue': 10_000_000_000_000 };
    expect(saidOf('trading/B/place', 422, opened)).toEqual([]);
  });
});

/** The seeds of the vectors in docs/outcomes.md. */
const seed = '5e1f3c8a9b7d6024e8c1a3f5097b2d4c6e80f1a2b3c4d5e6f708192a3b4c5d6e';

describe('a hand in which the player moves', () => {
  it.each([
    [0, ['QH', 'KH'], { cards: ['QH', 'KH', 'KS', '9S', '5S'] }],
    [1, [], { cards: ['2C', '3H', '5S', 'QH', '4D'] }],
    [6, [], { player: ['J', '6', 'Q'], dealer: ['7', '7'] }],
    [5, [], { player: ['5', '7', '2'], dealer: ['4', '8', '2', 'T'] }],
  ])('has the cards of the vectors, under nonce %i', (nonce, holds, shown) => {
    const fields = handFields(seed, { nonce, clientSeed: 'my seed', shown, holds }, true);
    expect(fields.length).toBeGreaterThan(0);
    for (const { seen, wanted } of fields) expect(seen).toBe(wanted);
  });

  it('has the cards of endless packs under the other payouts', () => {
    const shown = { player: ['7', 'A'], dealer: ['J', '8'] };
    const fields = handFields(seed, { nonce: 2, clientSeed: 'my seed', shown, holds: [] }, false);
    expect(fields.map(({ wanted }) => wanted)).toEqual(['7 A', 'J 8']);
  });
});

describe('addresses', () => {
  function saidOf(...exchanges: AuditedExchange[]): string[] {
    const said: string[] = [];
    const shown = new ShownAddresses(fileAnd(said));
    for (const exchange of exchanges) shown.answered(exchange, 'alice');
    return said;
  }
  const bitcoin = 'bc1qvuk3pwzwpz9vhgw25jm0u63945jw70dpedc4qc';
  const tron = 'TMtF46Jm32bcss7cjvwWapiMnWPC7DSuYj';

  it('have the checksum of their chain', () => {
    const of = (addresses: Body): string[] => saidOf(answered('wallet/A/addresses', { addresses }));
    expect(of({ bitcoin, tron, solana: '11111111111111111111111111111111' })).toEqual([]);
    expect(of({ bitcoin: bitcoin.replace('vuk3', 'vuk4') })).toHaveLength(1);
    expect(of({ tron: tron.replace('46Jm', '47Jm') })).toHaveLength(1);
    expect(of({ solana: '1111' })).toHaveLength(1);
  });

  it('are the same on all EVM chains, and wherever an agent is shown', () => {
    const [one, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
    expect(saidOf(answered('wallet/B/addresses', { base: one, polygon: other }))).toHaveLength(1);
    const lookup = answered('domains/B/lookup', { owner_id: 'alice', owner: other });
    expect(saidOf(answered('wallet/B/addresses', { base: one, polygon: one }), lookup)).toHaveLength(1);
  });
});

it('the activity of an agent is what has succeeded under its key', () => {
  const said: string[] = [];
  const activity = new Activity(fileAnd(said));
  const list = (count: number): AuditedExchange =>
    answered('faucet/B/publicAgents', { agents: [{ agent_id: 'alice', activity: count }] });
  activity.answered(answered('escrow/B/list', {}), 'alice');
  activity.answered(answered('escrow/B/list', {}, 404), 'alice');
  activity.answered(list(1), undefined);
  expect(said).toEqual([]);
  activity.answered(list(2), undefined);
  expect(said).toHaveLength(1);
});

it('after a run the seeds in use are revealed, which is no operation of it', async () => {
  const heard: string[] = [];
  const real = Object.getOwnPropertyDescriptor(Oracle.prototype, 'answered')?.value as Oracle['answered'];
  const spy = vi.spyOn(Oracle.prototype, 'answered').mockImplementation(function (
    this: Oracle,
    exchange,
    ...rest
  ) {
    heard.push(exchange.operation);
    real.call(this, exchange, ...rest);
  });
  const { violations, operations } = await execute(
    {
      name: 'revealed',
      seed: '1',
      for: '1m',
      expect: { property_violations: ['value==0'] },
      operations: [
        { do: 'POST /faucet/register', body: { agent_id: 'alice' }, by: 'alice' },
        { do: 'POST /casino/api/v1/games/coin-flip', body: { side: 'heads', amount: 0.01 }, by: 'alice' },
      ],
    },
    scenarioHost,
  );
  spy.mockRestore();
  expect(violations).toEqual([]);
  expect(operations).toBe(2);
  expect(heard).toEqual(['register', 'bet', 'rotate']);
});
