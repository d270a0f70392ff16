/** What came from outside as records of a trace: secrets and issued ids are references to the answers that had them. */
import { Capture } from '../../../simulation/trace/capture.ts';
import type { TraceRecord } from '../../../simulation/trace/format.ts';
import type { ExecutedSession, OutsideExchange } from './execute-session.ts';
import { sentBody } from './written-values.ts';

/** A request from outside with references, and which client sent it. */
export interface OutsideRecord {
  readonly record: TraceRecord;
  readonly exchange: OutsideExchange;
  readonly service: string;
  readonly operation: string;
  readonly code: string;
  /** `outside` for a request without a key that was issued here. */
  readonly client: string;
  /** True where the key it was sent with is the one that its client was issued last. */
  readonly hasOwnKey: boolean;
}

/** In order. Record `n` of a reference is the place in this list. */
export function outsideRecords({ session, outside, scenario }: ExecutedSession): OutsideRecord[] {
  const capture = new Capture({ startMs: session.base.startMs, behaviourOf: () => '' });
  const clients = new Clients((scenario?.groups ?? []).map(({ name }) => name));
  return outside.map((exchange) => {
    const { event } = exchange;
    const record = capture.record(event);
    const { route, code = '' } = event.exchange;
    const { client, hasOwnKey } = clients.of(record);
    const [service, operation] = [route?.service ?? '', route?.row.operation ?? ''];
    return { record, exchange, service, operation, code, client, hasOwnKey };
  });
}

/** Names clients after the agents that they register, and knows which record has issued the key of each. */
class Clients {
  readonly #taken: Set<string>;
  readonly #byRecord = new Map<number, string>();
  readonly #latest = new Map<string, number>();

  constructor(taken: readonly string[]) {
    this.#taken = new Set([...taken, 'outside']);
  }

  of(record: TraceRecord): { client: string; hasOwnKey: boolean } {
    const issuer = /^Bearer \$\{(\d{1,10}):\/api_key\}$/.exec(
      record.request.headers?.['authorization'] ?? '',
    );
    const owner = issuer === null ? undefined : this.#byRecord.get(Number(issuer[1]));
    const isIssuing = record.answer.status < 300 && record.answer.body['api_key'] !== undefined;
    if (owner === undefined && !isIssuing) return { client: 'outside', hasOwnKey: false };
    const client = owner ?? this.#newName(sentBody(record.request).body);
    const hasOwnKey = issuer !== null && this.#latest.get(client) === Number(issuer[1]);
    if (isIssuing) {
      this.#byRecord.set(record.n, client);
      this.#latest.set(client, record.n);
    }
    return { client, hasOwnKey };
  }

  #newName(body: unknown): string {
    const { agent_id: id } = (body ?? {}) as { agent_id?: unknown };
    const base = typeof id === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,50}$/.test(id) ? id : 'client';
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}-${number}`;
    this.#taken.add(name);
    return name;
  }
}
