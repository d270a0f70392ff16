/** A recorded event as plain data for the oracle. */
import { decoded } from '../../core/base/decoded.ts';
import type { RunHooks } from '../../simulation/scenario/run.ts';
import type { AuditedExchange } from '../oracle/exchange.ts';
import { sentBody } from './sent-body.ts';

type EventRecord = Parameters<NonNullable<RunHooks['onEvent']>>[0];

/** `number` counts the exchanges of the run from 0. */
export function auditedExchange(
  { atMs, request, response, exchange }: EventRecord,
  number: number,
): AuditedExchange {
  const { route } = exchange;
  return {
    number,
    atMs,
    service: route?.service ?? '',
    style: route?.style ?? '',
    operation: route?.row.operation ?? '',
    method: request.method,
    route: route?.template ?? '',
    path: request.path,
    params: route === undefined ? {} : paramsOf(route.template, request.path),
    query: request.query,
    headers: request.headers,
    ...sentBody(request),
    ip: request.ip,
    status: response.status,
    answer: response.body,
    answerHeaders: response.headers,
  };
}

/** The parts of a path that its template names. */
function paramsOf(template: string, path: string): Record<string, string> {
  const params: Record<string, string> = {};
  if (!template.includes(':')) return params;
  const parts = path.split('/');
  for (const [index, name] of template.split('/').entries()) {
    if (name.startsWith(':')) params[name.slice(1)] = decoded(parts[index] ?? '');
  }
  return params;
}
