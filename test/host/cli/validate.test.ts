import { expect, it } from 'vitest';
import { validateSchema } from '../../../docs/result-schemas.ts';
import { called } from './called.ts';
import { folderWith, orrery, project, smallScenario } from './orrery.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { sarifPlaces } from '../../report/sarif-log.ts';
import { strictAjv } from '../../schema-checks.ts';

const target = `name: t
hosts: [127.0.0.1]
services: { faucet: 'http://127.0.0.1:1/faucet' }
`;

const files: Readonly<Record<string, string>> = {
  'good.yaml': smallScenario,
  'target.yaml': `${target}headers: { X-Key: "\${NOT_SET}" }\n`,
  'requests.yaml': 'requests: [{ do: GET /faucet/status }]\n',
  'wrong.yaml': `for: 3days
population:
  - { agent: idlr }
  - { agent: ./agent.mjs, cuont: 2 }
expect: { http_request: ["count>0"] }
`,
  'agent.mjs': 'export default {\n  name: ,\n};\n',
  'wrong-target.yaml': `${target.replace(':1/', ':1/?')}allw: reads\nkeys: keys.csv\n`,
  'keys-target.yaml': `${target}keys: keys.csv\nnames: names.yaml\n`,
  'keys.csv': 'agent_id\nada\n',
  'names.yaml': 'escrow/B/detial: {}\n',
  'wrong-requests.yaml': 'requests: [{ do: FETCH /x }]\nacounts: [a]\n',
};

const stderrOf = async (...words: readonly string[]): Promise<string[]> => {
  const { code, stdout, stderr } = await called(folderWith(files), ['validate', ...words]);
  expect([code, stdout]).toEqual([2, '']);
  return stderr.trimEnd().split('\n');
};

it('says of each file without mistakes what it is', async () => {
  const { code, stdout, stderr } = await called(folderWith(files), [
    'validate',
    'good.yaml',
    'target.yaml',
    'requests.yaml',
    'first-month',
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(
    'good.yaml: scenario, no mistakes\ntarget.yaml: target, no mistakes\nrequests.yaml: requests, no mistakes\nfirst-month: scenario, no mistakes\n',
  );
});

it('finds no mistake in what the package has', async () => {
  const names = readdirSync(join(project, 'scenarios')).filter((name) => name.endsWith('.yaml'));
  const paths = names.map((name) => join(project, 'scenarios', name));
  expect(names.length).toBeGreaterThan(5);
  expect(await called(folderWith(), ['validate', '--quiet', ...paths])).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

it('says each mistake of a scenario and of its behaviours in one line, in the order of the lines', async () => {
  expect(await stderrOf('wrong.yaml')).toEqual([
    'orrery: wrong.yaml:1:6: for is "3days"; expected a duration such as 250ms, 30s, 10m, 6h, 3d or 2w',
    'orrery: wrong.yaml:3:14: there is no agent "idlr"; did you mean "idler"? the path to a behaviour file starts with ./',
    'orrery: wrong.yaml:4:27: unknown key "cuont"; did you mean "count"? expected one of agent, name, count, arrive, addresses, with',
    'orrery: wrong.yaml:5:11: there is no metric "http_request"; did you mean "http_reqs"?',
    'orrery: agent.mjs:2:9: this does not compile: Unexpected token',
  ]);
});

it('says each mistake of a target file, and of the files that it names', async () => {
  const found = await stderrOf('wrong-target.yaml', 'keys-target.yaml');
  expect(found.map((line) => line.split(';')[0]?.replace(/\S*orrery-test-\w+[\\/]/, ''))).toEqual([
    'orrery: wrong-target.yaml:3:21: faucet is "http://127.0.0.1:1/?faucet"',
    'orrery: wrong-target.yaml:4:1: unknown key "allw"',
    'orrery: keys.csv:1:1: the column api_key is missing',
    'orrery: names.yaml:1:1: "escrow/B/detial" is no operation',
  ]);
});

it('says each mistake of a request file, and one mistake once', async () => {
  const found = await stderrOf('wrong-requests.yaml', 'agent.mjs', 'wrong-requests.yaml', 'agent.mjs');
  expect(found.map((line) => line.split(';')[0])).toEqual([
    'orrery: wrong-requests.yaml:1:18: do is "FETCH /x"',
    'orrery: wrong-requests.yaml:2:1: unknown key "acounts"',
    'orrery: agent.mjs:2:9: this does not compile: Unexpected token',
  ]);
});

it('is named by another command that ends at the first of several mistakes', async () => {
  const run = await called(folderWith(files), ['run', 'wrong.yaml']);
  expect(run.stderr).toMatch(
    /^orrery: wrong\.yaml:4:27: [^\n]+ \(and 4 more mistakes: orrery validate lists them\)\n$/,
  );
  const replay = await called(folderWith(files), ['replay', 'x', '-t', 'wrong-target.yaml']);
  expect(replay.stderr).toMatch(
    /^orrery: wrong-target\.yaml:4:1: .* \(and 1 more mistake: orrery validate lists them\)\n$/,
  );
});

it('prints the documented object, with mistakes and without', async () => {
  const folder = folderWith(files);
  const good = await called(folder, ['validate', 'good.yaml', '--json']);
  expect([good.code, good.stderr]).toEqual([0, '']);
  expect(JSON.parse(good.stdout)).toEqual({
    files: [{ file: 'good.yaml', kind: 'scenario', mistakes: 0 }],
    mistakes: [],
    ok: true,
  });
  const wrong = await called(folder, ['validate', 'agent.mjs', 'none.yaml', '--json']);
  expect([wrong.code, wrong.stderr]).toEqual([2, '']);
  const result = JSON.parse(wrong.stdout) as unknown;
  expect(strictAjv.validate(validateSchema, result), strictAjv.errorsText()).toBe(true);
  expect(result).toMatchObject({
    files: [{ file: 'agent.mjs', kind: 'behaviour', mistakes: 1 }, { kind: null }],
    mistakes: [
      { file: 'agent.mjs', line: 2, column: 9 },
      { file: 'none.yaml', line: 1, column: 1 },
    ],
    ok: false,
  });
});

it('has the same words and code as a process', async () => {
  const { code, stdout, stderr } = await orrery(folderWith(files), [
    'validate',
    'wrong-requests.yaml',
    'good.yaml',
  ]);
  expect([code, stdout]).toEqual([2, 'good.yaml: scenario, no mistakes\n']);
  expect(stderr).toMatch(
    /^orrery: wrong-requests\.yaml:1:18: [^\n]+\norrery: wrong-requests\.yaml:2:1: [^\n]+\n$/,
  );
});

it('writes the mistakes as SARIF, each at its line and column', async () => {
  const folder = folderWith(files);
  const words = [
    'validate',
    'wrong.yaml',
    'good.yaml',
    'keys-target.yaml',
    '--sarif',
    'mistakes.sarif',
    '--json',
  ];
  const { code, stdout } = await called(folder, words);
  const { mistakes } = JSON.parse(stdout) as { mistakes: { file: string; line: number; column: number }[] };
  expect(code).toBe(2);
  expect(mistakes.length).toBeGreaterThan(4);
  const places = sarifPlaces(readFileSync(join(folder, 'mistakes.sarif'), 'utf8'));
  expect(places).toEqual(
    mistakes.map(({ file, line, column }) => ({
      rule: 'input-file',
      level: 'error',
      uri: relative(folder, resolve(folder, file)),
      line,
      column,
    })),
  );
});

it('writes SARIF without findings where there is no mistake, and refuses a place that it cannot write to', async () => {
  const folder = folderWith(files);
  const good = await called(folder, ['validate', 'good.yaml', '--quiet', '--sarif', 'new/none.sarif']);
  expect(good).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(sarifPlaces(readFileSync(join(folder, 'new/none.sarif'), 'utf8'))).toEqual([]);
  const refused = await called(folder, ['validate', 'good.yaml', '--sarif', 'good.yaml/x.sarif']);
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^orrery: good\.yaml\/x\.sarif: .+\n$/),
  });
});
