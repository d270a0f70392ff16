/**
 * Which fields an answer has, where not all answers of its call have the same: by game, by state, by what was asked. The row that
 * holds names the fields that are there; what only other rows name is not.
 */
import { callOf, objects, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

interface Variants {
  /** The object, or the list of objects, that has the fields; the answer itself without one. */
  readonly at?: string;
  /** The row that holds; undefined where none is known to. */
  readonly by: (part: Body, exchange: AuditedExchange) => unknown;
  readonly rows: Readonly<Record<string, string>>;
}

const ended = 'bet_id multiplier payout win';
const verified: Variants = {
  by: ({ status }) => status,
  rows: { verified: 'multiplier result', unrevealed: '' },
};
const chains = ['ethereum', 'arbitrum', 'base', 'polygon'];

/** Hi-lo alone may wait for a guess, by policy. */
const stateOfBet = ({ game, status }: Body): string | undefined => {
  if (status === 'open') return 'open';
  if (game === 'hilo') return status === undefined ? 'ended' : undefined;
  return game === 'blackjack' || game === 'video_poker' ? 'hand' : 'ended';
};

const stateOfResult = ({ code, status }: Body): string => {
  if (code !== undefined) return 'refused';
  return status === undefined ? 'ended' : 'open';
};

const variants: Readonly<Record<string, readonly Variants[]>> = {
  'casino/A/bet': [{ by: stateOfBet, rows: { open: 'status', hand: `${ended} status`, ended } }],
  'casino/A/batch': [
    {
      at: 'results',
      by: stateOfResult,
      rows: {
        refused: 'code error',
        open: 'amount balance client_seed game nonce result seed_hash status',
        ended: `amount balance client_seed game nonce result seed_hash ${ended}`,
      },
    },
  ],
  'casino/A/verifyBet': [
    {
      by: ({ status }, { path }) => (path.includes('/audit/') ? 'audit' : status),
      rows: {
        audit: 'algorithm amount commitment multiplier params payout placed_at result verification win',
        verified: 'multiplier result server_seed status',
        unrevealed: 'server_seed status',
      },
    },
    { at: 'verification', ...verified },
  ],
  'casino/B/verifyRound': [verified],
  'casino/short/verifyBet': [verified],
  'casino/A/seeds': [
    {
      at: 'seeds',
      by: ({ status }) => status,
      rows: { active: 'client_seed next_nonce', revealed: 'rounds' },
    },
  ],
  'trading/A/ticker': [
    { by: ({ symbol }) => String(symbol).split('-')[1], rows: { PERP: 'funding_rate', USDC: '' } },
  ],
  'trading/B/portfolio': [
    {
      at: 'positions',
      by: (part) => part['market_type'],
      rows: { spot: 'reserved_qty', perp: 'funding liquidation_price margin' },
    },
  ],
  'wallet/B/balance': [
    {
      at: 'chains',
      by: (_, { query }) => query['chain'] ?? 'all',
      rows: { all: chains.join(' '), ...Object.fromEntries(chains.map((chain) => [chain, chain])) },
    },
  ],
  'wallet/B/send': [
    { by: (_, { body }) => typeof body?.['memo'] === 'string', rows: { true: 'memo', false: '' } },
  ],
};

/** What the result of a game shows. */
const resultOf: Readonly<Record<string, string>> = {
  baccarat: 'banker bet_on player winner',
  blackjack: 'dealer player player_total',
  coin_flip: 'result side',
  crash: 'cash_out_at crash_point',
  custom: 'drawn win_probability',
  dice: 'direction roll threshold',
  hilo: 'first_card guess next_card',
  keno: 'caught drawn picks',
  mines: 'mine_cells mines reveals',
  multiplier: 'crash_point target_multiplier',
  plinko: 'risk rows slot',
  roulette: 'bet_type color result',
  scratch_card: 'symbols',
  simple_dice: 'pick roll',
  slots: 'reels',
  video_poker: 'cards hand',
  wheel: 'sector',
};

/** In style B. */
const resultOfB: Readonly<Record<string, string>> = {
  coinflip: 'result side',
  dice: 'over roll target',
  roulette: 'bet_type color result',
  slots: 'reels',
};

/** What a bet is placed with, by the names under which it is sent. */
const paramsOf: Readonly<Record<string, string>> = {
  baccarat: 'bet_on',
  blackjack: 'moves',
  coin_flip: 'side',
  crash: 'cash_out_at',
  custom: 'win_probability',
  dice: 'direction threshold',
  hilo: 'guess',
  keno: 'picks',
  mines: 'mines reveals',
  multiplier: 'target_multiplier',
  plinko: 'risk rows',
  scratch_card: '',
  simple_dice: 'pick',
  slots: '',
  video_poker: 'moves',
  wheel: '',
};

/** What a move of a hand is shown with (FAI07). */
const moveOf: Readonly<Record<string, string>> = { blackjack: 'action', hilo: 'guess', video_poker: 'holds' };

interface Part {
  readonly at: string;
  readonly seen: Body;
  readonly wanted: string | undefined;
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Results and parameters of bets within an answer, with the game that the objects around them name. */
function* betsIn(value: unknown, call: string, game?: string): Iterable<Part> {
  if (Array.isArray(value)) for (const item of value) yield* betsIn(item, call, game);
  if (!isObject(value)) return;
  const own = typeof value['game'] === 'string' ? value['game'] : (game ?? '');
  const results = call.startsWith('casino/B/bet') ? resultOfB : resultOf;
  const isWaiting = own === 'hilo' && value['status'] === 'open';
  for (const [name, part] of Object.entries(value)) {
    if (name === 'result' && isObject(part) && !isWaiting)
      yield { at: `the result of ${own}`, seen: part, wanted: results[own] };
    if (name === 'params' && isObject(part)) {
      const { live: _, ...seen } = part;
      // Hi-lo is a hand where its guess may come later.
      const isHand = own === 'hilo' && 'moves' in seen;
      yield { at: `the params of ${own}`, seen, wanted: isHand ? 'moves' : paramsOf[own] };
      for (const move of Array.isArray(part['moves']) ? part['moves'] : [])
        yield { at: `a move of ${own}`, seen: isObject(move) ? move : {}, wanted: moveOf[own] };
    }
    yield* betsIn(part, call, own);
  }
}

function* partsOf(exchange: AuditedExchange): Iterable<Part & { readonly known?: ReadonlySet<string> }> {
  const { answer, service } = exchange;
  const call = callOf(exchange);
  for (const { at, by, rows } of variants[call] ?? []) {
    const known = new Set(Object.values(rows).flatMap((names) => names.split(' ')));
    const inner = at === undefined ? answer : answer[at];
    const parts = Array.isArray(inner) ? objects(answer, at ?? '') : [inner].filter(isObject);
    for (const seen of parts)
      yield { at: at ?? 'the answer', seen, wanted: rows[String(by(seen, exchange))], known };
  }
  if (service === 'casino') yield* betsIn(answer, call);
}

const listed = (names: Iterable<string>): string => [...names].toSorted().join(' ');

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkVariants(file: Case, exchange: AuditedExchange): void {
  for (const { at, seen, wanted, known } of partsOf(exchange)) {
    if (wanted === undefined) continue;
    const names = listed(Object.keys(seen).filter((name) => known?.has(name) ?? true));
    if (names !== listed(wanted.split(' ').filter((name) => name !== '')))
      file.breaks(
        'answers-fixed',
        `${callOf(exchange)}: ${at} has the fields ${names}; expected ${wanted === '' ? 'none' : wanted}`,
      );
  }
}
