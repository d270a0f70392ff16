/** A thread or a process that a source starts is compiled, wherever the source itself has been loaded. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compiledFile } from '../../../src/host/app/process/compiled-file.ts';

const sources = new URL('../../../src/', import.meta.url);

/** The addresses of compiled files that modules of the host name, as a module that was loaded from its source has them. */
const named = readdirSync(new URL('host/app/', sources), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const module = new URL(`host/app/${name}`, sources);
    return [
      ...readFileSync(module, 'utf8').matchAll(/compiledFile\(new URL\('([^']+)', import\.meta\.url\)\)/g),
    ].map(([, file = '']) => new URL(file, module));
  });

it('is there for each that a module names', () => {
  expect(named.length).toBeGreaterThan(5);
  expect(named.map(compiledFile).filter((file) => !existsSync(file))).toEqual([]);
  expect(named.filter((file) => existsSync(file))).toEqual([]);
});
