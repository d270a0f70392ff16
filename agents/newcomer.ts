import { choice, defineAgent, text } from 'orrery-sim';

/** Registers, looks around, and leaves. */
export default defineAgent({
  name: 'newcomer',
  about: 'Registers, takes the one-time claim where its style has one, reads its own record, and leaves.',
  parameters: {
    style: choice(['A', 'B'], 'B', { about: 'The addressing style it registers in' }),
    referrer: text('', { about: 'An agent id that referred it; empty for none' }),
  },
  *run(agent, { style, referrer }) {
    const joined = yield* agent.join({ style, referrer: referrer === '' ? undefined : referrer });
    yield* agent.check('a newcomer is registered', joined.ok);
    if (!joined.ok) return;
    if (style === 'A') {
      const claim = yield* agent.polite.post('/faucet/api/v1/faucet/claim');
      yield* agent.check('the one-time claim pays 1 USDC', claim.ok && claim.number('amount_usdc') === 1);
    }
    const own = yield* agent.polite.get(`/faucet/api/v1/agents/${agent.persona.agentId}`);
    yield* agent.check(
      'a newcomer sees its own balance',
      own.number('balance_usdc') === (style === 'A' ? 1 : 10),
    );
  },
});
