/** Survivors of the comparison with a target that no test can notice, each with the reason. */
import { absent } from './reasons.ts';

const noBody = 'an answer that failed has neither status nor body';
const neverAsked = 'what is added is never looked up';
const noSecret = 'this is not the name of a secret';

export const equivalentsOfConform: Readonly<Record<string, string>> = {
  'live/conform/causes.ts: \'header\' -> ""': 'names of levels are only compared with each other',
  "live/conform/causes.ts: kind === 'shape' -> kind !== 'shape'":
    'names of levels are only compared with each other',
  'live/conform/causes.ts: \'shape\' -> "" (2)': 'names of levels are only compared with each other',
  'live/conform/causes.ts: \'value\' -> ""': 'names of levels are only compared with each other',
  "live/conform/causes.ts: one.field === 'header x-ratelimit-remaining' -> false":
    'two such headers have been decided before',
  'live/conform/causes.ts: \'header x-ratelimit-remaining\' -> ""':
    'two such headers have been decided before',
  'live/conform/causes.ts: first !== undefined -> true': absent,
  'live/conform/causes.ts: \'\' -> "Stryker was here!"': absent,
  'live/conform/causes.ts: \'\' -> "Stryker was here!" (2)': absent,
  'live/conform/causes.ts: first === undefined || second === undefined -> false': absent,
  'live/conform/causes.ts: first === undefined || second === undefined -> first === undefined && second === undefined':
    absent,
  'live/conform/causes.ts: first === undefined -> false': absent,
  'live/conform/causes.ts: second === undefined -> false': absent,
  'live/conform/causes.ts: false -> true (2)': absent,
  'live/conform/causes.ts: Math.abs(first.ratio / second.ratio - 1) < 1e-3 -> Math.abs(first.ratio / second.ratio - 1) <= 1e-3':
    'no quotient of two doubles is off by just that',
  'live/conform/compare-exchange.ts: recorded !== undefined && live !== undefined -> true':
    'where a side lacks it, its shape differs before its amount',
  'live/conform/compare-exchange.ts: recorded !== undefined && live !== undefined -> recorded !== undefined || live !== undefined':
    'where a side lacks it, its shape differs before its amount',
  'live/conform/compare-exchange.ts: recorded !== undefined -> true':
    'where a side lacks it, its shape differs before its amount',
  'live/conform/compare-exchange.ts: live !== undefined -> true':
    'where a side lacks it, its shape differs before its amount',
  'live/conform/conform.ts: () => false -> () => undefined':
    'who asks compares it with true, or falls back on it',
  'live/conform/conform.ts: isEnough === undefined -> false':
    'a run without the function ends nowhere earlier, as one that was given none',
  'live/conform/correspondence.ts: \'\' -> "Stryker was here!"': 'the field is set before it is read',
  'live/conform/correspondence.ts: \'\' -> "Stryker was here!" (3)': absent,
  'live/conform/correspondence.ts: \'\' -> "Stryker was here!" (4)': absent,
  'live/conform/correspondence.ts: [] -> ["Stryker was here"]': absent,
  'live/conform/correspondence.ts: n === undefined -> false': 'no pair has that name',
  'live/conform/correspondence.ts: pair === undefined -> false': absent,
  'live/conform/evidence.ts: \'\' -> "Stryker was here!"': 'no difference has that key',
  'live/conform/evidence.ts: [] -> ["Stryker was here"] (3)': absent,
  "live/conform/evidence.ts: live.kind === 'answer' -> true": noBody,
  'live/conform/evidence.ts: \'\' -> "Stryker was here!" (10)': noSecret,
  "live/conform/exchange-judge.ts: live.kind === 'answer' -> true": noBody,
  "live/conform/exchange-judge.ts: live.kind === 'answer' -> true (3)": noBody,
  'live/conform/exchange-judge.ts: both.account !== undefined -> true': 'no account has that name',
  'live/conform/exchange-judge.ts: \'\' -> "Stryker was here!"': noSecret,
  'live/conform/exchange-judge.ts: \'\' -> "Stryker was here!" (2)': noSecret,
  "live/conform/exchange-judge.ts: live.kind === 'answer' -> true (6)": noBody,
  'live/conform/exchange-judge.ts: rules === undefined -> false': 'no rules are those without any',
  "live/conform/exchange-judge.ts: difference.field.startsWith('header ') -> difference.field.endsWith('header ')":
    'no such header counts down',
  "live/conform/exchange-judge.ts: live.kind === 'answer' -> true (7)":
    'a status differs only where there is an answer',
  "live/conform/keyed-registrations.ts: live.kind === 'failed' -> false": noBody,
  'live/conform/keyed-registrations.ts: \'failed\' -> ""': noBody,
  "live/conform/keyed-registrations.ts: typeof apiKey !== 'string' -> false":
    'it has been found to be a text before',
  'live/conform/live-client.ts: \'reset\' -> "" (2)': 'no request is on its way',
  'live/conform/live-client.ts: this.#connections.get(place) === connection -> false':
    'a closed connection is replaced before it is used',
  'live/conform/live-client.ts: this.#connections.get(place) === connection -> this.#connections.get(place) !== connection':
    'a closed connection is replaced before it is used',
  'live/conform/live-client.ts: \'reset\' -> "" (3)': 'the answer has been given before',
  "live/conform/lock-step.ts: live.kind === 'failed' && live.reason === 'stopped' -> false":
    'after the comparison was stopped no event is left: the loop ends anyway',
  "live/conform/lock-step.ts: live.kind === 'failed' -> true":
    'after the comparison was stopped no event is left: the loop ends anyway',
  "live/conform/lock-step.ts: live.kind === 'failed' -> live.kind !== 'failed'":
    'after the comparison was stopped no event is left: the loop ends anyway',
  'live/conform/lock-step.ts: \'failed\' -> ""':
    'after the comparison was stopped no event is left: the loop ends anyway',
  'live/conform/lock-step.ts: \'stopped\' -> ""':
    'after the comparison was stopped no event is left: the loop ends anyway',
  "live/conform/lock-step.ts: live.kind === 'failed' -> true (2)": 'an answer that arrived has no reason',
  "live/conform/lock-step.ts: process.state === 'waiting' -> true":
    'a process ends in its turn alone, never while it waits',
  "live/conform/lock-step.ts: live.kind === 'answer' -> true": noBody,
  'live/conform/lock-step.ts: this.#population.members[agent.number]?.group -> this.#population.members[agent.number].group':
    absent,
  "live/conform/lock-step.ts: live.kind === 'answer' -> true (2)": noBody,
  "live/conform/lock-step.ts: seen.kind === 'failed' -> false": noBody,
  'live/conform/lock-step.ts: \'failed\' -> "" (6)': noBody,
  'live/conform/readings.ts: (exchange: Exchange): boolean => exchange.n >= exchanges.len… -> () => undefined':
    'recorded answers end the run after the last: only the time differs',
  'live/conform/readings.ts: exchange.n >= exchanges.length - 1 -> false':
    'recorded answers end the run after the last: only the time differs',
  'live/conform/readings.ts: exchange.n >= exchanges.length - 1 -> exchange.n > exchanges.length - 1':
    'recorded answers end the run after the last: only the time differs',
  'live/conform/readings.ts: exchanges.length - 1 -> exchanges.length + 1':
    'recorded answers end the run after the last: only the time differs',
  'live/conform/readings.ts: \'\' -> "Stryker was here!"': absent,
  'live/conform/readings.ts: \'\' -> "Stryker was here!" (2)': absent,
  'live/conform/readings.ts: \'\' -> "Stryker was here!" (3)': absent,
  'live/conform/related.ts: \'\' -> "Stryker was here!"': neverAsked,
  'live/conform/related.ts: operation.as !== undefined -> true': neverAsked,
  "live/conform/related.ts: live.kind === 'answer' -> true": noBody,
  'live/conform/related.ts: [] -> ["Stryker was here"]': 'a text is below no number',
  "live/conform/related.ts: typeof named === 'string' -> true": neverAsked,
  'live/conform/related.ts: [] -> ["Stryker was here"] (3)': 'a text is below no number',
  'live/conform/related.ts: key < n -> key <= n': 'the request itself is in the selection already',
  'live/conform/related.ts: [] -> ["Stryker was here"] (4)': 'a text is below no number',
  'live/conform/related.ts: key < n -> key <= n (2)': 'the request itself is in the selection already',
  'live/conform/result.ts: left < right -> left <= right': 'keys of a map differ',
  'live/conform/smallest.ts: this.#wanted.over() !== undefined -> false':
    'a search that is over tries nothing more',
  'live/conform/smallest.ts: source.operations?.length -> source.operations.length': absent,
  'live/conform/smallest.ts: [] -> ["Stryker was here"] (2)': absent,
  'live/conform/smallest.ts: [] -> ["Stryker was here"] (3)': absent,
  'live/conform/smallest.ts: source.operations?.length -> source.operations.length (2)': absent,
  'live/conform/smallest.ts: operations.at(-1)?.at -> operations.at(-1).at': absent,
  'live/conform/unsearched.ts: first === undefined -> false': absent,
  'live/conform/unsearched.ts: index * requestsOfRun -> index / requestsOfRun':
    'numbers of two runs never meet below a million requests',
  'live/conform/unsearched.ts: [] -> ["Stryker was here"] (4)': absent,
  "live/conform/unsearched.ts: typeof registered === 'string' -> true": neverAsked,
  'live/conform/unsearched.ts: this.#from + n -> this.#from - n':
    'numbers of two runs never meet below a million requests',
  'live/conform/unsearched.ts: operation.as !== undefined -> true': neverAsked,
  'live/conform/unsearched.ts: this.#from + this.#sessions.size -> this.#from - this.#sessions.size':
    'numbers of two runs never meet below a million requests',
  'live/conform/unsearched.ts: [] -> ["Stryker was here"] (5)': neverAsked,
  "live/conform/wall-clock-target.ts: answer.kind === 'failed' -> false": noBody,
  'live/conform/wall-clock-target.ts: \'failed\' -> "" (2)': noBody,
  'live/conform/wall-clock-target.ts: \'\' -> "Stryker was here!" (3)': 'neither text is a date',
  'live/conform/wall-clock-target.ts: atMs !== undefined -> true': 'nothing is not at or above 0',
  'live/conform/written-operations.ts: \'\' -> "Stryker was here!"': noSecret,
  'live/conform/sandbox-target.ts: { return undefined; } -> {}': 'nothing is returned, which is undefined',
  'live/conform/target-driver.ts: { return undefined; } -> {}': 'nothing is returned, which is undefined',
  'live/conform/left-out.ts: left.call < right.call -> left.call <= right.call':
    'no two rows have the same name',
  "live/conform/left-out.ts: live.kind === 'answer' -> false":
    'an answer has no reason, so that it counts for nothing as well',
  'live/conform/left-out.ts: \'answer\' -> ""':
    'an answer has no reason, so that it counts for nothing as well',
  'live/conform/search-bounds.ts: performance.now() - this.#startedMs - this.#waitedMs >= sear… -> performance.now() - this.#startedMs - this.#waitedMs > searc…':
    'a time that is spent to the last fraction of a millisecond',
  'live/conform/time-rules.ts: \'failed\' -> ""':
    'what failed has no status, which is neither refused nor below 300',
  "live/conform/time-rules.ts: live.kind === 'failed' -> false":
    'what failed has no status, which is neither refused nor below 300',
  "live/conform/own-fields-of-runs.ts: live.kind === 'answer' -> true":
    'what failed has no status, which is not below 300',
  'live/conform/noise.ts: \'\' -> "Stryker was here!"': absent,
  'live/conform/text.ts: \'\' -> "Stryker was here!" (8)': 'of the text only lines with operations are taken',
  'live/conform/live-names.ts: \'\' -> "Stryker was here!"':
    'a value without a field is not that of any name that is known',
  'live/conform/live-names.ts: \'\' -> "Stryker was here!" (2)':
    'a value without a field is not that of any name that is known',
  "live/conform/sandbox-target.ts: answer.kind === 'answer' -> true": 'what failed has no status',
  "live/conform/sandbox-target.ts: answer.kind === 'failed' -> true": 'an answer has no reason',
};
