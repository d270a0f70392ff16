/** A load as the command line starts it: who sends, where figures go meanwhile, and what is refused. */
import { createServer, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LoadSettings } from '../../../../src/host/app/load/load-settings.ts';
import { runLoad, type Observe } from '../../../../src/host/app/load/run-load.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { loadBehaviour } from '../../../../src/host/app/run/behaviours.ts';
import * as packages from '../../../../src/host/packages/optional-package.ts';
import type { LoadCall } from '../../../../src/live/load/load-call.ts';
import { SingleLoad } from '../../../../src/live/load/single-load.ts';
import { answerJson, toyServer } from '../../../live/traffic/toy-server.ts';
import { ownSignal } from '../process/signalled.ts';
import { standsIn } from '../process/stand-in.ts';
import { idleWorker, settingsFor } from './own-load.ts';

// A behaviour and exporters are loaded when they are needed.
beforeAll(async () => {
  await loadBehaviour('newcomer', '');
  await import('../../../../src/host/app/load/telemetry.ts');
  await import('../../../../src/host/app/load/spans.ts');
  await import('../../../../src/host/app/load/live-page.ts');
  await import('../../../../src/host/app/load/load-queue.ts');
});

const unheard: Observe = () => () => undefined;

/** The features whose packages are asked for, until the end of the test. */
function heard(method: 'assertInstalled' | 'withPackages'): () => string[] {
  const spy = vi.spyOn(packages, method);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map(([feature]) => feature);
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Settings against a server that answers nothing useful, and refuses figures. */
async function toySettings(changes: Partial<LoadSettings> = {}): Promise<LoadSettings> {
  const { port } = await toyServer(({ url }, response) =>
    answerJson(response, {}, url.startsWith('/v1/') ? 400 : 200),
  );
  const at = (address: string | undefined) => address && `http://127.0.0.1:${port}${address}`;
  const { otlp, otlpTraces, ...telemetry } = { prometheusPort: undefined, ...changes.telemetry };
  return settingsFor(port, {
    ...changes,
    telemetry: { ...telemetry, otlp: at(otlp), otlpTraces: at(otlpTraces) },
  });
}

describe('a load in this process', () => {
  it('is observed from its begin to its end, and has no notes', async () => {
    const steps: string[] = [];
    const [asked, loading] = [heard('assertInstalled'), heard('withPackages')];
    const { call, result, end } = await runLoad(await toySettings(), (observed, load) => {
      steps.push(`${observed.namespace} ${load instanceof SingleLoad}`);
      return async () => {
        await Promise.resolve();
        steps.push('over');
      };
    });
    expect(steps).toEqual(['abcd true', 'over']);
    expect([call.namespace, result.namespace, result.stopped, result.notes]).toEqual([
      'abcd',
      'abcd',
      null,
      undefined,
    ]);
    expect(result.spent.requests).toBe(end.spent.requests);
    expect([asked(), loading()]).toEqual([[], []]);
  });

  it('is stopped by a signal while it runs, and not by one after it', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    const stop = vi.spyOn(SingleLoad.prototype, 'stop');
    onTestFinished(() => stop.mockRestore());
    const settings = await toySettings({ durationMs: 60_000 });
    const { result } = await runLoad(settings, () => {
      setTimeout(come);
      return () => undefined;
    });
    expect([result.stopped, result.ok, stop.mock.calls]).toEqual(['interrupt', false, [['interrupt']]]);
  });

  it('hears no signal that comes after its end', async () => {
    const { come, restore } = ownSignal();
    onTestFinished(restore);
    const stop = vi.spyOn(SingleLoad.prototype, 'stop');
    onTestFinished(() => stop.mockRestore());
    await runLoad(await toySettings(), unheard);
    come();
    expect(stop.mock.calls).toEqual([]);
  });
});

describe('figures of a running load', () => {
  it('are on a page until its end', async () => {
    const pagePort = await freePort();
    const address = `http://127.0.0.1:${pagePort}/`;
    let page: Promise<number> | undefined;
    await runLoad(
      await toySettings({ telemetry: { otlp: undefined, prometheusPort: undefined, pagePort } }),
      () => {
        page = fetch(address).then(({ status }) => status);
        return async () => void (await page);
      },
    );
    expect(await page).toBe(200);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('are offered to Prometheus until its end', async () => {
    const prometheusPort = await freePort();
    const address = `http://127.0.0.1:${prometheusPort}/metrics`;
    let text: Promise<string> | undefined;
    await runLoad(await toySettings({ telemetry: { otlp: undefined, prometheusPort } }), () => {
      text = fetch(address).then((answer) => answer.text());
      return async () => void (await text);
    });
    expect(await text).toContain('orrery_load_offered');
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('that could not be sent are in its notes, as are spans', async () => {
    const telemetry = { otlp: '/v1/metrics', otlpTraces: '/v1/traces', prometheusPort: undefined };
    const calls: LoadCall[] = [];
    const { result } = await runLoad(await toySettings({ telemetry, traceShare: 1 }), (call) => {
      calls.push(call);
      return () => undefined;
    });
    expect(calls[0]?.tracing).toEqual({ share: 1, sink: expect.any(Function) as unknown });
    expect(result.notes?.map((note) => note.replaceAll(/\d+/g, 'n'))).toEqual([
      'OTLP: n exports failed, the last one with: Bad Request',
      'OTLP: the collector did not take n of n spans; the last error was: Bad Request',
    ]);
  });
});

describe('a load names the packages that it needs', () => {
  it.each<[string, LoadSettings['telemetry'], string[], string[]]>([
    ['--otlp', { otlp: '/v1/metrics', prometheusPort: undefined }, ['--otlp'], ['--otlp']],
    ['--otlp-traces', { otlp: undefined, otlpTraces: '/v1/traces', prometheusPort: undefined }, ['--otlp-traces'], ['--otlp-traces']],
    ['--prometheus', { otlp: undefined, prometheusPort: 0 }, ['--prometheus'], ['--prometheus']],
    ['both', { otlp: '/v1/metrics', prometheusPort: 0 }, ['--otlp', '--prometheus'], ['--otlp']],
  ])('%s', async (_what, telemetry, needed, loaded) => {
    const [asked, loading] = [heard('assertInstalled'), heard('withPackages')];
    await runLoad(await toySettings({ telemetry, traceShare: 1 }), unheard);
    expect([asked(), loading()]).toEqual([needed, loaded]);
  });
}); // prettier-ignore

describe('a port that cannot be opened', () => {
  it('is refused for Prometheus', async () => {
    const prometheusPort = await takenPort();
    const settings = await toySettings({ telemetry: { otlp: undefined, prometheusPort } });
    await expect(runLoad(settings, unheard)).rejects.toThrow(
      new CallMistake(`--prometheus ${prometheusPort}: the port is taken; expected a free one`),
    );
  });

  it('is refused for the page, and Prometheus is served no more', async () => {
    const [pagePort, prometheusPort] = [await takenPort(), await freePort()];
    const settings = await toySettings({ telemetry: { otlp: undefined, prometheusPort, pagePort } });
    await expect(runLoad(settings, unheard)).rejects.toThrow(
      new CallMistake(`--page ${pagePort}: the port is taken; expected a free one`),
    );
    await expect(fetch(`http://127.0.0.1:${prometheusPort}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('is refused in the words of Node where it is no port', async () => {
    const settings = await toySettings({
      telemetry: { otlp: undefined, prometheusPort: undefined, pagePort: 70_000 },
    });
    await expect(runLoad(settings, unheard)).rejects.toThrow(
      new CallMistake(
        '--page 70000: options.port should be >= 0 and < 65536. Received type number (70000).; expected a port that is free',
      ),
    );
  });
});

describe('a load of several processes', () => {
  it('has no more of them than the target allows connections', async () => {
    const settings = await toySettings({ workers: 3 });
    await expect(runLoad(settings, unheard)).rejects.toThrow(
      new CallMistake(`--workers 3: ${settings.target} allows 2 connections; expected no more workers`),
    );
  });

  it('tells each its share and the addresses of the target, and sends no spans itself', async () => {
    standsIn(idleWorker);
    const telemetry = { otlp: undefined, otlpTraces: '/v1/traces', prometheusPort: undefined };
    const calls: LoadCall[] = [];
    const { result } = await runLoad(await toySettings({ workers: 2, traceShare: 1, telemetry }), (call) => {
      calls.push(call);
      return () => undefined;
    });
    const prepared = (index: number): string =>
      `{ kind: 'prepare', pinned: [ [ '127.0.0.1', '127.0.0.1' ] ], share: { index: ${index}, count: 2 }, namespace: 'abcd' }`;
    expect(result.notes?.toSorted()).toEqual([prepared(0), prepared(1)]);
    expect(calls[0]?.tracing).toEqual({ share: 1 });
    expect(result.workers.map(({ worker, lost }) => [worker, lost])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it('asks for a Redis that answers where they come over a queue', async () => {
    const port = await freePort();
    const [asked, loading] = [heard('assertInstalled'), heard('withPackages')];
    const settings = await toySettings({ queue: `redis://127.0.0.1:${port}` });
    await expect(runLoad(settings, unheard)).rejects.toThrow(
      new CallMistake(`--queue redis://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`),
    );
    expect([asked(), loading()]).toEqual([['--queue'], ['--queue']]);
  });
});
