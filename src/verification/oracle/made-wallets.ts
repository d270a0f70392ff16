/** A new wallet against its words, which no trace keeps. */
import { text } from './case.ts';
import type { Body } from './exchange.ts';
import { addressesOf } from './wallet-keys.ts';

/** What is wrong with the addresses in the answer that makes a wallet; nothing where it has no words. */
export function* wrongAddressesIn(answer: Body): Iterable<string> {
  const words = text(answer, 'mnemonic');
  const shown = answer['addresses'];
  if (words === undefined || typeof shown !== 'object' || shown === null) return;
  for (const [chain, wanted] of Object.entries(addressesOf(words))) {
    const seen = (shown as Body)[chain];
    if (seen !== wanted) yield `the address on ${chain} is ${String(seen)}; expected ${wanted}`;
  }
}
