import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../docs/generate.ts';
import { loadBehaviour, shippedBehaviours } from '../../src/host/app/run/behaviours.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const isUpdate = process.env['UPDATE_DOCS'] === '1';

const behaviours = await Promise.all(shippedBehaviours().map(async (name) => loadBehaviour(name, '')));
const files = generatedFiles(behaviours);

describe('generated documents', () => {
  it.each(Object.entries(files))(
    'docs/%s says what the tables say (UPDATE_DOCS=1 rewrites it)',
    async (name, text) => {
      const parser = name.endsWith('.json') ? 'json' : 'markdown';
      const wanted = await format(text, { parser, printWidth: 110, proseWrap: 'preserve' });
      const file = docs + name;
      if (isUpdate) writeFileSync(file, wanted);
      expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(wanted);
    },
  );

  it('lists every behaviour in agents/', () => {
    expect(behaviours.map(({ name }) => name)).toEqual(shippedBehaviours());
    expect(behaviours.length).toBeGreaterThanOrEqual(10);
  });
});
