/** Query strings as every entrance of a world reads them. */

/** A plus sign that a client did not escape, before the offset of an instant: form decoding takes it for a space. */
const offsetAfterSpace = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?) (?=\d\d:\d\d$)/i;

/** The fields of a query string. Where a key is repeated the last one counts, as in a JSON body. */
export function queryOf(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      value.includes(' ') ? value.replace(offsetAfterSpace, '$1+') : value,
    ]),
  );
}
