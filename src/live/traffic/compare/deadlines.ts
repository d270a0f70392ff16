/**
 * Instants at which something may be done no more, or from then on: the start and the end of a tournament, the expiry of an escrow. A
 * request some milliseconds beside one may come after it on one side alone. What it would have changed then differs.
 */
import { parseInstant } from '../../../core/base/time.ts';
import type { Difference } from './difference.ts';
import type { DrawnRequest } from './drawn-states.ts';

const deadlineField = /^(?:starts|ends|expires|closes|deadline)(?:_at)?$/;

/** Things followed. */
const followedMax = 200_000;

/** When a request was under way on either side, in epoch milliseconds of the recording, and how exactly that is known. */
interface Moment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly toleranceMs: number;
}

type Asked = Pick<DrawnRequest, 'things'>;

/** Follows the things of one run: note every recorded answer, then ask for the differences of its response. */
export class Deadlines {
  /** By the record whose response gave out the thing's id. */
  readonly #instants = new Map<number, readonly number[]>();
  /** Things with which something was done on one side alone. */
  readonly #parted = new Set<number>();

  note(n: number, body: unknown): void {
    if (typeof body !== 'object' || body === null || this.#instants.size >= followedMax) return;
    const instants = Object.entries(body).flatMap(([name, value]) =>
      deadlineField.test(name) && typeof value === 'string' ? (parseInstant(value) ?? []) : [],
    );
    if (instants.length > 0) this.#instants.set(n, instants);
  }

  /** True if one side alone has accepted a request beside a deadline of what it is about. */
  decides({ things }: Asked, { kind, recorded, live }: Difference, moment: Moment): boolean {
    if (kind !== 'status' || isSuccess(recorded) === isSuccess(live)) return false;
    const near = things.filter((thing) => this.#isNear(thing, moment));
    for (const thing of near) this.#parted.add(thing);
    return near.length > 0;
  }

  /** True for what is about a thing with which something was done on one side alone, and for its state beside a deadline. */
  explains({ things }: Asked, { field }: Difference, moment: Moment): boolean {
    return things.some(
      (thing) => this.#parted.has(thing) || (field === '/status' && this.#isNear(thing, moment)),
    );
  }

  #isNear(thing: number, { fromMs, toMs, toleranceMs }: Moment): boolean {
    const instants = this.#instants.get(thing) ?? [];
    return instants.some((atMs) => atMs >= fromMs - toleranceMs && atMs <= toMs + toleranceMs);
  }
}

const isSuccess = (shown: string): boolean => /^2\d\d\b/.test(shown);
