import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Outbox } from '../../../src/host/serve/outbox.ts';

it('writes at the end of the turn, in order, what came in it', async () => {
  const outbox = new Outbox();
  const written: number[] = [];
  for (const number of [1, 2, 3]) outbox.afterTurn(() => written.push(number));
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual([1, 2, 3]);
});

it('keeps for the next turn what comes while it writes', async () => {
  const outbox = new Outbox();
  const written: string[] = [];
  outbox.afterTurn(() => {
    written.push('first');
    outbox.afterTurn(() => written.push('second'));
  });
  await nextTurn();
  await nextTurn();
  expect(written).toEqual(['first', 'second']);
});
