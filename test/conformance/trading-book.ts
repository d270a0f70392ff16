/**
 * What trading tests share: agents with money, quotes as whole numbers, and the same prices once more, read straight
 * from the model, so that a test can know when a price will be where.
 */
import { assert, present } from '../../src/core/base/assert.ts';
import { parseUsdc } from '../../src/core/base/money.ts';
import { minuteMs } from '../../src/core/base/time.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { Markets, type TradedAsset } from '../../src/platform/services/trading/markets.ts';
import { originOf, PriceFeed } from '../../src/platform/services/trading/price-feed.ts';
import { readDecimal } from '../../src/platform/services/trading/units.ts';
import { expectStatus } from './expect-status.ts';
import { open, textOf, type Member, type Overrides, type Stage, type StageOptions } from './harness.ts';

export const orderPath = '/api/trading-api/order';
export const orderPathA = '/trading/api/v1/orders';

/** A Saturday night's quiet start would be a weekend; this is a Wednesday. */
const usualStart = '2026-03-04T06:15:00.123Z';

/** A platform on a weekday with one agent on Enterprise that has `usdc` to trade with. */
export function tradingStage(
  overrides: Overrides = {},
  options: StageOptions & { usdc?: number; prices?: Prices | undefined } = {},
): { stage: Stage; alice: Member; oracle: Oracle } {
  const stage = open(overrides, { startAt: usualStart, ...options });
  const oracle = new Oracle(stage, options.prices ?? pricesOf(stage, overrides));
  return { stage, alice: trader(stage, 'alice', options.usdc ?? 1_000), oracle };
}

/** A new agent on Enterprise with money from nowhere but the issuer. */
export function trader(stage: Stage, agentId: string, usdc: number): Member {
  const member = stage.joinB(agentId);
  stage.setTier(member, 'enterprise');
  const micros = usdc * 1_000_000 - member.spendable;
  if (micros > 0) stage.grant(member, micros);
  return member;
}

/** Places an order in style B that has to be accepted. */
export function place(member: Member, fields: object): JsonObject {
  const reply = member.post(orderPath, { pair: 'ETH-USDC', side: 'buy', amount: 100, ...fields });
  expectStatus(reply, 201);
  return reply.body;
}

export const priceOf = (member: Member, pair = 'ETH-USDC'): JsonObject => {
  const reply = member.get(`/api/trading-api/price/${pair}`);
  expectStatus(reply, 200);
  return reply.body;
};

export const positionsOf = (member: Member): readonly JsonObject[] =>
  member.get('/api/trading-api/portfolio').list('positions');

/** Decimal text of an answer as a number. */
export const numberOf = (record: JsonObject, field: string): number => Number(textOf(record, field));

/** USDC text of an answer in micros; minus signs included. */
export function microsOf(record: JsonObject, field: string): number {
  const text = textOf(record, field);
  const micros = parseUsdc(text.replace(/^-/, ''));
  assert(micros !== undefined, () => `${field} is an amount in ${JSON.stringify(record)}`);
  return text.startsWith('-') ? -micros : micros;
}

/** All markets and their prices. Stages of one seed, start and set of policies have the same ones. */
export interface Prices {
  readonly markets: Markets;
  readonly feed: PriceFeed;
}

function pricesOf(stage: Stage, overrides: Overrides): Prices {
  const { policies, kernel } = stage.world;
  const stream = (path: string) => kernel.streams.stream(path);
  const clustering = overrides['trading.volatility'] === 'constant' ? 'constant' : 'clustered';
  return {
    markets: new Markets({ stream, counted: policies['trading.marketCount'] }),
    feed: new PriceFeed({ originMs: originOf(stage.nowMs), stream, clustering, jumps: [] }),
  };
}

/** The prices of a stage's seed, read without the service. */
export class Oracle implements Prices {
  readonly markets: Markets;
  readonly feed: PriceFeed;
  readonly #stage: Stage;

  constructor(stage: Stage, { markets, feed }: Prices) {
    this.#stage = stage;
    this.markets = markets;
    this.feed = feed;
  }

  asset(name: string): TradedAsset {
    return present(this.markets.assetOf(`${name}-USDC`), `${name} is traded`);
  }

  /** The mid price now, or some minutes ahead. */
  mid(name: string, minutesAhead = 0): number {
    const atMs = this.#stage.nowMs + minutesAhead * minuteMs;
    return this.feed.mid(this.asset(name), this.feed.stepAt(atMs));
  }

  /** Minutes until the mid first satisfies the condition; at most a month. */
  minutesUntil(name: string, holds: (mid: number) => boolean): number {
    for (let minutes = 1; minutes < 30 * 1_440; minutes++) if (holds(this.mid(name, minutes))) return minutes;
    throw new Error(`${name} does not get there within a month; take another seed`);
  }

  /** A price as text, from ticks. */
  text(name: string, ticks: number): string {
    const { priceDecimals } = this.asset(name);
    return (ticks / 10 ** priceDecimals).toFixed(priceDecimals);
  }

  ticks(name: string, text: string): number {
    return present(readDecimal(text, this.asset(name).priceDecimals), `${text} is a price`);
  }
}
