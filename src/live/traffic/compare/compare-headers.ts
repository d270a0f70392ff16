/** Compares the headers that the documents name: those of rate limits. A target's windows begin at other moments. */
import { tracedHeaders } from '../../../simulation/trace/format.ts';
import { headerOf } from '../http/answer-parser.ts';
import { shown, type Difference } from './difference.ts';

/** Headers of one side by name; undefined for one that it does not have. */
type LimitHeaders = Readonly<Record<string, string | undefined>>;

/** The headers of a session's last response on both sides. */
interface LastHeaders {
  readonly recorded: LimitHeaders;
  readonly live: LimitHeaders;
  /** The target's `Date`; not a number without one. */
  readonly nowSeconds: number;
}

/** Follows the sessions of one run. */
export class HeaderComparison {
  readonly #isExact: boolean;
  readonly #last = new Map<number, LastHeaders>();
  readonly #windows = new Map<number, SlidingWindows>();

  /** `isExact`: true for a sandbox that sees each agent's address: its windows are those of the recording. */
  constructor(isExact: boolean) {
    this.#isExact = isExact;
  }

  /**
   * The differences of one response. A header must be there and a number; the limit must be the same; what remains has
   * to fall where it fell in the recording.
   */
  differences(recorded: LimitHeaders, head: string, session: number): Difference[] {
    const live = Object.fromEntries(tracedHeaders.map((name) => [name, headerOf(head, name)]));
    const nowSeconds = Date.parse(headerOf(head, 'date') ?? '') / 1_000;
    const last = this.#last.get(session);
    const now = { recorded, live, nowSeconds };
    this.#last.set(session, now);
    const windows = this.#windows.get(session) ?? new SlidingWindows();
    this.#windows.set(session, windows);
    windows.add(now);
    const earlier =
      last === undefined || isOver(last, nowSeconds) || windows.haveLost(last, now) ? undefined : last;
    const isDue = (name: string): boolean =>
      name !== 'retry-after' || this.#isExact || isNearReset(live, nowSeconds);
    return tracedHeaders
      .filter((name) => recorded[name] !== undefined)
      .filter((name) => !this.#isSame(name, now, earlier) || !isDue(name))
      .map((name) => ({
        kind: live[name] === undefined ? 'shape' : 'amount',
        field: `header ${name}`,
        recorded: shown(recorded[name]),
        live: shown(live[name]),
      }));
  }

  #isSame(name: string, { recorded, live }: LastHeaders, last: LastHeaders | undefined): boolean {
    const [one, two] = [recorded[name], live[name]];
    if (one === two) return true;
    if (two === undefined || this.#isExact || !/^\d+$/.test(two)) return false;
    if (name === 'x-ratelimit-limit') return false;
    if (name !== 'x-ratelimit-remaining' || last === undefined) return true;
    const hasFallen = (side: 'recorded' | 'live', now: LimitHeaders): boolean =>
      Number(now[name]) < Number(last[side][name]);
    const isSameWindow = live['x-ratelimit-limit'] === last.live['x-ratelimit-limit'];
    return (
      !isSameWindow ||
      !hasFallen('recorded', recorded) ||
      hasFallen('live', live) ||
      Number(two) < Number(one)
    );
  }
}

/**
 * The requests of one session, of which a window that slides loses each one a span after it. The reset of such a window
 * is a span after the request for as long as anything remains.
 */
class SlidingWindows {
  /** When the last responses came, each second once. */
  readonly #answeredSeconds = new Set<number>();
  /** The longest time to the reset that was stated with each limit. */
  readonly #spanSeconds = new Map<string, number>();

  add({ live, nowSeconds }: LastHeaders): void {
    this.#answeredSeconds.add(nowSeconds);
    const [oldest = nowSeconds] = this.#answeredSeconds;
    if (this.#answeredSeconds.size > secondsMax) this.#answeredSeconds.delete(oldest);
    const limit = live['x-ratelimit-limit'] ?? '';
    const toReset = Number(live['x-ratelimit-reset']) - nowSeconds;
    const known = this.#spanSeconds.get(limit) ?? 0;
    if (toReset > known) this.#spanSeconds.set(limit, toReset);
  }

  /** True where requests may have left the window of `now` since `last`, to a second or two. */
  haveLost(last: LastHeaders, { live, nowSeconds }: LastHeaders): boolean {
    const span = this.#spanSeconds.get(live['x-ratelimit-limit'] ?? '') ?? Number.NaN;
    const [from, to] = [last.nowSeconds - span - dateSlackSeconds, nowSeconds - span + dateSlackSeconds];
    for (const second of this.#answeredSeconds) if (second >= from && second <= to) return true;
    return false;
  }
}

/** Of the windows of the documents those of a minute and less slide. */
const secondsMax = 600;

/** A `Date` is cut to the second, and a reset is the next whole one. */
const dateSlackSeconds = 2;

/** True where what was counted before counts no more, such as after a wait for a limit. */
const isOver = (last: LastHeaders | undefined, nowSeconds: number): boolean =>
  Number(last?.live['x-ratelimit-reset']) <= nowSeconds;

/** How far the wait may end from the reset of the limit: a target may add some time to it. */
const waitApartSecondsMax = 60;

/** `Retry-After` ends where the limit is reset, which may be said on another clock only by a few seconds. */
function isNearReset(live: LimitHeaders, nowSeconds: number): boolean {
  const [wait, reset] = [Number(live['retry-after']), Number(live['x-ratelimit-reset'])];
  const isKnown = Number.isFinite(reset) && Number.isFinite(nowSeconds);
  return !isKnown || Math.abs(nowSeconds + wait - reset) <= waitApartSecondsMax;
}
