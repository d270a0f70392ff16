/** Records real clients of a live deployment through a proxy on loopback, until a signal, a time or a count ends it. */
import { join } from 'node:path';
import { formatInstant } from '../../../core/base/time.ts';
import { percentiles } from '../../../live/traffic/engine/measures.ts';
import { ExchangeJournal } from '../../../live/traffic/record/exchange-journal.ts';
import { journalLineOf } from '../../../live/traffic/record/journal-line.ts';
import type { PassedExchange } from '../../../live/traffic/record/passed-exchange.ts';
import { pairsOf } from '../../../live/traffic/record/forwarded-headers.ts';
import { RecordingProxy } from '../../../live/traffic/record/recording-proxy.ts';
import type { RecordingEnd, RecordProxyResult } from '../../../live/traffic/record/result.ts';
import { SecretPlaceholders } from '../../../live/traffic/record/secret-placeholders.ts';
import { TraceEncoder } from '../../../live/traffic/record/trace-encoder.ts';
import { RecordedClock } from '../../../live/traffic/record/recorded-clock.ts';
import { Forbidden } from '../../../live/traffic/target/permit.ts';
import { PinnedAddresses } from '../../../live/traffic/target/pinned-addresses.ts';
import type { Target } from '../../../live/traffic/target/target.ts';
import { assertReplaceable, ReportFolder } from '../files/report-folder.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { packageVersion } from '../process/package-version.ts';
import { traceName } from '../run/trace-file.ts';
import { writeProxyTrace } from './proxy-trace.ts';
import { routesByPath } from './route-names.ts';

/** One recording. */
export interface RecordProxyCall {
  readonly target: Target;
  /** Certificates to trust, as PEM. */
  readonly ca: string | undefined;
  /** The port on loopback; 0 for a free one. */
  readonly port: number;
  /** How long clients are recorded; undefined for no bound. */
  readonly forMs: number | undefined;
  /** How many requests are recorded; undefined for no bound. */
  readonly requestsMax: number | undefined;
  /** The folder of the trace; a folder in reports/ where undefined. */
  readonly out: string | undefined;
  /** Called with the address once clients are served. */
  readonly onListening: (address: string) => void;
  /** Called several times a second. */
  readonly onProgress?: (progress: { readonly requests: number; readonly open: number }) => void;
}

/** A clock of the target that differs less from ours counts as the same: `Date` has whole seconds. */
const clockToleranceMs = 2_000;
const progressMs = 250;

/**
 * Resolves with the result once the trace is written, also after a signal. Rejects with `CallMistake` for what the
 * target file does not allow, a port that is taken and a folder that is no report.
 */
export async function recordProxy(call: RecordProxyCall): Promise<RecordProxyResult> {
  const { target, out } = call;
  if (out !== undefined) assertReplaceable(out);
  const addresses = await PinnedAddresses.resolve(target).catch((error: unknown) => {
    throw error instanceof Forbidden ? new CallMistake(error.message) : error;
  });
  const folder = new ReportFolder(out === undefined ? 'reports' : join(out, '..'));
  let recording: Recording | undefined;
  try {
    recording = new Recording(call, folder, addresses);
    return await recording.run();
  } catch (error) {
    folder.discard();
    throw error;
  } finally {
    recording?.remove();
  }
}

const factorOf = ({ clock }: Target): number => (clock.kind === 'running' ? clock.factor : 1);

class Recording {
  readonly #call: RecordProxyCall;
  readonly #folder: ReportFolder;
  readonly #secrets = new SecretPlaceholders();
  readonly #journal: ExchangeJournal;
  readonly #proxy: RecordingProxy;
  readonly #startMs = Date.now();
  readonly #ended: Promise<RecordingEnd>;
  #end: (how: RecordingEnd) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  readonly #clock: RecordedClock;
  #unreadable = 0;

  constructor(call: RecordProxyCall, folder: ReportFolder, addresses: PinnedAddresses) {
    this.#call = call;
    this.#folder = folder;
    this.#clock = new RecordedClock(factorOf(call.target));
    this.#ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.#journal = new ExchangeJournal(folder.temporaryFile('exchanges.ndjson'), (error) =>
      this.#fail(error),
    );
    this.#proxy = new RecordingProxy({
      target: call.target,
      addresses,
      ca: call.ca,
      requestsMax: call.requestsMax ?? Number.POSITIVE_INFINITY,
      onExchange: (exchange) => {
        try {
          this.#keep(exchange);
        } catch (error) {
          this.#fail(error instanceof Error ? error : new Error(String(error)));
        }
      },
      onLimit: () => this.#end('requests'),
      ready: () => this.#journal.ready(),
    });
  }

  async run(): Promise<RecordProxyResult> {
    const address = await this.#listen();
    commandContext.finishesAfterSignal();
    const stopWatching = commandContext.onInterrupt(() => this.#end('signal'));
    const timers = this.#timers();
    const startedMs = performance.now();
    this.#call.onListening(address);
    let endedBy: RecordingEnd;
    try {
      endedBy = await this.#ended;
    } finally {
      stopWatching();
      for (const timer of timers) clearTimeout(timer);
      await this.#proxy.stop();
    }
    const seconds = (performance.now() - startedMs) / 1000;
    await this.#journal.close();
    return this.#write({ address, endedBy, seconds });
  }

  /** Removes the temporary file. */
  remove(): void {
    this.#journal.remove();
  }

  async #listen(): Promise<string> {
    const { port } = this.#call;
    return this.#proxy.listen(port).catch((error: unknown) => {
      const { code = '' } = error as NodeJS.ErrnoException;
      const why = code === 'EADDRINUSE' ? 'is taken; expected a free one (--port 0 finds one)' : code;
      throw new CallMistake(`--port ${port}: the port ${why}`);
    });
  }

  #timers(): NodeJS.Timeout[] {
    const { forMs, onProgress } = this.#call;
    const end = forMs === undefined ? [] : [setTimeout(() => this.#end('time'), forMs)];
    if (onProgress === undefined) return end;
    const tell = (): void => onProgress({ requests: this.#proxy.passed, open: this.#proxy.openCount });
    return [...end, setInterval(tell, progressMs)];
  }

  #keep(exchange: PassedExchange): void {
    const line = journalLineOf(exchange, this.#secrets);
    if (line === undefined) {
      this.#unreadable += 1;
      return;
    }
    this.#journal.append(line);
    const [, date = ''] = pairsOf(exchange.answerHeaders).find(([name]) => /^date$/i.test(name)) ?? [];
    const dateMs = Date.parse(date);
    if (!Number.isNaN(dateMs)) this.#clock.note(dateMs, exchange);
  }

  #write(how: { address: string; endedBy: RecordingEnd; seconds: number }): RecordProxyResult {
    const { target, out } = this.#call;
    const clockFactor = factorOf(target);
    const encoder = new TraceEncoder({
      journal: this.#journal,
      secrets: this.#secrets,
      routeOf: routesByPath(),
      clockFactor,
    });
    const startMs = this.#startOf(encoder.firstAtMs, clockFactor);
    const requests = writeProxyTrace(this.#folder, encoder, { startMs, endedBy: how.endedBy });
    const place = out ?? join('reports', `proxy-${target.name}-${stampOf(this.#startMs)}`);
    const result = this.#resultOf(encoder, { ...how, startMs, requests, trace: join(place, traceName) });
    this.#folder.write('record.json', `${JSON.stringify(result, null, 2)}\n`);
    this.#journal.remove();
    this.#folder.finish(place, { orrery: packageVersion(), recorded: target.name, requests });
    return result;
  }

  /** The instant of the first request, on the clock of the target where that differs from ours. */
  #startOf(firstAtMs: number, clockFactor: number): number {
    const ownMs = this.#startMs + Math.round(firstAtMs);
    const beganMs = this.#clock.beganMs;
    if (beganMs === undefined) return ownMs;
    const targetMs = Math.round(beganMs + firstAtMs * clockFactor);
    return Math.abs(targetMs - ownMs) > clockToleranceMs ? targetMs : ownMs;
  }

  #resultOf(
    encoder: TraceEncoder,
    how: Pick<RecordProxyResult, 'address' | 'endedBy' | 'seconds' | 'requests' | 'trace'> & {
      startMs: number;
    },
  ): RecordProxyResult {
    const { statusCounts, leftOut, refused, added } = this.#proxy;
    const { startMs, ...rest } = how;
    const unreadable = this.#unreadable === 0 ? {} : { 'no JSON object in the answer': this.#unreadable };
    return {
      target: this.#call.target.name,
      start: formatInstant(startMs),
      ...rest,
      sessions: encoder.sessionCount,
      references: encoder.referenceCount,
      foreignKeys: encoder.foreignKeyCount,
      statusCounts: Object.fromEntries([...statusCounts].toSorted(([left], [right]) => left - right)),
      leftOut: { ...Object.fromEntries(leftOut), ...unreadable },
      refused: Object.fromEntries(refused),
      addedMs: percentiles(added),
      ok: true,
    };
  }
}

/** `20260102-030405`, of an instant, for the name of a folder. */
const stampOf = (atMs: number): string =>
  formatInstant(atMs).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
