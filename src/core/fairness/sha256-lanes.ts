/**
 * SHA-256's compression of four messages in parallel, as WebAssembly with vectors of four 32-bit lanes. The module is
 * generated instruction by instruction, with 64 unrolled rounds, because it has to be faster than a library that
 * hashes one message per call. Keys and rounds are in `hmac-lanes.ts`.
 */

const op = {
  end: 0x0b,
  call: 0x10,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  i32Const: 0x41,
  v128: 0x7b,
  i32: 0x7f,
} as const;

/** Instructions of the vector prefix 0xfd. */
const vector = {
  load: [0xfd, 0x00],
  store: [0xfd, 0x0b],
  constant: [0xfd, 0x0c],
  or: [0xfd, 0x50],
  xor: [0xfd, 0x51],
  select: [0xfd, 0x52],
  shiftLeft: [0xfd, 0xab, 0x01],
  shiftRight: [0xfd, 0xad, 0x01],
  add: [0xfd, 0xae, 0x01],
} as const;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const roundConstants = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
); // prettier-ignore

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
export const initialState = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
); // prettier-ignore

/** Addresses of states and blocks: 8 and 16 vectors of 16 bytes. */
export const place = { inner: 0, outer: 128, block: 256, outerBlock: 512, digest: 768 } as const;

/** Four SHA-256 computations in one memory; `place` has the addresses. */
export interface Sha256Lanes {
  /** Little-endian words; word w of lane l is at `address / 4 + 4 * w + l`. */
  readonly words: Uint32Array;
  /** Compresses a block into a state; all three are addresses. */
  readonly compress: (state: number, block: number, into: number) => void;
  /** Compresses the block into the inner state and that into the outer one: the digest of one block under a key. */
  readonly digest: () => void;
}

type Code = number[];

/** Parameters take the locals 0 to 2, the working variables 3 to 10, the message words 11 to 26, and one is spare. */
const working = (index: number): number => 3 + index;
const message = (index: number): number => 11 + (index % 16);
const spare = 27;

function unsigned(value: number): Code {
  const bytes: Code = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

function signed(value: number): Code {
  const bytes: Code = [];
  let rest = value;
  for (; rest < -64 || rest > 63; rest >>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest & 127];
}

const get = (local: number): Code => [op.localGet, ...unsigned(local)];
const set = (local: number): Code => [op.localSet, ...unsigned(local)];
const tee = (local: number): Code => [op.localTee, ...unsigned(local)];
const constant = (value: number): Code => [op.i32Const, ...signed(value)];
/** Aligned to 16 bytes, at an offset from an address on the stack. */
const load = (offset: number): Code => [...vector.load, 4, ...unsigned(offset)];
const store = (offset: number): Code => [...vector.store, 4, ...unsigned(offset)];

function splat(word: number): Code {
  const bytes = [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24];
  return [...vector.constant, ...bytes, ...bytes, ...bytes, ...bytes];
}

const shifted = (local: number, bits: number): Code => [
  ...get(local),
  ...constant(bits),
  ...vector.shiftRight,
];
const rotated = (local: number, bits: number): Code => [
  ...shifted(local, bits),
  ...get(local),
  ...constant(32 - bits),
  ...vector.shiftLeft,
  ...vector.or,
];

/** The four functions of SHA-256 that mix the bits of one word. */
const mixed = (local: number, [first, second, third]: readonly [number, number, Code]): Code => [
  ...rotated(local, first),
  ...rotated(local, second),
  ...vector.xor,
  ...third,
  ...vector.xor,
];

function schedule(round: number): Code {
  if (round < 16) return [];
  const [early, late, word] = [message(round + 1), message(round + 14), message(round)];
  return [
    ...get(word),
    ...get(message(round + 9)),
    ...vector.add,
    ...mixed(early, [7, 18, shifted(early, 3)]),
    ...vector.add,
    ...mixed(late, [17, 19, shifted(late, 10)]),
    ...vector.add,
    ...set(word),
  ];
}

function roundCode(round: number): Code {
  const at = (index: number): number => working((index + 64 - round) % 8);
  const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(at) as [
    number, number, number, number, number, number, number, number,
  ]; // prettier-ignore
  return [
    ...schedule(round),
    ...get(h),
    ...get(message(round)),
    ...splat(roundConstants[round] ?? 0),
    ...vector.add,
    ...vector.add,
    ...mixed(e, [6, 11, rotated(e, 25)]),
    ...vector.add,
    ...get(f),
    ...get(g),
    ...get(e),
    ...vector.select,
    ...vector.add,
    ...tee(spare),
    ...get(d),
    ...vector.add,
    ...set(d),
    ...get(spare),
    ...mixed(a, [2, 13, rotated(a, 22)]),
    ...vector.add,
    // The majority: where a and b differ, c decides.
    ...get(c),
    ...get(a),
    ...get(a),
    ...get(b),
    ...vector.xor,
    ...vector.select,
    ...vector.add,
    ...set(h),
  ];
}

function compressCode(): Code {
  const body: Code = [];
  for (let index = 0; index < 8; index += 1)
    body.push(...get(0), ...load(16 * index), ...set(working(index)));
  for (let index = 0; index < 16; index += 1)
    body.push(...get(1), ...load(16 * index), ...set(message(index)));
  for (let round = 0; round < 64; round += 1) body.push(...roundCode(round));
  for (let index = 0; index < 8; index += 1) {
    body.push(
      ...get(2),
      ...get(0),
      ...load(16 * index),
      ...get(working(index)),
      ...vector.add,
      ...store(16 * index),
    );
  }
  return [1, 25, op.v128, ...body, op.end];
}

const compressing = (state: number, block: number, into: number): Code => [
  ...constant(state),
  ...constant(block),
  ...constant(into),
  op.call,
  0,
];

const digestCode = (): Code => [
  0,
  ...compressing(place.inner, place.block, place.outerBlock),
  ...compressing(place.outer, place.outerBlock, place.digest),
  op.end,
];

const sized = (content: Code): Code => [...unsigned(content.length), ...content];
const section = (id: number, content: Code): Code => [id, ...sized(content)];
const name = (text: string): Code => sized(Array.from(text, (letter) => letter.charCodeAt(0)));

/** `\0asm`, version 1. */
const header: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

function moduleBytes(): Uint8Array {
  const types = [2, 0x60, 3, op.i32, op.i32, op.i32, 0, 0x60, 0, 0];
  const exports = [3, ...name('memory'), 2, 0, ...name('compress'), 0, 0, ...name('digest'), 0, 1];
  return Uint8Array.from([
    ...header,
    ...section(1, types),
    ...section(3, [2, 0, 1]),
    ...section(5, [1, 0, 1]),
    ...section(7, exports),
    ...section(10, [2, ...sized(compressCode()), ...sized(digestCode())]),
  ]);
}

/** The part of WebAssembly in use; the compiler's library has no types for it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Record<string, unknown> };
};

let compiled: object | undefined;

/** New lanes with their own memory; the module is compiled once. */
export function sha256Lanes(): Sha256Lanes {
  compiled ??= new WebAssembly.Module(moduleBytes());
  const { memory, compress, digest } = new WebAssembly.Instance(compiled).exports as unknown as {
    memory: { buffer: ArrayBuffer };
  } & Pick<Sha256Lanes, 'compress' | 'digest'>;
  return { words: new Uint32Array(memory.buffer), compress, digest };
}
