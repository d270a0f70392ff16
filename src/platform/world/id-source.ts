/** What a world gives out: ids, keys, addresses and hashes. Another id seed changes these and nothing else. */
import { hash } from 'node:crypto';
import type { Stream, Streams } from '../../core/kernel/stream.ts';
import { base32 } from '../services/identity/base32.ts';

export interface IdSourceParts {
  readonly streams: Streams;
  readonly seed: string;
  /** What is drawn from, if not the seed. */
  readonly idSeed: string | undefined;
  readonly policyHash: string;
}

export class IdSource {
  readonly #parts: IdSourceParts;
  readonly #idStreams = new Map<string, Stream>();
  #transactionCount = 0;

  constructor(parts: IdSourceParts) {
    this.#parts = parts;
  }

  /** The seed that everything given out depends on. */
  get seed(): string {
    return this.#parts.idSeed ?? this.#parts.seed;
  }

  /** A fresh id such as `esc_4k2m…`, from a stream of its own per prefix (gap X12). */
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
