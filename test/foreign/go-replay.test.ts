/** Recorded traffic replayed against the deployment in Go: no difference where it is right, one cause for each of its defects. */
import { beforeAll, describe, expect, it } from 'vitest';
import { namesText } from '../../src/host/app/conform/names-file.ts';
import { readNames, type FieldNames } from '../../src/live/traffic/names/field-names.ts';
import { asRecorded } from '../../src/live/traffic/plan/schedule.ts';
import { defaultReplay } from '../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../src/live/traffic/replay/replay.ts';
import type { ReplayResult } from '../../src/live/traffic/replay/result-schema.ts';
import { readTarget } from '../../src/live/traffic/target/target.ts';
import { share } from '../campaigns.ts';
import { conformed } from '../live/conform/conforming.ts';
import { defectsOf } from './defects.ts';
import { scenarioOf, shownBy, targetText, traffics, variants, type Traffic } from './go-runs.ts';
import { buildGo, launchGo, skipsGo, type GoOptions } from './launch-go.ts';
import { traceOf } from './recorded.ts';

const names = new Map<Traffic, FieldNames>();
let program = '';
let count = 0;
const namespace = (): string => `go${String((count += 1)).padStart(5, '0')}`;

beforeAll(async () => {
  if (skipsGo) return;
  program = await buildGo();
  for (const traffic of traffics) {
    await traceOf(traffic);
    names.set(traffic, await learnt(traffic));
  }
});

/** What `conform --learn` finds at a deployment that is right. */
async function learnt(traffic: Traffic): Promise<FieldNames> {
  const { url, stop } = await launchGo(program, { ids: 'ulid' });
  const how = { causesMax: 0, searchMs: 0, runMs: 60_000, namespace: namespace(), learns: true };
  const result = await conformed({ text: targetText(url), sources: [scenarioOf(traffic)], ...how }).finally(
    stop,
  );
  return readNames('names.yaml', namesText(result.learned ?? [], 'foreign'));
}

async function plan(
  url: string,
  traffic: Traffic,
  more: {
    speed: number;
    ignoresLimits?: boolean;
    names?: FieldNames | undefined;
    noise?: ReadonlyMap<string, string>;
  },
): Promise<Replay> {
  const text = targetText(url, more.ignoresLimits === true ? 'limits: ignore\n' : '');
  const target = { ...readTarget('foreign.yaml', text), names: more.names };
  return Replay.plan({
    ...defaultReplay,
    trace: await traceOf(traffic),
    target,
    schedule: { ...asRecorded, speed: more.speed },
    namespace: namespace(),
    answersOnly: true,
    noise: more.noise,
    ca: undefined,
  });
}

const unexplained = ({ differences }: ReplayResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(({ call, kind, field, recorded, live }) => `${call} ${kind} ${field}: ${recorded} became ${live}`);

const clean = variants.map((variant, index) => {
  const traffic = traffics[index % traffics.length] ?? 'tour';
  return [traffic, JSON.stringify(variant), variant, index] as const;
});

async function replayedTwice(variant: GoOptions, traffic: Traffic, speed: number): Promise<void> {
  const { url, stop } = await launchGo(program, variant);
  try {
    for (let round = 0; round < 2; round++) {
      const result = await (await plan(url, traffic, { speed })).run();
      expect(unexplained(result)).toEqual([]);
      expect(result).toMatchObject({ ok: true, unsent: 0 });
    }
  } finally {
    await stop();
  }
}

describe.skipIf(skipsGo)('a deployment in Go that is right', { concurrent: true }, () => {
  it.each(share('rightDeployments', clean))(
    'shows no difference, twice in a row without a reset: %s, %s',
    async (traffic, _name, variant, index) =>
      // The rate of the recording, and twenty times that.
      replayedTwice(variant, traffic, index % 2 === 0 ? 1 : 20),
  );
});

/** At another deployment. */
async function replayedAlone(
  options: GoOptions,
  traffic: Traffic,
  how: Parameters<typeof plan>[2],
): Promise<ReplayResult> {
  const { url, stop } = await launchGo(program, options);
  return (await plan(url, traffic, how)).run().finally(stop);
}

describe.skipIf(skipsGo)('a deployment in Go with a defect', { concurrent: true }, () => {
  it.each(share('replayedDefects', defectsOf('go')).map(({ name }) => name))(
    'is told so, with one cause, and under --noise too: %s',
    async (name) => {
      const isShared = name === 'limit-shared-by-keys';
      const { traffic, cause } = shownBy[name] ?? { traffic: 'tour', cause: /^$/ };
      // Waiting for the limits of this defect takes minutes, and hides a part of it.
      const how = { speed: 8, names: names.get(traffic), ignoresLimits: isShared };
      const options = { ids: 'ulid', instants: 'us', defect: [name] } as const;
      const { url, stop } = await launchGo(program, options);
      try {
        const first = await (await plan(url, traffic, how)).runPart();
        const result = await (await plan(url, traffic, { ...how, noise: first.shown })).run();
        // Which requests a shared window refuses is another thing each time: one run alone tells its cause.
        const told = isShared ? await replayedAlone(options, traffic, how) : result;
        const causes = told.differences.causes.map((each) => `${each.call} ${each.kind} ${each.field}`);
        expect(causes).toEqual([expect.stringMatching(cause)]);
        expect(result.ok).toBe(false);
      } finally {
        await stop();
      }
    },
  );
});
