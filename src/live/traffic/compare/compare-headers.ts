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
}

/** Follows the sessions of one run. */
export class HeaderComparison {
  readonly #isExact: boolean;
  readonly #last = new Map<number, LastHeaders>();

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
    const last = this.#last.get(session);
    this.#last.set(session, { recorded, live });
    const nowSeconds = Date.parse(headerOf(head, 'date') ?? '') / 1_000;
    const isDue = (name: string): boolean =>
      name !== 'retry-after' || this.#isExact || isNearReset(live, nowSeconds);
    return tracedHeaders
      .filter((name) => recorded[name] !== undefined)
      .filter(
        (name) =>
          !this.#isSame(name, { recorded, live }, isOver(last, nowSeconds) ? undefined : last) ||
          !isDue(name),
      )
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
