/** The hands slice: games of several calls, and live rounds of crash. */
import type { PendingHolder } from '../../ports.ts';
import type { CasinoContext } from '../play/context.ts';
import type { OpenHands } from '../ports.ts';
import { FreeDeals } from './free-deals.ts';
import { HandGames } from './hand-games.ts';
import { HandTable } from './hand-table.ts';
import { LiveCrash } from './live-crash.ts';

/** The operations of the hands slice, what `play` needs of it, and the objects that reserve money. */
export interface Hands {
  readonly games: HandGames;
  readonly crash: LiveCrash;
  /** What `play` asks of it. */
  readonly port: OpenHands;
  /** The parts that hold money. */
  readonly holders: readonly PendingHolder[];
}

/** Builds the slice of one world on the context that all slices of games share. */
export function createHands(context: CasinoContext): Hands {
  const table = new HandTable(context);
  const freeDeals = new FreeDeals(context);
  const games = new HandGames({ platform: context.platform, table, freeDeals });
  const crash = new LiveCrash(context);
  const port: OpenHands = {
    bet: (order, caller) => games.bet(order, caller),
    isOpen: (agent) => table.isOpen(agent) || crash.isOpen(agent),
  };
  return { games, crash, port, holders: [table, crash] };
}
