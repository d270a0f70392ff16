/** Addresses of chains, as EIP-55 and base58check define them: written for the audit, without the code of the wallet. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58Bytes, base58Version } from './decoded-addresses.ts';

/** True for 0x and 40 hexadecimal digits, whether or not its checksum is right. */
export const hasEvmForm = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);

/** An EVM address in lower case; undefined where the text is none, or its case contradicts EIP-55. */
export function evmAddress(text: string): string | undefined {
  if (!hasEvmForm(text) || !text.startsWith('0x')) return undefined;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const isOneCase = digits === lower || digits === digits.toUpperCase();
  return isOneCase || digits === checksummed(lower) ? `0x${lower}` : undefined;
}

/** EIP-55, of 40 digits in lower case: a letter is a capital where the same digit of the hash is 8 or more. */
export function checksummed(lower: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex');
  return Array.from(lower, (digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  ).join('');
}

/** The version bytes of Bitcoin (P2PKH, P2SH) and Tron. */
const versions: readonly (number | undefined)[] = [0x00, 0x05, 0x41];

/** True for an address of Ethereum, Base, Solana, Tron or Bitcoin in base58; not for bech32, which is not read here. */
export function isChainAddress(text: string): boolean {
  if (hasEvmForm(text)) return true;
  if (text.length < 25 || text.length > 44) return false;
  return base58Bytes(text)?.length === 32 || versions.includes(base58Version(text));
}

/** True for what may be a bech32 address of Bitcoin. */
export const mayBeBech32 = (text: string): boolean => /^bc1/i.test(text);
