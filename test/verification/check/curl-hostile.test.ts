/** The script of a finding against answers of a target that would like to run something: nothing of theirs is run. */
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnsafe, wellFormed } from '../../../src/core/base/plain-text.ts';
import { curlOf } from '../../../src/verification/check/curl.ts';
import type { OperationSource } from '../../../src/simulation/scenario/schema.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import type { Json } from '../../../src/core/http/message.ts';
import { fillIn } from '../../../src/simulation/population/script.ts';
import { folderWith } from '../../host/cli/orrery.ts';
import { hostileText } from './hostile-text.ts';
import { programMsMax } from '../../time-limit.ts';
import { isCi } from '../../ci.ts';

const isInstalled = ['curl', 'jq', 'bash'].every((name) => spawnSync(name, ['--version']).status === 0);

/** A field of an answer as a reference names it. */
const pointerOf = (key: string): string =>
  `/${key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('}', '%7D')}`;
const isPlainKey = (key: string): boolean =>
  key !== '' &&
  !key.includes('\0') &&
  !/%7D|\$\$\{/.test(key) &&
  wellFormed(key) === key &&
  key !== '__proto__';

interface Case {
  readonly answer: Readonly<Record<string, string>>;
  readonly key: string;
  readonly text: string;
}

const arbitraryCase: fc.Arbitrary<Case> = fc.record({
  key: hostileText.filter(isPlainKey),
  value: hostileText.map(wellFormed).filter((value) => !value.endsWith('\n') && !value.includes('\0')),
  text: hostileText.filter((text) => !text.includes('\0')),
}).map(({ key, value, text }) => ({ answer: { [key]: value }, key, text })); // prettier-ignore

/** One answer, then a call that uses a field of it in every place. */
function sourceOf({ key, text }: Case): ScenarioSource {
  const reference = `\${c1:${pointerOf(key)}}`;
  const operations: OperationSource[] = [
    { by: 'alice', do: 'POST /faucet/register', as: 'c1', body: { text } },
    { at: '1h', by: 'alice', do: `GET /escrow/${reference}`, query: { [`q${text}`]: reference, r: text } },
    { by: 'bob', do: 'POST /escrow/escrow', headers: { 'x-id': reference }, body: { [text]: [reference, `a${reference}b`, text] } },
    { by: 'bob', do: 'POST /escrow/escrow', raw: `a${reference}b${text}` },
  ]; // prettier-ignore
  return { name: 'hostile', seed: text, for: '1h', network: { drop: text }, operations };
}

/** Runs the script with a curl that writes its arguments down and gives the answer; what it was called with. */
function callsOf(
  script: string,
  answer: object,
): { calls: string[][]; ranSomething: boolean; shown: string } {
  const folder = folderWith({
    'answer.json': JSON.stringify(answer),
    curl: `#!/bin/sh\nfor word in "$@"; do if [ "$word" = @- ]; then cat; printf '\\0'; else printf '%s\\0' "$word"; fi; done >> calls\nprintf '\\001\\0' >> calls\ncat answer.json\n`,
  });
  chmodSync(join(folder, 'curl'), 0o755);
  const canary = join(folder, 'canary');
  const env = { ...process.env, CANARY: canary, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
  const { stdout, stderr } = spawnSync('bash', ['-s'], {
    input: script,
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: programMsMax,
    killSignal: 'SIGKILL',
  });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('\u0001\0').slice(0, -1);
  // Other shells refuse the script; nothing of it is run there either.
  for (const shell of ['dash', 'zsh'])
    spawnSync(shell, ['-s'], {
      input: script,
      cwd: folder,
      env,
      timeout: programMsMax,
      killSignal: 'SIGKILL',
    });
  const ranSomething = existsSync(canary);
  rmSync(folder, { recursive: true, force: true });
  return { calls: calls.map((call) => call.split('\0').slice(0, -1)), ranSomething, shown: stdout + stderr };
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

describe.skipIf(!isInstalled && !isCi)('the script of a finding', () => {
  it('runs nothing of what a target answered, and its calls have what the scenario has, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const source = sourceOf(one);
        const script = curlOf(source);
        expect(isUnsafe(script)).toBe(false);
        const { calls, ranSomething, shown } = callsOf(script, one.answer);
        expect(ranSomething).toBe(false);
        expect(isUnsafe(shown)).toBe(false);
        const answers = new Map<string, Json>([['c1', one.answer]]);
        const filled = (text: string): string => wellFormed(asText(fillIn(text, answers)));
        const [, register, , read, create, raw] = calls as [
          string[],
          string[],
          string[],
          string[],
          string[],
          string[],
        ];
        expect(JSON.parse(register.at(-1) ?? '')).toEqual({ text: filledBody(one.text, answers) });
        const reference = `\${c1:${pointerOf(one.key)}}`;
        const url = read.find((word) => word.startsWith('http')) ?? '';
        const [path = '', search = ''] = url.split('?');
        expect(decodeURIComponent(path)).toBe(`http://127.0.0.1:4010/escrow/${filled(reference)}`);
        expect(search.split('&').map(decodeURIComponent)).toEqual([
          `q${wellFormed(one.text)}=${filled(reference)}`,
          `r=${filled(one.text)}`,
        ]);
        const bodyAt = create.indexOf('--data-binary') + 1;
        expect(JSON.parse(create[bodyAt] ?? '')).toEqual({
          [filledBody(one.text, answers)]: [
            filled(reference),
            `a${filled(reference)}b`,
            filledBody(one.text, answers),
          ],
        });
        expect(create).toContain(`x-id: ${filled(reference).replaceAll(/[\r\n]/g, '')}`);
        expect(raw.at(-1)).toBe(filled(`a${reference}b${one.text}`));
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

/** Halves of surrogate pairs survive in JSON, as escapes. */
const filledBody = (text: string, answers: ReadonlyMap<string, Json>): string =>
  asText(fillIn(text, answers));
