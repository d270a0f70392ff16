import { choice, defineAgent, duration, exponential, text } from 'orrery-sim';

/** Sells to buyers: watches the escrows that name it, and trusts only what adds up. */
export default defineAgent({
  name: 'escrow-seller',
  about: 'Watches the escrows it is to receive and checks what it is told about them.',
  parameters: {
    every: duration('8h', { about: 'Time between two looks, on average' }),
    style: choice(['A', 'B'], 'B', { about: 'The addressing style of its calls' }),
    referredBy: text('', { about: 'The population one of whose agents referred it; empty for none' }),
  },
  *run(agent, { every, style, referredBy }) {
    const peers = referredBy === '' ? [] : agent.peers(referredBy);
    const referrer = peers[Math.floor((yield* agent.random()) * peers.length)];
    const joined = yield* agent.join({ style, referrer });
    if (!joined.ok) return;
    for (;;) {
      yield* agent.sleep(yield* agent.random(exponential(every)));
      const path = style === 'A' ? '/escrow/api/v1/escrow/list' : '/escrow/escrows';
      const list = yield* agent.polite.get(
        path,
        style === 'A' ? {} : { query: { role: 'receiver', limit: 20 } },
      );
      if (!list.ok) continue;
      const escrows = list.list('escrows');
      const own = escrows.every(
        (escrow) => (escrow['receiver'] ?? escrow['seller']) === agent.persona.agentId,
      );
      yield* agent.check('a seller sees its own escrows alone', own);
      const [newest] = escrows;
      if (newest === undefined) continue;
      const id = newest['escrow_id'] as string;
      const detail = yield* agent.polite.get(
        style === 'A' ? `/escrow/api/v1/escrow/${id}` : `/escrow/escrow/${id}`,
      );
      if (detail.ok) yield* agent.check('list and detail agree', detail.body['amount'] === newest['amount']);
    }
  },
});
