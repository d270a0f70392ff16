/** Seeds of the client over many rounds, and lists that the documents fix: each rule on both sides. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkCatalogues } from '../../../src/verification/oracle/facts/catalogues.ts';
import { Rounds } from '../../../src/verification/oracle/facts/rounds.ts';
import { contracts } from '../../../src/verification/oracle/facts/usdc-contracts.ts';
import { statedEdges } from '../../../src/verification/oracle/models/paytables.ts';
import { caseOf, exchangeOf } from './said.ts';

type More = Partial<AuditedExchange>;
type Policies = Readonly<Record<string, string>>;
type Heard = readonly [call: string, more: More, caller?: string];

function rounds(heard: readonly (Heard | 'uncertain')[], policies: Policies = {}): string[] {
  const { file, said } = caseOf({ setting: { faults: [], policies } });
  const model = new Rounds(file);
  for (const each of heard)
    if (each === 'uncertain') model.uncertain(exchangeOf('casino/A/bet'), 'alice');
    else model.answered(exchangeOf(each[0], each[1]), each[2] ?? 'alice');
  return said.map((message) => message.replace('answers-echo: a bet with client_seed ', ''));
}

const shown = (operation: string, seed: string | undefined, { sent, more = {} }: { sent?: string; more?: Body } = {}, style = 'A'): Heard => [
  `casino/${style}/${operation}`,
  { answer: { client_seed: seed, ...more }, body: sent === undefined ? undefined : { client_seed: sent } },
]; // prettier-ignore

describe('the seed of the client', () => {
  it.each(['seedHash', 'rotate', 'launch', 'bet', 'deal', 'playTournament'])('stays in %s, until another one is sent', (operation) => {
    const first = shown('bet', 'a');
    expect([rounds([first, shown(operation, 'a')]), rounds([first, shown(operation, 'b', { sent: 'b' })]), rounds([shown(operation, 'a')])]).toEqual([[], [], []]);
    expect(rounds([first, shown(operation, 'b')])).toEqual(['a tells b']);
    expect(rounds([first, shown(operation, 'b', { sent: 'b' }), shown('bet', 'a')])).toEqual(['b tells a']);
    expect(rounds([first, shown(operation, 'c', { sent: 'b' })])).toContain('b tells c');
    expect(rounds([first, shown(operation, undefined, { sent: 'b' }), shown('bet', 'b')])).toEqual([]);
    expect(rounds([first, shown(operation, undefined, { sent: 'b' }), shown('bet', 'a')])).toEqual(['b tells a']);
  });

  it('is one of each player, and not known after a call that may have been carried out', () => {
    const other: Heard = ['casino/A/bet', { answer: { client_seed: 'b' } }, 'bob'];
    expect([rounds([shown('bet', 'a'), other]), rounds([shown('bet', 'a'), 'uncertain', shown('bet', 'b')]), rounds([shown('bet', 'a'), shown('history', 'b')]), rounds([shown('bet', 'a'), ['wallet/A/bet', { answer: { client_seed: 'b' } }]])]).toEqual([[], [], [], []]);
  });

  it('is that of the deal for a hand', () => {
    const hands: readonly Body[] = [{ game: 'blackjack' }, { game: 'video_poker' }, { cards: ['AC'] }, { status: 'open' }];
    for (const more of hands) {
      expect(rounds([shown('bet', 'a'), shown('bet', 'b', { more })])).toEqual([]);
      expect(rounds([shown('bet', 'a'), shown('bet', 'b', { more, sent: 'c' }), shown('bet', 'd')]).filter((message) => message.includes('tells d'))).toEqual([]);
    }
    expect(rounds([shown('bet', 'a'), shown('launch', 'b', { more: { status: 'running' } })])).toEqual(['a tells b']);
    const hilo = (policies: Policies) => rounds([shown('bet', 'a'), shown('bet', 'b', { more: { game: 'hilo' } })], policies).length;
    expect([hilo({}), hilo({ 'casino.hiloGuess': 'informed' })]).toEqual([1, 0]);
  });

  it('is that of the launch for a curve', () => {
    const launch = shown('launch', 'a');
    const later = shown('bet', 'b', { sent: 'b' });
    expect([rounds([launch, later, shown('cashOut', 'a')]), rounds([launch, later, shown('cashOut', undefined)]), rounds([shown('cashOut', 'x')]), rounds([launch, 'uncertain', shown('cashOut', 'x')])]).toEqual([[], [], [], []]);
    expect([rounds([launch, later, shown('cashOut', 'b')]), rounds([launch, shown('cashOut', 'a'), shown('cashOut', 'x')])]).toEqual([['a tells b'], []]);
  });

  it('is that of the seed in use, and begins with a new chain', () => {
    const list = (status: string, seed: string): Heard => ['casino/A/seeds', { answer: { seeds: [{ status: 'revealed', client_seed: 'x' }, { status, client_seed: seed }] } }];
    expect([rounds([shown('bet', 'a'), list('active', 'a')]), rounds([shown('bet', 'a'), list('revealed', 'b')]), rounds([list('active', 'b')])]).toEqual([[], [], []]);
    expect(rounds([shown('bet', 'a'), list('active', 'b')])).toEqual(['a tells b']);
    const rotated = (revealed: unknown) => rounds([shown('bet', 'a'), shown('rotate', 'b', { more: { revealed, seed_hash: 'h' } })]).length;
    expect([rotated({ server_seed: 'h' }), rotated({ server_seed: 'other' }), rotated(null), rotated('x')]).toEqual([1, 0, 0, 1]);
  });

  it('is open after a batch that sends one', () => {
    const batch = (bets: readonly Body[], results: readonly Body[] = []): Heard => ['casino/A/batch', { body: { bets }, answer: { results } }];
    expect([rounds([shown('bet', 'a'), batch([{ client_seed: 'b' }]), shown('bet', 'c')]), rounds([shown('bet', 'a'), batch([{}]), shown('bet', 'c')])]).toEqual([[], ['a tells c']]);
    const flip = { game: 'coin_flip', side: 'heads', client_seed: 'b' };
    expect(rounds([batch([flip], [{ game: 'coin-flip', client_seed: 'b', result: { side: 'heads' } }])])).toEqual([]);
    expect(rounds([batch([flip], [{ game: 'dice', client_seed: 'c', result: { side: 'tails' } }])]).toSorted()).toEqual(['answers-echo: a bet with game coin_flip tells dice', 'answers-echo: a bet with side heads tells tails', 'b tells c']);
    for (const more of [{ cards: [] }, { status: 'open' }, { result: { player: [] } }, { game: 'video_poker' }]) expect(rounds([batch([{ ...flip, game: undefined }], [{ client_seed: 'c', ...more }])]).filter((message) => message.includes('tells c'))).toEqual([]);
  });
}); // prettier-ignore

describe('a round', () => {
  it('of the short style is won where its side comes up', () => {
    const flip = (side: string, result: string, won: boolean, payout: number) => rounds([['casino/short/bet', { body: { side }, answer: { result, won, payout } }]]);
    expect([flip('heads', 'heads', true, 1), flip('heads', 'tails', false, 0)]).toEqual([[], []]);
    expect([flip('heads', 'tails', true, 1), flip('heads', 'heads', false, 0), flip('heads', 'heads', true, 0), flip('heads', 'tails', false, 1)].map((said) => said.length)).toEqual([1, 1, 1, 1]);
    expect(flip('heads', 'tails', true, 1)).toEqual(['bet-payouts: a bet on heads that falls tails is reported as true']);
    expect(rounds([['casino/A/bet', { body: { side: 'heads' }, answer: { result: 'tails', won: true } }]])).toEqual([]);
  });

  it('of style B and of a challenge shows its parameters', () => {
    const ofB = (params: Body) => rounds([['casino/B/bet', { body: { params: { side: 'heads' } }, answer: { result: params } }]]);
    expect([ofB({ side: 'heads' }), ofB({ side: 'tails' })]).toEqual([[], ['answers-echo: a bet with side heads tells tails']]);
    const duel = (side: string) => rounds([['casino/A/acceptChallenge', { answer: { params: { side: 'heads' }, challenger_round: { result: { side: 'heads' } }, challenged_round: { result: { side } } } }]]);
    expect([duel('heads'), duel('tails')]).toEqual([[], ['answers-echo: a bet with side heads tells tails']]);
  });

  it('has a seed that hashes to its commitment', () => {
    const hash = createHash('sha256').update('s').digest('hex');
    const audited = (part: Body, call = 'casino/A/verifyBet') => rounds([[call, { answer: part }]]);
    const wrong = ['fairness-commitments: the seed that is reported hashes to ' + hash + ', not to x'];
    expect([audited({ server_seed: 's', seed_hash: hash }), audited({ server_seed: 's' }), audited({ seed_hash: 'x' }), audited({ server_seed: 's', seed_hash: 'x' }, 'wallet/A/x')]).toEqual([[], [], [], []]);
    const part = { server_seed: 's', seed_hash: 'x' };
    expect([audited(part), audited({ a: [part] }), audited({ a: { b: { c: part } } }), audited({ a: { b: { c: { d: part } } } })]).toEqual([wrong, wrong, wrong, []]);
  });
}); // prettier-ignore

const catalogue = (call: string, answer: Body, { policies = {}, faults = [], more = {} }: { policies?: Policies; faults?: readonly object[]; more?: More } = {}): string[] => {
  const byDefault = { 'casino.slotsMinimum': 'facade', 'wallet.swapChains': 'all', 'wallet.pathScheme': 'bip-32', 'trading.marketCount': 'perps' };
  const { file, said } = caseOf({ setting: { faults, changed: Object.keys(policies), policies: { ...byDefault, ...policies } } });
  checkCatalogues(file, exchangeOf(call, { answer, ...more }));
  return said.map((message) => message.replace(`answers-fixed: ${call}: `, ''));
}; // prettier-ignore

describe('a catalogue of games', () => {
  const games = Object.entries(statedEdges).map(([id, edge]): Body => ({ id, path: `/games/${id.replaceAll('_', '-')}`, house_edge: edge, min_bet: 0.01, max_bet: id === 'slots' ? 1000 : 10_000, status: 'active' }));
  const withChange = (id: string, change: Body, all = games) => ({ games: all.map((row) => (row['id'] === id ? { ...row, ...change } : row)) });
  const ofB = [['dice', 'Dice', '0.5%'], ['slots', 'Slots', 'about 4%'], ['roulette', 'Roulette', '0.5%'], ['blackjack', 'Blackjack', 'about 2%'], ['coinflip', 'Coin flip', '0.5%']].map(([id, name, edge]): Body => ({ id, name, house_edge: edge, min_bet: id === 'slots' ? '0.10' : '0.01', max_bet: id === 'slots' ? '1000.00' : '10000.00', status: 'active' }));

  it('has each with its edge and its bounds', () => {
    expect([catalogue('casino/A/games', { games }), catalogue('casino/A/games', { games: games.toReversed() }), catalogue('casino/B/games', { games: ofB })]).toEqual([[], [], []]);
    for (const name of ['path', 'house_edge', 'min_bet', 'max_bet', 'status'])
      expect(catalogue('casino/A/games', withChange('scratch_card', { [name]: 'x' }))).toEqual([expect.stringContaining(`games scratch_card: ${name} is "x"; expected `)]);
    for (const { id } of ofB) for (const name of ['name', 'house_edge', 'min_bet', 'max_bet', 'status']) expect(catalogue('casino/B/games', withChange(String(id), { [name]: 'x' }, ofB))).toEqual([expect.stringContaining(`games ${String(id)}: ${name} is "x"; expected `)]);
    expect(catalogue('casino/B/games', { games: ofB.slice(1) })).toEqual(['games has blackjack,coinflip,roulette,slots; expected blackjack,coinflip,dice,roulette,slots']);
  });

  it('has the least bet on slots by policy', () => {
    const least = (call: string, all: readonly Body[], amount: unknown, policies: Policies = {}) => catalogue(call, withChange('slots', { min_bet: amount }, [...all]), { policies }).length;
    expect([least('casino/A/games', games, 0.01), least('casino/A/games', games, 0.1, { 'casino.slotsMinimum': '0.10' }), least('casino/B/games', ofB, '0.10'), least('casino/B/games', ofB, '0.01', { 'casino.slotsMinimum': '0.01' })]).toEqual([0, 0, 0, 0]);
    expect([least('casino/A/games', games, 0.1), least('casino/A/games', games, 0.01, { 'casino.slotsMinimum': '0.10' }), least('casino/B/games', ofB, '0.01'), least('casino/B/games', ofB, '0.10', { 'casino.slotsMinimum': '0.01' })]).toEqual([1, 1, 1, 1]);
  });

  it('says which are closed, and may say either in the last millisecond', () => {
    const faults = [{ kind: 'game-closed', service: 'casino', target: 'dice', atMs: 5, endMs: 9, byMs: 0 }];
    const at = (atMs: number, status: string) => catalogue('casino/A/games', withChange('dice', { status }), { faults, more: { atMs } }).length;
    const last = [5, 6, 7, 8, 9, 10].map((atMs) => [at(atMs, 'active'), at(atMs, 'closed')]);
    expect([at(4, 'active'), at(4, 'closed'), last[0], last.at(-1)]).toEqual([0, 1, [1, 0], [0, 1]]);
    expect(last.filter(([open, closed]) => open === 0 && closed === 0)).toHaveLength(1);
  });
}); // prettier-ignore

describe('a catalogue of chains', () => {
  const coming = { ethereum: 12, base: 2, solana: 0.4, tron: 3 };
  const rows = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'].map((chain): Body => {
    const seconds = coming[chain as 'base'] as number | undefined;
    return { chain, deposits: seconds !== undefined, withdrawals: chain === 'base', assets: seconds === undefined ? [] : ['USDC'], confirmations_required: seconds === undefined ? null : 2, block_seconds: seconds ?? null };
  });
  it('says where USDC comes in and goes out', () => {
    expect(catalogue('casino/A/supportedChains', { chains: rows })).toEqual([]);
    for (const { chain } of rows) for (const name of ['deposits', 'withdrawals', 'assets', 'confirmations_required', 'block_seconds']) expect(catalogue('casino/A/supportedChains', { chains: rows.map((row) => (row['chain'] === chain ? { ...row, [name]: 7 } : row)) })).toHaveLength(1);
    for (const [name, right] of [['asset', 'USDC'], ['confirmations_required', 2]] as const) expect(catalogue('casino/A/depositAddress', { asset: 'USDC', confirmations_required: 2, [name]: 'x' })).toEqual([`${name} is "x"; expected ${JSON.stringify(right)}`]);
    expect(catalogue('casino/A/gossip', { base_url: 'x', register_endpoint: 'y' })).toEqual(['base_url is "x"; expected "/casino/api/v1"', 'register_endpoint is "y"; expected "/casino/api/v1/auth/register"']);
  });

  it('has the tokens and the paths of each', () => {
    const tokens = Object.entries(contracts).map(([chain, token]): Body => ({ chain, symbol: 'USDC', token }));
    const all = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'];
    const chains = (change: Body, policies: Policies = {}) => catalogue('wallet/primary/chains', { tokens, wallet_chains: all, swap_chains: all, ...change }, { policies });
    const four = ['ethereum', 'base', 'solana', 'tron'];
    expect([chains({}), chains({ swap_chains: four }, { 'wallet.swapChains': 'tokens' }), chains({ wallet_chains: all.toReversed() })]).toEqual([[], [], []]);
    expect([chains({ swap_chains: four }), chains({}, { 'wallet.swapChains': 'tokens' }), chains({ wallet_chains: four }), chains({ tokens: tokens.map((row) => ({ ...row, symbol: 'x' })) })].map((said) => said.length)).toEqual([1, 1, 1, 4]);
    const path = (chain: string, derivation: string, scheme: string, policies: Policies = {}) => catalogue('wallet/primary/depositPath', { chain, derivation_path: derivation, scheme }, { policies });
    const paths = { ethereum: "m/44'/60'/0'/0/0", base: "m/44'/60'/0'/0/0", solana: "m/44'/501'/0'/0'", bitcoin: "m/84'/0'/0'/0/0", tron: "m/44'/195'/0'/0/0", monero: "m/44'/128'/0'" };
    for (const [chain, own] of Object.entries(paths)) {
      const scheme = ['solana', 'monero'].includes(chain) ? 'SLIP-10' : 'BIP-32';
      expect([path(chain, own, 'BIP-32'), path(chain, own, scheme, { 'wallet.pathScheme': 'slip-10' }), path(chain, 'm', 'BIP-32')]).toEqual([[], [], [`derivation_path is "m"; expected ${JSON.stringify(own)}`]]);
      expect(path(chain, own, 'SLIP-10')).toEqual(['scheme is "SLIP-10"; expected "BIP-32"']);
    }
    const balance = (row: Body) => catalogue('wallet/primary/chainBalance', { chain: 'base', tokens: [row] });
    expect([balance({ symbol: 'USDC', token: contracts['base'] }), balance({ symbol: 'USDC', token: 'x' }).length, balance({ symbol: 'ETH', token: contracts['base'] }).length]).toEqual([[], 1, 1]);
  });
}); // prettier-ignore

it('a catalogue of markets has each once, against USDC and named after its base', () => {
  const markets = (perps: number) => [
    ...Array.from({ length: perps }, (_, at): Body => ({ type: 'perp', base: `P${at}`, quote: 'USDC', symbol: `P${at}-PERP` })),
    ...Array.from({ length: 40 }, (_, at): Body => ({ type: 'spot', base: `P${at}`, quote: 'USDC', symbol: `P${at}-USDC` })),
  ];
  const listed = (rows: readonly Body[], { count = rows.length, policies = {} }: { count?: number; policies?: Policies } = {}) => catalogue('trading/A/markets', { count, markets: rows }, { policies });
  expect([listed(markets(280)), listed(markets(240), { policies: { 'trading.marketCount': 'all-markets' } })]).toEqual([[], []]);
  expect(listed(markets(279))).toEqual(['perps is 279; expected 280', 'names is 319; expected 320', 'count is 319; expected 320']);
  expect(listed(markets(280), { count: 321 })).toEqual(['count is 321; expected 320']);
  expect(listed(markets(280).with(0, { type: 'perp', base: 'P0', quote: 'ETH', symbol: 'P0-USDC' }))).toEqual(['names is 319; expected 320', 'symbol is "P0-USDC"; expected "P0-PERP"', 'quote is "ETH"; expected "USDC"']);
  expect(listed(markets(280).slice(0, -1))[0]).toBe('spots is 39; expected 40');
}); // prettier-ignore
