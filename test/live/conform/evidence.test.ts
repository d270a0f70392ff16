/** What a report shows of a comparison: the requests of each cause, and differences one by one, without secrets. */
import { describe, expect, it } from 'vitest';
import type { Cause } from '../../../src/live/conform/causes.ts';
import { conformEvidence } from '../../../src/live/conform/evidence.ts';
import { keyOf, type Exchange } from '../../../src/live/conform/exchange.ts';
import { answerOf, exchangesOf, open } from './exchanges.ts';

const call = 'faucet/B/status';
const fee = open();
const state = open({ kind: 'value', field: '/state', recorded: '"a"', live: '"b"' });
const drawn = open({ field: '/drawn', explanation: 'drawn' });

type Run = Parameters<typeof conformEvidence>[0][number];

const runOf = (changes: Parameters<typeof exchangesOf>[0], name = 'one'): Run =>
  ({ name, scenario: {}, exchanges: exchangesOf(changes) }) as unknown as Run;

const causeOf = (exchanges: readonly Exchange[], change: Partial<Cause> = {}): Cause =>
  ({
    call,
    difference: fee,
    keys: new Set([keyOf(call, fee)]),
    followers: [],
    exchanges,
    ...change,
  }) as Cause;

const shown = { expected: { status: 200, lines: [] }, live: { status: 200, lines: [] } };

describe('the requests of a cause', () => {
  const runs = [
    runOf([{}], 'none'),
    runOf([{}, { differences: [drawn] }, { differences: [fee] }], 'first'),
    runOf([{ differences: [fee] }], 'second'),
  ];

  it('are those of its smallest sequence up to its difference, whose answers and open differences are shown', () => {
    const sequence = exchangesOf([
      { operation: { by: 'alice', do: 'POST /faucet/register' } },
      { differences: [drawn, fee, state], answers: shown, operation: { by: 'bob', do: 'GET /faucet/status' } },
      { differences: [fee] },
    ]);
    const [evidence] = conformEvidence(runs, [causeOf(sequence)]).causes;
    expect(evidence).toMatchObject({ request: 'GET /faucet/status', answers: shown, differences: [fee, state], run: 'first', n: 2 });
    expect(evidence?.steps.map(({ agent, atMs, operation }) => [agent, atMs, operation])).toEqual([['alice', 0, call], ['bob', 1000, call]]);
  }); // prettier-ignore

  it('are the first one alone where that shows its difference already', () => {
    const sequence = exchangesOf([{ differences: [fee] }, { differences: [fee, state] }]);
    const [evidence] = conformEvidence(runs, [causeOf(sequence)]).causes;
    expect(evidence).toEqual({
      request: 'GET /faucet/status', answers: undefined, differences: [fee], run: 'first', n: 2,
      steps: [{
        atMs: 0, agent: 'alice', service: 'faucet', operation: call, call: 'GET /faucet/status', sent: '', status: 200, code: '', answer: '{}',
      }],
    });
  }); // prettier-ignore

  it('are all of its sequence where none shows it, as the first of its other differences', () => {
    const [evidence] = conformEvidence(runs, [causeOf(exchangesOf([{}, {}]), { difference: state })]).causes;
    expect(evidence).toMatchObject({
      steps: [{}, {}],
      run: 'first',
      n: 2,
      answers: undefined,
      differences: [],
    });
  });

  it('are the related ones of the run where there is no sequence', () => {
    const lines = ['alice', 'bob', 'alice'].map((by) => ({ operation: { by, do: `GET /faucet/${by}` } }));
    const run = runOf([...lines, { ...lines[0], differences: [fee] }, { differences: [fee] }]);
    const [evidence] = conformEvidence([run], [causeOf([])]).causes;
    expect(evidence).toMatchObject({ request: 'GET /faucet/alice', n: 3, steps: [{}] });
  });

  it('are none where no run shows the cause', () => {
    expect(conformEvidence([], [causeOf([])]).causes).toEqual([
      { request: '', answers: undefined, differences: [], steps: [], run: '', n: 0 },
    ]);
    expect(conformEvidence(runs, [causeOf([], { difference: state, keys: new Set() })]).causes).toMatchObject(
      [{ run: '', n: 0 }],
    );
  });

  it('are the last twelve', () => {
    const sequence = exchangesOf(Array.from({ length: 13 }, () => ({})));
    const [evidence] = conformEvidence(runs, [causeOf(sequence)]).causes;
    expect(evidence?.steps.map(({ atMs }) => atMs / 1000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it.each<[string, Partial<Exchange>, object]>([
    ['its query', { operation: { by: 'a', do: 'GET /faucet/x', query: { b: '1', c: 'x y' } } }, { call: 'GET /faucet/x?b=1&c=x+y', service: 'faucet', sent: '' }],
    ['its body', { operation: { by: 'a', do: 'POST /escrow/x', body: { b: 1 } } }, { call: 'POST /escrow/x', service: 'escrow', sent: '{"b":1}' }],
    ['a body of null', { operation: { by: 'a', do: 'POST /x', body: null } }, { sent: 'null', service: 'x' }],
    ['a body that is no JSON', { operation: { by: 'a', do: 'POST /x', raw: '{' } }, { sent: '{' }],
    ['no service', { operation: { by: 'a', do: 'GET /' } }, { service: '' }],
    ['a path that has no part', { operation: { by: 'a', do: 'GET nothing' } }, { service: '', call: 'GET nothing' }],
    ['a secret that no response issued', { operation: { by: 'a', do: 'POST /x', body: { password: 'plain' } } }, { sent: '{"password":"[redacted]"}' }],
    ['what is public at its path', { operation: { by: 'a', do: 'POST /casino/seed' }, live: answerOf({ seed: 'public', pin: 'x' }) }, { answer: '{"seed":"public","pin":"[redacted]"}' }],
    ['its status and code', { live: answerOf({ code: 'NOT_FOUND' }, 404) }, { status: 404, code: 'NOT_FOUND', answer: '{"code":"NOT_FOUND"}' }],
    ['a code that is no text', { live: answerOf({ code: 7 }, 404) }, { code: '', answer: '{"code":7}' }],
    ['no JSON', { live: { kind: 'answer', status: 200, head: '', body: undefined, serviceMs: 1 } }, { status: 200, code: '', answer: 'null' }],
    ['null', { live: answerOf(null) }, { status: 200, code: '', answer: 'null' }],
    ['no answer', { live: { kind: 'failed', reason: 'timeout' } }, { status: 0, code: '', answer: '' }],
    ['a long text', { operation: { by: 'a', do: 'POST /x', raw: 'y'.repeat(500) } }, { sent: `${'y'.repeat(397)}...` }],
  ])('have %s', (_what, exchange, step) => {
    expect(conformEvidence(runs, [causeOf(exchangesOf([exchange]))]).causes[0]?.steps).toMatchObject([step]);
  }); // prettier-ignore

  it('have no secret of a response that only its field tells from other texts, in requests before it either', () => {
    const secret = 'a plain password of alice';
    const raw = { by: 'a', do: 'POST /x', raw: `my ${secret}` };
    const sequence = exchangesOf([
      { operation: raw, live: { kind: 'failed', reason: 'reset' } },
      { live: answerOf({ password: secret }), operation: { by: 'a', do: 'POST /faucet/register' } },
      { operation: raw },
    ]);
    expect(conformEvidence(runs, [causeOf(sequence)]).causes[0]?.steps).toMatchObject([
      { sent: 'my [redacted]', answer: '', status: 0 },
      { sent: '', answer: '{"password":"[redacted]"}' },
      { sent: 'my [redacted]', answer: '{}' },
    ]);
  });

  it('have no secret, wherever it is repeated', () => {
    const secret = 'sk_live_0123456789abcdef0123456789abcdef';
    const sequence = exchangesOf([
      { live: answerOf({ api_key: secret }), operation: { by: 'a', do: 'POST /faucet/register' } },
      {
        operation: { by: 'a', do: `GET /x/${secret}`, query: { q: secret }, body: { note: secret } },
        live: answerOf({ code: secret, more: [secret] }),
      },
      { operation: { by: 'a', do: 'POST /x', raw: secret } },
    ]);
    const text = JSON.stringify(conformEvidence(runs, [causeOf(sequence)]));
    expect(text).not.toContain('0123456789abcdef');
    expect(conformEvidence(runs, [causeOf(sequence)]).causes[0]?.steps).toHaveLength(3);
  });
});

describe('differences one by one', () => {
  it('are open ones first, each with its run, its request and its cause', () => {
    const runs = [
      runOf([{ differences: [drawn, fee] }, { differences: [state] }], 'first'),
      runOf([{ call: 'a/B/x', differences: [drawn, open({ field: '/tax' }), fee] }], 'second'),
    ];
    const causes = [causeOf([], { keys: new Set(['x']), followers: [keyOf(call, state)] }), causeOf([])];
    expect(conformEvidence(runs, causes).listed).toEqual([
      { ...fee, n: 0, call, run: 'first', cause: 1 },
      { ...state, n: 1, call, run: 'first', cause: 0 },
      { ...open({ field: '/tax' }), n: 0, call: 'a/B/x', run: 'second', cause: null },
      { ...fee, n: 0, call: 'a/B/x', run: 'second', cause: null },
      { ...drawn, n: 0, call, run: 'first', cause: null },
      { ...drawn, n: 0, call: 'a/B/x', run: 'second', cause: null },
    ]);
  });

  it('that are explained have no cause, even where one has the same key', () => {
    const runs = [runOf([{ differences: [{ ...fee, explanation: 'noise' }] }])];
    expect(conformEvidence(runs, [causeOf([])]).listed).toMatchObject([{ cause: null }]);
  });

  it('are ten thousand of either at most', () => {
    const many = Array.from({ length: 10_001 }, () => fee);
    const noise = many.map((each) => ({ ...each, explanation: 'noise' as const }));
    const { listed } = conformEvidence([runOf([{ differences: [...many, ...noise] }])], []);
    expect(listed).toHaveLength(20_000);
    expect(listed.filter(({ explanation }) => explanation === null)).toHaveLength(10_000);
  });
});
