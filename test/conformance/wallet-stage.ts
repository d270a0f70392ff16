/** A platform with money on simulated chains, and short words for what agents do with their wallets. */
import type { JsonObject } from '../../src/core/http/message.ts';
import { deriveKeys } from '../../src/platform/services/wallet/keys/hd-wallet.ts';
import { fund } from './domain-stage.ts';
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

export const v1 = '/wallet/v1';
export const api = '/wallet/api/v1';
export const short = '/api/wallet-api';

export const usdcOn = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  tron: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
} as const;

/** An EVM address that belongs to no agent. */
export const stranger = `0x${'c'.repeat(40)}`;

/** The keys of the words that every library's tests begin with (facts/wallet.md). */
export const testKeys = deriveKeys(
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
);

/** Alice and Bob with 1,010.00 USDC each; nothing fails on the chains unless a policy says so. */
export function walletPair(overrides: Overrides = {}, options: StageOptions = {}) {
  const stage = open({ 'wallet.failures': 'none', ...overrides }, options);
  const { alice, bob } = stage.pair();
  for (const member of [alice, bob]) fund(stage, member, 1_000);
  return { stage, alice, bob };
}

/** Gives an address money out of nowhere. */
export function drop(stage: Stage, chain: string, address: string, amount: string, asset = 'native'): void {
  const reply = stage.anonymous().post('/_sim/chain/fund', { chain, address, amount, asset });
  expectStatus(reply, 200);
}

export interface Made {
  readonly addresses: Readonly<Record<string, string>>;
  readonly mnemonic: string;
}

export function makeWallet(caller: Caller): Made {
  const reply = caller.post(`${v1}/wallet/create`);
  expectStatus(reply, 200);
  return reply.body as unknown as Made;
}

export const balanceOn = (
  caller: Caller,
  chain: string,
  address: string,
  query: Record<string, string> = {},
): Reply => caller.get(`${v1}/wallet/balance/${address}`, { chain, ...query });

export const sendSigned = (caller: Caller, fields: object): Reply => caller.post(`${v1}/wallet/send`, fields);

export const sendB = (caller: Caller, fields: object): Reply => caller.post(`${short}/send`, fields);
export const sendA = (caller: Caller, fields: object): Reply => caller.post(`${api}/send`, fields);
export const poll = (caller: Caller, hash: string): Reply => caller.get(`${short}/tx/${hash}`);

/** One ether for USDC on Base, unless said otherwise. */
export const swapFields = (fields: object = {}): JsonObject => ({
  from_chain: 'ethereum',
  to_chain: 'base',
  from_token: 'native',
  to_token: usdcOn.base,
  amount: 1,
  ...fields,
});

export const quote = (caller: Caller, fields: object = {}): Reply =>
  caller.get(
    `${v1}/wallet/swap/quote`,
    Object.fromEntries(
      Object.entries(swapFields(fields)).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  );

export const order = (caller: Caller, fields: object = {}): Reply =>
  caller.post(`${v1}/wallet/swap`, { ...swapFields({ to_address: stranger }), ...fields });

export const statusOf = (caller: Caller, id: string): Reply => caller.get(`${v1}/wallet/swap/status/${id}`);

/** What an agent holds on a chain, in style B. */
export function chainOfB(member: Member, chain: string): JsonObject {
  const { chains } = member.get(`${short}/balance`, {}).body as { chains: Record<string, JsonObject> };
  return chains[chain] ?? {};
}
