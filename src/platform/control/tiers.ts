/** The call under /_sim that asks for another tier. */
import { Type } from 'typebox';
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import { formatInstant, hourMs, type Instant } from '../../core/base/time.ts';
import type { Tier } from '../../core/http/limits/published-limits.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { InstantText } from '../../core/http/wire.ts';
import type { RegisteredAgent } from '../services/ports.ts';
import type { World } from '../world/world.ts';
import { controlCall } from './row.ts';

/** Upgrades take effect within these bounds (LIM46, LIM47). */
const upgradeWithinMs: Readonly<Record<Tier, number>> = {
  free: 0,
  pro: 24 * hourMs,
  enterprise: 48 * hourMs,
};

/** The operation of the tier call on one world; the change is scheduled on the platform's clock. */
export class TierControl {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Replaces the e-mail that requests an upgrade (LIM46, LIM47, gap L25). Refuses NOT_FOUND for an unknown key. */
  requestTier(input: {
    apiKey: string;
    tier: Tier;
    atOnce: boolean;
  }): Outcome<{ agent: RegisteredAgent; effectiveAtMs: Instant }> {
    const agent = this.#world.agents.find(`Bearer ${input.apiKey}`);
    if (agent === undefined) return refuse('NOT_FOUND', 'there is no such API key');
    const clock = this.#world.platformClock;
    const effectiveAtMs = clock.nowMs + (input.atOnce ? 0 : this.#delayMs(agent, input.tier));
    if (effectiveAtMs === clock.nowMs) this.#upgrade(agent, input.tier);
    else clock.schedule(effectiveAtMs, () => this.#upgrade(agent, input.tier));
    return { agent, effectiveAtMs };
  }

  #delayMs(agent: RegisteredAgent, tier: Tier): number {
    const boundMs = upgradeWithinMs[tier];
    switch (this.#world.policies['limits.upgrade']) {
      case 'immediate':
        return 0;
      case 'bound':
        return boundMs;
      case 'seeded':
        return boundMs === 0
          ? 0
          : 1 + this.#world.platform.stream(`upgrade/${agent.agentId}/${tier}`).integer(boundMs);
    }
  }

  #upgrade(agent: RegisteredAgent, tier: Tier): void {
    const before = agent.tier;
    agent.tier = tier;
    const { platform } = this.#world;
    platform.journal.record(() => (agent.tier = before));
    platform.emit('tierUpgraded', 0);
  }
}

const row = rowsOf<TierControl>();

/** The row of `/_sim/tier`; every world answers it. */
export const tierRows = [
  row('requestTier', {
    ...controlCall,
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
          write: ({ agent, effectiveAtMs }: { agent: RegisteredAgent; effectiveAtMs: Instant }) => ({
            agent_id: agent.agentId,
            effective_at: formatInstant(effectiveAtMs),
          }),
        }),
      ],
    },
  }),
];
