/** An audit of one game through each writer, and `games.csv`: a file that takes little time as a whole, for what is read at import. */
import { describe } from 'vitest';
import { gamesHeader } from '../../../src/report/audit-csv.ts';
import { describeKept } from '../../kept-digests.ts';
import { viewOf } from '../audit-fixture.ts';
import { auditWriters } from './audit-writers.ts';

const view = viewOf(['plinko']);
const few = { ...view, kelly: { ...view.kelly, curves: view.kelly.curves.slice(0, 1) } };

describe('constants of an audit', () => {
  describeKept(new URL('constants-kept.json', import.meta.url), [
    { name: 'header of games.csv', made: () => [gamesHeader] },
    ...Object.entries(auditWriters).map(([name, write]) => ({ name, made: () => [write(few)] })),
  ]);
});
