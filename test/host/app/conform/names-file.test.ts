/** The file of names that a comparison has learned: every line of it, and that a target file can name it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesText, writeNames } from '../../../../src/host/app/conform/names-file.ts';
import type { ConformResult } from '../../../../src/live/conform/result-schema.ts';
import { readNames } from '../../../../src/live/traffic/names/field-names.ts';
import { folderWith } from '../../../folder-with.ts';

const head = [
  '# What shop calls fields that the documents do not name: our pointer, its pointer, and how many',
  '# responses confirmed it. Written by orrery conform --learn; names in the target file uses it.',
];

const learned: NonNullable<ConformResult['learned']> = [
  {
    call: 'escrow/B/detail',
    names: [
      { field: '/status', at: '/state', confirmed: 12 },
      { field: '/created_at', at: '/since', as: 'instant', confirmed: 3 },
    ],
    missing: ['/fee', '/net'],
  },
  { call: 'faucet/A/status', names: [], missing: ['/left'] },
  { call: 'wallet/A/balance', names: [{ field: '/a_rather_long_name_of_a_field/which_goes_on/and_on', at: '/another_long_name_of_a_field/which_goes_on', confirmed: 1 }], missing: [] },
]; // prettier-ignore

const text = [
  ...head,
  '',
  '# Not found, and not compared:',
  '#   escrow/B/detail: /fee, /net',
  '#   faucet/A/status: /left',
  '',
  'escrow/B/detail:',
  '  /status: { at: /state, confirmed: 12 }',
  '  /created_at: { at: /since, as: instant, confirmed: 3 }',
  'wallet/A/balance:',
  '  /a_rather_long_name_of_a_field/which_goes_on/and_on: { at: /another_long_name_of_a_field/which_goes_on, confirmed: 1 }',
  '',
].join('\n');

describe('the text of learned names', () => {
  it('has an operation with its names, a line each, and what was not found', () => {
    expect(namesText(learned, 'shop')).toBe(text);
  });

  it('says nothing of what was not found where all was', () => {
    expect(namesText([learned[2]!], 'shop').split('\n').slice(0, 4)).toEqual([
      ...head,
      '',
      'wallet/A/balance:',
    ]);
  });

  it('is a file of names', () => {
    expect([...readNames('names.yaml', namesText(learned.slice(0, 2), 'shop'))]).toEqual([
      [
        'escrow/B/detail',
        [
          { ours: '/status', theirs: '/state', confirmed: 12 },
          { ours: '/created_at', theirs: '/since', as: 'instant', confirmed: 3 },
        ],
      ],
    ]);
  });
});

describe('writing them', () => {
  it.each([
    [learned, text],
    [undefined, [...head, '', '{}', ''].join('\n')],
  ])('leaves the text in the file', (found, written) => {
    const file = join(folderWith(), 'names.yaml');
    writeNames(file, { learned: found, target: 'shop' } as ConformResult);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it('names the file where the machine does not allow it', () => {
    const folder = folderWith();
    expect(() => writeNames(folder, { target: 'shop' } as ConformResult)).toThrow(
      expect.objectContaining({ code: 'EISDIR', path: folder }) as Error,
    );
  });
});
