import { choice, defineAgent, duration, text } from 'orrery-sim';

/** Payouts come at midnight UTC. */
const dayOf = (instant: number): number => Math.floor(instant / 86_400_000);

/** Earns a share of what others pay, and follows it to its balance. */
export default defineAgent({
  name: 'referrer',
  about: 'Registers first so that others can name it, then watches its referral earnings arrive.',
  parameters: {
    referredBy: text('', { about: 'The population one of whose agents referred it; empty for none' }),
    every: duration('1d', { about: 'Time between two looks' }),
    payout: choice(['daily', 'none'], 'daily', {
      about: 'Whether pending payouts have to arrive at midnight UTC',
    }),
  },
  *run(agent, { referredBy, every, payout }) {
    const peers = referredBy === '' ? [] : agent.peers(referredBy);
    const joined = yield* agent.join({ referrer: peers[Math.floor((yield* agent.random()) * peers.length)] });
    if (!joined.ok) return;
    let earnedBefore = 0;
    for (;;) {
      yield* agent.sleep(every);
      const seen = yield* agent.polite.get('/faucet/referrals');
      if (!seen.ok) continue;
      const earned = seen.number('fees_earned');
      yield* agent.check('referral earnings never shrink', earned >= earnedBefore);
      yield* agent.check(
        'pending payouts are part of the earnings',
        seen.number('pending_payouts') <= earned,
      );
      earnedBefore = earned;
      if (payout === 'none') continue;
      const status = yield* agent.polite.get('/faucet/api/v1/faucet/status');
      // A payout between the two looks would make them disagree.
      if (!status.ok || dayOf(status.receivedAtMs) !== dayOf(seen.sentAtMs)) continue;
      const paidMicros = Math.round((earned - seen.number('pending_payouts')) * 1e6);
      const balanceMicros = Math.round(status.number('balance_usdc') * 1e6);
      yield* agent.check('what was paid out is in the balance', balanceMicros === 10_000_000 + paidMicros);
    }
  },
});
