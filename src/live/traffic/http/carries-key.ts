/** Whether a request is one of a known account. */

/** True if there is an `Authorization` header, in any case, and it is not empty. */
export const carriesKey = (headers: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'authorization' && value !== '');

/** The registration whose key a request refers to; undefined for no key, and for one that is no reference. */
export function registrationOf(headers: Readonly<Record<string, string>> = {}): number | undefined {
  const key = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const n = /\$\{(\d{1,10}):\/api_key\}/.exec(key ?? '')?.[1];
  return n === undefined ? undefined : Number(n);
}
