/** Hashes of transactions have the form of the chain that they are on (gap W23): of a swap, two chains. */
import { callOf, text, type Case } from '../case.ts';
import { base58Bytes } from '../decoded-addresses.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

const isEvmHash = (hash: string): boolean => /^0x[0-9a-f]{64}$/.test(hash);
const isPlainHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);

const forms: Readonly<Record<string, (hash: string) => boolean>> = {
  ethereum: isEvmHash,
  base: isEvmHash,
  arbitrum: isEvmHash,
  polygon: isEvmHash,
  bitcoin: isPlainHash,
  tron: isPlainHash,
  monero: isPlainHash,
  // It is the signature of the transaction.
  solana: (hash) => base58Bytes(hash)?.length === 64,
};

/** By the field with a chain, those with hashes on it. */
const hashesOn = {
  chain: ['tx_hash'],
  from_chain: ['deposit_tx_hash', 'refund_tx_hash'],
  to_chain: ['payout_tx_hash'],
} as const;

const depthMax = 3;

/** Checks `answers-fixed` of the wallet: a deposit at the casino has a hash of the platform. Give it successful exchanges that are no repeats. */
export function checkChainHashes(file: Case, exchange: AuditedExchange): void {
  if (exchange.service !== 'wallet') return;
  for (const record of recordsOf(exchange.answer, 0))
    for (const [place, names] of Object.entries(hashesOn)) {
      const chain = text(record, place) ?? '';
      const isOfForm = forms[chain];
      for (const name of names) {
        const hash = text(record, name);
        if (hash !== undefined && isOfForm?.(hash) === false)
          file.breaks(
            'answers-fixed',
            `${callOf(exchange)}: ${name} is ${hash}, which is no hash on ${chain}`,
          );
      }
    }
}

function* recordsOf(value: unknown, depth: number): Iterable<Body> {
  if (typeof value !== 'object' || value === null || depth > depthMax) return;
  if (!Array.isArray(value)) yield value as Body;
  for (const part of Object.values(value)) yield* recordsOf(part, depth + 1);
}
