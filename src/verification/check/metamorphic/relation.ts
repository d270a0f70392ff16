/** The form of a relation between a run and a second one of a changed scenario. */
import type { Scenario } from '../../../simulation/scenario/scenario.ts';
import type { GeneratedKind } from './generated-texts.ts';
import type { AnsweredCall, Transcript } from './transcript.ts';

/** Reasons by what they are the reason for. */
export type Reasons = Readonly<Record<string, string>>;

/** A run that has been recorded. */
export interface RecordedRun {
  readonly scenario: Scenario;
  readonly transcript: Transcript;
}

/** The second scenario, and how its run compares with the first. */
export interface Variant {
  readonly scenario: Scenario;
  /** False for a call of the second run that the first has no counterpart of. */
  isCompared(call: AnsweredCall): boolean;
  /** A text of the second run as the first has it. */
  asInFirst(text: string): string;
}

/**
 * What stays the same between two runs, by construction of the second. Everything that an answer has is compared, unless
 * it is declared here.
 */
export interface RunRelation {
  /** How the second run differs, for messages: `with its agents renamed`. */
  readonly about: string;
  /**
   * Operations after whose success in either run the two have nothing to do with each other, and refusals that are drawn as it is:
   * `wallet/swap`, `wallet/swap CONFLICT`.
   */
  readonly unless: Reasons;
  /** `service/operation /pointer`, where `*` is any part of a path: fields that may differ. */
  readonly free: Reasons;
  /** Kinds of texts that may differ as long as equal ones stay equal. */
  readonly generated: Readonly<Partial<Record<GeneratedKind, string>>>;
  /** Undefined where the relation says nothing about the scenario. */
  varied(run: RecordedRun): Variant | undefined;
}
