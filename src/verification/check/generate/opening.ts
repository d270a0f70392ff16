/** How a scenario begins, with agents that register, and how it ends, with what has become of everything. */
import type { DurationMs } from '../../../core/base/time.ts';
import type { Draw } from './draw.ts';
import { people, type ModelState } from './model-state.ts';

/** Milliseconds until a deposit has arrived. */
const arrivedMs = 4_000;

const shapes = ['chain', 'star', 'tree', 'any'] as const;
type Shape = (typeof shapes)[number];

/** Most agents have the money of style B, some refer others, and their keys can be named. */
export function register(model: ModelState, draw: Draw): void {
  const count = draw.pick([2, 3, 4, 4]);
  const isRich = draw.chance(70);
  const amount = draw.pick([100, 100, 1000, 1000]);
  openAccounts(model, draw, { count, amount: isRich ? amount : 0 });
  if (isRich && draw.chance(80)) model.atMs = arrivedMs;
  // The operations of one agent depend on its earlier operations.
  if (draw.chance(60)) model.lead = draw.pick(model.registered);
}

/** Three or four agents, all with money. */
export function registerRich(model: ModelState, draw: Draw): void {
  openAccounts(model, draw, { count: draw.pick([3, 4]), amount: 1000 });
  model.atMs = arrivedMs;
}

/** The first of `people`, each with a deposit of `amount` USDC, or none where it is 0. */
function openAccounts(
  model: ModelState,
  draw: Draw,
  { count, amount }: { count: number; amount: number },
): void {
  const shape = draw.pick(shapes);
  for (const [index, agentId] of people.slice(0, count).entries()) {
    model.registered.push(agentId);
    const isShort = index === 0 || draw.chance(85);
    const referrer = index > 0 && draw.chance(65) ? { referrer: referrerOf(index, shape, draw) } : {};
    model.add(
      {
        do: `POST ${isShort ? '/faucet/register' : '/faucet/api/v1/agents/register'}`,
        body: { agent_id: agentId, ...referrer },
        makes: {
          kind: 'agent',
          field: 'api_key',
          ...(isShort ? {} : { also: { kind: 'address', field: 'agent_address' } }),
        },
      },
      agentId,
    );
    if (amount === 0) continue;
    const deposit = { do: 'POST /_sim/deposit', body: { api_key: model.latest('agent')?.reference, amount } };
    model.add({ ...deposit, makes: { kind: 'deposit', field: 'deposit_id', dueMs: [arrivedMs] } }, agentId);
  }
}

/** Who refers the next agent: the one before, the first, the parent in a tree of two, or any. */
function referrerOf(index: number, shape: Shape, draw: Draw): string {
  const at = { chain: index - 1, star: 0, tree: Math.floor((index - 1) / 2), any: draw.integer(index) };
  return people[at[shape]] ?? people[0];
}

/** By then most of what was begun is over, whatever went wrong meanwhile: the latest of each kind is asked for. */
export function finalReads(model: ModelState, atMs: DurationMs): void {
  const asked = looks.flatMap(([kind, ...paths]) => {
    const made = model.latest(kind);
    return made === undefined ? [] : paths.map((path) => ({ path: path(made.reference), by: made.by }));
  });
  if (asked.length > 0) model.atMs = Math.max(model.atMs, atMs);
  for (const { path, by } of asked) model.add({ do: `GET ${path}` }, by);
}

/** By what it is about, how to ask for it. */
const looks: readonly (readonly [string, ...((id: string) => string)[]])[] = [
  ['escrow', (id) => `/escrow/escrow/${id}`],
  ['transaction', (id) => `/api/wallet-api/tx/${id}`],
  ['swap', (id) => `/wallet/v1/wallet/swap/status/${id}`],
  ['challenge', () => '/casino/api/v1/challenges'],
  ['tournament', (id) => `/casino/api/v1/tournaments/${id}`],
  ['resting', () => '/api/trading-api/price/ETH-USDC', () => '/api/trading-api/orders'],
  ['order', () => '/api/trading-api/portfolio'],
];
