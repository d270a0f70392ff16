/**
 * The plan of a replay, made by reading the whole trace before anything is sent: the number of requests, sessions and
 * writes, the hosts, the duration, and which responses have to be kept. Requests that the target file does not allow
 * are refused here, and again at every write.
 */
import { Type, type Static } from 'typebox';
import { closed, Count } from '../../../core/base/schema-parts.ts';
import { exactDuration } from '../../../core/base/time.ts';
import type { Written } from '../../../core/base/written.ts';
import { FileMistake } from '../../../core/base/file-mistake.ts';
import type { Spent } from '../target/budget.ts';
import { isRead, refusalOf } from '../target/permit.ts';
import type { CallOf } from '../target/spending.ts';
import { targetServices, type TargetService } from '../target/schema.ts';
import { pathPartOf, type Target } from '../target/target.ts';
import type { TraceHeader, TraceRecord } from '../../../simulation/trace/format.ts';
import { TraceReader } from '../../../simulation/trace/reader.ts';
import { eachReference, warmPointer } from '../../../simulation/trace/references.ts';
import { Namespace } from '../correlation/namespace.ts';
import { TakenAccounts } from '../correlation/taken-accounts.ts';
import { Needs } from './needs.ts';
import { PlannedSpending } from './planned-spending.ts';
import { RecordedAccounts } from './recorded-accounts.ts';
import type { Schedule } from './schedule.ts';

/** What `replay --dry-run` prints. */
export const DryRunSchema = Type.Object(
  {
    requests: Count,
    // Of those, requests that only restore the platform's state.
    preparing: Count,
    sessions: Count,
    writes: Count,
    // Registrations that are not sent but answered from the accounts of the target file.
    fromKeys: Count,
    hosts: Type.Array(Type.String()),
    services: Type.Array(Type.Unsafe<TargetService>(Type.String())),
    // Trace time of the last request.
    lastAtMs: Count,
    durationMs: Type.Number({
      minimum: 0,
      description: 'on the wall clock; 0 where everything goes as soon as possible',
    }),
    ok: Type.Literal(true),
  },
  closed,
);

/** The figures of a plan, as `DryRunSchema` describes them. */
export type DryRun = Written<Static<typeof DryRunSchema>>;

/** A planned replay: its figures, the trace's header and the response fields that it has to keep. */
export interface Plan extends Omit<DryRun, 'ok'> {
  readonly header: TraceHeader;
  readonly needs: Needs;
  /** The names of this run; undefined for a sandbox, which begins empty and keeps those of the recording. */
  readonly names: Namespace | undefined;
  /** The registrations that accounts of the target file stand for. */
  readonly taken: TakenAccounts;
  /** What it takes from the budget of the target file. */
  readonly spending: Spent;
}

/** The service of a path of the trace; undefined for a path of no service. */
export function serviceOf(path: string): TargetService | undefined {
  const part = path.split(/[/?]/, 2)[1] ?? '';
  return servicesByPart.get(part);
}

/** The path relative to its service. */
export function withoutService(path: string): string {
  const service = serviceOf(path);
  return service === undefined ? path : path.slice(pathPartOf(service).length + 1);
}

const servicesByPart = new Map<string, TargetService>(
  targetServices.map((service) => [pathPartOf(service), service]),
);

/** What of a trace is sent; `only` undefined for all sessions. */
export interface TraceSelection {
  readonly schedule: Schedule;
  readonly only: ReadonlySet<number> | undefined;
  readonly namespace: string;
  readonly callOf?: CallOf | undefined;
}

/**
 * Reads the trace, or only the sessions of `only`. Rejects with `FileMistake` for a trace that is incomplete, or that
 * the target file does not allow.
 */
export async function makePlan(
  file: string,
  target: Target,
  { schedule, only, namespace, callOf }: TraceSelection,
): Promise<Plan> {
  const { reader, header } = await TraceReader.open(file);
  if (header.seed === '' && target.clock.kind === 'sandbox') {
    await reader.close();
    throw new FileMistake(target.file, { line: 1, column: 1 }, worldUnknown);
  }
  const names = target.clock.kind === 'sandbox' ? undefined : new Namespace(namespace);
  const accounts = names === undefined ? undefined : new RecordedAccounts(target, names);
  const scan = new Scan(file, target, { schedule, callOf });
  for (let lines = await reader.next(); lines.length > 0; lines = await reader.next()) {
    for (const { record, text } of lines) {
      names?.note(record.n, record.request);
      const isTaken = !schedule.isAfter(record.at) && accounts?.isTaken(record) === true;
      if (only?.has(record.session) !== false) scan.add(record, text, isTaken);
    }
  }
  await reader.close();
  accounts?.check();
  return { ...scan.finish(header), names, taken: accounts?.taken ?? new TakenAccounts() };
}

/** A trace of other people's clients has no seed and no policies. */
const worldUnknown =
  'clock: sandbox sets up the world of the trace, and the trace was recorded from a live deployment, whose seed is unknown; ' +
  'expected clock: real or a factor such as 60x, and an orrery serve with that clock';

/** Describes a reference to the request's own response or a later one, which would never resolve. */
function referenceMistake(n: number, request: TraceRecord['request']): string | undefined {
  let late: number | undefined;
  eachReference(JSON.stringify(request), (from) => {
    if (from >= n) late ??= from;
  });
  if (late === undefined) return undefined;
  const whose = late === n ? 'its own answer' : `the answer to record ${late}, a later one`;
  return `request ${n} refers to ${whose}; expected answers to earlier records`;
}

class Scan {
  readonly #file: string;
  readonly #target: Target;
  readonly #schedule: Schedule;
  readonly #needs = new Needs();
  readonly #sessions = new Set<number>();
  readonly #services = new Set<TargetService>();
  readonly #missing = new Map<string, number>();
  readonly #spending: PlannedSpending;
  #requests = 0;
  #preparing = 0;
  #writes = 0;
  #lastAtMs = 0;
  #refusal: string | undefined;
  #fromKeys = 0;

  constructor(
    file: string,
    target: Target,
    { schedule, callOf }: Pick<TraceSelection, 'schedule' | 'callOf'>,
  ) {
    this.#file = file;
    this.#target = target;
    this.#schedule = schedule;
    this.#spending = new PlannedSpending(target.budget, callOf);
  }

  /** `isTaken` for a registration that an account stands for: it is not sent. */
  add(record: TraceRecord, text: string, isTaken: boolean): void {
    const { n, at, session, request } = record;
    if (this.#schedule.isAfter(at)) return;
    const mistake = text.includes('${') ? referenceMistake(n, request) : undefined;
    // The header is the first line.
    if (mistake !== undefined) throw new FileMistake(this.#file, { line: n + 2, column: 1 }, mistake);
    this.#sessions.add(session);
    this.#lastAtMs = at;
    // A recorded response may refer to a later one: then it has nothing to be compared with.
    eachReference(text, (from, pointer) => from <= n && this.#needs.add(from, pointer));
    if (isTaken) this.#fromKeys += 1;
    else this.#send(record);
  }

  #send(record: TraceRecord): void {
    const { at, request } = record;
    this.#spending.add(record);
    this.#requests += 1;
    if (this.#schedule.isBefore(at)) this.#preparing += 1;
    if (!isRead(request.method)) this.#writes += 1;
    this.#refusal ??= refusalOf(this.#target, request.method);
    const service = serviceOf(request.path);
    if (service !== undefined && this.#target.services.has(service)) this.#services.add(service);
    else if (service !== undefined || !this.#target.services.has('control')) {
      const part = service ?? 'a path of no service';
      this.#missing.set(part, (this.#missing.get(part) ?? 0) + 1);
    }
  }

  /** Why nothing is sent. */
  #nothing(): string {
    const { toMs } = this.#schedule.options;
    if (this.#fromKeys > 0)
      return `all its requests are registrations that accounts of ${this.#target.file} stand for; expected others`;
    if (toMs === Number.POSITIVE_INFINITY) return 'the trace has no request; expected at least one';
    return `no request of the trace comes before --to ${exactDuration(toMs)}; expected a later --to`;
  }

  finish(header: TraceHeader): Omit<Plan, 'names' | 'taken'> {
    const { file, services } = this.#target;
    const start = { line: 1, column: 1 };
    if (this.#requests === 0) throw new FileMistake(this.#file, start, this.#nothing());
    if (this.#missing.size > 0) {
      const parts = [...this.#missing].map(([part, count]) => `${part} (${count} requests)`).join(', ');
      throw new FileMistake(
        file,
        start,
        `the trace calls ${parts}; expected an address under services for each`,
      );
    }
    if (this.#refusal !== undefined)
      throw new FileMistake(file, start, `the trace has ${this.#writes} writes: ${this.#refusal}`);
    const overspent = this.#spending.mistake();
    if (overspent !== undefined) throw new FileMistake(file, start, overspent);
    this.#needs.seal();
    for (const pointer of this.#needs.pointers) warmPointer(pointer);
    const hosts = new Set([...this.#services].map((service) => services.get(service)?.host ?? ''));
    return {
      header,
      needs: this.#needs,
      spending: this.#spending.planned,
      requests: this.#requests,
      preparing: this.#preparing,
      sessions: this.#sessions.size,
      writes: this.#writes,
      fromKeys: this.#fromKeys,
      hosts: [...hosts].toSorted(),
      services: [...this.#services].toSorted(),
      lastAtMs: this.#lastAtMs,
      durationMs: this.#schedule.dueMs(this.#lastAtMs),
    };
  }
}
