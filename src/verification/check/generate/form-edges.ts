/** Values at the edges of a rule of form, and beside them. */

/** Values of a rule at its edges, which are allowed, and beside them, which are not. */
export interface Edges {
  readonly allowed: readonly unknown[];
  readonly refused: readonly unknown[];
}

const notTexts = [7, true, null, ['x'], { x: 1 }] as const;
const notNumbers = ['x', true, null, [1], { x: 1 }] as const;
const letters = (count: number): string => 'a'.repeat(count);
/** One of the last decimal. */
const micro = 0.000001;
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** An object whose JSON has so many bytes, in fewer characters. */
const ofBytes = (bytes: number): object => ({ framework: `${'é'.repeat(20)}${letters(bytes - 56)}` });

/** So many bets of a batch. */
const flips = (count: number): object[] =>
  Array.from({ length: count }, () => ({ game: 'coin_flip', amount: 0.01, side: 'heads' }));

const kinds: Readonly<Record<string, (bounds: readonly string[]) => Edges>> = {
  text: ([least, most]) => ({
    allowed: [letters(Number(least)), letters(Number(most)), letters(Math.min(20, Number(most)))],
    refused: [...(Number(least) > 0 ? [''] : []), letters(Number(most) + 1), ...notTexts],
  }),
  one: ([words = '']) => ({
    allowed: words.split('|'),
    refused: ['', 'other', ...near(words.split('|')), ...notTexts],
  }),
  object: ([most]) => ({
    allowed: [{}, { a: 1 }, ...(most === undefined ? [] : [ofBytes(Number(most))])],
    refused: ['x', 7, true, null, [1], ...(most === undefined ? [] : [ofBytes(Number(most) + 1)])],
  }),
  integer: ([least, most]) => between(Number(least), Number(most), 1),
  number: ([least, most]) => between(Number(least), Number(most), 0.001),
  decimal: ([least, most]) => between(Number(least), Number(most), 0.001),
  positive: () => ({ allowed: [0.5, '1.5', 3], refused: [0, -1, '0', '-1', ...notNumbers] }),
  page: () => ({ allowed: ['1', '2', '100'], refused: ['0', '-1', '1.5', 'x', ''] }),
  instant: () => ({
    allowed: ['2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00Z', '2026-12-31t23:59:60.5z', '2028-02-29T00:00:00-00:00'],
    refused: ['2026-01-01T00:00:00', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:00+0200', '2026-06-29T23:59:60Z', 'x', ''],
  }),
  bets: ([least, most]) => ({
    allowed: [flips(Number(least)), flips(Number(most))],
    refused: [flips(Number(least) - 1), flips(Number(most) + 1), 7, 'x', { 0: {} }, ['x'], [[1]], null],
  }),
  digits: () => ({ allowed: ['0', '7'], refused: ['', 'x', '-1', '1.5', '1234567890'] }),
  usdc: ([least, most]) => ({
    allowed: [Number(least), rounded(Number(least) + micro), String(least), 1, ...(most === undefined ? [] : [Number(most)])],
    refused: [rounded(Number(least) - micro), ...(most === undefined ? [] : [rounded(Number(most) + micro)]), -1, `${Number(least).toFixed(6)}1`, '1.2345678', ...notNumbers],
  }),
  numbers: ([least, most, count]) => ({
    allowed: [[Number(least)], [Number(most)], Array.from({ length: Number(count) }, (_, index) => index + 1)],
    refused: [
      [], [Number(least) - 1], [Number(most) + 1], [1, 1], [1.5], ['1'], 7, 'x',
      Array.from({ length: Number(count) + 1 }, (_, index) => index + 1),
    ],
  }),
}; // prettier-ignore

/** Texts that are nearly one of the words. */
const near = (words: readonly string[]): readonly string[] =>
  [words[0]?.toUpperCase() ?? '', `${words[0]}x`].filter((word) => !words.includes(word));

const between = (least: number, most: number, step: number): Edges => ({
  allowed: [least, most, least, most, rounded(least + step)],
  refused: [rounded(least - step), rounded(most + step), ...(step === 1 ? [least + 0.5] : []), ...notNumbers],
});

/** The values of a rule such as `usdc 0.1 !`. */
export function edgesOf(rule: string): Edges {
  const [kind = '', ...bounds] = rule.split(' ').filter((word) => word !== '!');
  return kinds[kind]?.(bounds) ?? { allowed: ['x'], refused: [] };
}

/** Texts that a call understands: an answer to them tells more than that there is no such thing. */
export const meant: Readonly<Record<string, readonly unknown[]>> = {
  pair: ['ETH-USDC', 'BTC-USDC'],
  symbol: ['ETH-PERP'],
  side: ['buy', 'long'],
  domain: ['probe-name.agent', 'other.bot'],
  receiver: ['alice', 'bob'],
  seller: ['alice', 'bob'],
  to: ['alice', 'bob'],
  challenged_agent_id: ['alice', 'bob'],
  address: [`0x${'c'.repeat(40)}`],
  name: ['@', 'www'],
  value: ['10.0.0.1'],
};

/** The same as a query has them. */
export const textsOf = (part: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
