import { it } from 'vitest';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checkHost } from '../src/host/app/check/check-host.ts';
import { buildFromValue } from '../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../src/simulation/scenario/run.ts';
it('x', async () => {
  const source = parse(readFileSync(process.env['F'] ?? '', 'utf8')) as never;
  const scenario = await buildFromValue(source, checkHost);
  const run = new ScenarioRun(scenario, { onEvent: (r) => console.log(new Date(r.atMs).toISOString(), r.request.agent, r.request.method, r.request.path, r.response.status, JSON.stringify(r.response.body)) });
  while (run.step(2000)) continue;
});
