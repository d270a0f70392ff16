/**
 * A move of the clock that may take long. It runs in slices of events, and gives way to other clients whenever it has
 * kept them waiting; they are answered at the instant that the clock has reached, after everything due at that instant.
 * Slices are whole numbers of events, so that nothing but the order of arrival decides what happens.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sandbox } from './sandbox.ts';

/** Other clients wait at most so long for a slice to end. */
const turnMs = 20;

/** `arrived`, or why it ended early: the client that asked for it disconnected, or the sandbox was reset. */
type MoveEnd = 'arrived' | 'cancelled' | 'reset';

/** Runs slices for at most one turn; true once the clock has arrived. */
export const moveForOneTurn = (sandbox: Sandbox): boolean => stepForOneTurn(() => sandbox.moveSlice());

/** Runs the move in turns until it ends. Rejects with the exception of the world. */
export const moveInTurns = async (sandbox: Sandbox, isCancelled: () => boolean): Promise<MoveEnd> =>
  stepInTurns(sandbox, () => sandbox.moveSlice(), isCancelled);

/** Calls `step` for at most one turn; true once it has returned true. */
export function stepForOneTurn(step: () => boolean): boolean {
  const untilMs = performance.now() + turnMs;
  for (;;) {
    if (step()) return true;
    if (performance.now() >= untilMs) return false;
  }
}

/** Calls `step` in turns until it returns true, the call is cancelled, or the sandbox serves another world. */
export async function stepInTurns(
  sandbox: Sandbox,
  step: () => boolean,
  isCancelled: () => boolean,
): Promise<MoveEnd> {
  const { world } = sandbox;
  for (;;) {
    await nextTurn();
    if (sandbox.world !== world) return 'reset';
    if (isCancelled()) return 'cancelled';
    if (stepForOneTurn(step)) return 'arrived';
  }
}
