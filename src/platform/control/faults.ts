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

  #steppedMs(service: string): DurationMs {
    let totalMs = 0;
    for (const fault of this.#host.faults) {
      if (fault.kind === 'clock-step' && fault.service === service) totalMs += fault.byMs;
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
];
