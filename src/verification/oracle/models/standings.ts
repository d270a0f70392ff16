/** Who stands where in a tournament: the score is the net profit, equal scores share a rank, who has not played has none (gap C23). */
import type { Micros } from '../../../core/base/money.ts';
import { expectField, micros, objects, text, type Case } from '../case.ts';
import type { Body } from '../exchange.ts';

/** What an entrant has played for so far; amounts in micro-USDC. */
export interface Entry {
  readonly agent: string;
  bets: number;
  wagered: Micros;
  won: Micros;
  /** The highest profit of one bet; 0 for none. */
  best: Micros;
}

export const netOf = ({ won, wagered }: Entry): Micros => won - wagered;

/** Null before the first bet. */
export function rankOf(entry: Entry, entries: Iterable<Entry>): number | null {
  if (entry.bets === 0) return null;
  return 1 + [...entries].filter((other) => other.bets > 0 && netOf(other) > netOf(entry)).length;
}

export function addBet(entry: Entry, { stake, payout }: { stake: Micros; payout: Micros }): void {
  entry.bets += 1;
  entry.wagered += stake;
  entry.won += payout;
  entry.best = Math.max(entry.best, payout - stake);
}

const inOrder = (names: Iterable<string>): string => [...names].toSorted().join();

/** Checks a leaderboard under `tournament-lifecycle`; prizes where they are known. */
export function checkStandings(
  file: Case,
  answer: Body,
  {
    entries,
    prizes,
  }: { entries: ReadonlyMap<string, Entry>; prizes: ReadonlyMap<string, Micros> | undefined },
): void {
  const rows = objects(answer, 'leaderboard');
  const field = (name: string, seen: unknown, wanted: unknown): void =>
    expectField(file, 'tournament-lifecycle', { name: `leaderboard: ${name}`, seen, wanted });
  field('agents', inOrder(rows.map((row) => String(row['agent_id']))), inOrder(entries.keys()));
  for (const row of rows) {
    const entry = entries.get(text(row, 'agent_id') ?? '');
    if (entry === undefined) continue;
    field('rank', row['rank'], rankOf(entry, entries.values()));
    field('bets', row['bets'], entry.bets);
    field('total_wagered', micros(row, 'total_wagered'), entry.wagered);
    field('total_won', micros(row, 'total_won'), entry.won);
    field('net_profit', micros(row, 'net_profit'), netOf(entry));
    field('best_win', micros(row, 'best_win'), entry.best);
    if (prizes !== undefined) field('prize', micros(row, 'prize'), prizes.get(entry.agent) ?? 0);
  }
}
