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
export function moveForOneTurn(sandbox: Sandbox): boolean {
  const untilMs = performance.now() + turnMs;
  for (;;) {
    if (sandbox.moveSlice()) return true;
    if (performance.now() >= untilMs) return false;
  }
}

/** Runs the move in turns until it ends. Rejects with the exception of the world. */
export async function moveInTurns(sandbox: Sandbox, isCancelled: () => boolean): Promise<MoveEnd> {
  const { world } = sandbox;
  for (;;) {
    await nextTurn();
    if (sandbox.world !== world) return 'reset';
    if (isCancelled()) return 'cancelled';
    if (moveForOneTurn(sandbox)) return 'arrived';
  }
}
