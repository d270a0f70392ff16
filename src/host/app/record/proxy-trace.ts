/** Writes the trace of a recording from its journal: NDJSON in gzip members of about a megabyte each. */
import { gzipSync } from 'node:zlib';
import { disarmed } from '../../../core/base/plain-text.ts';
import type { Instant } from '../../../core/base/time.ts';
import { foreignHeader } from '../../../live/traffic/record/foreign-trace.ts';
import type { RecordingEnd } from '../../../live/traffic/record/result.ts';
import type { TraceEncoder } from '../../../live/traffic/record/trace-encoder.ts';
import type { TraceEnd, TraceHeader, TraceRecord } from '../../../simulation/trace/format.ts';
import type { ReportFolder } from '../files/report-folder.ts';
import { packageVersion } from '../process/package-version.ts';
import { traceName } from '../run/trace-file.ts';

/** Characters gathered before they are compressed. */
const batchLength = 1_000_000;

/** Writes the whole trace into the folder and returns the number of its records. */
export function writeProxyTrace(
  folder: ReportFolder,
  encoder: TraceEncoder,
  { startMs, endedBy }: { readonly startMs: Instant; readonly endedBy: RecordingEnd },
): number {
  let batch = lineOf(foreignHeader('proxy', packageVersion(), startMs));
  let requests = 0;
  for (const record of encoder.records()) {
    requests += 1;
    batch += lineOf(record);
    if (batch.length < batchLength) continue;
    folder.append(traceName, gzipSync(batch));
    batch = '';
  }
  batch += lineOf({ end: true, requests, digest: '', endedBy });
  folder.append(traceName, gzipSync(batch));
  return requests;
}

const lineOf = (line: TraceHeader | TraceRecord | TraceEnd): string => `${disarmed(JSON.stringify(line))}\n`;
