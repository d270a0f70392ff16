/** The bundled scripts of pages. The build writes them to `dist/browser`; they are found from source and from `dist` alike. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** `report` draws charts, `plain` has the theme button only, `room` is the control room. */
export function pageScript(name: 'report' | 'plain' | 'room'): string {
  const root = dirname(createRequire(import.meta.url).resolve('orrery-sim/package.json'));
  return readFileSync(join(root, 'dist/browser', `${name}.js`), 'utf8');
}
