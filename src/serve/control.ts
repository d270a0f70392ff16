/** The calls under /_sim that steer whoever serves a world: its clock, its faults, a fresh start. */
import { Type } from 'typebox';
import { Refusal, refuse, type Outcome } from '../base/refusal.ts';
import { formatInstant, parseDuration, parseInstant, type DurationMs, type Instant } from '../base/time.ts';
import type { JsonObject } from '../http/message.ts';
import { binding, rowsOf } from '../http/route.ts';
import type { Mount } from '../http/router.ts';
import { shapeChecker } from '../http/shape.ts';
import { InstantText } from '../http/wire.ts';
import { profiles, resolvePolicies, type Policies, type Profile } from '../policy/policies.ts';
import { buildFault, faultFields, faultMistake, type FaultSource } from '../world/fault-source.ts';
import type { Fault } from '../world/faults.ts';
import { clockEndMs } from '../world/start.ts';
import { Duration } from '../world/units.ts';
import type { World } from '../world/world.ts';
import { walletDocument } from './openapi/wallet-document.ts';

/** What a world is made from. */
export interface Setup {
  readonly seed: string;
  readonly profile: Profile;
  readonly policies: Policies;
}

/** What these calls steer. */
export interface Controlled {
  readonly nowMs: Instant;
  readonly setup: Setup;
  readonly faults: readonly Fault[];
  advance(toMs: Instant): { events: number };
  addFault(fault: Fault): void;
  reset(setup: Setup): World;
  openapi(): JsonObject;
}

type Advance = { readonly byMs: DurationMs } | { readonly toMs: Instant };
type Reset = {
  readonly seed: string | undefined;
  readonly profile: Profile | undefined;
  readonly policies: Readonly<Record<string, string | number>> | undefined;
};

class SandboxControl {
  readonly #sandbox: Controlled;

  constructor(sandbox: Controlled) {
    this.#sandbox = sandbox;
  }

  /** Refuses BAD_REQUEST for an instant that has passed or that no clock here reaches. */
  advance(input: Advance): Outcome<{ nowMs: Instant; events: number }> {
    const { nowMs } = this.#sandbox;
    const toMs = 'toMs' in input ? input.toMs : nowMs + input.byMs;
    if (toMs < nowMs) {
      return refuse('BAD_REQUEST', `to lies before now, ${formatInstant(nowMs)}; time does not go back`);
    }
    if (toMs > clockEndMs) return tooFar('the clock');
    return { nowMs: toMs, events: this.#sandbox.advance(toMs).events };
  }

  /** Begins now, before the next request. Refuses BAD_REQUEST for an end or a step that no clock here reaches. */
  fault(source: FaultSource): Outcome<Fault> {
    const fault = buildFault(source, this.#sandbox.nowMs);
    if ('forMs' in fault && fault.atMs + fault.forMs > clockEndMs) return tooFar('the end of the fault');
    if (fault.kind === 'clock-step') {
      const steppedMs = fault.atMs + fault.byMs + this.#steppedMs(fault.service);
      if (steppedMs < 0 || steppedMs > clockEndMs) return tooFar('the clock of the service');
    }
    this.#sandbox.addFault(fault);
    return fault;
  }

  /** Refuses BAD_REQUEST for an unknown policy or option. */
  reset(input: Reset): Outcome<World> {
    const { setup } = this.#sandbox;
    const { seed = setup.seed, profile = setup.profile } = input;
    const isSame = input.profile === undefined && input.policies === undefined;
    const policies = isSame ? setup.policies : resolvePolicies(profile, input.policies);
    return policies instanceof Refusal ? policies : this.#sandbox.reset({ seed, profile, policies });
  }

  openapi(_input: undefined): Outcome<JsonObject> {
    return this.#sandbox.openapi();
  }

  walletOpenapi(_input: undefined): Outcome<JsonObject> {
    return walletDocument(this.#sandbox.openapi());
  }

  #steppedMs(service: string): DurationMs {
    let totalMs = 0;
    for (const fault of this.#sandbox.faults) {
      if (fault.kind === 'clock-step' && fault.service === service) totalMs += fault.byMs;
    }
    return totalMs;
  }
}

const tooFar = (what: string): Refusal =>
  refuse(
    'BAD_REQUEST',
    `${what} would leave the years from 1970 to ${formatInstant(clockEndMs).slice(0, 4)}`,
  );

const closed = { additionalProperties: false } as const;
const advanceExpected = 'either {"by": "24h"} or {"to": "2026-02-01T00:00:00Z"}';
const AdvanceBody = Type.Object(
  {
    by: Type.Optional(Duration),
    to: Type.Optional(Type.String({ description: 'an instant in UTC such as 2026-02-01T00:00:00Z' })),
  },
  { ...closed, description: advanceExpected },
);
const FaultBody = Type.Object(faultFields, {
  ...closed,
  description: 'a fault such as {"service": "escrow", "kind": "outage", "for": "10m"}',
});
const ResetBody = Type.Object(
  {
    seed: Type.Optional(
      Type.Union([Type.Integer(), Type.String({ minLength: 1 })], {
        description: 'a whole number or a text',
      }),
    ),
    profile: Type.Optional(Type.Enum([...profiles], { description: `one of ${profiles.join(', ')}` })),
    policies: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String(), Type.Number()], { description: 'an option of the policy' }),
        { description: 'policies by name' },
      ),
    ),
  },
  { ...closed, description: 'any of seed, profile and policies' },
);

/** Says what is wrong in the words that a scenario file would get. */
function explainer(schema: Parameters<typeof shapeChecker>[0]): (body: unknown) => string | undefined {
  const mistakeIn = shapeChecker(schema, 'the body');
  return (body) => mistakeIn(body)?.message;
}

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
  return refuse('BAD_REQUEST', `to is "${to}"; expected an instant in UTC such as 2026-02-01T00:00:00Z`);
}

function readFault(source: FaultSource): Outcome<FaultSource> {
  const mistake = faultMistake(source, ['service', 'kind']);
  return mistake === undefined ? source : refuse('BAD_REQUEST', mistake.message);
}

const row = rowsOf<SandboxControl>();
const plain = {
  access: 'none',
  success: 200,
  limits: { exempt: true },
  refusals: ['BAD_REQUEST'],
} as const;

const rows = [
  row('advance', {
    ...plain,
    about: 'Move the virtual clock on',
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
  row('fault', {
    ...plain,
    about: 'Begin a fault now, written as in a scenario file without "at"',
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
          read: ({ body }) => readFault(body as FaultSource),
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
  row('reset', {
    ...plain,
    about: 'Begin anew: a fresh world of the same seed and policies unless others are given',
    styles: {
      control: [
        'POST',
        '/reset',
        binding({
          body: ResetBody,
          answer: Type.Object({
            seed: Type.String(),
            profile: Type.String(),
            policy_hash: Type.String(),
            now: InstantText,
          }),
          explain: explainer(ResetBody),
          read: ({ body }) => ({
            seed: body.seed === undefined ? undefined : String(body.seed),
            profile: body.profile,
            policies: body.policies,
          }),
          write: (world: World) => ({
            seed: world.seed,
            profile: world.profile,
            policy_hash: world.policyHash,
            now: formatInstant(world.kernel.nowMs),
          }),
        }),
      ],
    },
  }),
];

const documentRows = [
  row('openapi', {
    ...plain,
    refusals: [],
    about: 'This document',
    styles: {
      control: [
        'GET',
        '/openapi.json',
        binding({ read: () => undefined, write: (document: JsonObject) => document }),
      ],
    },
  }),
  row('walletOpenapi', {
    ...plain,
    refusals: [],
    about: "The wallet's own descriptor, OpenAPI 3.0.0",
    styles: {
      control: [
        'GET',
        '/wallet/openapi.json',
        binding({ read: () => undefined, write: (document: JsonObject) => document }),
      ],
    },
  }),
];

export const controlMount = (sandbox: Controlled): Mount => ({
  service: 'control',
  prefixes: { control: '/_sim' },
  rows,
  operations: new SandboxControl(sandbox),
});

/** Beside the control calls, because anybody may read it. */
export const documentMount = (sandbox: Controlled): Mount => ({
  service: 'document',
  prefixes: { control: '' },
  rows: documentRows,
  operations: new SandboxControl(sandbox),
});
