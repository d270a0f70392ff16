/** Sums over bets, by game and by player: what statistics and leaderboards have to tell (STA01 to STA10, gap C33). */
import { gameNamed } from './bet-words.ts';
import type { Micros } from '../../../core/base/money.ts';
import type { Instant } from '../../../core/base/time.ts';
import { amountIn, expectField, instant, micros, objects, reads, text, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import type { Body } from '../exchange.ts';

/** A settled bet; amounts are micro-USDC, `payout` includes the stake. */
export interface Bet {
  readonly game: string;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly atMs: Instant;
  readonly won: boolean;
  /** Where its answer has named it. */
  readonly id?: string | undefined;
  /** True for a curve that ran on after its launch: no answer names the instant at which it was over. */
  readonly isCurve?: boolean;
}

export interface Sums {
  readonly count: number;
  readonly wins: number;
  readonly wagered: Micros;
  readonly paid: Micros;
}

export const sumsOf = (bets: readonly Bet[]): Sums => ({
  count: bets.length,
  wins: bets.filter(({ won }) => won).length,
  wagered: bets.reduce((sum, { stake }) => sum + stake, 0),
  paid: bets.reduce((sum, { payout }) => sum + payout, 0),
});

/** Compares fields, and amounts whose name is that of a game and of their field. */
const comparing = (file: Case) => ({
  field: (name: string, seen: unknown, wanted: unknown): void =>
    expectField(file, 'bet-records', { name, seen, wanted }),
  amount: (row: Body, name: string, wanted: Micros): void =>
    expectField(file, 'bet-records', { ...amountIn(row, name.split(': ').at(-1) ?? name, wanted), name }),
});

/** Rows of one game each, in any order. */
export function checkGameRows(file: Case, answer: Body, bets: readonly Bet[]): void {
  const rows = objects(answer, 'games');
  const names = [...new Set(bets.map(({ game }) => game))].toSorted().join();
  const { field, amount } = comparing(file);
  field(
    'games',
    rows
      .map((row) => String(row['game']))
      .toSorted()
      .join(),
    names,
  );
  for (const row of rows) {
    const game = String(row['game']);
    const { count, wins, wagered, paid } = sumsOf(bets.filter((bet) => bet.game === game));
    field(`${game}: total_bets`, row['total_bets'], count);
    field(`${game}: won`, row['won'], wins);
    amount(row, `${game}: total_wagered`, wagered);
    amount(row, `${game}: total_won`, paid);
  }
}

const rateOf = (own: readonly Bet[]): number => (own.length === 0 ? 0 : sumsOf(own).wins / own.length);

/** The share of bets that were won, of all games and of each, in style B. */
export function checkWinRates(file: Case, answer: Body, bets: readonly Bet[]): void {
  const parts = Object.entries((answer['by_game'] ?? {}) as Readonly<Record<string, Body>>);
  const { field, amount } = comparing(file);
  field('win_rate', answer['win_rate'], rateOf(bets));
  field('games', parts.length, new Set(bets.map(({ game }) => game)).size);
  for (const [name, part] of parts) {
    const own = bets.filter(({ game }) => game === gameNamed(name));
    const { count, wagered, paid } = sumsOf(own);
    field(`${name}: total_bets`, part['total_bets'], count);
    amount(part, `${name}: wagered`, wagered);
    amount(part, `${name}: won`, paid);
    field(`${name}: win_rate`, part['win_rate'], rateOf(own));
  }
}

/** Six characters of a longer id, and an ellipsis, unless a leaderboard has whole ids. */
const shownId = (file: Case, agent: string): string =>
  agent.length > 6 && !reads(file, 'leaderboard.agentId', 'full') ? `${agent.slice(0, 6)}…` : agent;

const ranksMax = 100;

/** Who has won or lost how much, most first: each row is some player's, and every player has one. */
export function checkLeaders(
  file: Case,
  rows: readonly Body[],
  { players, shown }: { players: ReadonlyMap<string, Sums>; shown: (row: Body) => string },
): void {
  if (players.size > ranksMax) return;
  const wanted = [...players].map(
    ([agent, { wagered, paid }]) => `${shownId(file, agent)} ${wagered} ${paid - wagered}`,
  );
  expectField(file, 'bet-records', {
    name: 'leaders',
    seen: rows.map(shown).toSorted().join(', '),
    wanted: wanted.toSorted().join(', '),
  });
}

/** So many of the biggest wins are shown, or all where there are fewer. */
const winsShown = 10;

/** The highest payouts of all players, the highest first: each is of a bet that was won, at its instant where clocks are true. */
export function checkBiggestWins(
  file: Case,
  answer: Body,
  { bets, isDated }: { bets: readonly (Bet & { player: string })[]; isDated: boolean },
): void {
  const rows = objects(answer, 'biggest_wins');
  const wins = bets.filter(({ won, payout }) => won && payout > 0).length;
  expectField(file, 'bet-records', {
    name: 'biggest wins that are shown',
    seen: Math.min(rows.length, wins),
    wanted: Math.min(winsShown, wins),
  });
  const known = new Map<string, Bet[]>();
  for (const bet of bets) {
    const key = `${shownId(file, bet.player)} ${bet.game} ${bet.stake} ${bet.payout}`;
    known.set(key, [...(known.get(key) ?? []), bet]);
  }
  const least = Math.min(Infinity, ...rows.map((row) => micros(row, 'won') ?? 0));
  const higher = bets.filter(({ won, payout }) => won && payout > least).length;
  expectField(file, 'bet-records', {
    name: 'wins above the least that is shown',
    seen: Math.min(rows.length, higher),
    wanted: higher,
  });
  let before = Infinity;
  for (const row of rows) {
    checkWin(file, row, { known, isDated });
    const won = micros(row, 'won') ?? 0;
    expectField(file, 'bet-records', {
      name: 'a higher win after a lower one',
      seen: won > before,
      wanted: false,
    });
    before = won;
  }
}

/** A win of a bet that is known, with its multiplier and its instant. */
function checkWin(
  file: Case,
  row: Body,
  { known, isDated }: { known: ReadonlyMap<string, readonly Bet[]>; isDated: boolean },
): void {
  const [bet, won] = [micros(row, 'bet') ?? 0, micros(row, 'won') ?? 0];
  const [player, game] = [text(row, 'agent_id'), text(row, 'game')];
  const what = `${usdc(won)} for ${usdc(bet)}`;
  const bets = known.get(`${player} ${game} ${bet} ${won}`);
  if (bets === undefined)
    file.breaks('bet-records', `biggest_wins has ${what} of ${player} at ${game}, which no such bet has won`);
  const isAt = bets?.some(({ isCurve, atMs }) => isCurve === true || atMs === instant(row, 'at'));
  if (isDated && isAt === false)
    file.breaks('bet-records', `biggest_wins has ${what} at ${text(row, 'at')}, when no such bet was won`);
  const multiplier = Number(row['multiplier']);
  const wanted = Math.abs(multiplier * bet - won) <= 1 ? multiplier : won / bet;
  expectField(file, 'bet-records', { name: `multiplier of ${what}`, seen: multiplier, wanted });
}
