/**
 * Makes a scenario small whose last operation is the one that matters. It stays as it is, and the rest goes as far as the
 * property allows. Where an operation needs a state that many others made together, such as a balance, no single one of them
 * can go: first a few operations of one kind are tried in the place of all, at last pairs are taken out.
 */
import { fewOfOneKind, lastOf, onlyNeeded, withoutKinds } from './operation-kinds.ts';
import { shrink, triesMax, whole, withTimes, type Fails, type ShrinkBounds } from './shrink.ts';
import type { ScenarioSource } from './source.ts';

/** The smallest scenario found. */
export interface ShrunkToLast {
  readonly source: ScenarioSource;
  readonly tries: number;
  /** False where the search was ended from outside, or by the bound of its tries. */
  readonly isFinished: boolean;
}

/** Operations among which pairs are taken out. */
const pairsAmong = 24;
/** Operations of one kind that are tried alone, and the same among everything that surrounds them, where a try takes long. */
const [fewMax, fewMaxSurrounded] = [16, 2];

/** `keeps` is true where a scenario still has the property, which it is to have of `source`. The result is deterministic if `keeps` is. */
export const shrinkToLast = (
  source: ScenarioSource,
  keeps: Fails,
  bounds: ShrinkBounds = {},
): Promise<ShrunkToLast> => new Search(source, keeps, bounds).result();

class Search {
  #smallest: ScenarioSource;
  #tries = 0;
  readonly #last: string;
  readonly #keeps: Fails;
  readonly #triesMax: number;
  readonly #isStopped: () => boolean;

  constructor(
    source: ScenarioSource,
    keeps: Fails,
    { triesMax: most = triesMax, isOver = () => false }: ShrinkBounds,
  ) {
    this.#smallest = source;
    this.#last = lastOf(source);
    this.#keeps = keeps;
    this.#triesMax = most;
    this.#isStopped = isOver;
  }

  async result(): Promise<ShrunkToLast> {
    if (!(await this.#isFew())) await this.#coarsely();
    do await this.#finely();
    while (await this.#isAnyKept(withoutPairs(this.#smallest)));
    return { source: this.#smallest, tries: this.#tries, isFinished: !this.#isOver };
  }

  get #isOver(): boolean {
    return this.#tries >= this.#triesMax || this.#isStopped();
  }

  /** True if a few operations of one kind do, alone or among what surrounds them. */
  async #isFew(): Promise<boolean> {
    const source = this.#smallest;
    for (const alone of [atOnce(bare(source)), bare(source)])
      if (await this.#isAnyKept(fewOfOneKind(alone, fewMax))) return true;
    return this.#isAnyKept(fewOfOneKind(source, fewMaxSurrounded));
  }

  /** Takes away much with each try. */
  async #coarsely(): Promise<void> {
    await this.#isAnyKept([atOnce(bare(this.#smallest)), bare(this.#smallest), onlyNeeded(this.#smallest)]);
    for (const change of withoutKinds(this.#smallest)) await this.#isKept(change(this.#smallest));
    const { length } = this.#smallest.operations ?? [];
    for (let size = Math.ceil(length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      const last = (this.#smallest.operations ?? []).length - 1;
      for (let to = last; to > 0; to -= size)
        await this.#isKept(without(this.#smallest, (place) => place >= to - size && place < to));
    }
  }

  /** The steps of the common shrinker, until none helps. */
  async #finely(): Promise<void> {
    await shrink(this.#smallest, (candidate) => this.#isKept(candidate), { isOver: () => this.#isOver });
  }

  async #isAnyKept(candidates: Iterable<ScenarioSource>): Promise<boolean> {
    for (const candidate of candidates) {
      if (this.#isOver) return false;
      if (await this.#isKept(candidate)) return true;
    }
    return false;
  }

  async #isKept(candidate: ScenarioSource): Promise<boolean> {
    if (this.#isOver || lastOf(candidate) !== this.#last) return false;
    this.#tries += 1;
    if (!(await this.#keeps(candidate))) return false;
    this.#smallest = candidate;
    return true;
  }
}

/** Without what surrounds the operations. */
function bare(source: ScenarioSource): ScenarioSource {
  const { population: _, network: _network, faults: _faults, ...rest } = source;
  return rest;
}

const atOnce = (source: ScenarioSource): ScenarioSource => ({
  ...source,
  operations: withTimes(source.operations ?? []).map(({ operation }) => operation),
});

function without(source: ScenarioSource, isOut: (place: number) => boolean): ScenarioSource {
  const left = withTimes(source.operations ?? []).filter((_, place) => !isOut(place));
  return { ...source, operations: whole(left) };
}

function* withoutPairs(source: ScenarioSource): Iterable<ScenarioSource> {
  const last = (source.operations ?? []).length - 1;
  if (last > pairsAmong) return;
  for (let later = last - 1; later > 0; later--)
    for (let earlier = later - 1; earlier >= 0; earlier--)
      yield without(source, (place) => place === later || place === earlier);
}
