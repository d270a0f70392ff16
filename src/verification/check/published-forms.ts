/**
 * Holds the schema that a call publishes of its body or query against the documented forms of its fields: it admits a request that
 * has all of them, and none in which one field is beside its edge.
 */
import { validatorOf } from './validator.ts';
import { formRules, type FormRules } from '../oracle/facts/form-rules.ts';
import { edgesOf, meant, textsOf } from './generate/form-edges.ts';

/** By call, values that its other fields need. */
const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'casino/B/bet': { params: { over: true, target: 50 } },
  'casino/coin-flip': { side: 'heads' },
  'casino/coinflip': { side: 'heads' },
  'casino/roulette': { bet_type: 'red' },
  'casino/A/kellyOptimal': { side: 'heads' },
  'casino/A/simulateKelly': { side: 'heads' },
  'casino/A/createTournament': { starts_at: '2026-01-02T00:00:00Z', ends_at: '2026-01-03T00:00:00Z' },
  'trading/A/place': { side: 'long' },
};

/** By call, fields that are each of their form and not admitted together. */
const unfit: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'casino/B/bet': [
    { params: undefined },
    { params: { over: true } },
    { params: { target: 50 } },
    { params: { over: true, target: 100 } },
    { params: { over: true, target: 0 } },
    { params: { over: false, target: 1 } },
    { params: { over: 'x', target: 50 } },
    { game: 'roulette', params: { bet: 'pink' } },
    { game: 'roulette', params: { bet: 37 } },
    { game: 'roulette', params: {} },
    { game: 'blackjack', params: { action: 'split' } },
    { game: 'blackjack', params: {} },
    { game: 'coinflip', params: { side: 'edge' } },
    { game: 'coinflip', params: {} },
    { amount: 10_000.000001 },
  ],
  'casino/roulette': [{ bet_type: 'number' }],
  'casino/dice': [{ direction: 'under', threshold: 1 }],
  'casino/plinko': [{ rows: 9 }],
  'casino/mines': [
    { mines: 24, reveals: 2 },
    { mines: 2, reveals: 24 },
    { mines: 13, reveals: 13 },
  ],
  'casino/multiplier': [{ target_multiplier: 2.005 }],
  'casino/crash': [{ cash_out_at: 2.005 }],
  'trading/A/place': [{ type: 'limit', price: undefined }],
  'trading/B/place': [
    { type: 'limit', price: undefined },
    { market_type: 'spot', leverage: 2 },
    { market_type: 'spot', leverage: '1.5' },
    { market_type: undefined, leverage: 2 },
  ],
  'wallet/A/swap': [{ slippage: -1 }, { slippage: '1' }],
};

/** By call, fields at the edges of what is admitted together. */
const fit: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'trading/B/place': [
    { market_type: 'spot', leverage: 1 },
    { market_type: 'spot', leverage: '1.0' },
    { market_type: 'perp', leverage: 2 },
    { type: 'limit', price: '1.5' },
  ],
  'casino/mines': [
    { mines: 24, reveals: 1 },
    { mines: 1, reveals: 24 },
    { mines: 13, reveals: 12 },
  ],
};

/** The first difference; undefined for none. `isQuery` where the fields are sent as texts. */
export function unlikeForms(schema: object, name: string, isQuery: boolean): string | undefined {
  const rules = formRules[name] ?? {};
  const validate = validatorOf(schema);
  const admits = (part: Readonly<Record<string, unknown>>): boolean =>
    validate(isQuery ? textsOf(part) : part);
  const whole = { ...wholeOf(rules), ...examples[name] };
  const bets = advised.includes(name) ? wholeBets : [];
  for (const parts of [{}, ...(fit[name] ?? []), ...bets])
    if (!admits(withoutAbsent({ ...whole, ...parts })))
      return `it does not publish that ${JSON.stringify({ ...whole, ...parts })} is admitted`;
  for (const field of Object.keys(wholeOf(rules)))
    if (admits(withoutAbsent({ ...whole, [field]: undefined })))
      return `it publishes that ${field} may be left out`;
  for (const [field, rule] of Object.entries(rules))
    for (const value of edgesOf(rule).refused.filter((refused) => isSchemas(rule, refused)))
      if (!(isQuery && typeof value !== 'string') && admits({ ...whole, [field]: value }))
        return `it publishes that ${field} may be ${JSON.stringify(value)}; expected ${rule}`;
  for (const parts of [...(unfit[name] ?? []), ...bets.flatMap(withoutOne)])
    if (admits(withoutAbsent({ ...whole, ...parts })))
      return `it publishes that ${JSON.stringify({ ...whole, ...parts })} is admitted`;
  return undefined;
}

/** No schema can say how many bytes an object has. */
const isSchemas = (rule: string, refused: unknown): boolean =>
  !rule.startsWith('object ') || typeof refused !== 'object' || refused === null || Array.isArray(refused);

/** Every field that is needed. */
const wholeOf = (rules: FormRules): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([field, rule]) =>
      rule.endsWith(' !') ? [[field, (meantBy(field, rule) ?? edgesOf(rule).allowed)[0]]] : [],
    ),
  );

/** A word of another style is none of the rule's own. */
const meantBy = (field: string, rule: string): readonly unknown[] | undefined =>
  rule.startsWith('one ') ? undefined : meant[field];

/** Calls that take a game with the parameters of a bet beside its name. */
const advised: readonly string[] = ['casino/A/kellyOptimal', 'casino/A/simulateKelly'];

/** A bet of each game that one call settles, with all that it needs but a stake. */
const wholeBets: readonly Readonly<Record<string, unknown>>[] = Object.entries(formRules).flatMap(
  ([name, rules]) => {
    const [, game] = /^casino\/([a-z-]+)$/.exec(name) ?? [];
    if (game === undefined || ['coinflip', 'blackjack'].includes(game)) return [];
    const { amount: _, ...params } = { ...wholeOf(rules), ...examples[name] };
    return [{ game: game.replaceAll('-', '_'), side: undefined, ...params }];
  },
);

/** The same without each of its parameters. */
const withoutOne = (bet: (typeof wholeBets)[number]): typeof wholeBets =>
  Object.keys(bet)
    .filter((name) => name !== 'game' && bet[name] !== undefined)
    .map((name) => ({ ...bet, [name]: undefined }));

const withoutAbsent = (part: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
