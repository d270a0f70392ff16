/**
 * Checked operations a second: scenarios of single operations through `execute`, beside fast-check's own `modelRun` on the
 * same calls, the same world and the same auditor as its model. The contenders take turns. Build first: `npm run build`.
 */
import fc from 'fast-check';
import { Watch } from '../compiled/src/verification/check/observe.js';
import { execute } from '../compiled/src/verification/check/execute.js';
import { Kernel } from '../compiled/src/core/kernel/kernel.js';
import { buildFromValue } from '../compiled/src/simulation/scenario/load.js';
import { World } from '../compiled/src/platform/world/world.js';
import { median, row, secondsSince } from './measure.js';

const [rounds, runs, length] = [5, 60, 30];
const host = {
  readText: () => '',
  resolve: (_, path) => path,
  behaviour: () => Promise.reject(new Error('none')),
};

/** What either contender may do next; `{id}` is the escrow that was created last. */
const calls = [
  { by: 'alice', do: 'POST /faucet/claim' },
  { by: 'bob', do: 'GET /faucet/status' },
  { by: 'alice', do: 'POST /escrow/escrow', body: { receiver: 'bob', amount: 0.1 } },
  { by: 'bob', do: 'POST /escrow/escrow', body: { receiver: 'alice', amount: 0.25 } },
  { by: 'alice', do: 'POST /escrow/escrow/{id}/release' },
  { by: 'bob', do: 'POST /escrow/escrow/{id}/refund' },
  { by: 'alice', do: 'GET /escrow/escrows' },
  { by: 'bob', do: 'GET /escrow/escrow/{id}' },
];
const opening = ['alice', 'bob'].map((agent) => ({
  by: agent,
  do: 'POST /faucet/register',
  body: { agent_id: agent },
}));

/** The chosen calls as a scenario. */
function scenarioOf(choices) {
  let label = 'none';
  const operations = choices.map((choice, place) => {
    const call = calls[choice];
    const filled = { ...call, do: call.do.replace('{id}', label) };
    if (call.body?.receiver === undefined) return filled;
    label = `\${e${place}:/escrow_id}`;
    return { ...filled, as: `e${place}` };
  });
  return { name: 'bench', seed: '1', for: '1m', operations: [...opening, ...operations] };
}

async function ours(seed) {
  const lists = fc.sample(
    fc.array(fc.nat({ max: calls.length - 1 }), { minLength: length, maxLength: length }),
    {
      seed,
      numRuns: runs,
    },
  );
  let operations = 0;
  for (const choices of lists) {
    const checked = await execute(scenarioOf(choices), host);
    if (checked.violations.length > 0) throw new Error(checked.violations[0].message);
    operations += checked.operations;
  }
  return operations;
}

/** One call as fast-check's model-based testing has it: the auditor is the model. */
class Step {
  constructor(call) {
    this.call = call;
  }
  check = () => true;
  run(_, real) {
    real.ask(this.call);
  }
  toString = () => this.call.do;
}

function realOf(scenario) {
  const kernel = new Kernel({ startMs: scenario.startMs, seed: '1' });
  const watch = new Watch(scenario);
  const world = new World({
    kernel,
    seed: '1',
    profile: 'published',
    policies: scenario.policies,
    observer: {
      answered: (request, response, exchange) =>
        watch.onEvent({ event: 0, atMs: kernel.nowMs, request, response, exchange }),
      happened: () => undefined,
    },
  });
  watch.attach({ world, kernel, endMs: scenario.startMs });
  const keys = new Map();
  let last = 'none';
  const ask = ({ by, do: call, body }) => {
    const [method, path] = call.replace('{id}', last).split(' ');
    const key = keys.get(by);
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = world.dispatch({
      method,
      path,
      query: {},
      headers,
      body,
      ip: by === 'alice' ? '10.0.0.1' : '10.0.0.2',
    });
    if (typeof answer.body.api_key === 'string') keys.set(by, answer.body.api_key);
    if (body?.receiver !== undefined) last = answer.body.escrow_id ?? 'none';
    if (watch.violations.length > 0) throw new Error(watch.violations[0].message);
  };
  for (const call of opening) ask(call);
  return { ask, watch };
}

async function modelRun(seed) {
  const scenario = await buildFromValue(scenarioOf([]), host);
  const commands = fc.commands(
    calls.map((call) => fc.constant(new Step(call))),
    { maxCommands: length, size: 'max' },
  );
  let operations = 0;
  const property = fc.property(commands, (steps) => {
    const real = realOf(scenario);
    fc.modelRun(() => ({ model: {}, real }), steps);
    operations += real.watch.operations;
  });
  fc.assert(property, { seed, numRuns: runs });
  return operations;
}

export async function checkRows() {
  const figures = { ours: [], peer: [] };
  await ours(0);
  await modelRun(0);
  for (let round = 1; round <= rounds; round += 1) {
    figures.ours.push(await rateOf(ours, round));
    figures.peer.push(await rateOf(modelRun, round));
  }
  const peers = { 'fast-check modelRun': median(figures.peer) };
  return [row('checked operations', 'operations/s', median(figures.ours), { peers })];
}

/** How many operations it came to is known afterwards alone. */
async function rateOf(work, seed) {
  const before = process.cpuUsage();
  const operations = await work(seed);
  return operations / secondsSince(before);
}
