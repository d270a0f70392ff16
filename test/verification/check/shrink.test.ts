/** Shrinking, against failures that are made up: what is left is exactly what the failure needs, whatever stands around it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import {
  shrink,
  smallerThan,
  triesMax,
  whole,
  withTimes,
  type TimedOperation,
} from '../../../src/verification/check/shrink.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';

/** An operation that is told from all others by its path. */
const operation = (n: number): OperationSource => ({ by: 'a', do: `GET /faucet/${n}` });

const scenario = (operations: readonly OperationSource[]): ScenarioSource => ({
  name: 'made up',
  about: 'a test',
  seed: '1',
  for: '1s',
  operations: [...operations],
});

const pathsOf = ({ operations = [] }: ScenarioSource): string[] => operations.map((each) => each.do);

/** Fails while all of these operations are there, in their order. */
const needing =
  (wanted: readonly string[]) =>
  async (source: ScenarioSource): Promise<boolean> => {
    const paths = pathsOf(source);
    const places = wanted.map((path) => paths.indexOf(path));
    return places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]!));
  };

describe('operations of which some are taken out', () => {
  it('come when they came, without those that refer to what is gone', () => {
    const drawn = fc.record({ waits: fc.nat(2), refersTo: fc.option(fc.nat(5)), isTaken: fc.boolean() });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 6 }), (all) => {
        let atMs = 0;
        const timed = all.map(({ waits, refersTo }, n): TimedOperation => {
          const body = refersTo === null ? {} : { body: { id: `\${l${refersTo}:/id}` } };
          return { atMs: (atMs += 1_000 * waits), operation: { ...operation(n), as: `l${n}`, ...body } };
        });
        const left = timed.filter((_, n) => all[n]?.isTaken === false);
        const known = new Set<number>();
        for (const [n, { refersTo, isTaken }] of all.entries())
          if (!isTaken && (refersTo === null || known.has(refersTo))) known.add(n);
        const expected = [...known].map((n) => [timed[n]?.atMs, `GET /faucet/${n}`]);
        expect(withTimes(whole(left)).map((each) => [each.atMs, each.operation.do])).toEqual(expected);
      }),
    );
  });
});

describe('shrinking', () => {
  it('leaves the operations that the failure needs and no other, wherever they stand', async () => {
    const cases = fc
      .integer({ min: 1, max: 24 })
      .chain((count) =>
        fc.tuple(
          fc.constant(count),
          fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: Math.min(4, count) }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(cases, async ([count, places]) => {
        const all = Array.from({ length: count }, (_, n) => operation(n));
        const wanted = places.toSorted((one, two) => one - two).map((n) => `GET /faucet/${n}`);
        const { source, tries } = await shrink(scenario(all), needing(wanted));
        expect(pathsOf(source)).toEqual(wanted);
        expect(tries).toBeLessThanOrEqual(triesMax);
      }),
    );
  });

  it('leaves a scenario that still fails, and from which no single change can be made', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.nat(), async (count, seed) => {
        const all = Array.from({ length: count }, (_, n) => operation(n));
        const fails = needing([`GET /faucet/${seed % count}`]);
        const { source } = await shrink(scenario(all), fails);
        expect(await fails(source)).toBe(true);
        for (const smaller of smallerThan(source, 0)) expect(await fails(smaller.source)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it('tries every single operation, the first and the last too, whichever step comes first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(8), (count, first) => {
        const all = Array.from({ length: count }, (_, n) => operation(n));
        const tried = new Set(
          [...smallerThan(scenario(all), first)].map((each) => pathsOf(each.source).join()),
        );
        for (const n of all.keys()) expect(tried).toContain(pathsOf(scenario(all.toSpliced(n, 1))).join());
      }),
    );
  });

  it('gives up a part of the scenario that the failure does not need', async () => {
    const surrounded = {
      ...scenario([operation(0)]),
      policies: { 'casino.win': 'x', 'limits.day': 'y' },
      faults: [{ kind: 'a' }, { kind: 'b' }, { kind: 'c' }],
      network: { kind: 'n' },
    } as unknown as ScenarioSource;
    const { source } = await shrink(surrounded, async ({ faults = [] }) =>
      faults.some((fault) => (fault as unknown as { kind: string }).kind === 'b'),
    );
    expect([source.policies, source.network]).toEqual([undefined, undefined]);
    expect(source.faults).toEqual([{ kind: 'b' }]);
  });
});
