/**
 * Instants at which something may be done no more, or from then on: the start and the end of a tournament, the expiry of an escrow. A
 * request some milliseconds beside one may come after it on one side alone. What it would have changed then differs, and so does a list
 * that is read there.
 */
import { minuteMs, parseInstant } from '../../../core/base/time.ts';
import { isItem, type Difference } from './difference.ts';
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

type Asked = Pick<DrawnRequest, 'call' | 'things'>;

/** Follows the things of one run: note every recorded answer, then ask for the differences of its response. */
export class Deadlines {
  /** By the record whose response gave out the thing's id. */
  readonly #instants = new Map<number, readonly number[]>();
  /** By service and minute, as `casino 29500000`. */
  readonly #byMinute = new Map<string, number[]>();
  /** Things with which something was done on one side alone. */
  readonly #parted = new Set<number>();

  note(n: number, call: string, body: unknown): void {
    if (typeof body !== 'object' || body === null || this.#instants.size >= followedMax) return;
    const instants = Object.entries(body).flatMap(([name, value]) =>
      deadlineField.test(name) && typeof value === 'string' ? (parseInstant(value) ?? []) : [],
    );
    if (instants.length === 0) return;
    this.#instants.set(n, instants);
    for (const atMs of instants) {
      const key = minuteKey(call, atMs);
      const found = this.#byMinute.get(key);
      if (found === undefined) this.#byMinute.set(key, [atMs]);
      else found.push(atMs);
    }
  }

  /** True if one side alone has accepted a request beside a deadline of what it is about. */
  decides({ things }: Asked, { kind, recorded, live }: Difference, moment: Moment): boolean {
    if (kind !== 'status' || isSuccess(recorded) === isSuccess(live)) return false;
    const near = things.filter((thing) => this.#isNear(thing, moment));
    for (const thing of near) this.#parted.add(thing);
    return near.length > 0;
  }

  /**
   * True for what is about a thing with which something was done on one side alone, for its state beside a deadline, and for the items of a
   * list beside a deadline of anything of its service: the thing itself may be on neither page.
   */
  explains({ call, things }: Asked, difference: Difference, moment: Moment): boolean {
    const isState = stateField.test(difference.field);
    if (things.some((thing) => this.#parted.has(thing) || (isState && this.#isNear(thing, moment))))
      return true;
    return (isItem(difference) || difference.field === '/total') && this.#isAnyNear(call, moment);
  }

  #isAnyNear(call: string, moment: Moment): boolean {
    const [firstMs, lastMs] = [moment.fromMs - moment.toleranceMs, moment.toMs + moment.toleranceMs];
    const minutes = Math.min(minutesMax, Math.floor(lastMs / minuteMs) - Math.floor(firstMs / minuteMs));
    return Array.from({ length: minutes + 1 }, (_, minute) => minuteKey(call, firstMs + minute * minuteMs))
      .flatMap((key) => this.#byMinute.get(key) ?? [])
      .some((atMs) => atMs >= firstMs && atMs <= lastMs);
  }

  #isNear(thing: number, { fromMs, toMs, toleranceMs }: Moment): boolean {
    const instants = this.#instants.get(thing) ?? [];
    return instants.some((atMs) => atMs >= fromMs - toleranceMs && atMs <= toMs + toleranceMs);
  }
}

const stateField = /(?:^|\/\*)\/status$/;

/** The longest moment whose deadlines are looked for. */
const minutesMax = 60;

const minuteKey = (call: string, atMs: number): string =>
  `${call.slice(0, call.indexOf('/'))} ${Math.floor(atMs / minuteMs)}`;

const isSuccess = (shown: string): boolean => /^2\d\d\b/.test(shown);
