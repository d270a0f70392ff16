/**
 * Each row of the calls under /_sim as a digest: method, path, refusals, words, and the forms of query, body and answer. The
 * file takes little time as a whole, so that a mutant of such a constant is tried with all of it.
 */
import { describe } from 'vitest';
import { worldControlOperations } from '../../../src/platform/control/mounts.ts';
import { SessionSchema } from '../../../src/platform/control/session-schema.ts';
import { describeKept } from '../../kept-digests.ts';
import { controlRows } from './control-rows.ts';

describe('rows', () => {
  describeKept(new URL('rows-kept.json', import.meta.url), [
    ...controlRows.map((row) => ({ name: row.operation, made: () => [row] })),
    { name: 'a file of a session', made: () => [SessionSchema] },
    { name: 'calls of every world', made: () => worldControlOperations },
  ]);
});
