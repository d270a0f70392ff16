import { choice, defineAgent, duration, integer, text, usdc, type Agent, type Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;
type Fields = Readonly<Record<string, unknown>>;

/** The protocol revision: no session, one JSON response to each POST. */
const revision = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'mcp-client', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** What came of a tool call; undefined fields where the platform refused the request before any tool was asked. */
interface McpReply {
  readonly answer: Answer;
  readonly isError: boolean;
  readonly fields: Fields;
}

/** Uses faucet and escrow as a tool-calling client does, and checks that tools and REST give the same results. */
export default defineAgent({
  name: 'mcp-client',
  about:
    'Lists the tools of faucet and escrow over MCP, then claims, locks, releases and refunds by calling them.',
  parameters: {
    receivers: text('mcp-client', { about: 'The population it locks funds for' }),
    every: duration('6h', { about: 'Time between two escrows' }),
    rounds: integer(0, { about: 'How many escrows it makes; 0 never stops', minimum: 0 }),
    amount: usdc('0.50', { about: 'What it locks each time' }),
    end: choice(['release', 'refund', 'either'], 'either', { about: 'What it does with an escrow' }),
  },
  *run(agent, { receivers, every, rounds, amount, end }) {
    const joined = yield* agent.join();
    if (!joined.ok) return;
    if (!(yield* knowsItsTools(agent))) return;
    for (let round = 0; rounds === 0 || round < rounds; round++) {
      yield* agent.sleep(every);
      yield* claim(agent);
      yield* trade(agent, { receivers, amount, end });
    }
  },
});

function* knowsItsTools(agent: Agent): Steps<boolean> {
  let known = true;
  for (const [service, wanted] of [
    ['faucet', 'faucet_claim'],
    ['escrow', 'escrow_create'],
  ] as const) {
    const answer = yield* message(agent, service, { method: 'tools/list' });
    if (answer.status !== 200) return false;
    const { tools } = resultOf(answer) as { tools?: readonly { name: string }[] };
    const isListed = tools?.some(({ name }) => name === wanted) === true;
    known = (yield* agent.check('the tools are listed over MCP', isListed)) && known;
  }
  return known;
}

function* claim(agent: Agent): Steps {
  const { fields } = yield* call(agent, 'faucet', 'faucet_status', {});
  if (fields['can_claim'] !== true) return;
  const { answer, isError } = yield* call(agent, 'faucet', 'faucet_claim', {});
  if (answer.status === 200) yield* agent.check('a claim that is offered is paid', !isError);
}

function* trade(
  agent: Agent,
  habits: { receivers: string; amount: number; end: 'release' | 'refund' | 'either' },
): Steps {
  const others = agent.peers(habits.receivers).filter((name) => name !== agent.persona.agentId);
  const receiver = others[Math.floor((yield* agent.random()) * others.length)];
  if (receiver === undefined) return;
  const amount = (habits.amount / 1e6).toFixed(6);
  const made = yield* call(agent, 'escrow', 'escrow_create', { receiver, amount });
  if (made.answer.status !== 200 || made.isError) return;
  const id = String(made.fields['escrow_id']);
  const read = yield* agent.polite.get(`/escrow/escrow/${id}`);
  if (read.ok)
    yield* agent.check('REST knows what MCP has made', read.text('status') === made.fields['status']);
  const isReleased = habits.end === 'either' ? (yield* agent.random()) < 0.5 : habits.end === 'release';
  const ended = yield* call(agent, 'escrow', isReleased ? 'escrow_release' : 'escrow_refund', { id });
  if (ended.answer.status !== 200) return;
  const state = isReleased ? 'released' : 'refunded';
  yield* agent.check('an escrow ends as its tool says', !ended.isError && ended.fields['status'] === state);
}

function* call(agent: Agent, service: string, name: string, input: Fields): Steps<McpReply> {
  const answer = yield* message(agent, service, { method: 'tools/call', params: { name, arguments: input } });
  const result = resultOf(answer) as { isError?: boolean; structuredContent?: Fields };
  return { answer, isError: result.isError === true, fields: result.structuredContent ?? {} };
}

/** Sends one message, with the headers that let a server see where it goes without reading it. */
function* message(
  agent: Agent,
  service: string,
  { method, params = {} }: { method: string; params?: Fields },
): Steps<Answer> {
  const { name } = params as { name?: string };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
  return yield* agent.polite.post(`/${service}/mcp`, body, { headers });
}

const resultOf = ({ body }: Answer): Fields => (body['result'] ?? {}) as Fields;
