/**
 * Requests of the documented form that may be refused with 400 all the same, for what they mean: a bet above its limit, an agent
 * that pays itself, a name of a wrong kind. What is none of these has to be let through to the next check (gap E11).
 */
import { parseUsdc } from '../../../core/base/money.ts';
import { text } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { exampleKeys, isExample, isKnownAddress } from './known-addresses.ts';
import { isUsdcContract } from './usdc-contracts.ts';

/** True where the meaning of a request may be wrong. */
type Doubt = (part: Body, at: DoubtedCall) => boolean;

interface DoubtedCall {
  readonly exchange: AuditedExchange;
  readonly caller: string | undefined;
  /** The readings of the run. */
  readonly policies: Readonly<Record<string, string>>;
}

const never: Doubt = () => false;
const always: Doubt = () => true;
const any =
  (...doubts: Doubt[]): Doubt =>
  (part, at) =>
    doubts.some((doubt) => doubt(part, at));

/** A name that is certainly one: letters, digits and inner hyphens below a top level. */
const isPlainName = (name: unknown): boolean =>
  typeof name === 'string' &&
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.(?:agent|bot|dao|orrery|sim)$/i.test(name);

const strangeName: Doubt = ({ domain }) => !isPlainName(domain);
const has =
  (...fields: string[]): Doubt =>
  (part) =>
    fields.some((field) => part[field] !== undefined);
/** The field names the caller, or what is no short id: an address may be the caller's, or misspelt. */
const mayBeSelf =
  (field: string): Doubt =>
  (part, { caller }) =>
    part[field] === caller || !/^[a-z]{1,20}$/.test(text(part, field) ?? '');

const strangeAgent: Doubt = ({ agent_id: id, referrer }) =>
  typeof id !== 'string' || !/^[A-Za-z][A-Za-z0-9._-]{0,19}$/.test(id) || referrer !== undefined;

/** A Kelly limit is never below the least stake; no limit of a game is above 10,000. */
const aboveLeast: Doubt = ({ amount }) => Number(amount) !== 0.01;
/** A bet of style B whose parameters are all that its game needs: a number or a side. */
const isWhole = ({ game, params }: Body): boolean => {
  const { bet, side, ...others } = (params ?? {}) as Body;
  if (Object.keys(others).length > 0) return false;
  if (game === 'coinflip') return bet === undefined && ['heads', 'tails'].includes(String(side));
  return (
    game === 'roulette' &&
    side === undefined &&
    Number.isInteger(bet) &&
    Number(bet) >= 0 &&
    Number(bet) <= 36
  );
};
/** The documents bound no amount, so that each service may have a bound beyond the balance of any agent. */
const isHuge = (part: Body): boolean =>
  Object.values(part).some((value) => !String(value).startsWith('0x') && Number(value) > 1_000_000);
const twoDecimals = (value: unknown): boolean => /^\d+(?:\.\d{1,2})?$/.test(String(value));
const fine =
  (field: string): Doubt =>
  (part) =>
    part[field] !== undefined && !twoDecimals(part[field]);

/** A limit of a well-known asset that is near enough to any price it comes to, and no finer than the market counts. */
const strangeLimit: Doubt = ({ type, price }) =>
  type === 'limit' && !(twoDecimals(price) && Number(price) >= 1000 && Number(price) <= 100_000);

const market: Doubt = ({ pair, amount, type, price, leverage, market_type: kind }, at) =>
  !['ETH-USDC', 'BTC-USDC'].includes(String(pair)) ||
  strangeLimit({ type, price }, at) ||
  Number(amount) < 1 ||
  Number(amount) > 1_000_000 ||
  (leverage !== undefined && (kind !== 'perp' || !twoDecimals(leverage)));

/** Sizes whose worth is within all bounds at any price that a market comes to. */
const plainSizes: Readonly<Record<string, readonly [least: number, most: number]>> = {
  'ETH-PERP': [0.01, 10],
  'BTC-PERP': [0.001, 1],
};

/** The documents' bounds of an order, where its size is an amount (gaps T1, T10). */
const plainAmounts = [1, 1_000_000] as const;

const marketA: Doubt = ({ symbol, size, type, price, leverage }, at) => {
  const sizes = plainSizes[String(symbol)];
  const isAmount = at.policies['trading.sizeA'] === 'quote';
  const [least, most] = (isAmount ? sizes && plainAmounts : sizes) ?? [Infinity, 0];
  const isPlain = Number(size) >= least && Number(size) <= most && String(size).length <= 6;
  return !isPlain || strangeLimit({ type, price }, at) || (leverage !== undefined && !twoDecimals(leverage));
};

const evm: readonly unknown[] = ['ethereum', 'base'];
const strangeChain: Doubt = ({ chain }) => !evm.includes(chain);

/** Of monero, what an address has is shown to who has its view key (gap W9). */
const strangeBalance: Doubt = ({ chain, view_key: key }, { exchange: { params }, policies }) => {
  const address = params['address'];
  if (chain !== 'monero' || (policies['wallet.moneroBalance'] === 'zero' && key === undefined))
    return !isKnownAddress(chain, address);
  return !isExample(chain, address) || key !== exampleKeys.monero.view_key;
};

/** The history of an address that is known to be one of its chain (gap W8). */
const strangeHistory: Doubt = ({ chain }, { exchange: { params }, policies }) =>
  !isKnownAddress(chain, params['address']) ||
  (policies['wallet.history'] === 'four' && ['tron', 'monero'].includes(String(chain)));

/** A token is left out, or one of the two that every chain has (gap W7). */
const strangeToken: Doubt = ({ token }) =>
  ![undefined, 'USDC', 'native'].includes(token as string | undefined);

/** Below the least amount, or finer than a unit of USDC; a unit of a chain's native asset is finer than any JSON number shows. */
const smallSend: Doubt = ({ token, amount }) =>
  Number(amount) < 0.01 || (token !== 'native' && parseUsdc(amount) === undefined);

const isPercent = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && value > 0 && value <= 100);

/** USDC of a chain, or its native asset by its name (gap W10). */
const isPlainToken = (chain: unknown, token: unknown, policies: DoubtedCall['policies']): boolean =>
  isUsdcContract(chain, token) ||
  (token === 'native' && evm.includes(chain) && policies['wallet.nativeToken'] === 'named');

/** What a swap takes in, and surely covers its fees with where its asset is well known: USDC, or a coin of ethereum. */
const isAmple = (token: unknown, amount: unknown): boolean =>
  twoDecimals(amount) && Number(amount) >= (token === 'native' ? 1 : 1_000);

/** A plain token for another one; what the network of the latter takes is a small part where its asset is well known (gaps W10, W11). */
const strangeSwap: Doubt = (
  { from_chain: from, to_chain: to, from_token: sold, to_token: bought, amount },
  { policies },
) =>
  (from === to && sold === bought) ||
  !evm.includes(to) ||
  !isPlainToken(from, sold, policies) ||
  !isPlainToken(to, bought, policies) ||
  !isAmple(sold, amount);

/** Parameters of a game may be such as it does not take. */
const hasParameters = (part: Body): boolean =>
  Object.keys(part).some((name) => !['challenged_agent_id', 'game', 'amount', 'message'].includes(name));

/** An address of a host, of an agent or of version 4, or a name of a host: certainly a resolver (DOM15). */
export const isPlainResolver = (value: unknown): boolean =>
  typeof value === 'string' &&
  (/^(?:(?:[1-9]?\d|1\d\d|2[0-4]\d|25[0-5])\.){3}(?:[1-9]?\d|1\d\d|2[0-4]\d|25[0-5])$/.test(value) ||
    /^[a-z]{1,20}(?:\.[a-z]{2,20}){1,3}$/.test(value));

/** By the names of the rules of form; a call that is not here is always in doubt. */
const doubts: Readonly<Record<string, Doubt>> = {
  'faucet/A/register': strangeAgent,
  'faucet/B/register': any(strangeAgent, ({ metadata }) => JSON.stringify(metadata ?? {}).length > 4_000),
  'faucet/B/referrals': never,
  'escrow/A/create': any(mayBeSelf('seller'), (part) => part['buyer'] === part['seller']),
  'escrow/B/create': any(mayBeSelf('receiver'), has('referrer', 'conditions')),
  'escrow/A/release': never,
  'escrow/A/dispute': never,
  'escrow/B/dispute': never,
  'escrow/A/list': never,
  'escrow/B/list': ({ status }) =>
    ![undefined, 'locked', 'released', 'refunded', 'expired'].includes(status as string | undefined),
  'trading/A/place': marketA,
  'trading/B/place': market,
  'trading/B/orders': has('pair'),
  'domains/A/check': strangeName,
  'domains/A/valuation': strangeName,
  'domains/A/register': strangeName,
  'domains/B/register': any(strangeName, ({ resolver }) => resolver !== undefined && !isPlainResolver(resolver)),
  'domains/B/transfer': any(strangeName, mayBeSelf('to')),
  'domains/A/list': never,
  'domains/B/list': never,
  'wallet/A/send': any(mayBeSelf('to'), strangeChain, strangeToken, smallSend),
  'wallet/B/send': mayBeSelf('to'),
  'wallet/A/swap': (part) =>
    part['from'] !== 'USDC' || !['base:ETH', 'SOL'].includes(String(part['to'])) || !isPercent(part['slippage']) || !twoDecimals(part['amount']),
  'wallet/B/balance': never,
  'wallet/A/transactions': never,
  'wallet/B/transactions': never,
  'wallet/primary/chainBalance': strangeBalance,
  'wallet/primary/chainTransactions': strangeHistory,
  'wallet/primary/depositPath': never,
  'wallet/primary/quote': strangeSwap,
  'wallet/primary/openSwap': any(strangeSwap, (part) => !isKnownAddress(part['to_chain'], part['to_address'])),
  'wallet/primary/withdrawReferral': ({ address, chain }) =>
    ![undefined, ...evm].includes(chain) || !/^0x[0-9a-f]{40}$/.test(String(address)),
  'wallet/primary/register': has('referral_code'),
  'casino/A/register': has('referral_code'),
  'casino/blackjack': any(aboveLeast, ({ action }) => action === 'double'),
  'casino/coin-flip': aboveLeast,
  'casino/coinflip': aboveLeast,
  'casino/dice': any(aboveLeast, (part) => part['direction'] === 'under' && part['threshold'] === 1),
  'casino/simple-dice': aboveLeast,
  'casino/multiplier': any(aboveLeast, fine('target_multiplier')),
  'casino/roulette': any(aboveLeast, (part) => (part['bet_type'] === 'number') !== (part['bet_value'] !== undefined)),
  'casino/custom': aboveLeast,
  'casino/crash': any(aboveLeast, fine('cash_out_at')),
  'casino/plinko': any(aboveLeast, (part) => Number(part['rows']) % 4 !== 0),
  'casino/slots': aboveLeast,
  'casino/wheel': aboveLeast,
  'casino/scratch-card': aboveLeast,
  'casino/hilo': aboveLeast,
  'casino/keno': aboveLeast,
  'casino/mines': any(aboveLeast, (part) => Number(part['mines']) + Number(part['reveals']) > 25),
  'casino/baccarat': aboveLeast,
  'casino/B/bet': any(aboveLeast, (part) => !isWhole(part)),
  'casino/B/history': never,
  'casino/A/batch': never,
  'casino/B/verifyRound': never,
  'casino/A/deal': never,
  'casino/A/leaderboard': never,
  'casino/A/transactions': never,
  'casino/A/tournaments': never,
  'casino/A/challenges': never,
  'casino/A/bankrollCurve': never,
  'casino/A/withdraw': (part) => part['address'] !== `0x${'c'.repeat(40)}`,
  'casino/A/depositAddress': never,
  'casino/A/configureKelly': fine('risk_factor'),
  'casino/A/verifyBet': never,
  'casino/A/rotate': never,
  'casino/A/createChallenge': any(mayBeSelf('challenged_agent_id'), ({ game }) => game === 'blackjack', hasParameters),
  'casino/short/launch': any(aboveLeast, fine('cash_out_at')),
}; // prettier-ignore

/** True where a 400 may be right though the form is: `name` is that of the rules of form. */
export const mayBeRefused = (name: string, call: DoubtedCall): boolean => {
  const { exchange } = call;
  const part: Body = (exchange.method === 'GET' ? exchange.query : exchange.body) ?? {};
  return isHuge(part) || (doubts[name] ?? always)(part, call);
};
