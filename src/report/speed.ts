/** How fast the run went, in one line for the terminal and the report. */
import type { RunSummary } from '../simulation/scenario/result.ts';
import { rounded } from './numbers.ts';

/** `1.2 million events/s  53,200 requests/s  3.24 million virtual seconds a wall second`. */
export function runSpeed({ wallSeconds, events, requests, virtual }: RunSummary): string {
  if (!(wallSeconds > 0)) return 'too short to tell a speed';
  return [
    `${rounded(events / wallSeconds)} events/s`,
    `${rounded(requests / wallSeconds)} requests/s`,
    `virtual:wall ${rounded(virtual.seconds / wallSeconds)}:1`,
  ].join('  ');
}
