/** The forms of a bet's parameters as JSON Schema, and bets in the names of the parameters. */
import type { Params } from './params.ts';

/** The parameters of a bet besides its stake, as schemas. A test compares them with `parseBet`. */
export interface ParamForms {
  readonly fields: Readonly<Record<string, object>>;
  /** Fields that may be left out; none unless given. */
  readonly optional?: readonly string[];
  /** Schemas of which the fields must match at least one together. */
  readonly anyOf?: readonly object[];
}

/** Sample bets of a game, in the parameters of the wire. */
export interface SampleBets {
  /** The bets with the shortest and the longest odds: the stake limits of all other bets lie between theirs. */
  readonly shortest: Params;
  readonly longest: Params;
  /** Played where a challenge names no parameters. */
  readonly challenge: Params;
  /** Replayed by an audit that names no bet. */
  readonly replayed: Params;
}

/** For a game with one kind of bet. */
export const noForms: ParamForms = { fields: {} };
/** The samples of a game without parameters. */
export const oneBet: SampleBets = { shortest: {}, longest: {}, challenge: {}, replayed: {} };

/** A schema of one of some words or numbers. */
export const wordForm = (words: readonly (string | number)[]): object => ({ enum: [...words] });

/** A schema of a whole number within bounds, both included. */
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
