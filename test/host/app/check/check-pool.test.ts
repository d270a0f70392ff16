import { describe, expect, it } from 'vitest';
import { crashedLine, lineOf, readOutcome } from '../../../../src/host/app/check/check-pool.ts';
import { Coverage } from '../../../../src/verification/check/coverage.ts';

const { seen } = new Coverage();
const outcome = { violations: [], operations: 3, digest: 'd', seen: { ...seen, operations: ['a/b/c'] } };

describe('a line of a run', () => {
  it('is read as it was written', () => {
    expect(readOutcome(lineOf({ run: 7, outcome }))).toEqual({ run: 7, outcome });
    const violation = { property: 'invariants-hold', message: 'm', atMs: 1 } as const;
    const broken = { ...outcome, violations: [violation] };
    expect(readOutcome(lineOf({ run: 7, outcome: broken }))).toEqual({ run: 7, outcome: broken });
  });

  it('says of a run that took its thread down that nothing else came of it', () => {
    expect(readOutcome(crashedLine(4, 'out of memory'))).toEqual({
      run: 4,
      outcome: {
        violations: [
          { property: 'invariants-hold', message: 'the run ended its thread: out of memory', atMs: 0 },
        ],
        operations: 0,
        digest: '',
        seen,
      },
    });
  });

  it.each([
    ['', 'no text'],
    ['null', 'nothing'],
    ['7', 'a number'],
    ['{', 'no JSON'],
    [JSON.stringify({ run: 1 }), 'no outcome'],
    [JSON.stringify({ run: 1.5, outcome }), 'half a run'],
    [JSON.stringify({ run: '1', outcome }), 'a run in words'],
    [JSON.stringify({ run: 1, outcome: { ...outcome, violations: {} } }), 'violations that are no list'],
    [JSON.stringify({ run: 1, outcome: { ...outcome, violations: [null] } }), 'a violation that is nothing'],
    [
      JSON.stringify({ run: 1, outcome: { ...outcome, violations: [{ property: 'x', message: 'm' }] } }),
      'a violation without its instant',
    ],
    [JSON.stringify({ run: 1, outcome: { ...outcome, operations: 'x' } }), 'operations in words'],
    [JSON.stringify({ run: 1, outcome: { ...outcome, digest: 1 } }), 'a digest that is a number'],
    [JSON.stringify({ run: 1, outcome: { ...outcome, seen: {} } }), 'coverage without its kinds'],
    [JSON.stringify({ run: 1, outcome: { ...outcome, seen: { ...seen, pairs: [1] } } }), 'names that are numbers'],
  ])('is refused where it is %s: %s', (line) => {
    expect(readOutcome(line)).toBeUndefined();
  });
}); // prettier-ignore
