/** What conform writes of operations: no secret that no response issued, and times in words. */
import { withoutAgentKeys } from '../../core/http/secrets/known-secrets.ts';
import { redacted } from '../../core/http/secrets/names.ts';
import { Redactor } from '../../core/http/secrets/redact.ts';
import { publicNamesAt } from '../../platform/services/public-names.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import { exactText } from '../../verification/check/normalized.ts';

/** Replaces secrets that no response issued: a written scenario contains none. */
export function withoutSecrets(operations: readonly OperationSource[]): OperationSource[] {
  const redactor = new Redactor({ kinds: ['private-key', 'credential'] });
  const hide = (value: unknown, where: { name: string; path: string }): unknown =>
    hidden(value, where, redactor);
  return operations.map((operation) => {
    const path = operation.do.slice(operation.do.indexOf(' ') + 1);
    const entries = Object.entries(operation).map(([name, part]) => [name, hide(part, { name: '', path })]);
    return { ...operation, ...(Object.fromEntries(entries) as Partial<OperationSource>) };
  });
}

function hidden(value: unknown, { name, path }: { name: string; path: string }, redactor: Redactor): unknown {
  if (typeof value === 'string') {
    const isSecret = redactor.isSecret(name) && !publicNamesAt(path).has(name);
    if (isSecret && value !== '' && !value.includes('${')) return redacted;
    return redactor.text(withoutAgentKeys(value), path);
  }
  if (Array.isArray(value)) return value.map((item) => hidden(item, { name, path }, redactor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [
      withoutAgentKeys(field),
      hidden(item, { name: field, path }, redactor),
    ]),
  );
}

/** States a time only where it changes, as a duration such as 1m30s. */
export function withTimesInWords(operations: readonly OperationSource[]): OperationSource[] {
  let last = '0ms';
  return operations.map(({ at = last, ...operation }) => {
    const isNow = at === last;
    last = at;
    return isNow ? operation : { at: exactText(at), ...operation };
  });
}
