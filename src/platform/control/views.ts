/** Calls under /_sim that show a world: clock, policies, totals of the ledger, digest. */
import { Type } from 'typebox';
import { formatUsdc, type Micros } from '../../core/base/money.ts';
import type { Outcome } from '../../core/base/refusal.ts';
import { formatInstant, type Instant } from '../../core/base/time.ts';
import type { JsonObject } from '../../core/http/message.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { InstantText, UsdcText } from '../../core/http/wire.ts';
import type { World } from '../world/world.ts';
import { controlCall } from './row.ts';

/** Totals of the ledger, under the names that `/_sim/ledger` has. */
export function ledgerTotals(world: World): {
  accounts: number;
  transfers: number;
  drift_micros: Micros;
  faucet_pool: string;
} {
  return {
    accounts: world.ledger.accountCount,
    transfers: world.ledger.transferCount,
    drift_micros: world.driftMicros(),
    faucet_pool: formatUsdc(world.services.faucet.poolMicros),
  };
}

/** The profile and every policy with its value. */
export function policyView({ profile, policyHash, policies }: World): JsonObject {
  return { profile, policy_hash: policyHash, policies: { ...policies } };
}

/** The operations that only read a world. */
export class Views {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  clock(_input: undefined): Outcome<{ nowMs: Instant }> {
    return { nowMs: this.#world.platformClock.nowMs };
  }

  policy(_input: undefined): Outcome<JsonObject> {
    return policyView(this.#world);
  }

  ledger(_input: undefined): Outcome<JsonObject> {
    return ledgerTotals(this.#world);
  }

  digest(_input: undefined): Outcome<JsonObject> {
    return this.#world.digest();
  }
}

const row = rowsOf<Views>();
const plain = { ...controlCall, refusals: [] } as const;
const read = (): undefined => undefined;
const asIs = { read, write: (view: JsonObject) => view };
const PolicyView = Type.Object({
  profile: Type.String(),
  policy_hash: Type.String(),
  policies: Type.Record(Type.String(), Type.String()),
});
const LedgerView = Type.Object({
  accounts: Type.Integer(),
  transfers: Type.Integer(),
  drift_micros: Type.Integer(),
  faucet_pool: UsdcText,
});
const DigestView = Type.Object({ digest: Type.String(), events: Type.Integer() });

/** The rows of `/_sim/clock`, `policy`, `ledger` and `digest`; every world answers them. */
export const viewRows = [
  row('clock', {
    ...plain,
    about: 'The virtual clock',
    styles: {
      control: [
        'GET',
        '/clock',
        binding({
          read,
          answer: Type.Object({ now: InstantText }),
          write: ({ nowMs }: { nowMs: Instant }) => ({ now: formatInstant(nowMs) }),
        }),
      ],
    },
  }),
  row('policy', {
    ...plain,
    about: 'Every policy and its value',
    styles: { control: ['GET', '/policy', { ...asIs, answer: PolicyView }] },
  }),
  row('ledger', {
    ...plain,
    about: 'Totals of the ledger',
    styles: { control: ['GET', '/ledger', { ...asIs, answer: LedgerView }] },
  }),
  row('digest', {
    ...plain,
    about: 'The digest so far',
    styles: { control: ['GET', '/digest', { ...asIs, answer: DigestView }] },
  }),
];
