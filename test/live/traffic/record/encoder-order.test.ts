/** The order and the times of a recording as a trace: arrivals, ends, a faster clock, addresses and headers. */
import { describe, expect, it } from 'vitest';
import { routesByPath } from '../../../../src/host/app/record/route-names.ts';
import type { ExchangeJournal, JournalLine } from '../../../../src/live/traffic/record/exchange-journal.ts';
import { SecretPlaceholders } from '../../../../src/live/traffic/record/secret-placeholders.ts';
import { TraceEncoder } from '../../../../src/live/traffic/record/trace-encoder.ts';

const id = 'esc-0123abcd';

/** A line at its place in the file; where nothing else is said they came and ended one after the other. */
function lineAt(place: number, change: Partial<JournalLine> = {}): JournalLine {
  return {
    arrival: 2 * place, end: 2 * place + 1, atMs: 100 + 10 * place, tookMs: 2.5, client: '127.0.0.1:5000', shown: [],
    method: 'GET', path: '/faucet/x', query: {}, headers: {}, status: 200, answer: {}, ...change,
  };
} // prettier-ignore

/** The journal of these lines without a file. */
function journalOf(lines: readonly JournalLine[]): ExchangeJournal {
  const sorted = (of: 'arrival' | 'end') =>
    Uint32Array.from(lines, (_, place) => place).toSorted(
      (left, right) => lines[left]![of] - lines[right]![of],
    );
  return {
    count: lines.length,
    byArrival: () => sorted('arrival'),
    byEnd: () => sorted('end'),
    endOf: (place: number) => lines[place]!.end,
    at: (place: number) => lines[place]!,
  } as unknown as ExchangeJournal;
}

function encodedOf(changes: readonly Partial<JournalLine>[], clockFactor = 1) {
  const secrets = new SecretPlaceholders();
  const lines = changes.map((change, place) => lineAt(place, change));
  const encoder = new TraceEncoder({ journal: journalOf(lines), secrets, routeOf: routesByPath(), clockFactor }); // prettier-ignore
  return { encoder, records: [...encoder.records()] };
}

describe('the records of a recording', () => {
  it('are numbered as their requests came, and the first one is the beginning', () => {
    const { records, encoder } = encodedOf([
      { arrival: 5, end: 6, path: '/faucet/late', atMs: 150 },
      { arrival: 1, end: 9, path: '/faucet/early', atMs: 120 },
    ]);
    expect(records.map(({ n, at, request }) => [n, at, request.path])).toEqual([
      [0, 0, '/faucet/early'],
      [1, 30, '/faucet/late'],
    ]);
    expect(encoder.firstAtMs).toBe(120);
    expect(encodedOf([]).encoder.firstAtMs).toBe(0);
  });

  it.each([
    [1, [0, 10, 10, 11], [3, 3, 3, 3]],
    [60, [0, 624, 624, 636], [150, 150, 150, 150]],
    [0.5, [0, 5, 5, 5], [2, 2, 2, 2]],
  ])('are in the time of a target that runs %i times as fast, and none is before another', (factor, at, took) => {
    const { records } = encodedOf([{}, { atMs: 110.4 }, { atMs: 109 }, { atMs: 110.6 }], factor);
    expect(records.map((record) => record.at)).toEqual(at);
    expect(records.map((record) => record.took)).toEqual(took);
  }); // prettier-ignore

  it('refer to the answers that were complete before they came, by the numbers of their requests', () => {
    const path = `/faucet/x/${id}`;
    const pathAfter = (...lines: Partial<JournalLine>[]) => encodedOf([...lines, { path, arrival: 50, end: 51 }]).records.at(-1)?.request.path;
    const gives = (arrival: number, end: number, answer: object = { ref: id }) => ({ arrival, end, answer }) as Partial<JournalLine>;
    expect([pathAfter(gives(0, 49)), pathAfter(gives(0, 50)), pathAfter(gives(0, 60))]).toEqual(['/faucet/x/${0:/ref}', path, path]);
    // The first that was complete, which is the second that came, and stands first in the file.
    expect(pathAfter(gives(2, 5), gives(1, 9, { other: id }))).toBe('/faucet/x/${1:/ref}');
    expect(pathAfter(gives(2, 12), gives(1, 9, { other: id }))).toBe('/faucet/x/${0:/other}');
  }); // prettier-ignore

  it('count sessions, references, and keys that no answer gave out', () => {
    const secrets = new SecretPlaceholders();
    const [known, foreign] = [secrets.of('known-secret-1'), secrets.of('other-secret-2')];
    const lines = [
      lineAt(0, { answer: { api_key: known, ref: id }, shown: [known] }),
      lineAt(1, { key: known, headers: { authorization: `Bearer ${known}` }, body: { of: id, note: `${id} $` }, method: 'POST' }),
      lineAt(2, { key: foreign, headers: { 'x-api-key': foreign, 'x-other': 'b', 'x-of': `v ${id}`, accept: 'text/html' }, raw: `a=${id}`, method: 'POST' }),
    ]; // prettier-ignore
    const encoder = new TraceEncoder({ journal: journalOf(lines), secrets, routeOf: routesByPath(), clockFactor: 1 }); // prettier-ignore
    const records = [...encoder.records()];
    expect(records[1]?.request).toMatchObject({ headers: { authorization: 'Bearer ${0:/api_key}' }, body: { of: '${0:/ref}', note: '${0:/ref} $$' } }); // prettier-ignore
    // A credential stays though it is gone, and so does what holds a reference; other headers do not.
    expect(records[2]?.request).toMatchObject({ headers: { 'x-api-key': '[redacted]', 'x-of': 'v ${0:/ref}', accept: 'text/html' }, raw: 'a=${0:/ref}' }); // prettier-ignore
    expect(Object.keys(records[2]?.request.headers ?? {}).toSorted()).toEqual(['accept', 'x-api-key', 'x-of']); // prettier-ignore
    expect([encoder.sessionCount, encoder.referenceCount, encoder.foreignKeyCount]).toEqual([2, 5, 1]);
    expect(records.map(({ session }) => session)).toEqual([0, 0, 1]);
  });
});

describe('the addresses that a target was shown', () => {
  it('are constants in the order in which they came, and none is that of a request without one', () => {
    const shown = (ip?: string): Partial<JournalLine> => (ip === undefined ? {} : { headers: { 'x-sim-ip': ip } }); // prettier-ignore
    const many = Array.from({ length: 300 }, (_, n) => shown(`203.0.113.${n}`));
    const { records } = encodedOf([shown(), ...many, shown('203.0.113.7'), shown()]);
    const ips = records.map(({ request }) => request.ip);
    // The one without an address is the first of them, so that the next one is the third.
    expect([ips[0], ips[1], ips[2], ips[253], ips[254], ips[300], ips[301], ips[302]]).toEqual([
      '10.0.0.1', '10.0.0.3', '10.0.0.4', '10.0.0.255', '10.0.1.0', '10.0.1.46', '10.0.0.10', '10.0.0.1',
    ]); // prettier-ignore
    expect(new Set(ips).size).toBe(301);
    expect(encodedOf([shown('a'), shown()]).records.map(({ request }) => request.ip)).toEqual(['10.0.0.2', '10.0.0.1']); // prettier-ignore
  });
});
