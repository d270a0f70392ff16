/** Loads modules as they are, except those of the plan: compiled address to source. The package's own name is compiled code too. */

/** @type {Record<string, string>} */
let plan = {};

/** @type {Readonly<Record<string, string>>} */
const entryPoints = Object.fromEntries(
  ['', '/api', '/vitest'].map((name) => [
    `orrery-sim${name}`,
    new URL(`../../compiled/src/${name.slice(1) || 'index'}.js`, import.meta.url).href,
  ]),
);

/** @param {Record<string, string>} data */
export function initialize(data) {
  plan = data;
}

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, nextResolve) => {
  const url = entryPoints[specifier];
  return url === undefined ? nextResolve(specifier, context) : { url, shortCircuit: true };
};

/** @type {import('node:module').LoadHook} */
export const load = (url, context, nextLoad) => {
  const source = plan[url];
  return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
};
