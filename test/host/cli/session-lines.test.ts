/** What `session` says of what it has left out, found different or not finished, and while it shrinks. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessionOrigin } from '../../../src/host/app/run/session-origin.ts';
import { sessionCommand, type SessionOptions } from '../../../src/host/cli/commands/session/session.ts';
import { showShrinking } from '../../../src/host/cli/commands/session/shrinking.ts';
import { Sandbox } from '../../../src/host/serve/sandbox.ts';
import { FakeWall, policiesWith } from '../serve/serving.ts';
import { called } from './called.ts';
import { ownSignal } from '../app/process/signalled.ts';
import { folderWith, type Outcome } from './orrery.ts';
import { heardIn, onTerminal } from './terminal.ts';

let folder = '';
const ends: (() => void)[] = [];

beforeAll(async () => {
  folder = folderWith({ 'session.json': JSON.stringify(session()) }, (end) => void ends.push(end));
  // Their modules are loaded once.
  await called(folder, 'session session.json --shrink --request 0 --out first'.split(' '));
});
afterAll(() => {
  for (const end of ends) end();
});

/** What requests from outside leave: one that is refused, one of a route that there is not, and one whose body is no JSON. */
function session(): unknown {
  const sandbox = new Sandbox({
    seed: '7',
    profile: 'published',
    policies: policiesWith(),
    pace: 'manual',
    wall: new FakeWall(),
    scenario: undefined,
    behaviours: new Map(),
    origin: sessionOrigin(undefined),
  });
  const common = { query: {}, headers: {}, ip: '203.0.113.7' };
  const register = { ...common, method: 'POST', path: '/faucet/register' } as const;
  sandbox.dispatch({ ...register, body: { agent_id: 'ann' } });
  sandbox.dispatch({ ...register, body: { agent_id: 'ann' } });
  sandbox.dispatch({ ...common, method: 'GET', path: '/faucet/nothing', body: undefined });
  sandbox.dispatch({ ...register, body: undefined, rawBody: 'x' });
  return sandbox.history.session();
}

/** Each line with a line end. */
const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
const converted = (words: string): Promise<Outcome> =>
  called(folder, `session session.json ${words}`.split(' '));

describe('a session', () => {
  it.each([
    [
      'scenario',
      lines('o: 4 operations, of 4 requests from outside', 'answers: 4 of 4 are those of the session'),
    ],
    ['trace', lines('o: 4 requests of agents and from outside, of 4 requests from outside')],
    ['test', lines('o: 3 calls, of 4 requests from outside', 'left out: 1 no JSON')],
  ])('says how much of it a %s has', async (form, stdout) => {
    expect(await converted(`--as ${form} --out o`)).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each([
    ['--request 0', 0, 'faucet/register 201', 3],
    ['--request 1', 0, 'faucet/register 409 CONFLICT', 10],
  ])('with %s keeps an answer', async (words, code, kept, tries) => {
    const stdout = lines(
      `o: ${words === '--request 0' ? 1 : 2} operations, of 4 requests from outside`,
      `keeps ${kept}, after ${tries} smaller candidates`,
    );
    expect(await converted(`--shrink ${words} --out o`)).toEqual({ code, stdout, stderr: '' });
  });

  it.each([
    ['--request x', '--request x: expected the number of a request, from 0'],
    ['--request x1', '--request x1: expected the number of a request, from 0'],
    ['--request 1x', '--request 1x: expected the number of a request, from 0'],
    ['--request 1234567890', '--request 1234567890: expected the number of a request, from 0'],
    [
      '--request 999999999',
      'session.json: request 999999999 is no operation of the scenario; expected one from 0 to 3',
    ],
  ])('with %s is refused', async (words, message) => {
    const expected = { code: 2, stdout: '', stderr: `orrery: ${message}\n` };
    expect(await converted(`--shrink --out o ${words}`)).toEqual(expected);
  });
});

const gone = '\r\u001b[J\u001b[?25h';
describe('the line of a search on a terminal', () => {
  it.each([
    ['--shrink --request 0 --out o', gone],
    ['--shrink --request 0 --out o --quiet', ''],
    ['--shrink --request 0 --out o --json', ''],
    ['--as trace --out o', ''],
  ])('with %s is removed', async (words, stderr) => {
    const outcome = await onTerminal(folder, `session session.json ${words}`);
    expect([outcome.code, outcome.stderr]).toEqual([0, stderr]);
  });

  it.each([
    [
      true,
      500,
      [
        '\u001b[?25l\r\u001b[Kshrinks: the whole session is executed first\n\u001b[J',
        '\u001b[?25l\r\u001b[1A\u001b[Kshrinks: 2 operations are left after 3 candidates\n\u001b[J',
        '\r\u001b[1A\u001b[J\u001b[?25h',
      ],
    ],
    [
      false,
      10_000,
      [
        'shrinks: the whole session is executed first\n',
        'shrinks: 2 operations are left after 3 candidates\n',
        '',
      ],
    ],
  ])('or not (%s) says every %i ms what it has found', async (isTerminal, everyMs, expected) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stderr } = await heardIn(folder, isTerminal, (heard) => {
      const shrinking = showShrinking();
      vi.advanceTimersByTime(everyMs - 1);
      expect(heard.stderr).toBe('');
      vi.advanceTimersByTime(1);
      shrinking.onTry({ operations: 2, tries: 3 });
      vi.advanceTimersByTime(everyMs);
      shrinking.stop();
      vi.advanceTimersByTime(10 * everyMs);
      return 0;
    });
    vi.useRealTimers();
    expect(stderr).toBe(expected.join(''));
  });
});

describe('after a signal', () => {
  beforeAll(() => {
    const { come, restore } = ownSignal();
    come();
    return restore;
  });

  it('a search has what it has found so far', async () => {
    const options: SessionOptions = { as: 'scenario', with: [], shrink: true, request: '1', out: 'o' };
    const search = heardIn(folder, false, () => sessionCommand('session.json', undefined, options));
    expect(await search).toEqual({
      code: 130,
      stdout: lines(
        'o: 2 operations, of 4 requests from outside',
        'keeps faucet/register 409 CONFLICT, after 0 smaller candidates',
        'partial: the search for a smaller scenario did not come to its end; this one has the answer',
      ),
      stderr: '',
    });
  });
});
