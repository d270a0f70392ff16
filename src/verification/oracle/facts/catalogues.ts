/** Lists that the documents fix: games, chains, markets and where things are. A row a thing, in any order. */
import { callOf, objects, reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { isGameClosed } from '../models/closures.ts';
import { statedEdges } from '../models/paytables.ts';
import { isHeld } from './reading.ts';
import { contracts } from './usdc-contracts.ts';

type Row = Readonly<Record<string, unknown>>;

const gamesA = (file: Case): readonly Row[] =>
  Object.entries(statedEdges).map(([id, edge]) => ({
    id,
    path: `/games/${id.replaceAll('_', '-')}`,
    house_edge: edge,
    min_bet: id === 'slots' && reads(file, 'casino.slotsMinimum', '0.10') ? 0.1 : 0.01,
    max_bet: id === 'slots' ? 1000 : 10_000,
    status: 'active',
  }));

const gamesB = (file: Case): readonly Row[] =>
  [
    ['dice', 'Dice', statedEdges['dice']],
    ['slots', 'Slots', statedEdges['slots']],
    ['roulette', 'Roulette', statedEdges['roulette']],
    ['blackjack', 'Blackjack', statedEdges['blackjack']],
    ['coinflip', 'Coin flip', statedEdges['coin_flip']],
  ].map(([id, name, edge]) => ({
    id,
    name,
    house_edge: edge,
    min_bet: id === 'slots' && !reads(file, 'casino.slotsMinimum', '0.01') ? '0.10' : '0.01',
    max_bet: id === 'slots' ? '1000.00' : '10000.00',
    status: 'active',
  }));

/** Blocks and paths of the table of chains; USDC comes in on four of them and leaves on base (gaps C26, W4, CAS07). */
const chains: Readonly<Record<string, { seconds: number; path: string }>> = {
  ethereum: { seconds: 12, path: "m/44'/60'/0'/0/0" },
  base: { seconds: 2, path: "m/44'/60'/0'/0/0" },
  solana: { seconds: 0.4, path: "m/44'/501'/0'/0'" },
  bitcoin: { seconds: 600, path: "m/84'/0'/0'/0/0" },
  tron: { seconds: 3, path: "m/44'/195'/0'/0/0" },
  monero: { seconds: 120, path: "m/44'/128'/0'" },
};

const withUsdc: readonly string[] = ['ethereum', 'base', 'solana', 'tron'];

const supportedChains: readonly Row[] = Object.entries(chains).map(([chain, { seconds }]) => ({
  chain,
  deposits: withUsdc.includes(chain),
  withdrawals: chain === 'base',
  assets: withUsdc.includes(chain) ? ['USDC'] : [],
  confirmations_required: withUsdc.includes(chain) ? 2 : null,
  block_seconds: withUsdc.includes(chain) ? seconds : null,
}));

const usdcOf = ([chain, token]: readonly [string, string]): Row => ({ chain, symbol: 'USDC', token });

/** By call: lists with all their rows, of which each field that stands here is held. */
const lists: Readonly<Record<string, readonly (readonly [list: string, key: string, rows: (file: Case) => readonly Row[]])[]>> = {
  'casino/A/games': [['games', 'id', gamesA]],
  'casino/B/games': [['games', 'id', gamesB]],
  'casino/A/supportedChains': [['chains', 'chain', () => supportedChains]],
  'wallet/primary/chains': [['tokens', 'chain', () => Object.entries(contracts).map(usdcOf)]],
}; // prettier-ignore

/** Fields with one value, by call. */
const fixed: Readonly<Record<string, Row>> = {
  'casino/A/depositAddress': { asset: 'USDC', confirmations_required: 2 },
  'casino/A/gossip': { base_url: '/casino/api/v1', register_endpoint: '/casino/api/v1/auth/register' },
  'wallet/primary/chains': { wallet_chains: Object.keys(chains) },
};

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkCatalogues(file: Case, exchange: AuditedExchange): void {
  const { answer } = exchange;
  const call = callOf(exchange);
  for (const [list, key, rows] of lists[call] ?? []) holdRows(file, `${call}: ${list}`, { answer, list, key, rows: asOpen(file, exchange, rows(file)) });
  hold(file, call, { seen: answer, wanted: fixed[call] ?? {} });
  if (call === 'wallet/primary/depositPath') hold(file, call, { seen: answer, wanted: pathOf(file, answer) });
  if (call === 'wallet/primary/chains') hold(file, call, { seen: answer, wanted: { swap_chains: swapChains(file) } });
  if (call === 'wallet/primary/chainBalance') holdTokens(file, call, answer);
  if (call === 'trading/A/markets') holdMarkets(file, call, answer);
} // prettier-ignore

/** A game that is closed says so; in the last millisecond of a closure it may be open again. */
function asOpen({ setting }: Case, { atMs }: AuditedExchange, rows: readonly Row[]): readonly Row[] {
  const isClosed = ({ id }: Row, whenMs: number): boolean => isGameClosed(setting, String(id), whenMs);
  return rows.map((row) => {
    if (row['status'] !== 'active' || !isClosed(row, atMs)) return row;
    const { status: _, ...others } = row;
    return isClosed(row, atMs + 1) ? { ...row, status: 'closed' } : others;
  });
}

function holdRows(
  file: Case,
  what: string,
  { answer, list, key, rows }: { answer: Body; list: string; key: string; rows: readonly Row[] },
): void {
  const shown = objects(answer, list);
  const names = shown.map((row) => String(row[key])).toSorted();
  const wanted = rows.map((row) => String(row[key])).toSorted();
  if (names.join() !== wanted.join())
    file.breaks('answers-fixed', `${what} has ${names.join()}; expected ${wanted.join()}`);
  for (const row of rows) {
    const seen = shown.find((each) => each[key] === row[key]);
    if (seen !== undefined) hold(file, `${what} ${String(row[key])}`, { seen, wanted: row });
  }
}

function hold(file: Case, what: string, { seen, wanted }: { seen: Body; wanted: Row }): void {
  for (const [name, value] of Object.entries(wanted)) {
    const [is, expected] = [seen[name], value].map((each) => (Array.isArray(each) ? (each as unknown[]).map(String).toSorted() : each)); // prettier-ignore
    if (JSON.stringify(is) !== JSON.stringify(expected) && isHeld(file, `field ${what} ${name}`))
      file.breaks('answers-fixed', `${what}: ${name} is ${JSON.stringify(is)}; expected ${JSON.stringify(expected)}`);
  }
} // prettier-ignore

/** Ed25519 has no BIP32 derivation (gap W5). */
const pathOf = (file: Case, { chain }: Body): Row => ({
  derivation_path: chains[String(chain)]?.path,
  scheme:
    (chain === 'solana' || chain === 'monero') && reads(file, 'wallet.pathScheme', 'slip-10')
      ? 'SLIP-10'
      : 'BIP-32',
});

/** Between bitcoin, monero and others there are no token contracts (gap W11). */
const swapChains = (file: Case): readonly string[] =>
  reads(file, 'wallet.swapChains', 'tokens') ? withUsdc : Object.keys(chains);

function holdTokens(file: Case, call: string, answer: Body): void {
  const token = contracts[String(answer['chain'])];
  for (const row of objects(answer, 'tokens')) hold(file, call, { seen: row, wanted: { symbol: 'USDC', token } });
} // prettier-ignore

/** At least 275 perpetuals and each market once, against USDC and named after its base (TRD04, gaps T7, T17). */
function holdMarkets(file: Case, call: string, answer: Body): void {
  const rows = objects(answer, 'markets');
  const perps = rows.filter(({ type }) => type === 'perp').length;
  const wanted = reads(file, 'trading.marketCount', 'all-markets') ? 240 : 280;
  hold(file, call, {
    seen: { perps, spots: rows.length - perps, names: new Set(rows.map(({ symbol }) => symbol)).size, ...answer },
    wanted: { perps: wanted, spots: 40, names: wanted + 40, count: wanted + 40 },
  });
  for (const row of rows) {
    const symbol = `${String(row['base'])}-${row['type'] === 'perp' ? 'PERP' : 'USDC'}`;
    hold(file, call, { seen: row, wanted: { symbol, quote: 'USDC' } });
  }
} // prettier-ignore
