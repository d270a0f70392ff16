/** `orrery record`: the trace beside the report, checked by a second recording with other ids. */
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strayReference } from '../../../src/host/app/run/second-recording.ts';
import { newCapture, fingerprintOf } from '../../../src/host/app/run/trace-file.ts';
import { scenarioHost } from '../../../src/host/app/run/scenario-host.ts';
import { loadScenario } from '../../../src/simulation/scenario/load.ts';
import { ScenarioRun } from '../../../src/simulation/scenario/run.ts';
import type { TraceRecord } from '../../../src/simulation/trace/format.ts';
import { share } from '../../campaigns.ts';
import { folderWith, orrery, project, scenarioFile } from './orrery.ts';

interface Line extends TraceRecord {
  readonly end?: true;
  readonly requests?: number;
  readonly digest?: string;
}

async function recorded(scenario: string): Promise<{ lines: Line[]; digest: string }> {
  const folder = join(folderWith(), 'out');
  const { code, stderr } = await orrery(project, [
    'record',
    scenarioFile(scenario),
    '--out',
    folder,
    '--quiet',
  ]);
  expect(code, stderr).toBe(0);
  const text = gunzipSync(readFileSync(join(folder, 'trace.ndjson.gz'))).toString();
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { digest: string };
  return {
    lines: text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
    digest: manifest.digest,
  };
}

describe('orrery record', () => {
  it('keeps every request in order between a header and an end that names the digest', async () => {
    const { lines, digest } = await recorded('escrow-expiry');
    expect(lines[0]).toMatchObject({ trace: 1, scenario: 'escrow-expiry', seed: '7' });
    const records = lines.slice(1, -1);
    expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index));
    expect(records.length).toBeGreaterThan(2000);
    expect(lines.at(-1)).toEqual({ end: true, requests: records.length, digest });
  });

  it.each(share('recordedScenarios', ['escrow-expiry', 'casino-night', 'domain-life']))(
    'leaves no key and no unexplained id in the trace of %s',
    async (scenario) => {
      const { lines } = await recorded(scenario);
      const text = JSON.stringify(lines);
      expect(text).not.toMatch(/sk_live_[a-z2-7]{32}/);
      const requests = JSON.stringify(lines.slice(1, -1).map(({ request }) => request));
      expect(requests).toContain(':/api_key}');
      expect(requests).not.toMatch(/"[^"]*(esc|bet|ord)_[a-z2-7]{16}/);
    },
  );

  it('finds the first request whose id nothing explains', async () => {
    const scenario = await loadScenario('scenarios/escrow-expiry.yaml', scenarioHost, {
      seed: undefined,
      profile: undefined,
      policies: {},
    });
    const capture = newCapture(scenario);
    const prints: string[] = [];
    const run = new ScenarioRun(scenario, {
      onEvent: (event) => prints.push(fingerprintOf(capture.record(event))),
    });
    while (run.step(10_000));
    expect(await strayReference(scenario, prints)).toBeUndefined();
    expect(await strayReference(scenario, prints.with(100, 'another'))).toBe(100);
    expect(await strayReference(scenario, prints.slice(0, -1))).toBe(prints.length - 1);
  });
});
