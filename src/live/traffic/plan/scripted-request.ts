/** A record of a trace as a request of the engine, and what its judgement needs. */
import type { PlannedRequest } from '../engine/planned-request.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import { recordOf } from './needs.ts';

/** A record of the trace as a request of the engine. */
export interface ScriptedRequest extends PlannedRequest {
  readonly record: TraceRecord;
  /** What is sent: the recorded request in the names of this run. */
  readonly sends: TraceRecord['request'];
  /** Records whose responses it needs before it can be sent. */
  readonly needs: readonly number[];
  /** Records whose responses came before it in the recording, which it waits for only so long. */
  readonly follows: readonly number[];
  /** Sessions of the agents that it touches; undefined for its own alone. */
  readonly touched: readonly number[] | undefined;
  /** Keys of all values that its record refers to. */
  readonly uses: readonly number[];
}

/** What a judgement needs of a request. */
export const judged = ({ record, touched, uses }: ScriptedRequest) => ({
  record,
  touched,
  things: uses.map(recordOf),
});
