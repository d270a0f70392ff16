import { defineAgent, duration, exponential, type RequestOptions } from 'orrery-sim';

/** One malformed request and what has to answer it. */
interface Fumble {
  readonly about: string;
  readonly path: string;
  readonly body?: unknown;
  readonly options?: RequestOptions;
  readonly status: number;
}

const escrow = '/escrow/escrow';
const fumbles: readonly Fumble[] = [
  { about: 'no body at all', path: escrow, status: 400 },
  { about: 'an amount of the wrong type', path: escrow, body: { amount: true, receiver: 'x' }, status: 400 },
  { about: 'seven decimals', path: escrow, body: { amount: 1.0000001, receiver: 'x' }, status: 400 },
  {
    about: 'not a number',
    path: escrow,
    options: { raw: '{"amount":NaN,"receiver":"x"}' },
    status: 400,
  },
  { about: 'a negative amount', path: escrow, body: { amount: -5, receiver: 'x' }, status: 400 },
  { about: 'an enormous amount', path: escrow, body: { amount: 1e21, receiver: 'x' }, status: 400 },
  { about: 'an exponent in text', path: escrow, body: { amount: '1e2', receiver: 'x' }, status: 400 },
  { about: 'less than the minimum', path: escrow, body: { amount: '0.099999', receiver: 'x' }, status: 400 },
  {
    about: 'an unknown receiver',
    path: escrow,
    body: { amount: 1, receiver: 'nobody-at-all' },
    status: 404,
  },
  { about: 'a prototype', path: escrow, options: { raw: '{"__proto__":{"amount":1}}' }, status: 400 },
  { about: 'text that is no JSON', path: escrow, options: { raw: '{"amount":' }, status: 400 },
  {
    about: 'a megabyte',
    path: escrow,
    options: { raw: `{"description":"${'x'.repeat(1_000_000)}"}` },
    status: 400,
  },
  { about: 'an escrow that never was', path: '/escrow/escrow/esc_never/release', status: 404 },
  { about: 'a path that never was', path: '/escrow/nothing/here', status: 404 },
  { about: 'no key', path: escrow, options: { headers: { authorization: '' } }, status: 401 },
  {
    about: 'a stale key',
    path: escrow,
    options: { headers: { authorization: 'Bearer sk_live_no' } },
    status: 401,
  },
];

/** Gets everything wrong that a client can get wrong. Not a micro may move for it. */
export default defineAgent({
  name: 'fumbler',
  about: 'Sends malformed requests and checks that each is refused with the right status and moves no money.',
  parameters: { every: duration('2h', { about: 'Time between two mistakes, on average' }) },
  *run(agent, { every }) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    for (;;) {
      for (const { about, path, body, options, status } of fumbles) {
        yield* agent.sleep(yield* agent.random(exponential(every)));
        const answer = yield* agent.post(path, body, options);
        if (answer.status === 0 || answer.status >= 500 || answer.status === 429) continue;
        yield* agent.check(`${about} is answered ${status}`, answer.status === status);
      }
      const standing = yield* agent.polite.get('/faucet/api/v1/faucet/status');
      if (standing.ok) yield* agent.check('mistakes cost nothing', standing.number('balance_usdc') === 10);
    }
  },
});
