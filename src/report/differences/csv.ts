/** The differences of a comparison as CSV: equal ones in one row, and one by one. Causes count from 1. */
import { disarmed } from '../../core/base/plain-text.ts';
import { csv } from '../csv.ts';
import type { DifferencesView, DifferenceView } from './view.ts';

const sideColumn = ({ against }: DifferencesView): string => (against === 'recording' ? 'recorded' : 'model');

/** `groups.csv`: one row for all differences of one operation, kind, field and explanation. */
export function groupsCsv(view: DifferencesView): string {
  const header = [
    'operation',
    'kind',
    'field',
    'explanation',
    'cause',
    'count',
    'first_run',
    'first_request',
    sideColumn(view),
    'target',
  ];
  const rows = view.groups.map((group) => {
    const { call, kind, field, explanation, count, run, n, expected, live } = group;
    return [call, kind, field, explanation ?? '', causeCell(group), count, run, n, expected, live].map(plain);
  });
  return csv([header, ...rows]);
}

/** `differences.csv`: one row for each listed difference, unexplained ones first. */
export function differencesCsv(view: DifferencesView): string {
  const header = [
    'run',
    'request',
    'operation',
    'kind',
    'field',
    'explanation',
    'cause',
    sideColumn(view),
    'target',
  ];
  const rows = view.differences.map((difference) => {
    const { call, kind, field, explanation, run, n, expected, live } = difference;
    return [run, n, call, kind, field, explanation ?? '', causeCell(difference), expected, live].map(plain);
  });
  return csv([header, ...rows]);
}

/** Names of fields are the target's: no carriage return of theirs may stand between those that end a line. */
const plain = (cell: string | number): string | number => (typeof cell === 'string' ? disarmed(cell) : cell);

const causeCell = ({ cause }: Pick<DifferenceView, 'cause'>): number | '' =>
  cause === null ? '' : cause + 1;
