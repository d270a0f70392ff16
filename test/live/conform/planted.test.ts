/**
 * Served platforms with differences planted in them, in separate processes: a comparison finds every one, and shows
 * each in at most six requests. UPDATE_DOCS=1 rewrites the page that lists them.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { dayMs } from '../../../src/core/base/time.ts';
import type { ScenarioSource } from '../../../src/verification/check/source.ts';
import type { CauseResult, ConformResult } from '../../../src/live/conform/result-schema.ts';
import { share } from '../../campaigns.ts';
import { planting } from '../../mutants/plant.ts';
import { conformed, sandboxText } from './conforming.ts';
import { plantedServers, type PlantedDifference, type PlantedServer } from './planted-table.ts';

const requestsMax = 6;
const page = fileURLToPath(new URL('../../../docs/planted-differences.md', import.meta.url));

/** As `orrery conform` once made it: what is found must not hang on the generator of today. */
const sequence = (run: number): ScenarioSource =>
  parse(readFileSync(new URL(`sequences/${run}.yaml`, import.meta.url), 'utf8')) as ScenarioSource;

const isPolicy = (plant: string): boolean => plant.includes('=');
const children: ReturnType<typeof spawn>[] = [];
afterAll(() => children.forEach((child) => child.kill('SIGKILL')));

/** The port of an orrery serve that has all of them, and gives out other ids than the model. */
function served({ differences }: PlantedServer): Promise<number> {
  const plants = differences.map(({ plant }) => plant);
  const bugs = plants.filter((plant) => !isPolicy(plant));
  const sets = plants.filter(isPolicy).flatMap((plant) => ['--set', plant]);
  const { program, remove } = planting(bugs);
  onTestFinished(remove);
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--id-seed', 'other', ...sets]);
  children.push(child);
  return new Promise((resolve, reject) => {
    let [text, errors] = ['', ''];
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      const port = /http:\/\/[^\s:]+:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.on('close', (code) => reject(new Error(`serve ended with ${code}: ${errors}`)));
  });
}

/** The cause that a planted difference was brought back to. */
function causeOf(
  { causes, differences }: ConformResult,
  planted: PlantedDifference,
): CauseResult | undefined {
  const group = differences.groups.find(
    ({ call, kind, field, cause }) =>
      cause !== null && planted.call.test(call) && kind === planted.kind && field === planted.field,
  );
  return causes[group?.cause ?? -1];
}

const found: string[] = [];

const isUpdate = process.env['UPDATE_DOCS'] === '1';
const numbered = plantedServers.map((server, index) => [index + 1, server] as const);
const compared = isUpdate ? numbered : share('plantedPlatforms', numbered);
/** The rows of a table, without what aligns them. */
const rowsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ +/g, ' '));

describe.each(compared)('platform %i', (_, server) => {
  it('differs in all that was planted in it, each shown in at most six requests', async () => {
    const result = await conformed({
      text: sandboxText(await served(server)),
      sources: server.runs.map(sequence),
      // A busy machine would end a search by wall time sooner, with a longer sequence.
      searchMs: dayMs,
    });
    const causes = server.differences.map((planted) => ({ planted, cause: causeOf(result, planted) }));
    expect(causes.filter(({ cause }) => cause === undefined).map(({ planted }) => planted.plant)).toEqual([]);
    for (const { planted, cause } of causes) {
      expect([planted.plant, cause?.requests]).toEqual([planted.plant, expect.any(Number)]);
      expect(cause?.why, planted.plant).toBeNull();
      expect(cause?.requests, planted.plant).toBeGreaterThan(0);
      expect(cause?.requests, planted.plant).toBeLessThanOrEqual(requestsMax);
      if (!isPolicy(planted.plant)) continue;
      const [policy, value] = planted.plant.split('=');
      expect(cause?.readings, planted.plant).toContainEqual({ policy, value });
    }
    found.push(...causes.map(({ planted, cause }) => lineOf(planted, cause)));
  });
});

const lineOf = ({ plant, what }: PlantedDifference, cause: CauseResult | undefined): string =>
  `| \`${plant}\` | ${what} | ${cause?.subject} | ${cause?.about.replaceAll('|', '\\|')} | ${cause?.requests} |`;

describe('the page of planted differences', () => {
  it('states the findings (UPDATE_DOCS=1 rewrites it)', async () => {
    const text = [
      '# Planted differences',
      '',
      '<!-- written by `UPDATE_DOCS=1 npx vitest run test/live/conform/planted.test.ts` -->',
      '',
      `${found.length} of ${plantedServers.flatMap(({ differences }) => differences).length} differences found by \`orrery conform\`, each brought back to at most ${requestsMax} requests.`,
      `They are planted in ${plantedServers.length} served platforms, several at once: changes of one expression or statement of the sources, or another reading of the documents. Each platform is compared in a few generated sequences of seed 1 (\`test/live/conform/sequences\`), and gives out other ids than the model.`,
      '',
      '| planted | what it is | told as | what is said | requests |',
      '|---|---|---|---|---|',
      ...found,
      '',
    ].join('\n');
    const wanted = await format(text, { parser: 'markdown', printWidth: 110, proseWrap: 'preserve' });
    if (isUpdate) writeFileSync(page, wanted);
    const kept = readFileSync(page, 'utf8');
    if (compared.length === numbered.length) expect(kept).toBe(wanted);
    expect(rowsOf(kept)).toEqual(expect.arrayContaining(rowsOf(wanted)));
    expect(rowsOf(wanted)).toHaveLength(compared.flatMap(([, { differences }]) => differences).length);
  });

  it('has at least twenty', () => {
    expect(
      new Set(plantedServers.flatMap(({ differences }) => differences.map(({ plant }) => plant))).size,
    ).toBeGreaterThanOrEqual(20);
  });
});
