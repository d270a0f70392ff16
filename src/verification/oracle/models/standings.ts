/** Who stands where in a tournament, by score: equal scores share a rank, who has not played has none (gap C23). */
import type { Micros } from '../../../core/base/money.ts';
import { amountIn, expectField, objects, reads, text, type Case } from '../case.ts';
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

/** What decides, as policy `tournaments.score` reads it. */
export function scoreOf(file: Case, entry: Entry): Micros {
  if (reads(file, 'tournaments.score', 'wagered')) return entry.wagered;
  return reads(file, 'tournaments.score', 'best-win') ? entry.best : netOf(entry);
}

export const isPlaced = (file: Case, { bets }: Entry): boolean =>
  bets > 0 || reads(file, 'tournaments.idle', 'ranked');

/** Null before the first bet, where only those who played are placed; `entries` stand in the order of entry. */
export function rankOf(file: Case, entry: Entry, entries: Iterable<Entry>): number | null {
  if (!isPlaced(file, entry)) return null;
  const score = scoreOf(file, entry);
  const isFirstAhead = reads(file, 'tournaments.ties', 'first-entered');
  let [ahead, isEarlier] = [0, true];
  for (const other of entries) {
    if (other.agent === entry.agent) isEarlier = false;
    else if (isPlaced(file, other)) {
      const its = scoreOf(file, other);
      if (its > score || (its === score && isFirstAhead && isEarlier)) ahead += 1;
    }
  }
  return 1 + ahead;
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
  const amount = (row: Body, name: string, wanted: Micros): void =>
    expectField(file, 'tournament-lifecycle', {
      ...amountIn(row, name, wanted),
      name: `leaderboard: ${name}`,
    });
  field('agents', inOrder(rows.map((row) => String(row['agent_id']))), inOrder(entries.keys()));
  for (const row of rows) {
    const entry = entries.get(text(row, 'agent_id') ?? '');
    if (entry === undefined) continue;
    field('rank', row['rank'], rankOf(file, entry, entries.values()));
    field('bets', row['bets'], entry.bets);
    amount(row, 'total_wagered', entry.wagered);
    amount(row, 'total_won', entry.won);
    amount(row, 'net_profit', netOf(entry));
    amount(row, 'best_win', entry.best);
    if (prizes !== undefined) amount(row, 'prize', prizes.get(entry.agent) ?? 0);
  }
}
