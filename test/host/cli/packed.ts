/** The package as a project gets it: packed, and installed from the tarball into a folder of its own. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { isCi } from '../../ci.ts';
import { oncePerRun } from '../../once-per-run.ts';
import { project } from './orrery.ts';
import { programMsMax } from '../../time-limit.ts';

/** How a program ended, and all that it said. */
export interface Done {
  readonly code: number | null;
  readonly output: string;
}

/** Bounded: a registry that does not answer must not hold everything up. */
export function done(command: string, words: readonly string[], cwd: string): Done {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    timeout: programMsMax,
  });
  return { code: status, output: `${stdout}${stderr}${error?.message ?? ''}` };
}

/** The tarball of this checkout, in `folder`. */
function packInto(folder: string): string {
  const packed = done('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], project);
  expect(packed.code, packed.output).toBe(0);
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

/** The package of this checkout as a project gets it, for all files of a run: each works on a copy. */
interface Package {
  readonly tarball: string;
  readonly installed: Done;
}

/** Packs and installs the package, once for all files of a run, and copies the installation to `home`. */
export async function installedAt(home: string): Promise<Package> {
  const made = await oncePerRun('package', (folder) => {
    const tarball = packInto(folder);
    const at = join(folder, 'project');
    return { tarball, installed: installIn(at, tarball), at };
  });
  cpSync(made.at, home, { recursive: true, verbatimSymlinks: true });
  return made;
}

/** Makes the folder a project of ECMAScript modules and installs the tarball there. */
function installIn(home: string, tarball: string): Done {
  mkdirSync(home);
  const manifest = { name: 'own', version: '1.0.0', type: 'module', private: true };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  return done('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], home);
}

/** npm words for a registry that is not there. */
const offline = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ENOTCACHED|network/;

/** False without a registry to install from; in CI that is a failure. */
export function isInstalled(installed: Done): boolean {
  if (installed.code !== 0 && !isCi && offline.test(installed.output)) {
    console.log('skipped: no registry to install the tarball with');
    return false;
  }
  expect(installed.code, installed.output).toBe(0);
  return true;
}

const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** TypeScript's compiler of this checkout. */
export const compiler: string = join(folderOf('typescript'), 'bin/tsc');

/** Links packages of this checkout, as if the project had installed them. */
export function linkPackages(home: string, names: readonly string[]): void {
  for (const name of names) {
    const place = join(home, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(folderOf(name), place);
  }
}
