/** An exported plan that is run, and what is said of the run. A shell stands in the place of k6: it runs the file "run" of the folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { isCi } from '../../../ci.ts';
import { pathMistake } from '../../../../src/live/traffic/http/sendable-path.ts';
import { runExported } from '../../../../src/live/traffic/k6/k6-replay.ts';
import { k6Result } from '../../../../src/live/traffic/k6/k6-result.ts';
import { laneFunctions } from '../../../../src/live/traffic/k6/lane-functions.ts';
import { differencesFor, walkable } from '../../../../src/live/traffic/k6/left-out.ts';
import { installLine, runK6 } from '../../../../src/live/traffic/k6/run-k6.ts';
import { k6Script, testRunYaml } from '../../../../src/live/traffic/k6/script.ts';
import { Replay } from '../../../../src/live/traffic/replay/replay.ts';
import { callOf, folder, lanesFor, withDerivedKeys } from './exported.ts';

const two = [0, 1, 2].map((n) => ({ n, at: 10 * n, session: n % 2 }));

function folderWith(script: string): string {
  const place = folder();
  writeFileSync(join(place, 'run'), script);
  return place;
}

describe.skipIf(process.platform === 'win32' && !isCi)('a run in the place of k6', () => {
  it('has the certificates of the target, and its summary is the result', async () => {
    const call = callOf(two, 1);
    const { plan } = await Replay.plan(call);
    const { leftOut } = walkable(await lanesFor(withDerivedKeys));
    const place = folderWith(
      'test "$ORRERY_TLS_CERT $ORRERY_TLS_KEY $SSL_CERT_FILE" = "c.pem k.pem /ca.pem" && echo \'{"metrics":{"http_reqs":{"values":{"count":1}}},"state":{"testRunDurationMs":500}}\' > summary.json\n',
    );
    const clientFiles = { cert: 'c.pem', key: 'k.pem' };
    const target = { ...call.target, caFile: '/ca.pem', transport: { ...call.target.transport, clientFiles } };
    const { result } = runExported({ ...call, target }, plan, { folder: place, binary: 'sh', leftOut });
    const found = await result;
    expect(found).toMatchObject({ engine: 'k6', requests: 1, seconds: 0.5, unsent: 2, stopped: false, ok: true });
    expect(found.differences).toEqual({ explained: 2, unexplained: 0, groups: differencesFor(leftOut).groups(), causes: [] });
  }); // prettier-ignore

  it.each([
    ['exit 4', 'k6 ended with 4: '],
    ['echo thresholds >&2; exit 99', 'k6 ended with 99: no summary'],
    ['printf "first\\nlast line\\n" >&2; exit 3', 'k6 ended with 3: last line'],
    ['printf "%05000d" 7 >&2; exit 1', `k6 ended with 1: ${'0'.repeat(3_999)}7`],
  ])('without a summary fails with the end of what it says: %s', async (script, message) => {
    const run = runK6(folderWith(script), 'sh').done;
    await expect(run).rejects.toMatchObject({ name: 'NoK6', message });
  });
});

describe('what is said of k6', () => {
  it('names ways to install it', () => {
    expect(installLine).toBe('go install go.k6.io/k6@latest, or a package from https://grafana.com/docs/k6; K6_BIN names another place');
  }); // prettier-ignore

  it('holds no threshold that its summary does not', async () => {
    const call = callOf(two, 1, { http_reqs: [' value>1'], http_req_failed: ['rate<1'] });
    const { plan } = await Replay.plan(call);
    const metrics = { http_reqs: { values: { count: 3 } } };
    const run = { summary: { metrics, state: { testRunDurationMs: 1 } }, isStopped: false, leftOut: [] };
    expect(k6Result(call, plan, run)).toMatchObject({
      thresholds: [
        { metric: 'http_reqs', threshold: ' value>1', value: 3, ok: false },
        { metric: 'http_req_failed', threshold: 'rate<1', value: null, ok: false },
      ],
      ok: false,
    });
  });
});

describe('the texts for k6', () => {
  it('have every function that a lane needs, and then what k6 calls', () => {
    const script = k6Script({ lanes: 1, durationMs: 0, timeoutMs: 1, thresholds: {}, hosts: {}, connectionsMax: 1, requestsPerSecondMax: 1 }); // prettier-ignore
    const functions = [pathMistake, ...laneFunctions].map(String);
    expect(script.endsWith(`};\n${functions.join('\n\n')}\n\nexport { handleSummary };\nexport default walkLane;\n`)).toBe(true); // prettier-ignore
  });

  it('need no variables but those of headers', () => {
    const run = parse(testRunYaml({ name: 'x', machines: 2, bytes: 1 })) as { spec: { runner: object } };
    expect(run.spec.runner).toEqual({ env: [{ name: 'ORRERY_MACHINES', value: '2' }, { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' }] }); // prettier-ignore
  });
});
