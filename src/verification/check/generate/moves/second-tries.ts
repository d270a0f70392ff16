/** Calls that fail and leave nothing behind, and the same again: what the first try has touched is as if it had not been. */
import { secondMs } from '../../../../core/base/time.ts';
import type { Draw } from '../draw.ts';
import type { ModelState, OperationDraft } from '../model-state.ts';
import type { FaultSource } from '../../../../simulation/scenario/schema.ts';
import type { CallSeries } from './series.ts';

const casino = '/casino/api/v1';
const gets = (...paths: string[]): OperationDraft[] => paths.map((path) => ({ do: `GET ${path}` }));

interface Try {
  readonly service: FaultSource['service'];
  readonly call: OperationDraft;
  /** What shows what the call has done. */
  readonly looks: readonly OperationDraft[];
}

const tries = (draw: Draw, other: string): readonly Try[] => [
  {
    service: 'faucet',
    call: { do: 'POST /faucet/api/v1/faucet/claim' },
    looks: gets('/faucet/api/v1/faucet/status', '/faucet/status'),
  },
  {
    service: 'faucet',
    call: { do: 'POST /faucet/claim' },
    looks: gets('/faucet/status', '/faucet/agents'),
  },
  {
    service: 'escrow',
    call: { do: 'POST /escrow/escrow', body: { receiver: other, amount: 0.5 } },
    looks: gets('/escrow/escrows', '/faucet/status'),
  },
  {
    service: 'domains',
    call: { do: 'POST /api/domains-api/register', body: { domain: `again-${draw.integer(3)}.agent` } },
    looks: gets('/api/domains-api/domains', '/api/wallet-api/balance'),
  },
  {
    service: 'trading',
    call: { do: 'POST /api/trading-api/order', body: { pair: 'ETH-USDC', side: 'buy', amount: 1.5 } },
    looks: gets('/api/trading-api/portfolio', '/api/trading-api/orders'),
  },
  {
    service: 'wallet',
    call: { do: 'POST /api/wallet-api/send', body: { to: other, amount: 0.25 } },
    looks: gets('/api/wallet-api/transactions', '/api/wallet-api/balance'),
  },
  {
    service: 'casino',
    call: { do: `POST ${casino}/games/dice`, body: { amount: 0.01, direction: 'over', threshold: 50 } },
    looks: gets(`${casino}/auth/ledger`, '/api/casino-api/history', `${casino}/stats/me`),
  },
  {
    service: 'casino',
    call: { do: `POST ${casino}/fairness/rotate`, body: { client_seed: 'again' } },
    looks: gets(`${casino}/fairness/seeds`, `${casino}/fairness/seed-hash`),
  },
  {
    service: 'casino',
    call: { do: `PUT ${casino}/kelly/config`, body: { risk_factor: 0.5 } },
    looks: gets(`${casino}/kelly/limits`),
  },
];

/** Calls of a series are a second apart: for as long as the first try takes, each of its service is undone. */
function undoesAt(model: ModelState, service: Try['service'], index: number): void {
  const atMs = model.atMs + (index + 1) * secondMs;
  model.faults.push({ at: `${atMs}ms`, service, kind: 'error', for: '1s', rate: 1, effect: 'undone' });
}

/** Some of them in turn, by an agent that may be new: it has no grant of the faucet yet. */
export const undoneCalls: CallSeries = (model, draw, person) => {
  const newcomer = `late-${model.operations.length}`;
  const by = draw.chance(60) ? newcomer : person;
  const joins = { do: 'POST /faucet/api/v1/agents/register', by, body: { agent_id: by } };
  const all = tries(draw, person);
  const first = by === newcomer ? all.slice(0, 1) : [];
  const calls: OperationDraft[] = by === newcomer ? [joins] : [];
  for (const { service, call, looks } of [...first, draw.pick(all), draw.pick(all)]) {
    undoesAt(model, service, calls.length + looks.length);
    calls.push(...looks, call, ...looks, call, ...looks);
  }
  return calls.map((each) => ({ ...each, by }));
};
