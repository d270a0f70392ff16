/** The call under /_sim that begins or plans a fault. */
import { Type } from 'typebox';
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import {
  formatInstant,
  instantExpected,
  parseInstant,
  type DurationMs,
  type Instant,
} from '../../core/base/time.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { InstantSent, InstantText } from '../../core/http/wire.ts';
import { buildFault, faultFields, faultMistake, type FaultFields } from '../world/fault-source.ts';
import type { Fault } from '../world/faults.ts';
import { clockEndMs } from '../world/start.ts';
import { tooFar } from './clock.ts';
import type { Host } from './host.ts';
import { closed, controlCall, explainer } from './row.ts';

/** A fault that was switched off. */
interface EndedFault {
  /** Its place in the timetable, from 1. */
  readonly number: number;
  readonly fault: Fault;
  readonly endMs: Instant;
}

type PlannedFault = { readonly source: FaultFields; readonly atMs: Instant | undefined };

/** The operation of the fault call on a host. */
export class FaultControl {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * Begins a fault at once or at `atMs`. Refuses BAD_REQUEST for an instant in the past or out of the clocks' range.
   */
  fault({ atMs, source }: PlannedFault): Outcome<Fault> {
    const fault = buildFault(source, atMs ?? this.#host.nowMs);
    if (fault.atMs < this.#host.nowMs)
      return refuse('BAD_REQUEST', 'at lies before now; time does not go back');
    if ('forMs' in fault && fault.atMs + fault.forMs > clockEndMs) return tooFar('the end of the fault');
    if (fault.kind === 'clock-step') {
      const steppedMs = fault.atMs + fault.byMs + this.#steppedMs(fault.service);
      if (steppedMs < 0 || steppedMs > clockEndMs) return tooFar('the clock of the service');
    }
    this.#host.addFault(fault);
    return fault;
  }

  /** Refuses NOT_FOUND, and CONFLICT for a fault that is over or cannot be taken back. */
  endFault({ number }: { number: number }): Outcome<EndedFault> {
    const { world, nowMs, faults } = this.#host;
    const fault = faults[number - 1];
    if (fault === undefined)
      return refuse('NOT_FOUND', `there is no fault ${number}; expected 1 to ${faults.length}`);
    const endMs = world.faults.endMs(number - 1);
    if ((endMs ?? fault.atMs) <= nowMs)
      return refuse('CONFLICT', `fault ${number} is over; expected one that is on or planned`);
    world.faults.switchOff(number - 1);
    return { number, fault, endMs: nowMs };
  }

  #steppedMs(service: string): DurationMs {
    let totalMs = 0;
    for (const [index, fault] of this.#host.faults.entries()) {
      if (fault.kind !== 'clock-step' || fault.service !== service) continue;
      if (this.#host.world.faults.endMs(index) === undefined) totalMs += fault.byMs;
    }
    return totalMs;
  }
}

const FaultBody = Type.Object(
  {
    ...faultFields,
    at: Type.Optional(InstantSent),
  },
  {
    ...closed,
    description: 'a fault such as {"service": "escrow", "kind": "outage", "for": "10m"}',
  },
);

const FaultEndBody = Type.Object(
  { number: Type.Integer({ minimum: 1, description: 'the number of a fault, in order of addition from 1' }) },
  { ...closed, description: 'a fault such as {"number": 1}' },
);

function readFault(body: FaultFields & { at?: string }): Outcome<PlannedFault> {
  const { at, ...source } = body;
  const atMs = at === undefined ? undefined : parseInstant(at);
  if (at !== undefined && (atMs === undefined || atMs < 0)) {
    return refuse('BAD_REQUEST', `at is "${at}"; expected ${instantExpected}, or no "at" for now`);
  }
  const mistake = faultMistake(source, ['service', 'kind']);
  return mistake === undefined ? { source, atMs } : refuse('BAD_REQUEST', mistake.message);
}

const row = rowsOf<FaultControl>();

/** The row of `/_sim/fault`; only a host answers it. */
export const faultRows = [
  row('fault', {
    ...controlCall,
    about: 'Begin a fault now, or at an instant, written as in a scenario file',
    styles: {
      control: [
        'POST',
        '/fault',
        binding({
          body: FaultBody,
          answer: Type.Object({
            service: Type.String(),
            kind: Type.String(),
            from: InstantText,
            until: Type.Union([InstantText, Type.Null()], { description: 'null for a step of the clock' }),
          }),
          explain: explainer(FaultBody),
          read: ({ body }) => readFault(body as FaultFields & { at?: string }),
          write: (fault: Fault) => ({
            service: fault.service,
            kind: fault.kind,
            from: formatInstant(fault.atMs),
            until: 'forMs' in fault ? formatInstant(fault.atMs + fault.forMs) : null,
          }),
        }),
      ],
    },
  }),
  row('endFault', {
    ...controlCall,
    refusals: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
    about: 'Switch a fault off: one that is on ends now, and a planned one never begins',
    styles: {
      control: [
        'POST',
        '/fault/end',
        binding({
          body: FaultEndBody,
          answer: Type.Object({
            number: Type.Integer(),
            service: Type.String(),
            kind: Type.String(),
            until: InstantText,
          }),
          explain: explainer(FaultEndBody),
          read: ({ body }) => body,
          write: ({ number, fault, endMs }: EndedFault) => ({
            number,
            service: fault.service,
            kind: fault.kind,
            until: formatInstant(endMs),
          }),
        }),
      ],
    },
  }),
];
