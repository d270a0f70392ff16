/** Which hand a call is about, what an open one hides, what a call means that leaves a field out, and what one reading alone admits. */
import { expect, it } from 'vitest';
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange, Body } from '../../../src/verification/oracle/exchange.ts';
import { checkDefaults } from '../../../src/verification/oracle/facts/defaults.ts';
import { checkRefusedByReading } from '../../../src/verification/oracle/facts/refusals-by-reading.ts';
import { HandModel } from '../../../src/verification/oracle/models/hands.ts';

const blank: AuditedExchange = {
  number: 0, atMs: 0, service: 'casino', style: 'A', operation: 'bet', method: 'POST', route: '', path: '', params: {}, query: {},
  headers: {}, body: undefined, isRaw: false, ip: '10.0.0.1', status: 200, answer: {}, answerHeaders: {},
}; // prettier-ignore

/** What is said under the policies. */
function listening(policies: Readonly<Record<string, string>> = {}): { file: Case; said: string[] } {
  const said: string[] = [];
  const file = { setting: { policies }, breaks: (_: string, message: string) => said.push(message) };
  return { file: file as unknown as Case, said };
}

const dealt = (nonce: number): Partial<AuditedExchange> => ({ operation: 'deal', answer: { nonce } });
const drawn = (nonce: number, outcome: 'OK' | 'CONFLICT' | 'NOT_FOUND' = 'OK', more: Body = {}): Partial<AuditedExchange> => ({
  path: '/casino/api/v1/games/video-poker/draw',
  body: { nonce, holds: [], ...more },
  ...(outcome === 'OK' ? {} : { status: outcome === 'CONFLICT' ? 409 : 404, answer: { code: outcome } }),
}); // prettier-ignore

function saidOfHands(calls: readonly Partial<AuditedExchange>[], policies: Record<string, string> = {}): string[] {
  const { file, said } = listening({ 'casino.videoPokerDeal': 'free', 'casino.openHands': 'stay', ...policies });
  const model = new HandModel(file);
  for (const call of calls) model.answered({ ...blank, ...call }, 'alice');
  return said;
} // prettier-ignore

it('a draw is to the latest hand, and once', () => {
  expect(saidOfHands([dealt(0), dealt(1), drawn(1), dealt(2), drawn(2)])).toEqual([]);
  const wrong = (nonce: number) =>
    `a draw to hand ${nonce} is taken, which is not the latest or was drawn to before`;
  expect(saidOfHands([dealt(0), dealt(1), drawn(0)])).toEqual([wrong(0)]);
  expect(saidOfHands([dealt(0), drawn(0), drawn(0)])).toEqual([wrong(0)]);
  expect(saidOfHands([dealt(0), { operation: 'rotate' }, drawn(0)])).toEqual([wrong(0)]);
});

it('the latest hand is there, unless a reading or the request itself says why it may not be', () => {
  const refused = ['a draw to the latest hand, 0, is answered CONFLICT'];
  expect(saidOfHands([dealt(0), drawn(0, 'CONFLICT')])).toEqual(refused);
  expect(saidOfHands([dealt(0), drawn(0, 'NOT_FOUND')])).toHaveLength(1);
  expect(saidOfHands([dealt(0), drawn(1, 'NOT_FOUND'), dealt(1), drawn(0, 'CONFLICT')])).toEqual([]);
  expect(saidOfHands([dealt(0), drawn(0, 'CONFLICT', { client_seed: 'other' })])).toEqual([]);
  expect(saidOfHands([dealt(0), drawn(0, 'CONFLICT')], { 'casino.videoPokerDeal': 'staked' })).toEqual([]);
  expect(saidOfHands([dealt(0), drawn(0, 'NOT_FOUND')], { 'casino.openHands': '24h' })).toEqual([]);
});

it('an open hand of blackjack shows one card of the dealer, alone and in a batch', () => {
  const hand = (status: string, ...dealer: string[]): Body => ({
    status,
    result: { player: ['9', 'T'], dealer },
  });
  expect(saidOfHands([{ answer: hand('open', 'Q') }, { answer: hand('settled', 'Q', '7') }])).toEqual([]);
  const shown = ['an open hand of blackjack shows 2 cards of the dealer; expected 1'];
  expect(saidOfHands([{ answer: hand('open', 'Q', '7') }])).toEqual(shown);
  expect(saidOfHands([{ answer: { results: [hand('open', 'Q', '7')] } }])).toEqual(shown);
});

it('a field that is left out means its default', () => {
  const send = { ...blank, service: 'wallet', style: 'B', operation: 'send', body: {} };
  const saidOf = (more: Partial<AuditedExchange>): string[] => {
    const { file, said } = listening();
    checkDefaults(file, { ...send, ...more });
    return said;
  };
  expect(saidOf({ answer: { chain: 'ethereum' } })).toEqual([]);
  expect(saidOf({ answer: { chain: 'base' }, body: { chain: 'base' } })).toEqual([]);
  expect(saidOf({ answer: { chain: 'base' } })).toEqual([
    'wallet/B/send without chain: it is "base"; expected ethereum',
  ]);
});

it.each([
  ['wallet.history', 'four', 'chainTransactions', { chain: 'tron' }, { chain: 'solana' }],
  ['wallet.moneroBalance', 'key', 'chainBalance', { chain: 'monero' }, { chain: 'monero', view_key: 'x' }],
  ['wallet.bitcoinSend', 'refused', 'sendSigned', { chain: 'bitcoin' }, { chain: 'base' }],
  ['wallet.monero', 'refused', 'sendSigned', { chain: 'monero' }, { chain: 'tron' }],
  ['wallet.tokenElsewhere', 'reject', 'sendSigned', { chain: 'solana', token: 'x' }, { chain: 'tron', token: 'x' }],
  ['wallet.nativeToken', 'contracts', 'quote', { from_token: 'native' }, { from_token: '0x1' }],
  ['wallet.swapChains', 'tokens', 'openSwap', { to_chain: 'monero' }, { to_chain: 'base' }],
])('%s=%s: %s refuses some of what another reading admits', (policy, option, operation, refused, admitted) => {
  const saidOf = (body: Body, policies: Record<string, string>): string[] => {
    const { file, said } = listening(policies);
    checkRefusedByReading(file, { ...blank, service: 'wallet', style: 'primary', operation, body });
    return said;
  };
  expect(saidOf(refused, { [policy]: option })).toHaveLength(1);
  expect(saidOf(refused, { [policy]: 'another' })).toEqual([]);
  expect(saidOf(admitted, { [policy]: option })).toEqual([]);
}); // prettier-ignore
