/** Whether a request is one of a known account. */

/** True if there is an `Authorization` header, in any case, and it is not empty. */
export const carriesKey = (headers: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'authorization' && value !== '');
