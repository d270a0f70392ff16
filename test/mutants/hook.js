/** Loads modules as they are, except those of the plan: compiled address to source. */

/** @type {Record<string, string>} */
let plan = {};

/** @param {Record<string, string>} data */
export function initialize(data) {
  plan = data;
}

/** @type {import('node:module').LoadHook} */
export const load = (url, context, nextLoad) => {
  const source = plan[url];
  return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
};
