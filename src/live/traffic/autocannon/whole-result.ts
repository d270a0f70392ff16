/**
 * The figures of an autocannon run. autocannon aggregates them only in the main thread, but a command runs in another
 * thread; so the run skips that (`skipAggregateResult`) and this function aggregates.
 */
import autocannon from 'autocannon';

interface Aggregating {
  aggregateResult(results: readonly unknown[], options: autocannon.Options): autocannon.Result;
}

/** `raw` is what the event `done` of a run with `skipAggregateResult` carries. */
export const wholeResult = (raw: unknown, options: autocannon.Options): autocannon.Result =>
  (autocannon as unknown as Aggregating).aggregateResult([raw], options);
