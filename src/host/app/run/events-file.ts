/** Turns what a run does into rows of `events.csv` and `ledger.csv`, in batches, so that memory does not grow. */
import { formatUsdc } from '../../../core/base/money.ts';
import { formatInstant } from '../../../core/base/time.ts';
import { eventsCsv, eventsHeader, ledgerCsv, ledgerHeader } from '../../../report/csv.ts';
import type { EventRow, LedgerRow } from '../../../report/rows.ts';
import type { EventRecord } from '../../../simulation/trace/event-record.ts';
import type { ScenarioRun } from '../../../simulation/scenario/run.ts';
import type { ReportFolder } from '../files/report-folder.ts';
import { bodyHash } from './body-hash.ts';

/** Rows in memory until `flush`, which the caller calls between slices of the run and once at its end. */
export class EventsFile {
  readonly #folder: ReportFolder;
  #rows: EventRow[] = [];
  #nextTransfer = 0;

  constructor(folder: ReportFolder) {
    this.#folder = folder;
    folder.append('events.csv', eventsHeader);
    folder.append('ledger.csv', ledgerHeader);
  }

  /** Notes one request that was answered in the run. */
  record({ event, atMs, request, response, exchange }: EventRecord, { population }: ScenarioRun): void {
    const { route } = exchange;
    const member = population.members[request.agent ?? -1];
    this.#rows.push({
      event,
      at: formatInstant(atMs),
      agent: member?.name ?? '',
      behaviour: member?.behaviour ?? '',
      service: route?.service ?? '',
      style: route?.style ?? '',
      operation: route?.row.operation ?? '',
      method: request.method,
      path: request.path,
      status: response.status,
      code: exchange.code ?? '',
      replayed: exchange.replayed,
      answer: bodyHash(response.body),
    });
  }

  /** Writes the batch and every transfer booked since the last one. */
  flush(run: ScenarioRun): void {
    this.#folder.append('events.csv', eventsCsv(this.#rows));
    this.#rows = [];
    this.#folder.append('ledger.csv', ledgerCsv(this.#transfers(run)));
  }

  #transfers({ world }: ScenarioRun): LedgerRow[] {
    const { ledger } = world;
    const rows: LedgerRow[] = [];
    for (; this.#nextTransfer < ledger.transferCount; this.#nextTransfer++) {
      const { id, atMs, debit, credit, amount, kind, phase, resolves } = ledger.record(this.#nextTransfer);
      rows.push({
        id,
        at: formatInstant(atMs),
        debit: ledger.accountName(debit),
        credit: ledger.accountName(credit),
        amount: formatUsdc(amount),
        kind,
        phase,
        resolves: resolves ?? '',
      });
    }
    return rows;
  }
}
