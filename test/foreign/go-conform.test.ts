/** The deployment in Go in lock step with the model: no difference where it is right, one cause for each of its defects. */
import { beforeAll, describe, expect, it } from 'vitest';
import { namesText } from '../../src/host/app/conform/names-file.ts';
import type { ConformResult } from '../../src/live/conform/result-schema.ts';
import { readNames, type FieldNames } from '../../src/live/traffic/names/field-names.ts';
import { readTarget } from '../../src/live/traffic/target/target.ts';
import { share } from '../campaigns.ts';
import { conformed } from '../live/conform/conforming.ts';
import { defectsOf } from './defects.ts';
import { scenarioOf, shownBy, targetText, traffics, variants, type Traffic } from './go-runs.ts';
import { buildGo, launchGo, skipsGo, type GoOptions } from './launch-go.ts';

const names = new Map<Traffic, FieldNames>();
let program = '';
let count = 0;

beforeAll(async () => {
  if (skipsGo) return;
  program = await buildGo();
  for (const traffic of traffics) names.set(traffic, await learnt({ ids: 'ulid' }, traffic));
});

/** One comparison, which learns the target's names unless it is given them. */
async function compared(
  options: GoOptions,
  traffic: Traffic,
  how: { names?: FieldNames | undefined; learns?: boolean } = {},
): Promise<ConformResult> {
  const { url, stop } = await launchGo(program, options);
  const text = targetText(url);
  const bounds = { causesMax: 0, searchMs: 0, runMs: 60_000, namespace: `goc${(count += 1)}` };
  const target = { ...readTarget('foreign.yaml', text), names: how.names };
  const learns = how.learns === true;
  return conformed({ text, target, sources: [scenarioOf(traffic)], ...bounds, learns }).finally(stop);
}

const learnt = async (options: GoOptions, traffic: Traffic): Promise<FieldNames> =>
  readNames(
    'names.yaml',
    namesText((await compared(options, traffic, { learns: true })).learned ?? [], 'foreign'),
  );

const unexplained = ({ differences }: ConformResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(({ call, kind, field, model, target }) => `${call} ${kind} ${field}: ${target}, the model ${model}`);

const clean = variants.flatMap((variant) =>
  traffics.map((traffic) => [traffic, JSON.stringify(variant), variant] as const),
);

describe.skipIf(skipsGo)('conform at a deployment in Go', { concurrent: true }, () => {
  it.each(share('rightInLockStep', clean))(
    'finds no difference where it is right: %s, %s',
    async (traffic, _name, variant) => {
      const result = await compared(variant, traffic);
      expect(unexplained(result)).toEqual([]);
      expect(result.ok).toBe(true);
    },
  );

  it.each(clean.filter((_, index) => index % 10 === 0))(
    'finds none with the names that it has learnt: %s, %s',
    async (traffic, _name, variant) => {
      const result = await compared(variant, traffic, { names: await learnt(variant, traffic) });
      expect(unexplained(result)).toEqual([]);
      expect(result.ok).toBe(true);
    },
  );

  it.each(defectsOf('go').map(({ name }) => name))('finds the defect %s, as one cause', async (name) => {
    const { traffic, cause } = shownBy[name] ?? { traffic: 'tour', cause: /^$/ };
    const options = { ids: 'ulid', instants: 'us', defect: [name] } as const;
    const result = await compared(options, traffic, { names: names.get(traffic) });
    const [first] = result.causes;
    const group = result.differences.groups.find(
      (each) => each.cause === 0 && each.call === first?.call && each.field === first.field,
    );
    expect(result.causes).toHaveLength(1);
    expect(`${first?.call} ${group?.kind} ${first?.field}`).toMatch(cause);
  });
});
