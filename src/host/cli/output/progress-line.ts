/** One line of progress, cut to the width of the terminal: the least important parts are left out first. */
import { groupedDigits } from '../../../core/base/digits.ts';
import { secondMs, formatDuration } from '../../../core/base/time.ts';

/** What one line shows. Parts that do not fit the terminal's width are left out. */
export interface ProgressState {
  /** From 0 to 1. */
  readonly share: number;
  /** Where it is: a virtual time, or nothing. */
  readonly at: string;
  readonly count: number;
  /** What is counted: `requests`. */
  readonly noun: string;
  /** Of what is counted, in a wall second; undefined until it is known. */
  readonly perSecond: number | undefined;
  /** Wall seconds; undefined until they can be estimated. */
  readonly leftSeconds: number | undefined;
}

const barMax = 30;
const barMin = 6;

/** Never longer than `columns`. */
export function progressLine(state: ProgressState, columns: number): string {
  const { share, at, count, noun, perSecond, leftSeconds } = state;
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  const left = leftSeconds === undefined ? '' : `${durationText(leftSeconds)} left`;
  const rate = perSecond === undefined ? '' : `${grouped(Math.round(perSecond))} ${noun}/s`;
  const total = `${grouped(count)} ${noun}`;
  const wordings = [
    [percent, at, total, rate, left],
    [percent, at, rate, left],
    [percent, rate, left],
    [percent, left],
    [percent],
  ];
  const fitting = wordings.map((words) => words.filter((word) => word !== '').join('  '));
  // A terminal breaks a line that is as wide as itself.
  const room = columns - 1;
  const text = fitting.find((words) => words.length <= room) ?? '';
  const barWidth = Math.min(barMax, room - text.length - 1);
  return barWidth < barMin ? text : `${bar(share, barWidth)} ${text}`;
}

function bar(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}

const durationText = (seconds: number): string =>
  seconds < 1
    ? '<1s'
    : formatDuration(Math.round(seconds) * secondMs)
        .split(' ')
        .slice(0, 2)
        .join(' ');

const grouped = (value: number): string => groupedDigits(String(value));
