/** Survivors of the core that no test can notice, each with the reason. */
import { absent, shortcut } from './reasons.ts';

const cacheOnly = 'the cache has another size: only time and memory differ';
const closedJournal = 'a closed journal records nothing: the condition saves the call';
const secondLook = 'checked before: the assertion repeats it for callers to come';
const noWeights = 'a number has no weights, so the search for the next one ends where it begins';
const utf8 = 'without the name of an encoding a buffer takes UTF-8';
const otherWay = 'the same words or digests are computed again or in another way: only the time differs';
const writtenLater = 'the place is written again before it is read';
const atZero = 'the address is 0';
const longer = 'the number is encoded with one byte more, and means the same';
const noNegative = 'no address and no shift is negative';
const noSpaces = 'a secret without spaces is found as well without another look at the spaces of the text';
const tooShort = 'a text that is shorter than every secret holds none';
const nothingEncoded = 'where nothing is encoded, decoding gives the same text';
const otherParts = 'other parts come to the same text';
const digestDecides = 'a position more is looked at, and the digest of what stands there decides';
const elsewhere = 'everything that is neither "whole" nor "anywhere" is looked for at the end';
const arrayNames =
  'the positions of a list are names without secrets, so that it is gone through as an object is';
const quoteBefore = 'the character before is a quote and no backslash';
const squeeze = 'decides early what the exact comparison after it decides alike';
const timeOnly = 'the same events in the same order: only the time differs';
const neverEqual = 'two computed logarithms or powers that are equal to the last bit';
const noSuchList = 'no list has this number: nothing is deleted';
const noSign = 'nothing has no sign';
const leftIsRight = 'a shift to the left by less than nothing is one to the right';
const sameSum = 'the squares of all less the square of the mean come to the same sum';

export const equivalentsOfCore: Readonly<Record<string, string>> = {
  'core/base/digits.ts: end > 0 -> end >= 0': 'no character stands before the first',
  'core/base/digits.ts: end > 0 -> true': 'no character stands before the first',
  'core/base/exact-share.ts: numerator >= 0 -> numerator > 0': 'a share of nothing is no large one',
  'core/base/exact-share.ts: value >= 0 -> value > 0': 'a share of nothing is no large one',
  'core/base/fraction.ts: below < 0n -> below <= 0n': 'a denominator of 0 has been refused before',
  'core/base/fraction.ts: difference < 0n -> difference <= 0n': 'equal fractions have been told before',
  'core/base/fraction.ts: greatestCommonDivisor(above, below) * (below < 0n ? -1n : 1n… -> greatestCommonDivisor(above, below) / (below < 0n ? -1n : 1n…':
    'a sign divides as it multiplies',
  'core/base/fraction.ts: left < 0n -> left <= 0n': noSign,
  'core/base/fraction.ts: result !== 0 -> true': 'nothing stays nothing: only the time differs',
  'core/base/fraction.ts: right < 0n -> right <= 0n': noSign,
  'core/base/fraction.ts: shift >= 0n -> shift > 0n': leftIsRight,
  'core/base/fraction.ts: shift >= 0n -> true': leftIsRight,
  'core/base/interval.ts: value - mean -> value + mean': sameSum,
  'core/base/interval.ts: value - mean -> value + mean (2)': sameSum,
  'core/base/json-text.ts: at < text.length -> at <= text.length': 'what stands behind the end is no bracket',
  'core/base/json-text.ts: { return undefined; } -> {}': 'a function that ends gives undefined',
  'core/base/money.ts: sum < 0n -> sum <= 0n': noSign,
  'core/base/table.ts: !Object.hasOwn(before, field) -> true': 'what was there is written again after it',
  'core/base/table.ts: this.#journal.open -> true': closedJournal,
  'core/base/table.ts: this.#journal.open -> true (2)': closedJournal,
  'core/base/table.ts: this.#journal.open -> true (3)': closedJournal,
  'core/base/fraction.ts: below === 1n -> false': shortcut,
  'core/base/fraction.ts: divisor === 1n -> false': shortcut,
  'core/base/time.ts: count - 1 -> count + 1': cacheOnly,
  'core/base/time.ts: entry === undefined -> false': absent,
  'core/base/time.ts: entry === undefined -> true': cacheOnly,
  'core/base/time.ts: entry?.unit === unit -> false': cacheOnly,
  'core/base/time.ts: entry?.unit -> entry.unit': absent,
  'core/base/time.ts: { length: count } -> {}': cacheOnly,
  "core/base/time.ts: () => ({ unit: Number.NaN, text: '' }) -> () => undefined": cacheOnly,
  "core/base/time.ts: { unit: Number.NaN, text: '' } -> {}": cacheOnly,
  'core/base/time.ts: entry === undefined -> entry !== undefined': cacheOnly,
  'core/base/time.ts: offsetMs === undefined -> false': 'an instant that is no number lies in no range',
  'core/ledger/columns.ts: \'\' -> "Stryker was here!"': absent,
  'core/ledger/drift.ts: account < ledger.accountCount -> account <= ledger.accountCount':
    'an account that is not open has no balance, so one more adds 0',
  'core/ledger/drift.ts: total += BigInt(ledger.balance(account)) -> total -= BigInt(ledger.balance(account))':
    'of the sum only the distance from zero is read',
  'core/ledger/ledger.ts: this.#journal.open -> true': closedJournal,
  'core/ledger/ledger.ts: this.#journal.open -> true (2)': closedJournal,
  'core/ledger/ledger.ts: !this.#journal.open -> false': closedJournal,
  'core/ledger/ledger.ts: !this.#journal.open -> false (2)': closedJournal,
  'core/ledger/ledger.ts: !this.#journal.open -> false (3)': closedJournal,
  'core/ledger/ledger.ts: -1 -> +1 (3)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (5)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (6)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (7)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (8)': absent,
  'core/ledger/ledger.ts: -1 -> +1 (9)': absent,
  'core/ledger/ledger.ts: \'single\' -> ""': absent,
  'core/ledger/ledger.ts: \'a transfer has a kind\' -> ""': absent,
  'core/ledger/ledger.ts: held >= 0 -> true': secondLook,
  'core/ledger/ledger.ts: \'no more is given back than is reserved\' -> ""': secondLook,
  'core/ledger/ledger.ts: from >= this.reserved(debit) || this.#accounts.mayGoNegative… -> true': secondLook,
  'core/ledger/ledger.ts: \'no balance goes negative\' -> ""': secondLook,
  'core/fairness/enumerate.ts: \'a branch is one of its classes\' -> ""': absent,
  'core/fairness/enumerate.ts: \'number\' -> "" (3)': noWeights,
  "core/fairness/enumerate.ts: typeof weights === 'number' -> false (3)": noWeights,
  'core/fairness/hmac-lanes.ts: \'utf8\' -> ""': utf8,
  'core/fairness/hmac-lanes.ts: \'utf8\' -> "" (2)': utf8,
  'core/fairness/hmac-lanes.ts: -1 -> +1': 'the first nonce of four is a multiple of four',
  'core/fairness/hmac-lanes.ts: digits < 1 -> digits <= 1': otherWay,
  'core/fairness/hmac-lanes.ts: digits < 1 -> false':
    'a power below 1 less the lanes is below every nonce, as 0 is',
  'core/fairness/hmac-lanes.ts: end === before -> false': otherWay,
  'core/fairness/hmac-lanes.ts: index < into.length -> index <= into.length':
    'a typed array ignores what is written behind its end',
  'core/fairness/hmac-lanes.ts: keyed === this.#number -> false': otherWay,
  'core/fairness/hmac-lanes.ts: nonce - lane !== this.#firstNonce -> true': otherWay,
  'core/fairness/hmac-lanes.ts: place.inner / 4 -> place.inner * 4': atZero,
  'core/fairness/hmac-lanes.ts: place.inner / 4 -> place.inner * 4 (2)': atZero,
  'core/fairness/hmac-lanes.ts: place.outerBlock / 4 -> place.outerBlock * 4': writtenLater,
  'core/fairness/hmac-lanes.ts: word < 8 -> word <= 8': writtenLater,
  'core/fairness/hmac.ts: position === 0 || this.#digest === undefined -> true': otherWay,
  'core/fairness/sha256-lanes.ts: index < 8 -> index <= 8': writtenLater,
  'core/fairness/sha256-lanes.ts: rest < -64 -> false': noNegative,
  'core/fairness/sha256-lanes.ts: rest < -64 -> rest <= -64': noNegative,
  'core/fairness/sha256-lanes.ts: rest > 127 -> rest >= 127': longer,
  'core/fairness/sha256-lanes.ts: rest > 63 -> rest >= 63': longer,
  'core/fairness/steps.ts: \'\' -> "Stryker was here!"':
    'the text of the first state is compared with no other',
  'core/fairness/steps.ts: \'drawn\' -> ""': absent,
  'core/fairness/steps.ts: known.total % total -> known.total * total': shortcut,
  'core/fairness/steps.ts: known.total % total === 0n -> false': shortcut,
  'core/fairness/steps.ts: total % known.total -> total * known.total': shortcut,
  'core/fairness/steps.ts: total % known.total === 0n -> false': shortcut,
  'core/fairness/steps.ts: { known.ways += ways * (known.total / total); return; } -> {}': shortcut,
  'core/fairness/steps.ts: { known.ways = known.ways * (total / known.total) + ways; kn… -> {}': shortcut,
  "core/http/limits/tier-meters.ts: policy.algorithm === 'gcra' -> true":
    'over a minute a GCRA and a bucket of the same size admit and show the same',
  'core/http/shape.ts: /^must / -> /must /': 'every message of the validator begins with it',
  'core/http/secrets/known-secrets.ts: \' \' -> ""': noSpaces,
  'core/http/secrets/known-secrets.ts: \'%\' -> ""': nothingEncoded,
  'core/http/secrets/known-secrets.ts: ((bits[bitOf(window) >>> 5] ?? 0) & (1 << (window & 31))) ==… -> false':
    digestDecides,
  'core/http/secrets/known-secrets.ts: (window: number): number => ((Math.imul(window >>> 5, 0x9e37… -> () => undefined':
    digestDecides,
  'core/http/secrets/known-secrets.ts: (window: number, code: number): number => ((window << 8) ^ (… -> () => undefined':
    digestDecides,
  'core/http/secrets/known-secrets.ts: /([\\s/?&=#;,"\'<>]+)/ -> /([\\s/?&=#;,"\'<>])/': otherParts,
  'core/http/secrets/known-secrets.ts: /([\\s/?&=#;,"\'<>]+)/ -> /([^\\s/?&=#;,"\'<>]+)/': otherParts,
  'core/http/secrets/known-secrets.ts: /[A-Z]+/g -> /[A-Z]/g': 'letter by letter gives the same text',
  'core/http/secrets/known-secrets.ts: `\\u` -> ``': nothingEncoded,
  'core/http/secrets/known-secrets.ts: at + length -> at - length': digestDecides,
  'core/http/secrets/known-secrets.ts: at + length > text.length -> false': digestDecides,
  'core/http/secrets/known-secrets.ts: at < 0 -> false': digestDecides,
  'core/http/secrets/known-secrets.ts: at < 0 || ((bits[bitOf(window) >>> 5] ?? 0) & (1 << (window … -> at < 0 && ((bits[bitOf(window) >>> 5] ?? 0) & 1 << (window &…':
    digestDecides,
  'core/http/secrets/known-secrets.ts: at < 0 || ((bits[bitOf(window) >>> 5] ?? 0) & (1 << (window … -> false':
    digestDecides,
  'core/http/secrets/known-secrets.ts: bitCount / 32 -> bitCount * 32': 'a larger table has the same bits',
  'core/http/secrets/known-secrets.ts: false -> true': noSpaces,
  'core/http/secrets/known-secrets.ts: found.length === 0 -> false':
    'without a secret the text between secrets is the whole text',
  'core/http/secrets/known-secrets.ts: index < text.length -> index <= text.length':
    'no secret begins so close to the end',
  "core/http/secrets/known-secrets.ts: plain.includes(' ') -> true": noSpaces,
  'core/http/secrets/known-secrets.ts: spaced !== text -> true':
    'the same text is held or not, and cannot be both',
  'core/http/secrets/known-secrets.ts: text.length < lengthMin -> false': tooShort,
  'core/http/secrets/known-secrets.ts: text.length < lengthMin -> false (2)': tooShort,
  'core/http/secrets/names.ts: \'last\' -> ""': elsewhere,
  'core/http/secrets/names.ts: \'last\' -> "" (2)': elsewhere,
  'core/http/secrets/names.ts: /[^a-z0-9]+/ -> /[^a-z0-9]/': 'empty words are left out after it',
  'core/http/secrets/names.ts: known !== undefined -> false': cacheOnly,
  'core/http/secrets/names.ts: name.length <= keptLengthMax -> name.length < keptLengthMax': cacheOnly,
  'core/http/secrets/names.ts: name.length <= keptLengthMax -> name.length > keptLengthMax': cacheOnly,
  'core/http/secrets/names.ts: name.length <= keptLengthMax -> true': cacheOnly,
  "core/http/secrets/redact.ts: !text.includes('\\\\') -> false":
    'a text without a backslash is its own meaning',
  'core/http/secrets/redact.ts: \'=\' -> ""': 'a text without "=" has no pairs, and stays as it is',
  'core/http/secrets/redact.ts: \'\\\\\' -> "" (2)': 'a text without a backslash is its own meaning',
  'core/http/secrets/redact.ts: Array.isArray(value) -> false': arrayNames,
  'core/http/secrets/redact.ts: at - first -> at + first': 'a sum is even where the difference is',
  'core/http/secrets/redact.ts: at < 0 -> at <= 0': 'the search begins behind the first character',
  'core/http/secrets/redact.ts: false -> true': 'the parts joined are the text',
  'core/http/secrets/redact.ts: first > start -> first >= start': quoteBefore,
  'core/http/secrets/redact.ts: first > start -> true': quoteBefore,
  'core/http/secrets/redact.ts: mark <= 0 -> mark < 0': 'an empty name is none of a secret',
  'core/http/secrets/redact.ts: value === null -> false': 'null has no names to go through',
  'core/http/secrets/redact.ts: { for (const part of value) if (this.#holds(part, depth + 1)… -> {}':
    arrayNames,
  'core/kernel/distributions.ts: 3.6224 / (b - 2) -> 3.6224 * (b - 2)': squeeze,
  'core/kernel/distributions.ts: distance < 0.013 && v > distance -> false': squeeze,
  'core/kernel/distributions.ts: distance < 0.013 -> distance <= 0.013': squeeze,
  'core/kernel/distributions.ts: distance >= 0.07 && v <= quickLimit -> false': squeeze,
  'core/kernel/distributions.ts: distance >= 0.07 -> distance > 0.07': squeeze,
  'core/kernel/distributions.ts: height <= k * logMean - mean - logFactorial(k) -> height < k * logMean - mean - logFactorial(k)':
    neverEqual,
  'core/kernel/distributions.ts: integral(2.5) - height(2) -> integral(2.5) + height(2)': squeeze,
  'core/kernel/distributions.ts: k - x -> k + x': squeeze,
  'core/kernel/distributions.ts: k - x <= acceptWithin -> false': squeeze,
  'core/kernel/distributions.ts: k - x <= acceptWithin -> k - x < acceptWithin': squeeze,
  'core/kernel/distributions.ts: v <= quickLimit -> v < quickLimit': squeeze,
  'core/kernel/distributions.ts: v > distance -> v >= distance': squeeze,
  'core/kernel/distributions.ts: y >= integral(k + 0.5) - height(k) -> y > integral(k + 0.5) - height(k)':
    neverEqual,
  'core/kernel/elementary.ts: Math.abs(x) <= 0.5 -> Math.abs(x) < 0.5':
    'at 0.5 both formulas give the same bits',
  'core/kernel/event-queue.ts: fromOffset + widthMs > untilOffset -> fromOffset + widthMs >= untilOffset':
    timeOnly,
  'core/kernel/event-queue.ts: fromOffset + widthMs > untilOffset -> true': timeOnly,
  'core/kernel/event-queue.ts: fromOffset > untilOffset -> false': timeOnly,
  'core/kernel/event-queue.ts: levelCount - 1 -> levelCount + 1': 'there are no lists on further levels',
  'core/kernel/event-queue.ts: next < 0 -> next <= 0 (2)': noSuchList,
  'core/kernel/event-queue.ts: target === undefined -> false':
    'a slot without a target has a generation that no handle has',
  'core/kernel/event-queue.ts: this.#free < 0 -> this.#free <= 0':
    'there are more slots than needed: only memory differs',
  'core/kernel/event-queue.ts: this.#heads[list]! >= 0 -> true': 'an empty list has nothing to move',
  'core/kernel/event-queue.ts: this.#nearCount > 0 -> this.#nearCount >= 0': timeOnly,
  'core/kernel/event-queue.ts: this.#prefetcher.load(this.#heads[list]!, this.#words, this.… -> this.#prefetcher.load(this.#heads[list]!, this.#words, this.…':
    timeOnly,
  'core/kernel/event-queue.ts: this.#words[head << nodeShift]! < 0 -> false': timeOnly,
  'core/kernel/event-queue.ts: this.size >= crowdMin -> this.size > crowdMin': timeOnly,
  'core/kernel/kernel.ts: this.instantNumber + 1 -> this.instantNumber - 1':
    'of the number only that it changes is read',
  'core/kernel/kernel.ts: this.instantNumber + 1 -> this.instantNumber - 1 (2)':
    'of the number only that it changes is read',
  'core/kernel/performers.ts: \'only a process that has its turn spawns another\' -> ""': secondLook,
  "core/kernel/performers.ts: process.state === 'ready' -> true": secondLook,
  'core/kernel/prefetcher.ts: [] -> ["Stryker was here"]': writtenLater,
  'core/kernel/prefetcher.ts: index < count -> false': timeOnly,
  'core/kernel/prefetcher.ts: index < count -> index <= count': timeOnly,
  'core/kernel/prefetcher.ts: index < count -> index >= count': timeOnly,
  'core/kernel/prefetcher.ts: near[index]?.prefetch === undefined -> false': timeOnly,
  'core/kernel/prefetcher.ts: near[index]?.prefetch === undefined -> near[index]?.prefetch !== undefined':
    timeOnly,
  'core/kernel/prefetcher.ts: near[index]?.prefetch === undefined -> true': timeOnly,
  'core/kernel/prefetcher.ts: near[index]?.prefetch?.() ?? 0 -> near[index]?.prefetch?.() && 0': timeOnly,
  'core/kernel/prefetcher.ts: sum += near[index]?.prefetch === undefined ? 0 : 1 -> sum -= near[index]?.prefetch === undefined ? 0 : 1':
    timeOnly,
  'core/kernel/prefetcher.ts: sum += near[index]?.prefetch?.() ?? 0 -> sum -= near[index]?.prefetch?.() ?? 0':
    timeOnly,
  'core/kernel/step-watch.ts: [] -> ["Stryker was here"]': 'no step has a text as its number',
  'core/kernel/stream.ts: n <= wordCount -> true':
    'of more than 2^32 numbers none is below the last multiple: the loop ends and refuses them alike',
  'core/kernel/timer-heap.ts: -1 -> +1': writtenLater,
  'core/kernel/timer-heap.ts: -1 -> +1 (2)':
    'the place is compared with the timer that stands there, which is another',
  'core/kernel/timer-heap.ts: index > 0 -> index >= 0': absent,
  'core/kernel/timer-heap.ts: last === undefined -> false': absent,
  'core/kernel/timer-heap.ts: left !== undefined -> true': 'where there is a right child there is a left one',
  'core/kernel/timer-heap.ts: left.sequence < right.sequence -> left.sequence <= right.sequence':
    'no two timers have the same number',
  'core/kernel/timer-heap.ts: parent === undefined -> false': absent,
  'core/policy/policies.ts: row.consistent !== undefined -> true':
    'a row that has the field has a value there: the compiler asks for the other case',
};
