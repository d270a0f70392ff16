/** What connects the coordinator of a load to its workers, on this machine or over a queue. */
import type { LoadStart, LoadStop, LoadUpdate, WorkerShare } from '../../../live/load/load-call.ts';
import type { LoadSettings } from './load-settings.ts';

/** What a coordinator orders once all are ready; `stop` may come at any time. */
export type LoadCommand =
  { readonly kind: 'go'; readonly start: LoadStart } | { readonly kind: 'stop'; readonly reason: LoadStop };

/** What the process of a worker is sent, `prepare` first. */
export type LoadOrder =
  | {
      readonly kind: 'prepare';
      readonly settings: LoadSettings;
      readonly share: WorkerShare;
      /** Hosts and the addresses they were pinned to: no name is asked for twice. */
      readonly pinned: readonly (readonly [string, string])[];
    }
  | LoadCommand;

/** What a worker reports: `ready` once, updates, and in the end `done` or `failed`, after which it ends. */
export type LoadReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'update'; readonly update: LoadUpdate }
  | {
      readonly kind: 'done';
      readonly update: LoadUpdate;
      readonly stopped: LoadStop | undefined;
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The coordinator. Workers are numbered from 0. */
export interface LinkOwner {
  heard(worker: number, report: LoadReport): void;
  /** It reports nothing more. */
  lost(worker: number, how: string): void;
  /** So many are ready. */
  waits(ready: number): void;
}

/** All workers of one load. */
export interface LoadLinks {
  /** How long before its start all workers are told of it. */
  readonly aheadMs: number;
  /** Resolves once workers may report. Rejects where there can be none. */
  open(owner: LinkOwner): Promise<void>;
  tell(worker: number, command: LoadCommand): void;
  /** How far the clock of a worker may be off, in milliseconds; 0 on this machine. */
  clockErrorMs(worker: number): number;
  /** What went wrong between coordinator and workers, a sentence each. */
  notes(): readonly string[];
  /** Ends what has not ended by itself. */
  close(): Promise<void>;
}
