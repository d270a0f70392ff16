/** Requests of a session as a scenario and a test write them: bodies as JSON, references by label. */
import type { Json } from '../../../core/http/message.ts';
import type { TracedRequest } from '../../../simulation/trace/format.ts';

/** JSON is a body, any other text stays as it was sent. */
export function sentBody({ body, raw }: TracedRequest): { body?: Json; raw?: string } {
  if (body !== undefined) return { body: body as Json };
  if (raw === undefined || raw === '') return {};
  const value = parsed(raw);
  return value === undefined ? { raw } : { body: value };
}

/** Undefined for a text that is no JSON, or that JSON would write as another value. */
function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return value === null || typeof value !== 'object' ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A reference of a trace, `${12:/escrow_id}`, or a dollar that was sent, which a trace writes twice. */
export const tracedReference = /\$\$|\$\{(\d{1,10}):([^}$]*)\}/g;

/** The value with references as a scenario writes them: `${answer-12:/escrow_id}`. */
export function labelled<Value>(value: Value): Value {
  if (typeof value === 'string') return labelledText(value) as Value;
  if (Array.isArray(value)) return value.map(labelled) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, labelled(part)])) as Value;
}

const labelledText = (text: string): string =>
  text.replaceAll(tracedReference, (whole, n: string | undefined, pointer: string, offset: number) => {
    if (n !== undefined) return `\${answer-${n}:${pointer}}`;
    // A scenario doubles a dollar before a brace alone.
    return text[offset + whole.length] === '{' ? '$$' : '$';
  });
