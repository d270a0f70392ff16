/** The calls under /_sim that steer whoever serves a world: its clock, its faults, a fresh start. */
import { Type } from 'typebox';
import { formatUsdc, type Micros } from '../base/money.ts';
import { Refusal, refuse, type Outcome } from '../base/refusal.ts';
import { formatInstant, parseDuration, parseInstant, type DurationMs, type Instant } from '../base/time.ts';
import type { JsonObject } from '../http/message.ts';
import { binding, rowsOf } from '../http/route.ts';
import type { Mount } from '../http/router.ts';
import { shapeChecker } from '../http/shape.ts';
import { FreeForm, InstantText, readAmount, Usdc, UsdcText } from '../http/wire.ts';
import type { AccountId, Ledger } from '../ledger/ledger.ts';
import { profiles, resolvePolicies, type Policies, type Profile } from '../policy/policies.ts';
import { buildFault, faultFields, faultMistake, type FaultSource } from '../world/fault-source.ts';
import type { Fault } from '../world/faults.ts';
import { clockEndMs } from '../world/start.ts';
import { Duration } from '../world/units.ts';
import type { World } from '../world/world.ts';
import { formatPace, paceExpected, parsePace, type Pace } from './pace.ts';
import { walletDocument } from './openapi/wallet-document.ts';

/** What a world is made from. */
export interface Setup {
  readonly seed: string;
  readonly profile: Profile;
  readonly policies: Policies;
  /** Undefined for a scenario's default start where time is manual, and the wall clock's now where it runs. */
  readonly startMs: Instant | undefined;
}

/** What these calls steer. */
export interface Controlled {
  readonly nowMs: Instant;
  readonly setup: Setup;
  readonly world: World;
  readonly faults: readonly Fault[];
  advance(toMs: Instant): { events: number };
  readonly pace: Pace;
  setPace(pace: Pace): void;
  addFault(fault: Fault): void;
  reset(setup: Setup): World;
  openapi(): JsonObject;
}

type Advance = { readonly byMs: DurationMs } | { readonly toMs: Instant };
type PlannedFault = { readonly source: FaultSource; readonly atMs: Instant | undefined };
type Reset = {
  readonly seed: string | undefined;
  readonly profile: Profile | undefined;
  readonly policies: Readonly<Record<string, string | number>> | undefined;
  readonly startMs: Instant | undefined;
};
type Grant = { readonly apiKey: string; readonly amountMicros: Micros; readonly from: string };
type Granted = { readonly agentId: string; readonly amountMicros: Micros; readonly availableMicros: Micros };

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

  /** Begins now, before the next request, or when it is planned for. Refuses BAD_REQUEST for what no clock here reaches. */
  fault({ atMs, source }: PlannedFault): Outcome<Fault> {
    const fault = buildFault(source, atMs ?? this.#sandbox.nowMs);
    if (fault.atMs < this.#sandbox.nowMs)
      return refuse('BAD_REQUEST', 'at lies before now; time does not go back');
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
    const { seed = setup.seed, profile = setup.profile, startMs = setup.startMs } = input;
    const isSame = input.profile === undefined && input.policies === undefined;
    const policies = isSame ? setup.policies : resolvePolicies(profile, input.policies);
    return policies instanceof Refusal ? policies : this.#sandbox.reset({ seed, profile, policies, startMs });
  }

  /** Money from nowhere, or from an account: refuses NOT_FOUND for an unknown key, INSUFFICIENT_BALANCE where the pool has too little. */
  grant({ apiKey, amountMicros, from }: Grant): Outcome<Granted> {
    const { agents, kernel, ledger } = this.#sandbox.world;
    const agent = agents.find(`Bearer ${apiKey}`);
    if (agent === undefined) return refuse('NOT_FOUND', 'there is no such API key');
    const debit = grantAccounts.indexOf(from) < 0 ? undefined : accountNamed(ledger, from);
    if (debit === undefined) return refuse('NOT_FOUND', `there is no account "${from}" to grant from`);
    if (from !== 'issuer' && ledger.available(debit) < amountMicros) {
      return refuse('INSUFFICIENT_BALANCE', `${from} has too little USDC`);
    }
    ledger.book({ debit, credit: agent.account, amount: amountMicros, kind: 'genesis', atMs: kernel.nowMs });
    return { agentId: agent.agentId, amountMicros, availableMicros: ledger.available(agent.account) };
  }

  pace(pace: Pace): Outcome<{ pace: Pace; nowMs: Instant }> {
    this.#sandbox.setPace(pace);
    return { pace, nowMs: this.#sandbox.nowMs };
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

/** Where a grant may come from: nowhere, or the pool of the faucet. */
const grantAccounts: readonly string[] = ['issuer', 'faucet:pool'];

function accountNamed(ledger: Ledger, name: string): AccountId | undefined {
  for (let id = 0; id < ledger.accountCount; id++) if (ledger.accountName(id) === name) return id;
  return undefined;
}

const closed = { additionalProperties: false } as const;
const advanceExpected = 'either {"by": "24h"} or {"to": "2026-02-01T00:00:00Z"}';
const AdvanceBody = Type.Object(
  {
    by: Type.Optional(Duration),
    to: Type.Optional(Type.String({ description: 'an instant in UTC such as 2026-02-01T00:00:00Z' })),
  },
  { ...closed, description: advanceExpected },
);
const FaultBody = Type.Object(
  {
    ...faultFields,
    at: Type.Optional(
      Type.String({
        description: 'when it begins, if not now: an instant in UTC such as 2026-02-01T00:00:00Z',
      }),
    ),
  },
  {
    ...closed,
    description: 'a fault such as {"service": "escrow", "kind": "outage", "for": "10m"}',
  },
);
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
    start: Type.Optional(Type.String({ description: 'an instant in UTC such as 2026-02-01T00:00:00Z' })),
  },
  { ...closed, description: 'any of seed, profile, policies and start' },
);
const GrantBody = Type.Object(
  {
    api_key: Type.String({ description: 'the key of whoever gets it' }),
    amount: Usdc,
    from: Type.Optional(Type.Enum([...grantAccounts], { description: `one of ${grantAccounts.join(', ')}` })),
  },
  { ...closed, description: 'api_key, amount, and perhaps from' },
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

function readReset(body: {
  seed?: number | string;
  profile?: Profile;
  policies?: Record<string, string | number>;
  start?: string;
}): Outcome<Reset> {
  const { seed, profile, policies, start } = body;
  const startMs = start === undefined ? undefined : parseInstant(start);
  const isWrong = startMs === undefined ? start !== undefined : startMs < 0 || startMs > clockEndMs;
  if (isWrong) {
    return refuse(
      'BAD_REQUEST',
      `start is "${start}"; expected an instant in UTC such as 2026-02-01T00:00:00Z`,
    );
  }
  return { seed: seed === undefined ? undefined : String(seed), profile, policies, startMs };
}

function readGrant(body: { api_key: string; amount: number | string; from?: string }): Outcome<Grant> {
  const amountMicros = readAmount(body.amount, 'amount', 1);
  if (amountMicros instanceof Refusal) return amountMicros;
  return { apiKey: body.api_key, amountMicros, from: body.from ?? 'issuer' };
}

function readFault(body: FaultSource & { at?: string }): Outcome<PlannedFault> {
  const { at, ...source } = body;
  const atMs = at === undefined ? undefined : parseInstant(at);
  if (at !== undefined && (atMs === undefined || atMs < 0)) {
    return refuse(
      'BAD_REQUEST',
      `at is "${at}"; expected an instant in UTC such as 2026-02-01T00:00:00Z, or no "at" for now`,
    );
  }
  const mistake = faultMistake(source, ['service', 'kind']);
  return mistake === undefined ? { source, atMs } : refuse('BAD_REQUEST', mistake.message);
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
          read: ({ body }) => readFault(body as FaultSource & { at?: string }),
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
          read: ({ body }) => readReset(body),
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
  row('grant', {
    ...plain,
    refusals: ['BAD_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_BALANCE'],
    about: 'Give an agent USDC, out of nowhere or of the pool of the faucet',
    styles: {
      control: [
        'POST',
        '/grant',
        binding({
          body: GrantBody,
          answer: Type.Object({ agent_id: Type.String(), amount: UsdcText, balance: UsdcText }),
          explain: explainer(GrantBody),
          read: ({ body }) => readGrant(body),
          write: ({ agentId, amountMicros, availableMicros }: Granted) => ({
            agent_id: agentId,
            amount: formatUsdc(amountMicros),
            balance: formatUsdc(availableMicros),
          }),
        }),
      ],
    },
  }),
];

const PaceBody = Type.Object(
  { pace: Type.String({ description: paceExpected }) },
  { ...closed, description: 'a pace such as {"pace": "60x"}' },
);

function readPace(body: { pace: string }): Outcome<Pace> {
  const pace = parsePace(body.pace);
  return pace ?? refuse('BAD_REQUEST', `pace is "${body.pace}"; expected ${paceExpected}`);
}

const paceRows = [
  row('pace', {
    ...plain,
    about: 'How virtual time goes by from now on; manual stops it',
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

const descriptor = (version: string) =>
  binding({
    read: () => undefined,
    answer: Type.Unsafe<JsonObject>(
      Type.Object({
        openapi: Type.Literal(version),
        info: FreeForm,
        paths: FreeForm,
        components: FreeForm,
      }),
    ),
    write: (document: JsonObject) => document,
  });

const documentRows = [
  row('openapi', {
    ...plain,
    refusals: [],
    about: 'This document',
    styles: {
      control: ['GET', '/openapi.json', descriptor('3.1.0')],
    },
  }),
  row('walletOpenapi', {
    ...plain,
    refusals: [],
    about: "The wallet's own descriptor, OpenAPI 3.0.0",
    styles: {
      control: ['GET', '/wallet/openapi.json', descriptor('3.0.0')],
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

/** Behind the others: the position of a route is part of the digest. */
export const paceMount = (sandbox: Controlled): Mount => ({
  service: 'control',
  prefixes: { control: '/_sim' },
  rows: paceRows,
  operations: new SandboxControl(sandbox),
});
