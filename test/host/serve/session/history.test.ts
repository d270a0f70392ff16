/** The past of a sandbox, called in the process: checkpoints, branches, what is refused, and what a session forgets. */
import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../../src/core/base/time.ts';
import type { Rewind } from '../../../../src/platform/control/history.ts';
import type { Sandbox } from '../../../../src/host/serve/sandbox.ts';
import { newSandbox } from '../serving.ts';
import { entryOf, registration, requestOf, send, standingOf } from './past.ts';

const rewindTo = (to: Rewind['to'], branch?: string): Rewind => ({ to, branch });
const advance = (sandbox: Sandbox): unknown => sandbox.advance(sandbox.nowMs + hourMs);
const isExecuting = {
  code: 'CONFLICT',
  message: 'the world is being executed again; expected that to end first',
};

/** `main` with a registration at the start and one after an hour; the checkpoint `fork` lies between. */
function withFork(): Sandbox {
  const sandbox = newSandbox();
  send(sandbox, registration('a'));
  sandbox.history.checkpoint('fork');
  advance(sandbox);
  send(sandbox, registration('b'));
  return sandbox;
}

describe('a history', () => {
  it('begins with one branch at the start of the world', () => {
    const sandbox = newSandbox();
    const { history } = sandbox;
    expect([history.version, history.branch, history.checkpoints]).toEqual([1, 'main', []]);
    const standing = standingOf(sandbox);
    expect(history.branches).toEqual([{ ...standing, isCurrent: true, requests: 0, from: undefined }]);
  });

  it('has a new version with each checkpoint, branch, switch and world', () => {
    const sandbox = withFork();
    const { history } = sandbox;
    const versions = [history.version];
    history.rewind(rewindTo({ name: 'fork' }));
    versions.push(history.version);
    history.switchTo('main');
    versions.push(history.version);
    sandbox.reset(sandbox.setup);
    expect([...versions, history.version]).toEqual([2, 3, 4, 5]);
  });

  it('says of each branch where it stands, and where it left another', () => {
    const sandbox = withFork();
    const { history } = sandbox;
    const [fork] = history.checkpoints;
    const end = standingOf(sandbox);
    const back = history.rewind(rewindTo({ name: 'fork' }, 'retry'));
    expect(back).toEqual({ ...standingOf(sandbox), branch: 'retry' });
    expect(back).toEqual({ branch: 'retry', atMs: fork?.atMs, event: fork?.event, digest: fork?.digest });
    expect(sandbox.feed.number).toBe(2);
    advance(sandbox);
    const from = { branch: 'main', event: fork?.event, atMs: fork?.atMs };
    const main = { ...end, isCurrent: false, requests: 2, from: undefined };
    const retry = { ...standingOf(sandbox), isCurrent: true, requests: 1, from };
    expect(history.branches).toEqual([main, retry]);
    expect(history.switchTo('main')).toEqual(end);
    expect(sandbox.feed.number).toBe(3);
    expect(history.branches).toEqual([
      { ...main, isCurrent: true },
      { ...retry, isCurrent: false },
    ]);
  });

  it('leaves the world that stands there already, and may call it a branch', () => {
    const sandbox = withFork();
    const { world, history } = sandbox;
    const here = standingOf(sandbox);
    expect(history.switchTo('main')).toEqual(here);
    expect(history.rewind(rewindTo({ instantMs: sandbox.nowMs }))).toEqual(here);
    expect(history.branches).toHaveLength(1);
    expect(history.rewind(rewindTo({ instantMs: sandbox.nowMs }, 'same'))).toEqual({
      ...here,
      branch: 'same',
    });
    expect(sandbox.world).toBe(world);
    expect(history.branches).toEqual([
      { ...here, isCurrent: false, requests: 2, from: undefined },
      {
        ...here,
        branch: 'same',
        isCurrent: true,
        requests: 2,
        from: { branch: 'main', event: here.event, atMs: here.atMs },
      },
    ]);
  });

  it.each<[string, (sandbox: Sandbox) => unknown, string, string]>([
    [
      'a taken checkpoint',
      ({ history }) => history.checkpoint('fork'),
      'CONFLICT',
      'there is a checkpoint "fork"; expected another name',
    ],
    [
      'a taken branch',
      ({ history }) => history.rewind(rewindTo({ name: 'fork' }, 'main')),
      'CONFLICT',
      'there is a branch "main"; expected another name',
    ],
    [
      'an unknown branch',
      ({ history }) => history.switchTo('x'),
      'NOT_FOUND',
      'there is no branch "x"; expected one of main',
    ],
    [
      'a comparison with an unknown branch',
      ({ history }) => history.compare({ a: 'main', b: 'x' }),
      'NOT_FOUND',
      'there is no branch "x"; expected one of main',
    ],
    [
      'a comparison of an unknown branch',
      ({ history }) => history.compare({ a: 'x', b: undefined }),
      'NOT_FOUND',
      'there is no branch "x"; expected one of main',
    ],
  ])('refuses %s', (_, act, code, message) => {
    expect(act(withFork())).toMatchObject({ code, message });
  });

  it('refuses to go anywhere while the clock moves', () => {
    const sandbox = withFork();
    sandbox.beginMove(sandbox.nowMs + hourMs);
    const refusal = { code: 'CONFLICT' };
    expect(sandbox.history.rewind(rewindTo({ name: 'fork' }))).toMatchObject(refusal);
    expect(sandbox.history.compare({ a: 'main', b: undefined })).toMatchObject(refusal);
    expect(sandbox.history.prepare({ a: 'main', b: undefined })).toBeUndefined();
  });

  it('has at most 1000 checkpoints', () => {
    const { history } = newSandbox();
    for (let number = 0; number < 999; number++) history.checkpoint(`c${number}`);
    expect(history.checkpoint('last')).toMatchObject({ name: 'last' });
    const message = 'there are 1000 checkpoints; expected a reset first';
    expect(history.checkpoint('more')).toMatchObject({ code: 'CONFLICT', message });
  });

  it('has at most 32 branches, where a world is executed for one or not', () => {
    const sandbox = newSandbox();
    const { history } = sandbox;
    history.checkpoint('start');
    send(sandbox, requestOf());
    const again = (): unknown => {
      const answer = history.rewind(rewindTo({ name: 'start' }));
      send(sandbox, requestOf());
      return answer;
    };
    for (let number = 2; number < 32; number++) again();
    expect(again()).toMatchObject({ branch: 'branch-32' });
    const message = 'there are 32 branches; expected a reset first';
    expect(again()).toMatchObject({ code: 'CONFLICT', message });
    history.checkpoint('now');
    expect(history.rewind(rewindTo({ name: 'now' }, 'further'))).toMatchObject({ code: 'CONFLICT', message });
    expect(history.rewind(rewindTo({ name: 'now' }))).toEqual(standingOf(sandbox));
    expect(history.branches).toHaveLength(32);
  });
});

describe('an execution in turns', () => {
  it('refuses every other, until it is answered', () => {
    const sandbox = withFork();
    const { history } = sandbox;
    const to = rewindTo({ name: 'fork' }, 'retry');
    const call = history.prepare(to);
    expect(history.prepare(to)).toBeUndefined();
    expect(history.prepare({ a: 'main', b: undefined })).toBeUndefined();
    for (const answer of [
      history.rewind(to),
      history.switchTo('main'),
      history.compare({ a: 'main', b: undefined }),
    ])
      expect(answer).toMatchObject(isExecuting);
    while (call?.step() === false) continue;
    expect(history.arrive(() => history.rewind(to))).toMatchObject({ branch: 'retry' });
    expect(history.switchTo('main')).toMatchObject({ branch: 'main' });
  });

  it('that is abandoned leaves everything as it was', () => {
    const sandbox = withFork();
    const before = standingOf(sandbox);
    const { history } = sandbox;
    history.prepare({ switchTo: 'main' });
    history.prepare({ a: 'main', b: undefined });
    expect(history.rewind(rewindTo({ name: 'fork' }))).toMatchObject(isExecuting);
    history.abandon();
    expect([standingOf(sandbox), history.branches.length]).toEqual([before, 1]);
    expect(history.rewind(rewindTo({ name: 'fork' }))).toMatchObject({ branch: 'branch-2' });
  });

  it('is none where the call needs none or is refused', () => {
    const sandbox = withFork();
    const { history } = sandbox;
    const asked = [
      { switchTo: 'main' },
      { switchTo: 'x' },
      rewindTo({ name: 'x' }),
      rewindTo({ instantMs: sandbox.nowMs }),
      { a: 'x', b: undefined },
    ];
    expect(asked.map((destination) => history.prepare(destination))).toEqual(asked.map(() => undefined));
    expect(history.rewind(rewindTo({ name: 'fork' }))).toMatchObject({ branch: 'branch-2' });
  });
});

describe('the session of a branch', () => {
  const namesIn = ({ history }: Sandbox): string[] => {
    const session = history.session() as { checkpoints?: { name: string }[] };
    return (session.checkpoints ?? []).map(({ name }) => name);
  };

  it('has the checkpoints that the branch has come by', () => {
    const sandbox = withFork();
    const { history } = sandbox;
    history.checkpoint('late');
    expect(namesIn(sandbox)).toEqual(['fork', 'late']);
    history.rewind(rewindTo({ name: 'fork' }));
    expect(namesIn(sandbox)).toEqual(['fork']);
    history.rewind(rewindTo({ event: 1 }));
    expect(namesIn(sandbox)).toEqual([]);
  });

  it('has no checkpoint of the future, even where nothing has come from outside', () => {
    const sandbox = newSandbox();
    advance(sandbox);
    sandbox.history.checkpoint('later');
    sandbox.history.rewind(rewindTo({ instantMs: sandbox.nowMs - 1 }));
    expect(namesIn(sandbox)).toEqual([]);
    advance(sandbox);
    expect(namesIn(sandbox)).toEqual(['later']);
  });

  it('is taken over from a file with its requests and checkpoints', () => {
    const { history } = newSandbox();
    const entry = entryOf({ atMs: Date.UTC(2026, 0, 1), event: 1 });
    const other = newSandbox();
    send(other, entry.request);
    const { branch: _, ...end } = standingOf(other);
    const execution = history.toOpen([entry], end);
    while (!execution.step()) continue;
    history.open(execution, [{ name: 'one', ...end, entryCount: 1 }]);
    expect(history.checkpoints).toMatchObject([{ name: 'one', branch: 'main', ...end }]);
    expect(history.branches).toEqual([
      { ...end, branch: 'main', isCurrent: true, requests: 1, from: undefined },
    ]);
    expect(history.session()).toMatchObject({ checkpoints: [{ name: 'one', requests: 1 }] });
  });
});
