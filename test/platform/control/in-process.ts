/** A sandbox that is called in this process: each answer as its status and body. */
import type { JsonObject, Method } from '../../../src/core/http/message.ts';
import type { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { newSandbox, type SandboxSetup } from '../../host/serve/serving.ts';
import { textIn } from '../world/new-world.ts';

export type Answered = [status: number, body: JsonObject];

export interface Room {
  readonly sandbox: Sandbox;
  readonly get: (path: string, query?: Record<string, string>) => Answered;
  readonly post: (path: string, body?: unknown, key?: string) => Answered;
  /** Registers in style B, which pays 10 USDC, and gives the key. */
  readonly join: (agentId: string) => string;
}

export function newRoom(setup: SandboxSetup = {}): Room {
  const sandbox = newSandbox(setup);
  let callers = 0;
  const call = (method: Method, path: string, rest: { query?: Record<string, string>; body?: unknown; key?: string | undefined }): Answered => {
    const { query = {}, body, key } = rest;
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const ip = `10.0.0.${(callers += 1)}`;
    const { response } = sandbox.dispatch({ method, path, query, headers, body, ip });
    return [response.status, response.body];
  }; // prettier-ignore
  const post: Room['post'] = (path, body, key) => call('POST', path, { body, key });
  return {
    sandbox,
    post,
    get: (path, query) => call('GET', path, query === undefined ? {} : { query }),
    join: (agentId) => textIn(post('/faucet/register', { agent_id: agentId })[1], 'api_key'),
  };
}
