/** Accounts of the deployment in Go that a run has not made alone: of another tier than Free, and with money of earlier clients. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTarget } from '../../src/host/app/files/target-file.ts';
import { asRecorded } from '../../src/live/traffic/plan/schedule.ts';
import { defaultReplay } from '../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../src/live/traffic/replay/replay.ts';
import { share } from '../campaigns.ts';
import { conformed } from '../live/conform/conforming.ts';
import { scenarioOf, targetText, traffics, type Traffic } from './go-runs.ts';
import { buildGo, launchGo, skipsGo, type GoOptions } from './launch-go.ts';
import { traceOf } from './recorded.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-go-accounts-'));
let program = '';
let count = 0;

beforeAll(async () => {
  if (skipsGo) return;
  program = await buildGo();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What of both commands is unexplained at the deployment with these flags and these lines in the target file. */
async function unexplained(
  options: GoOptions,
  traffic: Traffic,
  lines: string,
  pauseAtMs?: number,
): Promise<unknown> {
  const name = `accounts-${(count += 1)}`;
  const keysFile = join(folder, `${name}.csv`);
  const { url, pause, stop } = await launchGo(program, { existing: 12, ...options, keysFile });
  const text = targetText(url, lines.replace('KEYS', `${name}.csv`));
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, text);
  const target = loadTarget(file);
  const trace = await traceOf(traffic);
  const schedule = { ...asRecorded, speed: 8 };
  const call = { ...defaultReplay, trace, target, schedule, answersOnly: true, ca: undefined };
  try {
    const bounds = { causesMax: 0, searchMs: 0, runMs: 60_000, limitWaitMs: 150_000 };
    const conform = await conformed({
      text,
      target,
      sources: [scenarioOf(traffic)],
      ...bounds,
      namespace: `c${name.replace('-', '')}`,
    });
    const replay = await Replay.plan({ ...call, namespace: `r${name.replace('-', '')}` });
    if (pauseAtMs !== undefined) setTimeout(() => pause(11_000), pauseAtMs);
    const replayed = await replay.run();
    return [conform, replayed].map(({ differences }) =>
      differences.groups
        .filter(({ explanation }) => explanation === null)
        .map((group) => JSON.stringify(group)),
    );
  } finally {
    await stop();
  }
}

describe.skipIf(skipsGo)('accounts of the deployment in Go', { concurrent: true }, () => {
  const tiers = traffics.flatMap((traffic) =>
    (['pro', 'enterprise'] as const).map((tier) => [traffic, tier] as const),
  );
  it.each(share('tiersOfAccounts', tiers))(
    'show no difference if the target file names their tier: %s, %s',
    async (traffic, tier) => {
      expect(await unexplained({ ids: 'ulid', tier }, traffic, `tier: ${tier}\n`)).toEqual([[], []]);
    },
  );

  it.each(share('existingAccounts', traffics))(
    'that exist show no difference, whatever they own: %s',
    async (traffic) => {
      expect(await unexplained({ ids: 'uuid' }, traffic, 'keys: KEYS\n')).toEqual([[], []]);
    },
  );

  // After the first answer, and in the middle: the traffic takes a third of a second.
  it.each([20, 150])(
    'show no difference where the deployment stands still for longer than a window of their limits, from %d ms on',
    async (atMs) => {
      expect(await unexplained({ ids: 'uuid' }, 'edges', 'keys: KEYS\n', atMs)).toEqual([[], []]);
    },
  );
});
