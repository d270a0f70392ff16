/** Addresses of Solana: 32 bytes in base58, with no checksum. Any 32 bytes will do; programs own ones off the curve. */
import { base58 } from '@scure/base';

/** 32 bytes as Solana writes them. */
export const solanaAddress = (bytes: Uint8Array): string => base58.encode(bytes);

/** The 32 bytes of an address, or undefined where the text is none (gap W23). */
export const solanaBytes = (text: string): Uint8Array | undefined =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? bytesOfLength(text, 32) : undefined;

/** What base58 text stands for, if it is that many bytes. The caller has bounded the text. */
export function bytesOfLength(text: string, length: number): Uint8Array | undefined {
  const bytes = base58.decode(text);
  return bytes.length === length ? bytes : undefined;
}
