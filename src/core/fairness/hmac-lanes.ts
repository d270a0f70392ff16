/**
 * The random words of rounds as `hmac.ts` computes them, four rounds at a time with the key's state kept between
 * rounds, to recompute millions of rounds under one pair of seeds. A message too long for one block falls back to
 * `HmacWords`. Rounds may be selected in any order; ascending order is fast.
 */
import { createHash } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { HmacWords, type RoundSeeds } from './hmac.ts';
import { rejectionPick, type Pick } from './pick.ts';
import { initialState, place, sha256Lanes } from './sha256-lanes.ts';

const lanes = 4;
const wordsPerDigest = 8;
/** A block of 64 bytes ends with a 1 bit and a length of 8 bytes. */
const messageMax = 55;
const cursorsMax = 200;

/** One instance is shared by all pairs of seeds: its memory holds the state of one key. */
const sha256 = sha256Lanes();
const bytes = new Uint8Array(sha256.words.buffer);

/** Each pair of seeds has a number; `keyed` is the one whose key is in the shared memory, 0 for none. */
let pairs = 0;
let keyed = 0;

/**
 * The random words of all rounds under one pair of seeds. Call `select` for a round, then `pick`; instances share
 * memory, but may be used alternately.
 */
export class HmacLanes {
  readonly #number = (pairs += 1);
  readonly #seeds: Omit<RoundSeeds, 'nonce'>;
  readonly #prefix: Buffer;
  readonly #inner = new Uint32Array(wordsPerDigest * lanes);
  readonly #outer = new Uint32Array(wordsPerDigest * lanes);
  /** The digests of the present four rounds by cursor, as the lanes leave them. */
  readonly #digests: Uint32Array[] = [];
  /** Nonces below this fit into one block with their cursor. */
  readonly #nonceEnd: number;
  #known = 0;
  #firstNonce = -1;
  #lane = 0;
  #used = 0;
  #slow: HmacWords | undefined = undefined;
  #slowPick: Pick | undefined = undefined;

  constructor(seeds: Omit<RoundSeeds, 'nonce'>) {
    this.#seeds = seeds;
    this.#prefix = Buffer.from(`${seeds.clientSeed}:`, 'utf8');
    const digits = messageMax - this.#prefix.length - ':199'.length;
    this.#nonceEnd = digits < 1 ? 0 : Math.min(10 ** Math.min(digits, 15), Number.MAX_SAFE_INTEGER) - lanes;
    let key = Buffer.from(seeds.serverSeed, 'utf8');
    if (key.length > 64) key = createHash('sha256').update(key).digest();
    this.#prepare(key, 0x36, this.#inner);
    this.#prepare(key, 0x5c, this.#outer);
  }

  /** The state after the key's block, the same in all lanes. */
  #prepare(key: Buffer, pad: number, into: Uint32Array): void {
    keyed = 0;
    const padded = Buffer.alloc(64, pad);
    for (const [index, byte] of key.entries()) padded[index] = byte ^ pad;
    for (let lane = 0; lane < lanes; lane += 1) {
      for (let word = 0; word < 8; word += 1)
        sha256.words[place.inner / 4 + 4 * word + lane] = initialState[word] ?? 0;
      for (let word = 0; word < 16; word += 1) {
        sha256.words[place.block / 4 + 4 * word + lane] = padded.readUInt32BE(4 * word);
      }
    }
    sha256.compress(place.inner, place.block, place.digest);
    into.set(sha256.words.subarray(place.digest / 4, place.digest / 4 + into.length));
  }

  /** Selects a round; `pick` then reads its words from the first. Throws `InvariantError` for a negative nonce. */
  select(nonce: number): void {
    assert(Number.isSafeInteger(nonce) && nonce >= 0, () => `a nonce counts from 0: ${nonce}`);
    const lane = nonce % lanes;
    this.#used = 0;
    this.#lane = lane;
    if (nonce - lane !== this.#firstNonce) {
      this.#firstNonce = nonce - lane;
      this.#known = 0;
      this.#slow = undefined;
    }
    if (nonce < this.#nonceEnd) {
      this.#slowPick = undefined;
      return;
    }
    this.#slow = new HmacWords({ ...this.#seeds, nonce });
    this.#slowPick = this.#slow.pick;
  }

  /** How many words the round has used so far. */
  get used(): number {
    return this.#slow?.used ?? this.#used;
  }

  readonly #fastPick: Pick = rejectionPick(() => this.#next());

  /** The randomness of the selected round. */
  readonly pick: Pick = (n) => (this.#slowPick ?? this.#fastPick)(n);

  #next(): number {
    const used = this.#used;
    const cursor = used >> 3;
    while (cursor >= this.#known) this.#digest();
    this.#used = used + 1;
    return this.#digests[cursor]![4 * (used & 7) + this.#lane]!;
  }

  /** The digests of the present four rounds at the next cursor. */
  #digest(): void {
    const cursor = this.#known;
    assert(cursor < cursorsMax, 'a round has an end');
    this.#ready();
    for (let lane = 0; lane < lanes; lane += 1) {
      const colon = writeDigits(this.#firstNonce + lane, { start: this.#prefix.length, lane });
      bytes[byteAt(colon) + 4 * lane] = 0x3a;
      endMessage(writeDigits(cursor, { start: colon + 1, lane }), lane);
    }
    sha256.digest();
    const into = (this.#digests[cursor] ??= new Uint32Array(wordsPerDigest * lanes));
    for (let index = 0; index < into.length; index += 1)
      into[index] = sha256.words[place.digest / 4 + index]!;
    this.#known = cursor + 1;
  }

  /** Writes the key's states, the message prefix, and the constant end of the outer block into the memory. */
  #ready(): void {
    if (keyed === this.#number) return;
    keyed = this.#number;
    const { words } = sha256;
    words.set(this.#inner, place.inner / 4);
    words.set(this.#outer, place.outer / 4);
    words.fill(0, place.block / 4, place.outerBlock / 4 + 64);
    ends.fill(0);
    for (let lane = 0; lane < lanes; lane += 1) {
      for (const [index, byte] of this.#prefix.entries()) bytes[byteAt(index) + 4 * lane] = byte;
      words[place.outerBlock / 4 + 4 * 8 + lane] = 0x8000_0000;
      words[place.outerBlock / 4 + 4 * 15 + lane] = (64 + 32) * 8;
    }
  }
}

/** The end of each lane's message in the shared memory; 0 if none was written under the current key. */
const ends = new Uint8Array(lanes);

/** Writes a whole number in decimal; returns the position after it. */
function writeDigits(value: number, { start, lane }: { start: number; lane: number }): number {
  let length = 1;
  for (let power = 10; power <= value; power *= 10) length += 1;
  let rest = value;
  for (let index = start + length - 1; index >= start; index -= 1) {
    const tenth = Math.floor(rest / 10);
    bytes[byteAt(index) + 4 * lane] = 0x30 + (rest - 10 * tenth);
    rest = tenth;
  }
  return start + length;
}

/** Writes the padding of SHA-256 and clears the rest of a longer earlier message. */
function endMessage(end: number, lane: number): void {
  bytes[byteAt(end) + 4 * lane] = 0x80;
  const before = ends[lane]!;
  if (end === before) return;
  for (let index = end + 1; index <= before; index += 1) bytes[byteAt(index) + 4 * lane] = 0;
  ends[lane] = end;
  sha256.words[place.block / 4 + 4 * 15 + lane] = (64 + end) * 8;
}

/** The address of byte `index` of lane 0's block: words are big-endian in the message and little-endian in memory. */
function byteAt(index: number): number {
  return place.block + 16 * (index >> 2) + (3 - (index & 3));
}
