/**
 * Full-stack dispatches (route, key, limits, validation, operation, ledger, digest) beside `fastify.inject` and
 * light-my-request on a route that answers a constant. The contenders take turns, so that a slow minute of the machine
 * slows them all, and each has a process of its own, so that none collects another's garbage. Build first:
 * `npm run build`.
 */
import fastify from 'fastify';
import { Hono } from 'hono';
import inject from 'light-my-request';
import { Kernel } from '../compiled/src/core/kernel/kernel.js';
import { resolvePolicies } from '../compiled/src/core/policy/policies.js';
import { World } from '../compiled/src/platform/world/world.js';
import { inOwnProcesses } from './contender.js';
import { row } from './measure.js';

const startMs = 1_767_225_600_000;
const agents = 1000;

/** A world with a pool that no benchmark empties, and a thousand keys. */
function openWorld() {
  const kernel = new Kernel({ startMs, seed: '1' });
  const world = new World({
    kernel,
    seed: '1',
    profile: 'published',
    policies: resolvePolicies('published', { 'faucet.pool': '999999999' }),
  });
  const keys = Array.from({ length: agents }, (_, number) => {
    const ip = `10.0.${number >> 8}.${number & 255}`;
    const body = { agent_id: `agent-${number}` };
    const answer = world.dispatch({
      method: 'POST',
      path: '/faucet/register',
      query: {},
      headers: {},
      body,
      ip,
    });
    const { api_key: key } = /** @type {{ api_key: string }} */ (answer.body);
    return { authorization: `Bearer ${key}` };
  });
  return { kernel, world, keys };
}

/** A read: route, key, two windows and the day, operation, answer, digest. */
function reads() {
  const { kernel, world, keys } = openWorld();
  const requests = keys.map((headers) => ({
    method: 'GET',
    path: '/faucet/api/v1/faucet/status',
    query: {},
    headers,
    body: undefined,
    ip: '10.0.0.1',
  }));
  return (count) => {
    for (let sent = 0; sent < count; sent++) {
      // Ten virtual seconds for every thousand requests: nobody's window fills, and the day never does.
      if (sent % agents === 0) kernel.run({ untilMs: kernel.nowMs + 10_000 });
      const { status } = world.dispatch(requests[sent % agents]);
      if (status !== 200) throw new Error(`a read was answered ${status}`);
    }
  };
}

/** A write: the same, a validated body, a transfer in the ledger, and the transfer in the digest. */
function claims() {
  const { kernel, world, keys } = openWorld();
  const [none, ip] = [{}, '10.0.0.1'];
  return (count) => {
    for (let sent = 0; sent < count; sent++) {
      // A day for every round of all agents: each claim is due.
      if (sent % agents === 0) kernel.run({ untilMs: kernel.nowMs + 86_400_000 });
      const headers = keys[sent % agents];
      const { status } = world.dispatch({
        method: 'POST',
        path: '/faucet/claim',
        query: none,
        headers,
        body: {},
        ip,
      });
      if (status !== 200) throw new Error(`a claim was answered ${status}`);
    }
  };
}

/** The heaviest write: a record with a due event, two reservations, two hashes; given back by the next call. */
function escrows() {
  const { kernel, world, keys } = openWorld();
  const [none, ip] = [{}, '10.0.0.1'];
  return (count) => {
    for (let sent = 0; sent < count; sent += 2) {
      const turn = (sent >> 1) % agents;
      // An hour for every round of all agents keeps each under its hundred escrows a day.
      if (turn === 0) kernel.run({ untilMs: kernel.nowMs + 3_600_000 });
      const body = { amount: 1, receiver: `agent-${(turn + 1) % agents}`, expires_in: 600 };
      const created = world.dispatch({
        method: 'POST',
        path: '/escrow/escrow',
        query: none,
        headers: keys[turn],
        body,
        ip,
      });
      if (created.status !== 201) throw new Error(`a create was answered ${created.status}`);
      const { escrow_id: id } = /** @type {{ escrow_id: string }} */ (created.body);
      const path = `/escrow/escrow/${id}/refund`;
      const refunded = world.dispatch({
        method: 'POST',
        path,
        query: none,
        headers: keys[turn],
        body: undefined,
        ip,
      });
      if (refunded.status !== 200) throw new Error(`a refund was answered ${refunded.status}`);
    }
  };
}

async function fastifyInject() {
  const app = fastify();
  app.get('/', () => ({ hello: 'world' }));
  await app.ready();
  return async (count) => {
    for (let sent = 0; sent < count; sent++) await app.inject({ method: 'GET', url: '/' });
  };
}

function lightMyRequest() {
  const answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"hello":"world"}');
  };
  return async (count) => {
    for (let sent = 0; sent < count; sent++) await inject(answer, { method: 'GET', url: '/' });
  };
}

/** With a request object of the web, as Hono's own tests do. */
function hono() {
  const app = new Hono();
  app.get('/', (context) => context.json({ hello: 'world' }));
  return async (count) => {
    for (let sent = 0; sent < count; sent++) await app.request('/');
  };
}

/** What takes turns, by name: pieces of work a turn, and what opens a function that does so many. */
export const contenders = {
  read: { count: 400_000, open: reads },
  claim: { count: 200_000, open: claims },
  escrow: { count: 60_000, open: escrows },
  fastifyInject: { count: 15_000, open: fastifyInject },
  lightMyRequest: { count: 30_000, open: lightMyRequest },
  hono: { count: 60_000, open: hono },
};

/** The rows for `reports/bench.json`: medians of interleaved rounds. `names` has the three of ours and any of the peers. */
export async function dispatchRows({ rounds = 7, names = Object.keys(contenders) } = {}) {
  const { read, claim, escrow, ...peers } = await inOwnProcesses('dispatch', names, rounds);
  return [
    row('dispatch, a read with everything on', 'dispatches/s', read, { peers }),
    row('dispatch, a faucet claim (one transfer)', 'dispatches/s', claim, { peers }),
    row('dispatch, an escrow made and refunded', 'dispatches/s', escrow, { peers }),
  ];
}
