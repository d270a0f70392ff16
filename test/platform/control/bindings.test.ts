/** What the calls under /_sim make of bodies, and how they write results: pure functions, without a world. */
import { expect, it } from 'vitest';
import { refuse } from '../../../src/core/base/refusal.ts';
import { readBody, readParams, readQuery, written } from './control-rows.ts';

const atMs = Date.UTC(2026, 0, 1, 12, 30);
const at = '2026-01-01T12:30:00.000Z';
const standing = { branch: 'main', atMs, event: 4, digest: 'd4' };
const standingText = { branch: 'main', now: at, event: 4, digest: 'd4' };
const request = { event: 3, agent: 'ann', service: 'escrow', operation: 'create', call: 'POST /escrow', status: 201, code: '', answer: 'h' }; // prettier-ignore
const checkpoint = { name: 'before', ...standing, more: 1 };
const outage = { kind: 'outage', service: 'escrow', atMs, forMs: 90_000 };
const books = [
  { network: 'base', minted: 1_500_000_000_000_000_000n, fees: 21n },
  { network: 'solana', minted: 2_000_000_000n, fees: 0n },
];
const deposit = { depositId: 'dep_1', agent: { agentId: 'ann' }, chain: 'base', address: '0xa', amountMicros: 2_500_000, txHash: '0xh', dueAtMs: atMs }; // prettier-ignore
const granted = { asset: { network: 'base', kind: 'usdc' }, address: '0xa', amount: 1_500_000n, hash: '0xh', balance: 2_000_000n }; // prettier-ignore
const difference = (parted: unknown, other = 'd4'): object => ({
  a: standing,
  b: { ...standing, branch: 'retry', digest: other },
  parted,
  differing: 2,
  balances: [
    { agentId: 'ann', a: 1_500_000, b: 0 },
    { agentId: 'bob', a: null, b: 20_000 },
  ],
});
const differenceText = (parted: unknown, isSame: boolean): object => ({
  a: standingText,
  b: { ...standingText, branch: 'retry', digest: isSame ? 'd4' : 'd5' },
  same: isSame,
  parted,
  differing: 2,
  balances: [
    { agent: 'ann', a: '1.50', b: '0.00' },
    { agent: 'bob', a: null, b: '0.02' },
  ],
});
const left = { ...standing, isCurrent: true, requests: 7, from: { branch: 'first', event: 2, atMs } };
const world = { seed: '7', profile: 'published', policyHash: 'ab', kernel: { nowMs: atMs } };
const joined = { group: 'sellers', behaviour: 'escrow-seller', agentIds: ['sellers-1', 'sellers-2'] };

it.each<[string, unknown, unknown]>([
  ['clock', { nowMs: atMs }, { now: at }],
  ['policy', { profile: 'p' }, { profile: 'p' }],
  ['requestTier', { agent: { agentId: 'ann', tier: 'free' }, effectiveAtMs: atMs }, { agent_id: 'ann', effective_at: at }],
  ['deposit', { deposit, more: 1 }, { deposit_id: 'dep_1', agent_id: 'ann', chain: 'base', address: '0xa', amount: '2.50', tx_hash: '0xh', due_at: at }],
  ['fund', granted, { tx_hash: '0xh', chain: 'base', address: '0xa', asset: 'USDC', amount: '1.50', balance: '2.00' }],
  ['fund', { ...granted, asset: { network: 'solana', kind: 'native' } }, { tx_hash: '0xh', chain: 'solana', address: '0xa', asset: 'SOL', amount: '0.0015', balance: '0.002' }],
  ['books', { drift: 0, chains: books }, { drift: 0, chains: [{ chain: 'base', symbol: 'ETH', minted: '1.50', fees: '0.000000000000000021' }, { chain: 'solana', symbol: 'SOL', minted: '2.00', fees: '0.00' }] }],
  ['advance', { nowMs: atMs, events: 12 }, { now: at, events: 12 }],
  ['pace', { pace: 60, nowMs: atMs }, { pace: '60x', now: at }],
  ['pace', { pace: 1, nowMs: atMs }, { pace: 'real', now: at }],
  ['pace', { pace: 'manual', nowMs: atMs }, { pace: 'manual', now: at }],
  ['fault', outage, { service: 'escrow', kind: 'outage', from: at, until: '2026-01-01T12:31:30.000Z' }],
  ['fault', { kind: 'clock-step', service: 'faucet', atMs, byMs: -5 }, { service: 'faucet', kind: 'clock-step', from: at, until: null }],
  ['endFault', { number: 2, fault: outage, endMs: atMs }, { number: 2, service: 'escrow', kind: 'outage', until: at }],
  ['reset', world, { seed: '7', profile: 'published', policy_hash: 'ab', now: at }],
  ['grant', { agentId: 'ann', amountMicros: 1_000_000, availableMicros: 11_500_000 }, { agent_id: 'ann', amount: '1.00', balance: '11.50' }],
  ['addAgents', joined, { group: 'sellers', agent: 'escrow-seller', count: 2, agents: ['sellers-1', 'sellers-2'] }],
  ['session', { session: 1 }, { session: 1 }],
  ['checkpoint', checkpoint, { name: 'before', ...standingText }],
  ['checkpoints', [checkpoint], { checkpoints: [{ name: 'before', ...standingText }] }],
  ['rewind', { ...standing, more: 1 }, standingText],
  ['switchTo', standing, standingText],
  ['branches', [left, { ...left, isCurrent: false, from: undefined }], { branches: [
    { ...standingText, current: true, requests: 7, from: { branch: 'first', event: 2, now: at } },
    { ...standingText, current: false, requests: 7, from: null },
  ] }],
  ['compareBranches', difference(null), differenceText(null, true)],
  ['compareBranches', difference({ field: 'status', a: { ...request, atMs }, b: null }, 'd5'), differenceText({ field: 'status', a: { ...request, at }, b: null }, false)],
  ['listAgents', { total: 3 }, { total: 3 }],
  ['agentInFull', { address: '0xa' }, { address: '0xa' }],
  ['exchangeInFull', { step: 's' }, { step: 's' }],
  ['charts', { charts: [] }, { charts: [] }],
])('%s writes a result as its answer', (operation, result, answer) => {
  expect(written(operation, result)).toEqual(answer);
}); // prettier-ignore

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const bad = (message: string): unknown => refuse('BAD_REQUEST', message);
const eitherOr = bad('expected either {"by": "24h"} or {"to": "2026-02-01T00:00:00Z"}, and not both');
const oneTarget = bad('expected either api_key or address, and not both');
const rfc3339 = 'an instant in RFC 3339 such as 2026-02-01T00:00:00Z';
const fault = { service: 'escrow', kind: 'outage', for: '1m' };

it.each<[string, unknown, unknown]>([
  ['advance', { by: '1h30m' }, { byMs: 5_400_000 }],
  ['advance', { to: '2026-01-01T12:30:00Z' }, { toMs: atMs }],
  ['advance', {}, eitherOr],
  ['advance', { by: '1h', to: '2026-01-01T12:30:00Z' }, eitherOr],
  ['advance', { by: '0.3ms' }, bad('by is "0.3ms"; expected whole ms')],
  ['advance', { to: 'tomorrow' }, bad(`to is "tomorrow"; expected ${rfc3339}`)],
  ['pace', { pace: 'manual' }, 'manual'],
  ['pace', { pace: 'real' }, 1],
  ['pace', { pace: '60x' }, 60],
  ['pace', { pace: '0.000001x' }, 0.000_001],
  ['pace', { pace: '1000000x' }, 1_000_000],
  ...['1000000.1x', '0x', '60', '60xx', '1.x', 'x60x', '0.0000001x', ''].map((pace): [string, unknown, unknown] => ['pace', { pace }, bad(`pace is "${pace}"; expected manual, real, or a factor such as 60x or 0.5x up to 1000000x`)]),
  ['fault', fault, { source: fault, atMs: undefined }],
  ['fault', { ...fault, at: '2026-01-01T12:30:00Z' }, { source: fault, atMs }],
  ['fault', { ...fault, at: '1970-01-01T00:00:00Z' }, { source: fault, atMs: 0 }],
  ...['1969-12-31T23:59:59Z', 'soon'].map((text): [string, unknown, unknown] => ['fault', { ...fault, at: text }, bad(`at is "${text}"; expected ${rfc3339}, or no "at" for now`)]),
  ['fault', { ...fault, rate: 1 }, bad('a fault of kind outage has no "rate"; expected service, kind, for')],
  ['endFault', { number: 3 }, { number: 3 }],
  ['reset', {}, { seed: undefined, profile: undefined, policies: undefined, startMs: undefined }],
  ['reset', { seed: 8, profile: 'consistent', policies: { a: 'b' }, start: '2026-01-01T12:30:00Z' }, { seed: '8', profile: 'consistent', policies: { a: 'b' }, startMs: atMs }],
  ['reset', { start: '1970-01-01T00:00:00Z' }, { seed: undefined, profile: undefined, policies: undefined, startMs: 0 }],
  ...['1969-12-31T23:59:59Z', '9999-01-01T00:00:00Z', 'soon'].map((start): [string, unknown, unknown] => ['reset', { start }, bad(`start is "${start}"; expected ${rfc3339}, from 1970 to 9998`)]),
  ['grant', { api_key: 'k', amount: '2.5' }, { apiKey: 'k', amountMicros: 2_500_000, from: 'issuer' }],
  ['grant', { api_key: 'k', amount: 1, from: 'faucet:pool' }, { apiKey: 'k', amountMicros: 1_000_000, from: 'faucet:pool' }],
  ['grant', { api_key: 'k', amount: 0 }, bad('amount must be at least 0.000001')],
  ['deposit', { api_key: 'k', amount: 1, chain: 'base' }, { to: { apiKey: 'k' }, chain: 'base', amountMicros: 1_000_000 }],
  ['deposit', { address, amount: '0.000001' }, { to: { address }, chain: undefined, amountMicros: 1 }],
  ['deposit', { amount: 1 }, oneTarget],
  ['deposit', { api_key: 'k', address, amount: 1 }, oneTarget],
  ['deposit', { api_key: 'k', amount: 'much' }, bad('amount must be an amount of USDC with at most 6 decimals')],
  ['requestTier', { api_key: 'k', tier: 'pro' }, { apiKey: 'k', tier: 'pro', atOnce: false }],
  ['requestTier', { api_key: 'k', tier: 'pro', at_once: true }, { apiKey: 'k', tier: 'pro', atOnce: true }],
  ['fund', { chain: 'base', address, amount: '1.5' }, { asset: { network: 'base', kind: 'native' }, address: address.toLowerCase(), amount: 1_500_000_000_000_000_000n }],
  ['fund', { chain: 'base', address, amount: '1.5', asset: 'usdc' }, { asset: { network: 'base', kind: 'usdc' }, address: address.toLowerCase(), amount: 1_500_000n }],
  ['fund', { chain: 'bitcoin', address, amount: '1', asset: 'usdc' }, bad('there is no USDC on bitcoin')],
  ['fund', { chain: 'bitcoin', address, amount: '1' }, bad('address is no address on bitcoin')],
  ['addAgents', { agent: 'escrow-seller', count: 2 }, { agent: 'escrow-seller', count: 2 }],
  ['checkpoint', { name: 'x' }, { name: 'x' }],
  ['switchTo', { to: 'main' }, { to: 'main' }],
  ['compareBranches', { a: 'x' }, { a: 'x', b: undefined }],
  ['compareBranches', { a: 'x', b: 'y' }, { a: 'x', b: 'y' }],
  ['rewind', { to: 47 }, { to: { event: 47 }, branch: undefined }],
  ['rewind', { to: 1_000_000_000_000_000 }, { to: { event: 1_000_000_000_000_000 }, branch: undefined }],
  ['rewind', { to: '47', branch: 'retry' }, { to: { event: 47 }, branch: 'retry' }],
  ['rewind', { to: '123456789012345' }, { to: { event: 123_456_789_012_345 }, branch: undefined }],
  ['rewind', { to: 'before' }, { to: { name: 'before' }, branch: undefined }],
  ['rewind', { to: '2026-01-01T12:30:00Z', branch: 'b' }, { to: { instantMs: atMs }, branch: 'b' }],
  ...['1234567890123456', '-before', ''].map((to): [string, unknown, unknown] => ['rewind', { to }, bad(`to is "${to}"; expected the name of a checkpoint, an event, or ${rfc3339}`)]),
])('%s reads %j', (operation, body, input) => {
  expect(readBody(operation, body)).toEqual(input);
}); // prettier-ignore

it.each(['agentInFull', 'exchangeInFull'])('%s reads the number of its path', (operation) => {
  expect(readParams(operation, { number: '12' })).toEqual({ number: 12 });
});

it('listAgents reads filters, an order and a page of 25', () => {
  const page = { limit: 25, page: 1 };
  const all = { search: '', tier: undefined, state: 'all', order: 'number', page };
  expect(readQuery('listAgents', {})).toEqual(all);
  const query = { search: 'a', tier: 'pro', state: 'holding', order: 'balance', limit: '3', page: '2' };
  expect(readQuery('listAgents', query)).toEqual({ ...query, limit: undefined, page: { limit: 3, page: 2 } });
  expect(readQuery('listAgents', { limit: '101' })).toEqual({ ...all, page: { limit: 100, page: 1 } });
});

it.each(['clock', 'ledger', 'books', 'session', 'checkpoints', 'branches', 'charts'])('%s reads nothing', (operation) => {
  expect(readBody(operation, undefined)).toBeUndefined();
}); // prettier-ignore
