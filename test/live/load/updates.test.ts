/** What workers on other machines report: histograms that can be added up and others, and measures that are. */
import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { IntervalBook } from '../../../src/live/load/measure/interval-book.ts';
import { judged } from '../../../src/live/load/measure/judged.ts';
import { LoadMeasures } from '../../../src/live/load/measure/load-measures.ts';
import { LoadInterval } from '../../../src/live/load/measure/series.ts';
import type { LoadUpdate } from '../../../src/live/load/load-call.ts';
import { loadResult } from '../../../src/live/load/result.ts';
import type { LoadEnd } from '../../../src/live/load/running-load.ts';
import { mistakeInHistograms } from '../../../src/live/load/update-schema.ts';
import {
  encoded,
  newHistogram,
  percentilesOf,
  recordMs,
} from '../../../src/live/traffic/measure/histogram.ts';
import { drawFrom } from '../../kept-digests.ts';
import { drawnCall, drawnEnd, drawnMeasures, expectations } from './drawn-results.ts';
import { expected } from './loading.ts';

const histogram = newHistogram();
for (const ms of [1, 30, 500]) recordMs(histogram, ms);
const whole = Buffer.from(encoded(histogram), 'base64');

/** The histogram with another payload, under the head of before. */
function withPayload(change: (payload: Buffer) => Buffer | undefined): string {
  const payload = inflateSync(whole.subarray(8));
  const deflated = deflateSync(change(payload) ?? payload);
  return Buffer.concat([whole.subarray(0, 8), deflated]).toString('base64');
}
const set = (at: number, value: number) => withPayload((payload) => void payload.writeInt32BE(value, at));
const setLong = (at: number, value: bigint) =>
  withPayload((payload) => void payload.writeBigInt64BE(value, at));

const update = (response: string): LoadUpdate =>
  ({ intervals: [{ ...new LoadInterval(0).plain(), response }] }) as unknown as LoadUpdate;
const head = (change: (bytes: Buffer) => void): string => {
  const bytes = Buffer.from(whole);
  change(bytes);
  return bytes.toString('base64');
};

const otherFormat = 'a histogram is not in the compressed format of HdrHistogram (V2)';
const otherResolution = 'a histogram has another resolution; expected three significant figures';
const noPayload = 'a histogram has no payload';

describe('a histogram', () => {
  it.each<[string, string, string | undefined]>([
    ['as it is', whole.toString('base64'), undefined],
    ['that is empty', encoded(newHistogram()), undefined],
    ['of another head', head((bytes) => bytes.writeInt32BE(0x1c849303, 0)), otherFormat],
    [
      'of another word size, which is no matter',
      head((bytes) => bytes.writeInt32BE(0x1c849304 | 0x70, 0)),
      undefined,
    ],
    ['of seven bytes', whole.subarray(0, 7).toString('base64'), otherFormat],
    ['of eight bytes', whole.subarray(0, 8).toString('base64'), 'a histogram cannot be decompressed'],
    ['of other bytes', head((bytes) => bytes.fill(7, 8)), 'a histogram cannot be decompressed'],
    [
      'of more than 4 MiB',
      withPayload(() => Buffer.alloc(4 * 1024 * 1024 + 1)),
      'a histogram cannot be decompressed',
    ],
    [
      'of no counts',
      withPayload((payload) => {
        payload.writeInt32BE(0, 4);
        return payload.subarray(0, 40);
      }),
      undefined,
    ],
    ['of a short payload', withPayload((payload) => payload.subarray(0, 39)), noPayload],
    ['of another payload', set(0, 0x1c849301), noPayload],
    ['with fewer counts than it says', set(4, 5), otherResolution],
    ['with a negative number of counts', set(4, -40), otherResolution],
    ['of two figures', set(12, 2), otherResolution],
    ['from 2 on', setLong(16, 2n), otherResolution],
    ['up to nothing', setLong(24, 0n), otherResolution],
    ['up to 2^53', setLong(24, 2n ** 53n), undefined],
    ['up to more than 2^53', setLong(24, 2n ** 53n + 1n), otherResolution],
  ])('%s', (_, text, mistake) => {
    expect(mistakeInHistograms(update(text))).toBe(mistake);
  });

  it('is looked at wherever it stands in an update', () => {
    const measures = new LoadMeasures(expectations);
    measures.add({ call: 'a/A/b', behaviour: 'x', status: 200, code: '', responseMs: 5, serviceMs: 4 });
    const plain = measures.plain();
    const good = { intervals: [], measures: plain } as unknown as LoadUpdate;
    expect(mistakeInHistograms(good)).toBeUndefined();
    const bad = set(12, 2);
    const texts = JSON.stringify(good).match(/"[A-Za-z0-9+/]{40,}=*"/g) ?? [];
    expect(texts.length).toBeGreaterThan(8);
    for (const at of texts.keys()) {
      let place = -1;
      const changed = JSON.stringify(good).replaceAll(/"[A-Za-z0-9+/]{40,}=*"/g, (text) => ((place += 1) === at ? `"${bad}"` : text));
      expect(mistakeInHistograms(JSON.parse(changed) as LoadUpdate)).toBe(otherResolution);
    }
  }); // prettier-ignore
});

describe('measures of workers', () => {
  it('add up in every count, tally, check and wait', () => {
    const parts = [0, 1, 2].map((at) => drawnMeasures(drawFrom(`part ${at}`), 30));
    const merged = new LoadMeasures(expectations);
    for (const part of parts) merged.merge(structuredClone(part.plain()));
    const sum = (of: (part: LoadMeasures) => number) => parts.reduce((all, part) => all + of(part), 0);
    for (const name of Object.keys(merged.counts) as (keyof LoadMeasures['counts'])[])
      expect(merged.counts[name]).toBe(sum(({ counts }) => counts[name]));
    for (const [at, { tally }] of merged.selected.entries())
      expect(tally.requests).toBe(sum(({ selected }) => selected[at]!.tally.requests));
    for (const reason of ['connection', 'ceiling', 'generator'] as const)
      expect(merged.delays[reason].totalCount).toBe(sum(({ delays }) => delays[reason].totalCount));
    for (const [key, { passed, failed }] of merged.checks)
      expect([passed, failed]).toEqual([sum(({ checks }) => checks.get(key)?.passed ?? 0), sum(({ checks }) => checks.get(key)?.failed ?? 0)]);
    // A copy: what is counted later is no part of it.
    const plain = merged.plain();
    merged.check('paid', 'visitor', true);
    expect(plain.checks.reduce((all, { passed }) => all + passed, 0)).toBe(sum(({ checks }) => [...checks.values()].reduce((all, { passed }) => all + passed, 0)));
  }); // prettier-ignore

  it('keep a thousand checks', () => {
    const measures = new LoadMeasures([]);
    for (let at = 0; at < 1_001; at += 1) measures.check(`check ${at}`, 'visitor', at % 2 === 0);
    measures.check('check 0', 'maker', true);
    measures.check('check 0', 'visitor', false);
    expect([measures.checks.size, measures.checks.get('["check 0","visitor"]'), measures.checks.get('["check 1","visitor"]')]).toEqual([
      1_000, { name: 'check 0', behaviour: 'visitor', passed: 1, failed: 1 }, { name: 'check 1', behaviour: 'visitor', passed: 0, failed: 1 },
    ]);
  }); // prettier-ignore

  it.each<[string, string, number | null, boolean]>([
    ['http_reqs', 'count==4', 4, true],
    ['http_reqs', 'rate==2', 2, true],
    ['http_reqs{service:escrow}', 'count==3', 3, true],
    ['http_reqs{style:B,operation:register}', 'count==1', 1, true],
    ['http_reqs{agent:maker}', 'count==1', 1, true],
    ['http_reqs{status:429,code:RATE_LIMIT}', 'count==1', 1, true],
    ['http_req_failed', 'rate==0.5', 0.5, true],
    ['http_req_timeouts', 'count==1', 1, true],
    ['http_req_timeouts', 'rate==0.5', 0.5, true],
    ['rate_limited_total', 'rate==0.5', 0.5, true],
    ['http_req_duration', 'avg==25', 25, true],
    ['http_req_duration{status:404}', 'max<9', null, false],
    ['http_req_failed{status:404}', 'rate<1', null, false],
    ['checks', 'rate==0.75', 0.75, true],
    ['checks{check:paid}', 'rate==1', 1, true],
    ['checks{agent:maker}', 'rate==0', 0, true],
    ['checks{check:none}', 'rate==0', null, false],
    ['agents_total', 'value==7', 7, true],
    ['findings_total', 'rate==1.5', 1.5, true],
    ['findings_total', 'count==3', 3, true],
  ])('%s %s is %j: %s', (name, threshold, value, ok) => {
    const of = expected({ [name]: threshold });
    const measures = new LoadMeasures(of);
    const add = (call: string, behaviour: string, status: number, code: string, responseMs: number) =>
      measures.add({ call, behaviour, status, code, responseMs, serviceMs: 1 });
    add('escrow/A/create', 'visitor', 200, '', 10);
    add('escrow/A/create', 'visitor', 429, 'RATE_LIMIT', 20);
    add('escrow/B/create', 'maker', 200, '', 30);
    add('faucet/B/register', 'visitor', 0, 'timeout', 40);
    for (const holds of [true, true, true]) measures.check('paid', 'visitor', holds);
    measures.check('named', 'maker', false);
    measures.counts.findings = 3;
    expect(judged(of, measures, { seconds: 2, agents: 7 })).toEqual([{ metric: name, threshold, value, ok }]);
  });

  it('of times are those of the responses', () => {
    const of = expected({ 'http_req_duration': 'min>0', 'http_req_duration{service:escrow}': 'max>0', 'http_req_duration{style:A}': 'med>0', 'http_req_duration{operation:create}': 'p(90)>0' });
    const measures = new LoadMeasures(of);
    for (let at = 1; at <= 100; at += 1) measures.add({ call: 'escrow/A/create', behaviour: 'x', status: 200, code: '', responseMs: at, serviceMs: 1 });
    const values = judged(of, measures, { seconds: 1, agents: 1 }).map(({ value }) => Math.round(value ?? 0));
    expect(values).toEqual([1, 100, 50, 90]);
  }); // prettier-ignore
});

describe('intervals of workers', () => {
  const interval = (index: number, offered: number) => {
    const made = new LoadInterval(index);
    made.offered = offered;
    made.level(offered, 2 * offered);
    made.level(1, 1);
    made.dropped = 1;
    made.add({ call: 'a/A/b', status: 429, code: 'RATE_LIMIT', responseMs: 5, serviceMs: 4 });
    return made;
  };

  it('are read as they were written', () => {
    const made = interval(3, 4);
    const read = LoadInterval.from(structuredClone(made.plain()));
    expect([[...read.codes], [...read.failedCalls]]).toEqual([[['RATE_LIMIT', 1]], [['a/A/b', 1]]]);
    // The bytes of a histogram may differ where its counts do not.
    expect({ ...read.plain(), response: '' }).toEqual({ ...made.plain(), response: '' });
    expect(percentilesOf(read.response)).toEqual(percentilesOf(made.response));
    expect(read).toMatchObject({
      index: 3,
      offered: 4,
      answered: 1,
      failed: 1,
      agents: 4,
      inFlight: 8,
      dropped: 1,
    });
  });

  it('become rows in order of time, with their stage, once all workers have come so far or are gone', () => {
    const book = new IntervalBook({ workers: 2, intervalMs: 2_000, stageAt: (ms) => ms / 1_000 });
    book.add(0, interval(0, 3));
    book.add(0, interval(1, 5));
    book.add(1, interval(1, 4));
    expect(book.rows.map(({ second, offered, stage, agents, inFlight, dropped }) => [second, offered, stage, agents, inFlight, dropped])).toEqual([[0, 3, 0, 3, 6, 1], [2, 9, 2, 9, 18, 2]]);
    book.add(1, interval(3, 1));
    book.add(1, interval(2, 1));
    expect(book.rows).toHaveLength(2);
    book.close(0);
    expect(book.rows.map(({ second }) => second)).toEqual([0, 2, 4]);
    book.close(1);
    expect(book.rows.map(({ second }) => second)).toEqual([0, 2, 4, 6]);
  }); // prettier-ignore
});

describe('a load', () => {
  const calm = (more: Partial<LoadEnd> = {}, failing = false): boolean => {
    const of = expected({ http_reqs: failing ? 'count>0' : 'count==0' });
    const call = drawnCall(drawFrom('calm'));
    const end = {
      ...drawnEnd(drawFrom('calm')),
      measures: new LoadMeasures(of),
      workers: [{ worker: 0, requests: 0, lost: null, seconds: 1 }],
      stopped: undefined,
      ...more,
    };
    return loadResult({ ...call, scenario: { ...call.scenario, expectations: of } }, end).ok;
  };
  const broken = new LoadMeasures(expected({ http_reqs: 'count==0' }));
  broken.counts.findings = 1;

  it('is in order unless an expectation fails, a behaviour breaks, a worker is lost, or it is interrupted', () => {
    expect([calm(), calm({ stopped: 'budget' }), calm({}, true), calm({ measures: broken }), calm({ stopped: 'interrupt' }), calm({ stopped: 'expectation' }), calm({ workers: ['x', null].map((lost, worker) => ({ worker, requests: 0, lost, seconds: 1 })) })]).toEqual([true, true, false, false, false, false, false]);
  }); // prettier-ignore
});
