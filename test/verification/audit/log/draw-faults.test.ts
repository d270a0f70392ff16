/** Ways to turn seeds into numbers other than the documented one, each read from the digests here and predicted to the micro. */
import { createHash, createHmac } from 'node:crypto';
import { describe } from 'vitest';
import type { RoundSeeds } from '../../../../src/core/fairness/hmac.ts';
import type { Pick } from '../../../../src/core/fairness/pick.ts';
import { drawSuspects } from '../../../../src/verification/audit/log/payouts/draw-suspects.ts';
import { drawnBets } from './drawn-bets.ts';
import { itPredicts, paidUnder, type FaultyHouse } from './faulty-houses.ts';

type Seeds = RoundSeeds & { readonly commitment: string };
type DigestOf = (seeds: Seeds, cursor: number) => Buffer;
type Read = (digest: Buffer) => readonly number[];

const hmac =
  (change: (seeds: Seeds, cursor: number) => { key?: string | Buffer; text?: string }, algorithm = 'sha256'): DigestOf =>
  (seeds, cursor) => {
    const { key = seeds.serverSeed, text = `${seeds.clientSeed}:${seeds.nonce}:${cursor}` } = change(seeds, cursor);
    return createHmac(algorithm, key).update(text).digest();
  }; // prettier-ignore
const honest = hmac(() => ({}));

const everyBytes = (digest: Buffer, bytes: number): number[] =>
  Array.from({ length: digest.length / bytes }, (_, at) => at * bytes);
const words: Read = (digest) => everyBytes(digest, 4).map((at) => digest.readUInt32BE(at));

/** The units of all digests, as long as they are asked for. */
function streamOf(seeds: Seeds, digestOf: DigestOf, read: Read): () => number {
  let [left, cursor]: [readonly number[], number] = [[], 0];
  return () => {
    if (left.length === 0) left = read(digestOf(seeds, cursor++));
    const [unit = 0, ...rest] = left;
    left = rest;
    return unit;
  };
}

const all = 2 ** 32;
type Drawing = (next: () => number) => Pick;
const fairly: Drawing = (next) => (n) => {
  let word = next();
  while (word >= all - (all % n)) word = next();
  return word % n;
};
const remainder: Drawing = (next) => (n) => next() % n;

/** Hands and keno use more words than a digest has. */
const bets = [['keno', 3], ['dice', 6], ['blackjack', 5], ['crash', 2], ['mines', 3]].flatMap(
  ([game, count]) => drawnBets(String(game), { seed: 'draw faults', count: Number(count) }),
); // prettier-ignore

function house(
  [code, about]: readonly [code: string, about: string],
  { digestOf = honest, read = words, drawing = fairly, skipped = 0 }: { digestOf?: DigestOf; read?: Read; drawing?: Drawing; skipped?: number } = {},
): FaultyHouse {
  const pays: FaultyHouse['pays'] = (checked, profile) => {
    const next = streamOf(checked.bet, digestOf, read);
    for (let count = 0; count < skipped; count += 1) next();
    return paidUnder(checked, drawing(next), { profile });
  };
  return { code, about, isDraw: true, pays, bets };
} // prettier-ignore

const bits = (count: number): string =>
  `takes the remainder of ${count} bits without drawing again, which favours low numbers`;
const key = 'computes its numbers by another construction than HMAC-SHA256 with the server seed as key: ';
const atNonce = (nonceOf: (nonce: number) => number): DigestOf =>
  hmac(({ clientSeed, nonce }, cursor) => ({ text: `${clientSeed}:${nonceOf(nonce)}:${cursor}` }));

const houses: readonly FaultyHouse[] = [
  house(['byte-order', 'reads words with the least significant byte first'], { read: (digest) => everyBytes(digest, 4).map((at) => digest.readUInt32LE(at)) }),
  house(['words-reversed', 'reads the words of a digest from its end'], { read: (digest) => words(digest).toReversed() }),
  house(['cursor-ignored', 'uses the first digest of a bet again where the next one is due'], { digestOf: (seeds) => honest(seeds, 0) }),
  house(['words-skipped', 'leaves out the first word of every bet'], { skipped: 1 }),
  house(['words-skipped', 'leaves out the first digest of every bet'], { digestOf: (seeds, cursor) => honest(seeds, cursor + 1) }),
  house(['modulo-bias', bits(32)], { drawing: remainder }),
  house(['modulo-bias', bits(16)], { drawing: remainder, read: (digest) => everyBytes(digest, 2).map((at) => digest.readUInt16BE(at)) }),
  house(['modulo-bias', bits(16)], { drawing: remainder, read: (digest) => everyBytes(digest, 4).map((at) => digest.readUInt16BE(at)) }),
  house(['modulo-bias', bits(8)], { drawing: remainder, read: (digest) => [...digest] }),
  house(['modulo-bias', bits(8)], { drawing: remainder, read: (digest) => everyBytes(digest, 4).map((at) => digest[at]!) }),
  house(['float-floor', 'scales a word to a fraction and floors it, which favours some numbers'], { drawing: (next) => (n) => Math.floor((n * next()) / all) }),
  house(['float-round', 'rounds where it should floor, so that the first and the last number come half as often'], { drawing: (next) => (n) => Math.round(((n - 1) * next()) / all) }),
  house(['client-seed-ignored', 'leaves the client seed out, so that the house alone decides'], { digestOf: hmac(({ nonce }, cursor) => ({ text: `:${nonce}:${cursor}` })) }),
  house(['client-seed-ignored', 'draws with the nonce alone and without the client seed'], { digestOf: hmac(({ nonce }, cursor) => ({ text: `${nonce}:${cursor}` })) }),
  house(['nonce-ignored', 'draws every bet with nonce 0'], { digestOf: atNonce(() => 0) }),
  house(['nonce-ignored', 'draws every bet with nonce 1'], { digestOf: atNonce(() => 1) }),
  house(['nonce-shifted', 'draws with the nonce after the one it reports'], { digestOf: atNonce((nonce) => nonce + 1) }),
  house(['nonce-shifted', 'draws with the nonce before the one it reports'], { digestOf: atNonce((nonce) => (nonce > 0 ? nonce - 1 : 0)) }),
  house(['key-swapped', `${key}key and message are exchanged`], { digestOf: hmac(({ serverSeed, clientSeed, nonce }, cursor) => ({ key: clientSeed, text: `${serverSeed}:${nonce}:${cursor}` })) }),
  house(['key-decoded', `${key}the key is not the text of the server seed but the bytes it stands for`], { digestOf: hmac(({ serverSeed }) => ({ key: Buffer.from(serverSeed, 'hex') })) }),
  house(['key-is-commitment', `${key}the key is the commitment, which is public: every outcome was known before the bet`], { digestOf: hmac(({ commitment }) => ({ key: commitment })) }),
  house(['plain-hash', `${key}SHA-256 of all seeds in one text`], { digestOf: ({ serverSeed, clientSeed, nonce }, cursor) => createHash('sha256').update([serverSeed, clientSeed, nonce, cursor].join(':')).digest() }),
  house(['sha-512', `${key}SHA-512 in the place of SHA-256`], { digestOf: hmac(() => ({}), 'sha512') }),
].map((each) => (each.about === bits(32) ? { ...each, isRare: true } : each)); // prettier-ignore

describe('draws by another algorithm', () => {
  itPredicts(drawSuspects, houses);
});
