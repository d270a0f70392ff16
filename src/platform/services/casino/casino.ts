/** The casino's parts, each with the operations of its own route tables. */
import type { AccountId } from '../../../core/ledger/ledger.ts';
import type { Agent, GameHours, PendingHolder, Platform, ServiceClock } from '../ports.ts';
import { CasinoAccount } from './cashier/account.ts';
import { Casino } from './play/bets.ts';
import { Challenges } from './contests/challenges.ts';
import { Pot } from './contests/pot.ts';
import { Records } from './records/records.ts';
import { Tournaments } from './contests/tournaments.ts';

export interface CasinoSlices {
  readonly play: Casino;
  readonly account: CasinoAccount;
  readonly tournaments: Tournaments;
  readonly challenges: Challenges;
  readonly records: Records;
}

export function createCasino(parts: {
  platform: Platform;
  clock: ServiceClock;
  issuer: AccountId;
  joined: (agent: Agent) => void;
  hours: GameHours;
}): CasinoSlices {
  const play = new Casino(parts);
  const { platform, clock } = parts;
  const contest = { platform, clock, casino: play, pot: new Pot(parts) };
  return {
    play,
    account: new CasinoAccount(parts),
    tournaments: new Tournaments(contest),
    challenges: new Challenges(contest),
    records: new Records(contest),
  };
}

/** The parts that hold money for a hand or a contest. */
export const casinoHolders = ({ play, tournaments, challenges }: CasinoSlices): PendingHolder[] => [
  play.tables,
  tournaments,
  challenges,
];
