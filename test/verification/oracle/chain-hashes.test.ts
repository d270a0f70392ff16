/** Hashes of transactions: each of the form of the chain that it is on. */
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/verification/oracle/exchange.ts';
import { checkChainHashes } from '../../../src/verification/oracle/facts/chain-hashes.ts';
import { caseOf, exchangeOf } from './said.ts';

const digits = 'a9'.repeat(32);
/** The 64 bytes of a signature, and 63 of them. */
const [signature, shorter] = [`${'1'.repeat(63)}z`, `${'1'.repeat(62)}z`];
const hashes = { evm: `0x${digits}`, plain: digits, signature } as const;
const formOf = {
  ethereum: 'evm', base: 'evm', arbitrum: 'evm', polygon: 'evm', bitcoin: 'plain', tron: 'plain', monero: 'plain', solana: 'signature',
} as const; // prettier-ignore

function saidOf(answer: Body, call = 'wallet/B/transaction'): string[] {
  const { file, said } = caseOf();
  checkChainHashes(file, exchangeOf(call, { answer }));
  return said;
}

const message = (name: string, hash: string, chain: string): string =>
  `answers-fixed: wallet/B/transaction: ${name} is ${hash}, which is no hash on ${chain}`;

describe.each(Object.entries(formOf))('a hash on %s', (chain, form) => {
  it.each(Object.entries(hashes))('has its form: %s', (name, hash) => {
    const wanted = name === form ? [] : [message('tx_hash', hash, chain)];
    expect(saidOf({ chain, tx_hash: hash })).toEqual(wanted);
  });

  it('is looked at in lists and in both chains of a swap', () => {
    const swapped = { from_chain: chain, to_chain: chain, deposit_tx_hash: 'x', refund_tx_hash: 'y', payout_tx_hash: 'z' };
    expect(saidOf({ transactions: [{ chain, tx_hash: 'x' }, swapped] })).toEqual([
      message('tx_hash', 'x', chain), message('deposit_tx_hash', 'x', chain), message('refund_tx_hash', 'y', chain), message('payout_tx_hash', 'z', chain),
    ]);
  }); // prettier-ignore
});

it('is nearly of its form', () => {
  for (const hash of [digits.slice(1), `${digits}0`, `0x${digits}0`, `0X${digits}`, `0x${digits.toUpperCase()}`])
    expect(saidOf({ chain: 'base', tx_hash: hash })).toHaveLength(1);
  for (const hash of [shorter, `${signature}1`, `${signature}0`]) expect(saidOf({ chain: 'solana', tx_hash: hash })).toHaveLength(1);
}); // prettier-ignore

it('is left alone where it has no chain, is none yet, or is of the casino', () => {
  expect([{ tx_hash: 'x' }, { chain: 'base', tx_hash: null }, { chain: 'other', tx_hash: 'x' }].flatMap((answer) => saidOf(answer))).toEqual([]);
  expect(saidOf({ chain: 'solana', tx_hash: 'x' }, 'casino/A/depositHistory')).toEqual([]);
}); // prettier-ignore
