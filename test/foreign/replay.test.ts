/**
 * A recorded tour of the documents, replayed against a deployment that shares nothing with Orrery: no difference where
 * it is right, whatever its ids, keys, names, instants and data look like, and one cause for each of its defects.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { asRecorded } from '../../src/live/traffic/plan/schedule.ts';
import { defaultReplay } from '../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../src/live/traffic/replay/replay.ts';
import type { ReplayResult } from '../../src/live/traffic/replay/result-schema.ts';
import { readTarget } from '../../src/live/traffic/target/target.ts';
import { share } from '../campaigns.ts';
import { launchPython, skipsPython, type ForeignOptions } from './launch.ts';
import { traceOf } from './recorded.ts';

let trace = '';

interface Defect {
  readonly name: string;
  readonly operation: string;
  readonly field: string;
}

const defects = JSON.parse(
  readFileSync(new URL('python/defects.json', import.meta.url), 'utf8'),
) as readonly Defect[];

beforeAll(async () => {
  trace = await traceOf('tour');
});

let count = 0;

function callFor(url: string, noise?: ReadonlyMap<string, string>) {
  const services = `{ faucet: "${url}/faucet", escrow: "${url}/escrow" }`;
  const text = `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\n`;
  return {
    ...defaultReplay,
    trace,
    target: readTarget('foreign.yaml', text),
    schedule: { ...asRecorded, speed: 4 },
    namespace: `run${String((count += 1)).padStart(4, '0')}`,
    answersOnly: true,
    noise,
    ca: undefined,
  };
}

const unexplained = ({ differences }: ReplayResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(({ call, kind, field, recorded, live }) => `${call} ${kind} ${field}: ${recorded} became ${live}`);

const each = <Value>(values: readonly Value[], index: number): Value =>
  values[index % values.length] as Value;

/** Every form of ids with every form of keys; the other properties change with them. */
const variants = (['uuid', 'ulid', 'int', 'number', 'opaque', 'short'] as const).flatMap((ids, one) =>
  (['bearer-hex', 'jwt-like', 'base64', 'prefix'] as const).map((keys, other): ForeignOptions => {
    const ownNames = each([undefined, 'flat', 'nested', 'data'] as const, one + other);
    return {
      ids,
      keys,
      instants: each(['ms', 'us', 'offset', 'seconds', 'epoch'] as const, one + other),
      numbers: each(['text', 'number'] as const, one + other),
      ...(ownNames === undefined ? {} : { ownNames }),
      wording: each(['plain', 'other', 'terse'] as const, other),
      extraFields: other % 2 === 0,
      fieldOrder: each(['table', 'reverse'] as const, one),
      existing: one * 10,
    };
  }),
);

describe.skipIf(skipsPython)('a deployment that is right', { concurrent: true }, () => {
  it.each(share('rightInPython', variants).map((variant) => [JSON.stringify(variant), variant] as const))(
    'shows no difference, twice in a row without a reset: %s',
    async (_name, variant) => {
      const { url, stop } = await launchPython(variant);
      try {
        for (let round = 0; round < 2; round++) {
          const result = await (await Replay.plan(callFor(url))).run();
          expect(unexplained(result)).toEqual([]);
          expect(result).toMatchObject({ ok: true, unsent: 0, requests: 71 });
        }
      } finally {
        await stop();
      }
    },
  );
});

describe.skipIf(skipsPython)('a deployment with a defect', { concurrent: true }, () => {
  it.each(share('replayedInPython', defects).map((defect) => [defect.name, defect] as const))(
    'is told so, with one cause, and under --noise too: %s',
    async (name) => {
      const { url, stop } = await launchPython({ ids: 'ulid', instants: 'us', defect: [name] });
      try {
        const first = await (await Replay.plan(callFor(url))).runPart();
        const result = await (await Replay.plan(callFor(url, first.shown))).run();
        expect(result.ok).toBe(false);
        expect(result.differences.causes).toHaveLength(1);
      } finally {
        await stop();
      }
    },
  );
});
