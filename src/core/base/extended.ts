/**
 * Adds fields to an object that was just made. In V8 (that of Node 20 at least), every `{ ...made, field }` gets a hidden
 * class of its own when `field` is not one of `made`: making it and each later read of it are slow calls. Where the order of
 * the fields does not matter, `{ field, ...made }` is the remedy; where it does, as in a response, this one.
 */

/** `made` itself with the fields of `more` at its end; nobody else may hold `made`. */
export const extended = <Made extends object, More extends object>(made: Made, more: More): Made & More =>
  Object.assign(made, more);
