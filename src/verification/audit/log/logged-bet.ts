/**
 * One settled bet of another casino, read from a row of its log. The row is untrusted: a mistake is returned as one
 * sentence.
 */
import type { Micros } from '../../../core/base/money.ts';
import { parseUsdc } from '../../../core/base/money.ts';
import { instantExpected, parseInstant, secondMs, type Instant } from '../../../core/base/time.ts';
import type { Pick } from '../../../core/fairness/pick.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { ratio, type Ratio } from '../../../platform/games/ratio.ts';
import { gameNamed, type GameEntry } from '../../../platform/games/registry.ts';
import { detached } from './detached.ts';
import { microsOf, parseFine } from './fine-amount.ts';

/** A row by the names of the columns; `bet` and `result` are objects or their JSON text. */
export type LogRow = Readonly<Record<string, unknown>>;

/** The columns of a log, and what they hold. */
export const logColumns = {
  game: 'id of the game',
  bet: 'parameters of the bet, as JSON; of blackjack {"actions": [...]}, of video poker {"holds": [...]}',
  stake: 'USDC',
  payout: 'USDC, the total returned, 0 if lost',
  server_seed_hash: 'the commitment shown before the bet',
  server_seed: 'the revealed seed; empty while it is in use',
  client_seed: 'the client seed of the bet',
  nonce: 'a whole number from 0',
  player: 'whose seeds these are; one player if the column is missing',
  result: 'optional: what the house showed, as JSON',
  committed_at: 'optional: when the commitment was shown; RFC 3339, or seconds or milliseconds since 1970',
  client_seed_at: 'optional: when the client seed was set',
  placed_at: 'optional: when the bet was placed',
  revealed_at: 'optional: when the server seed was revealed',
  rounds: 'optional: how many nonces the server seed had used when it was revealed',
} as const;

/** A column that a log may have. */
export type LogColumn = keyof typeof logColumns;

/** The columns that a log must have: without one of them an honest log could not be told from another. */
export const neededColumns = [
  'game',
  'bet',
  'stake',
  'payout',
  'server_seed_hash',
  'server_seed',
  'client_seed',
  'nonce',
] as const satisfies readonly LogColumn[];

/**
 * One row with checked types. Amounts are micro-USDC, instants epoch milliseconds; `serverSeed` is undefined until
 * revealed.
 */
export interface LoggedBet {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  readonly player: string;
  readonly entry: GameEntry;
  /** The parameters as they were logged. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly stakeMicros: Micros;
  readonly payoutMicros: Micros;
  readonly commitment: string;
  readonly serverSeed: string | undefined;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly result: Readonly<Record<string, unknown>>;
  readonly committedAtMs: Instant | undefined;
  readonly clientSeedAtMs: Instant | undefined;
  readonly placedAtMs: Instant | undefined;
  readonly revealedAtMs: Instant | undefined;
  /** Nonces that the server seed had used when it was revealed, as the house states it. */
  readonly rounds: number | undefined;
}

/**
 * Reads a row; a string says what is wrong with it. `objects` keeps the parameters that were parsed, so that equal
 * texts of a long log give the same object.
 */
export function readBet(row: LogRow, line: number, objects?: Map<string, unknown>): LoggedBet | string {
  const entry = gameNamed(textOf(row, 'game'));
  if (entry === undefined) return `game is ${shown(row['game'])}; expected one of the 17 games`;
  const [params, result] = [paramsOf(row['bet'], objects), objectOf(row['result'])];
  if (params === undefined) return `bet is ${shown(row['bet'])}; expected an object as JSON`;
  if (result === undefined) return `result is ${shown(row['result'])}; expected an object as JSON`;
  const [stakeMicros, payoutMicros] = [parseUsdc(amountOf(row['stake'])), payoutOf(row['payout'])];
  if (stakeMicros === undefined || stakeMicros === 0)
    return `stake is ${shown(row['stake'])}; expected an amount above 0`;
  if (payoutMicros === undefined) return `payout is ${shown(row['payout'])}; expected an amount`;
  const nonce = numberOf(row['nonce']);
  if (nonce === undefined) return `nonce is ${shown(row['nonce'])}; expected a whole number from 0`;
  const commitment = textOf(row, 'server_seed_hash').toLowerCase();
  if (commitment === '') return 'server_seed_hash is empty; expected the commitment shown before the bet';
  const times = timesOf(row);
  if (typeof times === 'string') return times;
  const serverSeed = textOf(row, 'server_seed');
  return {
    line, player: textOf(row, 'player'), entry, params, stakeMicros, payoutMicros, commitment,
    serverSeed: serverSeed === '' ? undefined : serverSeed,
    clientSeed: textOf(row, 'client_seed'), nonce, result, committedAtMs: times[0], clientSeedAtMs: times[1],
    placedAtMs: times[2], revealedAtMs: times[3], rounds: numberOf(row['rounds']),
  }; // prettier-ignore
}

const timeColumns = ['committed_at', 'client_seed_at', 'placed_at', 'revealed_at'] as const;

/** The instants of a row in the order of `timeColumns`; most logs have none. */
function timesOf(row: LogRow): readonly (Instant | undefined)[] | string {
  let times: (Instant | undefined)[] | undefined;
  for (let at = 0; at < timeColumns.length; at += 1) {
    const column = timeColumns[at]!;
    const value = row[column];
    if (value === undefined || value === null || value === '') continue;
    const instant = instantOf(value);
    if (instant === undefined) return `${column} is ${shown(value)}; expected ${instantExpected}`;
    times ??= [];
    times[at] = instant;
  }
  return times ?? noTimes;
}

const noTimes: readonly (Instant | undefined)[] = [];

/** Seconds have ten digits until the year 2286, milliseconds had twelve since 1973. */
const secondsEnd = 1e11;

/** Instants of other systems have a space for the T, and no zone where all are in UTC. */
function instantOf(value: unknown): Instant | undefined {
  const count = numberOf(value);
  if (count !== undefined) return count < secondsEnd ? count * secondMs : count;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(' ', 'T');
  return parseInstant(/(?:z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);
}

function textOf(row: LogRow, column: LogColumn): string {
  const value = row[column];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function shown(value: unknown): string {
  // JSON has no text for what a number such as 1e999 is read as.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value)?.slice(0, 60) ?? 'missing';
}

/** No more texts than this are kept. */
const objectsMax = 20_000;

function paramsOf(
  value: unknown,
  objects: Map<string, unknown> | undefined,
): LoggedBet['params'] | undefined {
  if (objects === undefined || typeof value !== 'string') return objectOf(value);
  const known = objects.get(value) as LoggedBet['params'] | undefined;
  if (known !== undefined) return known;
  const params = objectOf(value);
  if (objects.size >= objectsMax) objects.clear();
  if (params !== undefined) objects.set(detached(value), params);
  return params;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value === 'object') return Array.isArray(value) ? undefined : (value as Record<string, unknown>);
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** `5`, `5.0` and `5.00` are the same amount in a log. */
const amountOf = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A payout may have more decimals than six: whole micros are compared. */
function payoutOf(value: unknown): Micros | undefined {
  const micros = parseUsdc(amountOf(value));
  if (micros !== undefined) return micros;
  const fine = parseFine(value);
  return fine === undefined ? undefined : microsOf(fine);
}

function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** The result of a bet under a pick: the total return over the logged stake, and what the player is shown. */
export interface Recomputed {
  readonly payout: Ratio;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Plays a logged bet again by the shipped rules; a string where the rules have no such bet. */
export function replayBet(
  bet: LoggedBet,
  how: { pick: Pick; profile: Profile; rules?: unknown },
): Recomputed | string {
  const { entry, params } = bet;
  const rules = how.rules ?? entry.game.rules[how.profile];
  if (entry.kind === 'single') {
    const choice = entry.game.parseBet(params);
    return typeof choice === 'string' ? choice : entry.game.play(choice, how.pick, rules);
  }
  const { game } = entry;
  let hand = game.deal(how.pick, rules);
  for (const move of movesOf(bet)) {
    const parsed = game.parseMove(move);
    if (typeof parsed === 'string') return parsed;
    const mistake = game.mistake(hand, parsed, rules);
    if (mistake !== undefined) return mistake;
    hand = game.act(hand, parsed, { pick: how.pick, rules });
  }
  const { settled } = hand;
  if (settled === undefined) return 'the hand is not settled after its moves';
  // The logged stake is all that was put in: both stakes of a double.
  const { numerator, denominator } = settled.payout;
  return { payout: ratio(numerator, denominator * settled.stakes), detail: game.shown(hand) };
}

const movesMax = 30;

/** The moves of a hand as the calls would send them. */
function movesOf({ entry, params }: LoggedBet): Readonly<Record<string, unknown>>[] {
  if (entry.game.id === 'video_poker') return [{ holds: params['holds'] }];
  const actions = params['actions'];
  return Array.isArray(actions) ? actions.slice(0, movesMax).map((action: unknown) => ({ action })) : [];
}
