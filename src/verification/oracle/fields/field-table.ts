/**
 * What the oracle says of each field of an answer. `predicted`: its value is computed; `constrained`: it has to agree
 * with other fields, answers or the request. The rest is free, each under its reason.
 */
export type FieldClass = 'predicted' | 'constrained' | FreeClass;

/** Why the oracle takes a field as it is. */
export const freeReasons = {
  made: 'an id, address or hash that each platform makes up',
  prose: 'a platform describes itself in its own words',
  drawn: 'a draw whose algorithm the documents leave open',
  unmodelled: 'no model yet',
  unreached: 'no generated scenario has had it in an answer, so that nothing is known to look at it',
} as const;

type FreeClass = keyof typeof freeReasons;

/** By style and operation, the paths of each class; items of a list are `[]`, whatever an open object has is `*`. */
export type FieldTable = Readonly<Record<string, Readonly<Partial<Record<FieldClass, string>>>>>;
