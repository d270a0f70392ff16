/** Known ways in which houses turn seeds into numbers other than by the documented algorithm. */
import { createHash, createHmac } from 'node:crypto';
import { HmacWords, hmacPick } from '../../../../core/fairness/hmac.ts';
import { rejectionPick, wordCount, type Pick } from '../../../../core/fairness/pick.ts';
import type { RevealedBet } from '../replay.ts';
import { playing, type Suspect } from './checked-bet.ts';

type Words = (bet: RevealedBet) => () => number;

/** The raw words of a bet: a pick of 2^32 refuses none. */
const wordsOf: Words = (bet) => {
  const { pick } = new HmacWords(bet);
  return () => pick(wordCount);
};

const wordsPerDigest = 8;

/** Words in another order: the number of a word in its digest of eight words, and the digest, become others. */
const reordered =
  (place: (word: number) => number, digest: (cursor: number) => number): Words =>
  (bet) => {
    const next = wordsOf(bet);
    const known: number[] = [];
    let used = 0;
    return () => {
      const wanted =
        wordsPerDigest * digest(Math.floor(used / wordsPerDigest)) + place(used % wordsPerDigest);
      used += 1;
      while (known.length <= wanted) known.push(next());
      return known[wanted]!;
    };
  };

/** Digests of another construction, each of them read as words, most significant byte first. */
const digested =
  (digestOf: (bet: RevealedBet, cursor: number) => Buffer): Words =>
  (bet) => {
    let cursor = 0;
    let digest: Buffer = Buffer.alloc(0);
    let at = 0;
    return () => {
      if (at >= digest.length) {
        digest = digestOf(bet, cursor);
        cursor += 1;
        at = 0;
      }
      at += 4;
      return digest.readUInt32BE(at - 4);
    };
  };

const mapped =
  (words: Words, change: (word: number) => number): Words =>
  (bet) => {
    const next = words(bet);
    return () => change(next());
  };

const swappedBytes = (word: number): number =>
  (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;

const fair =
  (words: Words) =>
  (bet: RevealedBet): Pick =>
    rejectionPick(words(bet));

const scaled =
  (draw: (word: number, n: number) => number) =>
  (bet: RevealedBet): Pick => {
    const next = wordsOf(bet);
    return (n) => draw(next(), n);
  };

/** The remainder of units of so many bits; `isWhole` uses every unit of a word, else the first one alone. */
const remainder =
  (bits: 8 | 16 | 32, isWhole: boolean) =>
  (bet: RevealedBet): Pick => {
    const next = wordsOf(bet);
    let [word, left] = [0, 0];
    return (n) => {
      if (left === 0) [word, left] = [next(), isWhole ? 32 / bits : 1];
      left -= 1;
      const unit = bits === 32 ? word : word >>> (32 - bits);
      word = bits === 32 ? 0 : (word << bits) >>> 0;
      return unit % n;
    };
  };

function skipping(count: number): Words {
  return (bet) => {
    const next = wordsOf(bet);
    for (let skipped = 0; skipped < count; skipped += 1) next();
    return next;
  };
}

const message = ({ clientSeed, nonce }: RevealedBet, cursor: number): string =>
  `${clientSeed}:${nonce}:${cursor}`;

const moduloText = (bits: number): string =>
  `takes the remainder of ${bits} bits without drawing again, which favours low numbers`;
const keyText = 'computes its numbers by another construction than HMAC-SHA256 with the server seed as key: ';

const rows: readonly (readonly [code: string, about: string, pickOf: (bet: RevealedBet) => Pick])[] = [
  ['byte-order', 'reads words with the least significant byte first', fair(mapped(wordsOf, swappedBytes))],
  ['words-reversed', 'reads the words of a digest from its end', fair(reordered((word) => 7 - word, (cursor) => cursor))],
  ['cursor-ignored', 'uses the first digest of a bet again where the next one is due', fair(reordered((word) => word, () => 0))],
  ['words-skipped', 'leaves out the first word of every bet', fair(skipping(1))],
  ['words-skipped', 'leaves out the first digest of every bet', fair(skipping(wordsPerDigest))],
  ['modulo-bias', moduloText(32), remainder(32, true)],
  ['modulo-bias', moduloText(16), remainder(16, true)],
  ['modulo-bias', moduloText(16), remainder(16, false)],
  ['modulo-bias', moduloText(8), remainder(8, true)],
  ['modulo-bias', moduloText(8), remainder(8, false)],
  ['float-floor', 'scales a word to a fraction and floors it, which favours some numbers', scaled((word, n) => Math.floor((word / wordCount) * n))],
  ['float-round', 'rounds where it should floor, so that the first and the last number come half as often', scaled((word, n) => Math.round((word / wordCount) * (n - 1)))],
  ['client-seed-ignored', 'leaves the client seed out, so that the house alone decides', (bet) => hmacPick({ ...bet, clientSeed: '' })],
  ['client-seed-ignored', 'draws with the nonce alone and without the client seed', fair(digested(({ serverSeed, nonce }, cursor) => createHmac('sha256', serverSeed).update(`${nonce}:${cursor}`).digest()))],
  ['nonce-ignored', 'draws every bet with nonce 0', (bet) => hmacPick({ ...bet, nonce: 0 })],
  ['nonce-ignored', 'draws every bet with nonce 1', (bet) => hmacPick({ ...bet, nonce: 1 })],
  ['nonce-shifted', 'draws with the nonce after the one it reports', (bet) => hmacPick({ ...bet, nonce: bet.nonce + 1 })],
  ['nonce-shifted', 'draws with the nonce before the one it reports', (bet) => hmacPick({ ...bet, nonce: Math.max(0, bet.nonce - 1) })],
  ['key-swapped', `${keyText}key and message are exchanged`, ({ serverSeed, clientSeed, nonce }) => hmacPick({ serverSeed: clientSeed, clientSeed: serverSeed, nonce })],
  ['key-decoded', `${keyText}the key is not the text of the server seed but the bytes it stands for`, fair(digested((bet, cursor) => createHmac('sha256', Buffer.from(bet.serverSeed, 'hex')).update(message(bet, cursor)).digest()))],
  ['key-is-commitment', `${keyText}the key is the commitment, which is public: every outcome was known before the bet`, (bet) => hmacPick({ ...bet, serverSeed: bet.commitment })],
  ['plain-hash', `${keyText}SHA-256 of all seeds in one text`, fair(digested((bet, cursor) => createHash('sha256').update(`${bet.serverSeed}:${message(bet, cursor)}`).digest()))],
  ['sha-512', `${keyText}SHA-512 in the place of SHA-256`, fair(digested((bet, cursor) => createHmac('sha512', bet.serverSeed).update(message(bet, cursor)).digest()))],
]; // prettier-ignore

/** Narrow predictions stand before wide ones. */
export const drawSuspects: readonly Suspect[] = rows.map(([code, about, pickOf]) => ({
  code,
  about,
  isDraw: true,
  ...playing(pickOf),
}));
