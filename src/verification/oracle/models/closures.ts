/** Games that the fault plan closes: they take no bet until they are open again (document 3, line 173). */
import type { Instant } from '../../../core/base/time.ts';
import { isOk, objects, text, type Case } from '../case.ts';
import { closedGamesAt } from '../closed-games.ts';
import { gameNamed } from './bet-words.ts';
import type { AuditedExchange, RunSetup } from '../exchange.ts';

/** Calls that bet on a game, apart from moves in a hand that is open already. */
const betting: readonly string[] = ['bet', 'launch', 'deal', 'createChallenge'];

/** True while the fault plan closes a game, by whatever name it is called. */
export const isGameClosed = (setting: RunSetup, game: string, atMs: Instant): boolean =>
  closedGamesAt(setting, atMs).some((name) => name === 'all' || gameNamed(name) === gameNamed(game));

/** The game that a call names in its path or its body; the other calls name none. */
function gameIn({ path, body }: AuditedExchange): string {
  const [, inPath] = /\/games\/([^/]+)/.exec(path) ?? [];
  return inPath ?? text(body, 'game') ?? '';
}

/** The games that a call has bet on; of a hand of blackjack it may have been a move. */
function gamesOf(exchange: AuditedExchange): readonly string[] {
  const { operation, answer } = exchange;
  if (operation === 'batch')
    return objects(answer, 'results').flatMap((bet) =>
      bet['code'] === undefined ? (text(bet, 'game') ?? []) : [],
    );
  if (operation === 'playTournament' || operation === 'acceptChallenge') return [text(answer, 'game') ?? ''];
  return betting.includes(operation) ? [gameIn(exchange)] : [];
}

/** Checks `faults-as-planned`. Give it exchanges that are no repeats. */
export function checkClosures(file: Case, exchange: AuditedExchange): void {
  const { service, operation, atMs } = exchange;
  if (service !== 'casino' || !isOk(exchange)) return;
  for (const game of gamesOf(exchange)) {
    if (game === 'blackjack' || game === '') continue;
    // At the last instant of a closure the game may be open again.
    const isClosed = [atMs, atMs + 1].every((each) => isGameClosed(file.setting, game, each));
    if (isClosed)
      file.breaks('faults-as-planned', `${operation} on ${game} is answered OK while it is closed`);
  }
}
