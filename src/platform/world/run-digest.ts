/**
 * The content of a run's digest: hashes of names, and values. It does not depend on the order in which routes,
 * services, agents or accounts were registered, or on those that the run does not use.
 */
import { nameHash } from '../../core/base/name-hash.ts';
import type { Instant } from '../../core/base/time.ts';
import { DigestLog } from '../../core/kernel/digest-log.ts';
import { phaseNames } from '../../core/ledger/columns.ts';
import { transferKinds } from '../services/transfer-kinds.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';

/** One request as the digest sees it. */
export interface FoldedRequest {
  /** Counted from 1. */
  readonly number: number;
  /** Of the virtual agent that sent it, if one did. */
  readonly agentHash: number | undefined;
  /** Of the route that answered it, if one did. */
  readonly routeHash: number | undefined;
  readonly status: number;
}

const noName = nameHash('');

/** By kind and phase of a transfer. */
const transferHashes = Int32Array.from(
  transferKinds.flatMap((kind) => phaseNames.map((phase) => nameHash(`${kind}/${phase}`))),
);

/** Folds requests, due events and transfers in their order; begins with the seed. */
export class RunDigest {
  readonly log = new DigestLog();
  readonly #ledger: Ledger;
  #transferCount = 0;
  #eventCount = 0;

  constructor(seed: string, ledger: Ledger) {
    this.#ledger = ledger;
    this.log.digest.foldText(seed);
  }

  /** The number of events folded so far. */
  get eventCount(): number {
    return this.#eventCount;
  }

  value(): string {
    return this.log.digest.value();
  }

  foldTime(nowMs: Instant): void {
    this.log.digest.foldInteger(nowMs);
  }

  foldRequest({ number, agentHash, routeHash, status }: FoldedRequest): void {
    const { digest } = this.log;
    digest.foldWord(number);
    digest.foldWord(agentHash ?? noName);
    digest.foldWord(routeHash ?? noName);
    digest.foldWord(status);
  }

  /** Closes one event: the transfers since the last one are folded. */
  endEvent(): void {
    this.#foldTransfers();
    this.#eventCount += 1;
    this.log.eventFolded(this.#eventCount);
  }

  #foldTransfers(): void {
    const { digest } = this.log;
    const { columns, accountHashes } = this.#ledger;
    for (let row = this.#transferCount; row < columns.count; row++) {
      digest.foldWord(accountHashes[columns.debit[row] ?? 0] ?? 0);
      digest.foldWord(accountHashes[columns.credit[row] ?? 0] ?? 0);
      digest.foldInteger(columns.amount[row] ?? 0);
      digest.foldWord(
        transferHashes[(columns.kind[row] ?? 0) * phaseNames.length + (columns.phase[row] ?? 0)] ?? 0,
      );
      digest.foldWord(columns.resolves[row] ?? 0);
    }
    this.#transferCount = columns.count;
  }
}
