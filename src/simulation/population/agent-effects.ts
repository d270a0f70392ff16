/** The effects that the population adds to the kernel's own: HTTP requests and checks. */
import type { Method } from '../../core/http/message.ts';
import { Effect } from '../../core/kernel/effects.ts';
import type { Answer } from './answer.ts';

/** What a request effect asks for. The agent's key is added by the agent, not by the behaviour. */
export interface RequestEffect {
  readonly method: Method;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rawBody: string | undefined;
  /** Of a client outside of the simulated network; drivers that simulate none ignore it. */
  readonly from?: string;
}

/** What a check effect states. */
export interface CheckEffect {
  readonly name: string;
  readonly holds: boolean;
}

/** A request for a behaviour to yield; the driver resumes it with the `Answer`. */
export const requestEffect = (effect: RequestEffect): Effect<Answer> => new Effect('request', effect);
/** A check for a behaviour to yield; the driver counts it and resumes the behaviour with `holds`. */
export const checkEffect = (effect: CheckEffect): Effect<boolean> => new Effect('check', effect);
