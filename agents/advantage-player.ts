import { defineAgent, duration, integer, usdc, type Agent, type Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

const games = '/casino/api/v1/games';

/**
 * Knows every printed table and bets where it favours the player. Of all single bets that is keno with 5 spots (returns
 * 1.20) and with 10 (1.35); and video poker pays for hands that were seen before the bet (specification.md, Games).
 */
export default defineAgent({
  name: 'advantage-player',
  about:
    'Bets only where the printed tables favour the player: keno with 5 and 10 spots, and poker hands dealt free.',
  parameters: {
    amount: usdc('0.01', { about: 'Its stake' }),
    tickets: integer(20, { about: 'How many tickets of keno it fills in', minimum: 0 }),
    hands: integer(5, { about: 'How many poker hands it bets on', minimum: 0 }),
    deals: integer(60, { about: 'How many deals it looks at for one of them, at most', minimum: 1 }),
    every: duration('2s', { about: 'The pause after a call' }),
  },
  *run(agent, { amount, tickets, hands, deals, every }) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    const habits = { amount, every, deals };
    for (let ticket = 0; ticket < tickets; ticket++) yield* keno(agent, ticket % 2 === 0 ? 10 : 5, habits);
    for (let hand = 0; hand < hands; hand++) {
      const isOn = yield* chosenHand(agent, habits);
      if (!isOn) return;
    }
  },
});

interface Habits {
  amount: number;
  every: number;
  deals: number;
}

/** By spots and catch, as printed. */
const kenoPays: Readonly<Record<string, number>> = {
  '5/3': 3,
  '5/4': 25,
  '5/5': 1000,
  '10/5': 10,
  '10/7': 500,
  '10/10': 250_000,
};

function* keno(agent: Agent, spots: 5 | 10, { amount, every }: Habits): Steps {
  const picks = Array.from({ length: spots }, (_, at) => 3 + 7 * at);
  const ticket = yield* agent.polite.post(`${games}/keno`, { amount: amount / 1e6, picks });
  if (ticket.ok) {
    const { caught } = ticket.body['result'] as { caught: number };
    const owed = amount * (kenoPays[`${spots}/${caught}`] ?? 0);
    yield* agent.check('keno pays what is printed', Math.round(ticket.number('payout') * 1e6) === owed);
  }
  yield* agent.sleep(every);
}

/** Deals until the cards pay as they are, and bets on those: it cannot lose. False where no deal is free. */
function* chosenHand(agent: Agent, { amount, every, deals }: Habits): Steps<boolean> {
  for (let deal = 0; deal < deals; deal++) {
    const dealt = yield* agent.polite.post(`${games}/video-poker/deal`, {});
    yield* agent.check('a deal is free', dealt.ok);
    if (!dealt.ok) return false;
    if (isPaid(dealt.body['cards'] as string[])) {
      yield* betOn(agent, dealt, amount);
      return true;
    }
    yield* agent.sleep(every);
  }
  return true;
}

function* betOn(agent: Agent, dealt: Answer, amount: number): Steps {
  const body = { holds: dealt.body['cards'], nonce: dealt.number('nonce'), amount: amount / 1e6 };
  const drawn = yield* agent.polite.post(`${games}/video-poker/draw`, body);
  if (!drawn.ok) return;
  const payout = Math.round(drawn.number('payout') * 1e6);
  yield* agent.check('a hand that is bet on once it is seen wins', payout >= 2 * amount);
}

/** Two pair or better, but for the straights and flushes it does not look for: pays twice the stake at least. */
function isPaid(cards: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const [rank = ''] of cards) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groups = [...counts.values()].toSorted((a, b) => b - a).join('');
  return ['41', '32', '311', '221'].includes(groups);
}
