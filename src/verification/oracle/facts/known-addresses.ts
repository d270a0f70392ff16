/** Addresses that are published as examples: a platform takes each for an address of its chain, wherever it is asked about it (gap W23). */
import { callOf, text, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

const evm = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'];

/** First accounts of the mnemonic `abandon` (eleven times) `about`, contracts of USDC as its issuer publishes them, and the example of BIP-173. */
const known: Readonly<Record<string, readonly string[]>> = {
  ethereum: evm,
  base: evm,
  bitcoin: ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  tron: ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
};

const fields = ['to', 'address', 'to_address', 'from'];

/** Checks `forms-admitted`. Give it refusals with BAD_REQUEST that are no repeats. */
export function checkKnownAddresses(file: Case, exchange: AuditedExchange): void {
  const { body, query, params, answer } = exchange;
  const part = { ...params, ...query, ...body };
  const message = text(answer, 'error') ?? '';
  for (const field of fields) {
    const chain = text(part, field === 'to_address' ? 'to_chain' : 'chain') ?? '';
    const isKnown = known[chain]?.includes(text(part, field) ?? '') === true;
    if (isKnown && message.startsWith(`${field} `) && / address on /.test(message))
      file.breaks(
        'forms-admitted',
        `${callOf(exchange)}: ${field} is an address of ${chain}; it is answered ${JSON.stringify(message)}`,
      );
  }
}
