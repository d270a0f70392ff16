/**
 * Adds fields to an object that was just made. V8 (that of Node 20 at least) makes a new hidden class for every
 * `{ ...made, field }` where `field` is not one of `made`: making the object and each later read of it are slow calls. Where
 * the order of the fields does not matter, `{ field, ...made }` is the remedy; where it does, as in a response, this one.
 */

/** `made` itself with the fields of `more` at its end; it must not be held elsewhere. */
export const extended = <Made extends object, More extends object>(made: Made, more: More): Made & More =>
  Object.assign(made, more);
