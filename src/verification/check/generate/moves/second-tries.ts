/** Calls that fail and leave nothing behind, or all that they do, and the same again: what the first try has touched is as if it had not been. */
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

/** Where it is, what is called, and what shows it. */
const made = (service: Try['service'], call: OperationDraft, ...looks: string[]): Try => ({
  service,
  call,
  looks: gets(...looks),
});

const post = (path: string, body?: object): OperationDraft => ({
  do: `POST ${path}`,
  ...(body === undefined ? {} : { body }),
});

const tries = (draw: Draw, other: string): readonly Try[] => {
  const name = { domain: `again-${draw.integer(3)}.agent` };
  const order = { pair: 'ETH-USDC', side: 'buy', amount: 1.5 };
  const dice = { amount: 0.01, direction: 'over', threshold: 50 };
  const wallet = '/api/wallet-api';
  const seeds = `${casino}/fairness`;
  const risk = { do: `PUT ${casino}/kelly/config`, body: { risk_factor: 0.5 } };
  return [
    made('faucet', post('/faucet/api/v1/faucet/claim'), '/faucet/api/v1/faucet/status', '/faucet/status'),
    made('faucet', post('/faucet/claim'), '/faucet/status', '/faucet/agents'),
    made('escrow', post('/escrow/escrow', { receiver: other, amount: 0.5 }), '/escrow/escrows', '/faucet/status'),
    made('domains', post('/api/domains-api/register', name), '/api/domains-api/domains', `${wallet}/balance`),
    made('trading', post('/api/trading-api/order', order), '/api/trading-api/portfolio', '/api/trading-api/orders'),
    made('wallet', post(`${wallet}/send`, { to: other, amount: 0.25 }), `${wallet}/transactions`, `${wallet}/balance`),
    made('casino', post(`${casino}/games/dice`, dice), `${casino}/auth/ledger`, '/api/casino-api/history', `${casino}/stats/me`),
    made('casino', post(`${seeds}/rotate`, { client_seed: 'again' }), `${seeds}/seeds`, `${seeds}/seed-hash`),
    made('casino', risk, `${casino}/kelly/limits`),
  ];
}; // prettier-ignore

/** Calls of a series are a second apart: for as long as the first try takes, each of its service fails. */
function failsAt(model: ModelState, index: number, fault: Pick<FaultSource, 'service' | 'effect'>): void {
  const atMs = model.atMs + (index + 1) * secondMs;
  model.faults.push({ at: `${atMs}ms`, kind: 'error', for: '1s', rate: 1, ...fault });
}

/** Some of them in turn, by an agent that may be new: it has no grant of the faucet yet. */
export const undoneCalls: CallSeries = (model, draw, person) => {
  const newcomer = `late-${model.operations.length}`;
  const by = draw.chance(60) ? newcomer : person;
  const joins = { do: 'POST /faucet/api/v1/agents/register', by, body: { agent_id: by } };
  const all = tries(draw, person);
  const first = by === newcomer ? all.slice(0, 2) : [];
  const calls: OperationDraft[] = by === newcomer ? [joins] : [];
  for (const { service, call, looks } of [...first, draw.pick(all), draw.pick(all)]) {
    // What was carried out all the same is not done again under its key.
    const isDone = draw.chance(30);
    const headers = isDone ? { headers: { 'idempotency-key': `try-${calls.length}` } } : {};
    failsAt(model, calls.length + looks.length, { service, effect: isDone ? 'after' : 'undone' });
    calls.push(...looks, { ...call, ...headers }, ...looks, { ...call, ...headers }, ...looks);
  }
  return calls.map((each) => ({ ...each, by }));
};
