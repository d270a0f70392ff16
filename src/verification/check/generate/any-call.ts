/**
 * Any call of the endpoint tables, about things that earlier calls have made where there are such, with a body or a query that its
 * form allows. What such calls have in common is reached for all of them at once.
 */
import { dayMs, hourMs, minuteMs } from '../../../core/base/time.ts';
import { formRules } from '../../oracle/facts/form-rules.ts';
import { endpoints } from '../../oracle/models/endpoints.ts';
import type { Draw } from './draw.ts';
import { textsOf } from './form-edges.ts';
import type { ModelState, OperationDraft } from './model-state.ts';
import { outside } from './move.ts';
import { swapTerms } from './moves/wallet.ts';
import { fieldsOf } from './probes.ts';

export type AnyEndpoint = (typeof endpoints)[number];

/** Prices are drawn minute by minute from the start on: who asks for one months later waits for all of them. */
const pricedMsMax = 40 * dayMs;
const unpriced = endpoints.filter(({ call }) => !/^(?:trading|wallet)\//.test(call));

/** The calls of the tables; none that may ask for a price once that would take long. */
export const endpointsNow = ({ atMs }: ModelState): readonly AnyEndpoint[] =>
  atMs > pricedMsMax ? unpriced : endpoints;

/** By a parameter of a path, or a field that names a thing, the kinds that it may name. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  'escrow/:id': ['escrow'],
  escrow_id: ['escrow'],
  'tournaments/:id': ['tournament'],
  'challenges/:id': ['challenge'],
  'audit/:betId': ['bet'],
  'provably-fair/:id': ['bet'],
  bet_id: ['bet'],
  'lookup/:domain': ['domain'],
  domain: ['domain'],
  'orders/:id': ['resting', 'order'],
  'order/:id': ['resting', 'order'],
  'tx/:hash': ['transaction'],
  'status/:orderId': ['swap'],
};

/** Parameters that name no thing of the run. */
const fixed: Readonly<Record<string, string>> = {
  ':pair': 'ETH-USDC',
  ':symbol': 'ETH-PERP',
  ':address': '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
};

/** Fields whose form says less than they need. */
const meaningful = (model: ModelState): Readonly<Record<string, unknown>> => ({
  ...swapTerms,
  to_address: outside,
  starts_at: model.instantText(model.atMs + minuteMs),
  ends_at: model.instantText(model.atMs + hourMs),
});

/** What a call makes, and the field of its answer that names it. */
const makes: Readonly<Record<string, { readonly kind: string; readonly field: string }>> = {
  'escrow/create': { kind: 'escrow', field: 'escrow_id' },
  'trading/place': { kind: 'order', field: 'order_id' },
  'wallet/send': { kind: 'transaction', field: 'tx_hash' },
  'wallet/openSwap': { kind: 'swap', field: 'order_id' },
  'casino/createChallenge': { kind: 'challenge', field: 'challenge_id' },
};

const serviceAndOperation = ({ call }: AnyEndpoint): string => {
  const [service, , operation] = call.split('/');
  return `${service}/${operation}`;
};

/** The service of an endpoint, as its path and its call name it. */
export const serviceOf = ({ call }: AnyEndpoint): string => call.split('/')[0] ?? '';

/** The call of an endpoint by an agent. Most of them are well formed; whether they are admitted depends on the run. */
export function anyCall(
  endpoint: AnyEndpoint,
  { model, draw, person }: { model: ModelState; draw: Draw; person: string },
): OperationDraft {
  const { method, parts, call } = endpoint;
  const named = (name: string): string | undefined =>
    model.latest(draw.pick(kindsOf[name] ?? ['none']))?.reference;
  const path = parts.map((part, index) => {
    if (!part.startsWith(':')) return part;
    return named(`${parts[index - 1]}/${part}`) ?? fixed[part] ?? (part === ':id' ? person : 'none');
  });
  const game = path.at(-1) ?? '';
  const rules = formRules[call] ?? formRules[`casino/${game}`] ?? {};
  const fields = fieldsOf(rules, draw, person);
  const known = meaningful(model);
  for (const name of Object.keys(fields)) fields[name] = named(name) ?? known[name] ?? fields[name];
  const isQuery = method === 'GET' || method === 'DELETE';
  const sent =
    Object.keys(fields).length === 0 ? {} : isQuery ? { query: textsOf(fields) } : { body: fields };
  const made = makes[serviceAndOperation(endpoint)];
  return { do: `${method} ${path.join('/')}`, ...sent, ...(made === undefined ? {} : { makes: made }) };
}
