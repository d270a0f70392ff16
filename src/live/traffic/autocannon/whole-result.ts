/**
 * The figures of an autocannon run. autocannon aggregates them by itself in a main thread only, and a command runs in
 * another thread; so the run skips that (`skipAggregateResult`) and this does it, wherever the run was.
 */
import autocannon from 'autocannon';

interface Aggregating {
  aggregateResult(results: readonly unknown[], options: autocannon.Options): autocannon.Result;
}

/** `raw` is what the event `done` of a run with `skipAggregateResult` carries. */
export const wholeResult = (raw: unknown, options: autocannon.Options): autocannon.Result =>
  (autocannon as unknown as Aggregating).aggregateResult([raw], options);
