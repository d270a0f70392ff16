/** Opens a session in a sandbox of the same base: it is executed again, and then is the past of the served world. */
import { refuse, type Refusal } from '../../../core/base/refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ReadSession } from './session-file.ts';

/** Call `step` until it returns true, then `finish`. */
export interface Opening {
  step(): boolean;
  /** From 0 to 1. */
  readonly progress: number;
  /** Requests of agents and from outside, so far. */
  readonly requestCount: number;
  /** CONFLICT where the world is not the one that was saved; then the sandbox is as it was. */
  finish(): Refusal | undefined;
}

/** The sandbox has the base of the session, and no request has come. */
export function openSession(sandbox: Sandbox, { entries, marks, end }: ReadSession): Opening {
  const { history } = sandbox;
  const execution = history.toOpen(entries, end);
  return {
    step: () => execution.step(),
    get progress() {
      return execution.progress;
    },
    get requestCount() {
      return execution.served.world.requestCount;
    },
    finish: () => {
      const { divergedAt } = execution;
      if (divergedAt === undefined) history.open(execution, marks);
      return divergedAt === undefined
        ? undefined
        : refuse('CONFLICT', `executed again, the world differs at event ${divergedAt}`);
    },
  };
}
