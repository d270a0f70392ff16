/** The registration of an agent, in either style. */
import type { Answer } from './answer.ts';
import type { Persona } from './persona.ts';
import type { Polite } from './polite.ts';

/** The style of a registration (`B` by default) and an optional referrer. */
export interface JoinOptions {
  /** B pays 10.00 at registration, A pays nothing yet. */
  readonly style?: 'A' | 'B';
  /** An agent id or address that earns a share of this agent's fees. */
  readonly referrer?: string | undefined;
}

/** The part of an agent that a registration uses. */
interface Joining {
  readonly persona: Persona;
  readonly polite: Polite;
  authorize(key: string): void;
}

const paths = { A: '/faucet/api/v1/agents/register', B: '/faucet/register' } as const;

/** Registers an agent politely and, if that succeeds, uses its new API key from then on. */
export function* join(agent: Joining, options: JoinOptions): Generator<unknown, Answer, unknown> {
  const { style = 'B', referrer } = options;
  const { agentId, framework, owner } = agent.persona;
  const body = {
    agent_id: agentId,
    ...(referrer === undefined ? {} : { referrer }),
    ...(style === 'B' ? { metadata: { framework, owner } } : {}),
  };
  const answer = yield* agent.polite.post(paths[style], body);
  if (answer.ok) agent.authorize(answer.text('api_key'));
  return answer;
}
