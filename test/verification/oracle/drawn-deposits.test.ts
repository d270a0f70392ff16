/** What is paid in from outside, and what addresses hold on their chains: what is said of drawn calls, one after the other. */
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/core/base/time.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { ChainBooks } from '../../../src/verification/oracle/models/chain-books.ts';
import { DepositModel } from '../../../src/verification/oracle/models/deposits.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';
import { FollowedRun } from './followed-run.ts';
import { caseOf, exchangeOf } from './said.ts';

const chains = ['ethereum', 'base', 'solana', 'tron', 'bitcoin', undefined, 7];
const addresses = ['0xAb', '0xaB', 'So1', 'so1', 'x0x', undefined, 7];

interface Paid {
  readonly body?: Body | undefined;
  readonly answer?: Body;
  readonly atMs?: number;
  readonly owner?: string | undefined;
  readonly status?: number;
  readonly operation?: string;
}

/** Deposits of one run, of alice unless another owner is named. */
class Deposits extends FollowedRun {
  readonly model: DepositModel;
  constructor(policies: Readonly<Record<string, string>> = {}) {
    super({ policies, agents: { alice: 0, bob: 0 } });
    this.model = new DepositModel(this.file);
  }

  pays({ operation = 'deposit', owner, ...more }: Paid): string[] {
    return this.hears(this.model, owner, [`control/control/${operation}`, more]);
  }
}

const due = (atMs: number): string => formatInstant(atMs);
const answered = (more: Body = {}): Body => ({ amount: '1.00', agent_id: 'alice', chain: 'base', due_at: due(4_000), ...more }); // prettier-ignore

describe('a deposit', () => {
  const body = { api_key: 'k', amount: 1, chain: 'base' };
  it.each<[string, number, number]>([
    ['ethereum', 0, 24_000],
    ['ethereum', 11_999, 24_000],
    ['ethereum', 12_000, 36_000],
    ['base', 1_999, 4_000],
    ['base', 2_000, 6_000],
    ['solana', 399, 800],
    ['tron', 3_000, 9_000],
  ])('on %s at %i ms is credited with the second block, at %i ms', (chain, atMs, dueAtMs) => {
    const run = new Deposits();
    const paid = { body: { ...body, chain }, atMs, owner: 'alice' };
    expect(run.pays({ ...paid, answer: answered({ chain, due_at: due(dueAtMs) }) })).toEqual([]);
    run.timers.advance(dueAtMs - 1);
    expect(run.has('alice')[0]).toBe(0);
    run.timers.advance(dueAtMs);
    expect(run.has('alice')[0]).toBe(1_000_000);
    expect(run.pays({ ...paid, atMs: dueAtMs, answer: answered({ chain, due_at: due(dueAtMs) }) })).toHaveLength(1);
  }); // prettier-ignore

  it('is credited at once under one reading', () => {
    const run = new Deposits({ 'casino.depositCredit': 'at-once' });
    expect(run.pays({ body, atMs: 7, owner: 'alice', answer: answered({ due_at: due(7) }) })).toEqual([]);
    expect(run.has('alice')[0]).toBe(1_000_000);
    expect(run.pays({ body, atMs: 8, owner: 'alice', answer: answered({ due_at: due(7) }) })).toEqual(['deposits-credited: due_at is 7; expected 8']);
  }); // prettier-ignore

  it('has the amount, the agent and the chain that it was sent with', () => {
    const said = (more: Body): string[] => new Deposits().pays({ body, owner: 'alice', answer: answered(more) });
    expect(said({})).toEqual([]);
    expect(said({ amount: '1.000001' })).toEqual(['deposits-credited: amount is 1.000001 USDC; expected 1.00 USDC']);
    expect(said({ agent_id: 'bob' })).toEqual(['deposits-credited: agent_id is bob; expected alice']);
    expect(said({ chain: 'tron' })).toEqual(['deposits-credited: chain is tron; expected base']);
  }); // prettier-ignore

  it('of all that a world takes is the last one', () => {
    const run = new Deposits();
    const refused = { status: 400, answer: { code: 'BAD_REQUEST' } };
    const most = { body: { ...body, amount: 999_999_999 }, owner: 'alice', answer: answered({ amount: 999_999_999 }) };
    expect(run.pays(most)).toEqual([]);
    expect(run.pays({ body: { ...body, amount: '1.000001' }, owner: 'alice', ...refused })).toEqual([]);
    expect(run.pays({ body, owner: 'alice', ...refused })).toHaveLength(1);
    expect(run.pays({ body, owner: 'alice', answer: answered() })).toEqual([]);
    expect(run.pays({ body: { ...body, amount: 0.000001 }, owner: 'alice', ...refused })).toEqual([]);
  }); // prettier-ignore
});

function drawnDeposit(draw: DrawBelow): Paid {
  const address = oneOf(draw, addresses);
  return {
    operation: oneOf(draw, ['deposit', 'deposit', 'depositAddress', 'fund']),
    owner: oneOf(draw, ['alice', 'bob', undefined]),
    body: draw(15) === 0 ? undefined : { ...(draw(2) === 0 ? { address } : {}), ...(draw(5) === 0 ? {} : { chain: oneOf(draw, chains) }), amount: oneOf(draw, [1, 1, 0, 0.000001, 0.000002, 400_000_000, 'x', undefined]) },
    status: oneOf(draw, [200, 200, 201, 400, 404, 500]),
    answer: { code: oneOf(draw, ['BAD_REQUEST', 'NOT_FOUND']), address: oneOf(draw, addresses), chain: oneOf(draw, chains), agent_id: oneOf(draw, ['alice', 'bob', undefined]), amount: '1', due_at: due(draw(30) * 1_000) },
  };
} // prettier-ignore

function depositsSaid(seed: string, policies: Readonly<Record<string, string>>): unknown[] {
  const draw = drawFrom(seed);
  const all: unknown[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const run = new Deposits(policies);
    for (let call = 0, atMs = 0; call < 12; call += 1, atMs += draw(4_000))
      all.push(run.pays({ ...drawnDeposit(draw), atMs }), run.has('alice'), run.has('bob'));
  }
  return all;
}

const symbols = ['ETH', 'BTC', 'USDC', 'SOL', undefined];
const amounts = ['0', '1', '1.5', '0.00000546', '0.000005459999999999999999999999', '2', '1000', '1000.1', 'x', 'x1', '1x', undefined, 1]; // prettier-ignore
const hashes = ['h1', 'h2', 'h3', 'h4', undefined];
const places = ['0xAb', '0xaB', 'bc1', 'Bc1', undefined];
const chainNames = ['base', 'ethereum', 'bitcoin', 'bitcoin', 'solana', 'monero', undefined];
const operations = ['control/_/fund', 'control/_/fund', 'wallet/B/send', 'wallet/primary/openSwap', 'casino/A/withdraw', 'wallet/primary/withdrawReferral', 'wallet/primary/sendSigned', 'wallet/primary/sendSigned', 'wallet/B/transaction', 'wallet/B/transactions', 'wallet/primary/chainTransactions', 'wallet/primary/chainBalance', 'wallet/primary/chainBalance', 'control/_/clock', 'casino/A/sendSigned', 'casino/A/send']; // prettier-ignore

/** A call about few addresses, so that what is paid and what is seen meet. */
function drawnCall(draw: DrawBelow, of: string): AuditedExchange {
  const chain = draw(4) === 0 ? oneOf(draw, chainNames) : of;
  const [address, to] = [oneOf(draw, places), oneOf(draw, places)];
  const row = (): Body => ({ tx_hash: oneOf(draw, hashes), status: oneOf(draw, ['confirmed', 'failed', 'pending']), symbol: 'USDC', balance: oneOf(draw, amounts) });
  const answer = {
    ...row(), code: oneOf(draw, ['CONFLICT', 'INSUFFICIENT_BALANCE']), chain, to_chain: chain, address, to, from: address, to_address: to, deposit_address: oneOf(draw, places), amount: oneOf(draw, amounts),
    fee: oneOf(draw, ['0.25', '0', undefined]), asset: oneOf(draw, symbols), token: oneOf(draw, [undefined, 'USDC', 'ETH']), to_token: oneOf(draw, [undefined, 'USDC', 'native']), fee_asset: oneOf(draw, symbols), settled_at: null,
    symbol: oneOf(draw, symbols), tokens: [row()], transactions: Array.from({ length: oneOf(draw, [0, 1, 4, 11]) }, row), total: draw(4),
  };
  const body = draw(12) === 0 ? undefined : { amount: oneOf(draw, amounts), token: oneOf(draw, [undefined, undefined, 'native', 'USDC']), from: address, to, address, chain };
  return exchangeOf(oneOf(draw, operations), {
    status: oneOf(draw, [200, 200, 200, 200, 300, 409, 422]), body, answer, params: address === undefined ? {} : { address },
    query: { ...(chain === undefined ? {} : { chain }), ...(draw(2) === 0 ? { view_key: 'v' } : {}), ...(draw(5) === 0 ? { [oneOf(draw, ['limit', 'page'])]: '1' } : {}) },
    headers: draw(4) === 0 ? { 'idempotency-key': 'k' } : {},
  });
} // prettier-ignore

function chainsSaid(chain: string, genesis: string, seed: string): string[] {
  const draw = drawFrom(`${chain} ${genesis} ${seed}`);
  const all: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const { file, said } = caseOf({ setting: { faults: [], policies: { 'wallet.genesis': genesis } } });
    const books = new ChainBooks(file);
    for (let call = 0; call < 25; call += 1) books.answered(drawnCall(draw, chain));
    all.push(said.join('\n'));
  }
  return all;
}

describe('drawn calls', () => {
  describeKept(
    new URL('drawn-deposits.json', import.meta.url),
    [
      ...[0, 1, 2, 3, 4].map((turn): KeptSubject => ({ name: `deposits ${turn}`, made: () => depositsSaid(`deposits ${turn}`, turn % 2 === 0 ? {} : { 'casino.depositCredit': 'at-once' }) })),
      ...['base', 'bitcoin', 'monero', 'solana'].flatMap((chain) => ['empty', 'funded'].flatMap((genesis) => [0, 1, 2].map((turn) => ({ name: `addresses on ${chain}, ${genesis} ${turn}`, made: () => chainsSaid(chain, genesis, `${turn}`) })))),
    ],
  );
}); // prettier-ignore
