/** The tour of the documents in lock step with the model, at a deployment that shares nothing with Orrery. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { conformView, type FinishedConform } from '../../src/host/app/conform/conform-view.ts';
import { conformText } from '../../src/live/conform/text.ts';
import type { ConformResult } from '../../src/live/conform/result-schema.ts';
import { prepared } from '../live/conform/conforming.ts';
import { differencesCsv } from '../../src/report/differences/csv.ts';
import { differencesHtml } from '../../src/report/differences/html.ts';
import { launchPython, skipsPython, type ForeignOptions } from './launch.ts';

const tour: unknown = parse(readFileSync(new URL('tour.yaml', import.meta.url), 'utf8'));

const defects = JSON.parse(
  readFileSync(new URL('python/defects.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string }[];

const comparedWith = async (options: ForeignOptions, namespace: string): Promise<ConformResult> =>
  (await finishedWith(options, namespace)).result;

/** One comparison; nothing is shrunk, because each try would register five agents more. */
async function finishedWith(options: ForeignOptions, namespace: string): Promise<FinishedConform> {
  const { url, stop } = await launchPython(options);
  try {
    const services = `{ faucet: "${url}/faucet", escrow: "${url}/escrow" }`;
    const text = `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\n`;
    const bounds = { causesMax: 0, searchMs: 0, runMs: 60_000 };
    const conform = await prepared({ text, sources: [tour], ...bounds, namespace });
    return { result: await conform.run(), evidence: conform.evidence };
  } finally {
    await stop();
  }
}

const unexplained = ({ differences }: ConformResult): string[] =>
  differences.groups
    .filter(({ explanation }) => explanation === null)
    .map(({ call, kind, field, model, target }) => `${call} ${kind} ${field}: ${target}, the model ${model}`);

const variants: readonly ForeignOptions[] = [
  {},
  { ids: 'uuid', keys: 'bearer-hex', instants: 'us', extraFields: true, wording: 'other' },
  { ids: 'ulid', keys: 'jwt-like', instants: 'offset', ownNames: 'flat', existing: 20 },
  { ids: 'number', keys: 'base64', instants: 'seconds', ownNames: 'nested', wording: 'terse' },
  { ids: 'int', ownNames: 'data', numbers: 'number', fieldOrder: 'reverse', existing: 5 },
  { ids: 'opaque', instants: 'epoch', numbers: 'text', extraFields: true },
  { ids: 'short', keys: 'base64', ownNames: 'flat', numbers: 'text' },
];

describe.skipIf(skipsPython)('conform', { concurrent: true }, () => {
  it.each(variants.map((variant, index) => [JSON.stringify(variant), variant, index] as const))(
    'finds no difference at a deployment that is right: %s',
    async (_name, variant, index) => {
      const result = await comparedWith(variant, `clean${index}`);
      expect(unexplained(result)).toEqual([]);
      expect(result).toMatchObject({ ok: true, requests: 71 });
    },
  );

  it.each(defects.map(({ name }, index) => [name, index] as const))(
    'finds the defect %s, as one cause',
    async (name, index) => {
      const result = await comparedWith({ ids: 'ulid', defect: [name] }, `wrong${index}`);
      expect(unexplained(result)).not.toEqual([]);
      expect(result.causes.map(({ about }) => about)).toHaveLength(1);
    },
  );

  it('shows both answers of a cause and the requests before it, without a key', async () => {
    const finished = await finishedWith(
      { keys: 'bearer-hex', defect: ['cooldown-23h', 'state-in-capitals'] },
      'shown',
    );
    const view = conformView(finished, 'orrery conform');
    expect(view.causes.map(({ call }) => call)).toEqual(['faucet/B/register', 'escrow/B/release']);
    const [, release] = view.causes;
    expect(
      release?.answers?.live.lines.filter(({ isChanged }) => isChanged).map(({ text }) => text.trim()),
    ).toEqual(['"status": "RELEASED",']);
    expect(release?.steps.at(-1)).toMatchObject({ agent: 'anna', service: 'escrow', status: 200 });
    expect(release?.sequence).toContain('it was not looked for');
    const text = conformText(finished.result);
    expect(text).toMatch(/\nnamespace      shown0?\n/);
    expect(text).toContain('\nnot examined   ');
    expect(text).toContain('   no sequence: it was not looked for: --causes or --shrink-for was used up\n');
    const written =
      differencesHtml(view, { script: '' }) + differencesCsv(view) + JSON.stringify(finished.result);
    expect(written).toContain('[redacted]');
    expect(/(?<!0x)\b[0-9a-f]{64}\b/.exec(written)).toBeNull();
  });
});
