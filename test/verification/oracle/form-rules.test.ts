/** The forms that the oracle holds requests to, against the schemas of the routes: two statements that share no code. */
import { expect, it } from 'vitest';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import { formRules, rulesByReading } from '../../../src/verification/oracle/facts/form-rules.ts';
import { formNameOf } from '../../../src/verification/oracle/facts/forms.ts';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
}

const forms = clientRoutes().flatMap(({ service, style, row, template, binding, method }) => {
  const name = formNameOf({ service, style, operation: row.operation, path: template, method });
  const schema: Schema | undefined = method === 'GET' ? binding.query : binding.body;
  return name === undefined || schema === undefined || service === 'control' ? [] : [{ name, schema }];
});

/** By form, fields of ours that the documents do not name. */
const beside: Readonly<Record<string, string>> = {
  'casino/blackjack': 'client_seed',
  'casino/A/deal': 'amount',
  'casino/A/simulateKelly': 'amount bankroll fraction seed',
  'trading/A/place': 'price',
  'trading/B/place': 'price',
  'trading/B/orders': 'pair',
  'wallet/primary/chainBalance': 'view_key',
  'wallet/primary/sendSigned': 'from private_key spend_key token view_key',
  'wallet/A/swap': 'slippage',
};

const sorted = (names: readonly string[]): string[] => names.toSorted();
const fieldsNeeded = (rules: Readonly<Record<string, string>>): string[] =>
  sorted(Object.entries(rules).flatMap(([field, rule]) => (rule.endsWith(' !') ? [field] : [])));

it('have the fields of the schemas, and need the same ones', () => {
  const found = forms.filter(({ name }) => name in formRules);
  for (const { name, schema } of found) {
    const rules = formRules[name] ?? {};
    const fields = [...Object.keys(rules), ...(beside[name]?.split(' ') ?? [])];
    expect(sorted(Object.keys(schema.properties ?? {})), name).toEqual(sorted(fields));
    expect(sorted(schema.required ?? []), name).toEqual(fieldsNeeded(rules));
  }
  const names = new Set(found.map(({ name }) => name));
  expect(Object.keys(formRules).filter((name) => !names.has(name))).toEqual([]);
});
/** Numbers above it have no micros. */
const mostCounted = 1_000_000_000;

/** What a schema says of a field, as a rule; undefined where a pattern or a format says it. */
function ruleOf(schema: Schema, kind: string): string | undefined {
  const { minLength = 0, maxLength, minimum, maximum, enum: words, anyOf: [first] = [], items, maxItems } = schema;
  switch (kind) {
    case 'text':
      return schema.pattern === undefined && schema.format === undefined ? `text ${minLength} ${maxLength}` : undefined;
    case 'one':
      return `one ${sorted((words ?? [schema.const]) as string[]).join('|')}`;
    case 'integer':
      return words === undefined ? `integer ${minimum} ${maximum}` : `integer ${Math.min(...(words as number[]))} ${Math.max(...(words as number[]))}`;
    case 'number':
      return `number ${minimum} ${maximum}`;
    case 'decimal':
      return `decimal ${first?.minimum} ${first?.maximum}`;
    case 'usdc':
      return `usdc ${first?.minimum}${(first?.maximum ?? Infinity) > mostCounted ? '' : ` ${first?.maximum}`}`;
    case 'numbers':
      return `numbers ${items?.minimum} ${items?.maximum} ${maxItems}`;
    default:
      return undefined;
  }
} // prettier-ignore

/** Of words the order does not matter. */
const inOrder = (rule: string): string =>
  rule.startsWith('one ') ? `one ${sorted(rule.slice(4).split('|')).join('|')}` : rule;

/** By rule, the fields that a pattern or a format says, and those without bounds. */
const others: Readonly<Record<string, readonly string[]>> = {
  'text 1 64': ['casino/A/withdraw address', 'faucet/A/register agent_id', 'faucet/B/register agent_id', 'trading/A/place symbol', 'trading/B/place pair'],
  'text 1 128': ['domains/A/changeRecord domain', 'domains/A/check domain', 'domains/A/register domain', 'domains/A/valuation domain', 'domains/B/register domain', 'domains/B/register resolver', 'domains/B/renew domain', 'domains/B/transfer domain'],
  object: ['casino/B/bet params', 'escrow/B/create conditions'],
  'object 4096': ['faucet/B/register metadata'],
  digits: ['casino/B/verifyRound nonce'],
  instant: ['casino/A/createTournament ends_at', 'casino/A/createTournament starts_at', 'casino/B/history from'],
  'bets 1 20': ['casino/A/batch bets'],
  positive: ['trading/A/place size', 'wallet/A/send amount', 'wallet/A/swap amount', 'wallet/primary/openSwap amount', 'wallet/primary/quote amount', 'wallet/primary/sendSigned amount'],
}; // prettier-ignore

it('have the bounds and words of the schemas; what a pattern says has the length of the documents', () => {
  const found: Record<string, string[]> = {};
  for (const { name, schema } of forms)
    for (const [field, whole] of Object.entries(formRules[name] ?? {})) {
      const rule = whole.replace(/ !$/, '');
      const said = ruleOf(schema.properties?.[field] ?? {}, rule.split(' ')[0] ?? '');
      if (said !== undefined) expect(inOrder(rule), `${name} ${field}`).toBe(said);
      else if (field === 'limit' || field === 'page') expect(rule, `${name} ${field}`).toBe('page');
      else (found[rule] ??= []).push(`${name} ${field}`);
    }
  expect(Object.fromEntries(Object.entries(found).map(([rule, names]) => [rule, sorted(names)]))).toEqual(others);
}); // prettier-ignore

it('have others under another reading', () => {
  const states = 'one locked|released|refunded|expired';
  expect(rulesByReading).toEqual({
    'escrow.disputedName=locked': { 'escrow/B/list': { status: states } },
    'escrow.disputedName=frozen': { 'escrow/B/list': { status: `${states}|frozen` } },
    'trading.sizeA=quote': { 'trading/A/place': { size: 'usdc 0.000001 !' } },
    'trading.sidesA=any': { 'trading/A/place': { side: 'one long|short|buy|sell !' } },
    'trading.leverageA=wide': { 'trading/A/place': { leverage: 'decimal 1 100' } },
  });
});
