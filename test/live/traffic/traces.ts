/** Small traces made by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const headerLine = (changes: Record<string, unknown> = {}): string =>
  line({
    trace: 1,
    orrery: '0.1.0',
    scenario: 'by-hand',
    seed: '7',
    profile: 'published',
    policyHash: '0',
    start: '2026-01-01T00:00:00.000Z',
    policies: {},
    faults: [],
    expect: {},
    ...changes,
  });

export interface RecordChanges {
  readonly n: number;
  readonly at: number;
  readonly session?: number;
  readonly method?: string;
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly raw?: string;
  readonly status?: number;
  readonly answer?: Record<string, unknown>;
  readonly answerHeaders?: Record<string, string | number>;
  readonly call?: string;
}

export function recordLine(changes: RecordChanges): string {
  const { n, at, session = 0, method = 'GET', path = '/faucet/thing', status = 200, answer = {} } = changes;
  const { query, headers, body, raw, answerHeaders, call = 'faucet/B/thing' } = changes;
  const request = { method, path, query, headers, body, raw, ip: '10.0.0.1' };
  return line({
    n,
    at,
    session,
    agent: 'hand',
    call,
    request,
    answer: { status, headers: answerHeaders, body: answer },
  });
}

export const endLine = (requests: number): string => line({ end: true, requests, digest: 'd' });

/** A whole trace in a file that is gone after the test. */
export function traceFile(records: readonly string[], header = headerLine()): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'trace.ndjson.gz');
  writeFileSync(file, gzipSync([header, ...records, endLine(records.length)].join('')));
  return file;
}
