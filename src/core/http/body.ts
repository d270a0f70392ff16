/**
 * Request bodies: text that may not be JSON, and objects that JSON could not carry. Accepted bodies are plain data of
 * bounded size and depth; unknown fields stay and are ignored (gap X16).
 */
import { refuse, type Outcome } from '../base/refusal.ts';
import type { Request } from './message.ts';

/** Largest body in bytes (gap X16: oversize is BAD_REQUEST). */
export const bodyBytesMax = 256 * 1024;
const depthMax = 32;

const empty: Readonly<Record<string, unknown>> = Object.freeze({});

/** The body as an object of unknown fields, or BAD_REQUEST. A missing body reads as an empty object. */
export function readBody(request: Request): Outcome<Readonly<Record<string, unknown>>> {
  const parsed = request.rawBody === undefined ? request.body : parseText(request.rawBody, request.headers);
  if (parsed === malformed)
    return refuse('BAD_REQUEST', 'the body is no valid JSON of type application/json');
  if (parsed === oversize) return refuse('BAD_REQUEST', `the body is larger than ${bodyBytesMax} bytes`);
  if (parsed === undefined) return empty;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuse('BAD_REQUEST', 'the body must be a JSON object');
  }
  const room = roomLeft(parsed, bodyBytesMax, 0);
  if (room < 0)
    return refuse('BAD_REQUEST', `the body is no JSON, too deep, or larger than ${bodyBytesMax} bytes`);
  return parsed as Record<string, unknown>;
}

const malformed = Symbol('malformed');
const oversize = Symbol('oversize');

function parseText(text: string, headers: Request['headers']): unknown {
  if (text === '') return undefined;
  // A text has at least as many bytes as characters.
  if (text.length > bodyBytesMax || Buffer.byteLength(text) > bodyBytesMax) return oversize;
  const contentType = headers['content-type'] ?? 'application/json';
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) return malformed;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return malformed;
  }
}

/**
 * Approximate bytes left of a budget after `value` as JSON; negative if it is too large, too deep, or no JSON value.
 */
function roomLeft(value: unknown, budget: number, depth: number): number {
  switch (typeof value) {
    case 'string':
      return budget - value.length - 2;
    case 'number':
      return Number.isFinite(value) ? budget - 8 : -1;
    case 'boolean':
      return budget - 4;
    case 'object':
      return value === null ? budget - 4 : roomInObject(value, budget - 2, depth + 1);
    default:
      return value === undefined ? budget : -1;
  }
}

function roomInObject(value: object, budget: number, depth: number): number {
  if (depth > depthMax) return -1;
  let room = budget;
  for (const key in value) {
    if (room < 0) return room;
    room = roomLeft((value as Record<string, unknown>)[key], room - key.length - 4, depth);
  }
  return room;
}
