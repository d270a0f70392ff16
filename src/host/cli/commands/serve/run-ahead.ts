/** Moves the clock of a sandbox ahead before it is served, with progress on the terminal. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatInstant, instantExpected, parseDuration, parseInstant } from '../../../../core/base/time.ts';
import { clockEndMs } from '../../../../platform/world/start.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake } from '../../../app/process/exit.ts';
import { moveForOneTurn } from '../../../serve/clock-move.ts';
import type { Sandbox } from '../../../serve/sandbox.ts';
import { startLine } from '../../output/progress.ts';

/** Runs the events up to `at`. Throws `CallMistake` for what is no later instant, `Interrupted` after a signal. */
export async function runAhead(sandbox: Sandbox, at: string, isShown: boolean): Promise<void> {
  const fromMs = sandbox.nowMs;
  const toMs = goalOf(at, fromMs);
  const line = startLine(isShown, 'requests');
  sandbox.beginMove(toMs);
  try {
    while (!moveForOneTurn(sandbox)) {
      const now = formatInstant(sandbox.nowMs);
      const share = (sandbox.nowMs - fromMs) / (toMs - fromMs);
      line?.step({ share, count: sandbox.world.requestCount, at: now.slice(0, 16).replace('T', ' ') });
      await nextTurn();
      commandContext.assertGoesOn(
        () => `at ${now}, on the way to ${formatInstant(toMs)}; nothing was served`,
      );
    }
  } finally {
    line?.stop();
  }
  sandbox.endMove();
}

function goalOf(at: string, fromMs: number): number {
  const byMs = parseDuration(at);
  const toMs = byMs === undefined ? parseInstant(at) : fromMs + byMs;
  const start = formatInstant(fromMs);
  if (toMs === undefined)
    throw new CallMistake(`--at ${at}: expected a duration such as 12d, or ${instantExpected}`);
  if (toMs < fromMs) throw new CallMistake(`--at ${at}: expected an instant after the start, ${start}`);
  if (toMs <= clockEndMs) return toMs;
  throw new CallMistake(`--at ${at}: expected an instant before ${formatInstant(clockEndMs)}`);
}
