/** Which games the fault plan has closed at an instant. */
import type { Instant } from '../../core/base/time.ts';
import type { RunSetup } from './exchange.ts';

/** By the names that the plan has for them, `all` among them, from the instant of a closure to that of its end. */
export const closedGamesAt = ({ faults }: RunSetup, atMs: Instant): readonly string[] =>
  faults
    .filter(({ kind, atMs: fromMs, endMs }) => kind === 'game-closed' && fromMs <= atMs && atMs <= endMs)
    .map(({ target }) => target);
