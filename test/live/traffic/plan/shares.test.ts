/** How the sessions of a trace are divided among workers: what needs one another stays together, and the rest is spread evenly. */
import { expect, it } from 'vitest';
import { Namespace } from '../../../../src/live/traffic/correlation/namespace.ts';
import { asRecorded, Schedule } from '../../../../src/live/traffic/plan/schedule.ts';
import { sharesOf } from '../../../../src/live/traffic/plan/session-groups.ts';
import { recordLine, traceFile, type RecordChanges } from '../traces.ts';

async function shares(
  records: readonly Partial<RecordChanges>[],
  workers: number,
  names?: Namespace,
): Promise<number[][]> {
  const trace = traceFile(records.map((record, n) => recordLine({ n, at: n, ...record })));
  return sharesOf(trace, { schedule: new Schedule(asRecorded), workers, names });
}

const of = (...sessions: readonly number[]): Partial<RecordChanges>[] =>
  sessions.map((session) => ({ session }));

it('the longest go first, each to the worker with the fewest requests', async () => {
  const records = of(0, 1, 1, 1, 2, 2, 3, 3, 4);
  expect(await shares(records, 1)).toEqual([[1, 2, 3, 0, 4]]);
  expect(await shares(records, 2)).toEqual([
    [1, 0, 4],
    [2, 3],
  ]);
  expect(await shares(records, 3)).toEqual([[1], [2, 0], [3, 4]]);
  // There are no more shares than sessions.
  expect(await shares(records, 9)).toEqual([[1], [2], [3], [0], [4]]);
  expect(await shares(of(7, 7), 3)).toEqual([[7]]);
});

it('sessions that refer to answers of one another are one, over others between them', async () => {
  const refers = (session: number, n: number): Partial<RecordChanges> => ({ session, path: `/faucet/\${${n}:/id}` }); // prettier-ignore
  expect(await shares([...of(0, 1, 2, 3), refers(2, 0)], 9)).toEqual([[0, 2], [1], [3]]);
  expect(await shares([...of(0, 1, 2, 3), refers(2, 0), refers(3, 2)], 9)).toEqual([[0, 2, 3], [1]]);
  expect(await shares([...of(0, 1, 2, 3), refers(2, 0), refers(3, 1), refers(3, 4)], 9)).toEqual([
    [0, 1, 2, 3],
  ]);
  // An answer that repeats what another session was answered is compared with that.
  expect(await shares([...of(0, 1), { session: 1, answer: { id: '${0:/id}' } }], 9)).toEqual([[0, 1]]);
});

it('a session that names an agent belongs to the one that has registered it', async () => {
  const register = { session: 0, method: 'POST', path: '/faucet/register', body: { agent_id: 'anna' } };
  const names = { session: 1, method: 'POST', path: '/escrow/escrow', body: { receiver: 'anna' } };
  const records = [register, names, { session: 2 }];
  expect(await shares(records, 9)).toEqual([[0], [1], [2]]);
  const known = new Namespace('tests');
  known.note(0, register);
  expect(await shares(records, 9, known)).toEqual([[0, 1], [2]]);
});
