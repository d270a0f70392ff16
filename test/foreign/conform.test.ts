/** The tour of the documents in lock step with the model, at a deployment that shares nothing with Orrery. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ConformResult } from '../../src/live/conform/result-schema.ts';
import { conformed } from '../live/conform/conforming.ts';
import { launchPython, skipsPython, type ForeignOptions } from './launch.ts';

const tour: unknown = parse(readFileSync(new URL('tour.yaml', import.meta.url), 'utf8'));

const defects = JSON.parse(
  readFileSync(new URL('python/defects.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string }[];

/** One comparison; nothing is shrunk, because each try would register five agents more. */
async function comparedWith(options: ForeignOptions, namespace: string): Promise<ConformResult> {
  const { url, stop } = await launchPython(options);
  try {
    const services = `{ faucet: "${url}/faucet", escrow: "${url}/escrow" }`;
    const text = `name: foreign\nhosts: [127.0.0.1]\nallow: writes\nservices: ${services}\n`;
    return await conformed({ text, sources: [tour], causesMax: 0, searchMs: 0, runMs: 60_000, namespace });
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
    'finds the defect %s',
    async (name, index) => {
      const result = await comparedWith({ ids: 'ulid', defect: [name] }, `wrong${index}`);
      expect(unexplained(result)).not.toEqual([]);
    },
  );
});
