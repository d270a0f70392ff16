/** Reads a request for its binding: checks body and query against their schemas. */
import { Refusal, refuse, type Outcome } from '../base/refusal.ts';
import type { Policies } from '../policy/policies.ts';
import { readBody } from './body.ts';
import type { Request } from './message.ts';
import type { BindingInput } from './route.ts';
import type { Match } from './router.ts';

/** The call, or BAD_REQUEST with the first wrong field and what was expected. */
export function readCall(request: Request, match: Match, policies: Policies): Outcome<BindingInput> {
  const { route, params } = match;
  const { checkBody, checkQuery, checkParams } = route;
  const body = route.method === 'GET' ? undefined : readBody(request);
  if (body instanceof Refusal) return body;
  if (checkBody !== undefined && !checkBody.accepts(body)) {
    return refuse('BAD_REQUEST', route.binding.explain?.(body) ?? checkBody.mistake('body'));
  }
  if (checkParams !== undefined && !checkParams.accepts(params)) {
    return refuse('BAD_REQUEST', checkParams.mistake('path'));
  }
  if (checkQuery !== undefined && !checkQuery.accepts(request.query)) {
    return refuse('BAD_REQUEST', checkQuery.mistake('query'));
  }
  return { params, query: request.query, body, policies };
}
