/** The traces of the traffics, recorded once for all files of a run. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { orrery } from '../host/cli/orrery.ts';
import { oncePerRun } from '../once-per-run.ts';
import type { Traffic } from './go-runs.ts';

/** The path of the trace, which nothing may change. */
export const traceOf = (traffic: Traffic): Promise<string> =>
  oncePerRun(`recorded-${traffic}`, async (folder) => {
    const file = fileURLToPath(new URL(`${traffic}.yaml`, import.meta.url));
    const { code, stderr } = await orrery(folder, ['record', file, '--out', 'recorded', '--quiet']);
    expect([code, stderr]).toEqual([0, '']);
    return join(folder, 'recorded', 'trace.ndjson.gz');
  });
