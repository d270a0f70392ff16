/** Survivors of loads that no test can notice, each with the reason. */

export const equivalentsOfLoad: Readonly<Record<string, string>> = {
  'live/load/engine/acting-agents.ts: last.process?.end -> last.process.end':
    'an agent is in the map once its process is set',
  'live/load/engine/acting-agents.ts: agent.process?.end -> agent.process.end':
    'an agent is in the map once its process is set',
  'live/load/engine/exchange.ts: \'\' -> "Stryker was here!"':
    'the path only matters with a key or a domain, and there is neither',
  'live/load/engine/exchange.ts: named.body === undefined -> false': 'JSON of undefined is undefined as well',
  'live/load/engine/exchange.ts: start === end -> false':
    'an empty text is read as nothing, which gives the same',
  'live/load/engine/load-engine.ts: this.#fail?.(error) -> this.#fail(error)':
    'before a run there is no turn that throws',
  'live/load/engine/load-engine.ts: scenario.calls.length > 0 -> true':
    'a script without calls starts nothing',
  'live/load/engine/load-engine.ts: scenario.calls.length > 0 -> scenario.calls.length >= 0':
    'a script without calls starts nothing',
  'live/load/engine/load-engine.ts: this.#open.count === 0 -> true':
    'an open request has a process that has not ended',
  'live/load/engine/load-engine.ts: untilMs >= this.#kernel.nowMs -> true':
    'a kernel that is run to an earlier instant does nothing',
  "live/load/engine/load-engine.ts: process.state === 'waiting' -> true":
    'no process with an open request ends before its outcome',
  'live/load/engine/load-engine.ts: this.#finish?.() -> this.#finish()':
    'only a stop before the run has none, and its mistake has no reader',
  'live/load/limit/search.ts: false -> true': 'the first step sets it before it is read',
  'live/load/limit/search.ts: this.#held > 0 -> true (2)': 'no step has level 0',
  'live/load/limit/search.ts: this.#held > 0 -> this.#held >= 0 (2)': 'no step has level 0',
  'live/load/limit/step.ts: aloneMs !== undefined -> true': 'no comparison with what is no number holds',
  "live/load/limit/step.ts: wait('connections') > 0 -> true":
    'without such a wait the line before has the answer',
  "live/load/limit/step.ts: wait('connections') > 0 -> wait('connections') >= 0":
    'without such a wait the line before has the answer',
  'live/load/limit/text.ts: value >= 1000 -> value > 1000': 'both ways print 1000',
  'live/load/text.ts: value >= 1000 -> value > 1000': 'both ways print 1000',
  'live/load/limits.ts: lagMs > lagMsMax -> lagMs >= lagMsMax':
    'a percentile is the top of its bucket, and the bound is none',
  'live/load/measure/interval-book.ts: interval === undefined -> false': 'the keys come from the map',
  'live/load/measure/load-measures.ts: this.selected.length === 0 -> false':
    'a shortcut before a loop over nothing',
  'live/load/measure/selected.ts: \'\' -> "Stryker was here!"': 'a text that is split has a first part',
  'live/load/measure/selected.ts: left < right -> left <= right': 'no two names are equal',
  'live/load/measure/selected.ts: left < right -> left >= right':
    'the other order is as good: keys are only compared with each other',
  'live/load/plan/agent-sequence.ts: Math.sqrt(5) - 1 -> Math.sqrt(5) + 1': 'the same fraction modulo 1',
  'live/load/plan/agent-sequence.ts: number * goldenShare -> number / goldenShare':
    'the same fraction modulo 1',
  'live/load/plan/levels.ts: ms < 0 -> false': 'the search for the stage finds none as well',
  'live/load/plan/levels.ts: lengthMs > 0 -> true': 'no stage without length is the last that has begun',
  'live/load/plan/levels.ts: lengthMs > 0 -> lengthMs >= 0':
    'no stage without length is the last that has begun',
  'live/load/plan/levels.ts: seconds === 0 -> false': 'no arrival lies in an empty stage',
  'live/load/plan/live-population.ts: own !== undefined -> true': 'a group of the load has its members',
  'live/load/plan/live-population.ts: this.members[first]?.peers -> this.members[first].peers':
    'a group of the load has its members',
  'live/load/plan/live-population.ts: [] -> ["Stryker was here"]': 'a group of the load has its members',
  'live/load/plan/live-population.ts: \'\' -> "Stryker was here!"':
    'a name without a number finds no member either way',
  'live/load/plan/live-population.ts: \'\' -> "Stryker was here!" (2)':
    'a name without a number finds no member either way',
  'live/load/result.ts: ([left], [right]) => left - right -> () => undefined':
    'objects keep whole numbers in order by themselves',
  'live/load/result.ts: left - right -> left + right': 'objects keep whole numbers in order by themselves',
  'live/load/text.ts: \'\' -> "Stryker was here!" (4)': 'the place is always there',
  'live/load/update-schema.ts: countsLength >= 0 -> true':
    'the length that it has to equal is never negative',
  'live/load/send/agent-time.ts: text !== undefined -> true': 'the word undefined is no number',
  'live/load/single-load.ts: isEnd -> true': 'with one worker every row is settled',
  'live/load/single-load.ts: isEnd -> false': 'with one worker every row is settled',
  'live/load/target-clock.ts: (body as { now?: unknown } | null)?.now -> (body as { now?: unknown; } | null).now':
    'an answer of null arrives as text',
  'live/load/target-clock.ts: \'\' -> "Stryker was here!"': 'neither is a date',
  'live/load/target-clock.ts: atMs !== undefined -> true': 'what is not there is not above 0',
};
