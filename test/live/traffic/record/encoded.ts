/** Exchanges written as a test has them, encoded as a recording would be. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { routesByPath } from '../../../../src/host/app/record/route-names.ts';
import { ExchangeJournal } from '../../../../src/live/traffic/record/exchange-journal.ts';
import { journalLineOf } from '../../../../src/live/traffic/record/journal-line.ts';
import { SecretPlaceholders } from '../../../../src/live/traffic/record/secret-placeholders.ts';
import { TraceEncoder } from '../../../../src/live/traffic/record/trace-encoder.ts';
import type { TraceRecord } from '../../../../src/simulation/trace/format.ts';

/** `POST /faucet/x`, what it sends, and what it is answered. */
export interface Told {
  readonly call: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly send?: unknown;
  readonly answer?: unknown;
  readonly client?: string;
  /** Arrival and end, where they are not one after the other. */
  readonly arrival?: number;
  readonly end?: number;
}

export interface EncodedTrace {
  readonly records: readonly TraceRecord[];
  /** All of it as text. */
  readonly text: string;
  /** The temporary file. */
  readonly journal: string;
  readonly encoder: TraceEncoder;
}

export async function encoded(exchanges: readonly Told[]): Promise<EncodedTrace> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'exchanges.ndjson');
  const journal = new ExchangeJournal(file, (error) => expect.fail(error.message));
  const secrets = new SecretPlaceholders();
  for (const [index, told] of exchanges.entries()) {
    const [method = '', url = ''] = told.call.split(' ');
    const { send, answer = {}, headers = {} } = told;
    const line = journalLineOf(
      {
        arrival: told.arrival ?? index * 2,
        end: told.end ?? index * 2 + 1,
        atMs: 100 + index * 10.4,
        tookMs: 2.5,
        client: told.client ?? '127.0.0.1:5000',
        method,
        url,
        requestHeaders: Object.entries(headers).flat(),
        requestBody: Buffer.from(
          send === undefined ? '' : typeof send === 'string' ? send : JSON.stringify(send),
        ),
        status: 200,
        answerHeaders: ['Content-Type', 'application/json'],
        answerBody: Buffer.from(JSON.stringify(answer)),
      },
      secrets,
    );
    if (line !== undefined) journal.append(line);
  }
  await journal.close();
  const encoder = new TraceEncoder({ journal, secrets, routeOf: routesByPath(), clockFactor: 1 });
  const records = [...encoder.records()];
  return { records, text: JSON.stringify(records), journal: readFileSync(file, 'utf8'), encoder };
}
