/** The sandbox's own calls under /_sim: clock, policy, ledger, digest, tier upgrades. Never counted by a limit. */
import { Type } from 'typebox';
import { refuse, type Outcome } from '../base/refusal.ts';
import { formatInstant, hourMs, type Instant } from '../base/time.ts';
import type { Tier } from '../http/limits/published-limits.ts';
import type { JsonObject } from '../http/message.ts';
import { binding, rowsOf } from '../http/route.ts';
import { InstantText, UsdcText } from '../http/wire.ts';
import type { Agents } from '../services/identity/agents.ts';
import type { Agent, Platform, ServiceClock } from '../services/ports.ts';

/** Upgrades take effect within these bounds (P:248). */
const upgradeWithinMs: Readonly<Record<Tier, number>> = {
  free: 0,
  pro: 24 * hourMs,
  enterprise: 48 * hourMs,
};

/** What the control room reads from a world. */
export interface ControlView {
  policy(): JsonObject;
  ledger(): JsonObject;
  digest(): JsonObject;
}

export class Control {
  readonly #platform: Platform;
  readonly #clock: ServiceClock;
  readonly #agents: Agents;
  readonly #view: ControlView;

  constructor(parts: { platform: Platform; clock: ServiceClock; agents: Agents; view: ControlView }) {
    this.#platform = parts.platform;
    this.#clock = parts.clock;
    this.#agents = parts.agents;
    this.#view = parts.view;
  }

  clock(_input: undefined): Outcome<{ nowMs: Instant }> {
    return { nowMs: this.#clock.nowMs };
  }

  policy(_input: undefined): Outcome<JsonObject> {
    return this.#view.policy();
  }

  ledger(_input: undefined): Outcome<JsonObject> {
    return this.#view.ledger();
  }

  digest(_input: undefined): Outcome<JsonObject> {
    return this.#view.digest();
  }

  /** Stands for the e-mail that asks for an upgrade (P:248, gap L25). Refuses NOT_FOUND for an unknown key. */
  requestTier(input: {
    apiKey: string;
    tier: Tier;
    atOnce: boolean;
  }): Outcome<{ agent: Agent; effectiveAtMs: Instant }> {
    const agent = this.#agents.find(`Bearer ${input.apiKey}`);
    if (agent === undefined) return refuse('NOT_FOUND', 'there is no such API key');
    const effectiveAtMs = this.#clock.nowMs + (input.atOnce ? 0 : this.#delayMs(agent, input.tier));
    if (effectiveAtMs === this.#clock.nowMs) this.#upgrade(agent, input.tier);
    else this.#clock.schedule(effectiveAtMs, () => this.#upgrade(agent, input.tier));
    return { agent, effectiveAtMs };
  }

  #delayMs(agent: Agent, tier: Tier): number {
    const boundMs = upgradeWithinMs[tier];
    switch (this.#platform.policies['limits.upgrade']) {
      case 'immediate':
        return 0;
      case 'bound':
        return boundMs;
      case 'seeded':
        return boundMs === 0
          ? 0
          : 1 + this.#platform.stream(`upgrade/${agent.agentId}/${tier}`).integer(boundMs);
    }
  }

  #upgrade(agent: Agent, tier: Tier): void {
    const before = agent.tier;
    agent.tier = tier;
    this.#platform.journal.record(() => (agent.tier = before));
    this.#platform.emit('tierUpgraded', 0);
  }
}

const row = rowsOf<Control>();
const read = (): undefined => undefined;
const plain = { access: 'none', success: 200, limits: { exempt: true }, refusals: [] } as const;
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

export const controlRows = [
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
  row('requestTier', {
    ...plain,
    about: 'Ask for another tier',
    refusals: ['BAD_REQUEST', 'NOT_FOUND'],
    styles: {
      control: [
        'POST',
        '/tier',
        binding({
          body: Type.Object({
            api_key: Type.String(),
            tier: Type.Enum(['free', 'pro', 'enterprise']),
            at_once: Type.Optional(Type.Boolean({ description: 'true does not wait, whatever the policy' })),
          }),
          read: ({ body }) => ({
            apiKey: body.api_key,
            tier: body.tier,
            atOnce: body.at_once === true,
          }),
          answer: Type.Object({ agent_id: Type.String(), effective_at: InstantText }),
          write: ({ agent, effectiveAtMs }: { agent: Agent; effectiveAtMs: Instant }) => ({
            agent_id: agent.agentId,
            effective_at: formatInstant(effectiveAtMs),
          }),
        }),
      ],
    },
  }),
];
