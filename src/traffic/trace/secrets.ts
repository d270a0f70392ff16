/** What must not be in a trace, by the name of the field that carries it. */
const secretFields: ReadonlySet<string> = new Set([
  'api_key',
  'authorization',
  'mnemonic',
  'private_key',
  'view_key',
  'spend_key',
]);

/** Stands where a secret was. */
export const redacted = '[redacted]';

/** True for a field whose text is never kept, whoever sent it. */
export const isSecret = (field: string): boolean => secretFields.has(field.toLowerCase());

/** A text without keys that no answer of the run gave out. */
export const withoutKeys = (text: string): string => text.replaceAll(/sk_live_\w+/g, redacted);
