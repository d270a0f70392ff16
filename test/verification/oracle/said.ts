/** Single rules without a run: what they say of one exchange. */
import type { Case } from '../../../src/verification/oracle/case.ts';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';

/** A case beside what is said of it. */
export interface Said {
  readonly file: Case;
  readonly said: string[];
}

/** A run of no faults, with more where it is needed. */
export function caseOf(more: object = {}): Said {
  const said: string[] = [];
  const file = {
    setting: { faults: [], policies: {} },
    breaks: (property: string, message: string) => said.push(`${property}: ${message}`),
    ...more,
  } as unknown as Case;
  return { file, said };
}

/** A successful read without an answer, of a call such as `casino/A/balance`. */
export function exchangeOf(call: string, more: Partial<AuditedExchange> = {}): AuditedExchange {
  const [service = '', style = '', operation = ''] = call.split('/');
  const asked = { method: 'GET', query: {}, params: {}, headers: {}, body: undefined, isRaw: false };
  return {
    service,
    style,
    operation,
    status: 200,
    atMs: 0,
    answer: {},
    ...asked,
    ...more,
  } as AuditedExchange;
}
