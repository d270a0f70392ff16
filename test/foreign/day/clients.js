/** Users of k6 for a day or a third of one, which passes in minutes: k6 runs it. */
import http from 'k6/http';
import { sleep } from 'k6';

const address = __ENV.ADDRESS;
const speed = Number(__ENV.SPEED);
const users = Number(__ENV.USERS);
const daySeconds = (Number(__ENV.HOURS) * 3600) / speed;
export const options = {
  scenarios: {
    day: { executor: 'per-vu-iterations', vus: users, iterations: 1, maxDuration: '5m' },
  },
};
const json = { 'Content-Type': 'application/json' };

export function setup() {
  return { began: Date.now() };
}

function escrow({ post, get }, { name, peer, round }) {
  const key = round % 2 === 0 ? {} : { 'Idempotency-Key': `${name}-${round}` };
  const made = post(
    '/escrow/escrow',
    { amount: 0.1 + round * 0.05, receiver: peer, description: `job ${round}` },
    key,
  );
  if (made.status !== 201) return;
  const path = `/escrow/escrow/${made.json('escrow_id')}`;
  get(path);
  post(`${path}/${round % 3 === 0 ? 'refund' : 'release'}`);
  get('/escrow/escrows');
}

function trade({ post, get, del }, round) {
  const quote = get('/api/trading-api/price/SOL-USDC');
  const limit = (Number(quote.json('mid')) * (round % 2 === 0 ? 0.999 : 1.001)).toFixed(2);
  const order = { pair: 'SOL-USDC', side: 'buy', amount: '1.00', type: 'limit', price: limit };
  const placed = post('/api/trading-api/order', order);
  post('/api/trading-api/order', { pair: 'ETH-USDC', side: 'buy', amount: '1.00' });
  get('/api/trading-api/orders');
  if (placed.status === 201) del(`/api/trading-api/order/${placed.json('order_id')}`);
  get('/api/trading-api/portfolio');
}

export default function client({ began }) {
  const name = `k6-${__VU}`;
  const peer = `k6-${(__VU % users) + 1}`;
  sleep(__VU * 0.2);
  const registered = http.post(`${address}/faucet/register`, JSON.stringify({ agent_id: name }), {
    headers: json,
  });
  if (registered.status !== 201) return;
  const headers = { ...json, Authorization: `Bearer ${registered.json('api_key')}` };
  const calls = {
    post: (path, body = {}, more = {}) =>
      http.post(address + path, JSON.stringify(body), { headers: { ...headers, ...more } }),
    get: (path) => http.get(address + path, { headers }),
    del: (path) => http.del(address + path, null, { headers }),
  };
  for (let round = 1; (Date.now() - began) / 1000 < daySeconds - 4; round += 1) {
    calls.get('/faucet/status');
    if (__VU % 2 === 0) escrow(calls, { name, peer, round });
    else trade(calls, round);
    sleep(2 + (__VU % 3));
  }
}
