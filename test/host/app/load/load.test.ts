/** A load as a function of the library: its options, and what it refuses. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { load } from '../../../../src/host/app/load/load.ts';
import * as runs from '../../../../src/host/app/load/run-load.ts';
import { load as loadCommand } from '../../../../src/host/app/commands.ts';
import type { LoadSettings } from '../../../../src/host/app/load/load-settings.ts';
import { loadBehaviour } from '../../../../src/host/app/run/behaviours.ts';
import { toyServer } from '../../../live/traffic/toy-server.ts';
import { settingsFor } from './own-load.ts';

beforeAll(() => loadBehaviour('newcomer', ''));

/** The settings of the loads that run until the end of the test. */
function heard(): () => LoadSettings[] {
  const spy = vi.spyOn(runs, 'runLoad');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map(([settings]) => settings);
}

const usual = {
  seed: undefined,
  profile: undefined,
  policies: {},
  values: [],
  speed: undefined,
  durationMs: undefined,
  traceShare: undefined,
  abortsOnFail: false,
  telemetry: { otlp: undefined, prometheusPort: undefined },
  workers: 1,
  queue: undefined,
};

describe('a load of the library', () => {
  it('runs as its options say', async () => {
    const { port } = await toyServer();
    const { scenario, target } = settingsFor(port);
    const settings = heard();
    const more = { speed: 2, seed: '9', namespace: 'efgh', budget: { micros: 5, requests: 400 } };
    const { seed, speed, namespace, target: name, stopped } = await loadCommand({ scenario, target, duration: '0.02s', ...more }); // prettier-ignore
    expect({ seed, speed, namespace, name, stopped }).toEqual({
      seed: '9',
      speed: 2,
      namespace: 'efgh',
      name: 'toy',
      stopped: null,
    });
    expect(settings()).toStrictEqual([{ ...usual, ...more, scenario, target, durationMs: 20 }]);
  });

  it('has a namespace that is drawn, and no bounds but those of the files', async () => {
    const { port } = await toyServer();
    const { scenario, target } = settingsFor(port, {}, 'load: { shape: constant-agents, agents: 1, for: 0.02s }');
    const settings = heard();
    const { namespace } = await load({ scenario, target });
    expect(settings()).toStrictEqual([
      { ...usual, scenario, target, namespace, budget: { micros: undefined, requests: undefined } },
    ]);
    expect(namespace).toMatch(/^[0-9a-z]+$/);
  }); // prettier-ignore
});

describe('a load is refused for', () => {
  const files = { scenario: 'none.yaml', target: 'none.yaml' };

  it.each([0, -1, Infinity, Number.NaN])('the speed %d', async (speed) => {
    await expect(load({ ...files, speed })).rejects.toThrow(
      new Error(`speed is ${speed}; expected a number above 0`),
    );
  });

  it.each(['', 'soon', '0s', '-1s'])('the duration "%s"', async (duration) => {
    await expect(load({ ...files, duration })).rejects.toThrow(
      new Error(`duration is "${duration}"; expected a duration such as 30s or 10m`),
    );
  });

  it('neither where both can be used', async () => {
    await expect(load({ ...files, speed: 0.001, duration: '1ms' })).rejects.toThrow('none.yaml');
  });
});
