/** Which games the fault plan has closed at an instant. */
import type { Instant } from '../../core/base/time.ts';
import type { RunSetup } from './exchange.ts';

/** One spelling of the names that games have in paths, lists and styles. */
export const plainGame = (name: string): string => name.replaceAll(/[-_]/g, '');

/** In that spelling, or `all`, from the instant of a closure to that of its end. */
export const closedGamesAt = ({ faults }: RunSetup, atMs: Instant): readonly string[] =>
  faults
    .filter(({ kind, atMs: fromMs, endMs }) => kind === 'game-closed' && fromMs <= atMs && atMs <= endMs)
    .map(({ target }) => plainGame(target));
