/** Writes a trace as it happens: NDJSON in gzip members of about a megabyte each, so that memory does not grow. */
import { gzipSync } from 'node:zlib';
import { formatInstant } from '../../../core/base/time.ts';
import { Digest } from '../../../core/kernel/digest.ts';
import type { Request, Response } from '../../../core/http/message.ts';
import { policyHash } from '../../../platform/world/policy-hash.ts';
import type { EventRecord } from '../../../simulation/trace/event-record.ts';
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import { Capture } from '../../../simulation/trace/capture.ts';
import {
  traceVersion,
  type TraceEnd,
  type TraceHeader,
  type TraceRecord,
} from '../../../simulation/trace/format.ts';
import { packageVersion } from '../process/package-version.ts';
import type { ReportFolder } from '../files/report-folder.ts';

/** The name of the trace in a report folder. */
export const traceName = 'trace.ndjson.gz';

/** Where the parts of a trace go, in order. */
export type TraceSink = Pick<ReportFolder, 'append'>;

/** What a trace needs to know of a run. */
type TracedRun = Pick<Scenario, 'name' | 'seed' | 'profile' | 'policies' | 'startMs' | 'resolved' | 'groups'>;

/** Characters gathered before they are compressed. */
const batchLength = 1_000_000;

/**
 * The trace of one run in its report folder. The caller passes every event, flushes between slices, and calls
 * `finish` with the digest.
 */
export class TraceFile {
  /** A short hash of every request as it stands in the trace, for the comparison with a second recording. */
  readonly fingerprints: string[] = [];
  readonly #folder: TraceSink;
  readonly #capture: Capture;
  #batch: string;

  /** `behaviourOf` names the behaviour of an agent's number, where the scenario does not know all of them. */
  constructor(folder: TraceSink, scenario: TracedRun, behaviourOf?: (agent: number) => string) {
    this.#folder = folder;
    const { startMs } = scenario;
    this.#capture = behaviourOf === undefined ? newCapture(scenario) : new Capture({ startMs, behaviourOf });
    const header: TraceHeader = {
      trace: traceVersion,
      orrery: packageVersion(),
      scenario: scenario.name,
      seed: scenario.seed,
      profile: scenario.profile,
      policyHash: policyHash(scenario.policies),
      start: formatInstant(scenario.startMs),
      policies: { ...scenario.policies },
      faults: scenario.resolved.faults ?? [],
      expect: scenario.resolved.expect ?? {},
    };
    this.#batch = lineOf(header);
  }

  /** Called before `record` of an event with wallet keys: the trace keeps their origin. */
  reported(request: Request, response: Response): void {
    this.#capture.onRawExchange(request, response);
  }

  record(event: EventRecord): void {
    const record = this.#capture.record(event);
    this.fingerprints.push(fingerprintOf(record));
    this.#batch += lineOf(record);
  }

  /** Writes the gathered lines as a gzip member, once they are large enough. */
  flush(): void {
    if (this.#batch.length >= batchLength) this.#write();
  }

  /** The last line: without it a trace is not whole. */
  finish(digest: string): void {
    const end: TraceEnd = { end: true, requests: this.#capture.count, digest };
    this.#batch += lineOf(end);
    this.#write();
  }

  #write(): void {
    this.#folder.append(traceName, gzipSync(this.#batch));
    this.#batch = '';
  }
}

/** A capture of a scenario's run that knows the behaviour of each agent by the agent's number. */
export const newCapture = (scenario: Pick<Scenario, 'groups' | 'startMs'>): Capture => {
  const behaviours = scenario.groups.flatMap(({ behaviour, count }) =>
    Array.from({ length: count }, () => behaviour.name),
  );
  return new Capture({ startMs: scenario.startMs, behaviourOf: (agent) => behaviours[agent] ?? '' });
};

/** Eight hex digits over who asks for what. */
export function fingerprintOf({ at, session, call, request }: TraceRecord): string {
  const digest = new Digest();
  digest.foldText(JSON.stringify([at, session, call, request]));
  return digest.value().slice(0, 8);
}

const lineOf = (line: TraceHeader | TraceRecord | TraceEnd): string => `${JSON.stringify(line)}\n`;
