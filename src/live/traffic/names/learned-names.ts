/**
 * Finds what a deployment calls the fields that the documents do not name: it compares the model's answers with the target's,
 * and pairs fields whose values correspond in several answers. What it cannot tell apart it does not name.
 */
import { isIssuedFormat } from '../../../simulation/trace/provenance.ts';
import { isDocumented } from '../../../platform/world/documented-fields.ts';
import { fitOf, type Fit, type KnownIds, type PairedValues } from './counterpart.ts';
import type { FieldName } from './field-names.ts';
import { leavesOf, listsIn, type Leaves } from './leaves.ts';
import { numberAt, stakedSums, type StakedSums } from './staked-sums.ts';

/** Both answers to one request, the target's in the model's ids and names. */
export interface AnswerPair {
  readonly ours: unknown;
  readonly theirs: unknown;
  /** How far two equal instants may be apart. */
  readonly toleranceMs: number;
  /** The agent that asked. */
  readonly session: number;
  /** True for a name of a field that no file may repeat. */
  readonly isSecret: (name: string) => boolean;
}

/** What was found, by operation. */
export interface Learned {
  readonly call: string;
  /** Fields that the target has under another name. */
  readonly names: readonly FieldName[];
  /** Our fields without a counterpart: they are not compared. */
  readonly missing: readonly string[];
}

interface Sample {
  readonly ours: Leaves;
  readonly theirs: Leaves;
  readonly toleranceMs: number;
  readonly session: number;
  readonly call: string;
}

interface Candidate extends Fit {
  readonly ours: string;
  readonly theirs: string;
}

/** Answers kept for each operation. */
const samplesMax = 200;
const roundsMax = 4;
/** Confirmations that a name needs. */
const matchesMin = 2;

/** Add every pair of successful answers, then ask. */
export class LearnedNames {
  readonly #samples = new Map<string, Sample[]>();
  /** Answers to bets, of all operations in their order. */
  readonly #staked: Sample[] = [];

  add(call: string, { ours, theirs, toleranceMs, session, isSecret }: AnswerPair): void {
    const samples = this.#samples.get(call) ?? [];
    this.#samples.set(call, samples);
    const sample = {
      ours: leavesOf(ours, isSecret),
      theirs: leavesOf(theirs, isSecret),
      toleranceMs,
      session,
      call,
    };
    if (samples.length < samplesMax) samples.push(sample);
    if (this.#staked.length < stakedMax && stakedFields.every((field) => sample.ours.has(field)))
      this.#staked.push(sample);
  }

  /** In the order of the first answers. */
  found(): Learned[] {
    const sums = this.#sums();
    let known: KnownIds = { toTheirs: new Map(), toOurs: new Map() };
    let found: Learned[] = [];
    // Ids that one operation has told apart tell fields of others apart.
    for (let round = 0; round < roundsMax; round++) {
      const before = known.toTheirs.size;
      found = [...this.#samples].map(([call, samples]) => ({ call, ...learnedOf(call, samples, known) }));
      known = this.#idsIn(found);
      if (known.toTheirs.size === before) break;
    }
    return found.map((each) => withSums(each, this.#samples.get(each.call) ?? [], sums));
  }

  #idsIn(found: readonly Learned[]): KnownIds {
    const [toTheirs, toOurs] = [new Map<unknown, unknown>(), new Map<unknown, unknown>()];
    for (const { call, names } of found) {
      for (const name of names) {
        for (const { ours, theirs } of pairsOf(this.#samples.get(call) ?? [], name)) {
          for (const [index, one] of ours.entries()) {
            if (typeof one !== 'string' || !isIssuedFormat(one) || ours.length !== theirs.length) continue;
            toTheirs.set(one, theirs[index]);
            toOurs.set(theirs[index], one);
          }
        }
      }
    }
    return { toTheirs, toOurs };
  }

  #sums(): StakedSums | undefined {
    return stakedSums(
      this.#staked.map(({ session, theirs, ours }) => ({
        session,
        theirs,
        stake: numberAt(ours, '/amount') ?? Number.NaN,
      })),
    );
  }
}

/** Our fields of an answer to a bet. */
const stakedFields = ['/amount', '/payout', '/balance'];
const stakedMax = 2_000;

/** Adds payout and balance where the operation answers bets, and has neither under our name. */
function withSums(learned: Learned, samples: readonly Sample[], sums: StakedSums | undefined): Learned {
  const { call, names, missing } = learned;
  if (sums === undefined) return learned;
  const pairs = [
    { ours: '/payout', theirs: sums.payout },
    { ours: '/balance', theirs: sums.balance },
  ];
  const added = pairs.filter(
    ({ ours, theirs }) =>
      ours !== theirs &&
      !isDocumented(call, ours) &&
      samples.some(
        (sample) => stakedFields.every((field) => sample.ours.has(field)) && sample.theirs.has(theirs),
      ),
  );
  const isAdded = (pointer: string): boolean => added.some(({ ours }) => ours === pointer);
  const others = names.filter(
    ({ ours, theirs }) => !isAdded(ours) && !added.some((each) => each.theirs === theirs),
  );
  return {
    call,
    names: [...others, ...added.map((each) => ({ ...each, confirmed: sums.confirmed }))],
    missing: missing.filter((pointer) => !isAdded(pointer)),
  };
}

function learnedOf(call: string, samples: readonly Sample[], known: KnownIds): Omit<Learned, 'call'> {
  const [ours, theirs] = [pointersOf(samples, 'ours'), pointersOf(samples, 'theirs')];
  const isSame = (pointer: string): boolean =>
    theirs.includes(pointer) &&
    (isDocumented(call, pointer) ||
      isGood(fitOf(pairsOf(samples, { ours: pointer, theirs: pointer }), known)));
  const wanted = ours.filter((pointer) => !isDocumented(call, pointer) && !isSame(pointer));
  const open = theirs.filter((pointer) => !(ours.includes(pointer) && isSame(pointer)));
  const candidates = wanted.flatMap((one) =>
    open
      .filter((other) => listsIn(one) === listsIn(other))
      .map((other) => ({ ours: one, theirs: other }))
      .map((pair): Candidate => ({ ...pair, ...fitOf(pairsOf(samples, pair), known) }))
      .filter(isGood),
  );
  const chosen = assigned(candidates);
  return {
    names: chosen.map(({ ours: one, theirs: other, as, matches }) => ({
      ours: one,
      theirs: other,
      ...(as === undefined ? {} : { as }),
      confirmed: matches,
    })),
    missing: wanted.filter((pointer) => !chosen.some((each) => each.ours === pointer)),
  };
}

/** One answer in which the values do not correspond is enough: a wrong name would show differences that are none. */
const isGood = ({ matches, tried }: Fit): boolean => matches >= matchesMin && matches === tried;

const pointersOf = (samples: readonly Sample[], side: 'ours' | 'theirs'): string[] => [
  ...new Set(samples.flatMap((sample) => [...sample[side].keys()])),
];

const pairsOf = (
  samples: readonly Sample[],
  pair: { readonly ours: string; readonly theirs: string },
): PairedValues[] =>
  samples.flatMap(({ ours, theirs, toleranceMs }) => {
    const [one, other] = [ours.get(pair.ours), theirs.get(pair.theirs)];
    return one === undefined || other === undefined ? [] : [{ ours: one, theirs: other, toleranceMs }];
  });

/** One to one, the best first; of several that are equally good, none. */
function assigned(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const sorted = candidates.toSorted((one, other) => better(other, one));
  for (const [index, each] of sorted.entries()) {
    if (chosen.some(({ ours, theirs }) => ours === each.ours || theirs === each.theirs)) continue;
    const rivals = sorted
      .filter((_, place) => place !== index)
      .filter(
        (other) => (other.ours === each.ours || other.theirs === each.theirs) && better(each, other) === 0,
      )
      .filter((other) => !chosen.some(({ ours, theirs }) => ours === other.ours || theirs === other.theirs));
    if (rivals.length === 0) chosen.push(each);
  }
  return chosen;
}

function better(one: Candidate, other: Candidate): number {
  return one.distinct - other.distinct || one.matches - other.matches || likeness(one) - likeness(other);
}

/** Words that both names have, such as `created` in `/created_at` and `/times/created`. */
function likeness({ ours, theirs }: Pick<Candidate, 'ours' | 'theirs'>): number {
  const [one, other] = [ours, theirs].map((pointer) => new Set(pointer.split(/[/_*]+/).filter(Boolean)));
  return [...(one ?? [])].filter((word) => other?.has(word) === true).length;
}
