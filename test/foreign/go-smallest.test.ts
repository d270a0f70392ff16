/**
 * The smallest sequence that shows each defect of the deployment in Go and repeats on it, or why there is none. Searches use accounts of
 * earlier tries; defects of limits are looked for under the cap of ten registrations a minute, the others without it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { namesText } from '../../src/host/app/conform/names-file.ts';
import type { ConformCall } from '../../src/live/conform/conform-call.ts';
import type { ConformResult } from '../../src/live/conform/result-schema.ts';
import { readNames, type FieldNames } from '../../src/live/traffic/names/field-names.ts';
import { readTarget } from '../../src/live/traffic/target/target.ts';
import { share } from '../campaigns.ts';
import { conformed } from '../live/conform/conforming.ts';
import { defectsOf } from './defects.ts';
import { scenarioOf, shownBy, targetText, traffics, type Traffic } from './go-runs.ts';
import { buildGo, launchGo, skipsGo, type GoOptions } from './launch-go.ts';

const names = new Map<Traffic, FieldNames>();
let program = '';
let count = 0;

/** Defects that show in the counts of requests. */
const ofLimits: ReadonlySet<string> = new Set([
  'register-cap-plus-one',
  'limit-shared-by-keys',
  'refused-not-counted',
  'retry-after-milliseconds',
]);
/** Defects whose smallest sequence does not show them at a new deployment, and why. docs/foreign-deployments.md says so. */
const notRepeated: Readonly<Record<string, string>> = {
  'limit-shared-by-keys': 'the requests of earlier tries have filled the window that it shows by',
};
const countHeaders = ['header x-ratelimit-limit', 'header x-ratelimit-remaining'];

interface Compared {
  readonly traffic: Traffic;
  readonly source: unknown;
  readonly call?: Partial<ConformCall>;
}

async function compared(options: GoOptions, { traffic, source, call }: Compared): Promise<ConformResult> {
  const { url, stop } = await launchGo(program, { ids: 'ulid', ...options });
  const text = targetText(url);
  const target = { ...readTarget('foreign.yaml', text), names: names.get(traffic) };
  const bounds = { causesMax: 0, searchMs: 0, limitWaitMs: 70_000, runMs: 60_000 };
  const namespace = `gos${(count += 1)}`;
  return conformed({ text, target, sources: [source], ...bounds, namespace, ...call }).finally(stop);
}

beforeAll(async () => {
  if (skipsGo) return;
  program = await buildGo();
  for (const traffic of traffics) {
    const source = scenarioOf(traffic);
    const { learned = [] } = await compared({}, { traffic, source, call: { learns: true } });
    names.set(traffic, readNames('names.yaml', namesText(learned, 'foreign')));
  }
});

/** The calls and fields of unexplained differences. */
const found = ({ differences }: ConformResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(({ call, kind, field }) => `${call} ${kind} ${field}`);

describe.skipIf(skipsGo)('the smallest sequence at a deployment in Go', { concurrent: true }, () => {
  it.each(share('smallestSequences', defectsOf('go')).map(({ name }) => name))(
    'that shows %s, or why there is none',
    async (name) => {
      const { traffic, cause } = shownBy[name] ?? { traffic: 'tour', cause: /^$/ };
      const isOfLimits = ofLimits.has(name);
      const options: GoOptions = isOfLimits ? {} : { registrationsPerMinute: 100_000 };
      const ignored = new Set(isOfLimits ? [] : countHeaders);
      const call = { causesMax: 1, searchMs: 80_000, ignored };
      const { causes } = await compared(
        { ...options, defect: [name] },
        { traffic, source: scenarioOf(traffic), call },
      );
      const [first] = causes;
      const { scenario: source = null, why = 'no cause', requests = 0 } = first ?? {};
      console.log(`${name}: ${requests} requests, ${why ?? 'repeated'}`);
      if (source === null) expect(why).toMatch(/were over$|did not show it again$/);
      else {
        expect(requests).toBeLessThanOrEqual(why === null ? 12 : 80);
        const again = await compared({ ...options, defect: [name] }, { traffic, source, call: { ignored } });
        // Where the search ran out of time, nothing has shown that new agents repeat it.
        if (why === null && !(name in notRepeated))
          expect(found(again).filter((each) => cause.test(each))).not.toEqual([]);
        expect(found(await compared(options, { traffic, source, call: { ignored } }))).toEqual([]);
      }
    },
  );
});
