/** Runs every shipped scenario of a folder in another process, in a place of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programMsMax } from "../time-limit.ts";

export interface Place {
  readonly program: string;
  readonly timeZone: string;
  readonly locale: string;
  readonly workers: number;
}

interface Found {
  readonly node: string;
  readonly timeZone: string;
  readonly locale: string;
  readonly digests: Readonly<Record<string, string>>;
}

const digestsOf = fileURLToPath(new URL('everywhere/digests-of.js', import.meta.url));

/** `home` holds `dist` and `scenarios`: a checkout that is built, or the installed package. `only` names the scenarios; without it all. */
export function shippedDigests(home: string, { program, timeZone, locale, workers }: Place, only: readonly string[] = []): Found {
  const { stdout, stderr } = spawnSync(program, [digestsOf, home, String(workers), ...only], {
    encoding: 'utf8',
    env: { ...process.env, TZ: timeZone, LC_ALL: `${locale.replace('-', '_')}.UTF-8` },
      timeout: programMsMax,
      killSignal: 'SIGKILL'
});
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Found;
}
