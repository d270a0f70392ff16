/** Two branches compared: the whole of what is said of where they part and of whose balances differ. */
import { describe, expect, it } from 'vitest';
import { nameHash } from '../../../../src/core/base/name-hash.ts';
import { formatInstant, hourMs } from '../../../../src/core/base/time.ts';
import type { Request } from '../../../../src/core/http/message.ts';
import type { BranchDifference, PartingRow } from '../../../../src/platform/control/branches.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import { BranchComparison } from '../../../../src/host/serve/session/branch-comparison.ts';
import { newLine, type Line } from '../../../../src/host/serve/session/lines.ts';
import { newSandbox } from '../serving.ts';
import { smallScenario } from '../small-scenario.ts';
import { entryOf, registration, requestOf, send, standingOf } from './past.ts';

const usdc = 1_000_000;
const registerRow = { agent: '', service: 'faucet', operation: 'register', call: 'POST /faucet/register' };
const hashOf = (body: unknown): string =>
  (nameHash(JSON.stringify(body)) >>> 0).toString(16).padStart(8, '0');

/** Answers a request, and says what its row must be. */
function rowOf(sandbox: Sandbox, request: Request, parts: Partial<PartingRow>): PartingRow {
  const { body, status } = sandbox.dispatch(request).response;
  const { eventNumber: event } = sandbox.world;
  const code = status < 400 ? '' : JSON.stringify(body['code']).slice(1, -1);
  const rest = { agent: '', service: '', operation: '', call: `${request.method} ${request.path}` };
  return { event, atMs: sandbox.nowMs, ...rest, status, code, answer: hashOf(body), ...parts };
}

/** Back to the checkpoint `fork`, in the branch `retry`. */
const retry = ({ history }: Sandbox): unknown => history.rewind({ to: { name: 'fork' }, branch: 'retry' });

/** A world with one agent, and a checkpoint after an hour. */
function forked(): Sandbox {
  const sandbox = newSandbox();
  send(sandbox, registration('old'));
  sandbox.advance(sandbox.nowMs + hourMs);
  sandbox.history.checkpoint('fork');
  return sandbox;
}

describe('two branches', () => {
  it('part at the first request that is another, in its first field that is', () => {
    const sandbox = forked();
    const a = rowOf(sandbox, registration('one'), registerRow);
    send(sandbox, registration('late'));
    const mainEnd = standingOf(sandbox);
    retry(sandbox);
    const b = rowOf(sandbox, registration('old'), registerRow);
    expect([a.status, a.code, b.code]).toEqual([201, '', 'CONFLICT']);
    expect(sandbox.history.compare({ a: 'main', b: 'retry' })).toEqual({
      a: mainEnd,
      b: standingOf(sandbox),
      parted: { field: 'status', a, b },
      differing: 2,
      balances: [
        { agentId: 'one', a: 10 * usdc, b: null },
        { agentId: 'late', a: 10 * usdc, b: null },
      ],
    });
  });

  it('part where one of them asks later, whatever is asked before by both', () => {
    const sandbox = forked();
    const same = [registration('x'), requestOf(), registration('y')];
    for (const request of same) send(sandbox, request);
    const a = rowOf(sandbox, requestOf(), { service: 'faucet', operation: 'publicAgents' });
    retry(sandbox);
    for (const request of same) send(sandbox, request);
    sandbox.advance(sandbox.nowMs + 1);
    const b = rowOf(sandbox, requestOf(), { service: 'faucet', operation: 'publicAgents' });
    expect(sandbox.history.compare({ a: 'main', b: undefined })).toMatchObject({
      parted: { field: 'atMs', a, b },
      differing: 0,
      balances: [],
    });
  });

  it('part in what was answered, where nothing else differs', () => {
    const sandbox = forked();
    const a = rowOf(sandbox, registration('one'), registerRow);
    retry(sandbox);
    const b = rowOf(sandbox, registration('two'), registerRow);
    expect(sandbox.history.compare({ a: 'main', b: 'retry' })).toMatchObject({
      parted: { field: 'answer', a, b },
      balances: [
        { agentId: 'one', a: 10 * usdc, b: null },
        { agentId: 'two', a: null, b: 10 * usdc },
      ],
    });
  });

  it('part at a request that the other branch has not', () => {
    const sandbox = forked();
    send(sandbox, registration('both'));
    const mainEnd = standingOf(sandbox);
    retry(sandbox);
    send(sandbox, registration('both'));
    const more = rowOf(sandbox, requestOf({ path: '/nowhere' }), {});
    expect(more.code).toBe('NOT_FOUND');
    const rest = { differing: 0, balances: [] };
    const end = standingOf(sandbox);
    const { history } = sandbox;
    expect(history.compare({ a: 'main', b: 'retry' })).toEqual({
      a: mainEnd,
      b: end,
      ...rest,
      parted: { field: 'at', a: null, b: more },
    });
    expect(history.compare({ a: 'retry', b: 'main' })).toEqual({
      a: end,
      b: mainEnd,
      ...rest,
      parted: { field: 'at', a: more, b: null },
    });
  });

  it('do not part where every request is the same', () => {
    const sandbox = forked();
    send(sandbox, registration('both'));
    const mainEnd = standingOf(sandbox);
    retry(sandbox);
    send(sandbox, registration('both'));
    const same = { parted: null, differing: 0, balances: [] };
    const end = standingOf(sandbox);
    expect(sandbox.history.compare({ a: 'main', b: 'retry' })).toEqual({ a: mainEnd, b: end, ...same });
    expect(sandbox.history.compare({ a: 'retry', b: 'retry' })).toEqual({ a: end, b: end, ...same });
  });

  it('may differ in more balances than are listed', () => {
    const sandbox = forked();
    for (let number = 0; number < 101; number++)
      send(sandbox, { ...registration(`agent-${number}`), ip: `10.0.${number}.1` });
    retry(sandbox);
    const { differing, balances } = sandbox.history.compare({ a: 'main', b: undefined }) as BranchDifference;
    expect([differing, balances.length, balances.at(-1)?.agentId]).toEqual([101, 100, 'agent-99']);
  });

  it('name an agent by what it is called, and a client from outside not', async () => {
    const sandbox = newSandbox({ scenario: await smallScenario() });
    sandbox.history.checkpoint('fork');
    const startMs = sandbox.nowMs;
    sandbox.advance(startMs + hourMs);
    retry(sandbox);
    const b = rowOf(sandbox, requestOf(), { service: 'faucet', operation: 'publicAgents' });
    const { parted } = sandbox.history.compare({ a: 'main', b: undefined }) as {
      parted: { field: string; a: PartingRow; b: PartingRow };
    };
    const names = sandbox.served.population.members.map(({ name }) => name);
    expect(names).toContain(parted.a.agent);
    expect(parted).toMatchObject({ b, field: parted.a.atMs === startMs ? 'agent' : 'atMs' });
  });
});

describe('the hash of an answer', () => {
  it('has eight digits, with zeros in front', () => {
    const sandbox = forked();
    retry(sandbox);
    const hashAt = (atMs: number): string => hashOf({ now: formatInstant(atMs) });
    let atMs = sandbox.nowMs;
    while (!hashAt(atMs).startsWith('0')) atMs += 1;
    sandbox.advance(atMs);
    const row = rowOf(sandbox, requestOf({ path: '/_sim/clock' }), {
      service: 'control',
      operation: 'clock',
    });
    expect(row.answer).toBe(hashAt(atMs));
    expect(row.answer).toMatch(/^0[\da-f]{7}$/);
    expect(sandbox.history.compare({ a: 'main', b: undefined })).toMatchObject({ parted: { b: row } });
  });
});

describe('a comparison', () => {
  it('is of the branches as they were when it began', () => {
    const sandbox = forked();
    const { served } = sandbox;
    const { branch, ...end } = standingOf(sandbox);
    const entries = [entryOf({ atMs: served.base.startMs, event: 1, request: registration('old') })];
    const line: Line = { ...newLine(), entries, end: { branch, ...end } };
    const comparison = new BranchComparison(served, [line, line]);
    line.entries.push(entryOf({ atMs: end.atMs, event: 7 }));
    line.end = { ...line.end, event: 8 };
    while (!comparison.step()) continue;
    const standing = { branch, ...end };
    const result = { a: standing, b: standing, parted: null, differing: 0, balances: [] };
    expect(comparison.result()).toEqual(result);
  });

  it.each([0, 1])('is refused where the world of side %i is another when it is executed again', (side) => {
    const sandbox = forked();
    const { branch, ...end } = standingOf(sandbox);
    const entries = [entryOf({ atMs: sandbox.served.base.startMs, event: 1, request: registration('old') })];
    const right: Line = { ...newLine(), entries, end: { branch, ...end } };
    const wrong: Line = { ...right, end: { ...right.end, digest: 'other' } };
    const comparison = new BranchComparison(sandbox.served, side === 0 ? [wrong, right] : [right, wrong]);
    while (!comparison.step()) continue;
    expect(comparison.result()).toMatchObject({
      code: 'CONFLICT',
      message: `executed again, the world differs at event ${end.event}; expected behaviours that use nothing but their agent`,
    });
  });
});
