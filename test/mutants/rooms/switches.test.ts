/** What instrumented code calls: it ends a loop that passes any place, and records only where someone wants to know. */
import { runInThisContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { instrumentedHeader, switches } from './switches.ts';

const called = runInThisContext(
  `(() => { ${instrumentedHeader} return { isActive: stryMutAct_9fa48, cover: stryCov_9fa48 }; })()`,
) as { isActive: (id: string) => boolean; cover: (...ids: string[]) => void };

afterEach(() => {
  Object.assign(switches, { active: undefined, group: undefined, hit: new Set() });
  Object.assign(switches, { stepsLeft: Number.POSITIVE_INFINITY, passed: undefined });
});

it('counts the passes of every place, and throws at one more than are left', () => {
  Object.assign(switches, { active: '7', stepsLeft: 2 });
  expect([called.isActive('7'), called.isActive('8')]).toEqual([true, false]);
  expect(() => called.isActive('8')).toThrow('passed too often');
});

it('passes a place as often as it likes where nothing is counted', () => {
  for (let pass = 0; pass < 100; pass += 1) expect(called.isActive('7')).toBe(false);
});

it('records the mutants of a place for those who want to know', () => {
  called.cover('1');
  switches.passed = new Set();
  called.cover('2', '3');
  called.cover('2');
  expect([...switches.passed]).toEqual(['2', '3']);
});

it('has several mutants in the code, and says which of them were passed', () => {
  switches.group = new Set(['7', '9', '11']);
  expect(['7', '8', '9', '7'].map((id) => called.isActive(id))).toEqual([true, false, true, true]);
  expect([...switches.hit]).toEqual(['7', '9']);
});
