/**
 * The most that a request may cost, from the request alone: a budget has to hold whatever the target answers. What
 * cannot be bounded from the request has no price here, and is not sent below a budget.
 */
import { parseUsdc, type Micros } from '../../../core/base/money.ts';
import { readJson } from '../../../core/base/json-text.ts';
import { isRead } from './permit.ts';

/** The documented operation (service/style/operation) of a method and path; undefined where there is none. */
export type CallOf = (method: string, path: string) => string | undefined;

/** Operations that take no more than the amounts in their body; fees are part of the amount. */
const pricedOperations: ReadonlySet<string> = new Set([
  'casino/batch',
  'casino/bet',
  'casino/createChallenge',
  'casino/createTournament',
  'casino/deal',
  'casino/launch',
  'casino/playTournament',
  'casino/withdraw',
  'escrow/create',
]);

/** Operations that change something and take nothing. */
const freeOperations: ReadonlySet<string> = new Set([
  'casino/cashOut',
  'casino/configureKelly',
  'casino/declineChallenge',
  'casino/depositAddress',
  'casino/kellyOptimal',
  'casino/register',
  'casino/rotate',
  'casino/simulateKelly',
  'casino/verifyBet',
  'domains/changeRecord',
  'escrow/dispute',
  'escrow/refund',
  'escrow/release',
  'faucet/claimDaily',
  'faucet/claimOnce',
  'faucet/register',
  'trading/cancel',
  'wallet/create',
  'wallet/register',
]);

const amountFields: ReadonlySet<string> = new Set(['amount', 'prize_pool']);
/** A move of an open hand may raise its stake by an amount that only the target knows. */
const openField = 'action';

/**
 * The price of a request in micros; undefined where the request does not bound it, such as an order by size. `call` is
 * service/style/operation, empty for a path that the documents do not have.
 */
export function priceOf(call: string, method: string, body: unknown): Micros | undefined {
  if (isRead(method)) return 0;
  const [service = '', , name = ''] = call.split('/');
  const operation = `${service}/${name}`;
  if (freeOperations.has(operation)) return 0;
  return pricedOperations.has(operation) ? amountsIn(body) : undefined;
}

/** The same for the text of a body; what is no JSON has no price where a body names one. */
export function priceOfText(call: string, method: string, text: string | undefined): Micros | undefined {
  if (text === undefined) return priceOf(call, method, undefined);
  const body = readJson(text);
  return priceOf(call, method, body === undefined ? { amount: null } : body);
}

/** The sum of all amounts, at any depth; undefined where one of them is no amount, or where the stake is open. */
function amountsIn(value: unknown): Micros | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const [name, item] of Object.entries(value)) {
    if (name === openField) return undefined;
    const part = amountFields.has(name) ? parseUsdc(item) : amountsIn(item);
    if (part === undefined) return undefined;
    sum += part;
  }
  return sum;
}
