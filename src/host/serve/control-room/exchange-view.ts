/** One exchange of a served world: as a line of a list, and in full. Secrets are removed before texts are cut. */
import { formatUsdc, type Micros } from '../../../core/base/money.ts';
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import { formatInstant } from '../../../core/base/time.ts';
import type { ExchangeInFull, RequestLine } from '../../../platform/control/observed.ts';
import { sequenceDrawing, type DrawnStep } from '../../../report/html/sequence-drawing.ts';
import type { Shape } from '../../../report/html/shape.ts';
import type { Watched } from './watched.ts';
import { curlOf, stepOf, type CopiedCall } from './copied-call.ts';
import { lineOf, type SeenExchange, type SeenLine } from './feed.ts';
import { cut, ShownText } from './shown-text.ts';

const bodyMax = 65_536;
/** Earlier requests in the diagram. */
const drawnBefore = 4;
const pathMax = 200;
/** Headers of an answer that say something about its request. */
const shownHeaders = /^(?:retry-after|x-ratelimit-|idempotent|location|deprecation)/;

/** The line of a list. */
export function requestLine(seen: SeenLine, { world, feed }: Watched): RequestLine {
  const { number, event, atMs, agent, method, path, status, code } = seen;
  const by = agent === null ? '' : (world.agents.at(agent)?.agentId ?? '');
  return {
    number,
    event,
    at: formatInstant(atMs),
    agent,
    by: world.secrets.redact(by),
    method,
    path: cut(world.secrets.redact(path), pathMax),
    status,
    code,
    isKept: feed.exchange(number) !== undefined,
  };
}

/** The exchange in full. Refuses NOT_FOUND for one that there is not, or that is not kept any more. */
export function exchangeInFull(watched: Watched, number: number): Outcome<ExchangeInFull> {
  const seen = watched.feed.exchange(number);
  if (seen === undefined)
    return refuse('NOT_FOUND', `request ${number} is not among the latest; expected a newer one`);
  const { world, feed } = watched;
  const shown = new ShownText(world.secrets);
  const { request, response, route, slownessMs, happenings } = seen;
  const line = requestLine(lineOf(seen), watched);
  const call: CopiedCall = {
    method: request.method,
    target: shown.target(request),
    by: line.by,
    sent: shown.sent(request),
    contentType: request.headers['content-type'],
    idempotencyKey: request.headers['idempotency-key'],
    sinceStartMs: seen.atMs - feed.series.startMs,
  };
  return {
    line,
    service: route?.service ?? request.path.split('/')[1] ?? '',
    operation: route?.row.operation ?? '',
    slowness_ms: slownessMs,
    asked: cut(shown.sent(request, 1) ?? '', bodyMax),
    answered: cut(shown.answer(response, request.path, 1), bodyMax),
    headers: headersOf(seen),
    events: happenings.map(({ name, amountMicros }) => ({ event: name, amount: formatUsdc(amountMicros) })),
    sequence: { ...drawingOf(seen, watched) },
    curl: curlOf(call),
    step: stepOf(call),
  };
}

/** The exchange, and those of its caller right before it. */
function drawingOf(seen: SeenExchange, watched: Watched): Shape {
  const { feed } = watched;
  const before =
    seen.agent === null ? [] : feed.exchangesOf(seen.agent).filter(({ number }) => number < seen.number);
  const shown = new ShownText(watched.world.secrets);
  return sequenceDrawing({
    name: `request ${seen.number}`,
    startMs: feed.series.startMs,
    steps: [...before.slice(-drawnBefore), seen].map((exchange) => stepIn(exchange, watched, shown)),
  });
}

function stepIn(seen: SeenExchange, watched: Watched, shown: ShownText): DrawnStep {
  const { request, response, route, code, atMs, happenings } = seen;
  const { by, method, status } = requestLine(lineOf(seen), watched);
  return {
    atMs,
    agent: by === '' ? 'no key' : by,
    service: route?.service ?? request.path.split('/')[1] ?? '',
    operation: route?.row.operation ?? '',
    call: `${method} ${shown.target(request)}`,
    sent: shown.sent(request) ?? '',
    status,
    code,
    answer: shown.answer(response, request.path),
    events: happenings.map(({ name, amountMicros }) => eventText(name, amountMicros)),
  };
}

const eventText = (name: string, amountMicros: Micros): string =>
  amountMicros === 0 ? name : `${name} ${formatUsdc(amountMicros)} USDC`;

const headersOf = ({ response }: SeenExchange): Record<string, string> =>
  Object.fromEntries(
    Object.entries(response.headers)
      .filter(([name]) => shownHeaders.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
