/**
 * What a target file permits, checked again before every write. The plan has already refused what is not allowed;
 * this check is independent of it.
 */
import type { Target } from './target.ts';

/** A request that the target file does not allow; it has not been sent. The message is one line for the user. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True for a method that changes nothing at the target (RFC 9110, 9.2.1). */
export const isRead = (method: string): boolean => readMethods.has(method);

/** Why the target must not be sent this method; undefined if it may. */
export function refusalOf(target: Target, method: string): string | undefined {
  if (target.allow === 'writes') return undefined;
  if (target.allow === 'reads' && isRead(method)) return undefined;
  const wanted = isRead(method) ? 'reads' : 'writes';
  return `${method} is not allowed at target ${target.name} (allow: ${target.allow}); expected allow: ${wanted} in ${target.file}`;
}

/** Throws `Forbidden` unless the method may be sent. */
export function assertPermitted(target: Target, method: string): void {
  const refusal = refusalOf(target, method);
  if (refusal !== undefined) throw new Forbidden(refusal);
}
