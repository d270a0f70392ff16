/** Deposits that name an address alone: one that was shown takes them on its chain, or on the chain that it is of. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { DepositModel } from '../../../src/verification/oracle/models/deposits.ts';
import { caseOf, exchangeOf } from './said.ts';

const evm = '0xAbCdef0000000000000000000000000000000001';
const [solana, tron] = ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'];

/** What is said of a deposit once these addresses were shown, each with its chain. */
function saidOf(
  sent: Body,
  { status = 400, chain = '', shown = [['base', evm], ['solana', solana]] as readonly (readonly [string, string])[] } = {},
): string[] {
  const { file, said } = caseOf();
  const model = new DepositModel(file);
  const answered = (call: string, more: object): void => model.answered(exchangeOf(call, more), undefined);
  for (const [on, address] of shown) answered('casino/A/depositAddress', { answer: { address, chain: on } });
  const answer = status < 300 ? { chain } : { code: 'BAD_REQUEST', error: 'none' };
  answered('control/_/deposit', { status, body: { amount: 2, ...sent }, answer });
  return said;
} // prettier-ignore

const refused = 'deposits-credited: control/_/deposit is answered BAD_REQUEST; expected OK';
const taken = 'deposits-credited: control/_/deposit is answered OK; expected BAD_REQUEST';

describe('an address that was shown', () => {
  it.each<[Body, string]>([
    [{ address: evm }, 'base'],
    [{ address: evm.toLowerCase() }, 'base'],
    [{ address: evm, chain: 'ethereum' }, 'ethereum'],
    [{ address: solana }, 'solana'],
    [{ address: solana, chain: 'solana' }, 'solana'],
  ])('takes %j', (sent, chain) => {
    expect([saidOf(sent), saidOf(sent, { status: 201, chain })]).toEqual([[refused], []]);
  });

  it.each<Body>([
    { address: evm, chain: 'solana' },
    { address: solana, chain: 'base' },
    { address: solana, chain: 'tron' },
    { address: evm, amount: 1_000_000_001 },
  ])('does not take %j', (sent) => {
    const chain = sent['address'] === evm ? 'base' : 'solana';
    expect([saidOf(sent), saidOf(sent, { status: 201, chain })]).toEqual([[], [taken]]);
  });

  it('belongs to each chain on which it was shown', () => {
    const shown = [['solana', tron], ['tron', tron]] as const; // prettier-ignore
    for (const chain of ['solana', 'tron'])
      expect(saidOf({ address: tron, chain }, { shown })).toEqual([refused]);
  });
});

it('of an address that no answer has shown nothing is known but its chain', () => {
  const shown: readonly (readonly [string, string])[] = [];
  expect([saidOf({ address: evm }, { shown }), saidOf({ address: evm }, { shown, status: 201, chain: 'base' })]).toEqual([[], []]);
  expect(saidOf({ address: evm }, { shown, status: 201, chain: 'tron' })).toEqual([
    `deposits-credited: ${evm} is an address of tron is false; expected true`,
  ]);
}); // prettier-ignore
