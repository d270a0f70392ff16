/**
 * What a text of the platform never has: the marks of a part that is missing. What agents write, and what a request brings, is theirs.
 */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

/** Fields of answers that hold what an agent has written. */
const writtenByAgents =
  /^(?:description|evidence|memo|message|metadata|name|reason|value|(?:\w+_)?client_seed)$/;

/** A value that is none, or nothing between two words or signs that stand around something. */
const marks = /\bundefined\b|\bNaN\b|\[object|\bInfinity\b| {2}|^ | $|\( *\)|""|''| ,/;

/** How a sentence ends: in a word or number, or in what closes a quotation or a bracket. */
const sentenceEnd = /[\w"')\]]$/;

/** The texts of an answer with the names of their fields; what agents have written is left out. */
function* textsIn(value: unknown, field: string): Iterable<readonly [field: string, text: string]> {
  if (typeof value === 'string') yield [field, value];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, field);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      if (!writtenByAgents.test(name)) yield* textsIn(part, name);
}

/** What the agent has sent, in which a mark is its own. */
const sentIn = ({ path, params, query, body, headers }: AuditedExchange): string =>
  JSON.stringify([path, params, query, body, headers['x-forwarded-for']]);

const isBalanced = (text: string): boolean => text.split('(').length === text.split(')').length;

/** Checks `texts-whole`. Give it every exchange. */
export function checkTexts(file: Case, exchange: AuditedExchange): void {
  let sent: string | undefined;
  for (const [field, text] of textsIn(exchange.answer, '')) {
    // Message and code of an error have rules that say more.
    const isNamed = text === '' && (field === 'error' || field === 'code');
    const mark = text === '' ? 'nothing' : markIn(field, text);
    // What agents are called they have chosen.
    if (mark === undefined || isNamed || file.agents.has(text)) continue;
    sent ??= sentIn(exchange);
    if (exchange.isRaw || sent.includes(text === '' ? '""' : mark)) continue;
    file.breaks(
      'texts-whole',
      `${callOf(exchange)}: ${field} is ${JSON.stringify(text)}, with ${mark} in it`,
    );
    return;
  }
}

function markIn(field: string, text: string): string | undefined {
  const [mark] = marks.exec(text) ?? [];
  if (mark !== undefined) return mark;
  if (field !== 'error') return undefined;
  if (!sentenceEnd.test(text)) return text.slice(-1);
  return isBalanced(text) ? undefined : '(';
}
