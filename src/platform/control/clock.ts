/** Calls under /_sim that move the virtual clock or change its pace. */
import { Type } from 'typebox';
import { refuse, Refusal, type Outcome } from '../../core/base/refusal.ts';
import {
  formatInstant,
  instantExpected,
  parseDuration,
  parseInstant,
  type DurationMs,
  type Instant,
} from '../../core/base/time.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { shapeChecker } from '../../core/http/shape.ts';
import { InstantSent, InstantText } from '../../core/http/wire.ts';
import { clockEndMs } from '../world/start.ts';
import { Duration } from '../world/units.ts';
import type { Host } from './host.ts';
import { formatPace, paceExpected, parsePace, type Pace } from './pace.ts';
import { closed, controlCall, explainer } from './row.ts';

type Advance = { readonly byMs: DurationMs } | { readonly toMs: Instant };

/** The operations that move the host's clock; time never goes back. */
export class ClockControl {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Refuses BAD_REQUEST for an instant in the past or beyond `clockEndMs`, CONFLICT while the clock moves. */
  advance(input: Advance): Outcome<{ nowMs: Instant; events: number }> {
    if (this.#host.movingToMs !== undefined) return clockIsMoving(this.#host.movingToMs);
    const toMs = goalOf(input, this.#host.nowMs);
    if (toMs instanceof Refusal) return toMs;
    return { nowMs: toMs, events: this.#host.advance(toMs).events };
  }

  /** Refuses CONFLICT while the clock moves. */
  pace(pace: Pace): Outcome<{ pace: Pace; nowMs: Instant }> {
    if (this.#host.movingToMs !== undefined) return clockIsMoving(this.#host.movingToMs);
    this.#host.setPace(pace);
    return { pace, nowMs: this.#host.nowMs };
  }
}

/** The refusal of an instant outside the range of the clocks; `what` is the subject of its message. */
export const tooFar = (what: string): Refusal =>
  refuse(
    'BAD_REQUEST',
    `${what} would leave the years from 1970 to ${formatInstant(clockEndMs).slice(0, 4)}`,
  );

/** Refuses a second move of the clock. */
export const clockIsMoving = (toMs: Instant): Refusal =>
  refuse(
    'CONFLICT',
    `the clock is being advanced to ${formatInstant(toMs)}; expected that to end first, or its client to close the connection`,
  );

function goalOf(input: Advance, nowMs: Instant): Outcome<Instant> {
  const toMs = 'toMs' in input ? input.toMs : nowMs + input.byMs;
  if (toMs < nowMs)
    return refuse('BAD_REQUEST', `to lies before now, ${formatInstant(nowMs)}; time does not go back`);
  return toMs > clockEndMs ? tooFar('the clock') : toMs;
}

/** The instant that an advance call moves the clock to; undefined for a body that the operation will refuse. */
export function advanceGoal(text: string | undefined, nowMs: Instant): Instant | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (shapeChecker(AdvanceBody, 'the body')(body) !== undefined) return undefined;
  const input = readAdvance(body as { by?: string; to?: string });
  const toMs = input instanceof Refusal ? input : goalOf(input, nowMs);
  return toMs instanceof Refusal ? undefined : toMs;
}

const advanceExpected = 'either {"by": "24h"} or {"to": "2026-02-01T00:00:00Z"}';
const AdvanceBody = Type.Object(
  {
    by: Type.Optional(Duration),
    to: Type.Optional(InstantSent),
  },
  { ...closed, description: advanceExpected },
);
function readAdvance(body: { by?: string; to?: string }): Outcome<Advance> {
  const { by, to } = body;
  if ((by === undefined) === (to === undefined)) {
    return refuse('BAD_REQUEST', `expected ${advanceExpected}, and not both`);
  }
  if (by !== undefined) {
    const byMs = parseDuration(by);
    return byMs === undefined ? refuse('BAD_REQUEST', `by is "${by}"; expected whole ms`) : { byMs };
  }
  const toMs = parseInstant(to ?? '');
  if (toMs !== undefined) return { toMs };
  return refuse('BAD_REQUEST', `to is "${to}"; expected ${instantExpected}`);
}

const PaceBody = Type.Object(
  { pace: Type.String({ description: paceExpected }) },
  { ...closed, description: 'a pace such as {"pace": "60x"}' },
);

function readPace(body: { pace: string }): Outcome<Pace> {
  const pace = parsePace(body.pace);
  return pace ?? refuse('BAD_REQUEST', `pace is "${body.pace}"; expected ${paceExpected}`);
}

const row = rowsOf<ClockControl>();

/** The rows of `/_sim/clock` that change the clock; only a host answers them. */
export const clockRows = [
  row('advance', {
    ...controlCall,
    refusals: ['BAD_REQUEST', 'CONFLICT'],
    about:
      'Advance the virtual clock. A long advance runs in steps: other calls are answered meanwhile, at the instant that is reached, and a second advance is refused (409). Closing the connection ends the advance where it is',
    styles: {
      control: [
        'POST',
        '/clock/advance',
        binding({
          body: AdvanceBody,
          answer: Type.Object({
            now: InstantText,
            events: Type.Integer({ description: 'how many events ran' }),
          }),
          explain: explainer(AdvanceBody),
          read: ({ body }) => readAdvance(body),
          write: ({ nowMs, events }: { nowMs: Instant; events: number }) => ({
            now: formatInstant(nowMs),
            events,
          }),
        }),
      ],
    },
  }),
  row('pace', {
    ...controlCall,
    refusals: ['BAD_REQUEST', 'CONFLICT'],
    about: 'The pace of virtual time from now on; manual stops it',
    styles: {
      control: [
        'POST',
        '/clock/pace',
        binding({
          body: PaceBody,
          answer: Type.Object({ pace: Type.String(), now: InstantText }),
          explain: explainer(PaceBody),
          read: ({ body }) => readPace(body),
          write: ({ pace, nowMs }: { pace: Pace; nowMs: Instant }) => ({
            pace: formatPace(pace),
            now: formatInstant(nowMs),
          }),
        }),
      ],
    },
  }),
];
