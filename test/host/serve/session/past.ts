/** Small sessions in the process: a sandbox without agents, and requests to it. */
import type { Request } from '../../../../src/core/http/message.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import type { SessionEntry } from '../../../../src/host/serve/session/entry.ts';

/** A GET of the list of agents with whatever else is given. */
export const requestOf = (parts: Partial<Request> = {}): Request => ({
  method: 'GET',
  path: '/faucet/agents',
  query: {},
  headers: {},
  body: undefined,
  rawBody: undefined,
  ip: '10.0.0.1',
  ...parts,
});

/** A registration, as it comes over HTTP. */
export const registration = (name: string): Request =>
  requestOf({ method: 'POST', path: '/faucet/register', rawBody: JSON.stringify({ agent_id: name }) });

/** An entry of a session at the first instant of the clock, before any event. */
export const entryOf = (parts: Partial<SessionEntry> = {}): SessionEntry => ({
  atMs: 0,
  event: 0,
  request: requestOf(),
  tool: undefined,
  movingToMs: undefined,
  ...parts,
});

/** The status of the answer. */
export const send = (sandbox: Sandbox, request: Request): number => sandbox.dispatch(request).response.status;

/** Where a world stands. */
export function standingOf({ world, nowMs, history }: Sandbox) {
  const { digest, events } = world.digest();
  return { branch: history.branch, atMs: nowMs, event: events, digest };
}
