/** A platform with agents who can afford domains, and short words for what they do with them. */
import { microsPerUsdc } from '../../src/core/base/money.ts';
import type { JsonObject } from '../../src/core/http/message.ts';
import { expectStatus } from './expect-status.ts';
import {
  open,
  type Caller,
  type Member,
  type Overrides,
  type Reply,
  type Stage,
  type StageOptions,
} from './harness.ts';

export const api = '/domains/api/v1';
export const short = '/api/domains-api';

/** Gives an agent USDC out of the faucet pool, so that money stays conserved. */
export const fund = (stage: Stage, member: Member, usdc: number): void =>
  stage.grant(member, usdc * microsPerUsdc, 'faucet:pool');

/** Alice and Bob, each with 1,010.00 USDC. */
export function richPair(overrides: Overrides = {}, options: StageOptions = {}) {
  const stage = open(overrides, options);
  const { alice, bob } = stage.pair();
  for (const member of [alice, bob]) fund(stage, member, 1_000);
  return { stage, alice, bob };
}

/** Registers in style B and gives the answer's body. */
export function take(member: Caller, domain: string, fields: object = {}): JsonObject {
  const reply = member.post(`${short}/register`, { domain, ...fields });
  expectStatus(reply, 201);
  return reply.body;
}

export const lookup = (caller: Caller, domain: string): Reply => caller.get(`${short}/lookup/${domain}`);
export const check = (caller: Caller, domain: string): Reply => caller.get(`${api}/check`, { domain });
export const renew = (caller: Caller, domain: string, years?: unknown): Reply =>
  caller.post(`${short}/renew`, { domain, years });
export const transfer = (caller: Caller, domain: string, to: string, price?: unknown): Reply =>
  caller.post(`${short}/transfer`, { domain, to, price });
export const setRecord = (caller: Caller, domain: string, fields: object): Reply =>
  caller.post(`${api}/dns`, { domain, ...fields });
