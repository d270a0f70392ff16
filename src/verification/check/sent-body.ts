/** What was sent as a body, as an object or as text (gap X16). */
import type { RunHooks } from '../../simulation/scenario/run.ts';
import type { Body } from '../oracle/exchange.ts';

type Request = Parameters<NonNullable<RunHooks['onEvent']>>[0]['request'];

/** `isRaw` where text was sent that is no JSON object, or under a type that is not JSON; no text at all is no body. */
export function sentBody({ body, rawBody, headers }: Request): {
  readonly body: Body | undefined;
  readonly isRaw: boolean;
} {
  const sent = rawBody === undefined ? body : parsed(rawBody, headers['content-type']);
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  return {
    body: isObject ? (sent as Body) : undefined,
    isRaw: rawBody !== undefined && rawBody !== '' && !isObject,
  };
}

function parsed(text: string, type = 'application/json'): unknown {
  const [media = ''] = type.toLowerCase().split(';');
  if (!/^application\/(?:[^/]+\+)?json$/.test(media.trim())) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
