/** Addresses that money can be sent to, in every form that bitcoin and monero have: more than those that the wallet derives. */
import { base58Version, moneroKind, witnessProgram } from '../decoded-addresses.ts';

/** Pay to a public key's hash, and to a script's. */
const isBase58Check = (address: string): boolean => [0x00, 0x05].includes(base58Version(address) ?? -1);

/** Of version 0 it has 20 or 32 bytes, of the later ones 2 to 40. */
function isWitness(address: string): boolean {
  const { version, size } = witnessProgram(address) ?? { version: -1, size: 0 };
  return version === 0
    ? size === 20 || size === 32
    : version >= 1 && version <= 16 && size >= 2 && size <= 40;
}

/** The two chains that have more forms than one. */
export const receivers: Readonly<Record<string, (address: string) => boolean>> = {
  bitcoin: (address) => isBase58Check(address) || isWitness(address),
  monero: (address) => moneroKind(address) !== undefined,
};
