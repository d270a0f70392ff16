/**
 * For each call whose fields have rules of form a scenario that asks for it at every edge of each: with the least and the greatest
 * value that a rule allows, with what lies beside them, with other types, and without the field. The rules are the oracle's.
 */
import { policyNames, policyRow } from '../../../../src/core/policy/policies.ts';
import { edgesOf, meant, textsOf } from '../../../../src/verification/check/generate/form-edges.ts';
import { swapTerms } from '../../../../src/verification/check/generate/moves/wallet.ts';
import { groupOf } from '../../../../src/verification/check/generate/some-policies.ts';
import { formRules, type FormRules } from '../../../../src/verification/oracle/facts/form-rules.ts';
import { endpoints } from '../../../../src/verification/oracle/models/endpoints.ts';
import type { ScenarioSource } from '../../../../src/verification/check/source.ts';
import { combinedFields } from './combined-fields.ts';

type Operation = NonNullable<ScenarioSource['operations']>[number];
type Fields = Readonly<Record<string, unknown>>;

const startMs = Date.parse('2026-01-01T00:00:00Z');
const minuteMs = 60_000;
/** After the deposits have arrived, so far apart that no window of a limit holds too many. */
const firstMs = 10_000;
const stepMsOf = (call: string): number => (call.startsWith('domains/') ? 150 : 1) * (minuteMs + 1_000);

/** What a field needs beside its form, for the call to succeed. */
const needed: Fields = {
  ...swapTerms,
  buyer: 'alice',
  seller: 'bob',
  receiver: 'bob',
  to: 'bob',
  challenged_agent_id: 'bob',
  to_address: `0x${'c'.repeat(40)}`,
  address: `0x${'c'.repeat(40)}`,
  starts_at: '2026-03-01T00:00:00Z',
  ends_at: '2026-03-02T00:00:00Z',
  amount: 1,
  size: 0.5,
  target_multiplier: 2,
  cash_out_at: 2,
  rows: 8,
};

/** The same for single calls, also of fields that may be absent. */
const neededByCall: Readonly<Record<string, Fields>> = {
  'casino/B/bet': { game: 'coinflip', params: { side: 'heads' } },
  'casino/keno': { amount: 0.01 },
  'casino/A/simulateKelly': { game: 'wheel', rounds: 20 },
  'wallet/A/swap': { from: 'USDC', to: 'base:ETH' },
  'wallet/primary/sendSigned': { to: `0x${'c'.repeat(40)}`, chain: 'base' },
};

/** Things that calls are about, in place of parameters of paths. */
const parameters: Readonly<Record<string, string>> = {
  ':address': '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  ':id': 'none',
  ':seed': 'none',
};

/** The fields that a call must have; names of what it registers are new ones. */
function neededBy(call: string, rules: FormRules, place: number): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...neededByCall[call] };
  for (const [field, rule] of Object.entries(rules)) {
    if (!rule.endsWith(' !') || field in fields) continue;
    const { allowed } = edgesOf(rule);
    const usual = rule.startsWith('one ') ? allowed[0] : (meant[field]?.[0] ?? allowed.at(-1));
    fields[field] = needed[field] ?? usual;
  }
  if (call.startsWith('faucet/') && call.endsWith('/register')) fields['agent_id'] = `agent-${place}`;
  if (call.startsWith('domains/') && call.endsWith('/register')) fields['domain'] = `name-${place}.agent`;
  return fields;
}

/** The values of a field that are tried; undefined stands for none. */
const triedOf = (rule: string): readonly unknown[] => {
  const { allowed, refused } = edgesOf(rule);
  return [...new Set([...allowed, ...refused, undefined])];
};

/** Two members of the highest tier with money, a domain of the first, and prices that move on. */
function opening(): Operation[] {
  const join = (by: string): Operation[] => [
    { by, do: 'POST /faucet/register', body: { agent_id: by }, as: by },
    { by, do: 'POST /_sim/deposit', body: { api_key: `\${${by}:/api_key}`, amount: 100_000 } },
    { by, do: 'POST /_sim/tier', body: { api_key: `\${${by}:/api_key}`, tier: 'enterprise' } },
  ];
  const domain = { domain: meant['domain']?.[0], years: 1 };
  const own: Operation = { at: '9s', by: 'alice', do: 'POST /domains/api/v1/register', body: domain };
  return [...join('alice'), ...join('bob'), own];
}

/** Policies of a service, and of the codes of referrals that it takes. */
const groupsOf = (service: string): readonly string[] => [service, 'referral'];

/** Every policy of a service at the last of its options that is not the usual one. */
const otherReadings = (service: string): Record<string, string> =>
  Object.fromEntries(
    policyNames.flatMap((name) => {
      const { options, default: byDefault } = policyRow(name);
      if (options === 'usdc' || !groupsOf(service).includes(groupOf(name))) return [];
      const other = Object.keys(options).findLast((option) => option !== byDefault);
      return other === undefined ? [] : [[name, other]];
    }),
  );

const unlimited = {
  'limits.enterpriseCaps': 'lifted',
  'limits.rowScaling': 'tier',
  'limits.registerCap': 'accounts',
};

const sentOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

interface EdgeCall {
  readonly name: string;
  readonly path: string;
  readonly rules: FormRules;
}

function scenarioOf({ name, path, rules }: EdgeCall, readings: 'usual' | 'other'): ScenarioSource {
  const operations = opening();
  const stepMs = stepMsOf(name);
  const tried: readonly Fields[] = [
    ...Object.entries(rules).flatMap(([field, rule]) => triedOf(rule).map((value) => ({ [field]: value }))),
    ...(combinedFields[name] ?? []),
  ];
  for (const [place, changed] of tried.entries()) {
    // What is undefined is not sent.
    const fields = sentOf({ ...neededBy(name, rules, place), ...changed });
    const sent = /^(?:GET|DELETE)/.test(path) ? { query: textsOf(fields) } : { body: fields };
    operations.push({ at: `${firstMs + place * stepMs}ms`, by: 'alice', do: path, ...sent });
  }
  const others = readings === 'other' ? otherReadings(name.split('/')[0] ?? '') : {};
  return {
    name: 'edges',
    seed: `${name} under the ${readings} readings`,
    start: new Date(startMs).toISOString(),
    for: `${firstMs + tried.length * stepMs}ms`,
    policies: { ...unlimited, ...others },
    operations,
  };
}

/** By the name of the call, which is their seed. */
export const edgeScenarios: readonly ScenarioSource[] = endpoints.flatMap(({ method, parts, call }) => {
  const game = `casino/${parts.at(-1)}`;
  const name = formRules[call] === undefined ? game : call;
  const rules = formRules[name];
  if (rules === undefined || (method === 'GET' && call.endsWith('/verifyBet'))) return [];
  const path = `${method} ${parts.map((part) => parameters[part] ?? part).join('/')}`;
  return (['usual', 'other'] as const).map((readings) => scenarioOf({ name, path, rules }, readings));
});
