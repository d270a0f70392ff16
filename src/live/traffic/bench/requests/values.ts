/** The values that a request file may draw: each a row of one table. They depend on the agent's stream alone. */
import { base, en, Faker } from '@faker-js/faker';
import { parseUsdc } from '../../../../core/base/money.ts';
import type { Stream } from '../../../../core/kernel/stream.ts';

/** Draws one value. `faker` is seeded from the stream before each draw. */
export type ValueDraw = (stream: Stream, faker: Faker) => string | number;

interface ValueRow {
  /** How it is written, for the error message and the docs. */
  readonly usage: string;
  readonly about: string;
  /** The draw for these words; undefined for words that it cannot read. */
  readonly read: (words: readonly string[]) => ValueDraw | undefined;
}

/** For a value without words. */
const plain =
  (draw: ValueDraw): ValueRow['read'] =>
  (words) =>
    words.length === 0 ? draw : undefined;

const wholeBetween: ValueRow['read'] = ([low, high, ...rest]) => {
  const [from, to] = [Number(low), Number(high)];
  const isRange = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to && to - from < 2 ** 32;
  return isRange && rest.length === 0 ? (stream) => from + stream.integer(to - from + 1) : undefined;
};

/** Cents, so that a deployment that takes no finer amounts accepts them too. */
const centMicros = 10_000;

function centsBetween([low, high, ...rest]: readonly string[]): ((stream: Stream) => number) | undefined {
  const [from, to] = [parseUsdc(low), parseUsdc(high)];
  if (from === undefined || to === undefined || from > to || rest.length > 0) return undefined;
  const cents = Math.floor((to - from) / centMicros);
  return (stream) => (from + stream.integer(cents + 1) * centMicros) / 1e6;
}

/** Values by name. */
export const valueTable: Readonly<Record<string, ValueRow>> = {
  int: { usage: '${int 1 100}', about: 'a whole number', read: wholeBetween },
  usdc: { usage: '${usdc 0.10 2.00}', about: 'an amount in whole cents, as a number', read: centsBetween },
  'usdc-text': {
    usage: '${usdc-text 0.10 2.00}',
    about: 'the same as text with two decimals',
    read: (words) => {
      const draw = centsBetween(words);
      return draw && ((stream) => draw(stream).toFixed(2));
    },
  },
  pick: {
    usage: '${pick heads tails}',
    about: 'one of these words',
    read: (words) => (words.length === 0 ? undefined : (stream) => words[stream.integer(words.length)] ?? ''),
  },
  uuid: { usage: '${uuid}', about: 'a UUID', read: plain((_stream, faker) => faker.string.uuid()) },
  word: { usage: '${word}', about: 'a word', read: plain((_stream, faker) => faker.word.noun()) },
  sentence: {
    usage: '${sentence}',
    about: 'a sentence',
    read: plain((_stream, faker) => faker.company.catchPhrase()),
  },
  person: { usage: '${person}', about: 'a name', read: plain((_stream, faker) => faker.person.fullName()) },
  email: {
    usage: '${email}',
    about: 'an address below example.invalid',
    read: plain((_stream, faker) => faker.internet.email({ provider: 'example.invalid' })),
  },
  company: { usage: '${company}', about: 'a company', read: plain((_stream, faker) => faker.company.name()) },
};

/** One generator of Faker for all draws of a script: it is seeded before each. */
export const newFaker = (): Faker => new Faker({ locale: [en, base] });
