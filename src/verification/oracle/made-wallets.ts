/** A new wallet against its words, which no trace keeps. */
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { text } from './case.ts';
import type { Body } from './exchange.ts';
import { addressesOf } from './wallet-keys.ts';

/** What is wrong with the addresses in the answer that makes a wallet; nothing where it has no words. */
function* wrongAddressesIn(answer: Body): Iterable<string> {
  const words = text(answer, 'mnemonic');
  const shown = answer['addresses'];
  if (words === undefined || typeof shown !== 'object' || shown === null) return;
  for (const [chain, wanted] of Object.entries(addressesOf(words))) {
    const seen = (shown as Body)[chain];
    if (seen !== wanted) yield `the address on ${chain} is ${String(seen)}; expected ${wanted}`;
  }
}

/** The wallets of a run. */
export class MadeWallets {
  readonly #made = new Set<string>();

  /** What is wrong with one that was made; where a call may repeat an earlier one, it may be that one's. */
  *wrongIn(answer: Body, mayRepeat: boolean): Iterable<string> {
    const addresses = JSON.stringify(answer['addresses']);
    const words = text(answer, 'mnemonic');
    if (words !== undefined && (words.split(' ').length !== 12 || !validateMnemonic(words, wordlist)))
      yield 'a wallet has words that are no mnemonic of BIP-39';
    if (!mayRepeat && this.#made.has(addresses)) yield `a wallet is made that was made before: ${addresses}`;
    // Derivation takes a thousand times as long as a call: the first wallet of a run stands for all.
    if (this.#made.size === 0) yield* wrongAddressesIn(answer);
    this.#made.add(addresses);
  }
}
