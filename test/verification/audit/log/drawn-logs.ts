/** Logs of drawn bets: what houses pay that differ from the rules, and the ways in which a log is written and edited. */
import type { LoggedBet } from '../../../../src/verification/audit/log/logged-bet.ts';
import type { CheckedBet } from '../../../../src/verification/audit/log/payouts/checked-bet.ts';
import { sha256 } from '../houses.ts';
import { oneOf, type DrawBelow } from '../../../kept-digests.ts';
import { drawnBets } from './drawn-bets.ts';

/** What a house pays and shows for a bet; undefined for what is due. */
export type Payer = (
  checked: CheckedBet,
) => { micros: number; shown?: Readonly<Record<string, unknown>> } | undefined;

/** Honest bets of several games in turn, a player a game. */
export function honestLog(games: readonly string[], how: { seed: string; count: number }): CheckedBet[] {
  const ofGames = games.map((game) => drawnBets(game, how));
  return Array.from({ length: how.count }, (_, at) => ofGames.map((bets) => bets[at]!))
    .flat()
    .map((checked, at) => {
      const { entry } = checked.bet;
      const place = { line: at + 2, bet: at + 1 };
      return {
        ...checked,
        place,
        bet: { ...checked.bet, line: at + 2, player: `player of ${entry.game.id}` },
      };
    });
}

/** The bets as such a house pays those that are chosen. */
export const paidBy = (
  bets: readonly CheckedBet[],
  pay: Payer,
  isChosen: (checked: CheckedBet) => boolean,
): LoggedBet[] =>
  bets.map((checked) => {
    const paid = isChosen(checked) ? pay(checked) : undefined;
    if (paid === undefined) return checked.bet;
    return { ...checked.bet, payoutMicros: paid.micros, result: paid.shown ?? checked.bet.result };
  });

/** Which bets of a log a house concerns, by a name. */
export const choices: Readonly<Record<string, (checked: CheckedBet) => boolean>> = {
  'all bets': () => true,
  'every third bet': ({ place }) => place.bet % 3 === 0,
  'large stakes': ({ bet }) => bet.stakeMicros >= 1_000_000,
  'small stakes': ({ bet }) => bet.stakeMicros < 1_000_000,
  'later bets': ({ place }) => place.bet > 60,
  'large payouts': ({ dueMicros = 0 }) => dueMicros > 1_500_000,
  'wins': ({ bet, dueMicros = 0 }) => dueMicros > bet.stakeMicros,
  'one player': ({ bet }) => bet.player.endsWith('dice'),
}; // prettier-ignore

/** Amounts other than what is due. */
export const payers: Readonly<Record<string, (due: number, stake: number) => number>> = {
  'rounds to cents': (due) => due - (due % 10_000),
  'rounds to whole USDC': (due) => due - (due % 1_000_000),
  'rounds up by a part of a micro': (due, stake) => (due % 10 === 0 || due === stake ? due : due + 1),
  'keeps 3%': (due) => Math.floor(due * 0.97),
  'keeps 0.25%': (due) => Math.floor(due * 0.9975),
  'pays 2% more': (due) => Math.floor(due * 1.02),
  'keeps 10% of profits': (due, stake) => (due > stake ? stake + Math.floor((due - stake) * 0.9) : due),
  'takes a fee': (due) => Math.max(0, due - 20_000),
  'takes a fee of wins': (due, stake) => (due > stake ? due - 20_000 : due),
  'has a limit': (due) => Math.min(due, 3_000_000),
  'has a limit of profits': (due, stake) => Math.min(due, stake + 500_000),
  'pays nothing': () => 0,
  'pays losers': (due, stake) => (due === 0 ? 2 * stake : due),
  'pays a little less': (due) => (due > 0 ? due - 1 - (due % 7919) : 0),
  'pays a little more': (due) => (due > 0 ? due + 2 + (due % 7919) : 0),
  'keeps stakes': (due, stake) => Math.max(0, due - stake),
}; // prettier-ignore

/** One way to change a log, drawn. */
type LogEdit = (log: LoggedBet[], draw: DrawBelow) => LoggedBet[];

const atOne =
  (change: (bet: LoggedBet, draw: DrawBelow) => LoggedBet): LogEdit =>
  (log, draw) => {
    const at = draw(log.length);
    return log.map((bet, index) => (index === at ? change(bet, draw) : bet));
  };
const atSome =
  (change: (bet: LoggedBet, draw: DrawBelow) => LoggedBet): LogEdit =>
  (log, draw) => {
    const [every, from] = [1 + draw(9), draw(log.length)];
    return log.map((bet, index) => (index >= from && index % every === 0 ? change(bet, draw) : bet));
  };
const ofOnePeriod =
  (change: (bet: LoggedBet, draw: DrawBelow) => LoggedBet): LogEdit =>
  (log, draw) => {
    const { commitment } = oneOf(draw, log);
    return log.map((bet) => (bet.commitment === commitment ? change(bet, draw) : bet));
  };

const instant = 1_780_000_000_000;
const blank = (bet: LoggedBet): LoggedBet => ({ ...bet, serverSeed: undefined });

/** What may be wrong with a log, and the forms that an export may have. */
export const edits: Readonly<Record<string, LogEdit>> = {
  'a row is left out': (log, draw) => log.toSpliced(draw(log.length), 1),
  'rows are left out': (log, draw) => log.toSpliced(draw(log.length), 1 + draw(6)),
  'a row is repeated': (log, draw) => {
    const at = draw(log.length);
    return log.toSpliced(at, 0, log[at]!);
  },
  'a nonce is another one': atOne((bet, draw) => ({ ...bet, nonce: draw(40) })),
  'a nonce is far away': atOne((bet, draw) => ({ ...bet, nonce: oneOf(draw, [1_023, 1_024, 5_000, 2 ** 40]) })),
  'seeds are left out of rows': atSome(blank),
  'a seed is left out': ofOnePeriod(blank),
  'seeds are others': atOne((bet) => ({ ...bet, serverSeed: sha256('another') })),
  'a commitment is another one': ofOnePeriod((bet) => ({ ...bet, commitment: sha256('another') })),
  'a commitment is no hash': ofOnePeriod((bet) => ({ ...bet, commitment: 'chain 7' })),
  'a row stands elsewhere': (log, draw) => {
    const at = draw(log.length);
    return log.toSpliced(at, 1).toSpliced(draw(log.length), 0, log[at]!);
  },
  'the newest row stands first': (log) => log.toReversed(),
  'rows are sorted by player': (log) => log.toSorted((one, other) => (one.player < other.player ? -1 : Number(one.player > other.player))),
  'rows are sorted by stake': (log) => log.toSorted((one, other) => one.stakeMicros - other.stakeMicros),
  'it has no players': (log) => log.map((bet) => ({ ...bet, player: '' })),
  'all bets are of one player': (log) => log.map((bet) => ({ ...bet, player: 'one' })),
  'nonces count from 1': (log) => log.map((bet) => ({ ...bet, nonce: bet.nonce + 1 })),
  'it begins later': (log, draw) => log.slice(draw(20)),
  'rounds are stated': (log, draw) => {
    const more = draw(3) - 1;
    return log.map((bet) => ({ ...bet, rounds: Math.max(0, 25 + more) }));
  },
  'rounds of one seed are stated': ofOnePeriod((bet, draw) => ({ ...bet, rounds: draw(40) })),
  'it has times in order': (log) => log.map((bet) => ({ ...bet, committedAtMs: instant, clientSeedAtMs: instant + 1_000, placedAtMs: instant + 2_000 + bet.nonce, revealedAtMs: instant + 9_000_000 })),
  'commitments are late': atSome((bet, draw) => ({ ...bet, committedAtMs: instant + draw(3_000), clientSeedAtMs: instant + draw(3_000), placedAtMs: instant + 1_500 + draw(3_000) })),
  'client seeds stay in use': (log) => log.map((bet) => ({ ...bet, clientSeed: 'kept', clientSeedAtMs: instant - 5_000, committedAtMs: instant + 10_000 * (bet.line % 3) })),
  'bets come after the reveal': atSome((bet, draw) => ({ ...bet, placedAtMs: instant + draw(5_000), revealedAtMs: instant })),
  'a result is another one': atSome((bet) => ({ ...bet, result: { ...bet.result, result: 'another', reels: ['x'], roll: 0, crash_point: 0.5 } })),
  'parameters are none': atOne((bet) => ({ ...bet, params: { threshold: 1e9, picks: [], actions: ['hit'], holds: ['none'] } })),
  'a payout is another one': atOne((bet, draw) => ({ ...bet, payoutMicros: draw(3) * 123_456 })),
}; // prettier-ignore
