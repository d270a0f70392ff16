// @vitest-environment happy-dom
/** Calls to the sandbox, and what the page says about its answers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { option } from '../../../../src/report/browser/dom.ts';
import {
  control,
  fieldOf,
  onSubmit,
  report,
  reportRefusal,
  selectOf,
  send,
  trimmed,
} from '../../../../src/report/browser/room/calls.ts';
import { connectTryCall } from '../../../../src/report/browser/room/try-call.ts';
import { contentOf, one, openRoom, posted, said, sandbox, settled, submit } from './room-page.ts';

beforeEach(openRoom);

afterEach(() => {
  vi.unstubAllGlobals();
});

const form = (id: string): HTMLFormElement => one(`form#${id}`) as HTMLFormElement;

describe('a call', () => {
  it('asks with the key and the body, and reads JSON', async () => {
    const asked = sandbox({
      'GET /a': { body: { found: 1 } },
      'PUT /b': { status: 418, body: 'tea' },
    });
    expect(await send('GET', '/a')).toEqual({
      status: 200,
      ok: true,
      text: '{"found":1}',
      value: { found: 1 },
    });
    expect(await send('PUT', '/b', { body: '', key: 'k' })).toEqual({
      status: 418,
      ok: false,
      text: 'tea',
      value: {},
    });
    expect(asked).toEqual([
      ['GET /a', {}],
      ['PUT /b', { 'content-type': 'application/json', authorization: 'Bearer k' }, ''],
    ]);
  });

  it.each(['null', '7', '"text"', 'true', ''])('has no values in an answer of %s', async (body) => {
    sandbox({ 'GET /a': { body } });
    expect((await send('GET', '/a')).value).toEqual({});
  });

  it.each([
    [{ error: { message: 'inner' }, message: 'outer' }, 'inner'],
    [{ error: 'word', message: 'outer' }, 'word'],
    [{ error: {}, message: 'outer' }, 'outer'],
    [{ message: 'outer' }, 'outer'],
    [{}, 'the text'],
  ])('is refused for %j', (value, text) => {
    reportRefusal({ status: 400, ok: false, text: 'the text', value });
    expect(said()).toEqual([`Refused: ${text}`, 'bad']);
  });

  it('without a connection has an answer that says so', async () => {
    sandbox({});
    const answer = await send('GET', '/a');
    const text = 'The sandbox does not answer.';
    expect(answer).toEqual({ status: 0, ok: false, text, value: {} });
    reportRefusal(answer);
    expect(said()).toEqual([text, 'bad']);
  });

  it('whose answer breaks off has none', async () => {
    vi.stubGlobal('fetch', () => ({
      status: 200,
      ok: true,
      text: () => Promise.reject(new TypeError('terminated')),
    }));
    expect((await send('GET', '/a')).status).toBe(0);
  });

  it('controls the sandbox and says how it went', async () => {
    const asked = sandbox({
      'POST /_sim/yes': { body: { now: 'soon' } },
      'POST /_sim/no': { status: 400, body: { message: 'why' } },
    });
    const done = (value: Readonly<Record<string, unknown>>): string => `done ${String(value['now'])}`;
    expect([await control('no', {}, done), said()]).toEqual([false, ['Refused: why', 'bad']]);
    expect([await control('yes', { a: 1 }, done), said()]).toEqual([true, ['done soon', '']]);
    expect([await control('away', {}, done), said()]).toEqual([
      false,
      ['The sandbox does not answer.', 'bad'],
    ]);
    expect(asked).toEqual([posted('/_sim/no', {}), posted('/_sim/yes', { a: 1 }), posted('/_sim/away', {})]);
  });

  it('is reported as good unless it is bad', () => {
    report('b', true);
    expect(said()).toEqual(['b', 'bad']);
    report('a');
    expect(said()).toEqual(['a', '']);
  });
});

describe('a form', () => {
  it('runs an action in place of being sent', () => {
    const run = vi.fn();
    onSubmit('mark', run);
    expect(submit('mark', { name: '  a b ' }).defaultPrevented).toBe(true);
    expect(run.mock.calls).toEqual([[form('mark')]]);
    expect(trimmed(form('mark'), 'name')).toBe('a b');
  });

  it('finds its fields by name', () => {
    expect(fieldOf(form('try'), 'path').tagName).toBe('INPUT');
    expect(fieldOf(form('try'), 'body').tagName).toBe('TEXTAREA');
    expect(fieldOf(form('try'), 'as')).toBe(selectOf(form('try'), 'as'));
    expect(() => fieldOf(form('try'), 'none')).toThrow(new Error('the form has no field none'));
    expect(() => selectOf(form('try'), 'path')).toThrow(new Error('the form has no field path'));
  });
});

describe('any call', () => {
  const keys = new Map([['alice', 'key-a']]);
  const answer = () => [one('#answer').hidden, one('#answer').textContent];
  const tryCall = async (fields: Record<string, string>): Promise<void> => {
    submit('try', fields);
    await settled();
  };

  /** The page asks for the operations first. */
  const connected = async (answers: Parameters<typeof sandbox>[0] = {}) => {
    const asked = sandbox(answers);
    one('#try [name="as"]').append(option('alice', 'alice'));
    connectTryCall(keys);
    await settled();
    expect(asked.splice(0)).toEqual([['GET /openapi.json', {}]]);
    return asked;
  };

  it('suggests the operations of the sandbox', async () => {
    const paths = {
      '/_sim/clock': { get: { summary: 'no' } },
      '/a': { delete: { summary: 'gone' }, get: { summary: 'got' }, patch: { summary: 'no' } },
      '/b': { post: {}, put: { summary: '<put>' }, parameters: [] },
    };
    await connected({ 'GET /openapi.json': { body: { paths } } });
    expect([...one('#calls').children].map(({ outerHTML }) => outerHTML)).toEqual([
      '<option value="GET /a">got</option>',
      '<option value="DELETE /a">gone</option>',
      '<option value="POST /b"></option>',
      '<option value="PUT /b">&lt;put&gt;</option>',
    ]);
  });

  it.each([{}, { 'GET /openapi.json': { body: {} } }])(
    'suggests nothing without a document',
    async (answers) => {
      await connected(answers);
      expect(contentOf('#calls')).toEqual([]);
      expect(said()).toEqual(['', '']);
    },
  );

  it('is sent as an agent, with its body', async () => {
    const asked = await connected({ 'POST /a': { status: 201, body: { b: [1] } } });
    await tryCall({ path: '  post   /a ', as: 'alice', body: ' {"x":1} ' });
    expect(asked).toEqual([
      ['POST /a', { 'content-type': 'application/json', authorization: 'Bearer key-a' }, '{"x":1}'],
    ]);
    expect(answer()).toEqual([false, '201\n{\n  "b": [\n    1\n  ]\n}']);
    expect(said()).toEqual(['The response has status 201.', '']);
  });

  it('is sent without a key, and without a body where there is none', async () => {
    const asked = await connected({ 'DELETE /a': { status: 404, body: 'no {such}' }, 'GET /a': { body: 1 } });
    await tryCall({ path: 'DELETE /a', body: '  ' });
    expect([answer(), said()]).toEqual([
      [false, '404\nno {such}'],
      ['The response has status 404.', 'bad'],
    ]);
    await tryCall({ path: 'Get /a', body: '{}' });
    expect(asked).toEqual([
      ['DELETE /a', {}],
      ['GET /a', {}],
    ]);
  });

  it.each(['', 'GET', 'PATCH /a', 'GET a', '/a', 'GET  '])('is not the text "%s"', async (path) => {
    const asked = await connected();
    await tryCall({ path });
    expect(asked).toEqual([]);
    expect(said()).toEqual(['Expected a method and a path, such as GET /faucet/agents.', 'bad']);
    expect(answer()).toEqual([true, '']);
  });

  it('has no answer without a connection', async () => {
    const asked = await connected();
    await tryCall({ path: 'PUT /a' });
    expect([asked, said(), answer()]).toEqual([
      [['PUT /a', {}]],
      ['The sandbox does not answer.', 'bad'],
      [true, ''],
    ]);
  });
});
