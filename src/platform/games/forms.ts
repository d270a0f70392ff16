/** The forms of a bet's parameters as JSON Schema, and bets in the names of the parameters. */
import type { Params } from './params.ts';

/** What a bet takes beside its stake: what `parseBet` reads, as schemas. A test holds the two against each other. */
export interface ParamForms {
  readonly fields: Readonly<Record<string, object>>;
  /** Fields that may be left out; none unless given. */
  readonly optional?: readonly string[];
  /** What the fields must fulfil together: one of these. */
  readonly anyOf?: readonly object[];
}

/** Bets that stand for a game. */
export interface SampleBets {
  /** The bet with the shortest odds and the one with the longest: between them lie all limits on stakes. */
  readonly shortest: Params;
  readonly longest: Params;
  /** Played where a challenge names no parameters. */
  readonly challenge: Params;
  /** Replayed by an audit that names no bet. */
  readonly replayed: Params;
}

/** For a game with one kind of bet. */
export const noForms: ParamForms = { fields: {} };
export const oneBet: SampleBets = { shortest: {}, longest: {}, challenge: {}, replayed: {} };

export const wordForm = (words: readonly (string | number)[]): object => ({ enum: [...words] });

export const wholeForm = (minimum: number, maximum: number): object => ({
  type: 'integer',
  minimum,
  maximum,
});

/** A number with at most two decimals between two bounds in hundredths. */
export const hundredthsForm = ([low, high]: readonly [number, number]): object => ({
  type: 'number',
  minimum: low / 100,
  maximum: high / 100,
  multipleOf: 0.01,
  description: `a number from ${low / 100} to ${high / 100} with at most two decimals`,
});
