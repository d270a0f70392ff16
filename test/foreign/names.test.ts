/** Names that a deployment gives to fields which the documents do not name: found by `conform --learn`, and used. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { namesText } from '../../src/host/app/conform/names-file.ts';
import type { ConformResult } from '../../src/live/conform/result-schema.ts';
import { readNames, type FieldNames } from '../../src/live/traffic/names/field-names.ts';
import { asRecorded } from '../../src/live/traffic/plan/schedule.ts';
import { defaultReplay } from '../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../src/live/traffic/replay/replay.ts';
import { readTarget } from '../../src/live/traffic/target/target.ts';
import { conformed } from '../live/conform/conforming.ts';
import { launchPython, skipsPython, type ForeignOptions } from './launch.ts';
import { traceOf } from './recorded.ts';

const tour: unknown = parse(readFileSync(new URL('tour.yaml', import.meta.url), 'utf8'));

const defects = JSON.parse(
  readFileSync(new URL('python/defects.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string }[];

let count = 0;

/** One comparison, which learns the target's names unless it is given them. */
async function compared(options: ForeignOptions, names?: FieldNames): Promise<ConformResult> {
  const { url, stop } = await launchPython(options);
  try {
    const services = `{ faucet: "${url}/faucet", escrow: "${url}/escrow" }`;
    const text = `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\n`;
    const target = { ...readTarget('foreign.yaml', text), names };
    const namespace = `names${(count += 1)}`;
    const how = { causesMax: 0, searchMs: 0, runMs: 60_000, namespace, learns: names === undefined };
    return await conformed({ text, target, sources: [tour], ...how });
  } finally {
    await stop();
  }
}

const unexplained = ({ differences }: ConformResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(({ call, kind, field, model, target }) => `${call} ${kind} ${field}: ${target}, the model ${model}`);

/** The names as a person gets them: through the file. */
const learnt = async (options: ForeignOptions): Promise<FieldNames> =>
  readNames('names.yaml', namesText((await compared(options)).learned ?? [], 'foreign'));

const named: Readonly<Record<string, (pointer: string) => string>> = {
  flat: (pointer) => pointer,
  nested: (pointer) => pointer,
  data: (pointer) => `/data${pointer}`,
};

describe.skipIf(skipsPython)('names of fields', () => {
  it.each(['flat', 'nested', 'data'] as const)(
    'are found by what the values do, and written: %s',
    async (ownNames) => {
      const result = await compared({ ids: 'ulid', ownNames });
      const text = namesText(result.learned ?? [], 'foreign');
      const names = readNames('names.yaml', text);
      const at = (call: string, ours: string) => names.get(call)?.find((each) => each.ours === ours)?.theirs;
      const nested = ownNames === 'nested';
      const [inside, list] = [named[ownNames] ?? String, ownNames === 'data' ? '/data' : '/items'];
      expect(at('escrow/B/detail', '/status')).toBe(inside('/state'));
      expect(at('escrow/B/detail', '/sender')).toBe(inside(nested ? '/parties/payer' : '/parties_payer'));
      expect(at('escrow/B/detail', '/expires_at')).toBe(inside(nested ? '/times/ends' : '/times_ends'));
      expect(at('escrow/B/list', '/escrows/*/escrow_id')).toBe(`${list}/*/id`);
      expect(at('escrow/B/list', '/escrows/*/tx_hash')).toBe(`${list}/*/chain_ref`);
      expect(at('faucet/B/status', '/can_claim')).toBe(inside(nested ? '/drip/open' : '/drip_open'));
      expect(text).toMatch(/Not found, and not compared:\n#\s+faucet\/B\/status: \/next_claim\n/);
      expect(text).toMatch(/^ {2}\/status: \{ at: \S+, confirmed: 3 \}$/m);
    },
  );

  it.each([
    { ids: 'ulid', ownNames: 'nested', instants: 'epoch', numbers: 'number', extraFields: true },
    { ids: 'number', ownNames: 'data', keys: 'jwt-like', existing: 5, fieldOrder: 'reverse' },
    { ids: 'opaque', ownNames: 'flat', numbers: 'text', wording: 'other' },
  ] as const)('show no difference at a deployment that is right: %j', async (options) => {
    const result = await compared(options, await learnt(options));
    expect(unexplained(result)).toEqual([]);
    expect(result.ok).toBe(true);
  });

  it('let conform find every defect, in whatever names', async () => {
    const options = { ids: 'ulid', ownNames: 'nested' } as const;
    const names = await learnt(options);
    const missed: string[] = [];
    for (const { name } of defects) {
      const { ok } = await compared({ ...options, defect: [name] }, names);
      if (ok) missed.push(name);
    }
    expect(missed).toEqual([]);
  });
});

describe.skipIf(skipsPython)('replay with names', () => {
  it('finds what it does not find without them', async () => {
    const options = { ids: 'ulid', ownNames: 'data' } as const;
    const names = await learnt(options);
    const outcomes: boolean[] = [];
    for (const [defect, known] of [
      [[], names],
      [['list-oldest-first'], undefined],
      [['list-oldest-first'], names],
      [['id-changes-on-read'], undefined],
      [['id-changes-on-read'], names],
    ] as const) {
      const { url, stop } = await launchPython({ ...options, defect });
      const services = `{ faucet: "${url}/faucet", escrow: "${url}/escrow" }`;
      const text = `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\n`;
      const call = {
        ...defaultReplay,
        trace: await traceOf('tour'),
        target: { ...readTarget('foreign.yaml', text), names: known },
        schedule: { ...asRecorded, speed: 4 },
        namespace: `replay${(count += 1)}`,
        answersOnly: true,
        ca: undefined,
      };
      const result = await (await Replay.plan(call)).run().finally(stop);
      outcomes.push(result.ok);
    }
    expect(outcomes).toEqual([true, true, false, true, false]);
  });
});
