/**
 * Texts with placeholders: `${seller}` is the agent id of an account, `${created:/escrow_id}` a value of an earlier answer
 * by JSON pointer, `${n}` the number of the iteration, and all others are rows of `valueTable`.
 */
import type { Faker } from '@faker-js/faker';
import { nearest } from '../../../../core/base/nearest.ts';
import type { Stream } from '../../../../core/kernel/stream.ts';
import { valueTable, type ValueDraw } from './values.ts';

/** What placeholders are resolved from, for one iteration of one user. */
export interface Surroundings {
  readonly stream: Stream;
  readonly faker: Faker;
  /** The number of the iteration. */
  readonly n: number;
  readonly agentIdOf: (account: string) => string | undefined;
  /** Parsed bodies by name; undefined for an answer that has not come. */
  readonly answerOf: (name: string) => unknown;
}

/** Names that a template may refer to. */
export interface KnownNames {
  readonly accounts: readonly string[];
  /** Names of answers before this request. */
  readonly answers: readonly string[];
}

/** A value that is missing: the request cannot be sent. */
export const missing: unique symbol = Symbol('missing');
/** A value for one request, or `missing`. */
export type FilledIn = (surroundings: Surroundings) => unknown;

const placeholder = /\$\{([^{}]*)\}/g;

/** Thrown for a placeholder that means nothing; the message says what was expected. */
export class TemplateMistake extends Error {
  override readonly name = 'TemplateMistake';
}

/** Compiles every text of a JSON value. Throws `TemplateMistake`. */
export function compileValue(value: unknown, known: KnownNames): FilledIn {
  if (typeof value === 'string') return compileText(value, known);
  if (typeof value !== 'object' || value === null) return () => value;
  if (Array.isArray(value)) {
    const items = value.map((item) => compileValue(item, known));
    return (surroundings) => whole(items.map((item) => item(surroundings)));
  }
  const fields = Object.entries(value).map(([key, item]) => [key, compileValue(item, known)] as const);
  return (surroundings) => {
    const made = fields.map(([key, item]) => [key, item(surroundings)] as const);
    return made.some(([, item]) => item === missing) ? missing : Object.fromEntries(made);
  };
}

const whole = (items: unknown[]): unknown => (items.includes(missing) ? missing : items);

/** A text that is one placeholder keeps the type of its value; otherwise values become text. Throws `TemplateMistake`. */
export function compileText(text: string, known: KnownNames, escape = (part: string) => part): FilledIn {
  const parts = text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? part : compileOne(part, known)));
  const [before, only, after, ...more] = parts;
  if (before === '' && after === '' && more.length === 0 && typeof only === 'function') return only;
  if (parts.length === 1) return () => text;
  return (surroundings) => {
    let made = '';
    for (const part of parts) {
      if (typeof part === 'string') made += part;
      else {
        const value = part(surroundings);
        if (typeof value !== 'string' && typeof value !== 'number') return missing;
        made += escape(String(value));
      }
    }
    return made;
  };
}

function compileOne(text: string, { accounts, answers }: KnownNames): FilledIn {
  const [, name, pointer] = /^([a-z][a-z0-9-]*):((?:\/[^/]*)+)$/.exec(text) ?? [];
  if (name !== undefined && pointer !== undefined) {
    if (!answers.includes(name)) throw unknown(text, answers, 'an answer before it');
    return ({ answerOf }) => valueAt(answerOf(name), pointer);
  }
  if (accounts.includes(text)) return ({ agentIdOf }) => agentIdOf(text) ?? missing;
  if (text === 'n') return ({ n }) => n;
  const draw = drawOf(text, [...accounts, 'n']);
  return ({ stream, faker }) => {
    faker.seed(stream.word());
    return draw(stream, faker);
  };
}

function drawOf(text: string, others: readonly string[]): ValueDraw {
  const [name = '', ...words] = text.trim().split(/\s+/);
  const row = Object.hasOwn(valueTable, name) ? valueTable[name] : undefined;
  if (row === undefined)
    throw unknown(text, [...Object.keys(valueTable), ...others], 'a value or an account');
  const draw = row.read(words);
  if (draw === undefined)
    throw new TemplateMistake(`\${${text}} cannot be read; expected it as in ${row.usage}`);
  return draw;
}

function unknown(text: string, names: readonly string[], what: string): TemplateMistake {
  const [name = ''] = text.split(/[\s:]/);
  const near = names.length === 0 ? ';' : `; did you mean "${nearest(name, names)}"?`;
  return new TemplateMistake(`\${${text}} names nothing${near} expected ${what}`);
}

/** The text or number at a JSON pointer (RFC 6901); `missing` for anything else. */
function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return missing;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return typeof value === 'string' || typeof value === 'number' ? value : missing;
}
