/** The files of threads and processes, which have to be compiled. */

const sources = new URL('../../../', import.meta.url).href;
const compiled = new URL('../../../../dist/src/', import.meta.url).href;

/** The compiled file of this address, also where the module that names it is a source that a test has loaded. */
export const compiledFile = (address: URL): URL =>
  import.meta.url.endsWith('.ts') ? new URL(address.href.replace(sources, compiled)) : address;
