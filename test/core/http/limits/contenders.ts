/**
 * Every algorithm, with its exact slow oracle and with what it promises about any stretch of time. An oracle decides
 * from the complete list of recorded uses, knows no state and shares no code with the algorithm.
 */
import { firstRequestWindows, fixedWindows } from '../../../../src/core/http/limits/fixed-window.ts';
import { gcra } from '../../../../src/core/http/limits/gcra.ts';
import type { Meter, Window } from '../../../../src/core/http/limits/meter.ts';
import { all } from '../../../../src/core/http/limits/meters.ts';
import { rollingCounters } from '../../../../src/core/http/limits/rolling-counters.ts';
import { slidingLog } from '../../../../src/core/http/limits/sliding-log.ts';
import { spacing } from '../../../../src/core/http/limits/spacing.ts';
import { tokenBucket } from '../../../../src/core/http/limits/token-bucket.ts';

export interface Request {
  readonly uses: readonly number[];
  readonly nowMs: number;
  readonly weight: number;
}

export interface Contender {
  readonly name: string;
  /** The whole meter for a list of windows. */
  make(windows: readonly Window[]): Meter;
  /** The quotas it is made of, each a meter of its own that shows one window. */
  parts(windows: readonly Window[]): Meter[];
  /** Whether a request is admitted after these uses. */
  admits(windows: readonly Window[], request: Request): boolean;
  /** The most that is ever admitted in `stretchMs`, wherever the stretch begins. */
  admittedMax(windows: readonly Window[], stretchMs: number): number;
  /** The heaviest request it takes. */
  weightMax(windows: readonly Window[]): number;
  /** Titles of the suite that are not promised, each with the reason. */
  readonly skips: Readonly<Record<string, string>>;
}

type Rule = Omit<Contender, 'name' | 'make' | 'skips'>;

/** How many whole windows a stretch is covered by. */
const covers = (window: Window, stretchMs: number) => Math.ceil(stretchMs / window.windowMs);
const least = (windows: readonly Window[], value: (window: Window) => number) =>
  Math.min(...windows.map(value));
const smallestLimit = (windows: readonly Window[]) => least(windows, (window) => window.limit);

const sliding: Rule = {
  parts: (windows) => windows.map((window) => slidingLog([window])),
  admits: (windows, { uses, nowMs, weight }) =>
    windows.every(
      ({ limit, windowMs }) => uses.filter((use) => use + windowMs > nowMs).length + weight <= limit,
    ),
  admittedMax: (windows, stretchMs) => least(windows, (window) => window.limit * covers(window, stretchMs)),
  weightMax: smallestLimit,
};

const fixed: Rule = {
  parts: (windows) => windows.map((window) => fixedWindows([window])),
  admits: (windows, { uses, nowMs, weight }) =>
    windows.every(({ limit, windowMs }) => {
      const index = Math.floor(nowMs / windowMs);
      return uses.filter((use) => Math.floor(use / windowMs) === index).length + weight <= limit;
    }),
  admittedMax: (windows, stretchMs) =>
    least(windows, (window) => window.limit * (1 + covers(window, stretchMs - 1))),
  weightMax: smallestLimit,
};

function usedSinceOpening(window: Window, uses: readonly number[], nowMs: number): number {
  let openedAtMs = -Infinity;
  for (const use of uses) if (use >= openedAtMs + window.windowMs) openedAtMs = use;
  return nowMs >= openedAtMs + window.windowMs ? 0 : uses.filter((use) => use >= openedAtMs).length;
}

const firstRequest: Rule = {
  parts: (windows) => windows.map((window) => firstRequestWindows([window])),
  admits: (windows, { uses, nowMs, weight }) =>
    windows.every((window) => usedSinceOpening(window, uses, nowMs) + weight <= window.limit),
  admittedMax: (windows, stretchMs) =>
    least(windows, (window) => window.limit * (1 + covers(window, stretchMs)) - 1),
  weightMax: smallestLimit,
};

/** The rate is the first window, the size of the bucket the limit of the last. */
const rateOf = (windows: readonly Window[]) => windows[0]!;
const sizeOf = (windows: readonly Window[]) => windows.at(-1)!.limit;

/** In fractions of a token over `windowMs`, with big integers, from the first use on. */
function tokensTimesWindow(windows: readonly Window[], uses: readonly number[], nowMs: number): bigint {
  const { limit, windowMs } = rateOf(windows);
  const full = BigInt(sizeOf(windows)) * BigInt(windowMs);
  let level = full;
  let levelAtMs = uses[0] ?? nowMs;
  const refill = (untilMs: number) => {
    level += BigInt(untilMs - levelAtMs) * BigInt(limit);
    if (level > full) level = full;
    levelAtMs = untilMs;
  };
  for (const use of uses) {
    refill(use);
    level -= BigInt(windowMs);
    if (level < 0n) level = 0n;
  }
  refill(nowMs);
  return level;
}

const bucket: Omit<Rule, 'parts'> = {
  admits: (windows, { uses, nowMs, weight }) =>
    tokensTimesWindow(windows, uses, nowMs) >= BigInt(weight) * BigInt(rateOf(windows).windowMs),
  admittedMax: (windows, stretchMs) =>
    sizeOf(windows) + Math.floor(((stretchMs - 1) * rateOf(windows).limit) / rateOf(windows).windowMs),
  weightMax: sizeOf,
};

const spaced: Rule = {
  parts: (windows) => [spacing(rateOf(windows).windowMs)],
  admits: (windows, { uses, nowMs }) => (uses.at(-1) ?? -Infinity) + rateOf(windows).windowMs <= nowMs,
  admittedMax: (windows, stretchMs) => covers(rateOf(windows), stretchMs),
  weightMax: () => 1,
};

const slotMs = (window: Window) => (window.windowMs % 4 === 0 ? window.windowMs / 4 : window.windowMs);

const counted: Rule = {
  parts: (windows) => windows.map((window) => rollingCounters(window, slotMs(window))),
  admits: (windows, { uses, nowMs, weight }) =>
    windows.every((window) => {
      const lastOfSlot = (use: number) =>
        (Math.floor(use / slotMs(window)) + 1) * slotMs(window) - 1 + window.windowMs;
      return uses.filter((use) => lastOfSlot(use) > nowMs).length + weight <= window.limit;
    }),
  admittedMax: sliding.admittedMax,
  weightMax: smallestLimit,
};

/** A key's meter as it is composed in earnest: a log, a clock window and a bucket over the same windows. */
const composed: Rule = {
  parts: (windows) => [
    ...sliding.parts(windows.slice(0, 1)),
    ...fixed.parts(windows),
    tokenBucket(rateOf(windows), sizeOf(windows)),
  ],
  admits: (windows, request) =>
    sliding.admits(windows.slice(0, 1), request) &&
    fixed.admits(windows, request) &&
    bucket.admits(windows, request),
  admittedMax: (windows, stretchMs) =>
    Math.min(
      sliding.admittedMax(windows.slice(0, 1), stretchMs),
      fixed.admittedMax(windows, stretchMs),
      bucket.admittedMax(windows, stretchMs),
    ),
  weightMax: smallestLimit,
};

/** The same meters, leaning the other way. */
const nested: Contender['make'] = (windows) =>
  composed.parts(windows).reduceRight((later, earlier) => all([earlier, later]));

const contender = (name: string, rule: Rule, make?: Contender['make']): Contender => ({
  ...rule,
  name,
  make: make ?? ((windows) => all(rule.parts(windows))),
  skips: {},
});

const severalWindows = {
  'remaining is how many more are admitted at the same instant':
    'gap L17 shows the window with the smallest ratio, and another window may hold fewer in number',
};

export const contenders: readonly Contender[] = [
  { ...contender('sliding log', sliding, slidingLog), skips: severalWindows },
  { ...contender('fixed windows', fixed, fixedWindows), skips: severalWindows },
  { ...contender('first-request windows', firstRequest, firstRequestWindows), skips: severalWindows },
  contender('token bucket', {
    ...bucket,
    parts: (windows) => [tokenBucket(rateOf(windows), sizeOf(windows))],
  }),
  contender('GCRA', { ...bucket, parts: (windows) => [gcra(rateOf(windows), sizeOf(windows))] }),
  contender('spacing', spaced),
  { ...contender('rolling counters', counted), skips: severalWindows },
  { ...contender('composition', composed), skips: severalWindows },
  { ...contender('composition of compositions', composed, nested), skips: severalWindows },
];
