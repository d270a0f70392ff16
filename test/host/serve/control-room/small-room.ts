/** A small served world in which something of each kind has happened, for what the control room shows of it. */
import type { Request, Response } from '../../../../src/core/http/message.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import { newSandbox } from '../serving.ts';

/** One call; a key stands for its agent. */
export interface Asked extends Partial<Request> {
  readonly key?: string;
}

/** Asks a sandbox in process. */
export function ask(sandbox: Sandbox, call: string, { key, headers = {}, ...parts }: Asked = {}): Response {
  const [method, path] = call.split(' ') as [Request['method'], string];
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const request = { query: {}, body: undefined, ip: '::1', ...parts, method, path };
  return sandbox.dispatch({ ...request, headers: { ...headers, ...authorization } }).response;
}

/** Registers an agent and gives back its key. */
export function join(sandbox: Sandbox, id: string, referrer?: string): string {
  const body = { agent_id: id, ...(referrer === undefined ? {} : { referrer }) };
  return ask(sandbox, 'POST /faucet/register', { body }).body['api_key'] as string;
}

const order = { symbol: 'ETH-PERP', side: 'long', size: 0.0005, leverage: 5, type: 'market' };

/** Alice has an escrow and a position, Carol meets her limit, Dave an outage; Bob and Erin ask nothing. */
export function smallRoom(): Sandbox {
  const sandbox = newSandbox();
  const alice = join(sandbox, 'alice');
  join(sandbox, 'bob', 'alice');
  const [carol, dave] = [join(sandbox, 'Carol'), join(sandbox, 'dave')];
  join(sandbox, 'erin');
  const body = { receiver: 'bob', amount: '5.00' };
  ask(sandbox, 'POST /escrow/escrow', { key: alice, body, headers: { 'idempotency-key': 'k1' } });
  ask(sandbox, 'POST /trading/api/v1/orders', { key: alice, body: order });
  ask(sandbox, `GET /nowhere/${'x'.repeat(200)}`, { key: alice, query: { seed: '12', note: 'a b' } });
  for (let index = 0; index < 11; index++) ask(sandbox, 'GET /faucet/status', { key: carol });
  sandbox.advance(sandbox.nowMs + 90_000);
  const fault = { service: 'faucet', kind: 'slow', for: '1h', latency: { median: '2s' } };
  ask(sandbox, 'POST /_sim/fault', { body: fault });
  ask(sandbox, 'GET /faucet/status', { key: alice });
  ask(sandbox, 'POST /_sim/fault', { body: { service: 'escrow', kind: 'outage', for: '1m' } });
  ask(sandbox, 'GET /escrow/escrows', { key: dave });
  ask(sandbox, 'POST /faucet/register', { rawBody: '{"agent_id": ' });
  return sandbox;
}
