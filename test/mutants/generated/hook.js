/** Loads modules as they are, except those of the plan: compiled address to source. In place of the bundled program single modules run. */

/** @type {Record<string, string>} */
let plan = {};

const bundled = new URL('../../../dist/', import.meta.url).href;
const compiled = new URL('../../../compiled/', import.meta.url).href;

/** @param {Record<string, string>} data */
export function initialize(data) {
  plan = data;
}

/** @type {import('node:module').ResolveHook} */
export const resolve = async (specifier, context, nextResolve) => {
  const found = await nextResolve(specifier, context);
  const isBundled = found.url.startsWith(bundled);
  return isBundled ? { ...found, url: compiled + found.url.slice(bundled.length) } : found;
};

/** @type {import('node:module').LoadHook} */
export const load = (url, context, nextLoad) => {
  const source = plan[url];
  return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
};
