import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownCall } from '../../../src/core/base/own-call.ts';
import { project } from '../../host/cli/orrery.ts';

const sources = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

it('messages name a command that the package has, and that npx finds by the name of the package', () => {
  const { name, bin } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    name: string;
    bin: Record<string, string>;
  };
  expect(ownCall).toBe(`npx ${name}`);
  expect(Object.keys(bin)).toContain(name);
});

it('no message of the sources says npx with another name', () => {
  const others = sources.filter((file) =>
    /npx orrery(?!-sim)/.test(
      readFileSync(join(project, 'src', file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, ''),
    ),
  );
  expect(others).toEqual([]);
});
