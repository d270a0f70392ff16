/**
 * Every operation that more than one style has, once: how each style asks for it. A row more is an operation more in
 * the property of `styles.test.ts`. Registration is no such operation: style A pays nothing, style B 10.00 (gap F1).
 */
import type { JsonObject, Method } from '../../../src/core/http/message.ts';

/** What a command is about, drawn at random; each operation takes what it needs of it. */
export interface Draw {
  /** Who asks, and of whom it is: agent ids. */
  readonly by: string;
  readonly other: string;
  /** An amount from 0.05 to some dollars: the smallest is too small for an escrow and for a bet of style B. */
  readonly cents: number;
  /** Which of what has been made before; the last ones first. */
  readonly back: number;
  /** True if the caller is the creator of the record. */
  readonly own: boolean;
  readonly flag: boolean;
}

/** What earlier commands have made, by kind. */
export interface Made {
  /** The one that is so far back, or a name that nobody has. */
  pick(kind: string, back: number): string;
}

export type Asked = readonly [Method, string, JsonObject?];

export interface Operation {
  readonly name: string;
  /** What the answer names, to be asked about later; in every style. */
  readonly makes?: { readonly kind: string; readonly field: string };
  /** The kind of what it is about, among what has been made. */
  readonly about?: string;
  readonly styles: Readonly<Record<string, (draw: Draw, made: Made) => Asked>>;
}

const escrowA = '/escrow/api/v1/escrow';
const domainsA = '/domains/api/v1';
const domainsB = '/api/domains-api';
const tradingA = '/trading/api/v1';
const tradingB = '/api/trading-api';
const casinoA = '/casino/api/v1';
const casinoB = '/api/casino-api';
const walletA = '/wallet/api/v1';
const walletB = '/api/wallet-api';

const dollars = ({ cents }: Draw): string => (cents / 100).toFixed(2);
/** The same amount in the form of the other style. */
const number = ({ cents }: Draw): number => cents / 100;
const nameOf = ({ cents, other }: Draw): string => `${other}-${cents % 7}.agent`;
/** From 0.10 on, where both styles take the bet. */
const stake = ({ cents }: Draw): number => Math.max(10, cents % 100) / 100;
const chain = ({ flag }: Draw): string => (flag ? 'base' : 'polygon');
const perp = ({ flag, cents }: Draw): string => (flag ? 'ETH' : ['BTC', 'SOL'][cents % 2]) ?? 'ETH';

export const operations: readonly Operation[] = [
  {
    name: 'create an escrow',
    makes: { kind: 'escrow', field: 'escrow_id' },
    styles: {
      A: (draw) => [
        'POST',
        `${escrowA}/create`,
        { buyer: draw.by, seller: draw.other, amount: number(draw), memo: 'm' },
      ],
      B: (draw) => [
        'POST',
        '/escrow/escrow',
        { receiver: draw.other, amount: dollars(draw), description: 'm' },
      ],
    },
  },
  {
    name: 'release an escrow',
    about: 'escrow',
    styles: {
      A: ({ back }, made) => ['POST', `${escrowA}/release`, { escrow_id: made.pick('escrow', back) }],
      B: ({ back }, made) => ['POST', `/escrow/escrow/${made.pick('escrow', back)}/release`],
    },
  },
  {
    name: 'refund an escrow',
    about: 'escrow',
    styles: { B: ({ back }, made) => ['POST', `/escrow/escrow/${made.pick('escrow', back)}/refund`] },
  },
  {
    name: 'dispute an escrow',
    about: 'escrow',
    styles: {
      A: ({ back }, made) => [
        'POST',
        `${escrowA}/dispute`,
        { escrow_id: made.pick('escrow', back), reason: 'r' },
      ],
      B: ({ back }, made) => ['POST', `/escrow/escrow/${made.pick('escrow', back)}/dispute`, { reason: 'r' }],
    },
  },
  {
    name: 'read an escrow',
    about: 'escrow',
    styles: {
      A: ({ back }, made) => ['GET', `${escrowA}/${made.pick('escrow', back)}`],
      B: ({ back }, made) => ['GET', `/escrow/escrow/${made.pick('escrow', back)}`],
    },
  },
  {
    name: 'list escrows',
    styles: { A: () => ['GET', `${escrowA}/list`], B: () => ['GET', '/escrow/escrows'] },
  },
  { name: 'claim daily', styles: { B: () => ['POST', '/faucet/claim'] } },
  {
    name: 'ask the faucet',
    styles: { A: () => ['GET', '/faucet/api/v1/faucet/status'], B: () => ['GET', '/faucet/status'] },
  },
  {
    name: 'register a domain',
    makes: { kind: 'domain', field: 'domain' },
    styles: {
      A: (draw) => ['POST', `${domainsA}/register`, { domain: nameOf(draw), years: 1 }],
      B: (draw) => ['POST', `${domainsB}/register`, { domain: nameOf(draw) }],
    },
  },
  {
    name: 'hand a domain on',
    about: 'domain',
    styles: {
      B: ({ back, other }, made) => [
        'POST',
        `${domainsB}/transfer`,
        { domain: made.pick('domain', back), to: other },
      ],
    },
  },
  {
    name: 'list domains',
    styles: { A: () => ['GET', `${domainsA}/domains`], B: () => ['GET', `${domainsB}/domains`] },
  },
  {
    // Under policy `trading.sizeA: quote` a size is an amount of USDC in both styles (gap T1).
    name: 'trade a perpetual',
    makes: { kind: 'order', field: 'order_id' },
    styles: {
      A: (draw) => [
        'POST',
        `${tradingA}/orders`,
        { symbol: `${perp(draw)}-PERP`, side: draw.flag ? 'long' : 'short', size: number(draw), leverage: 3 },
      ],
      B: (draw) => [
        'POST',
        `${tradingB}/order`,
        {
          pair: `${perp(draw)}-USDC`,
          side: draw.flag ? 'buy' : 'sell',
          amount: dollars(draw),
          market_type: 'perp',
          leverage: 3,
        },
      ],
    },
  },
  {
    name: 'bid for a perpetual',
    makes: { kind: 'order', field: 'order_id' },
    styles: {
      A: (draw) => [
        'POST',
        `${tradingA}/orders`,
        { symbol: 'DOGE-PERP', side: 'long', size: number(draw), type: 'limit', price: 0.01 },
      ],
      B: (draw) => [
        'POST',
        `${tradingB}/order`,
        {
          pair: 'DOGE-USDC',
          side: 'buy',
          amount: dollars(draw),
          market_type: 'perp',
          type: 'limit',
          price: '0.01',
        },
      ],
    },
  },
  {
    name: 'cancel an order',
    about: 'order',
    styles: {
      A: ({ back }, made) => ['POST', `${tradingA}/orders/${made.pick('order', back)}/cancel`],
      B: ({ back }, made) => ['DELETE', `${tradingB}/order/${made.pick('order', back)}`],
    },
  },
  {
    name: 'list positions',
    styles: { A: () => ['GET', `${tradingA}/positions`], B: () => ['GET', `${tradingB}/portfolio`] },
  },
  {
    name: 'flip a coin',
    styles: {
      A: (draw) => [
        'POST',
        `${casinoA}/games/coin-flip`,
        { amount: stake(draw), side: draw.flag ? 'heads' : 'tails' },
      ],
      B: (draw) => [
        'POST',
        `${casinoB}/bet`,
        { game: 'coinflip', amount: stake(draw).toFixed(2), params: { side: draw.flag ? 'heads' : 'tails' } },
      ],
      short: (draw) => [
        'POST',
        `${casinoA}/games/coinflip`,
        { side: draw.flag ? 'heads' : 'tails', amount: stake(draw), currency: 'USDC' },
      ],
    },
  },
  {
    name: 'roll the dice',
    styles: {
      A: (draw) => [
        'POST',
        `${casinoA}/games/dice`,
        { amount: stake(draw), direction: draw.flag ? 'over' : 'under', threshold: 50 },
      ],
      B: (draw) => [
        'POST',
        `${casinoB}/bet`,
        { game: 'dice', amount: stake(draw), params: { target: 50, over: draw.flag } },
      ],
    },
  },
  {
    name: 'spin the roulette',
    styles: {
      A: (draw) => [
        'POST',
        `${casinoA}/games/roulette`,
        { amount: stake(draw), bet_type: draw.flag ? 'red' : 'odd' },
      ],
      B: (draw) => [
        'POST',
        `${casinoB}/bet`,
        { game: 'roulette', amount: stake(draw), params: { bet: draw.flag ? 'red' : 'odd' } },
      ],
    },
  },
  {
    name: 'list the games',
    styles: { A: () => ['GET', `${casinoA}/games`], B: () => ['GET', `${casinoB}/games`] },
  },
  {
    name: 'read the casino stats',
    styles: { A: () => ['GET', `${casinoA}/stats/me`], B: () => ['GET', `${casinoB}/stats`] },
  },
  {
    name: 'send to an agent over a chain',
    styles: {
      A: (draw) => ['POST', `${walletA}/send`, { to: draw.other, amount: number(draw), chain: chain(draw) }],
      B: (draw) => ['POST', `${walletB}/send`, { to: draw.other, amount: dollars(draw), chain: chain(draw) }],
    },
  },
  {
    name: 'read the wallet',
    styles: { A: () => ['GET', `${walletA}/balance`], B: () => ['GET', `${walletB}/balance`] },
  },
  {
    name: 'read the addresses of the wallet',
    styles: { A: () => ['GET', `${walletA}/addresses`], B: () => ['GET', `${walletB}/address`] },
  },
  {
    name: 'list what moved the wallet',
    styles: { A: () => ['GET', `${walletA}/transactions`], B: () => ['GET', `${walletB}/transactions`] },
  },
];

/** Where state is read, style by style, for each agent. */
export const readings: readonly string[] = [
  `${escrowA}/list`,
  '/escrow/escrows?limit=100',
  '/faucet/api/v1/faucet/status',
  '/faucet/status',
  '/faucet/referrals',
  `${domainsA}/domains`,
  `${domainsB}/domains`,
  `${tradingA}/positions`,
  `${tradingB}/portfolio`,
  `${tradingB}/orders?status=all&limit=100`,
  `${casinoA}/auth/balance`,
  `${casinoA}/auth/ledger`,
  `${casinoA}/stats/me`,
  `${casinoB}/stats`,
  `${casinoB}/history?limit=100`,
  `${walletA}/balance`,
  `${walletA}/transactions?limit=100`,
  `${walletB}/balance`,
  `${walletB}/transactions?limit=100`,
  `${walletB}/address`,
];
