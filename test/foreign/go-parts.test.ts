/**
 * Parts of the traffic, drawn at random, at the deployment in Go where it is right: what hides another difference in the whole, as a
 * response that explains what follows from it, is missing in some of them.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { namesText } from '../../src/host/app/conform/names-file.ts';
import type { ConformCall } from '../../src/live/conform/conform-call.ts';
import type { ConformResult } from '../../src/live/conform/result-schema.ts';
import { readNames, type FieldNames } from '../../src/live/traffic/names/field-names.ts';
import { readTarget } from '../../src/live/traffic/target/target.ts';
import { attempts } from '../campaigns.ts';
import { conformed } from '../live/conform/conforming.ts';
import { testSeed } from '../seed.ts';
import { scenarioOf, targetText, traffics } from './go-runs.ts';
import { buildGo, launchGo, skipsGo } from './launch-go.ts';

let program = '';

interface Operation {
  readonly do: string;
  readonly as?: string;
}

/** The operations that a part keeps: no registration is left out, and nothing that refers to what is. */
function kept(operations: readonly Operation[], draws: readonly number[], share: number): Operation[] {
  const left = new Set<string>();
  return operations.filter((operation, at) => {
    const refers = [...JSON.stringify(operation).matchAll(/\$\{(\w+):/g)].some(([, name = '']) =>
      left.has(name),
    );
    const isKept = !refers && (operation.do.endsWith('register') || (draws[at] ?? 0) < share);
    if (!isKept && operation.as !== undefined) left.add(operation.as);
    return isKept;
  });
}

const unexplained = ({ differences }: ConformResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(({ call, kind, field, model, target }) => `${call} ${kind} ${field}: ${target}, the model ${model}`);

/** Each at another deployment, whose windows are empty. */
async function compared(
  source: unknown,
  call: Partial<ConformCall>,
  names?: FieldNames,
): Promise<ConformResult> {
  const { url, stop } = await launchGo(program, { ids: 'ulid', registrationsPerMinute: 100_000 });
  const text = targetText(url);
  const target = { ...readTarget('foreign.yaml', text), names };
  const bounds = { causesMax: 0, searchMs: 0, limitWaitMs: 70_000, runMs: 60_000, namespace: 'gp' };
  const ignored = new Set(['header x-ratelimit-limit', 'header x-ratelimit-remaining']);
  return conformed({ text, target, sources: [source], ignored, ...bounds, ...call }).finally(stop);
}

beforeAll(async () => {
  if (!skipsGo) program = await buildGo();
});

describe.skipIf(skipsGo)('parts of the traffic at a deployment in Go', { concurrent: true }, () => {
  it.each(traffics)('show no difference where it is right: %s', async (traffic) => {
    const source = scenarioOf(traffic) as { operations: Operation[] };
    const { learned = [] } = await compared(source, { learns: true });
    const names = readNames('names.yaml', namesText(learned, 'foreign'));
    const count = source.operations.length;
    const draws = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: count,
      maxLength: count,
    });
    const part = fc.tuple(draws, fc.constantFrom(0.1, 0.3, 0.6));
    for (const [drawn, share] of fc.sample(part, { seed: testSeed, numRuns: attempts('partsOfTraffic') })) {
      const operations = kept(source.operations, drawn, share);
      const result = await compared({ ...source, operations }, {}, names);
      const shown = operations.map((each) => JSON.stringify(each)).join('\n');
      expect(unexplained(result), shown).toEqual([]);
    }
  });

  it.each([
    ['a bet whose id the target has not given out, in a list beside one that it has', /coin-?flip$|history$/],
    [
      'a nonce that is sent back, where those of the target begin at another number',
      /casino-api\/bet$|verify/,
    ],
  ])('show none: %s', async (_what, pattern) => {
    const source = scenarioOf('services') as { operations: Operation[] };
    const { learned = [] } = await compared(source, { learns: true });
    const names = readNames('names.yaml', namesText(learned, 'foreign'));
    const isPart = ({ do: call, as }: Operation): boolean =>
      as === 'anna' || (pattern.test(call) && (as === undefined || as === 'b1'));
    const result = await compared({ ...source, operations: source.operations.filter(isPart) }, {}, names);
    expect(unexplained(result)).toEqual([]);
  });
});
