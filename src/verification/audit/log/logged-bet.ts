/**
 * One settled bet of another casino, read from a row of its log. The row is untrusted: a mistake is returned as one
 * sentence.
 */
import type { Micros } from '../../../core/base/money.ts';
import { parseUsdc } from '../../../core/base/money.ts';
import type { Pick } from '../../../core/fairness/pick.ts';
import type { Profile } from '../../../core/base/profile.ts';
import { ratio, type Ratio } from '../../../platform/games/ratio.ts';
import { gameNamed, type GameEntry } from '../../../platform/games/registry.ts';

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
  committed_at: 'optional: when the commitment was shown, milliseconds',
  client_seed_at: 'optional: when the client seed was named, milliseconds',
} as const;

/** A column that a log may have; `logColumns` says which ones it must have. */
export type LogColumn = keyof typeof logColumns;

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
  readonly committedAtMs: number | undefined;
  readonly clientSeedAtMs: number | undefined;
}

/** Reads a row; a string says what is wrong with it. */
export function readBet(row: LogRow, line: number): LoggedBet | string {
  const entry = gameNamed(textOf(row, 'game'));
  if (entry === undefined) return `game is ${shown(row['game'])}; expected one of the 17 games`;
  const [params, result] = [objectOf(row['bet']), objectOf(row['result'])];
  if (params === undefined) return `bet is ${shown(row['bet'])}; expected an object as JSON`;
  if (result === undefined) return `result is ${shown(row['result'])}; expected an object as JSON`;
  const [stakeMicros, payoutMicros] = [parseUsdc(amountOf(row['stake'])), parseUsdc(amountOf(row['payout']))];
  if (stakeMicros === undefined || stakeMicros === 0)
    return `stake is ${shown(row['stake'])}; expected an amount above 0`;
  if (payoutMicros === undefined)
    return `payout is ${shown(row['payout'])}; expected an amount of at most six decimals`;
  const nonce = numberOf(row['nonce']);
  if (nonce === undefined) return `nonce is ${shown(row['nonce'])}; expected a whole number from 0`;
  const commitment = textOf(row, 'server_seed_hash').toLowerCase();
  if (commitment === '') return 'server_seed_hash is empty; expected the commitment shown before the bet';
  const [committedAtMs, clientSeedAtMs] = [numberOf(row['committed_at']), numberOf(row['client_seed_at'])];
  const serverSeed = textOf(row, 'server_seed');
  return {
    line, player: textOf(row, 'player'), entry, params, stakeMicros, payoutMicros, commitment,
    serverSeed: serverSeed === '' ? undefined : serverSeed,
    clientSeed: textOf(row, 'client_seed'), nonce, result, committedAtMs, clientSeedAtMs,
  }; // prettier-ignore
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
