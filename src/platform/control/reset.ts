/** The call under /_sim that replaces the world by a new one. */
import { Type } from 'typebox';
import { Refusal, refuse, type Outcome } from '../../core/base/refusal.ts';
import { formatInstant, instantExpected, type Instant } from '../../core/base/time.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { InstantSent, InstantText } from '../../core/http/wire.ts';
import { profiles, type Profile } from '../../core/base/profile.ts';
import { resolvePolicies } from '../../core/policy/policies.ts';
import { parseStart } from '../world/start.ts';
import type { World } from '../world/world.ts';
import type { Host } from './host.ts';
import { closed, controlCall, explainer } from './row.ts';

type Reset = {
  readonly seed: string | undefined;
  readonly profile: Profile | undefined;
  readonly policies: Readonly<Record<string, string | number>> | undefined;
  readonly startMs: Instant | undefined;
};

/** The operation of the reset call on a host; inputs left out stay as they are. */
export class ResetControl {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Refuses BAD_REQUEST for an unknown policy or option. */
  reset(input: Reset): Outcome<World> {
    const { setup } = this.#host;
    const { seed = setup.seed, profile = setup.profile, startMs = setup.startMs } = input;
    const isSame = input.profile === undefined && input.policies === undefined;
    const policies = isSame ? setup.policies : resolvePolicies(profile, input.policies);
    return policies instanceof Refusal ? policies : this.#host.reset({ seed, profile, policies, startMs });
  }
}

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
    start: Type.Optional(InstantSent),
  },
  { ...closed, description: 'any of seed, profile, policies and start' },
);

function readReset(body: {
  seed?: number | string;
  profile?: Profile;
  policies?: Record<string, string | number>;
  start?: string;
}): Outcome<Reset> {
  const { seed, profile, policies, start } = body;
  const startMs = start === undefined ? undefined : parseStart(start);
  if (start !== undefined && startMs === undefined) {
    return refuse('BAD_REQUEST', `start is "${start}"; expected ${instantExpected}, from 1970 to 9998`);
  }
  return { seed: seed === undefined ? undefined : String(seed), profile, policies, startMs };
}

const row = rowsOf<ResetControl>();

/** The row of `/_sim/reset`; only a host answers it. */
export const resetRows = [
  row('reset', {
    ...controlCall,
    about: 'Reset: a fresh world of the same seed and policies unless others are given',
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
];
