/** Generated values of a world: ids, keys, addresses and hashes. Another id seed changes these and nothing else. */
import { hash } from 'node:crypto';
import type { Stream, Streams } from '../../core/kernel/stream.ts';
import { base32 } from '../services/identity/base32.ts';

/** The inputs of an id source; equal parts give equal ids. */
export interface IdSourceParts {
  readonly streams: Streams;
  readonly seed: string;
  /** Replaces the seed as the source of generated values; undefined to use the seed. */
  readonly idSeed: string | undefined;
  readonly policyHash: string;
}

/** Generates ids and hashes in order of the calls; one for each world. */
export class IdSource {
  readonly #parts: IdSourceParts;
  readonly #idStreams = new Map<string, Stream>();
  #transactionCount = 0;

  constructor(parts: IdSourceParts) {
    this.#parts = parts;
  }

  /** The seed that all generated values depend on. */
  get seed(): string {
    return this.#parts.idSeed ?? this.#parts.seed;
  }

  /** A fresh id such as `esc_4k2m…`, from a separate stream for each prefix (gap X12). */
  nextId(prefix: string): string {
    let stream = this.#idStreams.get(prefix);
    if (stream === undefined) this.#idStreams.set(prefix, (stream = this.stream(`ids/${prefix}`)));
    return `${prefix}_${base32(stream, 16)}`;
  }

  /** The hash of the next transaction: 0x and SHA-256 over run and number (gap S20). */
  nextTxHash(): string {
    this.#transactionCount += 1;
    return `0x${hash('sha256', `${this.seed}/${this.#parts.policyHash}/${this.#transactionCount}`)}`;
  }

  /** The stream of that path, from its first number on. */
  stream(path: string): Stream {
    const { streams, idSeed } = this.#parts;
    return streams.stream(idSeed === undefined ? path : `${path}/${idSeed}`);
  }
}
