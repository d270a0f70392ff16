/** The target's time at the start of a load, from its control address or from a `Date` header. */
import { parseInstant, type Instant } from '../../core/base/time.ts';
import { headerOf } from '../traffic/http/answer-parser.ts';
import { ask, NoAnswer } from '../traffic/http/ask.ts';
import type { Endpoint } from '../traffic/http/endpoint.ts';
import type { LoadStart } from './load-call.ts';
import { Forbidden } from '../traffic/target/permit.ts';
import type { ServiceAddress, Target } from '../traffic/target/target.ts';

/** The target's clock when it was read. `requests` is how many requests its services have got for it. */
export interface TargetInstant {
  readonly nowMs: Instant;
  /** By `Date.now()`. */
  readonly readAtMs: number;
  readonly requests: number;
}

/** The start of a load at that `Date.now()`: the target's clock has gone on since it was read. */
export function startAt(epochMs: number, { nowMs, readAtMs }: TargetInstant, { clock }: Target): LoadStart {
  const factor = clock.kind === 'running' ? clock.factor : 1;
  return { epochMs, startMs: nowMs + Math.round((epochMs - readAtMs) * factor) };
}

/** The range of accepted clocks: a later instant could not be formatted after a long run. */
const [earliestMs, latestMs] = [0, Date.UTC(9000)];

/**
 * Reads the clock. A target that names no time is taken to have that of this machine. Rejects with `Forbidden` for one
 * that does not answer, or that allows no reads.
 */
export async function targetTime(
  target: Target,
  endpointOf: (address: ServiceAddress) => Endpoint,
): Promise<TargetInstant> {
  const control = target.services.get('control');
  const [first] = target.services.values();
  const address = control ?? first;
  if (address === undefined) return { nowMs: Date.now(), readAtMs: Date.now(), requests: 0 };
  const path = control === undefined ? '/' : '/clock';
  const { head, body } = await ask(target, endpointOf(address), { method: 'GET', address, path }).catch(
    (error: unknown) => {
      throw error instanceof NoAnswer
        ? new Forbidden(`${target.file}: the target does not answer: ${error.message}`)
        : error;
    },
  );
  const readAtMs = Date.now();
  const stated = control === undefined ? undefined : (body as { now?: unknown } | null)?.now;
  const statedMs = typeof stated === 'string' ? parseInstant(stated) : undefined;
  const dateMs = Date.parse(headerOf(head, 'date') ?? '');
  const nowMs = [statedMs, dateMs].find(isPlausible) ?? readAtMs;
  return { nowMs, readAtMs, requests: control === undefined ? 1 : 0 };
}

const isPlausible = (atMs: Instant | undefined): atMs is Instant =>
  atMs !== undefined && atMs >= earliestMs && atMs <= latestMs;
