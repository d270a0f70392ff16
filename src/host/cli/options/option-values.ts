/** The values of options: each is read here, and refused with the option, what it is and what was expected. */
import { dayMs, exactDuration, parseDuration, type DurationMs } from '../../../core/base/time.ts';
import { CallMistake } from '../../app/process/exit.ts';

/** The longest time that a command waits by the clock on the wall: what a timer of Node can count. */
const wallDaysMax = 24;

/** A time on the wall clock, such as `--step 5s`. */
export function wallOption(option: string, text: string, { leastMs }: { leastMs: number }): DurationMs {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= leastMs && ms <= wallDaysMax * dayMs) return ms;
  const least = leastMs === 0 ? '' : leastMs === 1 ? ' above 0' : ` of at least ${exactDuration(leastMs)},`;
  throw new CallMistake(
    `${option} ${text}: expected a duration${least} such as 200ms, 30s or 10m, at most ${wallDaysMax}d`,
  );
}

/** A time within a trace, such as `--to 2d`. */
export function traceOption(option: string, text: string): DurationMs {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new CallMistake(`${option} ${text}: expected a duration such as 30s or 2d, at most 2932532d`);
}

/** A whole number within bounds. */
export function wholeOption(option: string, text: string, [min, max]: readonly [number, number]): number {
  const value = wholeIn(text);
  if (value >= min && value <= max) return value;
  throw new CallMistake(`${option} ${text}: expected a whole number from ${min} to ${max}`);
}

/** How many of something are to be done: none of them would test nothing. */
export function countOption(option: string, text: string): number {
  const value = wholeIn(text);
  if (value > 0) return value;
  throw new CallMistake(`${option} ${text}: expected a whole number above 0`);
}

const wholeIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
